"""Fronting: in which shapes, and on which headings, a body could stand with its front so far from a point."""

from __future__ import annotations

import math

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.room.kernels.turned_places import (
    BERTH,
    NO_ROOM,
    ON_BARRED,
    ROOM,
    Berth,
    is_off_ground,
    is_on_table,
    least_gap,
)
from sandtable.table.space.kernels.boxes import BOX, box_gap
from sandtable.table.space.kernels.ground_stretches import GROUND, Ground
from sandtable.table.space.lengths import FULL_TURN, HAIR, TOLERANCE

SIZE = 3
"""Numbers of a shape: how far its front lies from the point, half its width and half its depth."""


@leaf
def write_front(row: Floats, x: float, y: float, sizes: Floats, s: int, heading: int, trig: Floats) -> None:
    """Write the box of a shape that looks out so, its front so far from a point and on the grid."""
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    ahead, wide, deep = sizes[s], sizes[s + 1], sizes[s + 2]
    front_x, front_y = math.floor(x + ahead * sine + 0.5), math.floor(y + ahead * cosine + 0.5)
    row[0], row[1] = front_x - deep * sine, front_y - deep * cosine
    row[2], row[3], row[4], row[5] = wide, deep, sine, cosine
    row[6], row[7] = math.sqrt(wide * wide + deep * deep), -1.0


@leaf
def write_limits_from(
    mine: Floats, boxes: Floats, starts: Wholes, sides: Wholes, side: int, berth: Berth, limits: Floats
) -> None:
    """Write how far to stay from each body: from enemies the distance kept, or what the mover has now."""
    for other in range(len(sides)):
        limits[other] = -TOLERANCE - HAIR
        if sides[other] != side and starts[other] < starts[other + 1]:
            limits[other] = least_gap(box_gap(mine, 0, boxes, starts[other] * BOX), berth)


@leaf
def is_off_others(row: Floats, boxes: Floats, starts: Wholes, mover: int, limits: Floats) -> bool:
    """Whether a box keeps its distance from every body but the mover."""
    for other in range(len(starts) - 1):
        if other == mover or starts[other] == starts[other + 1]:
            continue
        i, least = starts[other] * BOX, limits[other]
        dx, dy, reach = boxes[i] - row[0], boxes[i + 1] - row[1], boxes[i + 6] + row[6] + max(least, 0.0)
        if dx * dx + dy * dy <= reach * reach and box_gap(boxes, i, row, 0) < least:
            return False
    return True


@kernel(
    f"void(float64, float64, float64[::1], int64[::1], float64[::1], int64, int64, float64[::1], {BERTH},"
    f" float64[::1], int64[::1], int64[::1], {GROUND}, int64[::1], float64, float64, float64[::1],"
    " float64[::1], int64, int64[::1])"
)
def front_all(
    x: float,
    y: float,
    sizes: Floats,
    headings: Wholes,
    trig: Floats,
    mover: int,
    side: int,
    mine: Floats,
    berth: Berth,
    boxes: Floats,
    starts: Wholes,
    sides: Wholes,
    ground: Ground,
    barred: Wholes,
    width: float,
    depth: float,
    row: Floats,
    limits: Floats,
    most: int,
    free: Wholes,
) -> None:
    """Write for each shape and each heading whether the mover, whose box is *mine*, could stand so.

    Once there is room for so many as are asked for at most, the others are not looked at. The boxes are the
    rectangles around all bodies, one each; *row* and *limits* are room to work in.
    """
    write_limits_from(mine, boxes, starts, sides, side, berth, limits)
    count = len(headings)
    for n in range(len(free)):
        write_front(row, x, y, sizes, n // count * SIZE, headings[n % count], trig)
        free[n] = NO_ROOM
        if is_on_table(row, width, depth) and is_off_others(row, boxes, starts, mover, limits):
            free[n] = ROOM if is_off_ground(row, ground, barred) else ON_BARRED
        if free[n] == ROOM:
            most -= 1
            if most == 0:
                return
