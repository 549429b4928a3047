"""Approaches: how bodies come up to the sides of others, for many bodies in one call.

An approach leads straight from the front edge of a body to a side of another. Its row holds the shortest line
between the two, the place where the body lies against the side, and what is in the corridor between its front
now and there.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.charge.kernels.flush_contact import lay
from sandtable.table.charge.kernels.standing_room import (
    BAR,
    FIGURE,
    LAND,
    NO_ROOM,
    ONE,
    OTHER,
    PLANES,
    ROOM,
    SLIVER,
    SLOW,
    SOLID,
    WORK,
    WORKSPACE,
    Land,
    Workspace,
    is_on,
    side_of,
)
from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.measure.kernels.areas import Bounds, area_over, bounds_of
from sandtable.table.space.kernels.body_boxes import BODY, BODY_ARRAYS, PART, SHAPE, BodyArrays, FloatPose
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.kernels.polygons import (
    POINT,
    area_of,
    clip_figure,
    is_box_over,
    write_hull,
    write_planes,
)
from sandtable.table.space.lengths import FULL_TURN, HAIR, TOLERANCE

Arcs = tuple[float, float, float, float, float, float]
"""Sine and cosine of the angle of the front arc and of the rear arc; how far both reach beyond their lines;
the share of a body's bases in an arc that brings it up to that side."""
ARCS: Final = "UniTuple(float64, 6)"

Aimed = tuple[int, int, int, int, int]
"""The target and its side, and the pose where the approach is to end; -1 for all targets, for the sides that
the arcs give, and for the heading if the place is to be found."""

Touching = tuple[Wholes, Floats]
"""Where the contact levels of each pair of shapes and each side begin (-1 if not known); the levels."""
TOUCHING: Final = "Tuple((int64[::1], float64[::1]))"

Line = tuple[float, float, float, float, float]
"""The distance between two edges, and the nearest point of each."""

WAY: Final = 16
"""Numbers of an approach before its pieces of ground: the two bodies, the side, the line, its state, where
the body lies and its heading, its bases in contact, whether it is slow, how many lines it crosses, and
whether the body sees the target."""

TOO_FAR: Final = 0
NO_PLACE: Final = 1
BARRED: Final = 2
OPEN: Final = 3
"""The state of an approach: not followed, no place at its end, something in the corridor, open."""


# ------------------------------------------------------------------ which side
@leaf
def arc_at(arrays: BodyArrays, body: int, x: float, y: float, arcs: Arcs) -> int:
    """The arc of a body in which a point lies: front 0, right 1, rear 2, left 3."""
    bodies, shapes, trig = arrays[2], arrays[3], arrays[4]
    heading, shape = int(bodies[BODY * body + 2]), int(bodies[BODY * body + 4])
    sine, cosine, half, depth = trig[heading], trig[FULL_TURN + heading], shapes[shape], shapes[shape + 1]
    dx, dy, slack = x - bodies[BODY * body], y - bodies[BODY * body + 1], arcs[4]
    right, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
    reach = arcs[1] * half / 2
    aside, within = arcs[1] * right, arcs[0] * ahead + reach + slack
    if -ahead <= slack and aside <= within and -aside <= within:
        return 0
    reach = arcs[3] * half / 2 - arcs[2] * depth
    aside, within = arcs[3] * right, reach + slack - arcs[2] * ahead
    if ahead + depth <= slack and aside <= within and -aside <= within:
        return 2
    return 3 if right < 0.0 else 1


@leaf
def sides_met(arrays: BodyArrays, unit: int, target: int, arcs: Arcs) -> tuple[int, int]:
    """The two sides of a target in whose arcs enough of a body's bases have their middles; -1 where there is
    none, and the front if no arc holds enough."""
    bodies, shapes, trig = arrays[2], arrays[3], arrays[4]
    x, y, heading = bodies[BODY * unit], bodies[BODY * unit + 1], int(bodies[BODY * unit + 2])
    shape = int(bodies[BODY * unit + 4])
    sine, cosine, count = trig[heading], trig[FULL_TURN + heading], int(shapes[shape + 3])
    at = shape + SHAPE + PART * int(shapes[shape + 2])
    front, right, rear, left = 0, 0, 0, 0
    for n in range(count):
        across, ahead = shapes[at + POINT * n], shapes[at + POINT * n + 1]
        there_x, there_y = x + across * cosine + ahead * sine, y - across * sine + ahead * cosine
        arc = arc_at(arrays, target, there_x, there_y, arcs)
        front, right = front + (1 if arc == 0 else 0), right + (1 if arc == 1 else 0)
        rear, left = rear + (1 if arc == 2 else 0), left + (1 if arc == 3 else 0)
    first, second = -1, -1
    for side in range(4):
        held = front if side == 0 else (right if side == 1 else (rear if side == 2 else left))
        if held > 0 and held >= arcs[5] * count:
            first, second = (side, -1) if first < 0 else (first, side)
    return (0, -1) if first < 0 else (first, second)


# ------------------------------------------------------------------ the line
@leaf
def nearest_on(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> tuple[float, float]:
    """The point of a segment that is nearest to a point."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    if square == 0.0:
        return ax, ay
    share = min(max(((x - ax) * dx + (y - ay) * dy) / square, 0.0), 1.0)
    return ax + share * dx, ay + share * dy


@leaf
def sooner(best: Line, x: float, y: float, there_x: float, there_y: float) -> Line:
    """The shorter of two lines; of equal ones the one whose points come first."""
    dx, dy = there_x - x, there_y - y
    length = math.sqrt(dx * dx + dy * dy)
    if (length, x, y, there_x, there_y) < best:
        return length, x, y, there_x, there_y
    return best


@leaf
def line_between(arrays: BodyArrays, unit: int, target: int, side: int) -> Line:
    """The shortest line from the front edge of a body to a side of another."""
    trig = arrays[4]
    x, y, heading, width = side_of(arrays, unit, 0)
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    ax, ay = x + -width / 2 * cosine, y - -width / 2 * sine
    bx, by = x + width / 2 * cosine, y - width / 2 * sine
    x, y, heading, width = side_of(arrays, target, side)
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    cx, cy = x + -width / 2 * cosine, y - -width / 2 * sine
    dx, dy = x + width / 2 * cosine, y - width / 2 * sine
    best = (math.inf, 0.0, 0.0, 0.0, 0.0)
    x, y = nearest_on(cx, cy, dx, dy, ax, ay)
    best = sooner(best, ax, ay, x, y)
    x, y = nearest_on(cx, cy, dx, dy, bx, by)
    best = sooner(best, bx, by, x, y)
    x, y = nearest_on(ax, ay, bx, by, cx, cy)
    best = sooner(best, x, y, cx, cy)
    x, y = nearest_on(ax, ay, bx, by, dx, dy)
    return sooner(best, x, y, dx, dy)


# ------------------------------------------------------------------ the corridor
@leaf
def write_corridor(arrays: BodyArrays, unit: int, pose: FloatPose, workspace: Workspace) -> int:
    """Write the interior of the corridor between the front of a body and where it is laid; return the number
    of its corners.

    What touches the front of the body is in it.
    """
    row, at = workspace
    trig, to = arrays[4], at[WORK]
    x, y, heading, width = side_of(arrays, unit, 0)
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    x, y = x + -2 * TOLERANCE * sine, y + -2 * TOLERANCE * cosine
    row[to], row[to + 1] = x + -width / 2 * cosine, y - -width / 2 * sine
    row[to + 2], row[to + 3] = x + width / 2 * cosine, y - width / 2 * sine
    x, y, heading = pose
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    row[to + 4], row[to + 5] = x + -width / 2 * cosine, y - -width / 2 * sine
    row[to + 6], row[to + 7] = x + width / 2 * cosine, y - width / 2 * sine
    count = write_hull(row, to, 4, to + 8)
    if count < 3:
        return 0
    last = write_planes(row, to + 8, count, row, at[PLANES])
    place, count = clip_figure(row, to + 8, count, at[ONE], at[OTHER], row, at[PLANES], last, -TOLERANCE)
    if not area_of(row, place, count) > 0.0:
        return 0
    for n in range(POINT * count):
        row[at[FIGURE] + n] = row[place + n]
    return count


@leaf
def is_body_in(
    arrays: BodyArrays, unit: int, target: int, spare: Wholes, count: int, workspace: Workspace
) -> bool:
    """Whether any body but the two and those spared lies over the corridor."""
    boxes, starts = arrays[0], arrays[1]
    row, at = workspace
    left, bottom, right, top = bounds_of(row, at[FIGURE], count)
    for other in range(len(starts) - 1):
        if other in (unit, target) or spare[other]:
            continue
        for box in range(starts[other], starts[other + 1]):
            i = box * BOX
            x, y, radius = boxes[i], boxes[i + 1], boxes[i + 6]
            if x + radius < left or x - radius > right or y + radius < bottom or y - radius > top:
                continue
            if is_box_over(row, at[FIGURE], count, at[ONE], at[OTHER], boxes, i, row, at[PLANES]):
                return True
    return False


@leaf
def is_near(land: Land, piece: int, bounds: Bounds) -> bool:
    """Whether the bounds of a piece of ground meet others."""
    of, b = land[0][3], 4 * piece
    if of[b] > bounds[2] or of[b + 1] > bounds[3]:
        return False
    return of[b + 2] >= bounds[0] and of[b + 3] >= bounds[1]


@leaf
def ground_in(land: Land, what: int, count: int, workspace: Workspace) -> int:
    """Which of the wanted sorts of ground lie under the corridor where they are not covered."""
    row, at = workspace
    ground, first, covers = land[0], land[2], land[3]
    bounds, found = bounds_of(row, at[FIGURE], count), 0
    for piece in range(len(land[1])):
        wanted = land[1][piece] & what
        if wanted & ~found and is_near(land, piece, bounds):
            upon = (covers, first[piece], first[piece + 1])
            if area_over(row, at[FIGURE], count, ground, piece, upon, SLIVER, at[WORK]) > SLIVER:
                found |= wanted
    return found


@leaf
def is_line_in(land: Land, piece: int, planes: int, last: int, workspace: Workspace) -> bool:
    """Whether the line or outline of a piece of ground runs through the half planes of the corridor."""
    row, at = workspace
    edges, rings, pieces = land[0][0], land[0][1], land[0][2]
    work = at[WORK]
    for e in range(rings[pieces[piece]] * EDGE, rings[pieces[piece + 1]] * EDGE, EDGE):
        for n in range(EDGE):
            row[work + n] = edges[e + n]
        place, count = clip_figure(row, work, 2, at[ONE], at[OTHER], row, planes, last, 0.0)
        for n in range(1, count):
            dx, dy = row[place + POINT * n] - row[place], row[place + POINT * n + 1] - row[place + 1]
            if math.sqrt(dx * dx + dy * dy) > TOLERANCE:
                return True
    return False


@leaf
def write_lines(land: Land, count: int, workspace: Workspace, ways: Floats, w: int) -> int:
    """Write which lines that count run through the corridor; return how many."""
    row, at = workspace
    bounds = bounds_of(row, at[FIGURE], count)
    last = write_planes(row, at[FIGURE], count, row, at[PLANES])
    found = 0
    for piece in range(len(land[1])):
        ways[w + piece] = 0.0
        meets = land[1][piece] & BAR and is_near(land, piece, bounds)
        if meets and is_line_in(land, piece, at[PLANES], last, workspace):
            ways[w + piece] = 1.0
            found += 1
    return found


# ------------------------------------------------------------------ ways
@leaf
def search_corridor(
    arrays: BodyArrays,
    land: Land,
    unit: int,
    target: int,
    spare: Wholes,
    pose: FloatPose,
    workspace: Workspace,
    ways: Floats,
    w: int,
) -> None:
    """Write what is in the corridor of an approach that ends at a place."""
    ways[w + 9], ways[w + 10], ways[w + 11] = pose[0], pose[1], float(pose[2])
    count = write_corridor(arrays, unit, pose, workspace)
    ways[w + 8] = BARRED
    if count and is_body_in(arrays, unit, target, spare, count, workspace):
        return
    first, last = arrays[1][unit], arrays[1][unit + 1]
    found = SLOW if is_on(arrays[0], first * BOX, last - first, land, SLOW, workspace) else 0
    if count:
        found |= ground_in(land, (SOLID | SLOW) & ~found, count, workspace)
        if found & SOLID:
            return
        ways[w + 14] = write_lines(land, count, workspace, ways, w + WAY)
    ways[w + 8], ways[w + 13] = OPEN, 1.0 if found & SLOW else 0.0


@leaf
def write_line(arrays: BodyArrays, unit: int, target: int, side: int, ways: Floats, w: int) -> float:
    """Write the line of an approach to a side; return its length."""
    line = line_between(arrays, unit, target, side)
    ways[w], ways[w + 1], ways[w + 2] = float(unit), float(target), float(side)
    ways[w + 3], ways[w + 4], ways[w + 5], ways[w + 6], ways[w + 7] = line
    for n in range(8, WAY):
        ways[w + n] = 0.0
    return line[0]


@leaf
def may_reach(arrays: BodyArrays, unit: int, target: int, reach: float) -> bool:
    """Whether a body may be within its reach of another, by their places and sizes."""
    bodies, shapes = arrays[2], arrays[3]
    mine, theirs = int(bodies[BODY * unit + 4]), int(bodies[BODY * target + 4])
    if theirs < 0:
        return False
    dx, dy = bodies[BODY * target] - bodies[BODY * unit], bodies[BODY * target + 1] - bodies[BODY * unit + 1]
    far = reach + shapes[mine] / 2 + shapes[mine + 1] + shapes[theirs] / 2 + shapes[theirs + 1] + TOLERANCE
    return dx * dx + dy * dy <= far * far


@leaf
def levels_of(arrays: BodyArrays, unit: int, target: int, side: int, known: Wholes) -> int:
    """Where the contact levels of two bodies and a side begin; -1 if they are not known."""
    bodies, shapes = arrays[2], arrays[3]
    mine, theirs = int(bodies[BODY * unit + 4]), int(bodies[BODY * target + 4])
    most = round(math.sqrt(len(known) // 4))
    return known[(int(shapes[mine + 4]) * most + int(shapes[theirs + 4])) * 4 + side]


@leaf
def write_lines_of(
    arrays: BodyArrays,
    unit: int,
    reach: float,
    aimed: Aimed,
    arcs: Arcs,
    known: Wholes,
    ways: Floats,
    w: int,
    size: int,
) -> tuple[int, int]:
    """Write the lines of a unit to the sides of all enemies in reach, or of the one aimed at; return the new
    end and for how many the contact levels are not known."""
    unknown = 0
    for target in range(len(arrays[1]) - 1):
        wanted = (
            arrays[2][BODY * unit + 3] != arrays[2][BODY * target + 3] if aimed[0] < 0 else target == aimed[0]
        )
        if not wanted or not may_reach(arrays, unit, target, reach):
            continue
        for met in sides_met(arrays, unit, target, arcs):
            side = met if aimed[1] < 0 else aimed[1]
            if met < 0:
                continue
            length = write_line(arrays, unit, target, side, ways, w)
            if length <= reach + HAIR:
                k = levels_of(arrays, unit, target, side, known)
                ways[w + 8], ways[w + 9] = NO_PLACE, float(k)
                unknown += 1 if k < 0 else 0
            w += size
            if aimed[1] >= 0:
                break
    return w, unknown


@leaf
def write_all_lines(
    asked: Floats,
    aimed: Aimed,
    arrays: BodyArrays,
    arcs: Arcs,
    known: Wholes,
    ways: Floats,
    size: int,
) -> tuple[int, int]:
    """Write the lines of several units to all enemies in reach, one for each side that they may approach, or
    to the one aimed at; return their end, and for how many the contact levels are not known.

    *asked* holds the units and then their reaches.
    """
    last, unknown, units = 0, 0, len(asked) // 2
    for n in range(units):
        unit, reach = int(asked[n]), asked[units + n]
        last, missing = write_lines_of(arrays, unit, reach, aimed, arcs, known, ways, last, size)
        unknown += missing
    return last, unknown


@leaf
def follow_lines(
    aimed: Aimed,
    arrays: BodyArrays,
    land: Land,
    spare: Wholes,
    levels: Floats,
    workspace: Workspace,
    ways: Floats,
    last: int,
    size: int,
) -> None:
    """Write where the approaches end whose lines are written up to *last*, and what is in their corridors."""
    for w in range(0, last, size):
        if ways[w + 8] == NO_PLACE:
            unit, target, side, k = int(ways[w]), int(ways[w + 1]), int(ways[w + 2]), int(ways[w + 9])
            pose, bases, room = (float(aimed[2]), float(aimed[3]), aimed[4]), 0, ROOM
            if aimed[4] < 0:
                pose, bases, room = lay(arrays, land, unit, target, side, levels, k, workspace)
            ways[w + 12] = float(bases)
            if room != NO_ROOM:
                search_corridor(arrays, land, unit, target, spare, pose, workspace, ways, w)


@leaf
def kept_in_reach(ways: Floats, last: int, size: int) -> int:
    """Keep the approaches that were followed; return how many."""
    kept = 0
    for w in range(0, last, size):
        if ways[w + 8] != TOO_FAR:
            for n in range(size):
                ways[kept + n] = ways[w + n]
            kept += size
    return kept // size


@kernel(
    f"int64(float64[::1], UniTuple(int64, 5), {BODY_ARRAYS}, {LAND}, {ARCS}, int64[::1], {TOUCHING},"
    f" {WORKSPACE}, float64[::1])"
)
def write_approaches(
    asked: Floats,
    aimed: Aimed,
    arrays: BodyArrays,
    land: Land,
    arcs: Arcs,
    spare: Wholes,
    touching: Touching,
    workspace: Workspace,
    ways: Floats,
) -> int:
    """Write the approaches of units to all enemies in reach, or to the one aimed at; return how many.

    If the contact levels of a pair that is needed are not known, no approach is followed, and the number of
    lines is returned with a minus sign.
    """
    size = WAY + len(land[1])
    last, unknown = write_all_lines(asked, aimed, arrays, arcs, touching[0], ways, size)
    if unknown > 0:
        return -(last // size)
    follow_lines(aimed, arrays, land, spare, touching[1], workspace, ways, last, size)
    return last // size if aimed[0] >= 0 else kept_in_reach(ways, last, size)
