"""Checks: throws against a value; the result is yes or no, or a number of hits.

>>> from sandtable.dice.die import Cup
>>> AtLeast(Cup(2, D6, plus=1), need=7).odds(exact=True).chance(bool)
Fraction(13, 18)
>>> RollUnder(7).odds(exact=True)
Odds({1: Fraction(5, 6), 2: Fraction(1, 6)})
"""

from __future__ import annotations

from typing import assert_never

from sandtable.dice.die import D6, D20, Cup, Die
from sandtable.dice.hand import Hand
from sandtable.dice.throw import Natural, Throw
from sandtable.dice.totals import cast_cup, cup_ways


class AtLeast(Throw[bool], frozen=True):
    """Whether a cup reaches the number needed."""

    cup: Cup
    need: int

    def cast(self, hand: Hand) -> bool:
        """Throw the cup and compare."""
        return cast_cup(self.cup, hand, self.purpose) >= self.need

    def in_words(self, result: bool) -> str:  # noqa: FBT001 - the result of the throw
        """Whether the total reached the number."""
        return f"{'yes' if result else 'no'}, needs {self.need}+"

    def ways(self) -> dict[bool, int]:
        """The ways of the totals on either side of the number."""
        reached = {total: ways for total, ways in cup_ways(self.cup).items() if total >= self.need}
        whole = len(self.cup.die.faces) ** self.cup.count
        return {False: whole - sum(reached.values()), True: sum(reached.values())}


class Under(Throw[bool], frozen=True):
    """Whether one die shows *value* or less; the lowest face is the best one here."""

    value: int
    die: Die = D20
    natural: Natural = Natural.NONE

    def cast(self, hand: Hand) -> bool:
        """Throw the die and compare."""
        return hand.cast(self.die, 1, self.purpose)[0] <= self.highest_success

    def ways(self) -> dict[bool, int]:
        """The sides at or below the value, and the others."""
        passing = sum(face <= self.highest_success for face in self.die.faces)
        return {False: len(self.die.faces) - passing, True: passing}

    @property
    def highest_success(self) -> int:
        """The highest face that passes, natural faces considered."""
        lowest, highest = min(self.die.faces), max(self.die.faces)
        match self.natural:
            case Natural.NONE:
                return self.value
            case Natural.WORST_FAILS:
                return min(self.value, highest - 1)
            case Natural.BEST_SUCCEEDS:
                return max(self.value, lowest)
            case Natural.BOTH:
                return max(min(self.value, highest - 1), lowest)
            case _:
                assert_never(self.natural)


class RollUnder(Throw[int], frozen=True):
    """The hits of one die that has to show *value* or less.

    A value above the highest face gives one hit without a throw, and a die for a second: it hits at or
    below the excess, or at or below *second* where a rule names that number itself.
    """

    value: int
    second: int | None = None
    die: Die = D6

    def cast(self, hand: Hand) -> int:
        """Throw the die and add the automatic hit, if there is one."""
        automatic, limit = self._split
        return automatic + (hand.cast(self.die, 1, self.purpose)[0] <= limit)

    def ways(self) -> dict[int, int]:
        """Each side within the limit gives one hit more."""
        automatic, limit = self._split
        within = sum(face <= limit for face in self.die.faces)
        return {automatic: len(self.die.faces) - within, automatic + 1: within}

    @property
    def _split(self) -> tuple[int, int]:
        highest = max(self.die.faces)
        if self.value <= highest:
            return 0, self.value
        return 1, self.value - highest if self.second is None else self.second
