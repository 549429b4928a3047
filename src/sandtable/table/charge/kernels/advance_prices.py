"""The prices of advances: what the ground adds to a straight advance after each of many wheels."""

from __future__ import annotations

from sandtable.table.compiled.running import Floats, Wholes, kernel, leaf
from sandtable.table.movement.kernels.effects import EFFECT, next_change, slide_effects
from sandtable.table.movement.kernels.rows import (
    ALL_LANDS,
    EFFECTS,
    LANDS,
    NEAR,
    STAND,
    WORLD,
    Stand,
    World,
    take_stand,
)
from sandtable.table.movement.kernels.runs import list_lands, wheeled
from sandtable.table.space.lengths import FULL_TURN


@leaf
def price_ahead(world: World, stand: Stand, length: float, kind: int, reach: float) -> float:
    """The cost of a straight advance, at one for each inch of good ground; bodies on the way are ignored."""
    numbers, index, trig = world
    take_stand(world, stand)
    list_lands(world, stand[0], stand[1], reach + length, ALL_LANDS, LANDS)
    index[index[NEAR]] = 0
    heading = stand[2]
    found = slide_effects(world, stand, (trig[heading], trig[FULL_TURN + heading], length), kind)
    cost, now = 0.0, 0.0
    while now < length:
        multiplier, until = next_change(world, found, now, length)
        cost += multiplier * (until - now)
        now = until
    for e in range(index[EFFECTS], found, EFFECT):
        if 0.0 < numbers[e] < length:
            cost += numbers[e + 3]
    return cost


@kernel(f"void({STAND}, float64, float64, int64, int64[::1], int64[::1], {WORLD}, float64[::1])")
def price_all_ahead(
    stand: Stand,
    half: float,
    reach: float,
    kind: int,
    turns: Wholes,
    lengths: Wholes,
    world: World,
    told: Floats,
) -> None:
    """Write the cost of each advance after its wheel; a positive turn is clockwise.

    *half* is half the width of the front, *reach* the greatest distance of the mover's corners from the
    middle of its front.
    """
    for n in range(len(turns)):
        inside = half if turns[n] > 0 else -half
        there = stand if turns[n] == 0 else wheeled(stand, inside, turns[n], world[2])
        told[n] = price_ahead(world, there, float(lengths[n]), kind, reach)
