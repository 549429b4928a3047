"""Garrisons: Foot enters a village, strong point or redoubt and comes out again (terrain.garrison)."""

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
from sandtable.table.measure import gaps_to_all
from sandtable.table.room import Demands, Place, have_room
from sandtable.table.space import Point, Pose, standing


class Exit(NamedTuple):
    """The side on which a garrison comes out, by its heading (terrain.garrison)."""

    place: str
    heading: int


def doors(battle: TricornBattle, unit: TricornUnit) -> tuple[str, ...]:
    """The empty strongholds that a Foot unit touches and may enter (terrain.garrison)."""
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
    """Might a stronghold be this near to a point? A quick test that saves the exact distance."""
    far = reach + place.breadth + place.depth
    return abs(place.middle.x - point.x) <= far and abs(place.middle.y - point.y) <= far


def _is_clear(battle: TricornBattle, unit: TricornUnit, place: Stronghold) -> bool:
    """Is the ground of a stronghold free of other units? (terrain.garrison, movement.no-overlap)"""
    gaps = gaps_to_all(place.body(), scene_of(battle), "footprint")
    return all(gap >= -TOUCH for number, gap in enumerate(gaps) if number != unit.id)


def heading_in(battle: TricornBattle, unit: TricornUnit, place: str) -> int:
    """The heading that becomes the garrison's front: the one nearest to the unit's facing."""
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
    """The exits by unit, valid for one battle object: they are listed and then checked for the same
    choice."""
    del battle
    return {}


def _free_sides(battle: TricornBattle, unit: TricornUnit) -> tuple[Exit, ...]:
    """The sides with room outside: clear of units and closed ground, and far enough from the enemy.

    The place it leaves does not count (terrain.garrison, movement.one-inch).
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
    """Where a garrison stands after it comes out: its rear edge on the outline, facing outward.

    Foot comes out in Line (terrain.garrison), guns limbered (terrain.redoubt).
    """
    shape = unit.profile.shape(formation_outside(unit))
    side = place.side(heading)
    x, y = side.at(0, shape.depth)
    return Place(Pose(round(x), round(y), heading), shape)


def formation_outside(unit: TricornUnit) -> Formation:
    """The formation in which a garrison comes out (terrain.garrison, terrain.redoubt)."""
    return Formation.LIMBERED if unit.is_artillery else Formation.LINE
