"""Ranging: how far shooters are from others in the arc before their fronts, told for all of them at once."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.space.kernels.boxes import BOX, box_gap

SHOOTER: Final = 4
"""Whole numbers of a shooter."""

PAIR: Final = 3
"""Whole numbers of a pair."""

NEARLY: Final = 5.0
"""What lies outside an arc by no more than this is looked at closely."""


@leaf
def point_to_box(x: float, y: float, boxes: Floats, j: int) -> float:
    """How far a point is from a box; 0 inside it."""
    middle_x, middle_y, wide, deep, sine, cosine = (
        boxes[j],
        boxes[j + 1],
        boxes[j + 2],
        boxes[j + 3],
        boxes[j + 4],
        boxes[j + 5],
    )
    dx, dy = x - middle_x, y - middle_y
    right, forward = dx * cosine - dy * sine, dx * sine + dy * cosine
    across, along = min(max(right, -wide), wide), min(max(forward, -deep), deep)
    if across == right and along == forward:
        return 0.0
    dx, dy = middle_x + across * cosine + along * sine - x, middle_y - across * sine + along * cosine - y
    return math.sqrt(dx * dx + dy * dy)


@leaf
def outside_arc(
    boxes: Floats, i: int, j: int, x: float, y: float, arc_sine: float, arc_cosine: float
) -> float:
    """How far the middle of a box is outside the arc before the front of another, or at most 0 inside it."""
    sine, cosine = boxes[i + 4], boxes[i + 5]
    dx, dy = boxes[j] - x, boxes[j + 1] - y
    aside, ahead = abs(dx * cosine - dy * sine), dx * sine + dy * cosine
    return max(-ahead, arc_cosine * (aside - boxes[i + 2]) - arc_sine * ahead)


@kernel(
    "int64(float64[::1], int64[::1], int64[::1], int64[::1], float64[::1], UniTuple(float64, 2),"
    " float64[::1], int64[::1])"
)
def tell_ranges(
    boxes: Floats,
    starts: Wholes,
    sides: Wholes,
    shooters: Wholes,
    reaches: Floats,
    arc: tuple[float, float],
    ranges: Floats,
    told: Wholes,
) -> int:
    """Tell of the bodies of the other side that shooters have in range and arc, and how many pairs there are.

    A shooter is four whole numbers: its own, whether it shoots all round and from any part of it, and the
    middle of its front edge, from which it shoots if not. All bodies have one box or none. Of a pair the
    range is told, and three whole numbers: the place of the shooter, the other body, and whether that is at
    the edge of the arc, where one has to look closer.
    """
    found = 0
    for n in range(len(reaches)):
        one, all_round = shooters[SHOOTER * n], shooters[SHOOTER * n + 1] == 1
        i, x, y = starts[one] * BOX, float(shooters[SHOOTER * n + 2]), float(shooters[SHOOTER * n + 3])
        for other in range(len(starts) - 1):
            j, outside = starts[other] * BOX, 0.0
            if sides[other] == sides[one] or starts[other] == starts[other + 1]:
                continue
            if all_round:
                far = max(box_gap(boxes, i, boxes, j), 0.0)
            else:
                outside = outside_arc(boxes, i, j, x, y, arc[0], arc[1])
                if outside > boxes[j + 6] + NEARLY:
                    continue
                far = point_to_box(x, y, boxes, j)
            if far <= reaches[n]:
                ranges[found] = far
                told[PAIR * found], told[PAIR * found + 1] = n, other
                told[PAIR * found + 2] = 1 if outside > 0.0 else 0
                found += 1
    return found
