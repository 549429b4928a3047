"""Slides: all that may halt a slide, and how a body would stand elsewhere."""

from __future__ import annotations

from typing import Final

from sandtable.table.compiled.running import Floats, kernel, leaf
from sandtable.table.movement.kernels.effects import LEG, open_slide, slide_afforded, slide_effects
from sandtable.table.movement.kernels.moving_boxes import NEVER, slide_span
from sandtable.table.movement.kernels.rows import (
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
    SlideLine,
    Stand,
    World,
    boxes_of,
    going_of,
    my_boxes,
    place,
    row_of,
    take_stand,
)
from sandtable.table.movement.kernels.runs import (
    circle_round,
    is_set_down_clear,
    list_lands,
    list_near,
    passes_by,
)
from sandtable.table.movement.kernels.slide_stops import (
    body_slide_stop,
    gap_to,
    overhang,
    piece_slide_stop,
    side_slide_stop,
    slide_bar_stop,
)
from sandtable.table.space.kernels.boxes import BOX

ROW: Final = 3
"""Numbers of one row: of a halt its sort, which body or piece, and where; of a body that may be passed its
number and the stretch on which the slide overlaps it."""
TABLE: Final = 0.0
BODY_AHEAD: Final = 1.0
TOO_NEAR: Final = 2.0
GROUND_AHEAD: Final = 3.0
"""What halts a slide: the edge of the table, a body, a distance to keep from one, or a piece of ground."""


@leaf
def overlap_span(world: World, way: SlideLine, body: int) -> tuple[float, float]:
    """The stretch on which a slide overlaps a body at all."""
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
def write_row(rows: Floats, count: int, what: float, which: float, at: float) -> int:
    """Write one more row; return how many there are then."""
    k = count * ROW
    rows[k], rows[k + 1], rows[k + 2] = what, which, at
    return count + 1


@leaf
def write_bodies(world: World, stand: Stand, way: SlideLine, rows: Floats, count: int) -> tuple[int, float]:
    """Write where bodies near by halt a slide, by contact or by coming too near; return the number of rows
    and where the first of these halts is."""
    numbers, index, _ = world
    circle, room = circle_round(world, MINE), NEVER
    for n in range(index[index[NEAR]]):
        body = index[index[NEAR] + 1 + n]
        r = row_of(index, body)
        if passes_by(circle, way, numbers, r):
            continue
        stop, _ = body_slide_stop(world, way, stand[2], body, HAIR)
        if stop >= way[2]:
            continue
        into = NEVER
        if numbers[r + ROLE] == BARS:
            into, _ = slide_bar_stop(world, way, body, HAIR)
        if 0.0 < into < way[2]:
            count, room = write_row(rows, count, BODY_AHEAD, float(body), into), min(room, into)
        if stop < into:
            count, room = write_row(rows, count, TOO_NEAR, float(body), stop), min(room, stop)
    return count, room


@leaf
def write_lands(world: World, stand: Stand, way: SlideLine, rows: Floats, count: int) -> tuple[int, float]:
    """Write where barred ground halts a slide; return the number of rows and where the first of these is."""
    numbers, index, _ = world
    room = NEVER
    opened = open_slide(world, stand, way) if index[POINT_COUNT] > 0 else index[SPANS]
    for piece in range(index[PIECE_COUNT]):
        g = going_of(index, piece)
        if numbers[g + ENTRY] == BARRED:
            base = index[SPANS] if numbers[g + SET_ASIDE] == 1.0 else opened
            stop, _ = piece_slide_stop(world, piece, way, HAIR, base, opened)
            if stop < way[2]:
                count, room = write_row(rows, count, GROUND_AHEAD, float(piece), stop), min(room, stop)
    return count, room


@leaf
def write_passed(world: World, way: SlideLine, rows: Floats, count: int) -> int:
    """Write for all bodies near by that may be passed where the slide overlaps them; return the number of
    rows."""
    numbers, index, _ = world
    circle = circle_round(world, MINE)
    for n in range(index[index[NEAR]]):
        body = index[index[NEAR] + 1 + n]
        r = row_of(index, body)
        if numbers[r + ROLE] > BARS and not passes_by(circle, way, numbers, r):
            enter, leave = overlap_span(world, way, body)
            if leave > 0.0 and enter < way[2]:
                count = write_row(rows, count, float(body), enter, leave)
    return count


@kernel(
    f"Tuple((float64, int64, int64))({STAND}, UniTuple(float64, 3), float64, float64, {WORLD},"
    " float64[::1], float64[::1])"
)
def write_slide(
    stand: Stand, way: SlideLine, distance: float, reach: float, world: World, leg: Floats, rows: Floats
) -> tuple[float, int, int]:
    """Write all that would halt a slide, each by itself, and the bodies it may pass before that; return how
    far it is free and paid for, up to a distance, the number of halts, and the number of rows.

    Only what lies within the reach is considered. The allowances follow the row of the leg.
    """
    take_stand(world, stand)
    list_near(world, stand[0], stand[1], reach, ALL_NEAR, NEAR)
    list_lands(world, stand[0], stand[1], reach, ALL_LANDS, LANDS)
    halts, free = 0, way[2]
    edge, _ = side_slide_stop(world, way, HAIR)
    if edge < way[2]:
        halts, free = write_row(rows, 0, TABLE, 0.0, edge), edge
    halts, first = write_bodies(world, stand, way, rows, halts)
    free = min(free, first)
    halts, first = write_lands(world, stand, way, rows, halts)
    free = min(free, first)
    count = write_passed(world, (way[0], way[1], free), rows, halts)
    short = (way[0], way[1], min(distance, free))
    found = slide_effects(world, stand, short, 0)
    return slide_afforded(world, leg, 0, short[2], found, 0.0, 0, LEG), halts, count


@leaf
def is_free_until(world: World, stand: Stand, way: SlideLine, at: float) -> bool:
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


@kernel(f"Tuple((float64, float64))({STAND}, UniTuple(float64, 3), int64, {WORLD})")
def overlapped(stand: Stand, way: SlideLine, body: int, world: World) -> tuple[float, float]:
    """The stretch on which a slide from a stand overlaps a body at all."""
    take_stand(world, stand)
    return overlap_span(world, way, body)


@kernel(f"float64({STAND}, {WORLD}, float64[::1])")
def write_gaps(stand: Stand, world: World, gaps: Floats) -> float:
    """Write the gaps to all bodies if the mover stood so; return how far it would stick out over the
    table."""
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
