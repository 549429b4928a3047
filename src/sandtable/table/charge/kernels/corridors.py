"""Corridors: whether a rectangle that slides straight sweeps over ground."""

from __future__ import annotations

from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.measure.kernels.areas import area_over, bounds_of
from sandtable.table.movement.kernels.rows import STAND, Stand
from sandtable.table.space.kernels.ground_stretches import GROUND, Ground
from sandtable.table.space.kernels.polygons import POINT, area_of, clip_figure, write_hull, write_planes
from sandtable.table.space.lengths import FULL_TURN, TOLERANCE

SLIVER: Final = TOLERANCE * TOLERANCE
"""An area no greater than this counts as none."""
FIGURE: Final = 32 * POINT
"""Room for a figure: the hull of two rectangles, or what is left of it once its sides are moved inwards."""
WORK: Final = 5 * FIGURE
"""The start of the room for measuring areas; before it are the corners, their hull, two figures and half
planes."""


@leaf
def write_rectangle(stand: Stand, width: float, depth: float, trig: Floats, row: Floats, at: int) -> int:
    """Write the corners of a rectangle at a stand; return their end."""
    x, y, heading = stand
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    for right in (-width / 2, width / 2):
        for forward in (0.0, -depth):
            row[at] = x + right * cosine + forward * sine
            row[at + 1] = y - right * sine + forward * cosine
            at += POINT
    return at


@leaf
def is_near(row: Floats, at: int, count: int, ground: Ground, piece: int) -> bool:
    """Whether the bounds of a figure and of a piece of ground meet."""
    left, bottom, right, top = bounds_of(row, at, count)
    bounds, b = ground[3], 4 * piece
    return bounds[b] <= right and bounds[b + 1] <= top and bounds[b + 2] >= left and bounds[b + 3] >= bottom


@kernel(
    f"boolean({STAND}, {STAND}, float64, float64, float64[::1], {GROUND}, int64[::1], int64[::1],"
    " int64[::1], float64[::1])"
)
def comes_over(
    start: Stand,
    end: Stand,
    width: float,
    depth: float,
    trig: Floats,
    ground: Ground,
    pieces: Wholes,
    first: Wholes,
    covers: Wholes,
    row: Floats,
) -> bool:
    """Whether the figure that a rectangle sweeps over, less the tolerance all round, lies over any of some
    pieces of ground where it is not covered; *first* gives the start of the covers of each piece."""
    last = write_rectangle(start, width, depth, trig, row, 0)
    last = write_rectangle(end, width, depth, trig, row, last)
    count = write_hull(row, 0, last // POINT, FIGURE)
    if count < 3:
        return False
    planes = 4 * FIGURE
    stop = write_planes(row, FIGURE, count, row, planes)
    at, count = clip_figure(row, FIGURE, count, 2 * FIGURE, 3 * FIGURE, row, planes, stop, -TOLERANCE)
    if area_of(row, at, count) <= 0.0:
        return False
    for n in range(len(pieces)):
        piece = pieces[n]
        if is_near(row, at, count, ground, piece):
            upon = (covers, first[n], first[n + 1])
            if area_over(row, at, count, ground, piece, upon, SLIVER, WORK) > SLIVER:
                return True
    return False
