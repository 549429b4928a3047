"""Nearness: distances between units, from base to base, and to the markers of leaders.

Lengths are hundredths of an inch (dice.measure).
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.game.battle import scene_of
from sandtable.game.kept import by_identity
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.table.body import standing
from sandtable.table.distance import Distances, distance_to_point
from sandtable.table.distance import distances as all_distances
from sandtable.table.measure import HAIR, INCH
from sandtable.table.pose import Point
from sandtable.table.scene import Scene

SLACK: Final = 1.0 + HAIR
"""What a distance may be over a limit and still be within it: 0.01 in (dice.measure)."""

FAR: Final = math.inf
"""The distance of what is not there."""


@by_identity(most=16)
def gaps(scene: Scene) -> Distances:
    """The distances of all pairs of units, base to base; as long as nobody moves they are kept."""
    return all_distances(scene)


def is_within(length: float, limit: float) -> bool:
    """Is a length within a limit, both in hundredths of an inch? Exactly the limit is (dice.measure)."""
    return length <= limit + SLACK


def is_beyond(length: float, limit: float) -> bool:
    """Is a length strictly more than a limit, both in hundredths of an inch? (dice.measure)"""
    return not is_within(length, limit)


def distance(battle: EagleBattle, one: int, other: int) -> float:
    """How far apart two units are, base to base; 0 where one came up to the other.

    dice.measure, formation.contact
    """
    if battle.contacts and other in battle.touching(one):
        return 0.0
    return gaps(scene_of(battle)).between(one, other)


def distances(battle: EagleBattle, unit: int, others: tuple[int, ...]) -> tuple[float, ...]:
    """How far a unit is from each of some others (dice.measure)."""
    found = gaps(scene_of(battle)).from_one(unit)
    touched = battle.touching(unit) if battle.contacts else ()
    return tuple([0.0 if other in touched else max(found[other], 0.0) for other in others])


def within(battle: EagleBattle, unit: int, others: tuple[int, ...], limit: float) -> tuple[int, ...]:
    """Those of some units that are within so many hundredths of an inch of one (dice.measure)."""
    lengths = distances(battle, unit, others)
    return tuple([other for other, length in zip(others, lengths, strict=True) if length <= limit + SLACK])


def enemies_within(battle: EagleBattle, unit: EagleUnit, limit: float) -> tuple[int, ...]:
    """The enemies that do not rout within a distance of a unit (dice.measure, morale.broken)."""
    return within(battle, unit.id, battle.numbers_unbroken(1 - unit.side), limit)


def nearest_enemy_distance(battle: EagleBattle, unit: EagleUnit) -> float:
    """How far the nearest enemy that does not rout is from a unit; infinite if there is none.

    rally.redress.conditions, movement.march.limits
    """
    enemies = battle.numbers_unbroken(1 - unit.side)
    return min(distances(battle, unit.id, enemies), default=FAR)


def nearest_of(battle: EagleBattle, unit: int, others: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some units that are nearest to one: all that tie within the tolerance (dice.measure)."""
    if not others:
        return ()
    lengths = distances(battle, unit, others)
    least = min(lengths)
    return tuple(other for other, length in zip(others, lengths, strict=True) if length <= least + SLACK)


# --------------------------------------------------------------------- leaders
def distance_to_leader(battle: EagleBattle, unit: EagleUnit, leader: Leader) -> float:
    """How far a unit is from a leader: 0 if he is with it, else from his marker.

    dice.measure, command.attach
    """
    if leader.attached == unit.id:
        return 0.0
    return distance_to_point(unit, battle.place_of(leader))


def leaders_within(battle: EagleBattle, unit: EagleUnit, limit: float) -> tuple[Leader, ...]:
    """The leaders of its own side within a distance of a unit, those with routers left out.

    control.under-control
    """
    posted, scene = _able_leaders(battle)[unit.side], scene_of(battle)
    there = scene.bodies[unit.id]
    if there.pose is not unit.pose or there.shape is not unit.shape:
        return _posted_within(battle, unit, posted, limit)
    known = _near_leaders(scene)
    found = known.get((unit.id, limit))
    if found is None or found[0] != posted:
        found = known[unit.id, limit] = posted, _posted_within(battle, unit, posted, limit)
    return found[1]


def _posted_within(battle: EagleBattle, unit: EagleUnit, posted: Posted, limit: float) -> tuple[Leader, ...]:
    return tuple(
        [
            leader
            for leader, place in posted
            if may_be_within(unit, place, limit)
            and is_within(distance_to_leader(battle, unit, leader), limit)
        ]
    )


@by_identity(most=4)
def _near_leaders(scene: Scene) -> dict[tuple[int, float], tuple[Posted, tuple[Leader, ...]]]:
    """The leaders within a distance of units, of those who stood where; as long as no unit moves and they
    stand there, they are the same, and every unit is asked about again and again."""
    del scene
    return {}


Posted = tuple[tuple[Leader, Point], ...]
"""Leaders, each with where his marker stands."""


@by_identity(most=8)
def _able_leaders(battle: EagleBattle) -> tuple[Posted, Posted]:
    """The leaders of each side who are not with routers; asked again of every unit."""
    first, second = [
        tuple(
            [
                (leader, battle.place_of(leader))
                for leader in battle.leaders_of(side)
                if leader.attached is None or not battle.units[leader.attached].routing
            ]
        )
        for side in (0, 1)
    ]
    return first, second


def may_be_within(unit: EagleUnit, point: Point, limit: float) -> bool:
    """Is a point not certainly farther from a unit? Told by the square around it, which is soon said."""
    pose, shape = standing(unit), unit.shape
    reach = limit + shape.width / 2 + shape.depth + SLACK
    return abs(point.x - pose.x) <= reach and abs(point.y - pose.y) <= reach


def as_inches(length: float) -> float:
    """A length in inches, as facts of resolutions have it, not rounded."""
    return length / INCH
