"""How far one leg goes: while the way is free, the cost is paid and it may end, and no more than wanted."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, kernel, leaf
from sandtable.table.movement.kernels.effects import (
    KIND,
    LEAST,
    LEG,
    LEG_MARK,
    MOST,
    STEP,
    WAY,
    leg_price,
    opened_turn,
    passing_turn,
    slide_afforded,
    slide_cost,
    slide_effects,
    turn_cost,
    turn_effects,
)
from sandtable.table.movement.kernels.rows import (
    ALL_LANDS,
    ALL_NEAR,
    AT_END,
    BARS,
    ENDED,
    HAIR,
    LANDS,
    NEAR,
    ROLE,
    STAND,
    WORLD,
    Pivot,
    SlideLine,
    Stand,
    World,
    place,
    row_of,
    take_stand,
)
from sandtable.table.movement.kernels.runs import (
    chord_of,
    ends_clear,
    is_set_down_clear,
    list_lands,
    list_near,
    slid,
    slide_room,
    stands_clear,
    turn_room,
    turn_within,
    turned,
    wheeled,
)
from sandtable.table.movement.kernels.slide_stops import bars_slide, gap_to, keeps_slide, limit_slack
from sandtable.table.planning.kernels.reach import (
    ABOUT_FACE,
    TURN,
    WHEEL,
    slide_paid_for,
    turn_paid_for,
)
from sandtable.table.space.lengths import FULL_TURN, TOLERANCE

LegRun = tuple[int, float, int]
"""How much of a leg may be made, what is then spent in all, and the marks then made."""

TRIES: Final = 12
"""The most times that the end of a leg is drawn back until the leg may end there."""

WIDTH_AT: Final = LEG
DEPTH_AT: Final = LEG + 1
SWING_AT: Final = LEG + 2
ALLOWANCES_AT: Final = LEG + 3
"""Behind the row of the leg: front and depth of the mover, how far its points are from the middle of its
front, and the allowance in force for each set of marks."""


@leaf
def end_stop(world: World, way: SlideLine) -> int:
    """How far a slide goes that cannot end where it ends now: up to the first body it does not clear."""
    numbers, index, _ = world
    stop = way[2]
    for n in range(index[index[NEAR]]):
        body = index[index[NEAR] + 1 + n]
        r = row_of(index, body)
        role, limit = numbers[r + ROLE], numbers[r + AT_END]
        if role <= BARS and limit == 0.0:
            continue
        gap = gap_to(world, ENDED, body)
        if role > BARS and gap < -TOLERANCE:
            stop = min(stop, bars_slide(world, way, body, HAIR))
        if limit > 0.0 and gap < limit - limit_slack(world):
            stop = min(stop, keeps_slide(world, way, body, limit))
    return math.floor(max(min(stop, way[2] - 1.0), 0.0))


@leaf
def run_slide(stand: Stand, wanted: int, spent: float, marks: int, world: World, leg: Floats) -> LegRun:
    """How far a slide may be made."""
    trig, bearing = world[2], int(leg[WAY])
    toward = (stand[2] + bearing) % FULL_TURN
    ux, uy = trig[toward], trig[FULL_TURN + toward]
    marked = marks | int(leg[LEG_MARK])
    room = min(float(wanted), slide_paid_for(leg, 0, leg[ALLOWANCES_AT + marked] - spent))
    room, tight = slide_room(world, stand, (ux, uy, room), HAIR)
    found = slide_effects(world, stand, (ux, uy, room), int(leg[KIND]))
    amount = math.floor(slide_afforded(world, leg, 0, room, found, spent, marks, ALLOWANCES_AT))
    for _ in range(TRIES):
        if amount < max(leg[LEAST], 1.0):
            return 0, spent, marks
        place(world, slid(stand, bearing, amount, trig), ENDED)
        if tight == 1 and not stands_clear(world, 0):
            amount -= 1
        elif not ends_clear(world):
            amount = end_stop(world, (ux, uy, float(amount)))
        else:
            cost, made = slide_cost(world, leg, 0, amount, found, marks)
            return amount, spent + cost, made
    return 0, spent, marks


@leaf
def wheel_paid_for(world: World, leg: Floats, most: int, found: int, spent: float, marks: int) -> int:
    """The greatest wheel, in whole steps, that is paid for with the effects on its way."""
    step = int(leg[STEP])
    low, high = 0, most // step
    while low < high:
        middle = (low + high + 1) // 2
        chord = chord_of(middle * step, world[2])
        cost, made = turn_cost(world, leg, 0, middle * step, chord, found, marks)
        if spent + cost <= leg[ALLOWANCES_AT + made] + HAIR:
            low = middle
        else:
            high = middle - 1
    return low * step


@leaf
def wheel_end_stop(world: World, pivot: Pivot, amount: int) -> int:
    """How far a wheel goes that cannot end clear where it ends now."""
    numbers, index, trig = world
    stop = chord_of(amount - 1, trig)
    for n in range(index[index[NEAR]]):
        body = index[index[NEAR] + 1 + n]
        if numbers[row_of(index, body) + ROLE] > BARS and gap_to(world, ENDED, body) < -TOLERANCE:
            enter, _ = passing_turn(world, pivot, stop, body)
            stop = min(stop, enter)
    return turn_within(stop, trig)


@leaf
def run_wheel(stand: Stand, wanted: int, spent: float, marks: int, world: World, leg: Floats) -> LegRun:
    """How far a wheel may be made."""
    trig, sense, step = world[2], int(leg[WAY]), int(leg[STEP])
    inside = sense * leg[WIDTH_AT] / 2.0
    px, py = stand[0] + inside * trig[FULL_TURN + stand[2]], stand[1] - inside * trig[stand[2]]
    pivot = (px, py, float(sense))
    marked = marks | int(leg[LEG_MARK])
    most = min(wanted, turn_paid_for(leg, 0, leg[ALLOWANCES_AT + marked] - spent))
    opened = opened_turn(world, stand, inside, sense, most)
    stop, tight = turn_room(world, pivot, chord_of(most, trig), HAIR, opened)
    found = turn_effects(world, pivot, chord_of(most, trig), int(leg[KIND]), opened)
    amount = wheel_paid_for(world, leg, min(most, turn_within(stop, trig)), found, spent, marks)
    for _ in range(TRIES):
        if amount < max(leg[LEAST], 1.0):
            return 0, spent, marks
        place(world, wheeled(stand, inside, sense * amount, trig), ENDED)
        if tight == 1 and not stands_clear(world, 0):
            amount -= step
        elif not ends_clear(world):
            amount = wheel_end_stop(world, pivot, amount) // step * step
        else:
            cost, made = turn_cost(world, leg, 0, amount, chord_of(amount, trig), found, marks)
            return amount, spent + cost, made
    return 0, spent, marks


@leaf
def run_turn(stand: Stand, wanted: int, spent: float, marks: int, world: World, leg: Floats) -> LegRun:
    """The turn on the centre, if it may be made."""
    marked = marks | int(leg[LEG_MARK])
    cost = spent + leg_price(leg, 0, wanted)
    place(world, turned(stand, leg[DEPTH_AT] / 2.0, int(leg[WAY]) * wanted, world[2]), ENDED)
    if wanted > leg[MOST] or cost > leg[ALLOWANCES_AT + marked] + HAIR:
        return 0, spent, marks
    if not is_set_down_clear(world) or not ends_clear(world):
        return 0, spent, marks
    return wanted, cost, marked


@leaf
def run_leg(stand: Stand, wanted: int, spent: float, marks: int, world: World, leg: Floats) -> LegRun:
    """How much of a leg may be made from a stand, what is then spent, and the marks then made."""
    take_stand(world, stand)
    kind = int(leg[KIND])
    if wanted > leg[MOST] and kind not in (TURN, ABOUT_FACE):
        wanted = int(leg[MOST])
    reach = leg[SWING_AT] * (2.0 if kind in (WHEEL, TURN, ABOUT_FACE) else 1.0) + wanted
    list_near(world, stand[0], stand[1], reach, ALL_NEAR, NEAR)
    list_lands(world, stand[0], stand[1], reach, ALL_LANDS, LANDS)
    if kind == WHEEL:
        return run_wheel(stand, wanted, spent, marks, world, leg)
    if kind in (TURN, ABOUT_FACE):
        return run_turn(stand, wanted, spent, marks, world, leg)
    return run_slide(stand, wanted, spent, marks, world, leg)


@leaf
def ended_at(stand: Stand, amount: int, trig: Floats, leg: Floats) -> Stand:
    """Where an amount of a leg ends, on the grid."""
    kind, way = int(leg[KIND]), int(leg[WAY])
    if kind == WHEEL:
        return wheeled(stand, way * leg[WIDTH_AT] / 2.0, way * amount, trig)
    if kind in (TURN, ABOUT_FACE):
        return turned(stand, leg[DEPTH_AT] / 2.0, way * amount, trig)
    return slid(stand, way, amount, trig)


@kernel(f"Tuple((int64, float64, int64, {STAND}))({STAND}, int64, float64, int64, {WORLD}, float64[::1])")
def run(
    stand: Stand, wanted: int, spent: float, marks: int, world: World, leg: Floats
) -> tuple[int, float, int, Stand]:
    """How much of a leg may be made from a stand, what is then spent, the marks then made, and where it
    ends."""
    amount, paid, made = run_leg(stand, wanted, spent, marks, world, leg)
    return amount, paid, made, ended_at(stand, amount, world[2], leg)
