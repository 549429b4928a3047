"""Closest approach: how near a leg comes to each body, and when.

Two boxes apart are nearest at a corner of one of them. So the paths of the corners of each are followed in
the frame of the other: a straight line or the arc of a circle about the pivot. The distance from such a path
to a box is least at its ends, where it passes a side line of the box, or where it is nearest to a corner or
side. All these moments are closed forms; the distance is taken at each.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, kernel, leaf
from sandtable.table.movement.kernels.effects import passing_slide, passing_turn
from sandtable.table.movement.kernels.moving_boxes import NEVER, chord_to
from sandtable.table.movement.kernels.rows import (
    ABSENT,
    BODY_COUNT,
    MINE,
    ROLE,
    STAND,
    WORLD,
    Pivot,
    SlideLine,
    Stand,
    World,
    boxes_of,
    my_boxes,
    row_of,
    take_stand,
)
from sandtable.table.movement.kernels.runs import chord_of
from sandtable.table.space.kernels.boxes import BOX, point_gap_squared
from sandtable.table.space.lengths import FULL_TURN

APPROACH: Final = 2
"""Numbers written for a body: the least distance, and the moment of it."""


@leaf
def nearer(
    best: float, at: float, moment: float, x: float, y: float, wide: float, deep: float
) -> tuple[float, float]:
    """Take into account where a point is at a moment: the least squared distance to a box, and its moment."""
    gap = point_gap_squared(x, y, wide, deep)
    return (gap, moment) if gap < best else (best, at)


@leaf
def line_closest(
    x: float, y: float, way: SlideLine, wide: float, deep: float, best: float, at: float
) -> tuple[float, float]:
    """Take into account the path of a point along a line past a box at the origin."""
    wx, wy, length = way
    best, at = nearer(best, at, 0.0, x, y, wide, deep)
    best, at = nearer(best, at, length, x + wx * length, y + wy * length, wide, deep)
    for n in range(8):
        cx, cy = wide if n % 2 == 0 else -wide, deep if n % 4 < 2 else -deep
        if n < 4:
            moment = (cx - x) * wx + (cy - y) * wy
        elif n < 6:
            moment = (cx - x) / wx if wx != 0.0 else -1.0
        else:
            moment = ((deep if n == 6 else -deep) - y) / wy if wy != 0.0 else -1.0
        if 0.0 < moment < length:
            best, at = nearer(best, at, moment, x + wx * moment, y + wy * moment, wide, deep)
    return best, at


@leaf
def arc_moment(
    ox: float,
    oy: float,
    vx: float,
    vy: float,
    sense: float,
    chord: float,
    wx: float,
    wy: float,
    wide: float,
    deep: float,
    best: float,
    at: float,
) -> tuple[float, float]:
    """Take into account the moment at which a turning point comes to w from the pivot o, if it gets there."""
    square = vx * vx + vy * vy
    moment = chord_to(vx, vy, wx, wy, sense, square)
    if moment <= chord:
        return nearer(best, at, moment, ox + wx, oy + wy, wide, deep)
    return best, at


@leaf
def arc_closest(
    ox: float,
    oy: float,
    vx: float,
    vy: float,
    sense: float,
    chord: float,
    wide: float,
    deep: float,
    best: float,
    at: float,
) -> tuple[float, float]:
    """Take into account the arc of a point at v from the pivot o round that pivot, past a box at the
    origin."""
    best, at = nearer(best, at, 0.0, ox + vx, oy + vy, wide, deep)
    radius = math.sqrt(vx * vx + vy * vy)
    if radius == 0.0:
        return best, at
    cosine = 1.0 - chord / 2.0
    sine = sense * math.sqrt(max(1.0 - cosine * cosine, 0.0))
    ex, ey = vx * cosine + vy * sine, vy * cosine - vx * sine
    best, at = nearer(best, at, chord, ox + ex, oy + ey, wide, deep)
    for n in range(4):
        cx, cy = (wide if n % 2 == 0 else -wide) - ox, (deep if n < 2 else -deep) - oy
        far = math.sqrt(cx * cx + cy * cy)
        if far > 0.0:
            wx, wy = cx * radius / far, cy * radius / far
            best, at = arc_moment(ox, oy, vx, vy, sense, chord, wx, wy, wide, deep, best, at)
        wx = radius * (1.0 - n) if n % 2 == 0 else 0.0
        wy = radius * (2.0 - n) if n % 2 == 1 else 0.0
        best, at = arc_moment(ox, oy, vx, vy, sense, chord, wx, wy, wide, deep, best, at)
        best, at = arc_crossings(ox, oy, vx, vy, sense, chord, cx, cy, wide, deep, best, at)
    return best, at


@leaf
def arc_crossings(
    ox: float,
    oy: float,
    vx: float,
    vy: float,
    sense: float,
    chord: float,
    cx: float,
    cy: float,
    wide: float,
    deep: float,
    best: float,
    at: float,
) -> tuple[float, float]:
    """Take into account where a turning point passes the two side lines through a corner at c from the
    pivot."""
    square = vx * vx + vy * vy
    for n in range(4):
        across = cx if n < 2 else cy
        rest = square - across * across
        if rest >= 0.0:
            root = math.sqrt(rest) if n % 2 == 0 else -math.sqrt(rest)
            wx, wy = (across, root) if n < 2 else (root, across)
            best, at = arc_moment(ox, oy, vx, vy, sense, chord, wx, wy, wide, deep, best, at)
    return best, at


@leaf
def slide_corners_closest(
    numbers: Floats, i: int, way: SlideLine, j: int, best: float, at: float
) -> tuple[float, float]:
    """Take into account the paths of the corners of box i, sliding, past box j."""
    sine, cosine = numbers[j + 4], numbers[j + 5]
    turned = (way[0] * cosine - way[1] * sine, way[0] * sine + way[1] * cosine, way[2])
    for corner in range(4):
        x, y = corner_at(numbers, i, corner)
        dx, dy = x - numbers[j], y - numbers[j + 1]
        px, py = dx * cosine - dy * sine, dx * sine + dy * cosine
        best, at = line_closest(px, py, turned, numbers[j + 2], numbers[j + 3], best, at)
    return best, at


@leaf
def turn_corners_closest(
    numbers: Floats, i: int, pivot: Pivot, chord: float, j: int, best: float, at: float
) -> tuple[float, float]:
    """Take into account the arcs of the corners of box i, turning, past box j."""
    sine, cosine = numbers[j + 4], numbers[j + 5]
    dx, dy = pivot[0] - numbers[j], pivot[1] - numbers[j + 1]
    ox, oy = dx * cosine - dy * sine, dx * sine + dy * cosine
    for corner in range(4):
        x, y = corner_at(numbers, i, corner)
        dx, dy = x - pivot[0], y - pivot[1]
        vx, vy = dx * cosine - dy * sine, dx * sine + dy * cosine
        wide, deep = numbers[j + 2], numbers[j + 3]
        best, at = arc_closest(ox, oy, vx, vy, pivot[2], chord, wide, deep, best, at)
    return best, at


@leaf
def corner_at(numbers: Floats, i: int, corner: int) -> tuple[float, float]:
    """One of the four corners of a box (0 to 3)."""
    across = numbers[i + 2] if corner % 2 == 0 else -numbers[i + 2]
    along = numbers[i + 3] if corner < 2 else -numbers[i + 3]
    sine, cosine = numbers[i + 4], numbers[i + 5]
    return numbers[i] + across * cosine + along * sine, numbers[i + 1] - across * sine + along * cosine


@leaf
def slide_closest(world: World, way: SlideLine, body: int) -> tuple[float, float]:
    """The least distance between a slide and a body, and when."""
    numbers, index, _ = world
    enter, leave = passing_slide(world, way, body)
    if enter < leave:
        return 0.0, max(enter, 0.0)
    start, end = my_boxes(index, MINE)
    first, last = boxes_of(index, body)
    back = (-way[0], -way[1], way[2])
    best, at = NEVER, 0.0
    for i in range(start, end, BOX):
        for j in range(first * BOX, last * BOX, BOX):
            best, at = slide_corners_closest(numbers, i, way, j, best, at)
            best, at = slide_corners_closest(numbers, j, back, i, best, at)
    return math.sqrt(best), at


@leaf
def turn_closest(world: World, pivot: Pivot, chord: float, body: int) -> tuple[float, float]:
    """The least distance between a turn and a body, and when."""
    numbers, index, _ = world
    enter, _ = passing_turn(world, pivot, chord, body)
    if enter < chord:
        return 0.0, enter
    start, end = my_boxes(index, MINE)
    first, last = boxes_of(index, body)
    back = (pivot[0], pivot[1], -pivot[2])
    best, at = NEVER, 0.0
    for i in range(start, end, BOX):
        for j in range(first * BOX, last * BOX, BOX):
            best, at = turn_corners_closest(numbers, i, pivot, chord, j, best, at)
            best, at = turn_corners_closest(numbers, j, back, chord, i, best, at)
    return math.sqrt(best), at


@kernel(f"void({STAND}, float64, int64, int64, {WORLD}, float64[::1])")
def closest(stand: Stand, inside: float, amount: int, wheels: int, world: World, found: Floats) -> None:
    """Write how near a leg comes to each body and when; infinite for absent bodies.

    *inside* is the bearing of a slide or the place of the pivot of a wheel; *amount* its length or turn.
    """
    numbers, index, trig = world
    take_stand(world, stand)
    x, y, heading = stand
    toward = (heading + int(inside)) % FULL_TURN
    way = (trig[toward], trig[FULL_TURN + toward], float(amount))
    sense = 1.0 if inside > 0.0 else -1.0
    pivot = (x + inside * trig[FULL_TURN + heading], y - inside * trig[heading], sense)
    for body in range(index[BODY_COUNT]):
        f = body * APPROACH
        found[f], found[f + 1] = NEVER, 0.0
        if numbers[row_of(index, body) + ROLE] != ABSENT:
            if wheels == 1:
                found[f], found[f + 1] = turn_closest(world, pivot, chord_of(amount, trig), body)
            else:
                found[f], found[f + 1] = slide_closest(world, way, body)
