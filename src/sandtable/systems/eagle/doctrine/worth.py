"""The value of units and their losses to a commander, in points of an army's break value.

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
"""The loss of a whole unit, as a share of its value."""
BASE: Final = 0.12
POINT: Final = 0.3
"""The cost of a base lost (BASE), and of as many points as shake a unit (POINT)."""
SHAKEN: Final = 0.3
MOVES: Final = {
    AfterMove.RETIRE: 0.35,
    AfterMove.FALL_BACK: 0.06,
    AfterMove.FOLLOW_UP: -0.04,
    AfterMove.PASS_THROUGH: 0.05,
}
"""The cost of the move after a combat; a rout costs the whole unit (rout.eliminate)."""


RIPE: Final = 0.55
SLIGHT: Final = 0.01
"""The share that an enemy has lost if the next set-back breaks it (RIPE), and the weight of a point that
brings that no nearer (SLIGHT)."""
SETBACK: Final = 2
"""The points of a set-back (result.setback)."""
RIDES_OFF: Final = 0.1
"""The cost to horse and chariots of retiring from foot that did not beat them, to charge again."""


def value_of(unit: EagleUnit) -> int:
    """The break value of a unit (victory.value)."""
    return break_values()[unit_loss(unit.troop_class, legion=unit.is_legion, began=unit.began)]


def hit_worth(unit: EagleUnit, order: Order) -> float:
    """The cost of one more point, by how many more shake and destroy the unit (morale.threshold)."""
    return value_of(unit) / (order.threshold - order.dp + order.bases)


def state(order: Order) -> float:
    """How much a unit has lost of its order, bases aside."""
    share = min(order.dp / max(order.threshold, 1), 1.0)
    return POINT * share + (SHAKEN if order.is_shaken else 0.0)


def blows(order: Order) -> int:
    """The number of set-backs that break a unit: the last is the one that leaves it shaken.

    result.setback, result.shaken-when
    """
    return 1 + max(-((order.dp - order.threshold + SETBACK) // SETBACK), 0)


def ripeness(order: Order) -> float:
    """How near an enemy is to breaking, bases aside.

    A Legion in several lines sheds its points by relief (after.relieve), so its order counts as in `state`.
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
    """The cost of a combat to a unit, as a share of its value; a retirement costs less if it was not beaten.

    result.success.cav-v-inf, result.inconclusive.cav-v-inf
    """
    if after.is_destroyed or move is AfterMove.ROUT:
        return GONE
    lost = BASE * (before.bases - after.bases) + condition(after) - condition(before)
    if move is AfterMove.RETIRE and not beaten:
        return min(lost + RIDES_OFF, GONE)
    return min(lost + MOVES.get(move, 0.0), GONE) if move is not None else min(lost, GONE)
