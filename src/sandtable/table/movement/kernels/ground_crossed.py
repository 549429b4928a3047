"""Moving boxes over ground: from when to when a body that slides or turns lies over a piece of it.

Moments are as in ``moving_boxes``. A box lies over ground if, made smaller by the inset on all sides, it
still does; a negative inset makes it larger, so that touching counts. Spans are kept as pairs of moments, in
order and apart from one another, from some place of the numbers on.
"""

from __future__ import annotations

import math

from sandtable.table.compiled.running import Floats, Wholes, leaf
from sandtable.table.movement.kernels.moving_boxes import (
    NEVER,
    axis_span,
    chord_to,
    turning_point_meets_box,
    widen,
)
from sandtable.table.movement.kernels.rows import (
    BOUNDS,
    EDGES,
    MINE,
    PIECES,
    RINGS,
    THIN,
    Pivot,
    SlideLine,
    World,
    my_boxes,
)
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.ground_stretches import merge
from sandtable.table.space.kernels.outlines import EDGE, box_over_edges, point_in_ring


@leaf
def ring_edges(index: Wholes, ring: int) -> tuple[int, int]:
    """The first edge of a ring and the one after its last."""
    at = index[RINGS] + ring
    return index[EDGES] + index[at], index[EDGES] + index[at + 1]


@leaf
def piece_rings(index: Wholes, piece: int) -> tuple[int, int]:
    """The first ring of a piece of ground and the one after its last."""
    at = index[PIECES] + piece
    return index[at], index[at + 1]


@leaf
def slide_edge_span(numbers: Floats, i: int, way: SlideLine, e: int, inset: float) -> tuple[float, float]:
    """From when to when a box, sliding, lies across one edge; the first is later if never."""
    ux, uy, _ = way
    sine, cosine = numbers[i + 4], numbers[i + 5]
    wide, deep = max(numbers[i + 2] - inset, 0.0), max(numbers[i + 3] - inset, 0.0)
    dx, dy = numbers[e] - numbers[i], numbers[e + 1] - numbers[i + 1]
    px, py = dx * cosine - dy * sine, dx * sine + dy * cosine
    dx, dy = numbers[e + 2] - numbers[i], numbers[e + 3] - numbers[i + 1]
    qx, qy = dx * cosine - dy * sine, dx * sine + dy * cosine
    wx, wy = ux * cosine - uy * sine, ux * sine + uy * cosine
    enter, leave = axis_span((px + qx) / 2.0, wx, wide + abs(qx - px) / 2.0)
    if enter >= leave:
        return NEVER, -NEVER
    start, stop = axis_span((py + qy) / 2.0, wy, deep + abs(qy - py) / 2.0)
    enter, leave = max(enter, start), min(leave, stop)
    ex, ey = qx - px, qy - py
    length = math.sqrt(ex * ex + ey * ey)
    if enter >= leave or length == 0.0:
        return NEVER, -NEVER
    nx, ny = -ey / length, ex / length
    start, stop = axis_span(px * nx + py * ny, wx * nx + wy * ny, wide * abs(nx) + deep * abs(ny))
    enter, leave = max(enter, start), min(leave, stop)
    if enter >= leave:
        return NEVER, -NEVER
    return enter, leave


@leaf
def is_edge_off(numbers: Floats, e: int, left: float, bottom: float, right: float, top: float) -> bool:
    """Whether an edge lies wholly to one side of a rectangle."""
    ax, ay, bx, by = numbers[e], numbers[e + 1], numbers[e + 2], numbers[e + 3]
    if (ax < left and bx < left) or (ax > right and bx > right):
        return True
    return (ay < bottom and by < bottom) or (ay > top and by > top)


@leaf
def slide_ring_spans(
    numbers: Floats, i: int, way: SlideLine, first: int, last: int, thin: int, inset: float, k: int
) -> int:
    """Write from k the spans of a slide in which a box lies over a ring or thin line; give their end."""
    length = way[2]
    x, y, radius = numbers[i], numbers[i + 1], numbers[i + 6] - min(inset, 0.0)
    dx, dy = way[0] * length, way[1] * length
    left, right = x + min(dx, 0.0) - radius, x + max(dx, 0.0) + radius
    bottom, top = y + min(dy, 0.0) - radius, y + max(dy, 0.0) + radius
    end = k
    for e in range(first * EDGE, last * EDGE, EDGE):
        if is_edge_off(numbers, e, left, bottom, right, top):
            continue
        enter, leave = slide_edge_span(numbers, i, way, e, inset)
        if enter < leave and leave > 0.0 and enter < length:
            numbers[end], numbers[end + 1] = max(enter, 0.0), min(leave, length)
            end += 2
    if end - k > 2:
        end = merge(numbers, k, end)
    if thin == 1:
        return end
    return fill_gaps(numbers, i, way, first, last, k, end)


@leaf
def fill_gaps(numbers: Floats, i: int, way: SlideLine, first: int, last: int, k: int, spans: int) -> int:
    """Add to the spans in which a box crosses edges of a ring those in which it lies wholly inside."""
    ux, uy, length = way
    end = spans
    since = 0.0
    for s in range(k, spans + 1, 2):
        until = numbers[s] if s < spans else length
        middle = (since + until) / 2.0
        if until > since and point_in_ring(
            numbers, first, last, numbers[i] + ux * middle, numbers[i + 1] + uy * middle
        ):
            numbers[end], numbers[end + 1] = since, until
            end += 2
        if s < spans:
            since = numbers[s + 1]
    if end > spans and end - k > 2:
        return merge(numbers, k, end)
    return end


@leaf
def is_off_bounds(
    numbers: Floats, b: int, left: float, bottom: float, right: float, top: float, margin: float
) -> bool:
    """Whether a rectangle lies farther than a margin from the bounds at b."""
    if right + margin < numbers[b] or left - margin > numbers[b + 2]:
        return True
    return top + margin < numbers[b + 1] or bottom - margin > numbers[b + 3]


@leaf
def slide_piece_spans(world: World, piece: int, where: int, way: SlideLine, inset: float, k: int) -> int:
    """Write from k the spans in which any of the mover's boxes, sliding, lies over a piece; give their
    end."""
    numbers, index, _ = world
    thin, bounds = index[index[THIN] + piece], index[BOUNDS] + 4 * piece
    dx, dy = way[0] * way[2], way[1] * way[2]
    ring, rings = piece_rings(index, piece)
    start, stop = my_boxes(index, where)
    end = k
    for i in range(start, stop, BOX):
        x, y, radius = numbers[i], numbers[i + 1], numbers[i + 6] - min(inset, 0.0)
        left, right = x + min(dx, 0.0), x + max(dx, 0.0)
        if is_off_bounds(numbers, bounds, left, y + min(dy, 0.0), right, y + max(dy, 0.0), radius):
            continue
        for r in range(ring, rings):
            first, last = ring_edges(index, r)
            end = slide_ring_spans(numbers, i, way, first, last, thin, inset, end)
    if end - k > 2:
        end = merge(numbers, k, end)
    return end


@leaf
def turning_point_meets_edge(
    px: float,
    py: float,
    ex: float,
    ey: float,
    length: float,
    vx: float,
    vy: float,
    sense: float,
    first: float,
    last: float,
) -> tuple[float, float]:
    """Take into account when a point at v from the pivot crosses an edge that runs from p along e."""
    square = vx * vx + vy * vy
    along = px * ex + py * ey
    rest = square - (px * px + py * py - along * along)
    if square == 0.0 or rest < 0.0:
        return first, last
    root = math.sqrt(rest)
    for n in range(2):
        at = root - along if n == 0 else -root - along
        if 0.0 <= at <= length:
            moment = chord_to(vx, vy, px + at * ex, py + at * ey, sense, square)
            first, last = widen(first, last, moment)
    return first, last


@leaf
def turn_edge_span(
    numbers: Floats, i: int, pivot: Pivot, e: int, inset: float, first: float, last: float
) -> tuple[float, float]:
    """Take into account when a box, turning, comes upon or leaves one edge."""
    px, py, sense = pivot
    sine, cosine = numbers[i + 4], numbers[i + 5]
    wide, deep = max(numbers[i + 2] - inset, 0.0), max(numbers[i + 3] - inset, 0.0)
    sx, sy = numbers[e] - px, numbers[e + 1] - py
    ex, ey = numbers[e + 2] - numbers[e], numbers[e + 3] - numbers[e + 1]
    length = math.sqrt(ex * ex + ey * ey)
    if length == 0.0:
        return first, last
    ex, ey = ex / length, ey / length
    mx, my = numbers[i] - px, numbers[i + 1] - py
    for corner in range(4):
        across = wide if corner % 2 == 0 else -wide
        along = deep if corner < 2 else -deep
        vx, vy = mx + across * cosine + along * sine, my - across * sine + along * cosine
        first, last = turning_point_meets_edge(sx, sy, ex, ey, length, vx, vy, sense, first, last)
    ox, oy = my * sine - mx * cosine, -mx * sine - my * cosine
    for end in range(e, e + EDGE, 2):
        dx, dy = numbers[end] - px, numbers[end + 1] - py
        vx, vy = dx * cosine - dy * sine, dx * sine + dy * cosine
        first, last = turning_point_meets_box(ox, oy, vx, vy, -sense, wide, deep, 0.0, first, last)
    return first, last


@leaf
def turn_piece_span(
    world: World, piece: int, pivot: Pivot, chord: float, inset: float
) -> tuple[float, float]:
    """The first and last moment, up to a chord, at which the mover, turning, crosses an edge of a piece."""
    numbers, index, _ = world
    bounds = index[BOUNDS] + 4 * piece
    ring, rings = piece_rings(index, piece)
    edge, edges = ring_edges(index, ring)[0], ring_edges(index, rings - 1)[1]
    start, stop = my_boxes(index, MINE)
    first, last = NEVER, -NEVER
    for i in range(start, stop, BOX):
        x, y, radius = numbers[i], numbers[i + 1], numbers[i + 6] - min(inset, 0.0)
        mx, my = x - pivot[0], y - pivot[1]
        # No point of the box gets farther from where it is than the chord of its own circle.
        reach = radius + (math.sqrt(mx * mx + my * my) + radius) * math.sqrt(chord)
        if is_off_bounds(numbers, bounds, x, y, x, y, reach):
            continue
        for e in range(edge * EDGE, edges * EDGE, EDGE):
            if not is_edge_off(numbers, e, x - reach, y - reach, x + reach, y + reach):
                first, last = turn_edge_span(numbers, i, pivot, e, inset, first, last)
    return first, last


@leaf
def lies_over(world: World, piece: int, where: int, inset: float) -> bool:
    """Whether any of the mover's boxes lies over a piece of ground."""
    numbers, index, _ = world
    bounds = index[BOUNDS] + 4 * piece
    ring, rings = piece_rings(index, piece)
    start, stop = my_boxes(index, where)
    for i in range(start, stop, BOX):
        x, y, radius = numbers[i], numbers[i + 1], numbers[i + 6] - min(inset, 0.0)
        if is_off_bounds(numbers, bounds, x, y, x, y, radius):
            continue
        for r in range(ring, rings):
            first, last = ring_edges(index, r)
            if box_over_edges(numbers, first, last, numbers, i, inset):
                return True
            if index[index[THIN] + piece] == 0 and point_in_ring(numbers, first, last, x, y):
                return True
    return False


@leaf
def encloses(world: World, piece: int, x: float, y: float) -> bool:
    """Whether a piece of ground encloses a point."""
    numbers, index, _ = world
    if index[index[THIN] + piece] == 1:
        return False
    if is_off_bounds(numbers, index[BOUNDS] + 4 * piece, x, y, x, y, 0.0):
        return False
    ring, rings = piece_rings(index, piece)
    for r in range(ring, rings):
        first, last = ring_edges(index, r)
        if point_in_ring(numbers, first, last, x, y):
            return True
    return False
