"""Distances between units and officers as the rules measure them, from rectangle to rectangle.

Lengths are hundredths of an inch. A garrison is measured from its outline (geometry.distance).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.tricorn.battle import Officer, TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import inches_of
from sandtable.systems.tricorn.shapes import solid
from sandtable.table.measure import Distances, distance_to_point, gap, gaps_to_all
from sandtable.table.measure import distances as distances_of_all
from sandtable.table.space import HAIR, INCH, TOLERANCE, Body, Point, Scene, centre, inches, standing

SLACK: Final = 0.5 + HAIR
"""The tolerance for rounding when a distance is compared with a limit (geometry.table)."""

TOUCH: Final = TOLERANCE + HAIR
"""Bodies apart, or overlapping, by no more than this are in contact (geometry.distance)."""

BASE: Final = solid(inches(inches_of("leaders.base")), inches(inches_of("leaders.base")))
"""The base of an officer, drawn as the square around it (leaders.base)."""


def is_within(length: float, limit: float) -> bool:
    """Is a length no more than a limit in inches? Exactly the limit is within it (geometry.table)."""
    return length <= limit * INCH + SLACK


def distance(one: Body, other: Body) -> float:
    """The distance between two units; 0 if they are in contact (geometry.distance)."""
    return settled(gap(one, other, "footprint"))


def distances(battle: TricornBattle, unit: Body, others: tuple[TricornUnit, ...]) -> tuple[float, ...]:
    """The distances of a unit, at an actual or assumed place, from each of the others (geometry.distance)."""
    found = gaps_from(unit, scene_of(battle))
    gaps = [found[other.id] for other in others]
    return tuple([0.0 if gap <= TOUCH else gap for gap in gaps])


def gaps_from(unit: Body, scene: Scene) -> Sequence[float]:
    """The distances of a unit from all bodies of a scene; taken from the cached table if the unit stands
    there."""
    there = scene.bodies[unit.id]
    if there.pose is unit.pose and there.shape is unit.shape:
        return gaps_of(scene).from_one(unit.id)
    return gaps_to_all(unit, scene, "footprint")


@by_identity(most=16)
def gaps_of(scene: Scene) -> Distances:
    """The distances between all bodies of a scene, cached by scene (geometry.distance)."""
    return distances_of_all(scene, "footprint")


def nearest_enemy(battle: TricornBattle, unit: Body) -> float:
    """The distance of the nearest enemy unit; abandoned guns do not count (rally.conditions)."""
    return min(distances(battle, unit, battle.enemies_of(unit.side)), default=float("inf"))


def enemies_near(battle: TricornBattle, unit: TricornUnit, far: float) -> list[tuple[float, TricornUnit]]:
    """The enemies within a distance, each with its own, the nearest first."""
    enemies = battle.enemies_of(unit.side)
    gaps = zip(distances(battle, unit, enemies), enemies, strict=True)
    return sorted(((gap, enemy) for gap, enemy in gaps if gap <= far), key=lambda one: (one[0], one[1].id))


def is_touching(one: Body, other: Body) -> bool:
    """Are two bodies in contact? (geometry.distance)"""
    return gap(one, other, "footprint") <= TOUCH


def distance_to(unit: Body, point: Point) -> float:
    """The distance from a point to the nearest point of a unit (geometry.distance)."""
    return distance_to_point(unit, point, "footprint")


def middle_of(unit: Body) -> Point:
    """The middle of a unit's rectangle, or of the outline it holds."""
    return centre(standing(unit), unit.shape)


def place_of(battle: TricornBattle, officer: Officer) -> Point | None:
    """Where an officer is: at the centre of his base or of his unit; None if he is off the table.

    command.radius.measure
    """
    if officer.attached is None:
        return officer.place
    return middle_of(battle.units[officer.attached])


def is_in_radius(battle: TricornBattle, officer: Officer, unit: TricornUnit) -> bool:
    """Is a unit within an officer's Command Radius, the border included? (command.radius.measure)"""
    place = place_of(battle, officer)
    if place is None or unit.pose is None:
        return False
    return is_near(unit, place, officer.rating.radius)


def is_near(unit: Body, point: Point, limit: float) -> bool:
    """Is a unit within this many inches of a point?

    A quick test by the middle of its front settles most cases (geometry.distance).
    """
    pose, shape, reach = standing(unit), unit.shape, limit * INCH
    middle = math.hypot(point.x - pose.x, point.y - pose.y)
    if middle <= reach:
        return True
    far = reach + shape.width + shape.depth + SLACK
    return middle <= far and is_within(distance_to(unit, point), limit)


def settled(length: float) -> float:
    """A distance with contact counted as 0 (geometry.distance)."""
    return 0.0 if length <= TOUCH else length
