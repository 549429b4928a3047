"""Figures: the evaluation of the times of a question, with peers and targets."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Sequence
from enum import StrEnum
from statistics import median
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from benchmarks.stopwatch import Peer, Question, Side, Times


class Met(StrEnum):
    """Whether a target is met: by the median, by the best round only, or not."""

    YES = "yes"
    AT_BEST = "at best"
    NO = "no"


class Figure(Struct, frozen=True, kw_only=True):
    """One line of the report; times are seconds, and ``ratio`` is the peer's time over ours."""

    benchmark: str
    question: str
    size: int | None
    size_of: str
    side: str
    median: float
    best: float
    rounds: int
    per_second: bool = False
    peer: str = ""
    peer_median: float | None = None
    ratio: float | None = None
    target: str = ""
    met: Met | None = None


def figures(benchmark: str, question: Question, times: Times) -> list[Figure]:
    """The lines of one question: for each side its own time, and each peer it is compared with."""
    return [
        figure
        for side in question.sides
        if side.shown
        for figure in _of_side(benchmark, question, side, times)
    ]


def _of_side(benchmark: str, question: Question, side: Side, times: Times) -> Iterator[Figure]:
    own = own_times(side, times)
    alone = Figure(
        benchmark=benchmark,
        question=question.words,
        size=question.size,
        size_of=question.size_of,
        side=side.name,
        median=own.median,
        best=own.best,
        rounds=len(times[side.name]),
        per_second=question.per_second,
    )
    target = _Target() if side.under is None else _under(side.under, own)
    # A line has room for one target, so a peer with its own target gets its own line.
    beside = next((peer for peer in side.peers if peer.at_least is None), None)
    if side.under is not None or not side.peers or beside is not None:
        yield _with(alone, beside, times, target)
    for peer in side.peers:
        if peer is not beside:
            yield _with(alone, peer, times, _faster(peer, times[side.name], times[peer.name]))


class Own(NamedTuple):
    """The time of a side: its median and its best."""

    median: float
    best: float


def own_times(side: Side, times: Times) -> Own:
    """The times of a side, less those of another if asked: round by round, and best less best."""
    whole = times[side.name]
    if not side.less:
        return Own(median(whole), min(whole))
    part = times[side.less]
    return Own(median(map(operator.sub, whole, part)), min(whole) - min(part))


class _Target(NamedTuple):
    words: str = ""
    met: Met | None = None


def _with(alone: Figure, peer: Peer | None, times: Times, target: _Target) -> Figure:
    judged = replace(alone, target=target.words, met=target.met)
    if peer is None:
        return judged
    theirs = times[peer.name]
    return replace(
        judged, peer=peer.name, peer_median=median(theirs), ratio=_ratio(times[alone.side], theirs)
    )


def _ratio(own: Sequence[float], theirs: Sequence[float]) -> float:
    """The median ratio of the peer's time to ours."""
    return median(other / one for one, other in zip(own, theirs, strict=True))


def _under(limit: float, own: Own) -> _Target:
    return _Target(f"under {worded(limit)}", _met(own.median < limit, own.best < limit))


def _faster(peer: Peer, own: Sequence[float], theirs: Sequence[float]) -> _Target:
    """Compare best with best, so that a peer delayed in one round does not flatter us."""
    wanted = peer.at_least
    if wanted is None:
        return _Target()
    usually, once = _ratio(own, theirs) >= wanted, min(theirs) / min(own) >= wanted
    return _Target(f"{wanted:g} times faster", _met(usually, once))


def _met(usually: bool, once: bool) -> Met:  # noqa: FBT001 - the two answers of one judgement
    return Met.YES if usually else Met.AT_BEST if once else Met.NO


# ------------------------------------------------------------------ in words
UNITS: Final = {"s": 1.0, "ms": 1e-3, "us": 1e-6}


def in_unit(seconds: float, unit: str = "") -> tuple[str, str]:
    """A time to three digits, in the unit asked for or a suitable one."""
    unit = unit or next((name for name, scale in UNITS.items() if abs(seconds) >= scale), "us")
    return _digits(seconds / UNITS[unit]), unit


def worded(seconds: float) -> str:
    """A time with its unit."""
    return " ".join(in_unit(seconds))


def rate(seconds: float) -> str:
    """The rate per second of something that takes so long."""
    return _digits(1 / seconds)


def _digits(number: float) -> str:
    return f"{number:.0f}" if abs(number) >= 100 else f"{number:.3g}"
