"""The boxes, extents and gaps of single bodies, from their poses and shapes."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, kernel, leaf
from sandtable.table.space.kernels.body_boxes import BODY_ARRAYS, BodyArrays, write_boxes
from sandtable.table.space.kernels.boxes import BOX, box_gap, run_gap
from sandtable.table.space.lengths import FULL_TURN

WholePose = tuple[int, int, int]
"""The middle of a front, and its heading."""
WHOLE_POSE: Final = "UniTuple(int64, 3)"


Extent = tuple[float, float, float, float]
"""The least and greatest x, the least and greatest y."""


@leaf
def write_footprint(empty: BodyArrays, shape: int, at: WholePose, row: Floats, i: int) -> None:
    """Write the rectangle around all bases of a body."""
    shapes, trig = empty[3], empty[4]
    x, y, heading = at
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    wide, deep = shapes[shape] / 2, shapes[shape + 1] / 2
    row[i], row[i + 1], row[i + 2], row[i + 3] = x - deep * sine, y - deep * cosine, wide, deep
    row[i + 4], row[i + 5] = sine, cosine
    row[i + 6], row[i + 7] = math.sqrt(wide * wide + deep * deep), -1.0


@leaf
def lay_down(empty: BodyArrays, shape: int, at: WholePose, number: int, mine: Floats) -> None:
    """Write the boxes of a body at a pose, with its number."""
    count = write_boxes(empty, shape, at, mine, 0)
    for n in range(count):
        mine[BOX * n + 7] = float(number)


@leaf
def extent_of(row: Floats, count: int) -> Extent:
    """The least and greatest x and y of some boxes."""
    left, right, low, high = math.inf, -math.inf, math.inf, -math.inf
    for i in range(0, BOX * count, BOX):
        x, y, sine, cosine = row[i], row[i + 1], row[i + 4], row[i + 5]
        # As box_corners has them, to the bit.
        wx, wy, dx, dy = row[i + 2] * cosine, row[i + 2] * sine, row[i + 3] * sine, row[i + 3] * cosine
        left = min(left, x - wx + dx, x + wx + dx, x + wx - dx, x - wx - dx)
        right = max(right, x - wx + dx, x + wx + dx, x + wx - dx, x - wx - dx)
        low = min(low, y + wy + dy, y - wy + dy, y - wy - dy, y + wy - dy)
        high = max(high, y + wy + dy, y - wy + dy, y - wy - dy, y + wy - dy)
    return left, right, low, high


@kernel(f"void({WHOLE_POSE}, float64, {BODY_ARRAYS}, float64[::1])")
def tell_boxes(at: WholePose, shape: float, empty: BodyArrays, row: Floats) -> None:
    """Write the boxes of a body at a pose, as those of body 0."""
    lay_down(empty, int(shape), at, 0, row)


@kernel(f"void({WHOLE_POSE}, float64, {BODY_ARRAYS}, float64[::1])")
def tell_footprint(at: WholePose, shape: float, empty: BodyArrays, row: Floats) -> None:
    """Write the rectangle around the bases of a body as that of body 0."""
    write_footprint(empty, int(shape), at, row, 0)
    row[7] = 0.0


@kernel(f"UniTuple(float64, 4)({WHOLE_POSE}, float64, {BODY_ARRAYS})")
def tell_extent(at: WholePose, shape: float, empty: BodyArrays) -> Extent:
    """The least and greatest x and y of a body."""
    return extent_of(empty[0], write_boxes(empty, int(shape), at, empty[0], 0))


@kernel(f"float64({WHOLE_POSE}, float64, {WHOLE_POSE}, float64, {BODY_ARRAYS})")
def gap_of_pair(here: WholePose, mine: float, there: WholePose, theirs: float, empty: BodyArrays) -> float:
    """The gap between two bodies, from their poses and the places of their shapes; their boxes are written
    into the empty world."""
    room = empty[0]
    first = write_boxes(empty, int(mine), here, room, 0)
    last = first + write_boxes(empty, int(theirs), there, room, BOX * first)
    return run_gap(room, 0, first, room, first, last)


@kernel(f"float64({WHOLE_POSE}, float64, {WHOLE_POSE}, float64, {BODY_ARRAYS})")
def gap_of_footprints(
    here: WholePose, mine: float, there: WholePose, theirs: float, empty: BodyArrays
) -> float:
    """The gap between the rectangles around two bodies."""
    write_footprint(empty, int(mine), here, empty[0], 0)
    write_footprint(empty, int(theirs), there, empty[0], BOX)
    return box_gap(empty[0], 0, empty[0], BOX)
