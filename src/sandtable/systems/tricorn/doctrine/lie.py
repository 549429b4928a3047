"""The lie of the land, roughly and quickly: distances, headings and which way somebody looks.

The rules measure what counts; this is for weighing many places at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from sandtable.table.movement.legs import RADIAN
from sandtable.table.space.lengths import FULL_TURN, INCH
from sandtable.table.space.pose import Point


def apart(one: Point, other: Point) -> float:
    """The inches between two points."""
    return math.hypot(one.x - other.x, one.y - other.y) / INCH


def heading_to(start: Point, end: Point) -> int:
    """The heading from one point to another."""
    return round(math.atan2(end.x - start.x, end.y - start.y) / RADIAN) % FULL_TURN


def off_course(heading: int, start: Point, end: Point) -> int:
    """By how many tenths of a degree a heading leads away from the way to a point."""
    turn = (heading_to(start, end) - heading) % FULL_TURN
    return min(turn, FULL_TURN - turn)


def midst(points: Iterable[Point]) -> Point | None:
    """The middle of some points; none of none."""
    found = tuple(points)
    if not found:
        return None
    return Point(sum(one.x for one in found) / len(found), sum(one.y for one in found) / len(found))
