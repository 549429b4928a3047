"""Dice: what is thrown for initiative, hits, morale, officers, ties and withdrawals (setup.dice).

>>> hit_throw(7, 7 - 6, "to hit").odds(exact=True)
Odds({1: Fraction(5, 6), 2: Fraction(1, 6)})
>>> morale_throw(14, "Morale Test").odds(exact=True)[True]
Fraction(7, 10)
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.dice import D6, D20, AtLeast, Cup, Opposed, RollUnder, Ties, Total, Under
from sandtable.systems.tricorn.troops import Category

ONE: Final = Cup(1, D6)
TWO: Final = Cup(2, D6)

WITHDRAWAL: Final = {Category.FOOT: ONE, Category.MOUNTED: TWO}
"""How far a category withdraws, in inches; guns are abandoned instead (morale.row.2.distance)."""


@lru_cache(maxsize=64)
def initiative_throw(need: int) -> AtLeast:
    """One D6 that succeeds at or above a number, without modifiers (turn.initiative.roll)."""
    return AtLeast(ONE, need, purpose="Initiative Roll")


@lru_cache(maxsize=1024)
def hit_throw(value: int, second: int, purpose: str) -> RollUnder:
    """One D6 at or under a Combat Value; a value above 6 throws for a second hit at or under *second*.

    combat.hit, combat.over-six
    """
    return RollUnder(value, second, purpose=purpose)


@lru_cache(maxsize=512)
def morale_throw(target: int, purpose: str) -> Under:
    """One D20 at or under the modified Morale Value (morale.test)."""
    return Under(target, D20, purpose=purpose)


@lru_cache(maxsize=8)
def officer_throw(need: int) -> AtLeast:
    """Two D6 that remove an officer at or above a number (leaders.casualty.roll)."""
    return AtLeast(TWO, need, purpose="officer casualty")


def tie_throw() -> Opposed:
    """One D6 for each side; the higher wins, equal dice are a tie (melee.tie.roll, melee.tie.claims)."""
    return TIE


TIE: Final = Opposed(ONE, ONE, Ties.STAND, purpose="tie breaker")


@lru_cache(maxsize=8)
def withdrawal_throw(category: Category) -> Total:
    """How far a broken unit withdraws: 1D6 inches for Foot, 2D6 for Mounted (morale.row.2.distance)."""
    return Total(1, WITHDRAWAL[category], purpose="inches withdrawn")
