"""The pieces of ground a body lies over or is near to, from its pose and shape."""

from __future__ import annotations

from sandtable.table.compiled.running import kernel, leaf
from sandtable.table.measure.kernels.ground_near import (
    BITS,
    box_over_piece,
    box_piece_gap,
    box_reaches_bounds,
)
from sandtable.table.measure.kernels.placed import WHOLE_POSE, WholePose, write_footprint
from sandtable.table.space.kernels.body_boxes import BODY_ARRAYS, BodyArrays, write_boxes
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.ground_stretches import GROUND, Ground
from sandtable.table.space.lengths import TOLERANCE


@leaf
def lay_out(empty: BodyArrays, shape: int, at: WholePose, by_feet: bool) -> int:  # noqa: FBT001 - a flag
    """Write the boxes of a body, or the rectangle around them, into an empty world; return how many."""
    if by_feet:
        write_footprint(empty, shape, at, empty[0], 0)
        return 1
    return write_boxes(empty, shape, at, empty[0], 0)


@kernel(f"int64({WHOLE_POSE}, float64, {BODY_ARRAYS}, boolean, {GROUND}, int64)")
def pieces_under(
    at: WholePose,
    shape: float,
    empty: BodyArrays,
    by_feet: bool,  # noqa: FBT001 - a kernel takes its flags by place
    ground: Ground,
    first: int,
) -> int:
    """A bit for each of the next BITS pieces of ground from the first: whether any part of a body lies over
    it."""
    boxes, end, under = empty[0], BOX * lay_out(empty, int(shape), at, by_feet), 0
    for n in range(min(len(ground[4]) - first, BITS)):
        for i in range(0, end, BOX):
            if box_over_piece(boxes, i, ground, first + n, TOLERANCE):
                under |= 1 << n
                break
    return under


@kernel(f"int64({WHOLE_POSE}, float64, {BODY_ARRAYS}, boolean, {GROUND}, int64, int64, float64)")
def pieces_within(
    at: WholePose,
    shape: float,
    empty: BodyArrays,
    by_feet: bool,  # noqa: FBT001 - a kernel takes its flags by place
    ground: Ground,
    first: int,
    wanted: int,
    limit: float,
) -> int:
    """A bit for each wanted one of the next BITS pieces of ground from the first: whether it is no farther
    from a body than a limit."""
    boxes, end, near = empty[0], BOX * lay_out(empty, int(shape), at, by_feet), 0
    for n in range(min(len(ground[4]) - first, BITS)):
        if wanted >> n & 1:
            for i in range(0, end, BOX):
                # The gap is measured only where the circle round the box does not settle it.
                reached = box_reaches_bounds(boxes, i, ground[3], first + n, limit + TOLERANCE)
                if reached and box_piece_gap(boxes, i, ground, first + n) <= limit:
                    near |= 1 << n
                    break
    return near
