"""Looks of eyes at targets: which points of a target an eye sees inside an arc, and what hides the others."""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.sight.kernels.lines import (
    BODY,
    CLEAR,
    SCRATCH,
    WORLD,
    Block,
    Scratch,
    World,
    box_bar,
    ground_block,
)
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.ground_stretches import Line
from sandtable.table.space.lengths import TOLERANCE

OUT_OF_ARC: Final = 5
TOO_FAR: Final = 6

Marks: TypeAlias = tuple[Floats, Wholes, Floats, Wholes]
"""What is looked at: the boxes of all bodies; first box of each; arcs; which points of a box are tried.

An arc is eight numbers: the middle of its front edge, the sine and cosine of its heading, half the edge
(less than 0: all round), the sine and cosine of the angle at its corners, and the slack at its border.
The points are four numbers: nearest, corners and centre (1 or 0), and the spacing along the edges (0: none).
"""

MARKS: Final = "Tuple((float64[::1], int64[::1], float64[::1], int64[::1]))"

Look: TypeAlias = tuple[int, int, float, float, float, float]
"""What the best line meets, which body or piece that is, the end of the line, its distance from the origin,
and where it is blocked as a share of its length."""

ARC: Final = 8
"""Numbers in the row of an arc."""

LOOK: Final = 6
"""Numbers in the row of a look."""


@leaf
def in_arc(arcs: Floats, a: int, x: float, y: float, radius: float) -> bool:
    """Whether a point lies in the arc at place a, or within a radius of it."""
    if arcs[a + 4] < 0.0:
        return True
    dx, dy = x - arcs[a], y - arcs[a + 1]
    right, forward = dx * arcs[a + 3] - dy * arcs[a + 2], dx * arcs[a + 2] + dy * arcs[a + 3]
    if right < 0.0:
        right = -right
    slack = arcs[a + 7] + radius
    return forward >= -slack and (right - arcs[a + 4]) * arcs[a + 6] - forward * arcs[a + 5] <= slack


@leaf
def write_nearest(boxes: Floats, i: int, x: float, y: float, row: Floats, k: int) -> None:
    """Write at place k of a row the point of the box at place i nearest to (x, y)."""
    sine, cosine, wide, deep = boxes[i + 4], boxes[i + 5], boxes[i + 2], boxes[i + 3]
    dx, dy = x - boxes[i], y - boxes[i + 1]
    right = min(max(dx * cosine - dy * sine, -wide), wide)
    forward = min(max(dx * sine + dy * cosine, -deep), deep)
    row[k] = boxes[i] + right * cosine + forward * sine
    row[k + 1] = boxes[i + 1] - right * sine + forward * cosine


@leaf
def write_edge(
    boxes: Floats,
    i: int,
    from_right: float,
    from_forward: float,
    right: float,
    forward: float,
    steps: int,
    step: float,
    row: Floats,
    k: int,
) -> int:
    """Write points along an edge of the box at place i, in equal steps from a corner; return the new end."""
    sine, cosine = boxes[i + 4], boxes[i + 5]
    for n in range(steps):
        across, along = from_right + n * step * right, from_forward + n * step * forward
        row[k] = boxes[i] + across * cosine + along * sine
        row[k + 1] = boxes[i + 1] - across * sine + along * cosine
        k += 2
    return k


@leaf
def write_points(boxes: Floats, i: int, points: Wholes, row: Floats, k: int) -> int:
    """Write those of the corners, edge points and centre of the box at place i that are tried; return the new
    end."""
    wide, deep, spacing = boxes[i + 2], boxes[i + 3], float(points[3])
    along_front, along_flank = 1, 1
    if points[3] > 0:
        along_front = math.ceil(2.0 * wide / spacing - 1e-9)
        along_flank = math.ceil(2.0 * deep / spacing - 1e-9)
    if points[1] or points[3] > 0:
        k = write_edge(boxes, i, -wide, deep, 1.0, 0.0, along_front, spacing, row, k)
        k = write_edge(boxes, i, wide, deep, 0.0, -1.0, along_flank, spacing, row, k)
        k = write_edge(boxes, i, wide, -deep, -1.0, 0.0, along_front, spacing, row, k)
        k = write_edge(boxes, i, -wide, -deep, 0.0, 1.0, along_flank, spacing, row, k)
    if points[2]:
        row[k], row[k + 1] = boxes[i], boxes[i + 1]
        k += 2
    return k


@leaf
def write_near(world: World, x: float, y: float, viewer: int, target: int, near: Wholes) -> int:
    """Write the places of the boxes that may block a line from a point to a target; return how many."""
    boxes, feet, f = world[0], world[1], world[2][target] * BOX
    dx, dy = feet[f] - x, feet[f + 1] - y
    length = math.sqrt(dx * dx + dy * dy)
    count = 0
    for i in range(0, len(boxes), BOX):
        if int(boxes[i + 7]) in (viewer, target):
            continue
        rx, ry, reach = boxes[i] - x, boxes[i + 1] - y, boxes[i + 6] + feet[f + 6]
        aside, ahead = dx * ry - dy * rx, rx * dx + ry * dy
        if (
            -reach * length <= aside <= reach * length
            and -reach * length <= ahead <= (length + reach) * length
        ):
            near[count] = i
            count += 1
    return count


@leaf
def line_block(world: World, line: Line, viewer: int, target: int, near: int, scratch: Scratch) -> Block:
    """What one line meets: the first body in its way, else the ground that blocks it."""
    first, owner, boxes = 2.0, -1, world[0]
    x, y, dx, dy, length = line
    for n in range(near):
        i = scratch[3][n]
        aside, reach = dx * (boxes[i + 1] - y) - dy * (boxes[i] - x), boxes[i + 6] * length
        if aside > reach or aside < -reach:
            continue
        share = box_bar(world, i, line, viewer, target)
        if share < first:
            first, owner = share, int(boxes[i + 7])
    if owner >= 0:
        return BODY, owner, first
    lands = world[5][0]
    return ground_block(world, line, viewer, target, lands, 0, len(lands), scratch)


@leaf
def best_look(
    world: World,
    arc: Floats,
    eye: tuple[float, float],
    origin: tuple[float, float],
    viewer: int,
    target: int,
    points: Floats,
    end: int,
    near: int,
    scratch: Scratch,
) -> Look:
    """The look at the point in the arc nearest to the origin that the eye sees, else at the nearest of all.

    The points are tried from the last to the first: the likeliest stand last.
    """
    nearest, hidden = math.inf, math.inf
    look = (OUT_OF_ARC, -1, origin[0], origin[1], 0.0, 0.0)
    for k in range(end - 2, -1, -2):
        x, y = points[k], points[k + 1]
        square = (x - origin[0]) * (x - origin[0]) + (y - origin[1]) * (y - origin[1])
        if square >= nearest or not in_arc(arc, 0, x, y, 0.0):
            continue
        dx, dy = x - eye[0], y - eye[1]
        length = math.sqrt(dx * dx + dy * dy)
        what, which, share = CLEAR, -1, 0.0
        if length > TOLERANCE:
            line = (eye[0], eye[1], dx, dy, length)
            what, which, share = line_block(world, line, viewer, target, near, scratch)
        if what == CLEAR:
            nearest = square
            look = (what, which, x, y, math.sqrt(square), 0.0)
        elif nearest == math.inf and square < hidden:
            hidden = square
            look = (what, which, x, y, math.sqrt(square), share)
    return look


@leaf
def write_look(look: Look, looks: Floats, k: int) -> None:
    """Write a look into its row."""
    looks[k], looks[k + 1] = float(look[0]), float(look[1])
    looks[k + 2], looks[k + 3], looks[k + 4], looks[k + 5] = look[2], look[3], look[4], look[5]


@leaf
def write_nearest_of_all(marks: Marks, target: int, x: float, y: float, points: Floats, k: int) -> int:
    """Write the point of each box of a target nearest to (x, y), if that is tried; return the new end."""
    boxes, starts, _, tried = marks
    if tried[0]:
        for box in range(starts[target], starts[target + 1]):
            write_nearest(boxes, box * BOX, x, y, points, k)
            k += 2
    return k


@leaf
def is_beyond(feet: Floats, feet_of: Wholes, one: int, other: int, reach: float) -> bool:
    """Whether the circles around two bodies are farther apart than *reach*."""
    a, b = feet_of[one] * BOX, feet_of[other] * BOX
    dx, dy = feet[b] - feet[a], feet[b + 1] - feet[a + 1]
    limit = reach + feet[a + 6] + feet[b + 6]
    return dx * dx + dy * dy > limit * limit


@leaf
def write_points_of(marks: Marks, target: int, points: Floats) -> int:
    """Write the points of a target that are the same for all eyes; return where they end."""
    end = 0
    for box in range(marks[1][target], marks[1][target + 1]):
        end = write_points(marks[0], box * BOX, marks[3], points, end)
    return end


@leaf
def look_at_target(
    world: World,
    marks: Marks,
    eyes: Floats,
    viewer: int,
    target: int,
    scratch: Scratch,
    looks: Floats,
    k: int,
) -> Look:
    """Write the look of every eye at a target from place k on; return that from the middle of those that see.

    In a first pass each eye looks for the point nearest to itself; in a second those that see the target
    look for the point nearest to their middle. If none sees it, the look of the first eye is returned.
    """
    points = scratch[5]
    count, fixed = len(eyes) // 2, write_points_of(marks, target, points)
    seeing, x, y, nearest = 0, 0.0, 0.0, math.inf
    best = (OUT_OF_ARC, -1, 0.0, 0.0, 0.0, 0.0)
    for turn in range(2 * count):
        e = turn % count
        eye = (eyes[2 * e], eyes[2 * e + 1])
        origin = eye
        end = write_nearest_of_all(marks, target, eye[0], eye[1], points, fixed)
        if turn >= count:
            if seeing == 0 or count == 1:
                break
            if looks[k + e * LOOK] != CLEAR:
                continue
            origin = (x / seeing, y / seeing)
            end = write_nearest_of_all(marks, target, origin[0], origin[1], points, end)
        near = write_near(world, eye[0], eye[1], viewer, target, scratch[3])
        look = best_look(world, marks[2], eye, origin, viewer, target, points, end, near, scratch)
        if turn < count:
            write_look(look, looks, k + e * LOOK)
            if look[0] == CLEAR:
                seeing, x, y = seeing + 1, x + eye[0], y + eye[1]
            if turn == 0:
                best = look
        elif look[4] < nearest:
            best, nearest = look, look[4]
    return best


@kernel(
    f"void({WORLD}, {MARKS}, float64[::1], int64, int64[::1], float64, {SCRATCH}, float64[::1], float64[::1])"
)
def look_at_all(
    world: World,
    marks: Marks,
    eyes: Floats,
    viewer: int,
    targets: Wholes,
    reach: float,
    scratch: Scratch,
    looks: Floats,
    best: Floats,
) -> None:
    """Write the look of every eye of a viewer at each target, and the one from the middle of those that see.

    A target that certainly lies farther than *reach* from every part of the viewer is not looked at.
    """
    count = len(eyes) // 2
    for t in range(len(targets)):
        target, first = targets[t], t * count * LOOK
        if marks[1][target] == marks[1][target + 1] or is_beyond(world[1], world[2], viewer, target, reach):
            for e in range(count):
                write_look((TOO_FAR, -1, 0.0, 0.0, math.inf, 0.0), looks, first + e * LOOK)
            write_look((TOO_FAR, -1, 0.0, 0.0, math.inf, 0.0), best, t * LOOK)
            continue
        middle = look_at_target(world, marks, eyes, viewer, target, scratch, looks, first)
        write_look(middle, best, t * LOOK)
