"""Neighbours: how near bodies are to all others where they stand, and to the nearest, friend or enemy."""

from __future__ import annotations

from sandtable.table.kernels.boxes import run_gap
from sandtable.table.kernels.moving import NEVER
from sandtable.table.kernels.running import Floats, Wholes, kernel


@kernel("UniTuple(float64, 2)(float64[::1], int64[::1], int64[::1], int64, float64[::1])")
def about_one(boxes: Floats, starts: Wholes, sides: Wholes, one: int, gaps: Floats) -> tuple[float, float]:
    """Write the gaps from one body to all; give the least to any other and the least to an enemy."""
    first, last = starts[one], starts[one + 1]
    to_other, to_enemy = NEVER, NEVER
    for other in range(len(starts) - 1):
        if other == one:
            gaps[other] = 0.0
            continue
        gap = run_gap(boxes, first, last, boxes, starts[other], starts[other + 1])
        gaps[other] = gap
        to_other = min(to_other, gap)
        if sides[other] != sides[one]:
            to_enemy = min(to_enemy, gap)
    return to_other, to_enemy


@kernel("void(float64[::1], int64[::1], int64[::1], float64[::1], float64[::1], float64[::1])")
def about_all(
    boxes: Floats, starts: Wholes, sides: Wholes, gaps: Floats, to_other: Floats, to_enemy: Floats
) -> None:
    """Write the gap of every pair of bodies into a square table, and for each body the least to any other and
    the least to an enemy."""
    count = len(starts) - 1
    for one in range(count):
        to_other[one], to_enemy[one] = NEVER, NEVER
        gaps[one * count + one] = 0.0
    for one in range(count):
        for other in range(one + 1, count):
            gap = run_gap(boxes, starts[one], starts[one + 1], boxes, starts[other], starts[other + 1])
            gaps[one * count + other] = gap
            gaps[other * count + one] = gap
            to_other[one] = min(to_other[one], gap)
            to_other[other] = min(to_other[other], gap)
            if sides[one] != sides[other]:
                to_enemy[one] = min(to_enemy[one], gap)
                to_enemy[other] = min(to_enemy[other], gap)
