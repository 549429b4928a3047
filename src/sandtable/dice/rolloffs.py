"""Roll-offs: one cup against another. This is the module to read before adding a kind of throw.

A throw is a frozen value with two methods that must agree: ``cast`` reads the result off faces in their
order, ``ways`` counts in how many equally likely ways each result comes about. The tests compare the two by
casting every sequence of faces.

>>> from sandtable.dice.die import D6
>>> Opposed(Cup(1, D6, plus=3), Cup(1, D6, plus=2)).odds(exact=True)[Winner.LEFT]
Fraction(21, 31)
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sandtable.dice.die import Cup
from sandtable.dice.hand import Hand
from sandtable.dice.throw import Throw, stage
from sandtable.dice.totals import cast_cup, from_lowest
from sandtable.dice.ways import totals


class Ties(StrEnum):
    """What happens to equal totals: both sides throw again until they differ, or the tie stands."""

    AGAIN = "again"
    STAND = "stand"


class Winner(StrEnum):
    """Who won a roll-off."""

    LEFT = "left"
    RIGHT = "right"
    NEITHER = "neither"


AHEAD: Final = {
    Winner.LEFT: "the first wins",
    Winner.RIGHT: "the second wins",
    Winner.NEITHER: "a tie",
}


class Margin(Throw[int], frozen=True):
    """By how much the left cup beats the right one; negative if the right one is higher."""

    left: Cup
    right: Cup
    ties: Ties = Ties.AGAIN

    def cast(self, hand: Hand) -> int:
        """Throw left and right, again while they are equal if ties are thrown again."""
        while True:
            left = cast_cup(self.left, hand, stage(self.purpose, "left"))
            right = cast_cup(self.right, hand, stage(self.purpose, "right"))
            if left != right or self.ties is Ties.STAND:
                return left - right

    def ways(self) -> dict[int, int]:
        """The ways of each difference; where ties are thrown again they are dropped."""
        # Subtracting the right cup is adding it with its faces in reverse order.
        lots = [
            (from_lowest(self.left.die), self.left.count),
            (from_lowest(self.right.die)[::-1], self.right.count),
        ]
        lowest = self.left.low - self.right.high
        margins = {lowest + above: ways for above, ways in enumerate(totals(lots)) if ways}
        if self.ties is Ties.AGAIN:
            margins.pop(0, None)
        return margins


class Opposed(Throw[Winner], frozen=True):
    """Who wins when each side throws a cup and the higher total counts."""

    left: Cup
    right: Cup
    ties: Ties = Ties.AGAIN

    def cast(self, hand: Hand) -> Winner:
        """Throw the margin and take its sign."""
        return winner(self._margin.cast(hand))

    def in_words(self, result: Winner) -> str:
        """Which of the two won, in the order in which they threw."""
        return AHEAD[result]

    def ways(self) -> dict[Winner, int]:
        """The margins by their sign."""
        winners: dict[Winner, int] = {}
        for margin, ways in self._margin.ways().items():
            winners[winner(margin)] = winners.get(winner(margin), 0) + ways
        return winners

    @property
    def _margin(self) -> Margin:
        return Margin(self.left, self.right, self.ties, purpose=self.purpose)


def winner(margin: int) -> Winner:
    """The winner by this margin."""
    if margin == 0:
        return Winner.NEITHER
    return Winner.LEFT if margin > 0 else Winner.RIGHT
