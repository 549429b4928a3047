"""Pushes: the direction in which a unit gives ground, and the enemy it faces afterwards.

In a melee they are computed before any unit moves, from the contacts before any recoil.
"""

from __future__ import annotations

import math
from typing import Final

from msgspec import Struct

from sandtable.game.battle.battle import scene_of
from sandtable.systems.tricorn.battle import Due, TricornBattle, TricornUnit
from sandtable.systems.tricorn.contact import Touching, touching
from sandtable.systems.tricorn.nearness import TOUCH, middle_of
from sandtable.systems.tricorn.strongholds import Stronghold
from sandtable.systems.tricorn.terrain import IMPASSABLE, LAYERS, STRONGHOLDS
from sandtable.table.forced import Direction, direction_of, direction_to
from sandtable.table.measure import gap, gaps_to_all
from sandtable.table.room import Demands, have_turns
from sandtable.table.space import (
    COSINES,
    DEGREE,
    FULL_TURN,
    HALF_TURN,
    SINES,
    Point,
    heading_between,
    standing,
    turn_between,
)

DEMANDS: Final = Demands((*IMPASSABLE, *STRONGHOLDS), LAYERS)
"""What a turning unit must keep off: other units, strongholds, and water."""
LEAST: Final = 0.001
"""Facings whose vector sum is shorter than this cancel out (recoil.path)."""


class Push(Struct, frozen=True):
    """The direction in which a unit gives ground; None if enemies press from all sides alike and it cannot.

    ``enemy`` is the unit that it faces afterwards, ``centre`` the enemy's centre when it drove the unit back
    (recoil.path, shooting.recoil-direction).
    """

    way: Direction | None
    enemy: int | None = None
    centre: Point | None = None


# --------------------------------------------------------------------- which way
def push_in_melee(battle: TricornBattle, unit: int, primary: int) -> Push:
    """How a unit recoils from a melee: straight back if enemies touch only its front; otherwise away from all
    that touch it, then facing the enemy primary.

    recoil.path, movement.flank-contact.recoil, terrain.garrison.recoil
    """
    one, foe = battle.units[unit], battle.units[primary]
    if one.is_garrison:
        return push_out(battle, one, middle_of(foe))
    touches = touching(battle, unit)
    if not any(touch.flanks for touch in touches):
        return straight_back(one)
    return Push(_sum_of_facings(battle, one, touches), primary, middle_of(foe))


def push_by_fire(battle: TricornBattle, due: Due) -> Push:
    """How a unit recoils from fire: straight back if the nearest shooter that hit was in front of it;
    otherwise along the line from the shooter's centre through its own, then facing the shooter.

    shooting.recoil-direction, terrain.garrison.recoil
    """
    one = battle.units[due.unit]
    if one.is_garrison:
        return push_out(battle, one, due.origin)
    way = direction_to(due.origin, middle_of(one)) if due.aside else None
    return straight_back(one) if way is None else Push(way, due.nearest, due.origin)


def straight_back(unit: TricornUnit) -> Push:
    """Straight back; the unit keeps its facing (recoil.path)."""
    return Push(direction_of((standing(unit).heading + HALF_TURN) % FULL_TURN))


def push_out(battle: TricornBattle, unit: TricornUnit, enemy: Point) -> Push:
    """A garrison leaves by the side that faces most nearly away from an enemy (terrain.garrison.recoil)."""
    return Push(direction_of(side_away(battle.stronghold(unit.garrison), enemy)))


def side_away(place: Stronghold, enemy: Point) -> int:
    """The heading of the side of a place that faces most nearly away from a point."""
    dx, dy = place.middle.x - enemy.x, place.middle.y - enemy.y
    return max(place.headings, key=lambda out: dx * SINES[out] + dy * COSINES[out])


def _sum_of_facings(
    battle: TricornBattle, unit: TricornUnit, touches: tuple[Touching, ...]
) -> Direction | None:
    """The vector sum of the facings of all enemies that touch a unit; None if they cancel out.

    recoil.path
    """
    facings = [_facing(battle, battle.units[touch.enemy], middle_of(unit)) for touch in touches]
    x, y = sum(SINES[heading] for heading in facings), sum(COSINES[heading] for heading in facings)
    return direction_to(Point(0.0, 0.0), Point(x, y)) if math.hypot(x, y) >= LEAST else None


def _facing(battle: TricornBattle, enemy: TricornUnit, towards_unit: Point) -> int:
    """The facing of an enemy; for a garrison that of the side on which the unit is (terrain.garrison)."""
    if not enemy.is_garrison:
        return standing(enemy).heading
    place = battle.stronghold(enemy.garrison)
    return place.heading_near(heading_between(place.middle, towards_unit))


# --------------------------------------------------------------------- and whom it faces then
def facing_of(battle: TricornBattle, push: Push, middle: Point) -> int | None:
    """The heading from a unit's centre to the enemy that drove it back; None if there is none to face.

    It faces where the enemy stands now, or stood if it has left the table (recoil.path,
    shooting.recoil-direction).
    """
    if push.enemy is None or push.centre is None:
        return None
    enemy = battle.units[push.enemy]
    return heading_between(middle, push.centre if enemy.pose is None else middle_of(enemy))


def heading_along(way: Direction) -> int:
    """The heading of a path, to a tenth of a degree."""
    return heading_between(Point(0.0, 0.0), Point(way.x, way.y))


def turned_so_far(battle: TricornBattle, unit: TricornUnit, heading: int) -> int:
    """How far a unit, at an actual or assumed place, can turn about its centre towards a heading before it is
    blocked.

    recoil.path
    """
    now = standing(unit).heading
    turn = turn_between(now, heading)
    if not turn:
        return now
    sign = 1 if turn > 0 else -1
    free = _free(battle, unit, now, sign, (*range(DEGREE, abs(turn), DEGREE), abs(turn)))
    if free == abs(turn):
        return heading
    nearly = range(free + 1, min(free + DEGREE, abs(turn)))
    return (now + sign * (_free(battle, unit, now, sign, tuple(nearly)) or free)) % FULL_TURN


def has_room(battle: TricornBattle, unit: TricornUnit) -> bool:
    """Could a unit stand at its assumed place, clear of other units and of strongholds?

    Touching bodies may overlap by the rounding of both places (recoil.path, geometry.distance).
    """
    found = gaps_to_all(unit, scene_of(battle), "footprint")
    others = (one for side in (0, 1) for one in battle.on_table(side) if one.id != unit.id)
    return all(found[one.id] >= -2 * TOUCH for one in others) and all(
        gap(unit, place.body(), "footprint") >= -2 * TOUCH for place in battle.strongholds
    )


def _free(battle: TricornBattle, unit: TricornUnit, now: int, sign: int, turns: tuple[int, ...]) -> int:
    """The last of these successive turns at which a unit still has room; 0 if none."""
    headings = [(now + sign * turn) % FULL_TURN for turn in turns]
    reached = 0
    for turn, has_room in zip(
        turns, have_turns(unit, (unit.shape,), headings, scene_of(battle), DEMANDS), strict=True
    ):
        if not has_room:
            break
        reached = turn
    return reached
