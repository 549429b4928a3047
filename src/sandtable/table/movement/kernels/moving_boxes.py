"""Moving boxes: when a box that slides along a line or turns about a pivot meets a box that stands.

A slide is given by the unit vector of its direction; its moments are lengths in hundredths of an inch. A turn
is given by its pivot and its sense (1.0 clockwise, -1.0 the other way); its moments are *chords*: the square
of the chord in a circle of radius 1, which grows with the angle from 0 at 0 to 4 at 180 degrees. Chords need
no arc functions, so compiled and plain kernels agree to the bit. All moments are closed forms; none is
searched.

Two boxes overlap by more than an *inset* if they overlap by more than it along every side of both (slides),
or if one made smaller by it on all sides still overlaps the other (turns).
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, leaf

NEVER: Final = math.inf
STILL: Final = 1e-12
"""A part of a unit vector no larger than this is taken as none."""


@leaf
def axis_span(apart: float, speed: float, reach: float) -> tuple[float, float]:
    """From when to when two shadows on an axis overlap, if their middles come nearer at this speed."""
    if -STILL < speed < STILL:
        if -reach < apart < reach:
            return -NEVER, NEVER
        return NEVER, -NEVER
    near, far = (apart - reach) / speed, (apart + reach) / speed
    if near > far:
        return far, near
    return near, far


@leaf
def slide_span(
    a: Floats, i: int, ux: float, uy: float, b: Floats, j: int, inset: float
) -> tuple[float, float]:
    """From when to when box a, sliding, overlaps box b by more than the inset; the first is later if
    never."""
    dx, dy = b[j] - a[i], b[j + 1] - a[i + 1]
    aw, ad, a_sin, a_cos = a[i + 2], a[i + 3], a[i + 4], a[i + 5]
    bw, bd, b_sin, b_cos = b[j + 2], b[j + 3], b[j + 4], b[j + 5]
    lean, upright = abs(b_sin * a_cos - b_cos * a_sin), abs(b_cos * a_cos + b_sin * a_sin)
    enter, leave = axis_span(
        dx * a_cos - dy * a_sin, ux * a_cos - uy * a_sin, aw + bw * upright + bd * lean - inset
    )
    if enter >= leave:
        return NEVER, -NEVER
    start, stop = axis_span(
        dx * a_sin + dy * a_cos, ux * a_sin + uy * a_cos, ad + bw * lean + bd * upright - inset
    )
    enter, leave = max(enter, start), min(leave, stop)
    if enter >= leave:
        return NEVER, -NEVER
    start, stop = axis_span(
        dx * b_cos - dy * b_sin, ux * b_cos - uy * b_sin, bw + aw * upright + ad * lean - inset
    )
    enter, leave = max(enter, start), min(leave, stop)
    if enter >= leave:
        return NEVER, -NEVER
    start, stop = axis_span(
        dx * b_sin + dy * b_cos, ux * b_sin + uy * b_cos, bd + aw * lean + ad * upright - inset
    )
    enter, leave = max(enter, start), min(leave, stop)
    if enter >= leave:
        return NEVER, -NEVER
    return enter, leave


@leaf
def ray_near_box(
    x: float, y: float, wx: float, wy: float, half_width: float, half_depth: float, reach: float
) -> float:
    """When a point, moving so, first comes nearer than *reach* to a box at the origin."""
    enter, leave = axis_span(-x, wx, half_width + reach)
    start, stop = axis_span(-y, wy, half_depth + reach)
    enter, leave = max(enter, start, 0.0), min(leave, stop)
    if enter >= leave:
        return NEVER
    px, py = abs(x + wx * enter) - half_width, abs(y + wy * enter) - half_depth
    if px <= 0.0 or py <= 0.0 or (enter == 0.0 and px * px + py * py < reach * reach):
        return enter
    # The way in leads through the square beside a corner: there the limit is the circle round that corner.
    cx = half_width if x + wx * enter > 0.0 else -half_width
    cy = half_depth if y + wy * enter > 0.0 else -half_depth
    along = (cx - x) * wx + (cy - y) * wy
    across = (cx - x) * wy - (cy - y) * wx
    square = reach * reach - across * across
    if square <= 0.0:
        return NEVER
    first = along - math.sqrt(square)
    return first if first >= 0.0 else NEVER


@leaf
def corners_near_box(a: Floats, i: int, ux: float, uy: float, b: Floats, j: int, reach: float) -> float:
    """When the first corner of box a, sliding, comes nearer than *reach* to box b."""
    b_sin, b_cos = b[j + 4], b[j + 5]
    dx, dy = a[i] - b[j], a[i + 1] - b[j + 1]
    x, y = dx * b_cos - dy * b_sin, dx * b_sin + dy * b_cos
    wx, wy = ux * b_cos - uy * b_sin, ux * b_sin + uy * b_cos
    sine, cosine = a[i + 4] * b_cos - a[i + 5] * b_sin, a[i + 5] * b_cos + a[i + 4] * b_sin
    px, py = a[i + 2] * cosine, -a[i + 2] * sine
    qx, qy = a[i + 3] * sine, a[i + 3] * cosine
    bw, bd = b[j + 2], b[j + 3]
    first = ray_near_box(x + px + qx, y + py + qy, wx, wy, bw, bd, reach)
    first = min(first, ray_near_box(x - px + qx, y - py + qy, wx, wy, bw, bd, reach))
    first = min(first, ray_near_box(x + px - qx, y + py - qy, wx, wy, bw, bd, reach))
    return min(first, ray_near_box(x - px - qx, y - py - qy, wx, wy, bw, bd, reach))


@leaf
def slide_near(a: Floats, i: int, ux: float, uy: float, b: Floats, j: int, reach: float) -> float:
    """When box a, sliding, first comes nearer than *reach* to box b."""
    enter, leave = slide_span(a, i, ux, uy, b, j, -reach)
    if enter >= leave or leave <= 0.0:
        return NEVER
    first = corners_near_box(a, i, ux, uy, b, j, reach)
    return min(first, corners_near_box(b, j, -ux, -uy, a, i, reach))


@leaf
def chord_to(vx: float, vy: float, wx: float, wy: float, sense: float, square: float) -> float:
    """The moment at which a point at v from the pivot, turning in this sense, comes to w; NEVER past 180
    degrees."""
    if sense * (vy * wx - vx * wy) < 0.0:
        return NEVER
    return ((wx - vx) * (wx - vx) + (wy - vy) * (wy - vy)) / square


@leaf
def widen(first: float, last: float, moment: float) -> tuple[float, float]:
    """Take one more moment into account in the first and the last of several."""
    if moment == NEVER:
        return first, last
    return min(first, moment), max(last, moment)


@leaf
def turn_meets_side(
    vx: float,
    vy: float,
    sense: float,
    square: float,
    across: float,
    low: float,
    high: float,
    upright: int,
    first: float,
    last: float,
) -> tuple[float, float]:
    """Take into account when a turning point crosses a side: *across* from the pivot, from *low* to *high*
    along it.

    An upright side (1) runs along y, the other kind (0) along x.
    """
    rest = square - across * across
    if rest < 0.0:
        return first, last
    root = math.sqrt(rest)
    if low <= root <= high:
        if upright == 1:
            first, last = widen(first, last, chord_to(vx, vy, across, root, sense, square))
        else:
            first, last = widen(first, last, chord_to(vx, vy, root, across, sense, square))
    if low <= -root <= high:
        if upright == 1:
            first, last = widen(first, last, chord_to(vx, vy, across, -root, sense, square))
        else:
            first, last = widen(first, last, chord_to(vx, vy, -root, across, sense, square))
    return first, last


@leaf
def turn_meets_corner(
    vx: float,
    vy: float,
    sense: float,
    square: float,
    cx: float,
    cy: float,
    right: float,
    up: float,
    reach: float,
    first: float,
    last: float,
) -> tuple[float, float]:
    """Take into account when a turning point crosses the quarter circle round a corner at c from the pivot.

    *right* and *up* (1.0 or -1.0) say on which side of the corner the quarter lies.
    """
    apart = cx * cx + cy * cy
    if apart == 0.0:
        return first, last
    along = (apart + square - reach * reach) / (2.0 * apart)
    rest = square / apart - along * along
    if rest < 0.0:
        return first, last
    root = math.sqrt(rest)
    wx, wy = along * cx - root * cy, along * cy + root * cx
    if (wx - cx) * right >= 0.0 and (wy - cy) * up >= 0.0:
        first, last = widen(first, last, chord_to(vx, vy, wx, wy, sense, square))
    wx, wy = along * cx + root * cy, along * cy - root * cx
    if (wx - cx) * right >= 0.0 and (wy - cy) * up >= 0.0:
        first, last = widen(first, last, chord_to(vx, vy, wx, wy, sense, square))
    return first, last


@leaf
def turning_point_meets_box(
    ox: float,
    oy: float,
    vx: float,
    vy: float,
    sense: float,
    half_width: float,
    half_depth: float,
    reach: float,
    first: float,
    last: float,
) -> tuple[float, float]:
    """Take into account when a point at v from the pivot o crosses the line at *reach* round a box at the
    origin."""
    square = vx * vx + vy * vy
    if square == 0.0:
        return first, last
    out_x, out_y = abs(ox) - half_width, abs(oy) - half_depth
    near_x, near_y = max(out_x, 0.0), max(out_y, 0.0)
    radius = math.sqrt(square)
    near = max(math.sqrt(near_x * near_x + near_y * near_y) - reach, 0.0)
    far_x, far_y = abs(ox) + half_width, abs(oy) + half_depth
    if radius < near or radius > math.sqrt(far_x * far_x + far_y * far_y) + reach:
        return first, last
    left, right = -half_width - ox, half_width - ox
    rear, front = -half_depth - oy, half_depth - oy
    first, last = turn_meets_side(vx, vy, sense, square, left - reach, rear, front, 1, first, last)
    first, last = turn_meets_side(vx, vy, sense, square, right + reach, rear, front, 1, first, last)
    first, last = turn_meets_side(vx, vy, sense, square, rear - reach, left, right, 0, first, last)
    first, last = turn_meets_side(vx, vy, sense, square, front + reach, left, right, 0, first, last)
    if reach > 0.0:
        first, last = turn_meets_corner(vx, vy, sense, square, left, rear, -1.0, -1.0, reach, first, last)
        first, last = turn_meets_corner(vx, vy, sense, square, right, rear, 1.0, -1.0, reach, first, last)
        first, last = turn_meets_corner(vx, vy, sense, square, left, front, -1.0, 1.0, reach, first, last)
        first, last = turn_meets_corner(vx, vy, sense, square, right, front, 1.0, 1.0, reach, first, last)
    return first, last


@leaf
def corners_turn_meets_box(
    px: float,
    py: float,
    sense: float,
    a: Floats,
    i: int,
    a_shrink: float,
    b: Floats,
    j: int,
    b_shrink: float,
    reach: float,
    first: float,
    last: float,
) -> tuple[float, float]:
    """Take into account when corners of box a, turning about p, cross the line at *reach* round box b."""
    b_sin, b_cos = b[j + 4], b[j + 5]
    dx, dy = px - b[j], py - b[j + 1]
    ox, oy = dx * b_cos - dy * b_sin, dx * b_sin + dy * b_cos
    dx, dy = a[i] - px, a[i + 1] - py
    x, y = dx * b_cos - dy * b_sin, dx * b_sin + dy * b_cos
    sine, cosine = a[i + 4] * b_cos - a[i + 5] * b_sin, a[i + 5] * b_cos + a[i + 4] * b_sin
    aw, ad = max(a[i + 2] - a_shrink, 0.0), max(a[i + 3] - a_shrink, 0.0)
    bw, bd = max(b[j + 2] - b_shrink, 0.0), max(b[j + 3] - b_shrink, 0.0)
    wx, wy, qx, qy = aw * cosine, -aw * sine, ad * sine, ad * cosine
    first, last = turning_point_meets_box(ox, oy, x + wx + qx, y + wy + qy, sense, bw, bd, reach, first, last)
    first, last = turning_point_meets_box(ox, oy, x - wx + qx, y - wy + qy, sense, bw, bd, reach, first, last)
    first, last = turning_point_meets_box(ox, oy, x + wx - qx, y + wy - qy, sense, bw, bd, reach, first, last)
    return turning_point_meets_box(ox, oy, x - wx - qx, y - wy - qy, sense, bw, bd, reach, first, last)


@leaf
def turn_span(
    a: Floats, i: int, px: float, py: float, sense: float, b: Floats, j: int, inset: float, reach: float
) -> tuple[float, float]:
    """The first and last moment at which box a, turning about p, comes into or out of the reach of box b.

    With a reach of 0 the two boxes meet, a being made smaller by the inset. Boxes that stay within reach
    give no moment.
    """
    dx, dy = b[j] - px, b[j + 1] - py
    mx, my = a[i] - px, a[i + 1] - py
    outer = a[i + 6] + b[j + 6] + reach
    if math.sqrt(dx * dx + dy * dy) - math.sqrt(mx * mx + my * my) > outer:
        return NEVER, -NEVER
    first, last = corners_turn_meets_box(px, py, sense, a, i, inset, b, j, 0.0, reach, NEVER, -NEVER)
    return corners_turn_meets_box(px, py, -sense, b, j, 0.0, a, i, inset, reach, first, last)
