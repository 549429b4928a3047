"""Observers that look from the middle of the edge nearest to a target, through the arc before that edge.

An observer has one edge or several, each a box without depth; the arc opens outward from its ends. A box with
a depth looks all round from its middle.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.sight.kernels.lines import SCRATCH, WORLD, Scratch, World
from sandtable.table.sight.kernels.target_points import MARKS, Marks, write_points_of
from sandtable.table.sight.kernels.visibility import point_seen
from sandtable.table.space.kernels.boxes import BOX, box_gap
from sandtable.table.space.kernels.polygons import PLANE, POINT, clip_figure
from sandtable.table.space.lengths import HAIR

UNSEEN: Final = 0
SEEN: Final = 1
TOUCHED: Final = 2
"""Results: the target is not seen, is seen, or may touch an edge, in which case sight is not judged."""

CORNERS: Final = 4
ALL_OUTSIDE: Final = 0b1010101
"""A bit for each corner, at the place of the corner in the row."""
CUT, SPARE, PLANES, GAPS = 16, 32, 48, 64
"""Where in the working row a figure is cut, and where the half planes of an arc and the gaps to edges are."""
MOST_EDGES: Final = 4
CUTTING: Final = GAPS + MOST_EDGES
"""The length of the working row."""

Opening = tuple[float, float, float, float]
"""The sine and cosine of the angle at which an arc opens, its slack, and the gap that counts as touching."""
OPENING: Final = "UniTuple(float64, 4)"


@leaf
def write_corners(edges: Floats, e: int, boxes: Floats, i: int, room: Floats) -> None:
    """Write the corners of a box in the frame of an edge: right and forward of its middle."""
    dx, dy, sine, cosine = boxes[i] - edges[e], boxes[i + 1] - edges[e + 1], edges[e + 4], edges[e + 5]
    right, forward = dx * cosine - dy * sine, dx * sine + dy * cosine
    tilt, upright = boxes[i + 4] * cosine - boxes[i + 5] * sine, boxes[i + 5] * cosine + boxes[i + 4] * sine
    wx, wy = boxes[i + 2] * upright, boxes[i + 2] * tilt
    dx, dy = boxes[i + 3] * tilt, boxes[i + 3] * upright
    room[0], room[1] = right - wx + dx, forward + wy + dy
    room[2], room[3] = right + wx + dx, forward - wy + dy
    room[4], room[5] = right + wx - dx, forward - wy - dy
    room[6], room[7] = right - wx - dx, forward + wy - dy


@leaf
def write_arc(half: float, opening: Opening, room: Floats) -> None:
    """Write the half planes of the arc before an edge, in the frame of its middle."""
    sine, cosine, p = opening[0], opening[1], PLANES
    room[p], room[p + 1], room[p + 2] = 0.0, -1.0, 0.0
    room[p + 3], room[p + 4], room[p + 5] = cosine, -sine, cosine * half
    room[p + 6], room[p + 7], room[p + 8] = -cosine, -sine, cosine * half


@leaf
def is_ahead(edges: Floats, e: int, boxes: Floats, i: int, opening: Opening, room: Floats) -> bool:
    """Whether any part of a box lies in the arc before an edge."""
    if edges[e + 3] > 0.0:
        return True
    write_corners(edges, e, boxes, i, room)
    write_arc(edges[e + 2], opening, room)
    slack, outside = opening[2], 0
    for p in range(PLANES, PLANES + 3 * PLANE, PLANE):
        least = math.inf
        for k in range(0, CORNERS * POINT, POINT):
            over = room[p] * room[k] + room[p + 1] * room[k + 1] - room[p + 2] - slack
            least = min(least, over)
            if over > 0.0:
                outside |= 1 << k
        if least > HAIR:
            return False
    if outside != ALL_OUTSIDE:
        return True
    _, left = clip_figure(room, 0, CORNERS, CUT, SPARE, room, PLANES, PLANES + 3 * PLANE, slack)
    return left > 0


@leaf
def write_gaps(
    edges: Floats, first: int, last: int, boxes: Floats, i: int, opening: Opening, room: Floats
) -> float:
    """Write the gap between a box and each edge, infinite where it is out of the arc; return the least, or
    less than 0 if the box may touch an edge."""
    least = math.inf
    for n in range(first, last):
        gap = box_gap(edges, n * BOX, boxes, i)
        if gap <= opening[3]:
            return -1.0
        if not is_ahead(edges, n * BOX, boxes, i, opening, room):
            gap = math.inf
        room[GAPS + n - first], least = gap, min(least, gap)
    return least


@leaf
def look_from_edges(
    world: World,
    marks: Marks,
    edges: Floats,
    first: int,
    last: int,
    target: int,
    opening: Opening,
    scratch: Scratch,
) -> int:
    """Whether a target is seen from the nearest edge in whose arc it lies, or from one no farther off."""
    room = scratch[6]
    least = write_gaps(edges, first, last, world[1], world[2][target] * BOX, opening, room)
    if least < 0.0:
        return TOUCHED
    if least == math.inf:
        return UNSEEN
    fixed = write_points_of(marks, target, scratch[5])
    for n in range(first, last):
        if room[GAPS + n - first] <= least + opening[2]:
            e = n * BOX
            eye = (edges[e], edges[e + 1], int(edges[e + 7]), target)
            if point_seen(world, marks, 0, eye, fixed, scratch) >= 0:
                return SEEN
    return UNSEEN


@kernel(f"void({WORLD}, {MARKS}, float64[::1], int64[::1], int64[::1], {OPENING}, {SCRATCH}, int64[::1])")
def see_pairs_from_edges(
    world: World,
    marks: Marks,
    edges: Floats,
    first_edges: Wholes,
    pairs: Wholes,
    opening: Opening,
    scratch: Scratch,
    results: Wholes,
) -> None:
    """Write the result for each pair: the place of an observer and the number of a target."""
    for n in range(len(results)):
        v, target = pairs[2 * n], pairs[2 * n + 1]
        first, last = first_edges[v], first_edges[v + 1]
        results[n] = look_from_edges(world, marks, edges, first, last, target, opening, scratch)


@leaf
def is_in_reach(feet: Floats, f: int, g: int, limit: float) -> bool:
    """Whether two boxes are no farther apart than a limit; a limit less than 0 allows none."""
    dx, dy, far = feet[g] - feet[f], feet[g + 1] - feet[f + 1], limit + feet[f + 6] + feet[g + 6] + HAIR
    return limit >= 0.0 and dx * dx + dy * dy <= far * far and box_gap(feet, f, feet, g) <= limit


@kernel(
    f"void({WORLD}, {MARKS}, float64[::1], int64[::1], float64[::1], int64[::1], int64[::1], {OPENING},"
    f" {SCRATCH}, int64[::1])"
)
def see_any_from_edges(
    world: World,
    marks: Marks,
    edges: Floats,
    first_edges: Wholes,
    limits: Floats,
    targets: Wholes,
    kinds: Wholes,
    opening: Opening,
    scratch: Scratch,
    results: Wholes,
) -> None:
    """Write for each observer whether it sees any target within its limit for the kind of target, 0 or 1.

    SEEN goes before TOUCHED, and TOUCHED before UNSEEN.
    """
    feet, feet_of = world[1], world[2]
    for v in range(len(results)):
        first, last, results[v] = first_edges[v], first_edges[v + 1], UNSEEN
        f = feet_of[int(edges[first * BOX + 7])] * BOX
        for t in range(len(targets)):
            if not is_in_reach(feet, f, feet_of[targets[t]] * BOX, limits[2 * v + kinds[t]]):
                continue
            result = look_from_edges(world, marks, edges, first, last, targets[t], opening, scratch)
            if result == TOUCHED:
                results[v] = TOUCHED
            if result == SEEN:
                results[v] = SEEN
                break
