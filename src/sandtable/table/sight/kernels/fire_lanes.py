"""Fire lanes: the enemies that shooters have in range and arc, and whether the shooters see them."""

from __future__ import annotations

import math
from typing import Final, TypeAlias

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.measure.kernels.nearest import corner_of, nearest_of_boxes
from sandtable.table.sight.kernels.blockers import Eye
from sandtable.table.sight.kernels.edges import SEEN
from sandtable.table.sight.kernels.lines import SCRATCH, WORLD, Scratch, World
from sandtable.table.sight.kernels.target_points import MARKS, Marks
from sandtable.table.sight.kernels.visibility import sees
from sandtable.table.space.kernels.boxes import BOX, box_gap
from sandtable.table.space.lengths import HAIR

SHOOTER: Final = 4
"""Whole numbers of a shooter: its number, how it shoots, and the middle of its front edge."""

LANE: Final = 4
"""Whole numbers of a lane: the place of the shooter, the enemy, whether it is seen, and whether its lying in
the arc is in doubt."""

HIDDEN: Final = 0
BEHIND_FRIENDS: Final = 2
NOT_JUDGED: Final = 3
"""Whether an enemy is not `SEEN`: hidden, seen if friends of the shooter did not block, or not judged."""

ALL_ROUND: Final = 1
OVER_FRIENDS: Final = 2
"""How a body shoots: all round from any part of it, over friends, or both added."""

NEARLY: Final = 5.0
"""A body that is outside an arc by no more than this beyond its radius is tested corner by corner."""

APART: Final = 1.0
"""Boxes farther from one another than this certainly do not overlap."""

Arc: TypeAlias = tuple[float, float, float]
"""The sine and cosine of the angle at the corners of a front, and the slack at the border."""

IN: Final = 1
OUT: Final = 0
DOUBTFUL: Final = -1
"""Where a box lies, judged by its corners: in the arc, out of it, or perhaps in it."""


@leaf
def point_to_box(x: float, y: float, boxes: Floats, j: int) -> float:
    """The distance of a point from a box; 0 inside it."""
    middle_x, middle_y, wide, deep, sine, cosine = (
        boxes[j],
        boxes[j + 1],
        boxes[j + 2],
        boxes[j + 3],
        boxes[j + 4],
        boxes[j + 5],
    )
    dx, dy = x - middle_x, y - middle_y
    right, forward = dx * cosine - dy * sine, dx * sine + dy * cosine
    across, along = min(max(right, -wide), wide), min(max(forward, -deep), deep)
    if across == right and along == forward:
        return 0.0
    dx, dy = middle_x + across * cosine + along * sine - x, middle_y - across * sine + along * cosine - y
    return math.sqrt(dx * dx + dy * dy)


@leaf
def outside_arc(
    boxes: Floats, i: int, j: int, x: float, y: float, arc_sine: float, arc_cosine: float
) -> float:
    """How far the middle of box j is outside the arc before the front of box i, or at most 0 inside it."""
    sine, cosine = boxes[i + 4], boxes[i + 5]
    dx, dy = boxes[j] - x, boxes[j + 1] - y
    aside, ahead = abs(dx * cosine - dy * sine), dx * sine + dy * cosine
    return max(-ahead, arc_cosine * (aside - boxes[i + 2]) - arc_sine * ahead)


@leaf
def corners_in_arc(boxes: Floats, i: int, j: int, x: float, y: float, arc: Arc) -> int:
    """Where box j lies: IN if a corner is in the arc before the front of box i, OUT if all corners are
    beyond one border, else DOUBTFUL."""
    sine, cosine, reach, slack = boxes[i + 4], boxes[i + 5], arc[1] * boxes[i + 2], arc[2]
    behind, left, right, inside = True, True, True, False
    for corner in range(4):
        at_x, at_y = corner_of(boxes, j, corner)
        dx, dy = at_x - x, at_y - y
        aside, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
        over = (
            -ahead - slack,
            arc[1] * aside + -arc[0] * ahead - reach - slack,
            -arc[1] * aside + -arc[0] * ahead - reach - slack,
        )
        behind, right, left = behind and over[0] > HAIR, right and over[1] > HAIR, left and over[2] > HAIR
        inside = inside or (over[0] <= 0.0 and over[1] <= 0.0 and over[2] <= 0.0)
    if behind or left or right:
        return OUT
    return IN if inside else DOUBTFUL


@leaf
def nearest_to(boxes: Floats, i: int, j: int) -> tuple[float, float]:
    """The point of box i nearest to box j, measured from the lower of the two, so that both get the same."""
    if i < j:
        near = nearest_of_boxes(boxes, i, j)
        return near[1], near[2]
    near = nearest_of_boxes(boxes, j, i)
    return near[3], near[4]


@leaf
def sight_of(world: World, marks: Marks, eye: Eye, how: int, sides: Wholes, scratch: Scratch) -> int:
    """Whether an eye sees its target; if it shoots over friends, also whether it would without them."""
    if sees(world, marks, eye, scratch):
        return SEEN
    if how < OVER_FRIENDS:
        return HIDDEN
    solid = world[3]
    for body in range(len(sides)):
        solid[body] = 0 if sides[body] == sides[eye[2]] else 1
    seen = sees(world, marks, eye, scratch)
    for body in range(len(sides)):
        solid[body] = 1
    return BEHIND_FRIENDS if seen else HIDDEN


@kernel(
    f"int64({WORLD}, {MARKS}, int64[::1], int64[::1], float64[::1], UniTuple(float64, 3), {SCRATCH},"
    f" float64[::1], int64[::1])"
)
def find_lanes(
    world: World,
    marks: Marks,
    sides: Wholes,
    shooters: Wholes,
    reaches: Floats,
    arc: Arc,
    scratch: Scratch,
    ranges: Floats,
    lanes: Wholes,
) -> int:
    """Write a lane for each enemy that a shooter has in range and arc, and its range; return how many.

    A shooter looks and shoots from the middle of its front edge; if it shoots all round, from the part of
    it nearest to the enemy, and sight of an enemy that it touches is not judged. All bodies have one box or
    none, and block sight.
    """
    boxes, starts, count = world[1], world[2], 0
    for n in range(len(reaches)):
        one, how = shooters[SHOOTER * n], shooters[SHOOTER * n + 1]
        i, x, y = starts[one] * BOX, float(shooters[SHOOTER * n + 2]), float(shooters[SHOOTER * n + 3])
        for other in range(len(starts) - 1):
            j, seen, inside, eye = starts[other] * BOX, NOT_JUDGED, IN, (x, y, one, other)
            if sides[other] == sides[one] or starts[other] == starts[other + 1]:
                continue
            if how % 2 == ALL_ROUND:
                far, outside = max(box_gap(boxes, i, boxes, j), 0.0), 0.0
            else:
                outside = outside_arc(boxes, i, j, x, y, arc[0], arc[1])
                if outside > boxes[j + 6] + NEARLY:
                    continue
                far = point_to_box(x, y, boxes, j)
            if far > reaches[n]:
                continue
            if outside > 0.0:
                inside = corners_in_arc(boxes, i, j, x, y, arc)
                if inside == OUT:
                    continue
            if how % 2 == ALL_ROUND:
                at_x, at_y = nearest_to(boxes, i, j)
                eye = (at_x, at_y, one, other)
            if how % 2 != ALL_ROUND or far > APART:
                seen = sight_of(world, marks, eye, how, sides, scratch)
            k, ranges[count] = LANE * count, far
            lanes[k], lanes[k + 1], lanes[k + 2], lanes[k + 3] = n, other, seen, 0 if inside == IN else 1
            count += 1
    return count
