"""Lunging at somebody: whether any of several lunges touches one of those wanted, told at the first."""

from __future__ import annotations

from sandtable.table.kernels.lunging import (
    ASKED,
    COST,
    LUNGE,
    Asked,
    lunge_pivoting,
    lunge_wheeling,
    put,
)
from sandtable.table.kernels.moving import NEVER
from sandtable.table.kernels.moving_rows import MINE, STAND, WORLD, Stand, World
from sandtable.table.kernels.running import Floats, Wholes, kernel


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
    """Whether any turn lunges at one of those asked about that is wanted: 1 if so, else 0."""
    for n in range(len(turns)):
        for k in range(len(wanted)):
            told[k * LUNGE + COST] = NEVER
        put(world, (float(stand[0]), float(stand[1]), stand[2]), MINE)
        if wheels == 1 and turns[n] != 0:
            lunge_wheeling(world, stand, turns[n], asked, room, told, 0)
        else:
            lunge_pivoting(world, stand, turns[n], asked, room, told, 0)
        for k in range(len(wanted)):
            if wanted[k] == 1 and told[k * LUNGE + COST] < NEVER:
                return 1
    return 0
