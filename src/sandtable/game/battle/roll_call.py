"""Counts of the units of a battle: on the table, lost, and at the start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from sandtable.table.space import Body

U = TypeVar("U", bound=Body)


class RollCall(NamedTuple, Generic[U]):
    """For each side: its units on the table, their numbers, how many it has lost, how many it began with."""

    on_table: tuple[tuple[U, ...], tuple[U, ...]]
    numbers: tuple[tuple[int, ...], tuple[int, ...]]
    lost: tuple[int, int]
    began: tuple[int, int]


def call_the_roll(units: Sequence[U], is_lost: Callable[[U], bool]) -> RollCall[U]:
    """Count the units of a battle."""
    here = [unit for unit in units if unit.pose is not None]
    first = tuple([unit for unit in here if not unit.side])
    second = tuple([unit for unit in here if unit.side])
    lost = [unit.side for unit in units if is_lost(unit)]
    sides = [unit.side for unit in units]
    return RollCall(
        (first, second),
        (tuple([unit.id for unit in first]), tuple([unit.id for unit in second])),
        (lost.count(0), lost.count(1)),
        (sides.count(0), sides.count(1)),
    )
