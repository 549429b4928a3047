"""What things are worth to a commander, in victory points: losses, flight, a unit gone.

All that the doctrine weighs is brought to this one measure, so that a volley can be set against a charge.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.melee_results import Result
from sandtable.systems.elan.morale import Morale

GONE: Final = 2.2
"""A unit lost: its point, and its share of what breaks an army and shakes a brigade."""
STEPS: Final = ((0.0, 0.0), (1 / 3, 0.7), (2 / 3, 1.5), (1.0, GONE))
"""What a unit has lost in worth by the share of its strength that it has lost."""
RETREAT: Final = 0.9
"""A unit in retreat: it may not rally, and whoever catches it takes it."""
FALLS_BACK: Final = 0.35
DISORDER: Final = 0.25
HALT: Final = 0.15


@lru_cache(maxsize=4096)
def toll(lost: int, strength: int) -> float:
    """What a unit has lost in worth by its losses."""
    share = lost / strength
    for (low, less), (high, more) in pairwise(STEPS):
        if share < high:
            return less + (more - less) * (share - low) / (high - low)
    return GONE


def after_fire(lost: int, strength: int, result: Morale) -> float:
    """What a unit has lost in worth once fire and its test are over."""
    if result in (Morale.ROUTS, Morale.REMOVED) or lost >= strength:
        return GONE
    return min(toll(lost, strength) + (RETREAT if result is Morale.RETREATS else 0.0), GONE)


def after_melee(lost: int, strength: int, result: Result | None) -> float:
    """What a unit has lost in worth once a melee is over; without a result it was not beaten."""
    if result is Result.ROUT or lost >= strength:
        return GONE
    worse = {None: 0.0, Result.FALL_BACK: FALLS_BACK, Result.RETREAT: RETREAT}[result]
    return min(toll(lost, strength) + worse, GONE)


def standing_toll(unit: ElanUnit) -> float:
    """What a unit has lost in worth so far."""
    return min(toll(unit.lost, unit.strength) + (RETREAT if unit.retreating else 0.0), GONE)
