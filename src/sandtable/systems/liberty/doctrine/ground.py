"""Rough and quick geometry for the doctrine: distances and headings. The rules measure exactly."""

from __future__ import annotations

import math
from typing import Final

from sandtable.systems.liberty.battle import Regiment
from sandtable.table.space import FULL_TURN, INCH, RADIAN, Point, Pose, Shape, centre

FAR: Final = 999.0


def middle(unit: Regiment) -> Point:
    """The middle of a unit that stands on the table."""
    assert unit.pose is not None
    return centre(unit.pose, unit.shape)


def inches_to(pose: Pose, shape: Shape, point: Point) -> float:
    """The inches from a point to the footprint of a body."""
    right, forward = pose.local(point)
    aside = max(abs(right) - shape.width / 2, 0.0)
    ahead = max(forward, -shape.depth - forward, 0.0)
    return math.hypot(aside, ahead) / INCH


def heading_to(start: Point, end: Point) -> int:
    """The heading from one point to another."""
    return round(math.atan2(end.x - start.x, end.y - start.y) / RADIAN) % FULL_TURN


def apart(one: Point, other: Point) -> float:
    """The inches between two points."""
    return math.hypot(one.x - other.x, one.y - other.y) / INCH


def facing(pose: Pose, shape: Shape, heading: int) -> Pose:
    """A body turned about its centre to a heading."""
    x, y = centre(pose, shape)
    turned = Pose(round(x), round(y), heading)
    return turned.shifted(0, shape.depth / 2)
