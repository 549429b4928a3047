"""Convex polygons (figures) as runs of points in a row of numbers: cut by half planes, hulls and areas.

A point is two numbers. A half plane is three, a, b and c: the points with ``a * x + b * y <= c``.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, leaf

POINT: Final = 2
"""Numbers of one point."""
PLANE: Final = 3
"""Numbers of one half plane."""


@leaf
def nearest_whole(value: float) -> float:
    """The whole number nearest to a value; halfway between two, the even one."""
    low = float(math.floor(value))
    part = value - low
    if part > 0.5 or (part == 0.5 and low % 2.0 == 1.0):
        return low + 1.0
    return low


@leaf
def cut_figure(row: Floats, at: int, count: int, to: int, planes: Floats, p: int, slack: float) -> int:
    """Write what of a figure lies inside a half plane moved outwards by *slack*; return how many points.

    The figure begins at place *at* of the row, what is left is written from place *to*.
    """
    a, b, c, end = planes[p], planes[p + 1], planes[p + 2], to
    for n in range(count):
        i = at + POINT * n
        j = at if n == count - 1 else i + POINT
        x, y, there_x, there_y = row[i], row[i + 1], row[j], row[j + 1]
        before, after = a * x + b * y - c - slack, a * there_x + b * there_y - c - slack
        if before <= 0.0:
            row[end], row[end + 1] = x, y
            end += POINT
        if (before < 0.0 and after > 0.0) or (after < 0.0 and before > 0.0):
            share = before / (before - after)
            row[end], row[end + 1] = x + share * (there_x - x), y + share * (there_y - y)
            end += POINT
    return (end - to) // POINT


@leaf
def clip_figure(
    row: Floats, at: int, count: int, to: int, spare: int, planes: Floats, first: int, last: int, slack: float
) -> tuple[int, int]:
    """Cut a figure by half planes in turn; return where what is left begins, and how many points it has.

    The two places written to in turn have room for it; the figure itself is kept.
    """
    for p in range(first, last, PLANE):
        count = cut_figure(row, at, count, to, planes, p, slack)
        if p == first:
            at, to = to, spare
        else:
            at, to = to, at
    return at, count


@leaf
def area_of(row: Floats, at: int, count: int) -> float:
    """The area of a figure."""
    total = 0.0
    for n in range(count):
        i = at + POINT * n
        j = at if n == count - 1 else i + POINT
        total += row[i] * row[j + 1] - row[i + 1] * row[j]
    return abs(total) / 2


@leaf
def write_box_planes(boxes: Floats, i: int, inset: float, planes: Floats, p: int) -> None:
    """Write the half planes of a box made smaller by *inset*: ahead, right, behind and left."""
    x, y, sine, cosine = boxes[i], boxes[i + 1], boxes[i + 4], boxes[i + 5]
    wide, deep = max(boxes[i + 2] - inset, 0.0), max(boxes[i + 3] - inset, 0.0)
    ahead, aside = x * sine + y * cosine, x * cosine - y * sine
    planes[p], planes[p + 1], planes[p + 2] = sine, cosine, ahead + deep
    planes[p + 3], planes[p + 4], planes[p + 5] = cosine, -sine, aside + wide
    planes[p + 6], planes[p + 7], planes[p + 8] = -sine, -cosine, deep - ahead
    planes[p + 9], planes[p + 10], planes[p + 11] = -cosine, sine, wide - aside


@leaf
def write_corners(boxes: Floats, i: int, inset: float, row: Floats, at: int) -> None:
    """Write the corners of a box, made smaller by *inset*: front left, front right, rear right, rear left."""
    x, y, sine, cosine = boxes[i], boxes[i + 1], boxes[i + 4], boxes[i + 5]
    wide, deep = max(boxes[i + 2] - inset, 0.0), max(boxes[i + 3] - inset, 0.0)
    wx, wy, dx, dy = wide * cosine, wide * sine, deep * sine, deep * cosine
    row[at], row[at + 1] = x - wx + dx, y + wy + dy
    row[at + 2], row[at + 3] = x + wx + dx, y - wy + dy
    row[at + 4], row[at + 5] = x + wx - dx, y - wy - dy
    row[at + 6], row[at + 7] = x - wx - dx, y + wy - dy


@leaf
def write_planes(row: Floats, at: int, count: int, planes: Floats, p: int) -> int:
    """Write the half planes of a figure that runs anticlockwise; return their end."""
    for n in range(count):
        i = at + POINT * n
        j = at if n == count - 1 else i + POINT
        dx, dy = row[j] - row[i], row[j + 1] - row[i + 1]
        length = math.sqrt(dx * dx + dy * dy)
        if length > 0.0:
            out_x, out_y = dy / length, -dx / length
            planes[p], planes[p + 1] = out_x, out_y
            planes[p + 2] = out_x * row[i] + out_y * row[i + 1]
            p += PLANE
    return p


@leaf
def sort_points(row: Floats, at: int, count: int) -> int:
    """Put points in order by x, then y, each but once; return how many there are."""
    for n in range(1, count):
        i = at + POINT * n
        x, y = row[i], row[i + 1]
        j = i - POINT
        while j >= at and (row[j] > x or (row[j] == x and row[j + 1] > y)):
            row[j + POINT], row[j + POINT + 1] = row[j], row[j + 1]
            j -= POINT
        row[j + POINT], row[j + POINT + 1] = x, y
    end = at + POINT
    for n in range(1, count):
        i = at + POINT * n
        if row[i] != row[end - 2] or row[i + 1] != row[end - 1]:
            row[end], row[end + 1] = row[i], row[i + 1]
            end += POINT
    return (end - at) // POINT


@leaf
def write_chain(row: Floats, first: int, last: int, step: int, to: int) -> int:
    """Write the half of a hull that turns left all the way, over points in order; return its end."""
    end = to
    for i in range(first, last, step):
        x, y = row[i], row[i + 1]
        while end - to >= 2 * POINT:
            ax, ay, bx, by = row[end - 4], row[end - 3], row[end - 2], row[end - 1]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0:
                break
            end -= POINT
        row[end], row[end + 1] = x, y
        end += POINT
    return end


@leaf
def write_hull(row: Floats, at: int, count: int, to: int) -> int:
    """Write the convex hull of some points, anticlockwise; return how many corners it has. They are
    sorted."""
    count = sort_points(row, at, count)
    last = at + POINT * count
    if count < 3:
        for i in range(at, last):
            row[to + i - at] = row[i]
        return count
    end = write_chain(row, at, last, POINT, to) - POINT
    end = write_chain(row, last - POINT, at - POINT, -POINT, end) - POINT
    return (end - to) // POINT


@leaf
def is_box_over(
    row: Floats, at: int, count: int, to: int, spare: int, boxes: Floats, i: int, planes: Floats, p: int
) -> bool:
    """Whether a box lies over a figure."""
    write_box_planes(boxes, i, 0.0, planes, p)
    place, left = clip_figure(row, at, count, to, spare, planes, p, p + 4 * PLANE, 0.0)
    return area_of(row, place, left) > 0.0
