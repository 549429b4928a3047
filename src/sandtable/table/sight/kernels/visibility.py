"""Whether eyes see a target, and which point of it is nearest to the middle of the eyes that see it."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, leaf
from sandtable.table.sight.kernels.blockers import (
    A_BODY,
    NO_SHADOW,
    NOTHING,
    Eye,
    hider_of,
    is_in_shadow,
    is_shadowed,
    is_veiled,
    shadow_of,
    write_bars,
    write_lands,
    write_simple,
)
from sandtable.table.sight.kernels.lines import Scratch, World
from sandtable.table.sight.kernels.target_points import (
    Marks,
    in_arc,
    write_nearest_of_all,
    write_points_of,
)
from sandtable.table.space.kernels.boxes import BOX

JOINT_LOOK: Final = 6
"""Numbers in the row of a joint look: how many eyes see a target, the middle of those eyes, the point nearest
to that middle that one of them sees, and its distance from the middle."""


@leaf
def point_seen(world: World, marks: Marks, a: int, eye: Eye, fixed: int, scratch: Scratch) -> int:
    """The place of a point of its target that an eye sees in the arc at place a, -1 if there is none.

    The points that are the same for all eyes are written already and end at *fixed*. Points are tried from
    the last to the first: the likeliest stand last.
    """
    row, points = scratch[3], scratch[5]
    bars, boxes = write_bars(world, eye, row), len(world[0]) // BOX
    if is_shadowed(world, marks, eye, bars, row):
        return -1
    last = write_lands(world, eye, row, boxes)
    simple = write_simple(world, eye, row, boxes, last)
    if is_veiled(world, marks, eye, last, simple, row):
        return -1
    lands = (boxes, last, simple)
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
def sees(world: World, marks: Marks, eye: Eye, scratch: Scratch) -> bool:
    """Whether an eye sees any point of its target in the first arc."""
    return point_seen(world, marks, 0, eye, write_points_of(marks, eye[3], scratch[5]), scratch) >= 0


@leaf
def any_eye_sees(
    world: World,
    marks: Marks,
    a: int,
    eyes: Floats,
    first: int,
    last: int,
    ends: tuple[int, int],
    scratch: Scratch,
) -> bool:
    """Whether any eye from first to last (not included) of a viewer sees a target in the arc at place a."""
    fixed = write_points_of(marks, ends[1], scratch[5])
    for e in range(first, last):
        eye = (eyes[2 * e], eyes[2 * e + 1], ends[0], ends[1])
        if point_seen(world, marks, a, eye, fixed, scratch) >= 0:
            return True
    return False


@leaf
def write_nearest_seen(
    world: World, marks: Marks, eye: Eye, end: int, scratch: Scratch, joint: Floats
) -> None:
    """Write the point that an eye sees nearest to the middle of the joint look, if it is nearer than the one
    written before."""
    row, points = scratch[3], scratch[5]
    bars, boxes = write_bars(world, eye, row), len(world[0]) // BOX
    last = write_lands(world, eye, row, boxes)
    lands = (boxes, last, write_simple(world, eye, row, boxes, last))
    nearest, best = math.inf, -1
    for k in range(end - 2, -1, -2):
        x, y = points[k], points[k + 1]
        dx, dy = x - joint[1], y - joint[2]
        square = dx * dx + dy * dy
        if square >= nearest or math.sqrt(square) >= joint[5]:
            continue
        if in_arc(marks[2], 0, x, y, 0.0) and not hider_of(world, eye, x, y, bars, lands, scratch):
            nearest, best = square, k
    if best >= 0:
        joint[3], joint[4], joint[5] = points[best], points[best + 1], math.sqrt(nearest)


@leaf
def write_joint_look(
    world: World,
    marks: Marks,
    eyes: Floats,
    count: int,
    ends: tuple[int, int],
    scratch: Scratch,
    joint: Floats,
) -> None:
    """Write what the first so many eyes of a viewer see of a target in the first arc; if none sees it, only
    that.

    The first pass finds which eyes see the target at all, the second the point nearest to their middle.
    """
    viewer, target = ends
    points, seeing = scratch[5], scratch[4]
    fixed, number, x, y = write_points_of(marks, target, points), 0, 0.0, 0.0
    for e in range(count):
        eye = (eyes[2 * e], eyes[2 * e + 1], viewer, target)
        seeing[e] = 0
        if point_seen(world, marks, 0, eye, fixed, scratch) >= 0:
            seeing[e] = 1
            number, x, y = number + 1, x + eye[0], y + eye[1]
    joint[0] = float(number)
    if number == 0:
        return
    joint[1], joint[2], joint[5] = x / number, y / number, math.inf
    for e in range(count):
        if seeing[e]:
            eye = (eyes[2 * e], eyes[2 * e + 1], viewer, target)
            end = write_nearest_of_all(marks, target, eye[0], eye[1], points, fixed)
            end = write_nearest_of_all(marks, target, joint[1], joint[2], points, end)
            write_nearest_seen(world, marks, eye, end, scratch, joint)
