"""What interrupts a straight line of sight between two bodies."""

from __future__ import annotations

from typing import Final, TypeAlias

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.ground_levels import STANDING, Standing, encloses, level_at
from sandtable.table.space.kernels.ground_stretches import GROUND, Ground, Line, cut, piece_stretches
from sandtable.table.space.kernels.outlines import segment_in_box
from sandtable.table.space.lengths import TOLERANCE

CLEAR: Final = 0
BODY: Final = 1
VEIL: Final = 2
HEIGHT: Final = 3
"""What a line meets: nothing, a body, ground whose veil blocks it, or ground higher than both ends."""

VEIL_ROW: Final = 4
"""Numbers in the row of a veil: the length let through (-1: any), and as 0 or 1 whether only ends of lines
may lie in the ground, whether it is seen over, and whether it spares bodies that stand on it."""

PLANE: Final = 3
"""Numbers of a half plane within an edge of ground: the direction outwards and how far out it reaches."""

Veils: TypeAlias = tuple[Wholes, Wholes, Floats, Wholes, Wholes, Wholes, Floats, Floats]
"""Pieces that matter; the veil of each piece (-1: none); the rows of veils; the first cover of each piece;
covers; crests; three rules: whether what stands lower is seen over, within which distance of the lower end it
is not, and the slack of limits; for each edge of a convex piece a half plane, such that what lies in all of
them certainly lies inside the piece, and for other pieces half planes that hold nothing."""

World: TypeAlias = tuple[Floats, Floats, Wholes, Wholes, Ground, Veils, Standing]
"""Boxes that block; footprints; the first footprint of each body (an absent body has none); whether each body
blocks; the ground; its veils; the ground under the bodies."""

Scratch: TypeAlias = tuple[Floats, Floats, Floats, Wholes, Wholes, Floats, Floats]
"""Rows to work in: two for stretches, then one each for totals by veil, for the boxes and pieces of ground
that matter to a target, for which eyes see it, for its points, and for cutting it to an arc."""

VEILS: Final = (
    "Tuple((int64[::1], int64[::1], float64[::1], int64[::1], int64[::1], int64[::1], float64[::1],"
    " float64[::1]))"
)
WORLD: Final = f"Tuple((float64[::1], float64[::1], int64[::1], int64[::1], {GROUND}, {VEILS}, {STANDING}))"
SCRATCH: Final = (
    "Tuple((float64[::1], float64[::1], float64[::1], int64[::1], int64[::1], float64[::1], float64[::1]))"
)

Block: TypeAlias = tuple[int, int, float]
"""What a line meets first (one of the numbers above), which body or piece it is, and where along the line."""


@kernel(f"void(float64[::1], int64[::1], {GROUND}, {STANDING})")
def stand(feet: Floats, feet_of: Wholes, ground: Ground, standing: Standing) -> None:
    """Write the level under the middle of the footprint of each body, and which pieces lie under it."""
    levels, under = standing
    heights = ground[4]
    count = len(heights)
    for body in range(len(levels)):
        levels[body] = 0
        if feet_of[body] == feet_of[body + 1]:
            continue
        f = feet_of[body] * BOX
        for piece in range(count):
            here = encloses(ground, piece, feet[f], feet[f + 1])
            under[body * count + piece] = 1 if here else 0
            if here and heights[piece] > levels[body]:
                levels[body] = heights[piece]


@leaf
def screens(
    level: int, start: float, stop: float, length: float, eye_level: int, target_level: int, rules: Floats
) -> bool:
    """Whether a thing on *level* blocks where a line crosses it; if not, it is seen over."""
    if rules[0] == 0.0 or level >= max(eye_level, target_level):
        return True
    near = rules[1]
    if near <= 0.0:
        return False
    if eye_level <= target_level and start * length <= near + rules[2]:
        return True
    return target_level <= eye_level and (1.0 - stop) * length <= near + rules[2]


@leaf
def uncovered(
    ground: Ground, veils: Veils, piece: int, line: Line, row: Floats, end: int, other: Floats
) -> int:
    """Cut out of the stretches over a piece those where another piece covers it; return their new end."""
    for c in range(veils[3][piece], veils[3][piece + 1]):
        stop = piece_stretches(ground, veils[4][c], line, other, 0)
        for i in range(0, stop, 2):
            end = cut(row, 0, end, other[i], other[i + 1])
    return end


@leaf
def piece_block(
    world: World, piece: int, line: Line, eye_level: int, target_level: int, end: int, scratch: Scratch
) -> float:
    """Where along the line a piece of ground blocks it, 2 if nowhere.

    The first scratch row holds the stretches over the piece; their length is added to the total of its veil.
    """
    ground, veils, row, totals = world[4], world[5], scratch[0], scratch[2]
    x, y, dx, dy, length = line
    veil, thin = veils[1][piece], ground[5][piece]
    v = veil * VEIL_ROW
    allowed = veils[2][v]
    for i in range(0, end, 2):
        start, stop = row[i], row[i + 1]
        run = (stop - start) * length
        if not thin and run <= TOLERANCE:
            continue
        if veils[2][v + 2] != 0.0:
            middle = (start + stop) / 2
            level = level_at(ground, x + middle * dx, y + middle * dy)
            if not screens(level, start, stop, length, eye_level, target_level, veils[6]):
                continue
        from_eye, from_target = start * length <= TOLERANCE, (1.0 - stop) * length <= TOLERANCE
        if thin:
            if allowed == 0.0 and not from_eye and not from_target:
                return start
        elif veils[2][v + 1] != 0.0:
            if not (from_eye or from_target) or run > allowed + veils[6][2]:
                return start
        elif allowed >= 0.0:
            totals[veil] += run
            if totals[veil] > allowed + veils[6][2]:
                return max(stop - (totals[veil] - allowed) / length, start)
    return 2.0


@leaf
def ground_block(
    world: World, line: Line, viewer: int, target: int, lands: Wholes, first: int, last: int, scratch: Scratch
) -> Block:
    """What ground blocks a line from a viewer to a target; only the pieces listed from first to last (not
    included) are tried."""
    ground, veils, standing = world[4], world[5], world[6]
    veil_of, rows, crests = veils[1], veils[2], veils[5]
    bounds, count, row, totals = ground[3], len(ground[4]), scratch[0], scratch[2]
    x, y, dx, dy, _ = line
    eye_level, target_level = standing[0][viewer], standing[0][target]
    high = max(eye_level, target_level)
    left, right, wide = (x, x + dx, dx) if dx > 0.0 else (x + dx, x, -dx)
    bottom, top, tall = (y, y + dy, dy) if dy > 0.0 else (y + dy, y, -dy)
    for i in range(len(totals)):
        totals[i] = 0.0
    for r in range(first, last):
        piece = lands[r]
        b = 4 * piece
        west = bounds[b]
        if west > right:
            continue
        south, east, north = bounds[b + 1], bounds[b + 2], bounds[b + 3]
        if east < left or south > top or north < bottom:
            continue
        aside = dx * (south + north - y - y) - dy * (west + east - x - x)
        reach = wide * (north - south) + tall * (east - west)
        if aside > reach or aside < -reach:
            continue
        veil, steep = veil_of[piece], crests[piece] > high
        if veil < 0 and not steep:
            continue
        end = piece_stretches(ground, piece, line, row, 0)
        if end == 0:
            continue
        if steep:
            return HEIGHT, piece, row[0]
        under = standing[1][viewer * count + piece] + standing[1][target * count + piece]
        if under and rows[veil * VEIL_ROW + 3] != 0.0:
            continue
        end = uncovered(ground, veils, piece, line, row, end, scratch[1])
        share = piece_block(world, piece, line, eye_level, target_level, end, scratch)
        if share <= 1.0:
            return VEIL, piece, share
    return CLEAR, -1, 0.0


@leaf
def box_bar(world: World, i: int, line: Line, viewer: int, target: int) -> float:
    """Where along a line the box at place i blocks it; 2 if not, if seen over, or if it belongs to an end."""
    boxes, solid, levels = world[0], world[3], world[6][0]
    x, y, dx, dy, length = line
    owner = int(boxes[i + 7])
    if owner in (viewer, target) or not solid[owner]:
        return 2.0
    start, stop = segment_in_box(x, y, x + dx, y + dy, boxes, i, TOLERANCE)
    if start >= stop:
        return 2.0
    if screens(levels[owner], start, stop, length, levels[viewer], levels[target], world[5][6]):
        return start
    return 2.0
