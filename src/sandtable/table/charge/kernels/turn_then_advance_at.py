"""Lunging at somebody: whether any of several lunges touches one of those wanted, told at the first."""

from __future__ import annotations

from sandtable.table.charge.kernels.turn_then_advance import (
    ASKED,
    COST,
    LUNGE,
    RADIAN,
    Asked,
    end_wheeling,
    lunge_pivoting,
    marks_here,
    marks_wheeling,
    meet_wheeling,
    put,
    run_ahead,
    wheel_barred,
    wheeled_to,
)
from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.movement.kernels.moving_boxes import NEVER
from sandtable.table.movement.kernels.rows import MINE, STAND, WORLD, Stand, World
from sandtable.table.movement.kernels.runs import chord_of
from sandtable.table.space.lengths import FULL_TURN


@leaf
def lunge_or_stop(world: World, stand: Stand, turn: int, asked: Asked, room: Floats, told: Floats) -> bool:
    """Tell of the lunges that open with one wheel; give whether a wider wheel to that side cannot be made."""
    trig, half, heading = world[2], asked[3], stand[2]
    sense = 1.0 if turn > 0 else -1.0
    inside = sense * half
    pivot = (stand[0] + inside * trig[FULL_TURN + heading], stand[1] - inside * trig[heading], sense)
    spent, chord = 2.0 * half * abs(turn) * RADIAN, chord_of(abs(turn), trig)
    if meet_wheeling(world, pivot, chord, asked, room):
        end_wheeling(world, stand, pivot, turn, asked, room, told, 0)
        return False
    if spent > asked[2][0] + asked[6] or wheel_barred(world, pivot, chord, asked) < chord:
        return True
    marks = marks_here(world) | marks_wheeling(world, pivot, chord)
    spot = wheeled_to(stand, half, turn, trig)
    put(world, spot, MINE)
    run_ahead(world, spot, spent, marks, asked, room, told, 0)
    return False


@leaf
def is_wanted_touched(wanted: Wholes, told: Floats) -> bool:
    """Whether a lunge touches one of those wanted."""
    for k in range(len(wanted)):  # noqa: SIM110 (numba compiles no generators here)
        if wanted[k] == 1 and told[k * LUNGE + COST] < NEVER:
            return True
    return False


@kernel(f"int64({STAND}, int64[::1], int64, {WORLD}, {ASKED}, int64[::1], float64[::1], float64[::1])")
def lunge_any(
    stand: Stand,
    turns: Wholes,
    wheels: int,
    world: World,
    asked: Asked,
    wanted: Wholes,
    room: Floats,
    told: Floats,
) -> int:
    """Whether any turn lunges at one of those asked about that is wanted: 1 if so, else 0.

    What keeps a body from a wheel keeps it from all wider ones to that side, which are not tried.
    """
    left, right = -FULL_TURN, FULL_TURN
    for n in range(len(turns)):
        if turns[n] < left or turns[n] > right:
            continue
        for k in range(len(wanted)):
            told[k * LUNGE + COST] = NEVER
        put(world, (float(stand[0]), float(stand[1]), stand[2]), MINE)
        if wheels == 0 or turns[n] == 0:
            lunge_pivoting(world, stand, turns[n], asked, room, told, 0)
        elif lunge_or_stop(world, stand, turns[n], asked, room, told):
            if turns[n] < 0:
                left = turns[n]
            else:
                right = turns[n]
        if is_wanted_touched(wanted, told):
            return 1
    return 0
