"""What things are worth to a commander, in victory points: hits, states, results of tests, a unit's place.

All that the doctrine weighs is brought to this one measure, so that a volley can be set against a charge and
a charge against a rally.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.morale import Result
from sandtable.systems.liberty.states import Wear

WORN: Final = 1.0
SHAKEN: Final = 3.0
BROKEN: Final = 7.5
"""A unit WORN, SHAKEN, BROKEN; a BROKEN one is worth its points and its share of the army's break point."""

COST: Final = {Result.NONE: 0.0, Result.DISORDERED: 0.7, Result.RETIRE: 0.6, Result.ROUTE: 2.2}
"""What a result of a test costs beyond the hits: turns lost, ground given up, a unit on the run."""


@lru_cache(maxsize=4096)
def toll(wear: Wear, hits: int) -> float:
    """What a unit has lost by its hits: it grows from state to state, the faster the nearer to breaking."""
    if hits >= wear.broken:
        return BROKEN
    steps = ((0, 0.0), (wear.worn, WORN), (wear.shaken, SHAKEN), (wear.broken, BROKEN))
    for (low, less), (high, more) in pairwise(steps):
        if hits < high:
            return less + (more - less) * (hits - low) / (high - low)
    return BROKEN


def fate(wear: Wear, hits: int, result: Result) -> float:
    """What a unit has lost once a test has done this to it."""
    return BROKEN if result is Result.BROKEN else toll(wear, hits) + COST[result]


def turns_left(battle: LibertyBattle) -> int:
    """The turns still to come, this one included."""
    return battle.turn_limit - battle.turn + 1


def standing_toll(unit: Regiment) -> float:
    """What a unit has lost so far."""
    if unit.broken:
        return BROKEN
    return toll(unit.wear, unit.hits) + (COST[Result.ROUTE] if unit.routing else 0.0)
