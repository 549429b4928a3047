"""Driven out: the walls of a building by which its garrison leaves, in order (building.retreat)."""

from __future__ import annotations

from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.nearness import distance_to
from sandtable.systems.coldsteel.placing import before_wall, formed
from sandtable.systems.coldsteel.precision import SLACK
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.room import Place
from sandtable.table.space import EDGE_HEADINGS, Field, corners, turn_between


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
