"""The sheet that a table is drawn on: inches become lengths on the page, and y points up.

>>> from sandtable.table.space import Field
>>> sheet = Sheet(Field(7200, 4800))
>>> sheet.height, sheet.spot(Point(0, 0)), sheet.spot(Point(7200, 4800))
(666.67, (0.0, 666.67), (1000.0, 0.0))
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from sandtable.table.space import INCH, Field, Point, Pose

WIDTH: Final = 1000.0
"""Every table is drawn this wide; lettering keeps its size."""

DRAWN_AT: Final = 14.3
"""The length of an inch for which strokes were designed; others are scaled."""

Spot = tuple[float, float]
"""A place on the page."""


class Sheet:
    """A field laid out on paper."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.inch = WIDTH * INCH / field.width
        self.height = round(field.depth / INCH * self.inch, 2)
        self.fine = self.inch / DRAWN_AT
        """The scale of strokes: the length of an inch over the designed one."""

    def length(self, hundredths: float) -> float:
        """A length of the table on the page."""
        return hundredths / INCH * self.inch

    def spot(self, point: Point | Pose) -> Spot:
        """A point of the table on the page."""
        return round(self.length(point.x), 2), round(self.height - self.length(point.y), 2)

    def spots(self, points: Iterable[Point]) -> list[Spot]:
        """Points of the table on the page."""
        return [self.spot(point) for point in points]


# --------------------------------------------------------------------- figures on the page
class RingPoint(tuple[float, float, float, float]):
    """A point of an outline with the direction inwards: x, y, dx, dy."""

    __slots__ = ()


def is_inside(ring: Sequence[Spot], x: float, y: float) -> bool:
    """Does a point lie in a ring? A ray to the right crosses its sides an odd number of times."""
    inside = False
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def bounds(ring: Iterable[Spot]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of points."""
    xs, ys = zip(*ring, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def middle(ring: Sequence[Spot]) -> Spot:
    """The middle of the bounds."""
    left, top, right, bottom = bounds(ring)
    return (left + right) / 2, (top + bottom) / 2


def rounded(ring: Sequence[Spot], radius: float, steps: int = 6) -> list[Spot]:
    """A ring with its corners rounded."""
    return [
        spot
        for place, corner in enumerate(ring)
        for spot in _bend(ring[place - 1], corner, ring[(place + 1) % len(ring)], radius, steps)
    ]


def smoothed(line: Sequence[Spot], radius: float, steps: int = 6) -> list[Spot]:
    """A line with its bends rounded and its ends kept."""
    bends = zip(line, line[1:], line[2:], strict=False)
    return [line[0], *(spot for bend in bends for spot in _bend(*bend, radius, steps)), line[-1]]


def _bend(before: Spot, corner: Spot, after: Spot, radius: float, steps: int) -> list[Spot]:
    """A corner replaced by a curve that begins and ends *radius* away from it, or nearly half-way."""
    start, end = _along(corner, before, radius), _along(corner, after, radius)
    return [_curve(start, corner, end, step / steps) for step in range(steps + 1)]


def _along(start: Spot, end: Spot, length: float) -> Spot:
    whole = math.dist(start, end) or 1.0
    share = min(length, whole * 0.45) / whole
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _curve(start: Spot, pull: Spot, end: Spot, share: float) -> Spot:
    a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share * share
    return a * start[0] + b * pull[0] + c * end[0], a * start[1] + b * pull[1] + c * end[1]


def parallel(line: Sequence[Spot], offset: float) -> list[Spot]:
    """A line parallel to another at a distance."""
    found = []
    for place, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(0, place - 1)], line[min(len(line) - 1, place + 1)]
        length = math.hypot(bx - ax, by - ay) or 1.0
        found.append((x - (by - ay) / length * offset, y + (bx - ax) / length * offset))
    return found


def ring_points(ring: Sequence[Spot], step: float) -> list[RingPoint]:
    """Points along a ring, *step* apart, each with the direction inwards."""
    turn = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]))
    inward = 1.0 if turn > 0 else -1.0
    found, left = [], 0.0
    for (ax, ay), (bx, by) in pairwise([*ring, ring[0]]):
        length = math.hypot(bx - ax, by - ay)
        while left < length:
            share = left / length
            dx, dy = (bx - ax) / length, (by - ay) / length
            found.append(
                RingPoint((ax + share * (bx - ax), ay + share * (by - ay), -dy * inward, dx * inward))
            )
            left += step
        left -= length
    return found
