"""Changing: whether there is room for other shapes of a body where it stands, and for it turned."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.space.kernels.boxes import BOX, box_gap, run_gap
from sandtable.table.space.lengths import FULL_TURN, TOLERANCE

SIZE: Final = 2
"""Numbers of a shape: its width and its depth."""

NO_ROOM: Final = 0
FREE: Final = 1
NEAR_ENEMY: Final = 2
DOUBTFUL: Final = 3
"""What is told of a place: that it overlaps somebody or sticks out over the table, that it is free, free but
near to an enemy, or overlaps nobody but lies so near to the edge that one has to look closer."""

HARDLY: Final = 0.01
"""By so much a box is on the table, or off it, beyond doubt."""

TOLD: Final = 2
"""So many bits tell of one place."""

APART: Final = 1.0
"""Boxes whose circles are farther apart than what matters by so much are not measured."""


@leaf
def on_table(row: Floats, width: float, depth: float) -> int:
    """Tell of a box whether it lies on the table: free, no room, or doubtful."""
    sine, cosine = abs(row[4]), abs(row[5])
    across, along = row[2] * cosine + row[3] * sine, row[2] * sine + row[3] * cosine
    spare = min(min(row[0], width - row[0]) - across, min(row[1], depth - row[1]) - along) + TOLERANCE
    if spare >= HARDLY:
        return FREE
    return NO_ROOM if spare < -HARDLY else DOUBTFUL


@leaf
def room_at(
    row: Floats,
    boxes: Floats,
    starts: Wholes,
    sides: Wholes,
    own: int,
    near: float,
    width: float,
    depth: float,
) -> int:
    """Tell of a box whether a body has room there."""
    told = on_table(row, width, depth)
    if told == NO_ROOM:
        return told
    for body in range(len(starts) - 1):
        if body == own or starts[body] == starts[body + 1]:
            continue
        if starts[body + 1] - starts[body] == 1:
            j = starts[body] * BOX
            dx, dy = boxes[j] - row[0], boxes[j + 1] - row[1]
            reach = row[6] + boxes[j + 6] + near + APART
            if dx * dx + dy * dy > reach * reach:
                continue
            gap = box_gap(row, 0, boxes, j)
        else:
            gap = run_gap(row, 0, 1, boxes, starts[body], starts[body + 1])
        if gap < -TOLERANCE:
            return NO_ROOM
        if told == FREE and gap < near and sides[body] != sides[own]:
            told = NEAR_ENEMY
    return told


@leaf
def put_box(row: Floats, x: float, y: float, sine: float, cosine: float, width: float, depth: float) -> None:
    """Write the box of a shape whose front has its middle at a point."""
    behind, wide, deep = -depth / 2, width / 2, depth / 2
    row[0], row[1] = x + behind * sine, y + behind * cosine
    row[2], row[3], row[4], row[5] = wide, deep, sine, cosine
    row[6], row[7] = math.sqrt(wide * wide + deep * deep), -1.0


@kernel(
    "int64(UniTuple(int64, 3), float64[::1], int64[::1], float64[::1], float64[::1], int64[::1], int64[::1],"
    " int64, float64, UniTuple(float64, 2), float64[::1])"
)
def tell_room(
    stand: tuple[int, int, int],
    sizes: Floats,
    turns: Wholes,
    trig: Floats,
    boxes: Floats,
    starts: Wholes,
    sides: Wholes,
    own: int,
    near: float,
    table: tuple[float, float],
    row: Floats,
) -> int:
    """Tell of each of some shapes with the middle of its front where the body has it now, and then of each
    turn of the last shape on its middle, whether there is room, all in one number, the bits of the first
    lowest; *row* is room for a box."""
    x, y, heading = float(stand[0]), float(stand[1]), stand[2]
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    shapes = len(sizes) // SIZE - 1
    told = 0
    for n in range(shapes):
        put_box(row, x, y, sine, cosine, sizes[SIZE * n], sizes[SIZE * n + 1])
        told |= room_at(row, boxes, starts, sides, own, near, table[0], table[1]) << TOLD * n
    width, depth = sizes[SIZE * shapes], sizes[SIZE * shapes + 1]
    half = depth / 2
    middle_x, middle_y = x - half * sine, y - half * cosine
    for n in range(len(turns)):
        to = (heading + turns[n]) % FULL_TURN
        sine, cosine = trig[to], trig[FULL_TURN + to]
        front_x, front_y = (
            math.floor(middle_x + half * sine + 0.5),
            math.floor(middle_y + half * cosine + 0.5),
        )
        put_box(row, float(front_x), float(front_y), sine, cosine, width, depth)
        room = room_at(row, boxes, starts, sides, own, near, table[0], table[1])
        told |= room << TOLD * (shapes + n)
    return told
