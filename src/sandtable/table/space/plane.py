"""Plane figures: segments, half planes and convex polygons, for questions that need no kernel.

A polygon is its corners in order, in either direction unless stated.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import COSINES, FULL_TURN, HAIR, RADIAN, SINES
from sandtable.table.space.pose import Point


class Segment(NamedTuple):
    """A straight stretch between two points."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """Its length."""
        return apart(self.start, self.end)

    @property
    def middle(self) -> Point:
        """The point halfway along it."""
        return Point((self.start.x + self.end.x) / 2, (self.start.y + self.end.y) / 2)

    def at(self, share: float) -> Point:
        """The point at a share of its length from the start."""
        return Point(
            self.start.x + share * (self.end.x - self.start.x),
            self.start.y + share * (self.end.y - self.start.y),
        )


class HalfPlane(NamedTuple):
    """The points (x, y) with ``a * x + b * y <= c``; (a, b) has length 1 and points out of it."""

    a: float
    b: float
    c: float

    def excess(self, point: Point) -> float:
        """How far a point lies outside; negative inside."""
        return self.a * point.x + self.b * point.y - self.c


def apart(one: Point, other: Point) -> float:
    """The distance between two points."""
    dx, dy = other.x - one.x, other.y - one.y
    return math.sqrt(dx * dx + dy * dy)


def nearest_on_segment(segment: Segment, point: Point) -> Point:
    """The point of a segment that is nearest to a given point."""
    (ax, ay), (bx, by) = segment
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0.0:
        return segment.start
    return segment.at(min(max(((point.x - ax) * dx + (point.y - ay) * dy) / square, 0.0), 1.0))


def crossing(one: Segment, other: Segment) -> float | None:
    """The share of one segment at which another crosses or touches it; none if they miss or are parallel."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    way = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if way == 0.0:
        return None
    along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / way
    across = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / way
    return along if 0.0 <= along <= 1.0 and 0.0 <= across <= 1.0 else None


def clipped(polygon: Sequence[Point], planes: Iterable[HalfPlane], slack: float = 0.0) -> list[Point]:
    """What of a convex polygon lies inside all half planes, each moved outwards by *slack*."""
    points = list(polygon)
    for a, b, c in planes:
        over = [a * x + b * y - c - slack for x, y in points]
        if max(over, default=0.0) <= 0.0:
            continue
        kept: list[Point] = []
        ends = zip(pairwise([*points, *points[:1]]), pairwise([*over, *over[:1]]), strict=True)
        for (here, there), (before, after) in ends:
            if before <= 0.0:
                kept.append(here)
            if (before < 0.0 < after) or (after < 0.0 < before):
                kept.append(Segment(here, there).at(before / (before - after)))
        points = kept
    return points


def is_met(polygon: Sequence[Point], planes: Sequence[HalfPlane], slack: float = 0.0) -> bool:
    """Whether any part of a convex polygon lies inside all half planes: whether `clipped` leaves any of it.

    All corners outside one half plane, or one corner inside all, settle it without clipping.
    """
    within = [True] * len(polygon)
    for a, b, c in planes:
        over = [a * x + b * y - c - slack for x, y in polygon]
        if min(over) > HAIR:
            return False
        within = [known and more <= 0.0 for known, more in zip(within, over, strict=True)]
    return any(within) or bool(clipped(polygon, planes, slack))


def area(polygon: Sequence[Point]) -> float:
    """The area of a simple polygon."""
    return abs(sum(a.x * b.y - a.y * b.x for a, b in pairwise([*polygon, *polygon[:1]]))) / 2


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """The convex hull of some points, anticlockwise; of points on one line, its two ends."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def _chain(ordered: Sequence[Point]) -> list[Point]:
    """The half of a hull that turns left all the way."""
    kept: list[Point] = []
    for point in ordered:
        while len(kept) >= 2 and _turn(kept[-2], kept[-1], point) <= 0.0:
            kept.pop()
        kept.append(point)
    return kept


def _turn(first: Point, second: Point, third: Point) -> float:
    """Positive if the way over three points turns left."""
    return (second.x - first.x) * (third.y - first.y) - (second.y - first.y) * (third.x - first.x)


def box_corners(row: Sequence[float], i: int = 0) -> tuple[Point, Point, Point, Point]:
    """Front left, front right, rear right and rear left corner of a box row."""
    x, y, wide, deep, sin, cos = row[i : i + 6]
    wx, wy, dx, dy = wide * cos, wide * sin, deep * sin, deep * cos
    return (
        tuple.__new__(Point, (x - wx + dx, y + wy + dy)),
        tuple.__new__(Point, (x + wx + dx, y - wy + dy)),
        tuple.__new__(Point, (x + wx - dx, y - wy - dy)),
        tuple.__new__(Point, (x - wx - dx, y + wy - dy)),
    )


def nearest_in_box(row: Sequence[float], point: Point, i: int = 0) -> Point:
    """The point of a box row nearest to a given point; that point itself if it lies inside."""
    x, y, wide, deep, sin, cos = row[i : i + 6]
    dx, dy = point.x - x, point.y - y
    right, forward = dx * cos - dy * sin, dx * sin + dy * cos
    across = wide if right > wide else -wide if right < -wide else right
    along = deep if forward > deep else -deep if forward < -deep else forward
    if across == right and along == forward:
        return point
    return tuple.__new__(Point, (x + across * cos + along * sin, y - across * sin + along * cos))


def box_planes(row: Sequence[float], i: int = 0) -> tuple[HalfPlane, HalfPlane, HalfPlane, HalfPlane]:
    """The half planes whose common part is a box row: ahead, to the right, behind and to the left."""
    x, y, wide, deep, sin, cos = row[i : i + 6]
    ahead, aside = x * sin + y * cos, x * cos - y * sin
    return (
        HalfPlane(sin, cos, ahead + deep),
        HalfPlane(cos, -sin, aside + wide),
        HalfPlane(-sin, -cos, deep - ahead),
        HalfPlane(-cos, sin, wide - aside),
    )


def split_boxes(row: tuple[float, ...]) -> list[tuple[float, ...]]:
    """The single boxes of a row of several."""
    return [row[i : i + BOX] for i in range(0, len(row), BOX)]


def heading_between(start: Point, there: Point) -> int:
    """The heading from one point to another, to the tenth of a degree; 0 if they are the same."""
    return round(math.atan2(there.x - start.x, there.y - start.y) / RADIAN) % FULL_TURN


def heading_of_sum(headings: tuple[int, ...]) -> int | None:
    """The heading along the sum of several directions; none if they cancel out."""
    x = sum(SINES[heading % FULL_TURN] for heading in headings)
    y = sum(COSINES[heading % FULL_TURN] for heading in headings)
    if math.hypot(x, y) < RADIAN:
        return None
    return heading_between(Point(0, 0), Point(x, y))
