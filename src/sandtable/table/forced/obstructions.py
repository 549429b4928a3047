"""Obstructions: outlines that a way leads around, with the rectangles that show which of them matter.

>>> wall = obstruction((Point(0, 0), Point(10, 0), Point(10, 2), Point(0, 2)))
>>> near = grown_rectangle(rectangle_around((Point(12, 1),)), 1)
>>> are_overlapping(wall.box, near), are_overlapping(wall.box, grown_rectangle(wall.box, 5))
(False, True)
>>> rectangle_of_ways(Point(0, 0), (Point(0, 60),), 100)
Rectangle(left=-50.0, low=-20.0, right=50.0, high=80.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.table.space.pose import Point


class Rectangle(NamedTuple):
    """An upright rectangle by its sides."""

    left: float
    low: float
    right: float
    high: float


class Obstruction(NamedTuple):
    """An outline that a way leads around, the rectangle around it, and the body it belongs to (-1: none)."""

    figure: tuple[Point, ...]
    box: Rectangle
    body: int = -1


def obstruction(figure: Sequence[Point], body: int = -1) -> Obstruction:
    """The obstruction with an outline."""
    return Obstruction(tuple(figure), rectangle_around(figure), body)


def rectangle_around(points: Sequence[Point]) -> Rectangle:
    """The least upright rectangle around some points."""
    xs, ys = [point.x for point in points], [point.y for point in points]
    return Rectangle(min(xs), min(ys), max(xs), max(ys))


def grown_rectangle(box: Rectangle, by: float) -> Rectangle:
    """A rectangle made larger on all sides."""
    return Rectangle(box.left - by, box.low - by, box.right + by, box.high + by)


def common_rectangle(one: Rectangle, other: Rectangle) -> Rectangle:
    """The intersection of two rectangles that overlap."""
    left, low = max(one.left, other.left), max(one.low, other.low)
    return Rectangle(left, low, min(one.right, other.right), min(one.high, other.high))


def rectangle_of_ways(start: Point, goals: Sequence[Point], longest: float) -> Rectangle:
    """A rectangle that contains every way up to a length from a place to any of some goals."""
    # A way that leads out to some x goes at least from its start to there and back to the goal along x.
    left, low, right, high = rectangle_around(goals)
    x, y = start
    west, south = (x + left - longest) / 2, (y + low - longest) / 2
    return Rectangle(west, south, (x + right + longest) / 2, (y + high + longest) / 2)


def are_overlapping(one: Rectangle, other: Rectangle) -> bool:
    """Whether two rectangles have more in common than an edge."""
    across = one.right > other.left and one.left < other.right
    return across and one.high > other.low and one.low < other.high
