"""Making way: how far a body slides on many headings until it overlaps nobody and lies on the table."""

from __future__ import annotations

from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.moving import NEVER, slide_span
from sandtable.table.kernels.running import Floats, Wholes, kernel, leaf
from sandtable.table.measure import HAIR, TOLERANCE


@leaf
def on_table(low: float, high: float, speed: float, size: float) -> tuple[float, float]:
    """From where to where along a way what lies between low and high stays between 0 and the size."""
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
    """List the boxes of others that a body can overlap which slides no farther than so much; give how many
    there are."""
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
    """The first length of a slide, no less than this, at which no other body is overlapped."""
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
    """The first length of a slide, no less than this, at which no other body is overlapped; infinite if that
    is more than so much."""
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
    it never is, or not before it has gone so far at most.

    The extent is the least and greatest x and y of the body, and the size of the table; *near* is room to
    work in.
    """
    count = list_within(mine, boxes, most, near)
    first = len(fan) // 2
    for n in range(len(lengths)):
        ways, at = (fan, 2 * n) if n < first else (more, 2 * (n - first))
        ux, uy = ways[at], ways[at + 1]
        enter, leave = on_table(extent[0], extent[1], ux, extent[4])
        start, stop = on_table(extent[2], extent[3], uy, extent[5])
        least, farthest = max(0.0, enter, start), min(leave, stop)
        lengths[n] = NEVER
        if least < NEVER:
            length = past_near(mine, ux, uy, boxes, near, count, least, most)
            if length <= farthest:
                lengths[n] = length
