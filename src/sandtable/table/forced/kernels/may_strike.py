"""Striking: which of many straight ways may lead up to a body before anything else is met, in one call."""

from __future__ import annotations

from sandtable.table.compiled.running import Wholes, kernel
from sandtable.table.forced.kernels.slides import is_free_until
from sandtable.table.movement.kernels.rows import BARS, HAIR, ROLE, WORLD, World, row_of, take_stand
from sandtable.table.movement.kernels.slide_stops import slide_bar_stop
from sandtable.table.space.lengths import FULL_TURN


@kernel(f"void(int64[::1], float64, float64, float64, int64, {WORLD}, int64[::1])")
def may_strike(
    ways: Wholes, length: float, until: float, together: float, body: int, world: World, found: Wholes
) -> None:
    """Tell of several slides of some length which of them may run into a body by a moment and no later than
    so much after the first that halts them.

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
            if at <= until + HAIR and is_free_until(world, stand, way, at - together - HAIR):
                found[n] = 1
