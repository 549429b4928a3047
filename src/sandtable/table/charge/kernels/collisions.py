"""Collisions: which slides, straight or inclined, may run into a body before anything else halts them."""

from __future__ import annotations

import math
from typing import Final

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.forced.kernels.slides import is_free_until
from sandtable.table.movement.kernels.effects import LEG, slide_afforded, slide_effects
from sandtable.table.movement.kernels.rows import (
    ALL_LANDS,
    ALL_NEAR,
    BARS,
    HAIR,
    LANDS,
    NEAR,
    ROLE,
    STAND,
    WORLD,
    SlideLine,
    Stand,
    World,
    row_of,
    take_stand,
)
from sandtable.table.movement.kernels.runs import list_lands, list_near
from sandtable.table.movement.kernels.slide_stops import slide_bar_stop
from sandtable.table.space.lengths import FULL_TURN, HALF_TURN, QUARTER_TURN, RADIAN

STAGES: Final = 3
"""The stages of a search: plain inclines without a wheel, plain inclines after a wheel, other inclines."""

MOST: Final = 6
"""The most inclines that are tried after one wheel in one stage."""

TRY: Final = 3
"""Whole numbers of a way that is found: the place of its wheel, the place of its incline, its heading."""

BEYOND: Final = 3000.0
"""How far beyond the distance of a slide bodies and ground still count as near."""

ROOM: Final = 2 * MOST
"""Whole numbers before the first way: room to list inclines in."""


@leaf
def corner_of(spot: Stand, right: float, forward: float, trig: Floats) -> tuple[float, float]:
    """The point at a distance to the right and forward of a stand."""
    sine, cosine = trig[spot[2]], trig[FULL_TURN + spot[2]]
    return spot[0] + right * cosine + forward * sine, spot[1] - right * sine + forward * cosine


@leaf
def wheeled(stand: Stand, turn: int, wide: float, trig: Floats) -> Stand:
    """The stand after a wheel about a front corner, to the right for a positive turn."""
    if turn == 0:
        return stand
    inside = wide / 2 if turn > 0 else -wide / 2
    x, y = corner_of(stand, inside, 0.0, trig)
    heading = (stand[2] + turn) % FULL_TURN
    x, y = x - inside * trig[FULL_TURN + heading], y + inside * trig[heading]
    return math.floor(x + 0.5), math.floor(y + 0.5), heading


@leaf
def turn_toward(stand: Stand, x: float, y: float) -> int:
    """The turn from the heading of a stand towards a point, clockwise."""
    heading = math.floor(math.atan2(x - stand[0], y - stand[1]) / RADIAN + 0.5)
    turn = (heading - stand[2]) % FULL_TURN
    return turn - FULL_TURN if turn > HALF_TURN else turn


@leaf
def list_plain(toward: int, widest: int, room: Wholes) -> int:
    """List the plain inclines: none, towards a point, and the widest to either side; return how many."""
    room[0], room[1], room[2], room[3] = 0, widest, -widest, 0
    if toward <= -widest:
        room[1], room[2] = -widest, widest
        return 3
    if toward == 0 or toward >= widest:
        return 3
    room[1], room[2], room[3] = toward, widest, -widest
    return 4


@leaf
def list_other(
    stand: Stand, target: Stand, size: tuple[int, int], widest: int, tried: int, room: Wholes, trig: Floats
) -> int:
    """List, after the plain inclines, those towards each corner of a target and those half as wide as the
    widest; return how many there are in all."""
    count = tried
    for n in range(MOST):
        slide = widest // 2
        if n == MOST - 1:
            slide = -widest // 2
        elif n < MOST - 2:
            x, y = corner_of(target, size[0] / 2 if n > 1 else -size[0] / 2, -size[1] if n % 2 else 0.0, trig)
            slide = max(min(turn_toward(stand, x, y), widest), -widest)
        known = False
        for k in range(count):
            known = known or room[k] == slide
        if not known:
            room[count] = slide
            count += 1
    return count


@leaf
def is_hopeless(
    via: Stand,
    middle: tuple[float, float],
    toward: int,
    swing: float,
    widest: int,
    spans: tuple[float, float, float, float],
    trig: Floats,
) -> bool:
    """Whether every slide after a wheel falls short of a target, or leads past it."""
    near, reach, aside = spans[0], spans[1], abs(toward) - widest
    dx, dy = middle[0] - via[0], middle[1] - via[1]
    away = math.sqrt(dx * dx + dy * dy)
    if away > near + reach - swing:
        return True
    return aside > 0 and away * (trig[aside] if aside < QUARTER_TURN else 1.0) > near


@leaf
def is_paid_for(world: World, stand: Stand, way: SlideLine, distance: float, leg: Floats) -> bool:
    """Whether the ground on the way of a slide lets it reach its end within a distance; True without the row
    of a leg."""
    if len(leg) == 0:
        return True
    list_near(world, stand[0], stand[1], distance + 2.0 * BEYOND, ALL_NEAR, NEAR)
    list_lands(world, stand[0], stand[1], distance + 2.0 * BEYOND, ALL_LANDS, LANDS)
    length = min(way[2], distance)
    found = slide_effects(world, stand, (way[0], way[1], length), 0)
    paid = slide_afforded(world, leg, 0, length, found, 0.0, 0, LEG)
    return math.floor(paid + HAIR) >= math.floor(way[2])


@leaf
def leads_up(
    world: World,
    placed: Stand,
    heading: int,
    body: int,
    swing: float,
    spans: tuple[float, float, float, float],
    leg: Floats,
) -> bool:
    """Whether a slide from the present place of the mover may run into a body before anything else."""
    trig, distance = world[2], spans[2]
    way = (trig[heading], trig[FULL_TURN + heading], distance + BEYOND)
    at, _ = slide_bar_stop(world, way, body, HAIR)
    if at >= distance - (swing - spans[3]):
        return False
    way = (way[0], way[1], at)
    return is_free_until(world, placed, way, at) and is_paid_for(world, placed, way, distance, leg)


@kernel(
    f"int64({STAND}, UniTuple(int64, 2), int64[::1], float64[::1], {STAND}, UniTuple(int64, 2),"
    f" UniTuple(int64, 3), UniTuple(float64, 4), UniTuple(int64, 2), float64[::1], {WORLD},"
    " int64[::1])"
)
def first_inclines(
    stand: Stand,
    front: tuple[int, int],
    wheels: Wholes,
    swings: Floats,
    target: Stand,
    size: tuple[int, int],
    asked: tuple[int, int, int],
    spans: tuple[float, float, float, float],
    stages: tuple[int, int],
    leg: Floats,
    world: World,
    found: Wholes,
) -> int:
    """Write the wheels and inclined slides after them that may run into a body, of the first stage that has
    any; return how many.

    *front*: the width that wheels, and the whole width of the mover. *wheels* are turns, *swings* the arc of
    each for a body of width 1. *size*: width and depth of the target. *asked*: the number of the target, the
    widest incline, and how far behind its place the mover is tested. *spans*: how near to the middle of the
    target a way must lead, the most of wheel and slide together, the most of the slide, and the excess that
    is ignored. With the row of a *leg*, allowances behind it, the slide must be paid for. The first number of
    *found* is the stage.
    """
    (body, widest, back), (numbers, index, trig) = asked, world
    middle, count = corner_of(target, 0.0, -size[1] / 2, trig), 0
    if numbers[row_of(index, body) + ROLE] != BARS:
        return count
    for stage in range(stages[0], stages[1]):
        for n in range(1 if stage == 1 else 0, 1 if stage == 0 else len(wheels)):
            via, swing = wheeled(stand, wheels[n], front[0], trig), swings[n] * front[1]
            toward = turn_toward(via, middle[0], middle[1])
            if is_hopeless(via, middle, toward, swing, widest, spans, trig):
                continue
            first, last = 0, list_plain(toward, widest, found)
            if stage == STAGES - 1:
                first, last = last, list_other(via, target, size, widest, last, found, trig)
            x, y = corner_of(via, 0.0, -float(back), trig)
            placed = math.floor(x + 0.5), math.floor(y + 0.5), via[2]
            take_stand(world, placed)
            for k in range(first, last):
                heading = (via[2] + found[k]) % FULL_TURN
                if leads_up(world, placed, heading, body, swing, spans, leg):
                    m = ROOM + TRY * count
                    found[m], found[m + 1], found[m + 2] = n, k, heading
                    count += 1
        found[0] = stage
        if count > 0:
            break
    return count


@kernel(f"void(int64[::1], float64, float64, float64, int64, {WORLD}, int64[::1])")
def may_run_into(
    ways: Wholes, length: float, until: float, together: float, body: int, world: World, found: Wholes
) -> None:
    """Write 1 for each slide that may run into a body within *until*, and at most *together* beyond the first
    thing that halts it; else 0.

    A slide is four whole numbers: x, y and heading of the mover, and the heading it slides in.
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
            if at <= until + HAIR and is_free_until(world, stand, way, at - together - HAIR):
                found[n] = 1
