"""Rough, quick measures for the doctrine: distances, headings and facings.

The rules measure exactly; these are for comparing many places.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from sandtable.table.space import FULL_TURN, INCH, RADIAN, Point


def apart(one: Point, other: Point) -> float:
    """The distance between two points in inches."""
    return math.hypot(one.x - other.x, one.y - other.y) / INCH


def heading_to(start: Point, end: Point) -> int:
    """The heading from one point to another."""
    return round(math.atan2(end.x - start.x, end.y - start.y) / RADIAN) % FULL_TURN


def off_course(heading: int, start: Point, end: Point) -> int:
    """The angle between a heading and the direction to a point, in tenths of a degree."""
    turn = (heading_to(start, end) - heading) % FULL_TURN
    return min(turn, FULL_TURN - turn)


def midst(points: Iterable[Point]) -> Point | None:
    """The centre of some points; None if there are none."""
    found = tuple(points)
    if not found:
        return None
    return Point(sum(one.x for one in found) / len(found), sum(one.y for one in found) / len(found))
