"""Aiming: whom shooters have in range, in the arc before their fronts and in sight, told for all at once."""

from __future__ import annotations

from typing import Final, TypeAlias

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.measure.kernels.nearest import corner_of, nearest_of_boxes
from sandtable.table.sight.kernels.glimpses import Eye, sees
from sandtable.table.sight.kernels.lines import SCRATCH, WORLD, Scratch, World
from sandtable.table.sight.kernels.ranging import NEARLY, SHOOTER, outside_arc, point_to_box
from sandtable.table.sight.kernels.target_points import MARKS, Marks, write_points_of
from sandtable.table.space.kernels.boxes import BOX, box_gap
from sandtable.table.space.lengths import HAIR

LINE: Final = 4
"""Whole numbers of a line: the place of the shooter, the other body, whether it is seen, and whether it is at
the edge of the arc, where one has to look closer."""

HIDDEN: Final = 0
SEEN: Final = 1
BEHIND_FRIENDS: Final = 2
UNTOLD: Final = 3
"""Whether a body is seen: not, or so, or so but for friends of the shooter; or nobody has looked."""

ALL_ROUND: Final = 1
OVER_FRIENDS: Final = 2
"""How one shoots: all round and from any part of him; over friends; or both."""

APART: Final = 1.0
"""Boxes that are farther from one another than this have certainly nothing in common."""

Arc: TypeAlias = tuple[float, float, float]
"""The sine and cosine of the angle at the corners of a front, and the slack at the border."""

IN: Final = 1
OUT: Final = 0
DOUBTFUL: Final = -1


@leaf
def corners_in_arc(boxes: Floats, i: int, j: int, x: float, y: float, arc: Arc) -> int:
    """Whether a box lies in the arc before the front of another, as its corners tell: IN if one of them does,
    OUT if all lie beyond one border, else DOUBTFUL."""
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
    """The point of box i that is nearest to box j, measured from the lower-numbered body."""
    if i < j:
        near = nearest_of_boxes(boxes, i, j)
        return near[1], near[2]
    near = nearest_of_boxes(boxes, j, i)
    return near[3], near[4]


@leaf
def is_seen(world: World, marks: Marks, eye: Eye, points: Floats, scratch: Scratch) -> bool:
    """Whether an eye sees any point of its target."""
    return sees(world, marks, 0, eye, points, write_points_of(marks, eye[3], points), scratch)


@leaf
def sight_of(
    world: World, marks: Marks, eye: Eye, how: int, sides: Wholes, points: Floats, scratch: Scratch
) -> int:
    """Whether a target is seen, or, by one who shoots over friends, would be if there were none."""
    if is_seen(world, marks, eye, points, scratch):
        return SEEN
    if how < OVER_FRIENDS:
        return HIDDEN
    solid = world[3]
    for body in range(len(sides)):
        solid[body] = 0 if sides[body] == sides[eye[2]] else 1
    seen = is_seen(world, marks, eye, points, scratch)
    for body in range(len(sides)):
        solid[body] = 1
    return BEHIND_FRIENDS if seen else HIDDEN


@kernel(
    f"int64({WORLD}, {MARKS}, int64[::1], int64[::1], float64[::1], UniTuple(float64, 3), float64[::1],"
    f" {SCRATCH}, float64[::1], int64[::1])"
)
def aim_all(
    world: World,
    marks: Marks,
    sides: Wholes,
    shooters: Wholes,
    reaches: Floats,
    arc: Arc,
    points: Floats,
    scratch: Scratch,
    ranges: Floats,
    told: Wholes,
) -> int:
    """Tell of the bodies of the other side that shooters have in range and arc, and how many lines there are.

    A shooter is four whole numbers: its own, how it shoots, and the middle of its front edge, from which it
    looks and shoots; one who shoots all round does so from any part of it, and whether he sees those whom he
    touches is not told. All bodies have one box or none, and block sight. Of a line the range is told, and
    four whole numbers.
    """
    boxes, starts, found = world[1], world[2], 0
    for n in range(len(reaches)):
        one, how = shooters[SHOOTER * n], shooters[SHOOTER * n + 1]
        i, x, y = starts[one] * BOX, float(shooters[SHOOTER * n + 2]), float(shooters[SHOOTER * n + 3])
        for other in range(len(starts) - 1):
            j, seen, inside, eye = starts[other] * BOX, UNTOLD, IN, (x, y, one, other)
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
                seen = sight_of(world, marks, eye, how, sides, points, scratch)
            k, ranges[found] = LINE * found, far
            told[k], told[k + 1], told[k + 2], told[k + 3] = n, other, seen, 0 if inside == IN else 1
            found += 1
    return found
