"""One leg made as far as it goes, and what it goes through, in one call."""

from __future__ import annotations

from sandtable.table.compiled.running import Floats, kernel
from sandtable.table.movement.kernels.effects import KIND, WAY
from sandtable.table.movement.kernels.rows import STAND, WORLD, Stand, World
from sandtable.table.movement.kernels.survey import SLIDE, WHEEL, list_through
from sandtable.table.planning.kernels.longest import WIDTH_AT, ended_at, run_leg
from sandtable.table.planning.kernels.reach import ABOUT_FACE, TURN
from sandtable.table.planning.kernels.reach import WHEEL as WHEELED

Made = tuple[int, float, int, Stand, int, int]
"""How much of a leg was made, what is then spent, the marks then made, where it ends; and through how many
bodies and pieces of ground it leads, which are listed at NEAR and LANDS."""


@kernel(
    f"Tuple((int64, float64, int64, {STAND}, int64, int64))"
    f"({STAND}, int64, float64, int64, {WORLD}, float64[::1])"
)
def run_through(stand: Stand, wanted: int, spent: float, marks: int, world: World, leg: Floats) -> Made:
    """Make a leg as far as it goes, and list what it goes through; a turn in place goes through nothing."""
    amount, paid, made = run_leg(stand, wanted, spent, marks, world, leg)
    there, kind = ended_at(stand, amount, world[2], leg), int(leg[KIND])
    if amount == 0 or kind in (TURN, ABOUT_FACE):
        return amount, paid, made, there, 0, 0
    if kind == WHEELED:
        bodies, lands = list_through(WHEEL, stand, leg[WAY] * leg[WIDTH_AT] / 2.0, amount, world)
    else:
        bodies, lands = list_through(SLIDE, stand, leg[WAY], amount, world)
    return amount, paid, made, there, bodies, lands
