"""The benchmark of the lab: which part of the house a file is of, and armies with fewer units."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import sandtable.agents.militia
import sandtable.dice.hand
import sandtable.game.run
import sandtable.systems.liberty.doctrine.orders
import sandtable.systems.liberty.turn
import sandtable.table.distance
import sandtable.table.kernels.running
from benchmarks import lab
from sandtable import systems
from sandtable.game.rulebook import Readings
from sandtable.lab.bout import Broken, Result


@pytest.mark.parametrize(
    ("file", "part"),
    [
        (sandtable.table.distance.__file__, "geometry"),
        (sandtable.systems.liberty.turn.__file__, "rules"),
        (sandtable.systems.liberty.doctrine.orders.__file__, "agent"),
        (sandtable.agents.militia.__file__, "agent"),
        (sandtable.game.run.__file__, "driver"),
        (sandtable.dice.hand.__file__, "driver"),
        (sandtable.table.kernels.running.__file__, ""),
        (pytest.__file__, ""),
    ],
)
def test_every_file_of_ours_belongs_to_a_part(file: str, part: str) -> None:
    assert lab.part_of(file) == part


@pytest.mark.parametrize("name", systems.names())
def test_every_system_has_a_battle_that_can_be_fought_with_fewer_units(name: str) -> None:
    system = systems.load(name)
    sizes = [len(scenario.units) for scenario in lab.thinned(system)]
    assert sizes == sorted(set(sizes))
    assert sizes[0] * 3 < sizes[-1]
    for scenario in lab.thinned(system):
        assert len(system.muster(scenario, Readings()).units) == len(scenario.units)


def test_the_pace_of_a_run_leaves_its_beginning_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ends = iter([60.0, 61.0, 62.0, 63.0, 100.0, 102.0, 104.0])
    monkeypatch.setattr(lab, "perf_counter", lambda: next(ends))

    def run(_: Path) -> Iterator[Result]:
        for number in range(7):
            yield Broken(number, number, ("militia", "militia"), "", "", "")

    assert lab.paced(run) == (2.0, None)
