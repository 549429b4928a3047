"""Effects: what lies on the way of a leg, and what the leg therefore costs.

A leg is a row of numbers (``LEG``). Each ground or body that adds to its cost gives a row of its own
(``EFFECT``): from when to when, the multiplier for each inch meanwhile, the toll at entering, and the mark.
Moments are as in ``moving_boxes``. Marks are bits; there is an allowance for each set of them.
"""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, leaf
from sandtable.table.movement.kernels.ground_crossed import (
    encloses,
    fill_gaps,
    lies_over,
    piece_rings,
    ring_edges,
    slide_piece_spans,
    turn_piece_span,
)
from sandtable.table.movement.kernels.moving_boxes import NEVER, slide_span, turn_span
from sandtable.table.movement.kernels.rows import (
    BARS,
    COUNTS,
    EFFECTS,
    ENDED,
    ENTRY,
    HAIR,
    INSET,
    LANDS,
    MARK,
    MINE,
    MULTIPLIER,
    NEAR,
    ON,
    OPENINGS,
    PASS_MARK,
    PASS_TOLL,
    PIECE_COUNT,
    POINT_COUNT,
    POINTS,
    ROLE,
    SET_ASIDE,
    SPANS,
    THIN,
    TOLL,
    Pivot,
    SlideLine,
    Stand,
    World,
    boxes_of,
    going_of,
    my_boxes,
    row_of,
)
from sandtable.table.movement.kernels.slide_stops import cut_spans, gap_to, is_beyond
from sandtable.table.movement.kernels.turn_stops import swing_of
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.ground_stretches import merge
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.lengths import FULL_TURN, TOLERANCE

LEG: Final = 18
"""Numbers in the row of a leg."""
KIND: Final = 0
WAY: Final = 1
STEP: Final = 2
LEAST: Final = 3
MOST: Final = 4
FIXED: Final = 5
RATE: Final = 6
LEG_MARK: Final = 7
STEPS: Final = 8
"""Its kind; the bearing of a slide or the sense of a turn; the length or turn by which it is tried; its least
and most; its price, fixed and for each unit of it; its mark; the number of steps by which it is priced, and
then for each the turn up to which it counts and its price."""

EFFECT: Final = 5
"""Numbers in the row of an effect: from, until, multiplier, toll and mark."""


@leaf
def common(numbers: Floats, k: int, end: int, other_end: int) -> int:
    """Keep from k on what the spans up to *end* have in common with those from there to *other_end*."""
    i, j, out = k, end, other_end
    while i < end and j < other_end:
        start, stop = max(numbers[i], numbers[j]), min(numbers[i + 1], numbers[j + 1])
        if start < stop:
            numbers[out], numbers[out + 1] = start, stop
            out += 2
        if numbers[i + 1] < numbers[j + 1]:
            i += 2
        else:
            j += 2
    for n in range(out - other_end):
        numbers[k + n] = numbers[other_end + n]
    return k + out - other_end


@leaf
def point_spans(world: World, x: float, y: float, way: SlideLine, k: int) -> int:
    """Write from k the spans in which a point that slides lies on openings; give their end.

    The point is written as a box without size, at ENDED.
    """
    numbers, index, _ = world
    i = index[ENDED] * BOX
    for n in range(BOX):
        numbers[i + n] = 0.0
    numbers[i], numbers[i + 1], numbers[i + 5] = x, y, 1.0
    end = k
    for piece in range(index[PIECE_COUNT]):
        if index[index[OPENINGS] + piece] == 1 and index[index[THIN] + piece] == 0:
            ring, rings = piece_rings(index, piece)
            for r in range(ring, rings):
                end = point_ring_spans(world, i, way, r, end)
    if end - k > 2:
        end = merge(numbers, k, end)
    return end


@leaf
def point_ring_spans(world: World, i: int, way: SlideLine, ring: int, k: int) -> int:
    """Write from k the spans in which a box without size, sliding, lies inside a ring; give their end."""
    numbers, index, _ = world
    first, last = ring_edges(index, ring)
    ux, uy, length = way
    x, y = numbers[i], numbers[i + 1]
    end = k
    for e in range(first * EDGE, last * EDGE, EDGE):
        ax, ay, bx, by = numbers[e] - x, numbers[e + 1] - y, numbers[e + 2] - x, numbers[e + 3] - y
        a, b = ux * ay - uy * ax, ux * by - uy * bx
        if (a > 0.0) != (b > 0.0):
            part = a / (a - b)
            at = (ax + part * (bx - ax)) * ux + (ay + part * (by - ay)) * uy
            if 0.0 < at < length:
                numbers[end], numbers[end + 1] = at, at
                end += 2
    if end - k > 2:
        end = merge(numbers, k, end)
    return fill_gaps(numbers, i, way, first, last, k, end)


@leaf
def open_slide(world: World, stand: Stand, way: SlideLine) -> int:
    """Write at SPANS the spans in which all points that must lie on openings do; give their end."""
    numbers, index, trig = world
    sine, cosine = trig[stand[2]], trig[FULL_TURN + stand[2]]
    spans = index[SPANS]
    end = spans
    for n in range(index[POINT_COUNT]):
        right, forward = numbers[index[POINTS] + 2 * n], numbers[index[POINTS] + 2 * n + 1]
        x, y = stand[0] + right * cosine + forward * sine, stand[1] - right * sine + forward * cosine
        other = point_spans(world, x, y, way, end)
        end = other if n == 0 else common(numbers, spans, end, other)
        if end == spans:
            return end
    return end


@leaf
def is_open(world: World, x: float, y: float, sine: float, cosine: float) -> bool:
    """Whether all points that must lie on openings do, for a body that stands so."""
    numbers, index, _ = world
    for n in range(index[POINT_COUNT]):
        right, forward = numbers[index[POINTS] + 2 * n], numbers[index[POINTS] + 2 * n + 1]
        px, py = x + right * cosine + forward * sine, y - right * sine + forward * cosine
        on = False
        for piece in range(index[PIECE_COUNT]):
            if index[index[OPENINGS] + piece] == 1 and encloses(world, piece, px, py):
                on = True
        if not on:
            return False
    return index[POINT_COUNT] > 0


@leaf
def opened_turn(world: World, stand: Stand, inside: float, sense: int, turn: int) -> int:
    """1 if all points that must lie on openings do at every tenth of a degree of a wheel, else 0.

    From one tenth to the next no point within 11 in of the pivot moves by more than the tolerance.
    """
    _, index, trig = world
    if index[POINT_COUNT] == 0:
        return 0
    x, y, heading = stand
    px, py = x + inside * trig[FULL_TURN + heading], y - inside * trig[heading]
    for tenth in range(turn + 1):
        now = (heading + sense * tenth) % FULL_TURN
        sine, cosine = trig[now], trig[FULL_TURN + now]
        if not is_open(world, px - inside * cosine, py + inside * sine, sine, cosine):
            return 0
    return 1


@leaf
def write_effect(
    numbers: Floats, e: int, start: float, stop: float, multiplier: float, toll: float, mark: float
) -> int:
    """Write an effect; give the place of the next."""
    numbers[e], numbers[e + 1], numbers[e + 2] = start, stop, multiplier
    numbers[e + 3], numbers[e + 4] = toll, mark
    return e + EFFECT


@leaf
def multiplier_of(numbers: Floats, g: int, kind: int) -> float:
    """The multiplier of ground for each inch of a kind of leg."""
    return numbers[g + MULTIPLIER] if int(numbers[g + ON]) >> kind & 1 else 1.0


@leaf
def slide_effects(world: World, stand: Stand, way: SlideLine, kind: int) -> int:
    """Gather the effects on the way of a slide; give their end."""
    numbers, index, _ = world
    spans = index[SPANS]
    opened, found = -1, index[EFFECTS]
    for n in range(index[index[LANDS]]):
        piece = index[index[LANDS] + 1 + n]
        g = going_of(index, piece)
        if numbers[g + ENTRY] != COUNTS:
            continue
        if opened < 0:
            opened = open_slide(world, stand, way) if index[POINT_COUNT] > 0 else spans
        end = slide_piece_spans(world, piece, MINE, way, numbers[g + INSET], opened)
        if numbers[g + SET_ASIDE] == 1.0:
            end = cut_spans(numbers, spans, opened, end)
        multiplier = multiplier_of(numbers, g, kind)
        for s in range(opened, end, 2):
            start, stop = numbers[s], numbers[s + 1]
            found = write_effect(
                numbers, found, start, stop, multiplier, numbers[g + TOLL], numbers[g + MARK]
            )
    return passing_effects(world, way, found)


@leaf
def passing_effects(world: World, way: SlideLine, found: int) -> int:
    """Gather the effects of passing bodies on a slide; give the end of all."""
    numbers, index, _ = world
    for n in range(index[index[NEAR]]):
        body = index[index[NEAR] + 1 + n]
        r = row_of(index, body)
        toll, mark = numbers[r + PASS_TOLL], numbers[r + PASS_MARK]
        if numbers[r + ROLE] > BARS and (toll > 0.0 or mark > 0.0):
            enter, leave = passing_slide(world, way, body)
            if enter < leave:
                found = write_effect(numbers, found, max(enter, 0.0), min(leave, way[2]), 1.0, toll, mark)
    return found


@leaf
def passing_slide(world: World, way: SlideLine, body: int) -> tuple[float, float]:
    """From when to when a slide lies across a body; the first is later if never."""
    numbers, index, _ = world
    ux, uy, length = way
    begin, finish = my_boxes(index, MINE)
    first, last = boxes_of(index, body)
    start, stop = NEVER, -NEVER
    for i in range(begin, finish, BOX):
        for j in range(first * BOX, last * BOX, BOX):
            if is_beyond(numbers, i, way, j, 0.0):
                continue
            enter, leave = slide_span(numbers, i, ux, uy, numbers, j, TOLERANCE)
            if enter < leave and leave > 0.0 and enter < length:
                start, stop = min(start, enter), max(stop, leave)
    return start, stop


@leaf
def next_change(world: World, found: int, now: float, until: float) -> tuple[float, float]:
    """The multiplier for each inch at a moment, and when it next changes, at the latest at *until*."""
    numbers, index, _ = world
    multiplier = 1.0
    for e in range(index[EFFECTS], found, EFFECT):
        if numbers[e] <= now < numbers[e + 1]:
            multiplier = max(multiplier, numbers[e + 2])
            until = min(until, numbers[e + 1])
        elif now < numbers[e] < until:
            until = numbers[e]
    return multiplier, until


@leaf
def slide_cost(
    world: World, legs: Floats, g: int, amount: float, found: int, marks: int
) -> tuple[float, int]:
    """What an amount of a slide costs with the effects on its way, and the marks then made."""
    numbers, index, _ = world
    marks |= int(legs[g + LEG_MARK])
    cost = legs[g + FIXED]
    now = 0.0
    while now < amount:
        multiplier, until = next_change(world, found, now, amount)
        cost += legs[g + RATE] * multiplier * (until - now)
        now = until
    for e in range(index[EFFECTS], found, EFFECT):
        if numbers[e] < amount:
            marks |= int(numbers[e + 4])
            if numbers[e] > 0.0:
                cost += numbers[e + 3]
    return cost, marks


@leaf
def slide_afforded(
    world: World,
    legs: Floats,
    g: int,
    amount: float,
    found: int,
    spent: float,
    marks: int,
    allowances: int,
) -> float:
    """The greatest length of a slide, no more than an amount, that what is left of the allowance pays for.

    The allowances stand in the row of legs, from a place on.
    """
    numbers, index, _ = world
    marks |= int(legs[g + LEG_MARK])
    cost, now = spent + legs[g + FIXED], 0.0
    while True:
        for e in range(index[EFFECTS], found, EFFECT):
            if numbers[e] == now:
                marks |= int(numbers[e + 4])
                if now > 0.0:
                    cost += numbers[e + 3]
        multiplier, until = next_change(world, found, now, amount)
        rate, left = legs[g + RATE] * multiplier, legs[allowances + marks] - cost
        if rate * (until - now) > left + HAIR:
            if rate <= 0.0 or left <= 0.0:
                return now
            return min(until, now + left / rate)
        if until >= amount:
            return amount
        cost += rate * (until - now)
        now = until


@leaf
def turn_effects(world: World, pivot: Pivot, chord: float, kind: int, opened: int) -> int:
    """Gather the effects on the way of a turn; *opened* is 1 if openings lie under it all the way."""
    numbers, index, _ = world
    found = index[EFFECTS]
    for n in range(index[index[LANDS]]):
        piece = index[index[LANDS] + 1 + n]
        g = going_of(index, piece)
        if numbers[g + ENTRY] != COUNTS or (opened == 1 and numbers[g + SET_ASIDE] == 1.0):
            continue
        first = turn_first(world, piece, pivot, chord, numbers[g + INSET])
        if first < chord:
            multiplier = multiplier_of(numbers, g, kind)
            found = write_effect(
                numbers, found, first, chord, multiplier, numbers[g + TOLL], numbers[g + MARK]
            )
    return passing_turn_effects(world, pivot, chord, found)


@leaf
def turn_first(world: World, piece: int, pivot: Pivot, chord: float, inset: float) -> float:
    """When a turn first lies over a piece of ground."""
    if lies_over(world, piece, MINE, inset):
        return 0.0
    first, _ = turn_piece_span(world, piece, pivot, chord, inset)
    return first


@leaf
def passing_turn_effects(world: World, pivot: Pivot, chord: float, found: int) -> int:
    """Gather the effects of sweeping over bodies in a turn; give the end of all."""
    numbers, index, _ = world
    for n in range(index[index[NEAR]]):
        body = index[index[NEAR] + 1 + n]
        r = row_of(index, body)
        toll, mark = numbers[r + PASS_TOLL], numbers[r + PASS_MARK]
        if numbers[r + ROLE] > BARS and (toll > 0.0 or mark > 0.0):
            enter, _ = passing_turn(world, pivot, chord, body)
            if enter < chord:
                found = write_effect(numbers, found, enter, chord, 1.0, toll, mark)
    return found


@leaf
def passing_turn(world: World, pivot: Pivot, chord: float, body: int) -> tuple[float, float]:
    """When a turn first and last crosses the outline of a body; the first is 0 if it begins across it."""
    numbers, index, _ = world
    start, stop = NEVER, -NEVER
    gap = gap_to(world, MINE, body)
    if gap > swing_of(world, pivot) * math.sqrt(chord):
        return start, stop
    begin, finish = my_boxes(index, MINE)
    first, last = boxes_of(index, body)
    px, py, sense = pivot
    for i in range(begin, finish, BOX):
        for j in range(first * BOX, last * BOX, BOX):
            enter, leave = turn_span(numbers, i, px, py, sense, numbers, j, TOLERANCE, 0.0)
            start, stop = min(start, enter), max(stop, leave)
    if gap < -TOLERANCE:
        start = 0.0
    return start, stop


@leaf
def leg_price(legs: Floats, g: int, amount: float) -> float:
    """What a leg costs by itself, without what lies on its way; NEVER if it is larger than its last step."""
    steps = int(legs[g + STEPS])
    if steps == 0:
        return legs[g + FIXED] + legs[g + RATE] * amount
    for n in range(steps):
        if amount <= legs[g + STEPS + 1 + 2 * n]:
            return legs[g + STEPS + 2 + 2 * n]
    return NEVER


@leaf
def turn_cost(
    world: World, legs: Floats, g: int, amount: float, chord: float, found: int, marks: int
) -> tuple[float, int]:
    """What an amount of a turn, and its chord, costs with the effects on its way, and the marks then made."""
    numbers, index, _ = world
    marks |= int(legs[g + LEG_MARK])
    multiplier, tolls = 1.0, 0.0
    for e in range(index[EFFECTS], found, EFFECT):
        if numbers[e] < chord:
            marks |= int(numbers[e + 4])
            multiplier = max(multiplier, numbers[e + 2])
            if numbers[e] > 0.0:
                tolls += numbers[e + 3]
    return leg_price(legs, g, amount) * multiplier + tolls, marks
