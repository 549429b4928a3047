"""Plain outlines and lines of a plan, as far as laying them on hexes needs them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from sandtable.table.space.pose import Point

NOISE: Final = 1e-6
"""Lengths in hundredths of an inch below which two computed numbers are the same number."""


def centroid(polygon: Sequence[Point]) -> Point:
    """The centre of gravity of a polygon; of one without area, the middle of its corners."""
    area = x = y = 0.0
    origin = polygon[0]
    for one, other in _edges(polygon):
        cross = _cross(origin, one, other)
        area += cross
        x += cross * (origin.x + one.x + other.x) / 3
        y += cross * (origin.y + one.y + other.y) / 3
    if abs(area) <= NOISE:
        return middle(polygon)
    return Point(x / area, y / area)


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return Point(
        sum(point.x for point in points) / len(points), sum(point.y for point in points) / len(points)
    )


def contains(polygon: Sequence[Point], point: Point, tolerance: float) -> bool:
    """Whether a point lies in a polygon; on its outline, by the tolerance, it does."""
    if any(distance_to_segment(point, one, other) <= tolerance for one, other in _edges(polygon)):
        return True
    inside = False
    for one, other in _edges(polygon):
        if (one.y > point.y) != (other.y > point.y):
            inside ^= point.x < one.x + (point.y - one.y) * (other.x - one.x) / (other.y - one.y)
    return inside


def distance_to_line(point: Point, line: Sequence[Point]) -> float:
    """The distance from a point to the nearest point of a line of one or more points."""
    if len(line) == 1:
        return math.dist(point, line[0])
    return min(distance_to_segment(point, one, other) for one, other in pairwise(line))


def distance_to_segment(point: Point, one: Point, other: Point) -> float:
    """The distance from a point to the nearest point of a segment."""
    dx, dy = other.x - one.x, other.y - one.y
    length = dx * dx + dy * dy
    share = 0.0 if length == 0 else ((point.x - one.x) * dx + (point.y - one.y) * dy) / length
    share = min(max(share, 0.0), 1.0)
    return math.dist(point, (one.x + share * dx, one.y + share * dy))


def line_meets(line: Sequence[Point], start: Point, end: Point) -> bool:
    """Whether a line has a point in common with a segment, its ends included."""
    return any(_segments_meet(one, other, start, end) for one, other in pairwise(line))


def _segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    if (
        min(a.x, b.x) > max(c.x, d.x) + NOISE
        or min(c.x, d.x) > max(a.x, b.x) + NOISE
        or min(a.y, b.y) > max(c.y, d.y) + NOISE
        or min(c.y, d.y) > max(a.y, b.y) + NOISE
    ):
        return False
    # The boxes overlap, so the segments meet unless one lies wholly on one hand of the other.
    return _hand(a, b, c) * _hand(a, b, d) <= 0 and _hand(c, d, a) * _hand(c, d, b) <= 0


def _hand(one: Point, other: Point, point: Point) -> int:
    """On which hand of a segment a point lies: 1 left, -1 right, 0 in line with it."""
    cross = _cross(one, other, point)
    return 0 if abs(cross) <= NOISE * math.dist(one, other) else (1 if cross > 0 else -1)


def _cross(origin: Point, one: Point, other: Point) -> float:
    return (one.x - origin.x) * (other.y - origin.y) - (one.y - origin.y) * (other.x - origin.x)


def _edges(polygon: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise((*polygon, polygon[0])))
