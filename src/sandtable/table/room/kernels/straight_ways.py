"""Straight ways of small bodies: which goals they certainly reach, and whether they certainly stand clear.

Boxes and circles settle most cases; the others are reported as doubtful.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.forced.kernels.making_way import on_table, past_all
from sandtable.table.measure.kernels.ground_near import box_piece_gap
from sandtable.table.space.kernels.body_boxes import BODY, BODY_ARRAYS, BodyArrays
from sandtable.table.space.kernels.boxes import BOX, box_gap, run_gap
from sandtable.table.space.kernels.ground_stretches import GROUND, Ground
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.kernels.world import FOOTPRINTS, Footprints
from sandtable.table.space.lengths import FULL_TURN, HAIR, QUARTER_TURN, TOLERANCE

BEYOND: Final = 0
OPEN: Final = 1
DOUBTFUL: Final = 2
"""A goal that is too far off; one to which the way is open; one for which that is not certain."""

MARGIN: Final = 0.01
"""Boxes are taken larger by this, so that rounding cannot turn a doubt into a certainty."""

UprightBox = tuple[float, float, float, float]
"""An upright rectangle: left, bottom, right, top."""


@leaf
def around(boxes: Floats, i: int) -> UprightBox:
    """The upright rectangle around box row i, grown by the margin."""
    sine, cosine = abs(boxes[i + 4]), abs(boxes[i + 5])
    across = boxes[i + 2] * cosine + boxes[i + 3] * sine + MARGIN
    along = boxes[i + 2] * sine + boxes[i + 3] * cosine + MARGIN
    return boxes[i] - across, boxes[i + 1] - along, boxes[i] + across, boxes[i + 1] + along


@leaf
def way_along(mine: Floats, feet: Floats, i: int, ax: float, ay: float) -> tuple[float, float]:
    """The least and the greatest projection on an axis of the mover's middle and of its goal, box row i."""
    here = mine[0] * ax + mine[1] * ay
    there = feet[i] * ax + feet[i + 1] * ay
    wide = feet[i + 2] * abs(feet[i + 5] * ax - feet[i + 4] * ay)
    deep = feet[i + 3] * abs(feet[i + 4] * ax + feet[i + 5] * ay)
    return min(here, there - wide - deep), max(here, there + wide + deep)


@leaf
def is_past_box(mine: Floats, feet: Floats, i: int, j: int, ax: float, ay: float, room: float) -> bool:
    """Whether an axis separates the way to the goal at row i from the box at row j by more than *room*."""
    low, high = way_along(mine, feet, i, ax, ay)
    middle = feet[j] * ax + feet[j + 1] * ay
    wide = feet[j + 2] * abs(feet[j + 5] * ax - feet[j + 4] * ay)
    deep = feet[j + 3] * abs(feet[j + 4] * ax + feet[j + 5] * ay)
    return middle - wide - deep - high > room or low - middle - wide - deep > room


@leaf
def is_past_piece(
    mine: Floats, feet: Floats, i: int, ground: Ground, piece: int, ax: float, ay: float, room: float
) -> bool:
    """Whether an axis separates the way to the goal at row i from a piece of ground by more than *room*."""
    low, high = way_along(mine, feet, i, ax, ay)
    edges, rings, pieces = ground[0], ground[1], ground[2]
    least, most = math.inf, -math.inf
    for e in range(rings[pieces[piece]] * EDGE, rings[pieces[piece + 1]] * EDGE, EDGE):
        for end in range(e, e + EDGE, 2):
            at = edges[end] * ax + edges[end + 1] * ay
            least, most = min(least, at), max(most, at)
    return least - high > room or low - most > room


@leaf
def across_way(mine: Floats, feet: Floats, i: int) -> tuple[float, float]:
    """The axis across the way from the mover to the middle of its goal."""
    dx, dy = feet[i] - mine[0], feet[i + 1] - mine[1]
    length = math.sqrt(dx * dx + dy * dy)
    return (-dy / length, dx / length) if length > 0.0 else (1.0, 0.0)


@leaf
def is_clear_of_box(mine: Floats, feet: Floats, i: int, j: int, room: float) -> bool:
    """Whether some axis shows that the way to a goal keeps *room* from a box."""
    ax, ay = across_way(mine, feet, i)
    if is_past_box(mine, feet, i, j, ax, ay, room):
        return True
    for k in (i, j):
        sine, cosine = feet[k + 4], feet[k + 5]
        if is_past_box(mine, feet, i, j, sine, cosine, room):
            return True
        if is_past_box(mine, feet, i, j, cosine, -sine, room):
            return True
    return False


@leaf
def is_clear_of_piece(mine: Floats, feet: Floats, i: int, ground: Ground, piece: int, room: float) -> bool:
    """Whether some axis shows that the way to a goal keeps *room* from a piece of ground."""
    ax, ay = across_way(mine, feet, i)
    if is_past_piece(mine, feet, i, ground, piece, ax, ay, room):
        return True
    if is_past_piece(mine, feet, i, ground, piece, 1.0, 0.0, room):
        return True
    if is_past_piece(mine, feet, i, ground, piece, 0.0, 1.0, room):
        return True
    sine, cosine = feet[i + 4], feet[i + 5]
    if is_past_piece(mine, feet, i, ground, piece, sine, cosine, room):
        return True
    return is_past_piece(mine, feet, i, ground, piece, cosine, -sine, room)


@leaf
def may_meet(
    box: UprightBox, mine: Floats, i: int, arrays: BodyArrays, footing: Footprints, side: int
) -> bool:
    """Whether an enemy in an upright rectangle may lie in the way to the goal at row i.

    The middle of the mover goes straight until its base touches the goal, so it stays within the radius of
    the base of the figure around both; beside that the mover needs half the width of its base.
    """
    left, bottom, right, top = box
    feet, feet_of = footing
    room = mine[6] + mine[2] + MARGIN
    for other in range(len(feet_of) - 1):
        if int(arrays[2][BODY * other + 3]) != side and feet_of[other] < feet_of[other + 1]:
            j = feet_of[other] * BOX
            west, south, east, north = around(feet, j)
            inside = east > left and west < right and north > bottom and south < top
            if inside and not is_clear_of_box(mine, feet, i, j, room):
                return True
    return False


@leaf
def may_be_stopped(
    box: UprightBox, mine: Floats, i: int, footing: Footprints, ground: Ground, barred: Wholes
) -> bool:
    """Whether barred ground in an upright rectangle may lie in the way to the goal at row i."""
    left, bottom, right, top = box
    bounds, room = ground[3], mine[6] + mine[2] + MARGIN
    for n in range(len(barred)):
        b = 4 * barred[n]
        inside = bounds[b + 2] > left and bounds[b] < right and bounds[b + 3] > bottom and bounds[b + 1] < top
        if inside and not is_clear_of_piece(mine, footing[0], i, ground, barred[n], room):
            return True
    return False


@leaf
def shift_of_corner(a: Floats, i: int, across: float, along: float, b: Floats, j: int) -> tuple[float, float]:
    """The shortest shift onto box row j of a corner of box row i, given by the signs of its sides."""
    wide, deep = across * a[i + 2], along * a[i + 3]
    x = a[i] + wide * a[i + 5] + deep * a[i + 4]
    y = a[i + 1] - wide * a[i + 4] + deep * a[i + 5]
    sine, cosine, dx, dy = b[j + 4], b[j + 5], x - b[j], y - b[j + 1]
    right = min(max(dx * cosine - dy * sine, -b[j + 2]), b[j + 2])
    forward = min(max(dx * sine + dy * cosine, -b[j + 3]), b[j + 3])
    return b[j] + right * cosine + forward * sine - x, b[j + 1] - right * sine + forward * cosine - y


@leaf
def shortest_shift(a: Floats, i: int, b: Floats, j: int) -> tuple[float, float]:
    """The shortest shift that brings box row i up to box row j; none if they overlap."""
    if box_gap(a, i, b, j) <= 0.0:
        return 0.0, 0.0
    best, shift_x, shift_y = math.inf, 0.0, 0.0
    for corner in range(4):
        across, along = 1.0 if corner < 2 else -1.0, 1.0 if corner % 2 else -1.0
        dx, dy = shift_of_corner(a, i, across, along, b, j)
        if dx * dx + dy * dy < best:
            best, shift_x, shift_y = dx * dx + dy * dy, dx, dy
        dx, dy = shift_of_corner(b, j, across, along, a, i)
        if dx * dx + dy * dy < best:
            best, shift_x, shift_y = dx * dx + dy * dy, -dx, -dy
    return shift_x, shift_y


@leaf
def is_way_free(
    mine: Floats,
    way: Floats,
    goal: int,
    arrays: BodyArrays,
    footing: Footprints,
    side: int,
    ground: Ground,
    barred: Wholes,
) -> bool:
    """Whether the middle of the mover certainly keeps half the width of its base from all enemies and barred
    ground on the shortest way to a goal of one box; *way* is working room for the box around that way."""
    boxes, starts, (feet, feet_of) = arrays[0], arrays[1], footing
    if starts[goal + 1] - starts[goal] != 1:
        return False
    dx, dy = shortest_shift(mine, 0, boxes, starts[goal] * BOX)
    length = math.sqrt(dx * dx + dy * dy)
    # A little broader than a line, so that it lies over the ground that it leads through.
    way[0], way[1], way[2], way[3] = mine[0] + dx / 2.0, mine[1] + dy / 2.0, MARGIN, length / 2.0
    way[4], way[5], way[6], way[7] = 0.0, 1.0, length / 2.0 + MARGIN, -1.0
    if length > 0.0:
        way[4], way[5] = dx / length, dy / length
    room = mine[2] + TOLERANCE
    for n in range(len(barred)):
        if box_piece_gap(way, 0, ground, barred[n]) <= room:
            return False
    for other in range(len(feet_of) - 1):
        is_enemy = int(arrays[2][BODY * other + 3]) != side and feet_of[other] < feet_of[other + 1]
        if is_enemy and box_gap(way, 0, feet, feet_of[other] * BOX) <= room:
            return False
    return True


@leaf
def way_to(
    mine: Floats,
    way: Floats,
    goal: int,
    rate: float,
    arrays: BodyArrays,
    footing: Footprints,
    side: int,
    ground: Ground,
    barred: Wholes,
) -> int:
    """Whether the mover reaches a goal: the straight way is open where no enemy and no barred ground in the
    upright rectangle around both lies near it."""
    boxes, starts = arrays[0], arrays[1]
    gap = run_gap(mine, 0, 1, boxes, starts[goal], starts[goal + 1])
    if gap > rate + HAIR:
        return BEYOND
    left, bottom, right, top = around(mine, 0)
    i = footing[1][goal] * BOX
    west, south, east, north = around(footing[0], i)
    box = (min(left, west), min(bottom, south), max(right, east), max(top, north))
    if may_be_stopped(box, mine, i, footing, ground, barred) or may_meet(box, mine, i, arrays, footing, side):
        free = is_way_free(mine, way, goal, arrays, footing, side, ground, barred)
        return OPEN if free else DOUBTFUL
    return OPEN


@leaf
def is_off_ground(mine: Floats, ground: Ground, barred: Wholes, size: tuple[float, float]) -> bool:
    """Whether a box certainly lies on the table, and on no barred ground."""
    left, bottom, right, top = around(mine, 0)
    if left < 0.0 or bottom < 0.0 or right > size[0] or top > size[1]:
        return False
    bounds = ground[3]
    for n in range(len(barred)):
        b = 4 * barred[n]
        if bounds[b + 2] > left and bounds[b] < right and bounds[b + 3] > bottom and bounds[b + 1] < top:
            return False
    return True


@leaf
def lies_deep(mine: Floats, number: int, boxes: Floats, starts: Wholes, deep: float) -> bool:
    """Whether a box overlaps another body by more than *deep*."""
    for other in range(len(starts) - 1):
        if other != number and -run_gap(mine, 0, 1, boxes, starts[other], starts[other + 1]) > deep:
            return True
    return False


@leaf
def back_on_table(mine: Floats, sine: float, cosine: float, size: tuple[float, float]) -> tuple[float, float]:
    """The stretch of a way on which a box lies on the table."""
    across = mine[2] * abs(mine[5]) + mine[3] * abs(mine[4])
    along = mine[2] * abs(mine[4]) + mine[3] * abs(mine[5])
    enter, leave = on_table(mine[0] - across, mine[0] + across, sine, size[0])
    start, stop = on_table(mine[1] - along, mine[1] + along, cosine, size[1])
    return max(0.0, enter, start), min(leave, stop)


@leaf
def goes_aside(
    mine: Floats,
    pose: tuple[int, int, int, int],
    trig: Floats,
    boxes: Floats,
    starts: Wholes,
    ground: Ground,
    barred: Wholes,
    size: tuple[float, float],
) -> float:
    """The farthest that a body at a pose has to go to stand clear: the least of the ways to its four sides
    after which it certainly does; infinite if there is none."""
    number, x, y, heading = pose
    across, along, least = mine[0], mine[1], math.inf
    for quarter in range(4):
        way = (heading + quarter * QUARTER_TURN) % FULL_TURN
        sine, cosine = trig[way], trig[FULL_TURN + way]
        first, last = back_on_table(mine, sine, cosine, size)
        if first >= least:
            continue
        length = past_all(mine, sine, cosine, boxes, first)
        gone = math.ceil(length)
        if length <= last - 1.0 and gone < least:
            mine[0] = across + (math.floor(x + gone * sine + 0.5) - x)
            mine[1] = along + (math.floor(y + gone * cosine + 0.5) - y)
            # A way that starts beyond the edge of the table may be a hundredth more or less than this.
            deep = TOLERANCE if first == 0.0 else TOLERANCE - 1.5
            clear = is_off_ground(mine, ground, barred, size)
            if clear and not lies_deep(mine, number, boxes, starts, deep):
                least = gone + 1.0
            mine[0], mine[1] = across, along
    return least


STANDING: Final = 3
"""Numbers of a standing: 1 if the body certainly stands clear, the distance of the nearest enemy, and how far
the body goes aside at most if it does not (infinite if that is not known)."""


@leaf
def write_standing(
    mine: Floats,
    pose: tuple[int, int, int, int],
    arrays: BodyArrays,
    side: int,
    ground: Ground,
    barred: Wholes,
    size: tuple[float, float],
    found: Floats,
    at: int,
) -> None:
    """Write how a body stands; the pose begins with its number."""
    boxes, starts, bodies, trig = arrays[0], arrays[1], arrays[2], arrays[4]
    number, nearest, deepest = pose[0], math.inf, -math.inf
    for other in range(len(starts) - 1):
        gap = run_gap(mine, 0, 1, boxes, starts[other], starts[other + 1])
        if other != number:
            deepest = max(deepest, -gap)
        if int(bodies[BODY * other + 3]) != side and gap < nearest:
            nearest = gap
    off_ground = is_off_ground(mine, ground, barred, size)
    found[at], found[at + 1], found[at + 2] = 1.0, max(nearest, 0.0), 0.0
    if deepest > TOLERANCE + HAIR or not off_ground:
        found[at] = 0.0
        found[at + 2] = goes_aside(mine, pose, trig, boxes, starts, ground, barred, size)


@leaf
def set_down(mine: Floats, pose: tuple[int, int, int, int], base: tuple[float, float], trig: Floats) -> None:
    """Write the box of a base (half width, half depth) at a pose that begins with the number of the body."""
    number, x, y, heading = pose
    sine, cosine, (wide, deep) = trig[heading], trig[FULL_TURN + heading], base
    mine[0], mine[1] = x + 0.0 * cosine + -deep * sine, y - 0.0 * sine + -deep * cosine
    mine[2], mine[3], mine[4], mine[5] = wide, deep, sine, cosine
    mine[6], mine[7] = math.sqrt(wide * wide + deep * deep), float(number)


@kernel(
    f"void(int64[::1], int64, float64, UniTuple(float64, 2), {BODY_ARRAYS}, {FOOTPRINTS}, int64, {GROUND},"
    " int64[::1], float64[::1], float64[::1], float64[::1])"
)
def write_ways(
    asked: Wholes,
    errands: int,
    rate: float,
    base: tuple[float, float],
    arrays: BodyArrays,
    footing: Footprints,
    side: int,
    ground: Ground,
    barred: Wholes,
    mine: Floats,
    way: Floats,
    found: Floats,
) -> None:
    """Write for each goal of each small body whether the way to it is open.

    *asked* holds x, y, heading and the number of goals of each body, then all goals. *mine* and *way* are
    working room, a box each.
    """
    goal, at = 4 * errands, 0
    for k in range(0, 4 * errands, 4):
        set_down(mine, (-1, asked[k], asked[k + 1], asked[k + 2]), base, arrays[4])
        for _ in range(asked[k + 3]):
            found[at] = float(way_to(mine, way, asked[goal], rate, arrays, footing, side, ground, barred))
            goal, at = goal + 1, at + 1


@kernel(
    f"void(int64[::1], UniTuple(float64, 2), {BODY_ARRAYS}, int64, {GROUND}, int64[::1],"
    " UniTuple(float64, 2), float64[::1], float64[::1])"
)
def write_standings(
    asked: Wholes,
    base: tuple[float, float],
    arrays: BodyArrays,
    side: int,
    ground: Ground,
    barred: Wholes,
    size: tuple[float, float],
    mine: Floats,
    found: Floats,
) -> None:
    """Write how each small body stands; *asked* holds number, x, y and heading of each, *mine* is working
    room for a box."""
    for k in range(0, len(asked), 4):
        pose = (asked[k], asked[k + 1], asked[k + 2], asked[k + 3])
        set_down(mine, pose, base, arrays[4])
        write_standing(mine, pose, arrays, side, ground, barred, size, found, k // 4 * STANDING)
