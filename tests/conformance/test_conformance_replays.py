"""A battle of agents that look ahead is replayed to the bit by a process that does not.

What an agent tries out may leave something behind in its process: a length measured from the other side, a
memory filled in another order. So each record is proved in a fresh process, with compiled and plain kernels.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

import pytest

from sandtable.game.drivers.replay import verify
from sandtable.game.files.record import text_of
from sandtable.game.files.record_files import parse
from sandtable.lab.runs.corpus import Setting, drawn, fight
from sandtable.table import compiled
from tests.conformance.bout import system_named, system_names

SEED = 40
BATTLES = 3
MODES: tuple[compiled.Mode, ...] = ("compiled", "plain")


def bouts(name: str) -> Iterator[tuple[Setting, int]]:
    """The first few battles drawn from the corpus of a system."""
    return islice(drawn(system_named(name), BATTLES, SEED), BATTLES)


def proved(name: str, text: bytes, mode: compiled.Mode) -> tuple[str, ...]:
    """What a process that has fought nothing finds against a record."""
    compiled.use(mode)
    found = verify(parse(text, "a record"), system_named(name))
    return tuple(finding.words for finding in found.findings)


@pytest.mark.parametrize("name", system_names())
def test_a_record_of_agents_that_look_ahead_is_proved_by_a_fresh_process(name: str) -> None:
    agent = "captain" if system_named(name).doctrine() is not None else "greedy"
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        for setting, seed in bouts(name):
            text = text_of(fight(setting, (agent, agent), seed).record())
            for mode in MODES:
                found = pool.submit(proved, name, text, mode).result()
                assert found == (), f"{setting}, seed {seed}, {mode}"
