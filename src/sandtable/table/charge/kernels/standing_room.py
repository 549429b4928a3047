"""Whether there is room for a body at a pose against another."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, leaf
from sandtable.table.measure.kernels.areas import area_over
from sandtable.table.measure.kernels.ground_near import box_over_piece
from sandtable.table.space.kernels.body_boxes import BODY, BodyArrays, FloatPose, write_boxes
from sandtable.table.space.kernels.boxes import BOX, box_gap
from sandtable.table.space.kernels.ground_stretches import GROUND, Ground, cut, piece_stretches
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.kernels.polygons import clip_figure, nearest_whole, write_box_planes, write_corners
from sandtable.table.space.lengths import FULL_TURN, HALF_TURN, QUARTER_TURN, TOLERANCE

SOLID: Final = 1
SLOW: Final = 2
BAR: Final = 4
"""What a piece of ground counts as, a bit each: no body may stand on it; crossing it is reported; crossing
its line is reported."""

NO_ROOM: Final = 0
ROOM: Final = 1
TOUCHING: Final = 2
"""Whether there is room for a body at a place, and whether it touches another enemy there."""

Land = tuple[Ground, Wholes, Wholes, Wholes, tuple[float, float]]
"""The ground; what each piece counts as; the first cover of each piece; the covers; the size of the table."""
LAND: Final = f"Tuple(({GROUND}, int64[::1], int64[::1], int64[::1], UniTuple(float64, 2)))"

Workspace = tuple[Floats, Wholes]
"""A row to work in, and where each section of it begins."""
WORKSPACE: Final = "Tuple((float64[::1], int64[::1]))"

LAID: Final = 0
FIGURE: Final = 1
ONE: Final = 2
OTHER: Final = 3
PLANES: Final = 4
ASIDES: Final = 5
TRIED: Final = 6
WORK: Final = 7
CORNERS: Final = 8
"""The sections of a workspace: boxes of the body placed; the figure in question; two for figures that are
cut; half planes; shifts aside; which of them were tried; other work; the corners of a box or the ends of an
edge."""

APART: Final = TOLERANCE + 1.0
"""Boxes whose circles are farther apart than this certainly do not touch."""

SLIVER: Final = TOLERANCE * TOLERANCE
"""An area no greater than this counts as none."""


@leaf
def side_of(arrays: BodyArrays, body: int, side: int) -> tuple[float, float, int, float]:
    """A side of a body, looking outwards: its middle, heading and width; 0 is the front, 1 the right side."""
    bodies, shapes, trig = arrays[2], arrays[3], arrays[4]
    x, y, heading = bodies[BODY * body], bodies[BODY * body + 1], int(bodies[BODY * body + 2])
    shape = int(bodies[BODY * body + 4])
    width, depth = shapes[shape], shapes[shape + 1]
    if side == 0:
        return x, y, heading, width
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    right = 0.0 if side == 2 else (width / 2 if side == 1 else -width / 2)
    forward = -depth if side == 2 else -depth / 2
    turned = (heading + side * QUARTER_TURN) % FULL_TURN
    x, y = x + right * cosine + forward * sine, y - right * sine + forward * cosine
    return x, y, turned, width if side == 2 else depth


@leaf
def facing_middle(arrays: BodyArrays, target: int, side: int) -> FloatPose:
    """The pose of a body whose front is flush on a side of another, middle on middle."""
    x, y, heading, _ = side_of(arrays, target, side)
    return nearest_whole(x), nearest_whole(y), (heading + HALF_TURN) % FULL_TURN


@leaf
def slid(arrays: BodyArrays, pose: FloatPose, aside: float) -> FloatPose:
    """A pose shifted to the right, on the grid again."""
    x, y, heading = pose
    sine, cosine = arrays[4][heading], arrays[4][FULL_TURN + heading]
    return nearest_whole(x + aside * cosine), nearest_whole(y - aside * sine), heading


# ------------------------------------------------------------------ is there room?
@leaf
def is_line_bare(land: Land, piece: int, workspace: Workspace) -> bool:
    """Whether ground without width runs through a box, given by its half planes, where nothing covers it."""
    row, at = workspace
    ground = land[0]
    edges, rings, pieces = ground[0], ground[1], ground[2]
    one, work = at[ONE], at[WORK]
    for e in range(rings[pieces[piece]] * EDGE, rings[pieces[piece] + 1] * EDGE, EDGE):
        for n in range(EDGE):
            row[at[CORNERS] + n] = edges[e + n]
        place, count = clip_figure(row, at[CORNERS], 2, one, at[OTHER], row, at[PLANES], at[PLANES] + 12, 0.0)
        if count < 2:
            continue
        dx, dy = row[place + 2] - row[place], row[place + 3] - row[place + 1]
        length = math.sqrt(dx * dx + dy * dy)
        if length <= TOLERANCE:
            continue
        row[work], row[work + 1] = 0.0, 1.0
        end, other = work + 2, work + len(edges) + 4
        line = (row[place], row[place + 1], dx, dy, length)
        for c in range(land[2][piece], land[2][piece + 1]):
            stop = piece_stretches(ground, land[3][c], line, row, other)
            for s in range(other, stop, 2):
                end = cut(row, work, end, row[s], row[s + 1])
        if end > work:
            return True
    return False


@leaf
def is_bare(boxes: Floats, i: int, land: Land, piece: int, workspace: Workspace) -> bool:
    """Whether a box that lies over a piece of ground does so at a place where no other piece covers it."""
    ground, first, covers = land[0], land[2], land[3]
    row, at = workspace
    over = 0
    for c in range(first[piece], first[piece + 1]):
        if box_over_piece(boxes, i, ground, covers[c], TOLERANCE):
            over += 1
    if over == 0:
        return True
    write_corners(boxes, i, TOLERANCE, row, at[CORNERS])
    if not ground[5][piece]:
        upon = (covers, first[piece], first[piece + 1])
        return area_over(row, at[CORNERS], 4, ground, piece, upon, SLIVER, at[WORK]) > SLIVER
    write_box_planes(boxes, i, TOLERANCE, row, at[PLANES])
    return is_line_bare(land, piece, workspace)


@leaf
def is_on(boxes: Floats, first: int, count: int, land: Land, what: int, workspace: Workspace) -> bool:
    """Whether any of some boxes lies over ground that counts as *what*, where it is not covered."""
    for piece in range(len(land[1])):
        if land[1][piece] & what:
            for n in range(count):
                i = first + BOX * n
                if box_over_piece(boxes, i, land[0], piece, TOLERANCE) and is_bare(
                    boxes, i, land, piece, workspace
                ):
                    return True
    return False


@leaf
def is_on_table(boxes: Floats, first: int, count: int, size: tuple[float, float]) -> bool:
    """Whether boxes lie wholly on the table, within the tolerance."""
    for n in range(count):
        i = first + BOX * n
        wide, deep, sine, cosine = boxes[i + 2], boxes[i + 3], abs(boxes[i + 4]), abs(boxes[i + 5])
        reach_x, reach_y = wide * cosine + deep * sine, wide * sine + deep * cosine
        if boxes[i] - reach_x < -TOLERANCE or boxes[i] + reach_x > size[0] + TOLERANCE:
            return False
        if boxes[i + 1] - reach_y < -TOLERANCE or boxes[i + 1] + reach_y > size[1] + TOLERANCE:
            return False
    return True


@leaf
def near_gap(row: Floats, first: int, count: int, boxes: Floats, start: int, stop: int) -> float:
    """The least gap between boxes in a row and those of another body if they may touch, else any greater
    value."""
    best = math.inf
    for j in range(BOX * start, BOX * stop, BOX):
        for i in range(first, first + BOX * count, BOX):
            dx, dy, reach = boxes[j] - row[i], boxes[j + 1] - row[i + 1], row[i + 6] + boxes[j + 6] + APART
            if dx * dx + dy * dy <= reach * reach:
                gap = box_gap(row, i, boxes, j)
                best = gap if gap < best else best
    return best


@leaf
def room_at(
    arrays: BodyArrays, land: Land, unit: int, target: int, pose: FloatPose, workspace: Workspace
) -> int:
    """Whether there is room for a body at a pose against a target, clear of all others."""
    boxes, starts, bodies = arrays[0], arrays[1], arrays[2]
    row, at = workspace
    mine = at[LAID]
    count = write_boxes(arrays, int(bodies[BODY * unit + 4]), pose, row, mine)
    found = ROOM
    for other in range(len(starts) - 1):
        if other in (unit, target):
            continue
        gap = near_gap(row, mine, count, boxes, starts[other], starts[other + 1])
        if gap < -TOLERANCE:
            return NO_ROOM
        if gap <= TOLERANCE and bodies[BODY * other + 3] != bodies[BODY * unit + 3]:
            found = TOUCHING
    if not is_on_table(row, mine, count, land[4]) or is_on(row, mine, count, land, SOLID, workspace):
        return NO_ROOM
    return found
