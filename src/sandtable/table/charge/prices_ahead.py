"""What the ground makes of ways straight ahead, told of many wheels before them at once."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandtable.table import compiled
from sandtable.table.charge.kernels.prices_ahead import price_all_ahead
from sandtable.table.movement.course import Course, pose_row
from sandtable.table.movement.legs import KINDS
from sandtable.table.space.pose import Pose
from sandtable.table.space.shape import frontage


def prices_ahead(
    course: Course, ways: Sequence[tuple[int, int]], start: Pose | None = None
) -> Sequence[float]:
    """What each of some ways straight ahead costs with the ground on it, at one for each inch of good ground.

    A way is a wheel (tenths of a degree, clockwise positive; 0 for none) and how far it then leads; it begins
    where the body stands, or at another *start*. Whom it passes does not count.
    """
    if not ways:
        return ()
    shape, told = course.body.shape, compiled.zeros(len(ways))
    price_all_ahead(
        pose_row(start or course.pose),
        frontage(shape) / 2,
        math.hypot(shape.width, shape.depth),
        KINDS.index("advance"),
        compiled.wholes([turn for turn, _ in ways]),
        compiled.wholes([length for _, length in ways]),
        course.world,
        told,
    )
    return compiled.listed(told)
