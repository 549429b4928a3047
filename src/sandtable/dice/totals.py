"""Totals: dice that are added up, and dice whose faces are kept apart.

>>> from sandtable.dice.die import parse_cups
>>> Sum(parse_cups("AvD+D6+2")).odds(exact=True).at_least(9)
Fraction(7, 12)
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from sandtable.dice.die import D6, Cup, Die
from sandtable.dice.hand import Hand
from sandtable.dice.throw import Throw, require_dice
from sandtable.dice.ways import Lot, splits, totals


class Single(Throw[int], frozen=True):
    """One die plus a number."""

    die: Die = D6
    plus: int = 0

    def cast(self, hand: Hand) -> int:
        """Throw the die."""
        return hand.cast(self.die, 1, self.purpose)[0] + self.plus

    def ways(self) -> dict[int, int]:
        """One for each side."""
        return dict(sorted(Counter(face + self.plus for face in self.die.faces).items()))


class Total(Throw[int], frozen=True):
    """A number of equal dice or cups added up; also hits that each become D2, D3, D3+1 or 2D3 hits."""

    dice: int
    of: Cup | Die = D6

    def __post_init__(self) -> None:
        require_dice(self.dice * self.cup.count)

    @property
    def cup(self) -> Cup:
        """The cup that is thrown for each."""
        return Cup(1, self.of) if isinstance(self.of, Die) else self.of

    def cast(self, hand: Hand) -> int:
        """Throw the dice of all cups together."""
        cup = self.cup
        return sum(hand.cast(cup.die, self.dice * cup.count, self.purpose)) + self.dice * cup.plus

    def ways(self) -> dict[int, int]:
        """A convolution."""
        cup = self.cup
        if self.dice == 0:
            return {0: 1}
        return cup_ways(Cup(self.dice * cup.count, cup.die, self.dice * cup.plus))


class Sum(Throw[int], frozen=True):
    """Different cups added up, such as an average die and two D6."""

    cups: tuple[Cup, ...]

    def __post_init__(self) -> None:
        require_dice(sum(cup.count for cup in self.cups))

    def cast(self, hand: Hand) -> int:
        """Throw one cup after another."""
        return sum(cast_cup(cup, hand, self.purpose) for cup in self.cups)

    def ways(self) -> dict[int, int]:
        """A convolution."""
        return cup_ways(*self.cups)


class Summed(NamedTuple):
    """A total, and how many of its dice showed the natural face."""

    total: int
    naturals: int


class SumWith(Throw[Summed], frozen=True):
    """Cups added up, together with how many of their dice show one natural *face*."""

    cups: tuple[Cup, ...]
    face: int

    def __post_init__(self) -> None:
        require_dice(sum(cup.count for cup in self.cups))

    def cast(self, hand: Hand) -> Summed:
        """Throw one cup after another, and count the natural faces."""
        total = naturals = 0
        for cup in self.cups:
            faces = hand.cast(cup.die, cup.count, self.purpose)
            total += sum(faces) + cup.plus
            naturals += faces.count(self.face)
        return Summed(total, naturals)

    def ways(self) -> dict[Summed, int]:
        """A convolution in which each natural face adds one whole row of totals."""
        low = sum(cup.low for cup in self.cups)
        row = sum(cup.high for cup in self.cups) - low + 1
        lots = [(self._sides(cup.die, row), cup.count) for cup in self.cups]
        return {Summed(low + at % row, at // row): ways for at, ways in enumerate(totals(lots)) if ways}

    def _sides(self, die: Die, row: int) -> list[int]:
        lowest = min(die.faces)
        places = [face - lowest + (row if face == self.face else 0) for face in die.faces]
        sides = [0] * (max(places) + 1)
        for place in places:
            sides[place] += 1
        return sides


class Faces(Throw[tuple[int, ...]], frozen=True):
    """The faces themselves, lowest first, for a rule that needs more than one statistic of them."""

    dice: int
    die: Die = D6

    def __post_init__(self) -> None:
        require_dice(self.dice)

    def cast(self, hand: Hand) -> tuple[int, ...]:
        """Throw the dice and sort them."""
        return tuple(sorted(hand.cast(self.die, self.dice, self.purpose)))

    def ways(self) -> dict[tuple[int, ...], int]:
        """A multinomial over the different faces."""
        shown = sorted(Counter(self.die.faces).items())
        split = splits(self.dice, tuple(ways for _, ways in shown))
        return {
            tuple(face for (face, _), count in zip(shown, counts, strict=True) for _ in range(count)): ways
            for counts, ways in split.items()
        }


def cast_cup(cup: Cup, hand: Hand, purpose: str) -> int:
    """Throw one cup and add it up."""
    return sum(hand.cast(cup.die, cup.count, purpose)) + cup.plus


def cup_ways(*cups: Cup) -> dict[int, int]:
    """In how many ways the cups together give each total, lowest first."""
    low = sum(cup.low for cup in cups)
    lots: list[Lot] = [(from_lowest(cup.die), cup.count) for cup in cups]
    return {low + above: ways for above, ways in enumerate(totals(lots)) if ways}


def from_lowest(die: Die) -> list[int]:
    """How many sides of a die show its lowest face, the next number, and so on."""
    lowest = min(die.faces)
    sides = [0] * (max(die.faces) - lowest + 1)
    for face in die.faces:
        sides[face - lowest] += 1
    return sides
