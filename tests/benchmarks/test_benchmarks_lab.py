"""The benchmark of the lab: the part of the program that a file belongs to, and smaller armies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

import sandtable.agents.militia
import sandtable.dice.hand
import sandtable.game.drivers.run
import sandtable.systems.liberty.doctrine.orders
import sandtable.systems.liberty.turn
import sandtable.table.compiled.running
import sandtable.table.measure.terrain
from benchmarks import lab
from sandtable import systems
from sandtable.game.rules.rulebook import Readings
from sandtable.lab.runs.battle import FailedBattle, Result


@pytest.mark.parametrize(
    ("file", "part"),
    [
        (sandtable.table.measure.terrain.__file__, "geometry"),
        (sandtable.systems.liberty.turn.__file__, "rules"),
        (sandtable.systems.liberty.doctrine.orders.__file__, "agent"),
        (sandtable.agents.militia.__file__, "agent"),
        (sandtable.game.drivers.run.__file__, "driver"),
        (sandtable.dice.hand.__file__, "driver"),
        (sandtable.table.compiled.running.__file__, ""),
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


def test_battles_shared_out_are_timed_together_and_told_in_whatever_order_they_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    readings = iter([60.0, 72.0])
    monkeypatch.setattr(lab, "perf_counter", lambda: next(readings))

    class Backwards:
        def fight(self, numbers: Iterable[int]) -> Iterator[Result]:
            for number in reversed(list(numbers)):
                yield FailedBattle(number, number, ("militia", "militia"), "", "", "")

    seconds, results = lab.shared_out(Backwards())
    assert seconds == 12.0
    assert [result.number for result in results] == list(range(lab.SHARED_OUT - 1, -1, -1))
