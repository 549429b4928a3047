"""Looking out: whom bodies see from the middles of their foremost bases into the arc before their front.

Where the eyes are and how the arc lies is worked out here, from the places and shapes of the bodies.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.sight.kernels.any_part import any_sees
from sandtable.table.sight.kernels.glimpses import HAIR, point_seen, write_glimpse
from sandtable.table.sight.kernels.lines import SCRATCH, WORLD, Scratch, World
from sandtable.table.sight.kernels.target_points import MARKS, Marks, in_arc, is_beyond, write_points_of
from sandtable.table.space.kernels.body_boxes import BODY, CAST, PART, SHAPE, Cast
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import FULL_TURN, TOLERANCE

Angle = tuple[float, float, float]
"""Sine and cosine of the angle at the ends of a front that bounds the arc before it, and its slack."""
ANGLE: Final = "UniTuple(float64, 3)"

View: TypeAlias = tuple[World, Marks, Floats, Floats, Scratch]
"""What sight reads; what is looked at, with room for one arc; room for points and for eyes; to work in."""
VIEW: Final = f"Tuple(({WORLD}, {MARKS}, float64[::1], float64[::1], {SCRATCH}))"


@leaf
def open_eyes(cast: Cast, viewer: int, angle: Angle, view: View) -> int:
    """Write the arc before the front of a body, and its eyes; give how many."""
    bodies, shapes, trig = cast[2], cast[3], cast[4]
    arc, eyes = view[1][2], view[3]
    x, y, heading = bodies[BODY * viewer], bodies[BODY * viewer + 1], int(bodies[BODY * viewer + 2])
    shape = int(bodies[BODY * viewer + 4])
    sine, cosine = trig[heading], trig[FULL_TURN + heading]
    arc[0], arc[1], arc[2], arc[3], arc[4] = x, y, sine, cosine, shapes[shape] / 2
    arc[5], arc[6], arc[7] = angle[0], angle[1], angle[2]
    at, count = shape + SHAPE + PART * int(shapes[shape + 2]), int(shapes[shape + 5])
    for n in range(count):
        right, forward = shapes[at + 2 * n], shapes[at + 2 * n + 1]
        eyes[2 * n] = x + right * cosine + forward * sine
        eyes[2 * n + 1] = y - right * sine + forward * cosine
    return count


@leaf
def is_spotted(cast: Cast, viewer: int, target: int, angle: Angle, view: View) -> bool:
    """Whether a body sees any part of a target in the arc before its front."""
    world, marks, points, eyes, scratch = view
    f = world[2][target] * BOX
    count = open_eyes(cast, viewer, angle, view)
    if not in_arc(marks[2], 0, world[1][f], world[1][f + 1], world[1][f + 6] + HAIR):
        return False
    return any_sees(world, marks, 0, eyes, 0, count, (viewer, target), points, scratch)


@kernel(f"void({CAST}, int64[::1], {ANGLE}, {VIEW}, int64[::1])")
def spot_pairs(cast: Cast, pairs: Wholes, angle: Angle, view: View, spotted: Wholes) -> None:
    """Write for each pair of bodies on the table whether the first sees the second: 1 if so."""
    for n in range(len(spotted)):
        spotted[n] = 1 if is_spotted(cast, pairs[2 * n], pairs[2 * n + 1], angle, view) else 0


@leaf
def may_see(view: View, viewer: int, target: int, reach: float) -> bool:
    """Whether a target is on the table, not certainly beyond the reach of a viewer, and not out of the arc
    that is open now."""
    feet, feet_of, arc = view[0][1], view[0][2], view[1][2]
    f = feet_of[target] * BOX
    if feet_of[target] == feet_of[target + 1] or is_beyond(feet, feet_of, viewer, target, reach):
        return False
    return in_arc(arc, 0, feet[f], feet[f + 1], feet[f + 6] + HAIR)


@kernel(f"int64({CAST}, int64, int64, float64, {ANGLE}, {VIEW}, float64[::1])")
def look_at(
    cast: Cast, viewer: int, target: int, reach: float, angle: Angle, view: View, told: Floats
) -> int:
    """Write what a viewer makes of a target; give by how many eyes it sees it.

    A target is not looked at that lies certainly beyond the reach of its viewer or out of its arc.
    """
    world, marks, points, eyes, scratch = view
    count = open_eyes(cast, viewer, angle, view)
    told[0] = 0.0
    if may_see(view, viewer, target, reach):
        write_glimpse(world, marks, 0, eyes, 0, count, (viewer, target), points, scratch, told, 0)
    return int(told[0])


@leaf
def farthest_eye(eyes: Floats, count: int, x: float, y: float) -> float:
    """How far the farthest of so many eyes is from a point."""
    most = 0.0
    for e in range(count):
        dx, dy = eyes[2 * e] - x, eyes[2 * e + 1] - y
        most = max(most, dx * dx + dy * dy)
    return math.sqrt(most)


@leaf
def is_sighted_within(view: View, count: int, ends: tuple[int, int], reach: float, glimpse: Floats) -> bool:
    """Whether so many eyes of a viewer see a target nearer than its reach, measured as `write_glimpse` does
    where it is needed.

    The middle of all eyes that see it is no farther from one of them than any other eye is; so if one sees a
    point that is nearer by so much, so is the point nearest to that middle.
    """
    world, marks, points, eyes, scratch = view
    fixed = write_points_of(marks, ends[1], points)
    for n in range(count):
        e = (count // 2 + n) % count
        eye = (eyes[2 * e], eyes[2 * e + 1], ends[0], ends[1])
        at = point_seen(world, marks, 0, eye, points, fixed, scratch)
        if at >= 0:
            dx, dy = points[at] - eye[0], points[at + 1] - eye[1]
            spread = farthest_eye(eyes, count, eye[0], eye[1])
            if math.sqrt(dx * dx + dy * dy) + spread + TOLERANCE < reach:
                return True
            write_glimpse(world, marks, 0, eyes, 0, count, ends, points, scratch, glimpse, 0)
            return glimpse[5] < reach
    return False


@kernel(f"int64({CAST}, float64[::1], int64, {ANGLE}, {VIEW}, float64[::1], int64[::1])")
def sight_within(
    cast: Cast,
    asked: Floats,
    viewers: int,
    angle: Angle,
    view: View,
    glimpse: Floats,
    pairs: Wholes,
) -> int:
    """Write which targets each viewer sees nearer than its reach, the numbers of both; give where that ends.

    So many viewers are told first, then how far each of them looks out, then the targets. There is room for a
    glimpse beside it."""
    k = 0
    for v in range(viewers):
        viewer, reach = int(asked[v]), asked[viewers + v]
        count = open_eyes(cast, viewer, angle, view)
        for t in range(2 * viewers, len(asked)):
            target = int(asked[t])
            if not may_see(view, viewer, target, reach):
                continue
            if is_sighted_within(view, count, (viewer, target), reach, glimpse):
                pairs[k], pairs[k + 1] = viewer, target
                k += 2
    return k
