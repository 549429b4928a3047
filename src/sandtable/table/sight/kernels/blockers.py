"""What hides a target from an eye: bodies with the shadows behind them, and pieces of ground.

It finds the same as the looks of ``target_points`` but does not say what hides a target. So it stops at the
first thing in the way of a line, and gives up a whole target that one body or one piece of ground hides.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Wholes, leaf
from sandtable.table.sight.kernels.lines import (
    CLEAR,
    PLANE,
    VEIL_ROW,
    Scratch,
    World,
    box_bar,
    ground_block,
    screens,
)
from sandtable.table.sight.kernels.target_points import Marks
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import TOLERANCE

DEEP: Final = 10.0 * TOLERANCE
"""A margin: a whole target counts as hidden by a veil only if the veil is deeper than its limit by this."""

NOTHING: Final = 0
A_BODY: Final = 1
THE_GROUND: Final = 2
"""What hides a point from an eye: the results of `hider_of`."""

Shadow = tuple[float, float, float, float, float]
"""The shadow of a box for an eye: the vectors from the eye to its leftmost and to its rightmost corner, and
the square of the distance to its farthest corner."""

NO_SHADOW: Final = (0.0, 0.0, 0.0, 0.0, math.inf)

NARROWER: Final = TOLERANCE + 1.0
"""A box is shrunk by this on all sides before its shadow is drawn, so that the shadow is certain."""

Eye = tuple[float, float, int, int]
"""The place of an eye, the number of its body, and the number of the body it looks at."""

Lands = tuple[int, int, int]
"""Pieces of ground in the working row: where those begin that may matter to a line, where they end, and where
the simple ones among them (see `is_simple`) end, which are listed again behind them."""


@leaf
def write_bars(world: World, eye: Eye, row: Wholes) -> int:
    """Write the places of the boxes that may interrupt a line from an eye to its target; return how many."""
    x, y, viewer, target = eye
    boxes, feet, f, levels = world[0], world[1], world[2][target] * BOX, world[6][0]
    rules = world[5][6]
    dx, dy = feet[f] - x, feet[f + 1] - y
    length = math.sqrt(dx * dx + dy * dy)
    count = 0
    for i in range(0, len(boxes), BOX):
        rx, ry, reach = boxes[i] - x, boxes[i + 1] - y, boxes[i + 6] + feet[f + 6]
        aside, ahead = dx * ry - dy * rx, rx * dx + ry * dy
        if aside < -reach * length or aside > reach * length:
            continue
        if ahead < -reach * length or ahead > (length + reach) * length:
            continue
        owner = int(boxes[i + 7])
        if owner in (viewer, target) or not world[3][owner]:
            continue
        # Where the terms have no distance within which lower bodies block, the levels alone decide.
        if rules[1] > 0.0 or screens(levels[owner], 0.0, 0.0, 0.0, levels[viewer], levels[target], rules):
            row[count] = i
            count += 1
    return count


@leaf
def write_lands(world: World, eye: Eye, row: Wholes, k: int) -> int:
    """Write from place k the pieces of ground that may matter to a line from an eye to its target; return
    where they end."""
    x, y, viewer, target = eye
    feet, f = world[1], world[2][target] * BOX
    relevant, veil_of, rows, _, _, crests, _, _ = world[5]
    levels, under = world[6]
    bounds, count, radius = world[4][3], len(world[4][4]), feet[f + 6] + TOLERANCE
    dx, dy = feet[f] - x, feet[f + 1] - y
    around = 2.0 * radius * math.sqrt(dx * dx + dy * dy)
    left, right = min(x, feet[f] - radius), max(x, feet[f] + radius)
    bottom, top = min(y, feet[f + 1] - radius), max(y, feet[f + 1] + radius)
    for r in range(len(relevant)):
        piece = relevant[r]
        b = 4 * piece
        west, south, east, north = bounds[b], bounds[b + 1], bounds[b + 2], bounds[b + 3]
        if west > right or east < left or south > top or north < bottom:
            continue
        aside = dx * (south + north - y - y) - dy * (west + east - x - x)
        reach = abs(dx) * (north - south) + abs(dy) * (east - west) + around
        if aside > reach or aside < -reach:
            continue
        veil, steep = veil_of[piece], crests[piece] > max(levels[viewer], levels[target])
        own = under[viewer * count + piece] + under[target * count + piece]
        if steep or (veil >= 0 and not (own and rows[veil * VEIL_ROW + 3] != 0.0)):
            row[k] = piece
            k += 1
    return k


@leaf
def is_bare(world: World, eye: Eye, piece: int) -> bool:
    """Whether no other ground that covers this piece can lie between an eye and its target."""
    feet, f, bounds, veils = world[1], world[2][eye[3]] * BOX, world[4][3], world[5]
    for c in range(veils[3][piece], veils[3][piece + 1]):
        b, radius = 4 * veils[4][c], feet[f + 6]
        if bounds[b] <= max(eye[0], feet[f] + radius) and bounds[b + 2] >= min(eye[0], feet[f] - radius):
            low, high = min(eye[1], feet[f + 1] - radius), max(eye[1], feet[f + 1] + radius)
            if bounds[b + 1] <= high and bounds[b + 3] >= low:
                return False
    return True


@leaf
def allowed_depth(world: World, eye: Eye, piece: int) -> float:
    """How much of a piece of ground a line from an eye may cross; 0 if the piece is higher than both ends."""
    veils, levels = world[5], world[6][0]
    if veils[5][piece] > max(levels[eye[2]], levels[eye[3]]):
        return 0.0
    return veils[2][veils[1][piece] * VEIL_ROW]


@leaf
def is_simple(world: World, eye: Eye, piece: int) -> bool:
    """Whether a piece of ground hides what lies behind more of it than `allowed_depth`, wherever the line
    enters and leaves it: it is too high, or its veil adds up lengths and nothing covers or overlooks it."""
    veils, levels = world[5], world[6][0]
    if veils[5][piece] > max(levels[eye[2]], levels[eye[3]]):
        return True
    v = veils[1][piece] * VEIL_ROW
    if veils[2][v] < 0.0 or veils[2][v + 1] != 0.0 or veils[2][v + 2] != 0.0:
        return False
    return is_bare(world, eye, piece)


@leaf
def write_simple(world: World, eye: Eye, row: Wholes, first: int, last: int) -> int:
    """Write the simple pieces of ground from first to last again behind them; return the new end."""
    end = last
    for n in range(first, last):
        if is_simple(world, eye, row[n]):
            row[end] = row[n]
            end += 1
    return end


@leaf
def run_inside(world: World, piece: int, x: float, y: float, dx: float, dy: float) -> tuple[float, float]:
    """The shares of its length between which a line certainly runs inside a convex piece of ground; if it
    does not, the second is no greater than the first."""
    rings, pieces, planes = world[4][1], world[4][2], world[5][7]
    enter, leave = 0.0, 1.0
    for p in range(PLANE * rings[pieces[piece]], PLANE * rings[pieces[piece] + 1], PLANE):
        out, rate = planes[p] * x + planes[p + 1] * y - planes[p + 2], planes[p] * dx + planes[p + 1] * dy
        if rate > 0.0:
            leave = min(leave, -out / rate)
        elif rate < 0.0:
            enter = max(enter, -out / rate)
        elif out > 0.0:
            return 1.0, 0.0
    return enter, leave


@leaf
def is_veiled_point(
    world: World, eye: Eye, dx: float, dy: float, length: float, row: Wholes, first: int, last: int
) -> bool:
    """Whether one of the simple pieces of ground from first to last certainly hides the point at (dx, dy)."""
    for n in range(first, last):
        enter, leave = run_inside(world, row[n], eye[0], eye[1], dx, dy)
        if (leave - enter) * length > allowed_depth(world, eye, row[n]) + DEEP:
            return True
    return False


@leaf
def hider_of(world: World, eye: Eye, x: float, y: float, bars: int, lands: Lands, scratch: Scratch) -> int:
    """What hides a point of a target from its eye: nothing, a body or ground.

    The box of a body that hides it is moved to the front of the row: it likely hides the next point, too.
    """
    row, viewer, target = scratch[3], eye[2], eye[3]
    dx, dy = x - eye[0], y - eye[1]
    length = math.sqrt(dx * dx + dy * dy)
    if length <= TOLERANCE:
        return NOTHING
    line = (eye[0], eye[1], dx, dy, length)
    boxes = world[0]
    for n in range(bars):
        i = row[n]
        aside, reach = dx * (boxes[i + 1] - eye[1]) - dy * (boxes[i] - eye[0]), boxes[i + 6] * length
        if -reach <= aside <= reach and box_bar(world, i, line, viewer, target) < 2.0:
            row[n], row[0] = row[0], i
            return A_BODY
    first, last, end = lands
    if first == last:
        return NOTHING
    if is_veiled_point(world, eye, dx, dy, length, row, last, end):
        return THE_GROUND
    what, _, _ = ground_block(world, line, viewer, target, row, first, last, scratch)
    return NOTHING if what == CLEAR else THE_GROUND


@leaf
def shadow_of(world: World, eye: Eye, i: int) -> Shadow:
    """The shadow that the box at place i casts for an eye, drawn a little too narrow.

    There is none if the eye is inside the box, or if the terms let lower bodies block near an end of a line.
    """
    boxes = world[0]
    sine, cosine = boxes[i + 4], boxes[i + 5]
    wide, deep = boxes[i + 2] - NARROWER, boxes[i + 3] - NARROWER
    dx, dy = boxes[i] - eye[0], boxes[i + 1] - eye[1]
    right, forward = abs(dx * cosine - dy * sine), abs(dx * sine + dy * cosine)
    clear = right > boxes[i + 2] or forward > boxes[i + 3]
    if wide <= 0.0 or deep <= 0.0 or not clear or world[5][6][1] > 0.0:
        return NO_SHADOW
    ax, ay, bx, by = wide * cosine, -wide * sine, deep * sine, deep * cosine
    left_x, left_y, right_x, right_y = dx + ax + bx, dy + ay + by, dx + ax + bx, dy + ay + by
    far = left_x * left_x + left_y * left_y
    for corner in range(1, 4):
        across = 1.0 if corner == 1 else -1.0
        along = -1.0 if corner < 3 else 1.0
        x, y = dx + across * ax + along * bx, dy + across * ay + along * by
        if left_x * y - left_y * x > 0.0:
            left_x, left_y = x, y
        if right_x * y - right_y * x < 0.0:
            right_x, right_y = x, y
        far = max(far, x * x + y * y)
    return left_x, left_y, right_x, right_y, far


@leaf
def is_in_shadow(eye: Eye, x: float, y: float, shadow: Shadow) -> bool:
    """Whether a point certainly lies in a shadow drawn for this eye."""
    dx, dy = x - eye[0], y - eye[1]
    if dx * dx + dy * dy <= shadow[4]:
        return False
    return dx * shadow[1] - dy * shadow[0] > 0.0 and shadow[2] * dy - shadow[3] * dx > 0.0


@leaf
def hides(world: World, marks: Marks, eye: Eye, i: int) -> bool:
    """Whether the box at place i hides every corner of a target; its shadow is convex, so then all of it."""
    boxes, starts = marks[0], marks[1]
    x, y, viewer, target = eye
    for box in range(starts[target], starts[target + 1]):
        j = box * BOX
        ax, ay = boxes[j + 2] * boxes[j + 5], -boxes[j + 2] * boxes[j + 4]
        bx, by = boxes[j + 3] * boxes[j + 4], boxes[j + 3] * boxes[j + 5]
        for corner in range(4):
            across = 1.0 if corner in (1, 2) else -1.0
            along = 1.0 if corner < 2 else -1.0
            dx = boxes[j] + across * ax + along * bx - x
            dy = boxes[j + 1] + across * ay + along * by - y
            line = (x, y, dx, dy, math.sqrt(dx * dx + dy * dy))
            if box_bar(world, i, line, viewer, target) >= 2.0:
                return False
    return True


@leaf
def is_shadowed(world: World, marks: Marks, eye: Eye, bars: int, row: Wholes) -> bool:
    """Whether one body hides a whole target from an eye that is not close to the target."""
    feet, f = world[1], world[2][eye[3]] * BOX
    dx, dy = feet[f] - eye[0], feet[f + 1] - eye[1]
    near = feet[f + 6] + 2.0 * TOLERANCE
    if world[5][6][1] > 0.0 or dx * dx + dy * dy <= near * near:
        return False
    for n in range(bars):  # noqa: SIM110 (numba compiles no generators here)
        if hides(world, marks, eye, row[n]):
            return True
    return False


@leaf
def veils_all(world: World, marks: Marks, eye: Eye, piece: int) -> bool:
    """Whether one convex piece of ground is deep enough between an eye and a target to hide all of it.

    Between the lines to two corners the ground is entered no later than on the later of the two, and left
    no sooner than at the point nearest to the eye of the segment that joins the two exits.
    """
    boxes, starts, feet, f = marks[0], marks[1], world[1], world[2][eye[3]] * BOX
    x, y = eye[0], eye[1]
    cx, cy = feet[f] - x, feet[f + 1] - y
    far = math.sqrt(cx * cx + cy * cy)
    enter, leave, narrow = 0.0, far - feet[f + 6], 1.0
    for box in range(starts[eye[3]], starts[eye[3] + 1]):
        j = box * BOX
        for corner in range(4):
            wide = boxes[j + 2] if corner in (1, 2) else -boxes[j + 2]
            deep = boxes[j + 3] if corner < 2 else -boxes[j + 3]
            dx = boxes[j] + wide * boxes[j + 5] + deep * boxes[j + 4] - x
            dy = boxes[j + 1] - wide * boxes[j + 4] + deep * boxes[j + 5] - y
            length = math.sqrt(dx * dx + dy * dy)
            start, stop = run_inside(world, piece, x, y, dx, dy)
            if stop <= start:
                return False
            enter, leave = max(enter, start * length), min(leave, stop * length)
            narrow = min(narrow, (dx * cx + dy * cy) / (length * far))
    return leave * narrow - enter > allowed_depth(world, eye, piece) + DEEP


@leaf
def is_veiled(world: World, marks: Marks, eye: Eye, first: int, last: int, row: Wholes) -> bool:
    """Whether one of the simple pieces of ground hides a whole target from an eye not close to the target."""
    feet, f = world[1], world[2][eye[3]] * BOX
    dx, dy = feet[f] - eye[0], feet[f + 1] - eye[1]
    near = feet[f + 6] + DEEP
    if dx * dx + dy * dy <= near * near:
        return False
    for n in range(first, last):  # noqa: SIM110 (numba compiles no generators here)
        if veils_all(world, marks, eye, row[n]):
            return True
    return False
