"""Garrisons: Foot goes into a village, strong point or redoubt and comes out again (terrain.garrison)."""

from __future__ import annotations

from itertools import compress
from typing import NamedTuple

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.contacts_made import shut_to
from sandtable.systems.tricorn.movement import NEAR, scene_for
from sandtable.systems.tricorn.nearness import TOUCH, distances, is_touching, middle_of
from sandtable.systems.tricorn.strongholds import Stronghold
from sandtable.systems.tricorn.terrain import LAYERS
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.measure.distance import gaps_to_all
from sandtable.table.room.places import Demands, Place, have_room
from sandtable.table.space.body import standing
from sandtable.table.space.pose import Point, Pose


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
    empty = [
        place for place in battle.strongholds if place.piece not in held and _is_about(place, near, reach)
    ]
    return tuple(
        [place.piece for place in empty if is_touching(unit, place.body()) and _is_clear(battle, unit, place)]
    )


def _is_about(place: Stronghold, point: Point, reach: float) -> bool:
    """Might any part of a stronghold be as near to a point as this? Most are far away, and this is soon
    said."""
    far = reach + place.breadth + place.depth
    return abs(place.middle.x - point.x) <= far and abs(place.middle.y - point.y) <= far


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
    known = _exits(battle)
    if unit.id not in known:
        known[unit.id] = _free_sides(battle, unit)
    return known[unit.id]


@by_identity(most=4)
def _exits(battle: TricornBattle) -> dict[int, tuple[Exit, ...]]:
    """The free sides on which garrisons may come out, filled in when it is asked: a player is told of them
    before he chooses one."""
    del battle
    return {}


def _free_sides(battle: TricornBattle, unit: TricornUnit) -> tuple[Exit, ...]:
    """The sides outside which there is room, free of units and closed ground, and far enough from the enemy.

    terrain.garrison, movement.one-inch; the place it leaves does not count
    """
    place = battle.stronghold(unit.garrison)
    places = [outside(unit, place, heading) for heading in place.headings]
    enemies = battle.enemies_of(unit.side)
    gaps = zip(enemies, distances(battle, unit, enemies), strict=True)
    keeps = {enemy.id: min(float(NEAR), gap) for enemy, gap in gaps}
    demands = Demands(shut_to(unit.category), LAYERS, keeps)
    free = have_room(unit, places, scene_for(battle, unit), demands)
    return tuple([Exit(place.piece, heading) for heading in compress(place.headings, free)])


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
