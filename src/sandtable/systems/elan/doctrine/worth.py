"""What losses, flight and removal of units are worth, in victory points.

Everything the doctrine weighs uses this measure, so that a volley can be compared with a charge.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.melee_results import Result
from sandtable.systems.elan.morale import Morale

GONE: Final = 2.2
"""The cost of a lost unit: its point, and its share in breaking the army and shaking its brigade."""
STEPS: Final = ((0.0, 0.0), (1 / 3, 0.7), (2 / 3, 1.5), (1.0, GONE))
"""The cost of losses, by the share of strength lost."""
RETREAT: Final = 0.9
"""The cost of a retreat: the unit may fail to rally, and is lost if caught."""
FALLS_BACK: Final = 0.35
DISORDER: Final = 0.25
HALT: Final = 0.15


@lru_cache(maxsize=4096)
def toll(lost: int, strength: int) -> float:
    """The cost of a unit's losses."""
    share = lost / strength
    for (low, less), (high, more) in pairwise(STEPS):
        if share < high:
            return less + (more - less) * (share - low) / (high - low)
    return GONE


def after_fire(lost: int, strength: int, result: Morale) -> float:
    """The cost to a unit after fire and its test."""
    if result in (Morale.ROUTS, Morale.REMOVED) or lost >= strength:
        return GONE
    return min(toll(lost, strength) + (RETREAT if result is Morale.RETREATS else 0.0), GONE)


def after_melee(lost: int, strength: int, result: Result | None) -> float:
    """The cost to a unit after a melee; without a result it was not beaten."""
    if result is Result.ROUT or lost >= strength:
        return GONE
    worse = {None: 0.0, Result.FALL_BACK: FALLS_BACK, Result.RETREAT: RETREAT}[result]
    return min(toll(lost, strength) + worse, GONE)


def standing_toll(unit: ElanUnit) -> float:
    """The cost of a unit's state so far."""
    return min(toll(unit.lost, unit.strength) + (RETREAT if unit.retreating else 0.0), GONE)
