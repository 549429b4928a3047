"""Boxes: upright or turned rectangles as rows of eight numbers, and the gaps between them.

A box is its centre x and y, half width, half depth, the sine and cosine of its heading, the radius of the
circle around it, and the number of the body it belongs to.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.space.lengths import HAIR

BOX: Final = 8
"""Numbers in the row of one box."""


@leaf
def point_gap_squared(right: float, forward: float, half_width: float, half_depth: float) -> float:
    """The square of the distance from a point, seen from the middle of a box, to that box; 0 inside."""
    across = abs(right) - half_width
    along = abs(forward) - half_depth
    if across <= 0.0:
        return along * along if along > 0.0 else 0.0
    if along <= 0.0:
        return across * across
    return across * across + along * along


@leaf
def corner_gap_squared(
    right: float,
    forward: float,
    half_width: float,
    half_depth: float,
    sum_x: float,
    sum_y: float,
    odd_x: float,
    odd_y: float,
) -> float:
    """The least squared distance from four corners to a box at the origin.

    The corners lie about (right, forward): plus and minus the sum of the half sides, plus and minus their
    difference. Written out corner by corner, since plain Python spends most of a pair of bodies here.
    """
    across = right + sum_x
    across = (across if across > 0.0 else -across) - half_width
    along = forward + sum_y
    along = (along if along > 0.0 else -along) - half_depth
    best = (across * across if across > 0.0 else 0.0) + (along * along if along > 0.0 else 0.0)
    across = right - sum_x
    across = (across if across > 0.0 else -across) - half_width
    along = forward - sum_y
    along = (along if along > 0.0 else -along) - half_depth
    gap = (across * across if across > 0.0 else 0.0) + (along * along if along > 0.0 else 0.0)
    if gap < best:
        best = gap
    across = right + odd_x
    across = (across if across > 0.0 else -across) - half_width
    along = forward + odd_y
    along = (along if along > 0.0 else -along) - half_depth
    gap = (across * across if across > 0.0 else 0.0) + (along * along if along > 0.0 else 0.0)
    if gap < best:
        best = gap
    across = right - odd_x
    across = (across if across > 0.0 else -across) - half_width
    along = forward - odd_y
    along = (along if along > 0.0 else -along) - half_depth
    gap = (across * across if across > 0.0 else 0.0) + (along * along if along > 0.0 else 0.0)
    return gap if gap < best else best


@leaf
def box_gap(a: Floats, i: int, b: Floats, j: int) -> float:
    """The distance between two boxes (rows i of a and j of b); minus the depth of overlap if they overlap."""
    dx = b[j] - a[i]
    dy = b[j + 1] - a[i + 1]
    aw, ad, a_sin, a_cos = a[i + 2], a[i + 3], a[i + 4], a[i + 5]
    bw, bd, b_sin, b_cos = b[j + 2], b[j + 3], b[j + 4], b[j + 5]
    right, forward = dx * a_cos - dy * a_sin, dx * a_sin + dy * a_cos
    back_right, back_forward = dy * b_sin - dx * b_cos, -dx * b_sin - dy * b_cos
    sine, cosine = b_sin * a_cos - b_cos * a_sin, b_cos * a_cos + b_sin * a_sin
    reach = a[i + 6] + b[j + 6]
    if dx * dx + dy * dy < reach * reach:
        apart = separation(right, forward, aw, ad, bw, bd, sine, cosine)
        apart = max(apart, separation(back_right, back_forward, bw, bd, aw, ad, sine, cosine))
        if apart <= 0.0:
            return apart
    wx, wy, dx, dy = bw * cosine, bw * sine, bd * sine, bd * cosine
    best = corner_gap_squared(right, forward, aw, ad, wx + dx, dy - wy, wx - dx, -wy - dy)
    wx, wy, dx, dy = aw * cosine, aw * sine, ad * sine, ad * cosine
    gap = corner_gap_squared(back_right, back_forward, bw, bd, wx - dx, dy + wy, wx + dx, wy - dy)
    return math.sqrt(gap if gap < best else best)


@leaf
def separation(
    right: float, forward: float, aw: float, ad: float, bw: float, bd: float, sine: float, cosine: float
) -> float:
    """How far box b, its middle at (right, forward), clears the sides of box a; negative if it does not."""
    lean, upright = abs(sine), abs(cosine)
    return max(abs(right) - aw - bw * upright - bd * lean, abs(forward) - ad - bw * lean - bd * upright)


@leaf
def run_gap(a: Floats, a_first: int, a_last: int, b: Floats, b_first: int, b_last: int) -> float:
    """The least gap between two runs of boxes (first to last, counted in boxes, last not included)."""
    if a_last - a_first == 1 and b_last - b_first == 1:
        return box_gap(a, a_first * BOX, b, b_first * BOX)
    best = math.inf
    for i in range(a_first * BOX, a_last * BOX, BOX):
        for j in range(b_first * BOX, b_last * BOX, BOX):
            dx, dy, reach = b[j] - a[i], b[j + 1] - a[i + 1], best + a[i + 6] + b[j + 6] + HAIR
            if best > 0.0 and dx * dx + dy * dy > reach * reach:
                continue
            gap = box_gap(a, i, b, j)
            if gap < best:
                best = gap
    return best


@kernel("float64(float64[::1], float64[::1])")
def gap_between(a: Floats, b: Floats) -> float:
    """The least gap between any box of one row and any of the other."""
    return run_gap(a, 0, len(a) // BOX, b, 0, len(b) // BOX)


@kernel("void(float64[::1], float64[::1], int64[::1], float64[::1])")
def gaps_from(mine: Floats, boxes: Floats, starts: Wholes, gaps: Floats) -> None:
    """Write the gap from my boxes to each body's boxes; infinite for a body that has none."""
    for body in range(len(starts) - 1):
        gaps[body] = run_gap(mine, 0, len(mine) // BOX, boxes, starts[body], starts[body + 1])


@kernel("void(float64[::1], int64[::1], float64[::1])")
def all_gaps(boxes: Floats, starts: Wholes, gaps: Floats) -> None:
    """Write the gap of every pair of bodies into a square table; infinite where one of them is absent."""
    count = len(starts) - 1
    for one in range(count):
        gaps[one * count + one] = 0.0
        for other in range(one + 1, count):
            gap = run_gap(boxes, starts[one], starts[one + 1], boxes, starts[other], starts[other + 1])
            gaps[one * count + other] = gap
            gaps[other * count + one] = gap


@kernel("void(float64[::1], int64[::1], int64, float64[::1])")
def gaps_of_one(boxes: Floats, starts: Wholes, one: int, gaps: Floats) -> None:
    """Write the gaps of one body from all, to the bit as `all_gaps` writes them."""
    for other in range(len(starts) - 1):
        low, high = min(one, other), max(one, other)
        gaps[other] = run_gap(boxes, starts[low], starts[low + 1], boxes, starts[high], starts[high + 1])
    gaps[one] = 0.0
