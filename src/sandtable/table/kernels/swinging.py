"""Swinging: in which shapes, and on which headings, a body could stand about one point, in one call."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.kernels.boxes import BOX, box_gap
from sandtable.table.kernels.casting import write_foot
from sandtable.table.kernels.footing import box_over_piece
from sandtable.table.kernels.lying import BODY, CAST, Cast
from sandtable.table.kernels.running import Floats, Wholes, kernel, leaf
from sandtable.table.kernels.stretches import GROUND, Ground
from sandtable.table.measure import FULL_TURN, HAIR, TOLERANCE

NO_ROOM: Final = 0
ROOM: Final = 1
ON_BARRED: Final = 2
"""Whether a body has room; or would have, were it not that it lies over barred ground, covered or not."""


@leaf
def whole(length: float) -> float:
    """The whole number nearest to a length; halves go to the even one."""
    low = math.floor(length)
    rest = length - low
    if rest > 0.5 or (rest == 0.5 and low % 2 != 0):
        low += 1
    return float(low)


@leaf
def write_box(
    row: Floats, x: float, y: float, half_width: float, half_depth: float, sine: float, cosine: float
) -> None:
    """Write the box of a shape that looks out so and has its middle at a point, its front on the grid."""
    front_x, front_y = whole(x + half_depth * sine), whole(y + half_depth * cosine)
    row[0], row[1] = front_x - half_depth * sine, front_y - half_depth * cosine
    row[2], row[3], row[4], row[5] = half_width, half_depth, sine, cosine
    row[6] = math.sqrt(half_width * half_width + half_depth * half_depth)
    row[7] = -1.0


@leaf
def write_limits(cast: Cast, mover: int, keep: float, limits: Floats) -> None:
    """Write how far the mover stays from each body: the distance kept from enemies, or what it has now."""
    feet, starts, bodies, _, _ = cast
    mine, side = starts[mover] * BOX, bodies[BODY * mover + 3]
    for other in range(len(starts) - 1):
        limits[other] = 0.0
        if starts[other] < starts[other + 1] and bodies[BODY * other + 3] != side:
            limits[other] = min(keep, max(box_gap(feet, mine, feet, starts[other] * BOX), 0.0))


@leaf
def is_on_table(row: Floats, width: float, depth: float) -> bool:
    """Whether a box lies on the table."""
    sine, cosine = abs(row[4]), abs(row[5])
    across = row[2] * cosine + row[3] * sine - TOLERANCE - HAIR
    along = row[2] * sine + row[3] * cosine - TOLERANCE - HAIR
    return across <= row[0] <= width - across and along <= row[1] <= depth - along


@leaf
def is_off_others(row: Floats, boxes: Floats, starts: Wholes, mover: int, limits: Floats) -> bool:
    """Whether a box keeps its distance from every body but the mover."""
    for other in range(len(starts) - 1):
        if other == mover or starts[other] == starts[other + 1]:
            continue
        i, least = starts[other] * BOX, limits[other]
        dx, dy, reach = boxes[i] - row[0], boxes[i + 1] - row[1], boxes[i + 6] + row[6] + least
        if dx * dx + dy * dy <= reach * reach and box_gap(boxes, i, row, 0) < least - TOLERANCE - HAIR:
            return False
    return True


@leaf
def is_off_ground(row: Floats, ground: Ground, barred: Wholes) -> bool:
    """Whether a box lies over no barred ground."""
    for n in range(len(barred)):  # noqa: SIM110 (numba compiles no generators here)
        if box_over_piece(row, 0, ground, barred[n], TOLERANCE):
            return False
    return True


@kernel(
    f"void(float64, float64, float64[::1], int64[::1], {CAST}, int64, float64, {GROUND}, int64[::1],"
    " float64, float64, float64[::1], float64[::1], int64[::1])"
)
def swing_all(
    x: float,
    y: float,
    sizes: Floats,
    headings: Wholes,
    cast: Cast,
    mover: int,
    keep: float,
    ground: Ground,
    barred: Wholes,
    width: float,
    depth: float,
    row: Floats,
    limits: Floats,
    free: Wholes,
) -> None:
    """Write for each shape, by its half sizes, and each heading whether the mover could stand so.

    Of all bodies the rectangle around them is set out, one each; *row* and *limits* are room to work in.
    """
    feet, starts, _, _, trig = cast
    for body in range(len(starts) - 1):
        if starts[body] < starts[body + 1]:
            write_foot(cast, body, feet, BOX * starts[body])
    write_limits(cast, mover, keep, limits)
    count = len(headings)
    for n in range(len(sizes) // 2):
        for h in range(count):
            heading, k = headings[h], n * count + h
            write_box(row, x, y, sizes[2 * n], sizes[2 * n + 1], trig[heading], trig[FULL_TURN + heading])
            free[k] = NO_ROOM
            if is_on_table(row, width, depth) and is_off_others(row, feet, starts, mover, limits):
                free[k] = ROOM if is_off_ground(row, ground, barred) else ON_BARRED
