"""Fitting in: how near a body would come to others, tried in many places at once."""

from __future__ import annotations

from sandtable.table.kernels.boxes import BOX, run_gap
from sandtable.table.kernels.moving import NEVER
from sandtable.table.kernels.running import Floats, Wholes, kernel


@kernel("void(float64[::1], float64[::1], int64[::1], int64[::1], int64, float64[::1])")
def least_gaps(tried: Floats, boxes: Floats, starts: Wholes, sides: Wholes, own: int, least: Floats) -> None:
    """Write for each box that is tried for a body the least gap to any other and the least to an enemy."""
    for place in range(len(tried) // BOX):
        to_other, to_enemy = NEVER, NEVER
        for body in range(len(starts) - 1):
            if body != own:
                gap = run_gap(tried, place, place + 1, boxes, starts[body], starts[body + 1])
                to_other = min(to_other, gap)
                if sides[body] != sides[own]:
                    to_enemy = min(to_enemy, gap)
        least[2 * place], least[2 * place + 1] = to_other, to_enemy
