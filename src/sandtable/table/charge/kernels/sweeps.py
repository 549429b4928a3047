"""Sweeps: which bodies a rectangle certainly sweeps over as it slides; the others may be doubtful."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import TOLERANCE

CLEAR: Final = 0
OVER: Final = 1
DOUBTFUL: Final = 2
"""A body is not on the way, on it, or may be on it."""

SURE: Final = 0.05
"""The margin by which something must hold to count as certain."""

Slope = tuple[float, float]
"""A direction, by how far it leads along x and along y."""


@leaf
def clearance(ways: Floats, i: int, axis: Slope, boxes: Floats, j: int) -> float:
    """The distance along an axis of box row j from all that is swept on way i; negative if they overlap."""
    ax, ay = axis
    wide, deep, sin, cos = ways[i + 2], ways[i + 3], ways[i + 4], ways[i + 5]
    first, last = ways[i] * ax + ways[i + 1] * ay, ways[i + 6] * ax + ways[i + 7] * ay
    mine = wide * abs(cos * ax - sin * ay) + deep * abs(sin * ax + cos * ay)
    wide, deep, sin, cos = boxes[j + 2], boxes[j + 3], boxes[j + 4], boxes[j + 5]
    there = boxes[j] * ax + boxes[j + 1] * ay
    theirs = wide * abs(cos * ax - sin * ay) + deep * abs(sin * ax + cos * ay)
    return max(there - theirs - max(first, last) - mine, min(first, last) - mine - there - theirs)


@leaf
def across(ways: Floats, i: int) -> Slope:
    """The direction at right angles to way i; to the right if the way has no length."""
    dx, dy = ways[i + 6] - ways[i], ways[i + 7] - ways[i + 1]
    length = math.sqrt(dx * dx + dy * dy)
    return (-dy / length, dx / length) if length > 0.0 else (ways[i + 5], -ways[i + 4])


@leaf
def is_past(ways: Floats, i: int, boxes: Floats, j: int) -> bool:
    """Whether some side separates box row j from what lies more than the tolerance inside the figure swept on
    way i."""
    sin, cos = ways[i + 4], ways[i + 5]
    own = max(clearance(ways, i, (cos, -sin), boxes, j), clearance(ways, i, (sin, cos), boxes, j))
    if max(own, clearance(ways, i, across(ways, i), boxes, j)) > SURE - TOLERANCE:
        return True
    sin, cos = boxes[j + 4], boxes[j + 5]
    theirs = max(clearance(ways, i, (cos, -sin), boxes, j), clearance(ways, i, (sin, cos), boxes, j))
    return theirs > SURE


@leaf
def is_deep(ways: Floats, i: int, x: float, y: float) -> bool:
    """Whether a point lies more than the tolerance inside the figure swept on way i."""
    wide, deep, sin, cos = ways[i + 2], ways[i + 3], ways[i + 4], ways[i + 5]
    least = TOLERANCE + SURE
    for axis in ((cos, -sin), (sin, cos), across(ways, i)):
        ax, ay = axis
        first, last = ways[i] * ax + ways[i + 1] * ay, ways[i + 6] * ax + ways[i + 7] * ay
        half = wide * abs(cos * ax - sin * ay) + deep * abs(sin * ax + cos * ay) - least
        at = x * ax + y * ay
        if at < min(first, last) - half or at > max(first, last) + half:
            return False
    return True


@leaf
def is_swept(ways: Floats, i: int, boxes: Floats, j: int) -> bool:
    """Whether the middle or a corner of box row j certainly lies inside the figure swept on way i."""
    x, y, wide, deep, sin, cos = (
        boxes[j],
        boxes[j + 1],
        boxes[j + 2],
        boxes[j + 3],
        boxes[j + 4],
        boxes[j + 5],
    )
    if is_deep(ways, i, x, y):
        return True
    for right in (-wide, wide):
        for ahead in (-deep, deep):
            if is_deep(ways, i, x + right * cos + ahead * sin, y - right * sin + ahead * cos):
                return True
    return False


@kernel("void(float64[::1], int64[::1], float64[::1], int64[::1], int64[::1])")
def write_swept(ways: Floats, others: Wholes, boxes: Floats, starts: Wholes, told: Wholes) -> None:
    """Write for each way and each body in *others* whether the body lies on it.

    A way is a row: the box of the mover as it begins, its last two numbers the middle of it as it ends.
    """
    count = len(others)
    for n in range(len(ways) // BOX):
        for k in range(count):
            found = CLEAR
            for j in range(starts[others[k]] * BOX, starts[others[k] + 1] * BOX, BOX):
                if found != OVER and not is_past(ways, n * BOX, boxes, j):
                    found = OVER if is_swept(ways, n * BOX, boxes, j) else DOUBTFUL
            told[n * count + k] = found
