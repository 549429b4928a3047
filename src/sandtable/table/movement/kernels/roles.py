"""The role of each body for a mover (bars the way, may be passed, distance to keep), written in one call."""

from __future__ import annotations

from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.movement.kernels.rows import (
    ABSENT,
    AT_END,
    BARS,
    BODY,
    BODY_COUNT,
    BOXES,
    CIRCLE,
    CIRCLE_X,
    CIRCLE_Y,
    HEADING,
    PARALLEL,
    PASS_MARK,
    PASS_TOLL,
    ROLE,
    ROWS,
    STARTS,
)
from sandtable.table.space.kernels.body_boxes import BODY as BODY_ROW
from sandtable.table.space.kernels.body_boxes import BodyArrays, write_boxes
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.scene_rows import RADIUS
from sandtable.table.space.kernels.world import middle_of_foot, write_foot

PASS: Final = 5
"""Numbers before a list of bodies that may be passed: their count, role, angle, toll and mark."""

KEEP: Final = 4
"""Numbers before a list of bodies to keep from: their count, where the distance goes, it and its refusal."""


@leaf
def write_lie(arrays: BodyArrays, body: int, by_feet: bool, at: int, r: int) -> None:  # noqa: FBT001 - a flag
    """Write the boxes of a body on the table at a place of the numbers, only its footprint if *by_feet*, and
    its heading and the circle round it into its row."""
    numbers, _, bodies, shapes, _ = arrays
    n, count = BODY_ROW * body, 1
    shape, heading = int(bodies[n + 4]), bodies[n + 2]
    if by_feet:
        write_foot(arrays, body, numbers, at)
    else:
        count = write_boxes(arrays, shape, (bodies[n], bodies[n + 1], int(heading)), numbers, at)
        for box in range(count):
            numbers[at + BOX * box + 7] = float(body)
    x, y, radius = numbers[at], numbers[at + 1], numbers[at + 6]
    if count > 1:
        x, y = middle_of_foot(arrays, body)
        radius = shapes[shape + RADIUS]
    numbers[r + HEADING], numbers[r + CIRCLE_X], numbers[r + CIRCLE_Y] = heading, x, y
    numbers[r + CIRCLE] = radius


@leaf
def let_pass(numbers: Floats, first: int, passed: Floats) -> None:
    """Write which bodies may be passed, and how, into their rows."""
    k = 0
    while k < len(passed):
        end = k + PASS + int(passed[k])
        for n in range(k + PASS, end):
            r = first + int(passed[n]) * BODY
            if numbers[r + ROLE] != ABSENT:
                numbers[r + ROLE], numbers[r + PARALLEL] = passed[k + 1], passed[k + 2]
                numbers[r + PASS_TOLL], numbers[r + PASS_MARK] = passed[k + 3], passed[k + 4]
        k = end


@leaf
def keep_off(numbers: Floats, first: int, kept: Floats) -> None:
    """Write the distances that are kept from bodies into their rows: of several the greatest holds."""
    k = 0
    while k < len(kept):
        at, end = int(kept[k + 1]), k + KEEP + int(kept[k])
        for n in range(k + KEEP, end):
            r = first + int(kept[n]) * BODY
            if numbers[r + ROLE] != ABSENT and kept[k + 2] > numbers[r + at]:
                numbers[r + at] = kept[k + 2]
                if at != AT_END:
                    numbers[r + at + 1] = kept[k + 3]
        k = end


@kernel(
    "void(float64[::1], int64[::1], float64[::1], int64[::1], float64[::1], float64[::1], boolean, int64,"
    " float64[::1], float64[::1])"
)
def set_out(
    numbers: Floats,
    index: Wholes,
    bodies: Floats,
    starts: Wholes,
    shapes: Floats,
    trig: Floats,
    by_feet: bool,  # noqa: FBT001 - a kernel takes its flags by place
    mover: int,
    passed: Floats,
    kept: Floats,
) -> None:
    """Write where all bodies stand into the rows of a world, and the role of each for the mover.

    A body bars the way unless the terms say otherwise; of several distances to keep the greatest holds. The
    mover itself, and rows after the last body, are absent.
    """
    arrays = (numbers, starts, bodies, shapes, trig)
    boxes, at, listed = index[BOXES] * BOX, index[STARTS], len(starts) - 1
    for n in range(index[BODY_COUNT] + 1):
        index[at + n] = starts[min(n, listed)]
    first = index[ROWS]
    for body in range(index[BODY_COUNT]):
        r = first + body * BODY
        for n in range(BODY):
            numbers[r + n] = 0.0
        if body < listed and bodies[BODY_ROW * body + 4] >= 0.0:
            write_lie(arrays, body, by_feet, boxes + BOX * starts[body], r)
            if body == mover:
                for n in range(BODY):
                    numbers[r + n] = 0.0
            else:
                numbers[r + ROLE] = BARS
    let_pass(numbers, first, passed)
    keep_off(numbers, first, kept)
