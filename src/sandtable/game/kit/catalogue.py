"""The scenarios of a system as rows of a list."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from sandtable.game.kit.system import System


class SideRow(Struct, frozen=True):
    """One side of a scenario."""

    id: str
    name: str
    commander: str
    units: int


class ScenarioRow(Struct, frozen=True):
    """A scenario in a list."""

    system: str
    id: str
    name: str
    date: str
    place: str
    turns: int
    units: int
    sides: tuple[SideRow, ...]


def scenario_row(system: System[Any], id: str) -> ScenarioRow:
    """The row of a scenario that comes with a system."""
    scenario = system.scenario(id)
    sides = tuple(
        SideRow(side.id, side.name, side.commander, sum(unit.side == side.id for unit in scenario.units))
        for side in scenario.sides
    )
    return ScenarioRow(
        system=system.id,
        id=id,
        name=scenario.name,
        date=scenario.date,
        place=scenario.place,
        turns=scenario.turn_limit,
        units=len(scenario.units),
        sides=sides,
    )
