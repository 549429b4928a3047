"""Driven out: a garrison that must retreat is placed in column outside one of its walls (building.retreat).

Walls are tried in order, the one farthest from the nearest enemy first; the ground between does not matter.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.game.ask.questions import Choose
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.nearness import distance_to
from sandtable.systems.coldsteel.placing import before_wall, formed
from sandtable.systems.coldsteel.precision import SLACK
from sandtable.systems.coldsteel.room import is_legal
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.room import Place
from sandtable.table.space import EDGE_HEADINGS, Field, corners, turn_between

WALL_TIE: Final = "building.retreat-wall-tie"


class Outside(NamedTuple):
    """The place of a garrison driven out; None if no wall serves; ``lost`` if it is off the table."""

    place: Place | None
    lost: bool = False


async def driven_out(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: int | None, distance: float
) -> Outside:
    """Place a garrison outside the first wall that serves, trying the farthest from an enemy first.

    Its owner chooses between equally far walls. A garrison that ends off the table is lost
    (building.retreat).
    """
    left = by_farness(battle, unit, enemy)
    while left:
        farthest = tuple(heading for heading, length in left if length >= left[0][1] - SLACK)
        heading = farthest[0]
        if len(farthest) > 1:
            heading = await Choose(WALL_TIE, unit.side, farthest, about=(unit.id,))
        place = beyond_wall(battle, unit, heading, distance)
        if is_off_table(place, battle.field):
            return Outside(place, lost=True)
        if is_legal(battle, unit, place):
            return Outside(place)
        left = tuple(wall for wall in left if wall[0] != heading)
    return Outside(None)


def by_farness(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: int | None
) -> tuple[tuple[int, float], ...]:
    """The headings of a garrison's walls with their middles' distances from an enemy, farthest first.

    Without an enemy on the table, the walls that face most nearly towards its own table edge come first,
    because a retreat goes there (building.retreat, morale.retreat.direction).
    """
    home = battle.building(unit.building)
    if enemy is None:
        edge = EDGE_HEADINGS[battle.camps[unit.side].edge]
        found = [(heading, -float(abs(turn_between(edge, heading)))) for heading in home.headings]
    else:
        foe = battle.units[enemy]
        found = [(heading, distance_to(foe, home.wall(heading).middle)) for heading in home.headings]
    return tuple(sorted(found, key=lambda wall: -wall[1]))


def beyond_wall(battle: ColdSteelBattle, unit: ColdSteelUnit, heading: int, distance: float) -> Place:
    """A garrison's place in column, at a distance outside a wall on its midline, facing away.

    building.retreat, formation.column
    """
    shape = formed(unit, Formation.COLUMN)
    return Place(before_wall(battle.building(unit.building).wall(heading), shape, distance), shape)


def is_off_table(place: Place, field: Field) -> bool:
    """Is any part of a footprint off the table? (building.retreat)"""
    return any(
        not -SLACK <= corner.x <= field.width + SLACK or not -SLACK <= corner.y <= field.depth + SLACK
        for corner in corners(*place)
    )
