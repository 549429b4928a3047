"""In which zones a mover stands, and when a leg brings it into each of them.

A zone is a ring of edges. Boxes and edges have to lie in one row, so the caller passes a row into which the
kernel writes the mover's boxes, then the rings of all zones, and then spans.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.movement.kernels.ground_crossed import is_off_bounds, slide_ring_spans, turn_edge_span
from sandtable.table.movement.kernels.moving_boxes import NEVER
from sandtable.table.movement.kernels.rows import (
    MINE,
    STAND,
    WORLD,
    Pivot,
    SlideLine,
    Stand,
    World,
    my_boxes,
    place,
)
from sandtable.table.movement.kernels.survey import SLIDE, WHEEL
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.outlines import EDGE, box_over_ring
from sandtable.table.space.lengths import FULL_TURN, TOLERANCE

ZONED: Final = 2
"""Numbers written for a zone: 1 if the mover stands in it, and when it comes into it (infinite: never)."""
BOUND: Final = 4
"""Numbers that bound a zone: left, bottom, right, top."""


@leaf
def stands_in(room: Floats, boxes: int, first: int, last: int) -> bool:
    """Whether any of the mover's boxes lies over a ring, by more than the tolerance."""
    inside = False
    for i in range(0, boxes * BOX, BOX):
        inside = inside or box_over_ring(room, first, last, room, i, TOLERANCE)
    return inside


@leaf
def slides_in(room: Floats, boxes: int, way: SlideLine, first: int, last: int, spans: int) -> float:
    """How far along a slide the mover comes into a ring."""
    entry = NEVER
    for i in range(0, boxes * BOX, BOX):
        if slide_ring_spans(room, i, way, first, last, 0, TOLERANCE, spans) > spans:
            entry = min(entry, room[spans])
    return entry


@leaf
def turns_in(room: Floats, boxes: int, pivot: Pivot, first: int, last: int) -> float:
    """The chord at which a wheel brings the mover into a ring."""
    moment, final = NEVER, -NEVER
    for i in range(0, boxes * BOX, BOX):
        for e in range(first * EDGE, last * EDGE, EDGE):
            moment, final = turn_edge_span(room, i, pivot, e, TOLERANCE, moment, final)
    return moment


@leaf
def is_beyond(room: Floats, boxes: int, bounds: Floats, b: int, way: SlideLine, swing: float) -> bool:
    """Whether the bounds at b are out of reach for a mover that slides so or swings no farther than this."""
    dx, dy = way[0] * way[2], way[1] * way[2]
    for i in range(0, boxes * BOX, BOX):
        x, y, radius = room[i], room[i + 1], room[i + 6]
        left, right = x + min(dx, 0.0), x + max(dx, 0.0)
        low, high = y + min(dy, 0.0), y + max(dy, 0.0)
        if not is_off_bounds(bounds, b, left, low, right, high, radius + swing):
            return False
    return True


@leaf
def farthest_swing(room: Floats, boxes: int, pivot: Pivot) -> float:
    """How far from where they are the middles of the mover's boxes can be swung about a pivot."""
    most = 0.0
    for i in range(0, boxes * BOX, BOX):
        dx, dy = room[i] - pivot[0], room[i + 1] - pivot[1]
        most = max(most, dx * dx + dy * dy)
    return 2.0 * math.sqrt(most)


@leaf
def lay_out(world: World, stand: Stand, edges: Floats, room: Floats) -> int:
    """Write the mover's boxes as it stands, and behind them the edges of all zones; give how many boxes."""
    numbers, index, _ = world
    place(world, stand, MINE)
    start, stop = my_boxes(index, MINE)
    for n in range(stop - start):
        room[n] = numbers[start + n]
    for n in range(len(edges)):
        room[stop - start + n] = edges[n]
    return (stop - start) // BOX


@kernel(
    f"void(int64, {STAND}, float64, int64, {WORLD}, float64[::1], int64[::1], float64[::1], float64[::1],"
    " float64[::1])"
)
def zones_on(
    how: int,
    stand: Stand,
    inside: float,
    amount: int,
    world: World,
    edges: Floats,
    starts: Wholes,
    bounds: Floats,
    room: Floats,
    found: Floats,
) -> None:
    """Write for each zone whether a mover stands in it, and when a leg from there enters it.

    *inside* is the bearing of a slide or the place of the pivot of a wheel; *amount* its length or turn. The
    moment of a wheel is a chord; a body that is set down comes into no zone on its way.
    """
    trig = world[2]
    boxes = lay_out(world, stand, edges, room)
    before, spans = boxes * BOX // EDGE, boxes * BOX + len(edges)
    x, y, heading = stand
    toward = (heading + int(inside)) % FULL_TURN
    way = (trig[toward], trig[FULL_TURN + toward], float(amount) if how == SLIDE else 0.0)
    sense = 1.0 if inside > 0.0 else -1.0
    pivot = (x + inside * trig[FULL_TURN + heading], y - inside * trig[heading], sense)
    swing = farthest_swing(room, boxes, pivot) if how == WHEEL else 0.0
    for zone in range(len(starts) - 1):
        found[zone * ZONED], found[zone * ZONED + 1] = 0.0, NEVER
        if is_beyond(room, boxes, bounds, zone * BOUND, way, swing):
            continue
        first, last = before + starts[zone], before + starts[zone + 1]
        if stands_in(room, boxes, first, last):
            found[zone * ZONED] = 1.0
        if how == SLIDE:
            found[zone * ZONED + 1] = slides_in(room, boxes, way, first, last, spans)
        elif how == WHEEL:
            found[zone * ZONED + 1] = turns_in(room, boxes, pivot, first, last)
