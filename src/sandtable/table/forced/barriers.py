"""Barriers: figures that somebody goes around, with the boxes that tell soon which of them lie in the way.

>>> wall = barrier((Point(0, 0), Point(10, 0), Point(10, 2), Point(0, 2)))
>>> overlap(wall.box, grown(box_around((Point(12, 1),)), 1)), overlap(wall.box, grown(wall.box, 5))
(False, True)
>>> box_of_ways(Point(0, 0), (Point(0, 60),), 100)
Box(left=-50.0, low=-20.0, right=50.0, high=80.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.table.space.pose import Point


class Box(NamedTuple):
    """An upright rectangle by its sides."""

    left: float
    low: float
    right: float
    high: float


class Barrier(NamedTuple):
    """What somebody goes around: its outline, the box around it, and the body it is, if it is one."""

    figure: tuple[Point, ...]
    box: Box
    body: int = -1


def barrier(figure: Sequence[Point], body: int = -1) -> Barrier:
    """A barrier with this outline."""
    return Barrier(tuple(figure), box_around(figure), body)


def box_around(points: Sequence[Point]) -> Box:
    """The least upright rectangle around some points."""
    xs, ys = [point.x for point in points], [point.y for point in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def grown(box: Box, by: float) -> Box:
    """A box with so much more on all sides."""
    return Box(box.left - by, box.low - by, box.right + by, box.high + by)


def common(one: Box, other: Box) -> Box:
    """What two boxes that overlap have in common."""
    left, low = max(one.left, other.left), max(one.low, other.low)
    return Box(left, low, min(one.right, other.right), min(one.high, other.high))


def box_of_ways(start: Point, goals: Sequence[Point], longest: float) -> Box:
    """A box that no way from a place to any of some goals leaves which is no longer than that."""
    # Of such a way what it goes to and fro, to either side, is no longer either.
    left, low, right, high = box_around(goals)
    x, y = start
    west, south = (x + left - longest) / 2, (y + low - longest) / 2
    return Box(west, south, (x + right + longest) / 2, (y + high + longest) / 2)


def overlap(one: Box, other: Box) -> bool:
    """Have two boxes more in common than an edge?"""
    across = one.right > other.left and one.left < other.right
    return across and one.high > other.low and one.low < other.high
