"""Sliding: all that may halt a slide, told in one call, and how a body would stand elsewhere."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.moving import NEVER, slide_span
from sandtable.table.kernels.moving_effects import LEG, open_slide, slide_afforded, slide_effects
from sandtable.table.kernels.moving_rows import (
    ABSENT,
    ALL_LANDS,
    ALL_NEAR,
    BARRED,
    BARS,
    BODY_COUNT,
    ENDED,
    ENTRY,
    HAIR,
    LANDS,
    MINE,
    NEAR,
    PIECE_COUNT,
    POINT_COUNT,
    ROLE,
    SET_ASIDE,
    SPANS,
    STAND,
    WORLD,
    Stand,
    Way,
    World,
    boxes_of,
    going_of,
    my_boxes,
    place,
    row_of,
    take_stand,
)
from sandtable.table.kernels.moving_runs import is_set_down_clear, list_lands, list_near
from sandtable.table.kernels.moving_stops import (
    body_slide_stop,
    gap_to,
    overhang,
    piece_slide_stop,
    side_slide_stop,
    slide_bar_stop,
)
from sandtable.table.kernels.running import Floats, Wholes, kernel, leaf
from sandtable.table.measure import FULL_TURN

MET: Final = 4
"""Numbers told of a body: where it stops the slide for any reason, where the slide runs into it, and from
where to where the slide overlaps it at all."""

RUN: Final = 3
"""Numbers told of a slide: where the table halts it, how far it is paid for, whether all of it is clear."""


@leaf
def overlap_span(world: World, way: Way, body: int) -> tuple[float, float]:
    """From where to where a slide overlaps a body at all."""
    numbers, index, _ = world
    first, last = boxes_of(index, body)
    start, stop = my_boxes(index, MINE)
    enter, leave = NEVER, -NEVER
    for i in range(start, stop, BOX):
        for j in range(first * BOX, last * BOX, BOX):
            begins, ends = slide_span(numbers, i, way[0], way[1], numbers, j, HAIR)
            enter, leave = min(enter, begins), max(leave, ends)
    return enter, leave


@leaf
def tell_halts(stand: Stand, way: Way, world: World, met: Floats, lands: Floats) -> float:
    """Tell of every body and every piece of ground where it halts a slide; give where the table does."""
    numbers, index, _ = world
    for body in range(index[BODY_COUNT]):
        m, role = body * MET, numbers[row_of(index, body) + ROLE]
        met[m], met[m + 1], met[m + 2], met[m + 3] = NEVER, NEVER, NEVER, -NEVER
        if role == ABSENT:
            continue
        met[m], _ = body_slide_stop(world, way, stand[2], body, HAIR)
        if role == BARS:
            met[m + 1], _ = slide_bar_stop(world, way, body, HAIR)
        else:
            met[m + 2], met[m + 3] = overlap_span(world, way, body)
    opened = open_slide(world, stand, way) if index[POINT_COUNT] > 0 else index[SPANS]
    for piece in range(index[PIECE_COUNT]):
        lands[piece] = NEVER
        g = going_of(index, piece)
        if numbers[g + ENTRY] == BARRED:
            base = index[SPANS] if numbers[g + SET_ASIDE] == 1.0 else opened
            lands[piece], _ = piece_slide_stop(world, piece, way, HAIR, base, opened)
    stop, _ = side_slide_stop(world, way, HAIR)
    return stop


@leaf
def halt_at(stop: float, runs_into: float, length: float) -> float:
    """Where a body halts a slide of such a length, by being run into or come too near to."""
    at = runs_into if 0.0 < runs_into < length else NEVER
    return min(at, stop) if stop < runs_into else at


@leaf
def room_before(world: World, met: Floats, lands: Floats, length: float) -> float:
    """Where the first body or piece of ground halts a slide of such a length."""
    index, room = world[1], NEVER
    for body in range(index[BODY_COUNT]):
        if met[body * MET] < length:
            room = min(room, halt_at(met[body * MET], met[body * MET + 1], length))
    for piece in range(index[PIECE_COUNT]):
        if lands[piece] < length:
            room = min(room, lands[piece])
    return room


@leaf
def is_clear(met: Floats, friends: Wholes, gone: float) -> bool:
    """Whether a slide gets so far before it overlaps any of some friends."""
    for n in range(len(friends)):
        m = friends[n] * MET
        if met[m + 3] > 0.0 and met[m + 2] < gone:
            return False
    return True


@kernel(
    f"void({STAND}, int64[::1], float64, float64, {WORLD}, float64[::1], int64[::1], float64[::1],"
    " float64[::1], float64[::1])"
)
def tell_runs(
    stand: Stand,
    headings: Wholes,
    distance: float,
    beyond: float,
    world: World,
    leg: Floats,
    friends: Wholes,
    met: Floats,
    lands: Floats,
    told: Floats,
) -> None:
    """Tell of slides in several directions where the table halts each, how far it is paid for with what lies
    on its way, and whether it is gone whole, or to the table's edge, without meeting a friend: 1 if so.

    The allowances stand behind the leg's row. What else may halt the last of them is told of every body and
    every piece of ground.
    """
    trig, length = world[2], distance + beyond
    list_near(world, stand[0], stand[1], length + beyond, ALL_NEAR, NEAR)
    list_lands(world, stand[0], stand[1], length + beyond, ALL_LANDS, LANDS)
    for n in range(len(headings)):
        sine, cosine = trig[headings[n]], trig[FULL_TURN + headings[n]]
        take_stand(world, stand)
        table = tell_halts(stand, (sine, cosine, length), world, met, lands)
        room = room_before(world, met, lands, length)
        way = (sine, cosine, min(distance, min(room, table) if table < length else room))
        paid = slide_afforded(world, leg, 0, way[2], slide_effects(world, stand, way, 0), 0.0, 0, LEG)
        gone = math.floor(paid + HAIR)
        at_edge = table < length and table <= room and math.floor(table) <= gone
        whole = (gone >= distance or at_edge) and is_clear(met, friends, gone)
        told[RUN * n], told[RUN * n + 1], told[RUN * n + 2] = table, paid, 1.0 if whole else 0.0


@leaf
def is_free_until(world: World, stand: Stand, way: Way, at: float) -> bool:
    """Whether nothing halts a slide before a moment."""
    numbers, index, _ = world
    stop, _ = side_slide_stop(world, way, HAIR)
    if stop < at:
        return False
    opened = open_slide(world, stand, way) if index[POINT_COUNT] > 0 else index[SPANS]
    for piece in range(index[PIECE_COUNT]):
        g = going_of(index, piece)
        if numbers[g + ENTRY] == BARRED:
            base = index[SPANS] if numbers[g + SET_ASIDE] == 1.0 else opened
            stop, _ = piece_slide_stop(world, piece, way, HAIR, base, opened)
            if stop < at:
                return False
    for body in range(index[BODY_COUNT]):
        if numbers[row_of(index, body) + ROLE] != ABSENT:
            stop, _ = body_slide_stop(world, way, stand[2], body, HAIR)
            if stop < at:
                return False
    return True


@kernel(f"void(int64[::1], float64, float64[::1], int64, {WORLD}, int64[::1])")
def run_upon(ways: Wholes, length: float, until: Floats, body: int, world: World, found: Wholes) -> None:
    """Tell of several slides of some length which of them run into a body before anything else halts them,
    and before a moment of each.

    A slide is four whole numbers: where the mover stands, its heading, and the heading it slides in.
    """
    numbers, index, trig = world
    bars = numbers[row_of(index, body) + ROLE] == BARS
    for n in range(len(found)):
        found[n] = 0
        x, y, heading, toward = ways[4 * n], ways[4 * n + 1], ways[4 * n + 2], ways[4 * n + 3]
        stand, way = (x, y, heading), (trig[toward], trig[FULL_TURN + toward], length)
        if bars:
            take_stand(world, stand)
            at, _ = slide_bar_stop(world, way, body, HAIR)
            if at < until[n] and is_free_until(world, stand, way, at):
                found[n] = 1


@kernel(f"Tuple((float64, float64))({STAND}, UniTuple(float64, 3), int64, {WORLD})")
def overlapped(stand: Stand, way: Way, body: int, world: World) -> tuple[float, float]:
    """From where to where a slide from a stand overlaps a body at all."""
    take_stand(world, stand)
    return overlap_span(world, way, body)


@kernel(f"float64({STAND}, {WORLD}, float64[::1])")
def tell_gaps(stand: Stand, world: World, gaps: Floats) -> float:
    """Tell the gaps to all bodies if the mover stood so; give how far it would stick out over the table."""
    index = world[1]
    place(world, stand, ENDED)
    for body in range(index[BODY_COUNT]):
        first, last = boxes_of(index, body)
        gaps[body] = gap_to(world, ENDED, body) if first < last else NEVER
    return overhang(world, ENDED)


@kernel(f"int64({STAND}, {STAND}, {WORLD})")
def has_room(stand: Stand, faced: Stand, world: World) -> int:
    """Whether the mover may be set down anew, turned from one stand to another: 1 if so."""
    take_stand(world, stand)
    place(world, faced, ENDED)
    return 1 if is_set_down_clear(world) else 0
