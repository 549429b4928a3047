"""The same volleys in icepool, in two ways: with its own reroll, and split by cases by hand.

The figures are copied from the printed tables instead of the rulebook, so the model also checks the rules.
Hit and save are one event of one die, the fastest way in icepool to count lost hits; hits first and then
saves takes four times as long.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from icepool import Die, d, d6

from benchmarks.chances import Rows

TO_HIT, SAVE = 4, 5
WORN, SHAKEN, BROKEN = 8, 16, 24
STEADY_DICE, WORN_DICE, SHAKEN_DICE = 4, 3, 2
NEEDED = 2
WORTH: Any = Die([0, 0, 0, 1, 1, 2])
GOOD: Any = Die([1, 1, 2])

Passes = Callable[[int], Any]
"""A MORALE test with so many dice, as a die of true and false."""


def musketry(dice: int, passes: Callable[[int], Passes]) -> Any:
    """A volley of so many dice at a target that may reroll two."""
    return _aftermath(dice @ ((d6 >= TO_HIT) & (d6 < SAVE)), passes(2))


def cannonade(passes: Callable[[int], Passes]) -> Any:
    """Twenty-four dice whose hits become D3 each, at a target that may reroll one die."""
    lost = (d6 >= TO_HIT).map({True: d(3) @ (d6 < SAVE), False: 0})
    return _aftermath(24 @ lost, passes(1))


def with_reroll_to_pool(rerolls: int) -> Passes:
    """The test as icepool states it: a pool that rerolls so many failed dice."""

    @cache
    def passes(dice: int) -> Any:
        return WORTH.reroll_to_pool(dice, [0], max_rerolls=rerolls).sum() >= NEEDED

    return passes


def by_cases(rerolls: int) -> Passes:
    """The test split by the number of failed dice: the fastest way found."""
    again = [number @ WORTH for number in range(rerolls + 1)]

    @cache
    def passes(dice: int) -> Any:
        def given(blanks: int) -> Any:
            good = dice - blanks
            return good >= NEEDED or good @ GOOD + again[min(rerolls, blanks)] >= NEEDED

        return (dice @ (WORTH == 0)).map(given)

    return passes


def _aftermath(lost: Any, passes: Passes) -> Any:
    """What the lost hits lead to."""

    def after(hits: int) -> Any:
        if hits == 0:
            return 0, "none"
        if hits >= BROKEN:
            return hits, "BROKEN"
        dice, failure = (
            (SHAKEN_DICE, "BROKEN")
            if hits >= SHAKEN
            else (WORN_DICE, "RETIRE")
            if hits >= WORN
            else (STEADY_DICE, "DISORDERED")
        )
        return passes(dice).map({True: (hits, "none"), False: (hits, failure)})

    return lost.map(after)


def rows(die: Any) -> Rows:
    """A die as plain rows."""
    return {
        tuple(outcome): float(chance)
        for outcome, chance in zip(die.outcomes(), die.probabilities(), strict=True)
    }
