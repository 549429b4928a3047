"""Arcs: the front, flanks and rear of a unit or of one base (formation.arcs)."""

from __future__ import annotations

import math
from typing import Final

from sandtable.systems.eagle.battle import EagleUnit
from sandtable.table import measure
from sandtable.table.space import (
    COSINES,
    INCH,
    SINES,
    Base,
    Body,
    Point,
    Pose,
    Shape,
    Side,
    base_front,
    standing,
)


def arc_of(unit: EagleUnit, point: Point) -> Side:
    """The arc of a unit in which a point lies, by the rectangle around it (formation.arcs)."""
    return measure.arc_of(standing(unit), unit.shape, point)


def front_centre(unit: Body) -> Point:
    """The centre of the front edge of a unit, which decides the side on which it strikes.

    charge.face, shooting.rear
    """
    pose = standing(unit)
    return Point(float(pose.x), float(pose.y))


def is_in_front(unit: EagleUnit, other: Body) -> bool:
    """Does any base of another unit lie in the front arc of a unit? (formation.arcs)"""
    told = _told_by_circle(standing(unit), unit.shape.width / 2, standing(other), other.shape)
    return measure.is_in_arc(unit, other, "front") if told is None else told


MARGIN: Final = INCH / 10
"""A circle farther than this from the lines of an arc lies wholly inside or outside it."""


def _told_by_circle(pose: Pose, half: float, there: Pose, shape: Shape) -> bool | None:
    """Whether a body lies in a front arc, judged by the circle around it; None if that does not decide it.

    It saves the exact test for most pairs. The lines of the front arc lean outwards by 45 degrees
    (formation.arcs).
    """
    sin, cos, deep = SINES[there.heading], COSINES[there.heading], shape.depth / 2
    dx, dy = there.x - deep * sin - pose.x, there.y - deep * cos - pose.y
    sin, cos = SINES[pose.heading], COSINES[pose.heading]
    forward, aside = dx * sin + dy * cos, abs(dx * cos - dy * sin)
    clear = math.hypot(shape.width, shape.depth) / 2 + MARGIN
    inside = (half + forward - aside) * math.sqrt(0.5)
    if forward < -clear or inside < -clear:
        return False
    return True if forward > clear and inside > clear else None


def ahead_of(unit: EagleUnit, others: tuple[EagleUnit, ...]) -> tuple[int, ...]:
    """The numbers of those among *others* that lie in the front arc of a unit (formation.arcs)."""
    return tuple(other.id for other in others if is_in_front(unit, other))


def as_body(unit: EagleUnit, base: Base) -> Body:
    """One base of a unit as a body of its own, for its own arcs (formation.arcs)."""
    pose = standing(unit)
    x, y = base_front(pose, base)
    alone = Base(0, 0, base.width, base.depth)
    return Body(
        unit.id, unit.side, Pose(round(x), round(y), pose.heading), Shape((alone,), base.width, base.depth)
    )
