"""What units and their losses are worth to a commander, in points of an army's break value.

>>> wear(Order(bases=4), Order(bases=4)), wear(Order(bases=4), Order(bases=0)) == GONE
(0.0, True)
"""

from __future__ import annotations

from typing import Final

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


def value_of(unit: EagleUnit) -> int:
    """What the loss of a unit counts for (victory.value)."""
    return break_values()[unit_loss(unit.troop_class, legion=unit.is_legion, began=unit.began)]


def state(order: Order) -> float:
    """How far a unit is from being whole, its bases aside."""
    share = min(order.dp / max(order.threshold, 1), 1.0)
    return POINT * share + (SHAKEN if order.is_shaken else 0.0)


def wear(before: Order, after: Order, move: AfterMove | None = None) -> float:
    """What a combat has cost a unit, as a share of its value."""
    if after.is_destroyed or move is AfterMove.ROUT:
        return GONE
    lost = BASE * (before.bases - after.bases) + state(after) - state(before)
    return min(lost + MOVES.get(move, 0.0), GONE) if move is not None else min(lost, GONE)
