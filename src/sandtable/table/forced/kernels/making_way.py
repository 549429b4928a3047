"""Making way: how far a body slides on many headings until it is on the table and overlaps no other."""

from __future__ import annotations

import math

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.measure.kernels.placed import WHOLE_POSE, Extent, WholePose, extent_of, lay_down
from sandtable.table.movement.kernels.moving_boxes import NEVER, slide_span
from sandtable.table.space.kernels.body_boxes import BODY_ARRAYS, BodyArrays
from sandtable.table.space.kernels.boxes import BOX, box_gap, run_gap
from sandtable.table.space.lengths import FULL_TURN, HAIR, TOLERANCE

Size = tuple[float, float]
"""The width and the depth of the table."""


@leaf
def on_table(low: float, high: float, speed: float, size: float) -> tuple[float, float]:
    """The stretch of a way on which an interval from low to high stays between 0 and the size."""
    if -HAIR < speed < HAIR:
        if low < -TOLERANCE or high > size + TOLERANCE:
            return NEVER, -NEVER
        return -NEVER, NEVER
    enter, leave = -low / speed, (size - high) / speed
    if enter > leave:
        return leave, enter
    return enter, leave


@leaf
def list_within(mine: Floats, boxes: Floats, most: float, near: Wholes) -> int:
    """List the boxes of others that a body can overlap within a slide of *most*; return how many."""
    count = 0
    for j in range(0, len(boxes), BOX):
        if boxes[j + 7] == mine[7]:
            continue
        for i in range(0, len(mine), BOX):
            dx, dy = boxes[j] - mine[i], boxes[j + 1] - mine[i + 1]
            reach = boxes[j + 6] + mine[i + 6] + most + TOLERANCE
            if dx * dx + dy * dy <= reach * reach:
                near[count] = j
                count += 1
                break
    return count


@leaf
def past_all(mine: Floats, ux: float, uy: float, boxes: Floats, length: float) -> float:
    """The first length of a slide, at least *length*, at which it overlaps no other body."""
    owner, moved = mine[7], 1
    while moved == 1:
        moved = 0
        for j in range(0, len(boxes), BOX):
            if boxes[j + 7] == owner:
                continue
            for i in range(0, len(mine), BOX):
                # A circle that lies beside the way is never met.
                aside = (boxes[j] - mine[i]) * uy - (boxes[j + 1] - mine[i + 1]) * ux
                room = mine[i + 6] + boxes[j + 6] + TOLERANCE
                if aside > room or aside < -room:
                    continue
                enter, leave = slide_span(mine, i, ux, uy, boxes, j, HAIR)
                if enter < length < leave:
                    length, moved = leave, 1
    return length


@leaf
def past_near(
    mine: Floats, ux: float, uy: float, boxes: Floats, near: Wholes, count: int, length: float, most: float
) -> float:
    """The first length of a slide, at least *length*, at which it overlaps no body near; infinite beyond
    *most*."""
    moved = 1
    while moved == 1 and length <= most:
        moved = 0
        for n in range(count):
            j = near[n]
            for i in range(0, len(mine), BOX):
                enter, leave = slide_span(mine, i, ux, uy, boxes, j, HAIR)
                if enter < length < leave:
                    length, moved = leave, 1
    return length if length <= most else NEVER


@leaf
def clear_along(
    mine: Floats,
    ux: float,
    uy: float,
    boxes: Floats,
    near: Wholes,
    count: int,
    around: Extent,
    size: Size,
    most: float,
) -> float:
    """How far a body slides on a way until it is on the table and clear of the bodies near; infinite if that
    is never or beyond *most*."""
    enter, leave = on_table(around[0], around[1], ux, size[0])
    start, stop = on_table(around[2], around[3], uy, size[1])
    least, farthest = max(0.0, enter, start), min(leave, stop)
    if least < NEVER:
        length = past_near(mine, ux, uy, boxes, near, count, least, most)
        if length <= farthest:
            return length
    return NEVER


@leaf
def stands_clear(mine: Floats, boxes: Floats, size: Size) -> bool:
    """Whether a body stands on the table and overlaps no other by more than the tolerance."""
    left, right, low, high = extent_of(mine, len(mine) // BOX)
    if max(-left, -low, right - size[0], high - size[1]) > TOLERANCE:
        return False
    for j in range(0, len(boxes), BOX):
        if boxes[j + 7] == mine[7]:
            continue
        for i in range(0, len(mine), BOX):
            if -box_gap(mine, i, boxes, j) > TOLERANCE + HAIR:
                return False
    return True


@kernel(
    "void(float64[::1], float64[::1], float64[::1], float64[::1], float64[::1], float64, int64[::1],"
    " float64[::1])"
)
def clear_after(
    mine: Floats,
    extent: Floats,
    fan: Floats,
    more: Floats,
    boxes: Floats,
    most: float,
    near: Wholes,
    lengths: Floats,
) -> None:
    """Write for each way, those of a fan and some more, how far a body slides until it is clear; infinite if
    that is never or beyond *most*.

    *extent* is the least and greatest x and y of the body, and the size of the table; *near* is working room.
    """
    count = list_within(mine, boxes, most, near)
    first = len(fan) // 2
    around, size = (extent[0], extent[1], extent[2], extent[3]), (extent[4], extent[5])
    for n in range(len(lengths)):
        ways, at = (fan, 2 * n) if n < first else (more, 2 * (n - first))
        lengths[n] = clear_along(mine, ways[at], ways[at + 1], boxes, near, count, around, size, most)


@kernel(
    f"int64({WHOLE_POSE}, float64, int64, {BODY_ARRAYS}, float64[::1], float64[::1], int64[::1], int64[::1])"
)
def list_overlapped(
    at: WholePose,
    shape: float,
    number: int,
    empty: BodyArrays,
    mine: Floats,
    boxes: Floats,
    starts: Wholes,
    found: Wholes,
) -> int:
    """List the bodies that a body at a place overlaps; return how many. Its boxes are written to *mine*."""
    lay_down(empty, int(shape), at, number, mine)
    count, parts = 0, len(mine) // BOX
    for other in range(len(starts) - 1):
        if other == number:
            continue
        if -run_gap(mine, 0, parts, boxes, starts[other], starts[other + 1]) > TOLERANCE + HAIR:
            found[count] = other
            count += 1
    return count


@kernel(
    f"Tuple((int64, {WHOLE_POSE}))({WHOLE_POSE}, float64, int64, {BODY_ARRAYS}, float64[::1],"
    " float64[::1], int64[::1], int64, UniTuple(float64, 2), float64, int64[::1], float64[::1])"
)
def nearest_clear(
    at: WholePose,
    shape: float,
    number: int,
    empty: BodyArrays,
    mine: Floats,
    boxes: Floats,
    ways: Wholes,
    count: int,
    size: Size,
    most: float,
    near: Wholes,
    lengths: Floats,
) -> tuple[int, WholePose]:
    """1 and the nearest place within *most* where a body, slid on one of the first *count* headings, is on
    the table and overlaps no other; 0 if there is none."""
    lay_down(empty, int(shape), at, number, mine)
    trig, around, others = empty[4], extent_of(mine, len(mine) // BOX), list_within(mine, boxes, most, near)
    for n in range(count):
        ux, uy = trig[ways[n]], trig[FULL_TURN + ways[n]]
        lengths[n] = clear_along(mine, ux, uy, boxes, near, others, around, size, most)
    for _ in range(count):
        best = 0
        for n in range(1, count):
            if lengths[n] < lengths[best] or (lengths[n] == lengths[best] and ways[n] < ways[best]):
                best = n
        if lengths[best] == NEVER:
            break
        length, sine, cosine = math.ceil(lengths[best]), trig[ways[best]], trig[FULL_TURN + ways[best]]
        x, y = math.floor(at[0] + length * sine + 0.5), math.floor(at[1] + length * cosine + 0.5)
        there = (int(x), int(y), at[2])
        lay_down(empty, int(shape), there, number, mine)
        if stands_clear(mine, boxes, size):
            return 1, there
        lengths[best] = NEVER
    return 0, at
