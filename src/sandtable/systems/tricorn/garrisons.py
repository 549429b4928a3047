"""Garrisons: Foot goes into a village, strong point or redoubt and comes out again (terrain.garrison)."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.battle import scene_of
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.contacts_made import shut_to
from sandtable.systems.tricorn.movement import NEAR, scene_for
from sandtable.systems.tricorn.nearness import TOUCH, distance, is_touching, middle_of
from sandtable.systems.tricorn.strongholds import Stronghold
from sandtable.systems.tricorn.terrain import LAYERS
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.body import standing
from sandtable.table.distance import gaps_to_all, is_surely_beyond
from sandtable.table.pose import Pose
from sandtable.table.room import Demands, Place, with_room


class Exit(NamedTuple):
    """The side on which a garrison comes out, by the way it looks (terrain.garrison)."""

    place: str
    heading: int


def doors(battle: TricornBattle, unit: TricornUnit) -> tuple[str, ...]:
    """The empty strongholds that a Foot unit touches and may go into (terrain.garrison)."""
    if not unit.is_foot or unit.is_garrison or is_in_contact(battle, unit.id):
        return ()
    held, near = battle.garrisons, middle_of(unit)
    reach = unit.shape.width + unit.shape.depth
    empty = [(place, place.body()) for place in battle.strongholds if place.piece not in held]
    return tuple(
        [
            place.piece
            for place, outline in empty
            if not is_surely_beyond(outline, near, reach)
            and is_touching(unit, outline)
            and _is_clear(battle, unit, place)
        ]
    )


def _is_clear(battle: TricornBattle, unit: TricornUnit, place: Stronghold) -> bool:
    """Does nobody else stand on the ground of a stronghold? (terrain.garrison, movement.no-overlap)"""
    gaps = gaps_to_all(place.body(), scene_of(battle), "footprint")
    return all(gap >= -TOUCH for number, gap in enumerate(gaps) if number != unit.id)


def heading_in(battle: TricornBattle, unit: TricornUnit, place: str) -> int:
    """The side of a stronghold that is called its garrison's front: that to which the unit looked."""
    return battle.stronghold(place).heading_near(standing(unit).heading)


def exits(battle: TricornBattle, unit: TricornUnit) -> tuple[Exit, ...]:
    """The free sides on which a garrison may come out; none while an enemy touches the outline.

    terrain.garrison, terrain.redoubt
    """
    if not unit.is_garrison or is_in_contact(battle, unit.id):
        return ()
    place = battle.stronghold(unit.garrison)
    return tuple(
        Exit(place.piece, heading)
        for heading in place.headings
        if _has_room(battle, unit, outside(unit, place, heading))
    )


def outside(unit: TricornUnit, place: Stronghold, heading: int) -> Place:
    """Where a garrison stands that has come out: its rear edge on the outline, facing outward.

    terrain.garrison: in Line; guns come out limbered (terrain.redoubt)
    """
    shape = unit.profile.shape(formation_outside(unit))
    side = place.side(heading)
    x, y = side.at(0, shape.depth)
    return Place(Pose(round(x), round(y), heading), shape)


def formation_outside(unit: TricornUnit) -> Formation:
    """The formation in which a garrison comes out (terrain.garrison, terrain.redoubt)."""
    return Formation.LIMBERED if unit.is_artillery else Formation.LINE


def _has_room(battle: TricornBattle, unit: TricornUnit, place: Place) -> bool:
    """Is a place outside free of units and closed ground, and far enough from the enemy?

    terrain.garrison, movement.one-inch; the place it leaves does not count
    """
    closed = shut_to(unit.category)
    keeps = {enemy.id: min(float(NEAR), distance(unit, enemy)) for enemy in battle.enemies_of(unit.side)}
    return bool(with_room(unit, (place,), scene_for(battle, unit), Demands(closed, LAYERS, keeps)))
