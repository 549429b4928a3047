"""Rough and quick geometry for weighing many places: middles, headings, arcs and lines of fire.

The rules measure exactly; nothing here decides what is legal.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from sandtable.systems.coldsteel.battle import ColdSteelUnit
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.space import (
    COSINES,
    FULL_TURN,
    INCH,
    RADIAN,
    SINES,
    Point,
    Pose,
    Shape,
    centre,
    corners,
    standing,
)

ALL_ROUND: Final = (Formation.SQUARE, Formation.GARRISON, Formation.SKIRMISH)
"""Formations that face all round (geometry.all-round)."""


class Stand(NamedTuple):
    """A unit's pose, half its front, whether it faces all round, and its middle and corners."""

    pose: Pose
    half: float
    all_round: bool
    points: tuple[Point, ...]


def stand(pose: Pose, shape: Shape, formation: Formation) -> Stand:
    """The stand of a unit at a pose."""
    points = (centre(pose, shape), *corners(pose, shape))
    return Stand(pose, shape.width / 2, formation in ALL_ROUND, points)


def looks(one: Stand, other: Stand) -> bool:
    """Has a unit the middle or a corner of another in its arc? (geometry.front-arc)"""
    if one.all_round:
        return True
    pose, half = one.pose, one.half
    sin, cos = SINES[pose.heading], COSINES[pose.heading]
    for x, y in other.points:
        dx, dy = x - pose.x, y - pose.y
        ahead = dx * sin + dy * cos
        if ahead >= 0 and abs(dx * cos - dy * sin) <= half + ahead:
            return True
    return False


def middle(unit: ColdSteelUnit) -> Point:
    """The middle of a unit that stands on the table."""
    return centre(standing(unit), unit.shape)


def apart(one: Point, other: Point) -> float:
    """The distance between two points in inches."""
    return math.hypot(one.x - other.x, one.y - other.y) / INCH


def heading_to(start: Point, end: Point) -> int:
    """The heading from one point to another."""
    return round(math.atan2(end.x - start.x, end.y - start.y) / RADIAN) % FULL_TURN


def off_course(heading: int, start: Point, end: Point) -> int:
    """The angle in tenths of a degree between a heading and the direction to a point."""
    turn = (heading_to(start, end) - heading) % FULL_TURN
    return min(turn, FULL_TURN - turn)


def crosses(start: Point, end: Point, pose: Pose, shape: Shape) -> bool:
    """Does a straight line cross the footprint of a unit at a pose?"""
    near, far = pose.local(start), pose.local(end)
    low, high = 0.0, 1.0
    limits = ((near.x, far.x, -shape.width / 2, shape.width / 2), (near.y, far.y, -float(shape.depth), 0.0))
    for begin, finish, least, most in limits:
        run = finish - begin
        if not run:
            if not least < begin < most:
                return False
            continue
        first, last = sorted(((least - begin) / run, (most - begin) / run))
        low, high = max(low, first), min(high, last)
    return low < high
