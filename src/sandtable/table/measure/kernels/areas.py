"""Areas: how much of a convex figure lies over a piece of ground where others do not cover it.

The figure is cut into level slabs at every corner and every crossing of two outlines. Inside a slab the width
of what is covered grows evenly, so its width halfway up times its height is its area.
"""

from __future__ import annotations

from sandtable.table.compiled.running import Floats, Wholes, leaf
from sandtable.table.space.kernels.ground_stretches import Ground, cut, merge, sort_shares
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.kernels.polygons import POINT

Covers = tuple[Wholes, int, int]
"""A row of pieces of ground, and the first and last (not included) place in it of those that cover a
piece."""


Bounds = tuple[float, float, float, float]
"""The least x and y of a figure, and the greatest."""


@leaf
def bounds_of(row: Floats, at: int, count: int) -> Bounds:
    """The bounds of a figure."""
    left, bottom, right, top = row[at], row[at + 1], row[at], row[at + 1]
    for n in range(1, count):
        x, y = row[at + POINT * n], row[at + POINT * n + 1]
        left, bottom, right, top = min(left, x), min(bottom, y), max(right, x), max(top, y)
    return left, bottom, right, top


@leaf
def list_edge(row: Floats, end: int, ax: float, ay: float, bx: float, by: float, within: Bounds) -> int:
    """Write an edge, if it may come within some bounds; return the new end."""
    if (
        max(ay, by) < within[1]
        or min(ay, by) > within[3]
        or max(ax, bx) < within[0]
        or min(ax, bx) > within[2]
    ):
        return end
    row[end], row[end + 1], row[end + 2], row[end + 3] = ax, ay, bx, by
    return end + EDGE


@leaf
def list_edges(ground: Ground, piece: int, within: Bounds, row: Floats, end: int) -> int:
    """Write the edges of a piece of ground that may come within some bounds; return their end."""
    edges, rings, pieces = ground[0], ground[1], ground[2]
    for e in range(rings[pieces[piece]] * EDGE, rings[pieces[piece + 1]] * EDGE, EDGE):
        end = list_edge(row, end, edges[e], edges[e + 1], edges[e + 2], edges[e + 3], within)
    return end


@leaf
def crossing_height(row: Floats, e: int, f: int) -> tuple[bool, float]:
    """Whether two edges cross or touch, and at what height."""
    ax, ay, bx, by = row[e], row[e + 1], row[e + 2], row[e + 3]
    cx, cy, dx, dy = row[f], row[f + 1], row[f + 2], row[f + 3]
    way = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if way == 0.0:
        return False, 0.0
    along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / way
    across = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / way
    return 0.0 <= along <= 1.0 and 0.0 <= across <= 1.0, ay + along * (by - ay)


@leaf
def write_heights(row: Floats, first: int, last: int, bottom: float, top: float) -> int:
    """Write behind some edges, in order, the heights at which slabs begin and end; return their end."""
    row[last], row[last + 1] = bottom, top
    end = last + 2
    for e in range(first, last, EDGE):
        for y in (row[e + 1], row[e + 3]):
            if bottom < y < top:
                row[end] = y
                end += 1
        for f in range(e + EDGE, last, EDGE):
            met, y = crossing_height(row, e, f)
            if met and bottom < y < top:
                row[end] = y
                end += 1
    sort_shares(row, last, end)
    return end


@leaf
def ring_spans(edges: Floats, first: int, last: int, level: float, row: Floats, k: int) -> int:
    """Write the spans that a ring encloses at a height; return their end."""
    end = k
    for e in range(first * EDGE, last * EDGE, EDGE):
        ay, by = edges[e + 1], edges[e + 3]
        if (ay > level) != (by > level):
            row[end] = edges[e] + (level - ay) / (by - ay) * (edges[e + 2] - edges[e])
            end += 1
    sort_shares(row, k, end)
    return end


@leaf
def piece_spans(ground: Ground, piece: int, level: float, row: Floats, k: int) -> int:
    """Write the spans that a piece of ground covers at a height; return their end."""
    edges, rings, pieces = ground[0], ground[1], ground[2]
    end = k
    for ring in range(pieces[piece], pieces[piece + 1]):
        end = ring_spans(edges, rings[ring], rings[ring + 1], level, row, end)
    return merge(row, k, end) if end - k > 2 else end


@leaf
def open_spans(ground: Ground, piece: int, covers: Covers, level: float, row: Floats, k: int, w: int) -> int:
    """Write the spans of a piece at a height where nothing covers it; return their end. Place w has room
    too."""
    end = piece_spans(ground, piece, level, row, k)
    for c in range(covers[1], covers[2]):
        stop = piece_spans(ground, covers[0][c], level, row, w)
        for i in range(w, stop, 2):
            end = cut(row, k, end, row[i], row[i + 1])
    return end


@leaf
def figure_span(row: Floats, at: int, count: int, level: float) -> tuple[float, float]:
    """The span of a convex figure at a height."""
    left, right, found = 0.0, 0.0, 0
    for n in range(count):
        i = at + POINT * n
        j = at if n == count - 1 else i + POINT
        ay, by = row[i + 1], row[j + 1]
        if (ay > level) != (by > level):
            x = row[i] + (level - ay) / (by - ay) * (row[j] - row[i])
            left, right = (x if found == 0 else min(left, x)), (x if found == 0 else max(right, x))
            found += 1
    return left, right


@leaf
def list_outlines(
    row: Floats, at: int, count: int, ground: Ground, piece: int, covers: Covers, within: Bounds, k: int
) -> int:
    """Write from k the edges of a figure, of a piece and of what covers it, if they come within some bounds;
    return their end."""
    end = k
    for n in range(count):
        i = at + POINT * n
        j = at if n == count - 1 else i + POINT
        end = list_edge(row, end, row[i], row[i + 1], row[j], row[j + 1], within)
    end = list_edges(ground, piece, within, row, end)
    for c in range(covers[1], covers[2]):
        end = list_edges(ground, covers[0][c], within, row, end)
    return end


@leaf
def area_over(
    row: Floats, at: int, count: int, ground: Ground, piece: int, covers: Covers, enough: float, k: int
) -> float:
    """The area of a convex figure over a piece where none of its covers lies; from k there is room.

    Once it is more than is enough the rest is not measured. What outlines do beside the figure does not
    matter to it: slabs begin and end only where something happens within its bounds.
    """
    if ground[5][piece]:
        return 0.0
    within = bounds_of(row, at, count)
    end = list_outlines(row, at, count, ground, piece, covers, within, k)
    stop = write_heights(row, k, end, within[1], within[3])
    total, spans = 0.0, stop + len(ground[0])
    for h in range(end, stop - 1):
        low, high = row[h], row[h + 1]
        if high <= low:
            continue
        level = (low + high) / 2
        left, right = figure_span(row, at, count, level)
        for s in range(stop, open_spans(ground, piece, covers, level, row, stop, spans), 2):
            total += (high - low) * max(min(right, row[s + 1]) - max(left, row[s]), 0.0)
        if total > enough:
            return total
    return total
