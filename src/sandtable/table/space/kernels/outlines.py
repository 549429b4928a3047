"""Rings: the outlines of ground as flat rows of edges, and what lines and boxes do with them.

An edge is four numbers, its two ends. A ring is a run of edges that closes on itself; a piece of ground is a
run of rings, the union of what they enclose. A line without width is a run of edges that encloses nothing.
"""

from __future__ import annotations

from typing import Final

from sandtable.table.compiled.running import Floats, leaf
from sandtable.table.space.kernels.boxes import point_gap_squared

EDGE: Final = 4
"""Numbers in the row of one edge."""


@leaf
def point_in_ring(edges: Floats, first: int, last: int, x: float, y: float) -> bool:
    """Whether a ring, the edges from first to last, encloses a point; on the outline either may be said."""
    inside = False
    for e in range(first * EDGE, last * EDGE, EDGE):
        ay, by = edges[e + 1], edges[e + 3]
        if (ay > y) != (by > y):
            ax = edges[e]
            side = (edges[e + 2] - ax) * (y - ay) - (by - ay) * (x - ax)
            if (side > 0.0) == (by > ay):
                inside = not inside
    return inside


@leaf
def point_on_edges(edges: Floats, first: int, last: int, x: float, y: float) -> bool:
    """Whether a point lies exactly on one of these edges."""
    for e in range(first * EDGE, last * EDGE, EDGE):
        ax, ay, bx, by = edges[e], edges[e + 1], edges[e + 2], edges[e + 3]
        if (
            (bx - ax) * (y - ay) == (by - ay) * (x - ax)
            and min(ax, bx) <= x <= max(ax, bx)
            and min(ay, by) <= y <= max(ay, by)
        ):
            return True
    return False


@leaf
def segment_gap_squared(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The squared distance from a point to a segment."""
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    along = 0.0
    if square > 0.0:
        along = ((x - ax) * dx + (y - ay) * dy) / square
        if along < 0.0:
            along = 0.0
        elif along > 1.0:
            along = 1.0
    px, py = ax + along * dx - x, ay + along * dy - y
    return px * px + py * py


@leaf
def clip_to_box(
    x: float, y: float, dx: float, dy: float, half_width: float, half_depth: float
) -> tuple[float, float]:
    """From where to where, as shares of its length, a segment runs inside a box at the origin.

    The first share is not less than the second if it stays outside or only touches.
    """
    start, end = 0.0, 1.0
    if dx == 0.0:
        if x <= -half_width or x >= half_width:
            return 1.0, 0.0
    else:
        near, far = (-half_width - x) / dx, (half_width - x) / dx
        if near > far:
            near, far = far, near
        if near > start:
            start = near
        if far < end:
            end = far
    if dy == 0.0:
        if y <= -half_depth or y >= half_depth:
            return 1.0, 0.0
    else:
        near, far = (-half_depth - y) / dy, (half_depth - y) / dy
        if near > far:
            near, far = far, near
        if near > start:
            start = near
        if far < end:
            end = far
    return start, end


@leaf
def segment_in_box(
    ax: float, ay: float, bx: float, by: float, boxes: Floats, i: int, inset: float
) -> tuple[float, float]:
    """From where to where, as shares, a segment runs through box row i made smaller by *inset*."""
    sine, cosine = boxes[i + 4], boxes[i + 5]
    x, y = ax - boxes[i], ay - boxes[i + 1]
    dx, dy = bx - ax, by - ay
    return clip_to_box(
        x * cosine - y * sine,
        x * sine + y * cosine,
        dx * cosine - dy * sine,
        dx * sine + dy * cosine,
        max(boxes[i + 2] - inset, 0.0),
        max(boxes[i + 3] - inset, 0.0),
    )


@leaf
def box_over_edges(edges: Floats, first: int, last: int, boxes: Floats, i: int, inset: float) -> bool:
    """Whether any of these edges runs through box row i made smaller by *inset* on all sides."""
    for e in range(first * EDGE, last * EDGE, EDGE):
        start, end = segment_in_box(edges[e], edges[e + 1], edges[e + 2], edges[e + 3], boxes, i, inset)
        if start < end:
            return True
    return False


@leaf
def box_over_ring(edges: Floats, first: int, last: int, boxes: Floats, i: int, inset: float) -> bool:
    """Whether any part of box row i, made smaller by *inset* on all sides, lies over what a ring encloses."""
    if box_over_edges(edges, first, last, boxes, i, inset):
        return True
    return point_in_ring(edges, first, last, boxes[i], boxes[i + 1])


@leaf
def box_edge_gap_squared(ax: float, ay: float, bx: float, by: float, boxes: Floats, i: int) -> float:
    """The squared distance between box row i and a segment; 0 if they touch."""
    start, end = segment_in_box(ax, ay, bx, by, boxes, i, 0.0)
    if start < end:
        return 0.0
    sine, cosine, wide, deep = boxes[i + 4], boxes[i + 5], boxes[i + 2], boxes[i + 3]
    x, y = ax - boxes[i], ay - boxes[i + 1]
    best = point_gap_squared(x * cosine - y * sine, x * sine + y * cosine, wide, deep)
    x, y = bx - boxes[i], by - boxes[i + 1]
    best = min(best, point_gap_squared(x * cosine - y * sine, x * sine + y * cosine, wide, deep))
    wx, wy, dx, dy = wide * cosine, wide * sine, deep * sine, deep * cosine
    x, y = boxes[i], boxes[i + 1]
    best = min(best, segment_gap_squared(x + wx + dx, y - wy + dy, ax, ay, bx, by))
    best = min(best, segment_gap_squared(x - wx + dx, y + wy + dy, ax, ay, bx, by))
    best = min(best, segment_gap_squared(x + wx - dx, y - wy - dy, ax, ay, bx, by))
    return min(best, segment_gap_squared(x - wx - dx, y + wy - dy, ax, ay, bx, by))
