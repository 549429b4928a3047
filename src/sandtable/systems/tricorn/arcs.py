"""Arcs: what lies in a unit's firing arc, how far away it is, and on which side of a unit a point lies.

geometry.arc, geometry.range, geometry.flank-zone.fire, geometry.garrison-point
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from sandtable.systems.tricorn.battle import TricornUnit
from sandtable.systems.tricorn.book import degrees_of
from sandtable.systems.tricorn.nearness import SLACK, distance, middle_of
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.measure import nearest_to_point, range_in_arc
from sandtable.table.space import DEGREE, Body, Front, Point, Pose, Shape, face, standing

OUTWARD: Final = degrees_of("geometry.arc") * DEGREE
"""The firing arc opens outward by this angle from each front corner (geometry.arc)."""

Aspect = Literal["front", "flank", "rear"]
"""Where fire or an attack comes from, as its target sees it (geometry.flank-zone.fire)."""


def front_of(unit: TricornUnit) -> Front:
    """The front edge a unit shoots from; a battery in a redoubt has its own (terrain.redoubt)."""
    if unit.emplaced is not None:
        return face(unit.emplaced, unit.profile.shape(Formation.UNLIMBERED), "front")
    return face(standing(unit), unit.shape, "front")


def has_no_front(unit: TricornUnit) -> bool:
    """Does the unit shoot all round from an outline, as a Foot garrison does? (geometry.garrison-point)"""
    return unit.formation is Formation.GARRISON


def eye_of(unit: TricornUnit, other: Body) -> Point:
    """Where a unit looks from: the middle of its front edge, or for a garrison the point of its outline
    nearest to the other.

    geometry.los, geometry.garrison-point
    """
    if has_no_front(unit):
        return nearest_to_point(unit, middle_of(other), "footprint")
    return front_of(unit).middle


def range_to(unit: TricornUnit, target: Body) -> float | None:
    """The distance from a shooter to the part of a target in its arc; None if no part is.

    geometry.range, geometry.garrison-point
    """
    if has_no_front(unit):
        return distance(unit, target)
    return _in_arc(front_of(unit), standing(target), target.shape)


@lru_cache(maxsize=2048)
def _in_arc(front: Front, pose: Pose, shape: Shape) -> float | None:
    """The distance to the part of a shape in a front's arc; cached by pose, because the same pairs are
    measured repeatedly between moves."""
    found = range_in_arc(front, OUTWARD, Body(0, 0, pose, shape), slack=SLACK)
    return None if found is None else found.distance


def aspect_of(target: TricornUnit, eye: Point) -> Aspect:
    """On which side of a unit a point lies: behind the line of its rear, of its front, or ahead of both.

    geometry.flank-zone.fire; a garrison has neither flank nor rear (terrain.garrison)
    """
    if target.is_garrison:
        return "front"
    return aspect_at(standing(target), target.shape.depth, eye)


def aspect_at(pose: Pose, depth: int, eye: Point) -> Aspect:
    """The side of a rectangle of this depth on which a point lies (geometry.flank-zone.fire)."""
    forward = pose.local(eye).y
    if forward >= -SLACK:
        return "front"
    return "rear" if forward < -depth - SLACK else "flank"


def fire_aspect(shooter: TricornUnit, target: TricornUnit) -> Aspect:
    """Whether a shot is frontal or at flank or rear (geometry.flank-zone.fire, geometry.garrison-point)."""
    return aspect_of(target, eye_of(shooter, target))
