"""What units and their losses are worth to a commander, in points of an army's break value.

>>> wear(Order(bases=4), Order(bases=4)), wear(Order(bases=4), Order(bases=0)) == GONE
(0.0, True)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from sandtable.systems.eagle.army_break import break_values, unit_loss
from sandtable.systems.eagle.battle import EagleUnit
from sandtable.systems.eagle.disorder import Order
from sandtable.systems.eagle.records import AfterMove

GONE: Final = 1.0
"""A whole unit, as a share of its value."""
BASE: Final = 0.12
POINT: Final = 0.3
"""A base lost; as many points of disorder as shake a unit."""
SHAKEN: Final = 0.3
MOVES: Final = {
    AfterMove.RETIRE: 0.35,
    AfterMove.FALL_BACK: 0.06,
    AfterMove.FOLLOW_UP: -0.04,
    AfterMove.PASS_THROUGH: 0.05,
}
"""What the move after a combat costs a unit; a rout is the end of it (rout.eliminate)."""


RIPE: Final = 0.55
SLIGHT: Final = 0.01
"""What an enemy has lost whom the next set-back breaks; what a point counts that brings it no nearer."""
SETBACK: Final = 2
"""The points of a set-back (result.setback)."""
RIDES_OFF: Final = 0.1
"""What it costs horse and chariots to retire from foot that has not beaten them, and to charge again."""


def value_of(unit: EagleUnit) -> int:
    """What the loss of a unit counts for (victory.value)."""
    return break_values()[unit_loss(unit.troop_class, legion=unit.is_legion, began=unit.began)]


def hit_worth(unit: EagleUnit, order: Order) -> float:
    """What one more point costs a unit: so many more, and it is shaken and then gone (morale.threshold)."""
    return value_of(unit) / (order.threshold - order.dp + order.bases)


def state(order: Order) -> float:
    """How far a unit is from being whole, its bases aside."""
    share = min(order.dp / max(order.threshold, 1), 1.0)
    return POINT * share + (SHAKEN if order.is_shaken else 0.0)


def blows(order: Order) -> int:
    """How many set-backs break a unit: the last is the one that finds it near enough to being shaken.

    result.setback, result.shaken-when
    """
    return 1 + max(-((order.dp - order.threshold + SETBACK) // SETBACK), 0)


def ripeness(order: Order) -> float:
    """How far an enemy is from being whole to those who mean to break him, his bases aside.

    A Legion in several lines takes its points off again by relief (after.relieve).
    """
    if order.is_shaken or order.lines > 1:
        return state(order)
    whole = blows(replace(order, dp=0))
    return RIPE * (whole - blows(order)) / whole + SLIGHT * order.dp


def wear(
    before: Order,
    after: Order,
    move: AfterMove | None = None,
    *,
    beaten: bool = True,
    condition: Callable[[Order], float] = state,
) -> float:
    """What a combat has cost a unit, as a share of its value; one that is not beaten may retire lightly.

    result.success.cav-v-inf, result.inconclusive.cav-v-inf
    """
    if after.is_destroyed or move is AfterMove.ROUT:
        return GONE
    lost = BASE * (before.bases - after.bases) + condition(after) - condition(before)
    if move is AfterMove.RETIRE and not beaten:
        return min(lost + RIDES_OFF, GONE)
    return min(lost + MOVES.get(move, 0.0), GONE) if move is not None else min(lost, GONE)
