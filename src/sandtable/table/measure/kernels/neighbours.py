"""The gaps of bodies to all others, and to the nearest of any side and of the enemy."""

from __future__ import annotations

import math

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.space.kernels.body_boxes import BODY, BODY_ARRAYS, BodyArrays
from sandtable.table.space.kernels.boxes import BOX, run_gap
from sandtable.table.space.lengths import HAIR


@kernel("UniTuple(float64, 2)(float64[::1], int64[::1], int64[::1], int64, float64[::1])")
def about_one(boxes: Floats, starts: Wholes, sides: Wholes, one: int, gaps: Floats) -> tuple[float, float]:
    """Write the gaps from one body to all; return the least to any other and the least to an enemy."""
    first, last = starts[one], starts[one + 1]
    to_other, to_enemy = math.inf, math.inf
    for other in range(len(starts) - 1):
        if other == one:
            gaps[other] = 0.0
            continue
        gap = run_gap(boxes, first, last, boxes, starts[other], starts[other + 1])
        gaps[other] = gap
        to_other = min(to_other, gap)
        if sides[other] != sides[one]:
            to_enemy = min(to_enemy, gap)
    return to_other, to_enemy


@leaf
def is_farther(boxes: Floats, i: int, j: int, far: float) -> bool:
    """Whether two boxes are certainly farther apart than this, judged by the circles around them."""
    dx, dy, reach = boxes[j] - boxes[i], boxes[j + 1] - boxes[i + 1], far + boxes[i + 6] + boxes[j + 6] + HAIR
    return reach > 0.0 and dx * dx + dy * dy > reach * reach


@kernel("void(float64[::1], int64[::1], int64[::1], float64[::1])")
def enemies_about(boxes: Floats, starts: Wholes, sides: Wholes, to_enemy: Floats) -> None:
    """Write for each body the least gap to an enemy."""
    count = len(starts) - 1
    for one in range(count):
        to_enemy[one] = math.inf
    for one in range(count):
        first, last = starts[one], starts[one + 1]
        for other in range(one + 1, count):
            begin, end = starts[other], starts[other + 1]
            if sides[one] == sides[other]:
                continue
            if last - first == 1 and end - begin == 1:
                far = max(to_enemy[one], to_enemy[other])
                if is_farther(boxes, first * BOX, begin * BOX, far):
                    continue
            gap = run_gap(boxes, first, last, boxes, begin, end)
            to_enemy[one] = min(to_enemy[one], gap)
            to_enemy[other] = min(to_enemy[other], gap)


@kernel(f"int64({BODY_ARRAYS}, int64, float64)")
def friends_about(arrays: BodyArrays, one: int, far: float) -> int:
    """A bit for each other body of the same side no farther off than this."""
    boxes, starts, bodies = arrays[0], arrays[1], arrays[2]
    first, last, side = starts[one], starts[one + 1], bodies[BODY * one + 3]
    found = 0
    for other in range(len(starts) - 1):
        begin, end = starts[other], starts[other + 1]
        if other == one or begin == end or bodies[BODY * other + 3] != side:
            continue
        if last - first == 1 and end - begin == 1 and is_farther(boxes, first * BOX, begin * BOX, far):
            continue
        if run_gap(boxes, first, last, boxes, begin, end) <= far:
            found |= 1 << other
    return found
