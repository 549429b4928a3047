"""Kernels in both modes: compiled, and as plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Final, NamedTuple

from benchmarks.stopwatch import Loop, Peer, Side
from sandtable.table import compiled
from sandtable.table.compiled import Mode

COMPILED: Final[Mode] = "compiled"
PLAIN: Final[Mode] = "plain"


class Limits(NamedTuple):
    """The time limit of each mode in seconds; None without a limit."""

    compiled: float | None = None
    plain: float | None = None


def in_mode(mode: Mode) -> Callable[[], AbstractContextManager[None]]:
    """Run kernels in a mode until the block ends."""

    @contextmanager
    def during() -> Iterator[None]:
        before = compiled.mode()
        compiled.use(mode)
        try:
            yield
        finally:
            compiled.use(before)

    return during


def both_modes(
    run: Callable[[], object], reads: Callable[..., object], peer: str, limits: Limits, per_run: int = 1
) -> tuple[Side, Side]:
    """The compiled side and its plain twin; an outside peer is compared with both."""
    ways = ((COMPILED, limits.compiled, (Peer(peer), Peer(PLAIN))), (PLAIN, limits.plain, (Peer(peer),)))
    compiled, plain = (
        Side(
            name=mode,
            way=Loop(run),
            per_run=per_run,
            during=in_mode(mode),
            reads=reads,
            under=under,
            peers=peers,
        )
        for mode, under, peers in ways
    )
    return compiled, plain
