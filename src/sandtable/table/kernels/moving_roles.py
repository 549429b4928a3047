"""Roles: what each body is to a mover, written into the rows of its world in one call."""

from __future__ import annotations

from typing import Final

from sandtable.table.kernels.moving_rows import (
    ABSENT,
    AT_END,
    BODY,
    PARALLEL,
    PASS_MARK,
    PASS_TOLL,
    ROLE,
)
from sandtable.table.kernels.running import Floats, kernel

PASSED: Final = 0.0
KEPT_OFF: Final = 1.0
"""What is said of some bodies: that they may be passed, or that a distance is kept from them."""

HEAD: Final = 6
"""Numbers before the bodies of which something is said: what it is, how many they are, and four more: the
role, angle, toll and mark of those that are passed, or place, distance and refusal of a distance kept."""


@kernel("void(float64[::1], int64, float64[::1], int64, float64[::1])")
def give_roles(numbers: Floats, first: int, stands: Floats, mover: int, said: Floats) -> None:
    """Write the rows of all bodies from *first* on as they stand, the mover's as of one that is absent, and
    into them what is said of some: of several distances to keep the greatest holds."""
    for n in range(len(stands)):
        numbers[first + n] = stands[n]
    if mover * BODY < len(stands):
        for n in range(BODY):
            numbers[first + mover * BODY + n] = 0.0
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
