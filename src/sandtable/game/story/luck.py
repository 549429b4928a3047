"""Luck: how unlikely a throw was, by its exact odds, and which throws of a battle were the unlikeliest.

Only throws that say what a success is are weighed: of a total of dice nobody can tell whether high was hoped
for.

>>> from sandtable.game.battle.log import Thrown
>>> weigh(Thrown(dice.Count(3, at_least=4), 0, (), 3))
Luck(better=Fraction(1, 8), worse=Fraction(1, 1), scored=3, expected=Fraction(3, 2))
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from sandtable import dice
from sandtable.game.battle.log import Thrown
from sandtable.game.story.shown_throws import successes

REMARKABLE: Final = Fraction(1, 10)
"""A throw is worth telling of if one so good, or so bad, comes up no oftener than this."""


class Luck(NamedTuple):
    """How likely a throw at least as good, and one at least as bad, was; what it scored, and the mean."""

    better: Fraction
    worse: Fraction
    scored: int
    expected: Fraction


Goodness = Callable[[Any], int]
"""What a result is worth to whoever threw."""


def weigh(thrown: Thrown) -> Luck | None:
    """How lucky a throw was; None where nobody can tell what would have been good."""
    good = goodness(thrown.throw)
    if good is None:
        return None
    odds = thrown.throw.odds(exact=True)
    scored = good(thrown.result)
    better = sum((Fraction(chance) for result, chance in odds.items() if good(result) >= scored), Fraction(0))
    worse = sum((Fraction(chance) for result, chance in odds.items() if good(result) <= scored), Fraction(0))
    mean = sum((good(result) * Fraction(chance) for result, chance in odds.items()), Fraction(0))
    return Luck(better, worse, scored, mean)


def goodness(throw: dice.Throw[Any]) -> Goodness | None:
    """How the results of a throw are compared; None for throws that name no success."""
    match throw:
        case dice.Count() | dice.Successes() | dice.RollUnder() | dice.Paired():
            return int
        case dice.AtLeast() | dice.Under():
            return int
        case dice.CountWith():
            return lambda scored: int(scored.successes)
        case dice.Spread():
            return successes
        case dice.Unsaved():
            return lambda lost: -int(lost)
        case dice.RerollFailures():
            return goodness(throw.pool)
        case dice.RerollWhole():
            return goodness(throw.throw)
        case _:
            return None


def one_in(chance: Fraction) -> str:
    """A chance as people say it: one in so many, and in percent."""
    share = float(chance) * 100
    percent = f"{share:.0f} %" if share >= 10 else f"{share:.2g} %"
    return f"1 in {float(1 / chance):,.0f} ({percent})"
