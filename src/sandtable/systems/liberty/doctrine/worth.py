"""The worth of things to a commander, in victory points: hits, states, results of tests, a unit's place.

Everything the doctrine weighs is in this one measure, so that a volley, a charge and a rally compare.
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
"""The worth of a unit WORN, SHAKEN, BROKEN; BROKEN includes its share of the army's break point."""

COST: Final = {Result.NONE: 0.0, Result.DISORDERED: 0.7, Result.RETIRE: 0.6, Result.ROUTE: 2.2}
"""The cost of a test's result beyond the hits: turns lost, ground given up, a rout."""


@lru_cache(maxsize=4096)
def toll(wear: Wear, hits: int) -> float:
    """The loss of a unit by its hits; it grows faster the nearer the unit is to breaking."""
    if hits >= wear.broken:
        return BROKEN
    steps = ((0, 0.0), (wear.worn, WORN), (wear.shaken, SHAKEN), (wear.broken, BROKEN))
    for (low, less), (high, more) in pairwise(steps):
        if hits < high:
            return less + (more - less) * (hits - low) / (high - low)
    return BROKEN


def fate(wear: Wear, hits: int, result: Result) -> float:
    """The loss of a unit after this result of a test."""
    return BROKEN if result is Result.BROKEN else toll(wear, hits) + COST[result]


def turns_left(battle: LibertyBattle) -> int:
    """The turns left, this one included."""
    return battle.turn_limit - battle.turn + 1


def standing_toll(unit: Regiment) -> float:
    """The loss of a unit so far."""
    if unit.broken:
        return BROKEN
    return toll(unit.wear, unit.hits) + (COST[Result.ROUTE] if unit.routing else 0.0)
