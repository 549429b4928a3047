"""Glimpses: which targets many viewers see, by how many eyes, and the point nearest to the middle of those.

It gives what ``looking`` gives of targets that are seen, and says nothing of what hides the others: so it may
stop at the first thing in the way of a line, and drop a target whole that one body hides.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.sight.kernels.lines import (
    CLEAR,
    OBSCURED,
    PLANE,
    SCRATCH,
    VEIL_ROW,
    WORLD,
    Scratch,
    World,
    box_bar,
    ground_block,
    screens,
)
from sandtable.table.sight.kernels.target_points import (
    ARC,
    MARKS,
    Marks,
    in_arc,
    is_beyond,
    write_nearest_of_all,
    write_points_of,
)
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import TOLERANCE

GLIMPSE: Final = 6
"""Numbers told of a target: how many eyes see it, the middle of those, the point seen from there, how far."""

DEEP: Final = 10.0 * TOLERANCE
"""So much more of a veil is asked for where a whole target is judged at once."""

HAIR: Final = 1e-6
"""So much wider an arc is taken where a whole body is judged by the circle round it."""

NOTHING: Final = 0
A_BODY: Final = 1
THE_GROUND: Final = 2
"""What hides a point from an eye."""

Shadow = tuple[float, float, float, float, float]
"""The shadow of a box for an eye: the ways to its leftmost and to its rightmost corner, and the square of how
far the farthest is."""

NO_SHADOW: Final = (0.0, 0.0, 0.0, 0.0, math.inf)

NARROWER: Final = TOLERANCE + 1.0
"""So much smaller a box is taken on all sides than what it certainly hides."""

Eye = tuple[float, float, int, int]
"""Where an eye is, whose it is, and at which body it looks."""


Lands = tuple[int, int, int]
"""Where the pieces of ground begin that may matter to a line, where they end, and where those end that hide
plainly, which come behind them."""


@leaf
def write_bars(world: World, eye: Eye, row: Wholes) -> int:
    """Write the rows of the boxes that may interrupt any line from an eye to its target; give how many."""
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
        # Where nothing counts by how near it is to an end, the levels alone say who is seen over.
        if rules[1] > 0.0 or screens(levels[owner], 0.0, 0.0, 0.0, levels[viewer], levels[target], rules):
            row[count] = i
            count += 1
    return count


@leaf
def write_lands(world: World, eye: Eye, row: Wholes, k: int) -> int:
    """Write from place k the pieces of ground that may matter to a line from an eye to its target; give the
    end."""
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
    """Whether nothing that lies on top of a piece of ground can lie between an eye and its target."""
    feet, f, bounds, veils = world[1], world[2][eye[3]] * BOX, world[4][3], world[5]
    for c in range(veils[3][piece], veils[3][piece + 1]):
        b, radius = 4 * veils[4][c], feet[f + 6]
        if bounds[b] <= max(eye[0], feet[f] + radius) and bounds[b + 2] >= min(eye[0], feet[f] - radius):
            low, high = min(eye[1], feet[f + 1] - radius), max(eye[1], feet[f + 1] + radius)
            if bounds[b + 1] <= high and bounds[b + 3] >= low:
                return False
    return True


@leaf
def let_through(world: World, eye: Eye, piece: int) -> float:
    """How much of a piece of ground that matters a line from an eye may run over; none if it is too high."""
    veils, levels = world[5], world[6][0]
    if veils[5][piece] > max(levels[eye[2]], levels[eye[3]]):
        return 0.0
    return veils[2][veils[1][piece] * VEIL_ROW]


@leaf
def is_plain(world: World, eye: Eye, piece: int) -> bool:
    """Whether a piece of ground that matters hides from an eye whatever more of it lies before than it lets
    through, wherever that begins and ends."""
    veils, levels = world[5], world[6][0]
    if veils[5][piece] > max(levels[eye[2]], levels[eye[3]]):
        return True
    v = veils[1][piece] * VEIL_ROW
    if veils[2][v] < 0.0 or veils[2][v + 1] != 0.0 or veils[2][v + 2] != 0.0:
        return False
    return is_bare(world, eye, piece)


@leaf
def write_plain(world: World, eye: Eye, row: Wholes, first: int, last: int) -> int:
    """Write behind the pieces of ground from first to last those that hide plainly; give the new end."""
    end = last
    for n in range(first, last):
        if is_plain(world, eye, row[n]):
            row[end] = row[n]
            end += 1
    return end


@leaf
def run_inside(world: World, piece: int, x: float, y: float, dx: float, dy: float) -> tuple[float, float]:
    """From which share of its length to which a line runs surely inside a convex piece of ground; the second
    is no more than the first where it does not."""
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
    """Whether one of the plain pieces of ground from first to last hides surely what lies so far off."""
    for n in range(first, last):
        enter, leave = run_inside(world, row[n], eye[0], eye[1], dx, dy)
        if (leave - enter) * length > let_through(world, eye, row[n]) + DEEP:
            return True
    return False


@leaf
def hider_of(world: World, eye: Eye, x: float, y: float, bars: int, lands: Lands, scratch: Scratch) -> int:
    """What hides a point of a target from its eye: nothing, a body or ground; the box of a body that does is
    put first among those that may interrupt lines, and tried first for the next point."""
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
    return NOTHING if what in (CLEAR, OBSCURED) else THE_GROUND


@leaf
def shadow_of(world: World, eye: Eye, i: int) -> Shadow:
    """The shadow that box row i casts for an eye, a little narrower than it is; none if the eye is not clear
    of the box, or if it counts by how near it is to an end of a line."""
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
    """Whether a point lies certainly in a shadow that was cast for its eye."""
    dx, dy = x - eye[0], y - eye[1]
    if dx * dx + dy * dy <= shadow[4]:
        return False
    return dx * shadow[1] - dy * shadow[0] > 0.0 and shadow[2] * dy - shadow[3] * dx > 0.0


@leaf
def hides(world: World, marks: Marks, eye: Eye, i: int) -> bool:
    """Whether box row i hides every corner of a target from an eye: as a shadow is convex, so is the rest."""
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
    """Whether one body hides a whole target from an eye that is not right at it."""
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
    """Whether so much of one convex piece of ground lies between an eye and all of a target that it hides it.

    Between the lines to two corners the ground is entered no later than on the later of them, and left no
    sooner than where the line from the one place of leaving to the other is nearest to the eye.
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
    return leave * narrow - enter > let_through(world, eye, piece) + DEEP


@leaf
def is_veiled(world: World, marks: Marks, eye: Eye, first: int, last: int, row: Wholes) -> bool:
    """Whether one of the plain pieces of ground hides a whole target from an eye that is not right at it."""
    feet, f = world[1], world[2][eye[3]] * BOX
    dx, dy = feet[f] - eye[0], feet[f + 1] - eye[1]
    near = feet[f + 6] + DEEP
    if dx * dx + dy * dy <= near * near:
        return False
    for n in range(first, last):  # noqa: SIM110 (numba compiles no generators here)
        if veils_all(world, marks, eye, row[n]):
            return True
    return False


@leaf
def sees(world: World, marks: Marks, a: int, eye: Eye, points: Floats, fixed: int, scratch: Scratch) -> bool:
    """Whether an eye sees any point of its target in the arc."""
    return point_seen(world, marks, a, eye, points, fixed, scratch) >= 0


@leaf
def point_seen(
    world: World, marks: Marks, a: int, eye: Eye, points: Floats, fixed: int, scratch: Scratch
) -> int:
    """The place of a point of its target that an eye sees in the arc, -1 if there is none; the likeliest
    points stand last."""
    row = scratch[3]
    bars, boxes = write_bars(world, eye, row), len(world[0]) // BOX
    if is_shadowed(world, marks, eye, bars, row):
        return -1
    last = write_lands(world, eye, row, boxes)
    plain = write_plain(world, eye, row, boxes, last)
    if is_veiled(world, marks, eye, last, plain, row):
        return -1
    lands = (boxes, last, plain)
    end = write_nearest_of_all(marks, eye[3], eye[0], eye[1], points, fixed)
    shadow, caster = NO_SHADOW, -1
    for k in range(end - 2, -1, -2):
        x, y = points[k], points[k + 1]
        if not in_arc(marks[2], a, x, y, 0.0) or is_in_shadow(eye, x, y, shadow):
            continue
        hider = hider_of(world, eye, x, y, bars, lands, scratch)
        if hider == NOTHING:
            return k
        if hider == A_BODY and row[0] != caster:
            shadow, caster = shadow_of(world, eye, row[0]), row[0]
    return -1


@leaf
def write_nearest_seen(
    world: World,
    marks: Marks,
    a: int,
    eye: Eye,
    points: Floats,
    end: int,
    scratch: Scratch,
    glimpse: Floats,
    g: int,
) -> None:
    """Write the point that an eye sees nearest to the middle of all eyes, if it is nearer than before."""
    row = scratch[3]
    bars, boxes = write_bars(world, eye, row), len(world[0]) // BOX
    last = write_lands(world, eye, row, boxes)
    lands = (boxes, last, write_plain(world, eye, row, boxes, last))
    nearest, best = math.inf, -1
    for k in range(end - 2, -1, -2):
        x, y = points[k], points[k + 1]
        dx, dy = x - glimpse[g + 1], y - glimpse[g + 2]
        square = dx * dx + dy * dy
        if square >= nearest or math.sqrt(square) >= glimpse[g + 5]:
            continue
        if in_arc(marks[2], a, x, y, 0.0) and not hider_of(world, eye, x, y, bars, lands, scratch):
            nearest, best = square, k
    if best >= 0:
        glimpse[g + 3], glimpse[g + 4], glimpse[g + 5] = points[best], points[best + 1], math.sqrt(nearest)


@leaf
def write_glimpse(
    world: World,
    marks: Marks,
    a: int,
    eyes: Floats,
    first: int,
    last: int,
    ends: tuple[int, int],
    points: Floats,
    scratch: Scratch,
    glimpse: Floats,
    g: int,
) -> None:
    """Write what the eyes from first to last (not included) of a viewer make of a target.

    First it is found out which see it at all; then those look for the point nearest to their middle.
    """
    viewer, target = ends
    fixed, seeing, x, y = write_points_of(marks, target, points), 0, 0.0, 0.0
    for e in range(first, last):
        eye = (eyes[2 * e], eyes[2 * e + 1], viewer, target)
        scratch[4][e] = 0
        if sees(world, marks, a, eye, points, fixed, scratch):
            scratch[4][e] = 1
            seeing, x, y = seeing + 1, x + eye[0], y + eye[1]
    if seeing == 0:
        return
    glimpse[g], glimpse[g + 1], glimpse[g + 2] = float(seeing), x / seeing, y / seeing
    glimpse[g + 5] = math.inf
    for e in range(first, last):
        if scratch[4][e]:
            eye = (eyes[2 * e], eyes[2 * e + 1], viewer, target)
            end = write_nearest_of_all(marks, target, eye[0], eye[1], points, fixed)
            end = write_nearest_of_all(marks, target, glimpse[g + 1], glimpse[g + 2], points, end)
            write_nearest_seen(world, marks, a, eye, points, end, scratch, glimpse, g)


@kernel(
    f"void({WORLD}, {MARKS}, int64[::1], int64[::1], float64[::1], float64[::1], int64[::1], float64[::1],"
    f" {SCRATCH}, float64[::1])"
)
def glimpse_all(
    world: World,
    marks: Marks,
    viewers: Wholes,
    first_eyes: Wholes,
    eyes: Floats,
    reaches: Floats,
    targets: Wholes,
    points: Floats,
    scratch: Scratch,
    glimpses: Floats,
) -> None:
    """Write what each viewer makes of each target; of one that no eye sees, nothing is written.

    A target is not looked at that lies certainly beyond the reach of its viewer or out of his arc.
    """
    feet, feet_of = world[1], world[2]
    for v in range(len(viewers)):
        viewer, arc = viewers[v], v * ARC
        for t in range(len(targets)):
            target, g = targets[t], (v * len(targets) + t) * GLIMPSE
            f = feet_of[target] * BOX
            if feet_of[target] == feet_of[target + 1] or is_beyond(feet, feet_of, viewer, target, reaches[v]):
                continue
            if in_arc(marks[2], arc, feet[f], feet[f + 1], feet[f + 6] + HAIR):
                first, last = first_eyes[v], first_eyes[v + 1]
                write_glimpse(
                    world, marks, arc, eyes, first, last, (viewer, target), points, scratch, glimpses, g
                )
