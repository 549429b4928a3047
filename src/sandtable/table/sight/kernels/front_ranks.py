"""Observers that look from the middles of their foremost bases through the arc before their front.

The eyes and the arc are worked out here, from the poses and shapes of the bodies.
"""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.sight.kernels.lines import SCRATCH, WORLD, Scratch, World
from sandtable.table.sight.kernels.target_points import MARKS, Marks, in_arc, is_beyond, write_points_of
from sandtable.table.sight.kernels.visibility import any_eye_sees, point_seen, write_joint_look
from sandtable.table.space.kernels.body_boxes import BODY, BODY_ARRAYS, PART, SHAPE, BodyArrays
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.lengths import FULL_TURN, HAIR, TOLERANCE

Angle = tuple[float, float, float]
"""The sine and cosine of the angle at the ends of a front that bounds the arc before it, and its slack."""
ANGLE: Final = "UniTuple(float64, 3)"

View: TypeAlias = tuple[World, Marks, Floats, Scratch]
"""A scene to look at: its rows, what is looked at with room for one arc, room for eyes, rows to work in."""
VIEW: Final = f"Tuple(({WORLD}, {MARKS}, float64[::1], {SCRATCH}))"


@leaf
def write_eyes(arrays: BodyArrays, viewer: int, angle: Angle, view: View) -> int:
    """Write the arc before the front of a body, and its eyes; return how many eyes it has."""
    bodies, shapes, trig = arrays[2], arrays[3], arrays[4]
    arc, eyes = view[1][2], view[2]
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
def sees_ahead(arrays: BodyArrays, viewer: int, target: int, angle: Angle, view: View) -> bool:
    """Whether a body sees any part of a target in the arc before its front."""
    world, marks, eyes, scratch = view
    f = world[2][target] * BOX
    count = write_eyes(arrays, viewer, angle, view)
    if not in_arc(marks[2], 0, world[1][f], world[1][f + 1], world[1][f + 6] + HAIR):
        return False
    return any_eye_sees(world, marks, 0, eyes, 0, count, (viewer, target), scratch)


@kernel(f"void({BODY_ARRAYS}, int64[::1], {ANGLE}, {VIEW}, int64[::1])")
def see_pairs_ahead(arrays: BodyArrays, pairs: Wholes, angle: Angle, view: View, seen: Wholes) -> None:
    """Write for each pair of bodies on the table whether the first sees the second: 1 if so."""
    for n in range(len(seen)):
        seen[n] = 1 if sees_ahead(arrays, pairs[2 * n], pairs[2 * n + 1], angle, view) else 0


@leaf
def may_see(view: View, viewer: int, target: int, reach: float) -> bool:
    """Whether a target is on the table, may be within reach of a viewer, and may be in the arc that was
    written last."""
    feet, feet_of, arc = view[0][1], view[0][2], view[1][2]
    f = feet_of[target] * BOX
    if feet_of[target] == feet_of[target + 1] or is_beyond(feet, feet_of, viewer, target, reach):
        return False
    return in_arc(arc, 0, feet[f], feet[f + 1], feet[f + 6] + HAIR)


@kernel(f"int64({BODY_ARRAYS}, int64, int64, float64, {ANGLE}, {VIEW}, float64[::1])")
def look_ahead(
    arrays: BodyArrays, viewer: int, target: int, reach: float, angle: Angle, view: View, joint: Floats
) -> int:
    """Write the joint look of a viewer at a target; return how many eyes see it.

    A target that certainly lies beyond the reach or out of the arc is not looked at.
    """
    world, marks, eyes, scratch = view
    count = write_eyes(arrays, viewer, angle, view)
    joint[0] = 0.0
    if may_see(view, viewer, target, reach):
        write_joint_look(world, marks, eyes, count, (viewer, target), scratch, joint)
    return int(joint[0])


@leaf
def farthest_eye(eyes: Floats, count: int, x: float, y: float) -> float:
    """The distance of the farthest of the first so many eyes from a point."""
    most = 0.0
    for e in range(count):
        dx, dy = eyes[2 * e] - x, eyes[2 * e + 1] - y
        most = max(most, dx * dx + dy * dy)
    return math.sqrt(most)


@leaf
def is_seen_within(view: View, count: int, ends: tuple[int, int], reach: float, joint: Floats) -> bool:
    """Whether the first so many eyes see a target nearer than a reach, as the joint look measures it.

    The middle of the eyes that see the target is no farther from one eye than the farthest eye is. So a
    point that one eye sees, nearer than the reach by that much, settles it without the joint look.
    """
    world, marks, eyes, scratch = view
    points = scratch[5]
    fixed = write_points_of(marks, ends[1], points)
    for n in range(count):
        e = (count // 2 + n) % count
        eye = (eyes[2 * e], eyes[2 * e + 1], ends[0], ends[1])
        at = point_seen(world, marks, 0, eye, fixed, scratch)
        if at >= 0:
            dx, dy = points[at] - eye[0], points[at + 1] - eye[1]
            spread = farthest_eye(eyes, count, eye[0], eye[1])
            if math.sqrt(dx * dx + dy * dy) + spread + TOLERANCE < reach:
                return True
            write_joint_look(world, marks, eyes, count, ends, scratch, joint)
            return joint[5] < reach
    return False


@kernel(f"int64({BODY_ARRAYS}, float64[::1], int64, {ANGLE}, {VIEW}, float64[::1], int64[::1])")
def see_within(
    arrays: BodyArrays, asked: Floats, viewers: int, angle: Angle, view: View, joint: Floats, pairs: Wholes
) -> int:
    """Write the pairs of a viewer and a target that it sees nearer than its reach; return where they end.

    *asked* holds the numbers of so many viewers, then the reach of each, then the numbers of the targets.
    """
    k = 0
    for v in range(viewers):
        viewer, reach = int(asked[v]), asked[viewers + v]
        count = write_eyes(arrays, viewer, angle, view)
        for t in range(2 * viewers, len(asked)):
            target = int(asked[t])
            if not may_see(view, viewer, target, reach):
                continue
            if is_seen_within(view, count, (viewer, target), reach, joint):
                pairs[k], pairs[k + 1] = viewer, target
                k += 2
    return k
