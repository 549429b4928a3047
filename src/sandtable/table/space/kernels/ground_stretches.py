"""Stretches: from where to where a straight line runs over a piece of ground.

A line is five numbers: where it starts, its way in x and y, and its length, which is never 0. Places along it
are shares of that length from 0 to 1. Stretches are kept in a scratch row as pairs of shares, in order and
apart from one another.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from sandtable.table.compiled.running import Floats, Wholes, leaf
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.lengths import TOLERANCE

Line: TypeAlias = tuple[float, float, float, float, float]
"""Start x and y, way in x and y, length."""

Ground: TypeAlias = tuple[Floats, Wholes, Wholes, Floats, Wholes, Wholes]
"""Edges; first edge of each ring; first ring of each piece; bounds, level and thinness of each piece."""

GROUND: Final = "Tuple((float64[::1], int64[::1], int64[::1], float64[::1], int64[::1], int64[::1]))"


@leaf
def sort_shares(row: Floats, first: int, last: int) -> None:
    """Put the numbers from first to last (not included) in order."""
    for i in range(first + 1, last):
        value = row[i]
        j = i - 1
        while j >= first and row[j] > value:
            row[j + 1] = row[j]
            j -= 1
        row[j + 1] = value


@leaf
def ring_crossings(
    edges: Floats, first: int, last: int, line: Line, shift: float, row: Floats, k: int
) -> tuple[int, float]:
    """Write where the endless line through a segment crosses edges; return the new end and the nearest miss.

    The line is shifted sideways by *shift* over its length. The nearest miss is the least distance from the
    line to an end of an edge, times the length of the line.
    """
    x, y, dx, dy, length = line
    square = length * length
    e = first * EDGE
    ax, ay = edges[e] - x, edges[e + 1] - y
    a_side = dx * ay - dy * ax - shift
    miss = a_side if a_side > 0.0 else -a_side
    for e in range(first * EDGE, last * EDGE, EDGE):
        bx, by = edges[e + 2] - x, edges[e + 3] - y
        b_side = dx * by - dy * bx - shift
        if (a_side > 0.0) != (b_side > 0.0):
            part = a_side / (a_side - b_side)
            row[k] = ((ax + part * (bx - ax)) * dx + (ay + part * (by - ay)) * dy) / square
            k += 1
        if -miss < b_side < miss:
            miss = b_side if b_side > 0.0 else -b_side
        ax, ay, a_side = bx, by, b_side
    return k, miss


@leaf
def ring_stretches(edges: Floats, first: int, last: int, line: Line, row: Floats, k: int) -> int:
    """Write the stretches of a segment inside a ring from place k of a row; return their end in the row.

    Stretches that nowhere run deeper into the ring than the tolerance are left out: the line only touches.
    """
    length = line[4]
    end, miss = ring_crossings(edges, first, last, line, 0.0, row, k)
    if end == k:
        return k
    sort_shares(row, k, end)
    kept = k
    for i in range(k, end - 1, 2):
        start, stop = max(row[i], 0.0), min(row[i + 1], 1.0)
        if stop > start:
            row[kept], row[kept + 1] = start, stop
            kept += 2
    if kept > k and miss <= TOLERANCE * length:
        kept = keep_common(edges, first, last, line, TOLERANCE * length, row, k, kept)
        kept = keep_common(edges, first, last, line, -TOLERANCE * length, row, k, kept)
    return kept


@leaf
def keep_common(
    edges: Floats, first: int, last: int, line: Line, shift: float, row: Floats, k: int, end: int
) -> int:
    """Keep the stretches (from k to end) beside which the line shifted sideways is inside as well."""
    stop, _ = ring_crossings(edges, first, last, line, shift, row, end)
    sort_shares(row, end, stop)
    kept = k
    for i in range(k, end, 2):
        for j in range(end, stop - 1, 2):
            if row[j] < row[i + 1] and row[j + 1] > row[i]:
                row[kept], row[kept + 1] = row[i], row[i + 1]
                kept += 2
                break
    return kept


@leaf
def merge(row: Floats, k: int, end: int) -> int:
    """Put stretches in order and join those that meet; return their new end."""
    for i in range(k + 2, end, 2):
        start, stop = row[i], row[i + 1]
        j = i - 2
        while j >= k and row[j] > start:
            row[j + 2], row[j + 3] = row[j], row[j + 1]
            j -= 2
        row[j + 2], row[j + 3] = start, stop
    kept = k
    for i in range(k + 2, end, 2):
        if row[i] <= row[kept + 1]:
            row[kept + 1] = max(row[kept + 1], row[i + 1])
        else:
            kept += 2
            row[kept], row[kept + 1] = row[i], row[i + 1]
    return min(kept + 2, end)


@leaf
def line_crossings(edges: Floats, first: int, last: int, line: Line, row: Floats, k: int) -> int:
    """Write where a segment crosses or ends on a line without width, as stretches of no length."""
    end, _ = ring_crossings(edges, first, last, line, 0.0, row, k)
    sort_shares(row, k, end)
    slack = TOLERANCE / line[4]
    kept = k
    for i in range(k, end):
        if -slack <= row[i] <= 1.0 + slack:
            row[kept] = row[i]
            kept += 1
    for i in range(kept - 1, k - 1, -1):
        share = min(max(row[i], 0.0), 1.0)
        row[2 * i - k], row[2 * i - k + 1] = share, share
    return 2 * kept - k


@leaf
def piece_stretches(ground: Ground, piece: int, line: Line, row: Floats, k: int) -> int:
    """Write the stretches of a segment over one piece of ground from place k of a row; return their end."""
    edges, rings, pieces, _, _, thin = ground
    end = k
    first, last = pieces[piece], pieces[piece + 1]
    for ring in range(first, last):
        if thin[piece]:
            end = line_crossings(edges, rings[ring], rings[ring + 1], line, row, end)
        else:
            end = ring_stretches(edges, rings[ring], rings[ring + 1], line, row, end)
    if last - first > 1 and end - k > 2:
        end = merge(row, k, end)
    return end if thin[piece] else without_touches(row, k, end, line[4])


@leaf
def without_touches(row: Floats, k: int, end: int, length: float) -> int:
    """Leave out the stretches that are no longer than the tolerance; return the new end."""
    kept = k
    for i in range(k, end, 2):
        if (row[i + 1] - row[i]) * length > TOLERANCE:
            row[kept], row[kept + 1] = row[i], row[i + 1]
            kept += 2
    return kept


@leaf
def cut(row: Floats, k: int, end: int, start: float, finish: float) -> int:
    """Take what lies between start and finish out of the stretches from k to end; return their new end."""
    i = k
    while i < end:
        if row[i + 1] <= start or row[i] >= finish:
            i += 2
        elif row[i] < start and row[i + 1] > finish:
            for j in range(end - 1, i, -1):
                row[j + 2] = row[j]
            row[i + 1], row[i + 2] = start, finish
            return end + 2
        elif row[i] < start:
            row[i + 1] = start
            i += 2
        elif row[i + 1] > finish:
            row[i] = finish
            i += 2
        else:
            for j in range(i, end - 2):
                row[j] = row[j + 2]
            end -= 2
    return end
