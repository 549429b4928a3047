"""Fanning out: how far a body may slide on each of several bearings, told in one call."""

from __future__ import annotations

from sandtable.table.compiled.running import Floats, Wholes, kernel
from sandtable.table.movement.kernels.effects import MOST, WAY
from sandtable.table.movement.kernels.rows import (
    ALL_LANDS,
    ALL_NEAR,
    LANDS,
    NEAR,
    STAND,
    WORLD,
    Stand,
    World,
    take_stand,
)
from sandtable.table.movement.kernels.runs import list_lands, list_near
from sandtable.table.planning.kernels.longest import SWING_AT, run_slide


@kernel(f"void({STAND}, int64, {WORLD}, float64[::1], int64[::1], int64[::1])")
def fan_out(stand: Stand, wanted: int, world: World, leg: Floats, bearings: Wholes, lengths: Wholes) -> None:
    """Write for each bearing how far a slide may be made that is priced as the leg is."""
    wanted = min(wanted, int(leg[MOST]))
    reach = leg[SWING_AT] + wanted
    take_stand(world, stand)
    list_near(world, stand[0], stand[1], reach, ALL_NEAR, NEAR)
    list_lands(world, stand[0], stand[1], reach, ALL_LANDS, LANDS)
    for n in range(len(bearings)):
        leg[WAY] = float(bearings[n])
        lengths[n], _, _ = run_slide(stand, wanted, 0.0, 0, world, leg)
