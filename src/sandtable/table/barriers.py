"""Barriers: figures that somebody goes around, with the boxes that tell soon which of them lie in the way.

>>> wall = barrier((Point(0, 0), Point(10, 0), Point(10, 2), Point(0, 2)))
>>> overlap(wall.box, grown(box_around((Point(12, 1),)), 1)), overlap(wall.box, grown(wall.box, 5))
(False, True)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.table.pose import Point


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


def overlap(one: Box, other: Box) -> bool:
    """Have two boxes more in common than an edge?"""
    across = one.right > other.left and one.left < other.right
    return across and one.high > other.low and one.low < other.high
