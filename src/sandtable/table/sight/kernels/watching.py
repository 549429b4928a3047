"""Watching: whom viewers see from the edge that looks at him, through the arc before it, in one call for all.

A viewer has one edge or several, each laid down as a box without depth; the arc opens from its ends. A box
with a depth looks all round from its middle.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.sight.kernels.glimpses import sees
from sandtable.table.sight.kernels.lines import SCRATCH, WORLD, Scratch, World
from sandtable.table.sight.kernels.target_points import MARKS, Marks, write_points_of
from sandtable.table.space.kernels.boxes import BOX, box_gap
from sandtable.table.space.kernels.polygons import PLANE, POINT, clip_figure
from sandtable.table.space.lengths import HAIR

UNSEEN: Final = 0
SEEN: Final = 1
TOUCHED: Final = 2
"""The target may be touching an edge: what that means is not said here."""

CORNERS: Final = 4
ALL_OUTSIDE: Final = 0b1010101
"""A bit for each corner, at the place where it stands."""
CUT, SPARE, PLANES = 16, 32, 48
"""Where in the room to work in a figure is cut, and where the half planes of an arc stand."""
ROOM: Final = 64

Opening = tuple[float, float, float, float]
"""The sine and cosine of the angle at which an arc opens, its slack, and how near is touching."""
OPENING: Final = "UniTuple(float64, 4)"


@leaf
def write_corners(edges: Floats, e: int, boxes: Floats, i: int, room: Floats) -> None:
    """Write the corners of a box as they lie to the right and forward of the middle of an edge."""
    dx, dy, sine, cosine = boxes[i] - edges[e], boxes[i + 1] - edges[e + 1], edges[e + 4], edges[e + 5]
    right, forward = dx * cosine - dy * sine, dx * sine + dy * cosine
    lean, upright = boxes[i + 4] * cosine - boxes[i + 5] * sine, boxes[i + 5] * cosine + boxes[i + 4] * sine
    wx, wy = boxes[i + 2] * upright, boxes[i + 2] * lean
    dx, dy = boxes[i + 3] * lean, boxes[i + 3] * upright
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
    """Whether anything of a box lies in the arc before an edge."""
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
    edges: Floats, first: int, last: int, boxes: Floats, i: int, opening: Opening, room: Floats, gaps: Floats
) -> float:
    """Write how far a box is from each edge in whose arc it lies, else that it never is; give the least, or
    less than 0 where the box may touch any edge."""
    least = math.inf
    for n in range(first, last):
        gap = box_gap(edges, n * BOX, boxes, i)
        if gap <= opening[3]:
            return -1.0
        if not is_ahead(edges, n * BOX, boxes, i, opening, room):
            gap = math.inf
        gaps[n - first], least = gap, min(least, gap)
    return least


@leaf
def watch(
    world: World,
    marks: Marks,
    edges: Floats,
    looks: tuple[int, int, int],
    opening: Opening,
    points: Floats,
    scratch: Scratch,
    room: Floats,
    gaps: Floats,
) -> int:
    """Whether a target is seen from the nearest edge in whose arc it lies, or from one no farther off."""
    first, last, target = looks
    least = write_gaps(edges, first, last, world[1], world[2][target] * BOX, opening, room, gaps)
    if least < 0.0:
        return TOUCHED
    if least == math.inf:
        return UNSEEN
    fixed = write_points_of(marks, target, points)
    for n in range(first, last):
        if gaps[n - first] <= least + opening[2]:
            e = n * BOX
            eye = (edges[e], edges[e + 1], int(edges[e + 7]), target)
            if sees(world, marks, 0, eye, points, fixed, scratch):
                return SEEN
    return UNSEEN


@kernel(
    f"void({WORLD}, {MARKS}, float64[::1], int64[::1], int64[::1], {OPENING}, float64[::1], {SCRATCH},"
    " float64[::1], float64[::1], int64[::1])"
)
def watch_all(
    world: World,
    marks: Marks,
    edges: Floats,
    first_edges: Wholes,
    pairs: Wholes,
    opening: Opening,
    points: Floats,
    scratch: Scratch,
    room: Floats,
    gaps: Floats,
    found: Wholes,
) -> None:
    """Write for each pair, the place of a viewer and the number of a target, whether he sees it ahead."""
    for n in range(len(found)):
        v, target = pairs[2 * n], pairs[2 * n + 1]
        looks = (first_edges[v], first_edges[v + 1], target)
        found[n] = watch(world, marks, edges, looks, opening, points, scratch, room, gaps)


@leaf
def is_in_reach(feet: Floats, f: int, g: int, limit: float) -> bool:
    """Whether two boxes are no farther apart than a limit; less than 0 is none."""
    dx, dy, far = feet[g] - feet[f], feet[g + 1] - feet[f + 1], limit + feet[f + 6] + feet[g + 6] + HAIR
    return limit >= 0.0 and dx * dx + dy * dy <= far * far and box_gap(feet, f, feet, g) <= limit


@kernel(
    f"void({WORLD}, {MARKS}, float64[::1], int64[::1], float64[::1], int64[::1], int64[::1], {OPENING},"
    f" float64[::1], {SCRATCH}, float64[::1], float64[::1], int64[::1])"
)
def watch_any(
    world: World,
    marks: Marks,
    edges: Floats,
    first_edges: Wholes,
    limits: Floats,
    targets: Wholes,
    kinds: Wholes,
    opening: Opening,
    points: Floats,
    scratch: Scratch,
    room: Floats,
    gaps: Floats,
    found: Wholes,
) -> None:
    """Write for each viewer whether he sees any target ahead of him within the limit for its kind, of two."""
    feet, feet_of = world[1], world[2]
    for v in range(len(found)):
        first, last, found[v] = first_edges[v], first_edges[v + 1], UNSEEN
        f = feet_of[int(edges[first * BOX + 7])] * BOX
        for t in range(len(targets)):
            if not is_in_reach(feet, f, feet_of[targets[t]] * BOX, limits[2 * v + kinds[t]]):
                continue
            looks = (first, last, targets[t])
            told = watch(world, marks, edges, looks, opening, points, scratch, room, gaps)
            if told == TOUCHED:
                found[v] = TOUCHED
            if told == SEEN:
                found[v] = SEEN
                break
