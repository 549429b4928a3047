"""Roles: what each body is to a mover, written into the rows of its world in one call."""

from __future__ import annotations

from typing import Final

from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.moving_rows import (
    ABSENT,
    AT_END,
    BARS,
    BODY,
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
from sandtable.table.kernels.running import Floats, Wholes, kernel

PASSED: Final = 0.0
KEPT_OFF: Final = 1.0
"""What is said of some bodies: that they may be passed, or that a distance is kept from them."""

HEAD: Final = 6
"""Numbers before the bodies of which something is said: what it is, how many they are, and four more: the
role, angle, toll and mark of those that are passed, or place, distance and refusal of a distance kept."""


STAND: Final = 5
"""Numbers that tell how a body stands: whether it does, its heading, middle and radius of the circle round
it."""


@kernel("void(float64[::1], int64[::1], float64[::1], int64[::1], float64[::1], int64, float64[::1])")
def set_out(
    numbers: Floats, index: Wholes, boxes: Floats, starts: Wholes, stands: Floats, mover: int, said: Floats
) -> None:
    """Write where all bodies stand into the rows of a world, and what each is to the mover, who is as one
    that is absent: all bar the way but those of whom something else is said; of several distances to keep
    the greatest holds."""
    at = index[BOXES] * BOX
    for n in range(len(boxes)):
        numbers[at + n] = boxes[n]
    at = index[STARTS]
    for n in range(len(starts)):
        index[at + n] = starts[n]
    first = index[ROWS]
    for body in range(len(starts) - 1):
        r, s = first + body * BODY, body * STAND
        for n in range(BODY):
            numbers[r + n] = 0.0
        if stands[s] == 1.0 and body != mover:
            numbers[r + ROLE], numbers[r + HEADING] = BARS, stands[s + 1]
            numbers[r + CIRCLE_X], numbers[r + CIRCLE_Y] = stands[s + 2], stands[s + 3]
            numbers[r + CIRCLE] = stands[s + 4]
    k = 0
    while k < len(said):
        what, count = said[k], int(said[k + 1])
        for n in range(count):
            r = first + int(said[k + HEAD + n]) * BODY
            if numbers[r + ROLE] == ABSENT:
                continue
            if what == PASSED:
                numbers[r + ROLE], numbers[r + PARALLEL] = said[k + 2], said[k + 3]
                numbers[r + PASS_TOLL], numbers[r + PASS_MARK] = said[k + 4], said[k + 5]
            else:
                at = int(said[k + 2])
                if said[k + 3] > numbers[r + at]:
                    numbers[r + at] = said[k + 3]
                    if at != AT_END:
                        numbers[r + at + 1] = said[k + 4]
        k += HEAD + count
