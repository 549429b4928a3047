"""Pools: equal dice that are thrown together and read one by one.

>>> from sandtable.dice.hand import PlannedHand
>>> Successes(2, (0, 0, 0, 1, 1, 2)).odds(exact=True).at_least(3)
Fraction(5, 36)
>>> CountWith(3, at_least=4, face=6).cast(PlannedHand([6, 5, 2]))
Scored(successes=2, naturals=1)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, TypeVar, assert_never

from sandtable.dice.die import D6, Die
from sandtable.dice.hand import Hand
from sandtable.dice.throw import Natural, Throw, require_dice, stage
from sandtable.dice.ways import splits, successes, totals

T = TypeVar("T")

Weights = Mapping[int, int]
"""The faces of a die and in how many equally likely ways each comes up."""

MOST_SUCCESSES: Final = 20
"""The most successes that a table may give a face."""


class Pool(Throw[T], frozen=True, kw_only=True):
    """Equal dice that are each read alone, so that each has failed or not."""

    dice: int
    die: Die = D6

    def __post_init__(self) -> None:
        require_dice(self.dice)

    def fails(self, face: int) -> bool:
        """Whether a die showing *face* has failed."""
        raise NotImplementedError(f"{type(self).__name__} does not say when a die fails.")

    def read(self, faces: Sequence[int]) -> T:
        """The result of these faces."""
        raise NotImplementedError(f"{type(self).__name__} does not say how faces are read.")

    def ways_with(self, weights: Weights) -> dict[T, int]:
        """In how many ways each result comes about with dice whose faces have these weights."""
        raise NotImplementedError(f"{type(self).__name__} does not say how likely its results are.")

    def cast(self, hand: Hand) -> T:
        """Throw all dice once."""
        return self.read(hand.cast(self.die, self.dice, self.purpose))

    def ways(self) -> dict[T, int]:
        """In how many ways each result comes about with one throw of every die."""
        return self.ways_with(Counter(self.die.faces))


class Count(Pool[int], frozen=True):
    """How many dice show *at_least* a number after the modifier is added to each."""

    dice: int
    at_least: int
    modifier: int = 0
    natural: Natural = Natural.NONE

    @property
    def need(self) -> int:
        """The lowest face that succeeds."""
        return lowest_success(self.die, self.at_least - self.modifier, self.natural)

    def fails(self, face: int) -> bool:
        """Whether a die showing *face* is below the number needed."""
        return face < self.need

    def read(self, faces: Sequence[int]) -> int:
        """The number of successes among these faces."""
        need, scored = lowest_success(self.die, self.at_least - self.modifier, self.natural), 0
        for face in faces:
            if face >= need:
                scored += 1
        return scored

    def ways_with(self, weights: Weights) -> dict[int, int]:
        """A binomial."""
        no = sum(ways for face, ways in weights.items() if self.fails(face))
        return dict(enumerate(successes(self.dice, yes=sum(weights.values()) - no, no=no)))


class Successes(Pool[int], frozen=True, tag="Tally"):
    """The successes of all dice together, with a table that says what each side is worth.

    The table follows the sides of the die: ``(0, 0, 0, 1, 1, 2)`` makes a 6 worth two successes. A die that
    is worth nothing has failed. The tag is an older name: the digests in records contain it.
    """

    dice: int
    table: tuple[int, ...]

    def __post_init__(self) -> None:
        require_dice(self.dice)
        worth(self.die, self.table)

    def fails(self, face: int) -> bool:
        """Whether a die showing *face* is worth nothing."""
        return worth(self.die, self.table)[face] == 0

    def read(self, faces: Sequence[int]) -> int:
        """The successes these faces are worth."""
        values = worth(self.die, self.table)
        return sum([values[face] for face in faces])

    def ways_with(self, weights: Weights) -> dict[int, int]:
        """A convolution of the table with itself."""
        sides = by_class(weights, worth(self.die, self.table))
        return dict(enumerate(totals([(sides, self.dice)])))


class Spread(Pool[tuple[int, ...]], frozen=True):
    """How many dice are worth nothing, one success, two and so on, for dice that may be rerolled singly.

    It also counts any classes of faces: the table then gives each side the number of its class.
    """

    dice: int
    table: tuple[int, ...]

    def __post_init__(self) -> None:
        require_dice(self.dice)
        worth(self.die, self.table)

    def fails(self, face: int) -> bool:
        """Whether a die showing *face* is worth nothing."""
        return worth(self.die, self.table)[face] == 0

    def read(self, faces: Sequence[int]) -> tuple[int, ...]:
        """The number of dice for each worth."""
        values = worth(self.die, self.table)
        counts = [0] * (max(self.table) + 1)
        for face in faces:
            counts[values[face]] += 1
        return tuple(counts)

    def in_words(self, result: tuple[int, ...]) -> str:
        """What the dice are worth together."""
        return str(sum(value * dice for value, dice in enumerate(result)))

    def ways_with(self, weights: Weights) -> dict[tuple[int, ...], int]:
        """A multinomial."""
        return splits(self.dice, tuple(by_class(weights, worth(self.die, self.table))))


class Among(StrEnum):
    """Among which dice of a pool a natural face is counted."""

    SCORING = "scoring"
    ALL = "all"


class Scored(NamedTuple):
    """How many dice succeeded, and how many of the dice in question showed the natural face."""

    successes: int
    naturals: int


class CountWith(Pool[Scored], frozen=True):
    """How many dice succeed, together with how many show one natural *face*.

    The face is counted among the dice that score, or among all of them.
    """

    dice: int
    at_least: int
    face: int
    among: Among = Among.SCORING
    modifier: int = 0
    natural: Natural = Natural.NONE

    def __post_init__(self) -> None:
        require_dice(self.dice)
        if self.face not in self.die.faces:
            raise ValueError(f"No side of {self.die} shows the natural {self.face} that is to be counted.")

    @property
    def need(self) -> int:
        """The lowest face that succeeds."""
        return lowest_success(self.die, self.at_least - self.modifier, self.natural)

    def fails(self, face: int) -> bool:
        """Whether a die showing *face* is below the number needed."""
        return face < self.need

    def read(self, faces: Sequence[int]) -> Scored:
        """The successes and the natural faces."""
        need = self.need
        scoring = [face for face in faces if face >= need]
        match self.among:
            case Among.SCORING:
                return Scored(len(scoring), scoring.count(self.face))
            case Among.ALL:
                return Scored(len(scoring), faces.count(self.face))
            case _:
                assert_never(self.among)

    def in_words(self, result: Scored) -> str:
        """The successes, and how often the natural face came up."""
        return f"{result.successes}, {result.naturals} natural {self.face}"

    def ways_with(self, weights: Weights) -> dict[Scored, int]:
        """A multinomial over dice that fail, that score, and that show the face."""
        failed = sum(ways for face, ways in weights.items() if self.fails(face))
        scored, naturals = sum(weights.values()) - failed, weights[self.face]
        if not self.fails(self.face):
            split = splits(self.dice, (scored - naturals, naturals, failed))
            return {Scored(plain + shown, shown): ways for (plain, shown, _), ways in split.items()}
        if self.among is Among.ALL:
            split = splits(self.dice, (scored, naturals, failed - naturals))
            return {Scored(hits, shown): ways for (hits, shown, _), ways in split.items()}
        return {
            Scored(hits, 0): ways for hits, ways in enumerate(successes(self.dice, yes=scored, no=failed))
        }


class Paired(Throw[int], frozen=True):
    """How many pairs of one *face* come up; an odd one is a pair if one more die shows one of *odd*."""

    dice: int
    face: int = 6
    odd: tuple[int, ...] = (4, 5, 6)
    die: Die = D6

    def __post_init__(self) -> None:
        require_dice(self.dice)
        for face in (self.face, *self.odd):
            if face not in self.die.faces:
                raise ValueError(
                    f"No side of {self.die} shows the {face} that pairs are made of or settled by."
                )

    def cast(self, hand: Hand) -> int:
        """Throw all dice, then the one that settles an odd face."""
        shown = hand.cast(self.die, self.dice, self.purpose).count(self.face)
        if shown % 2 == 0:
            return shown // 2
        (settling,) = hand.cast(self.die, 1, stage(self.purpose, f"the odd {self.face}"))
        return shown // 2 + (settling in self.odd)

    def ways(self) -> dict[int, int]:
        """A binomial, its odd terms shared out by the settling die."""
        sides, showing = len(self.die.faces), self.die.faces.count(self.face)
        settled = sum(face in self.odd for face in self.die.faces)
        ways = [0] * ((self.dice + 1) // 2 + 1)
        for shown, here in enumerate(successes(self.dice, yes=showing, no=sides - showing)):
            ways[shown // 2] += here * (sides - settled if shown % 2 else sides)
            if shown % 2:
                ways[shown // 2 + 1] += here * settled
        return dict(enumerate(ways))


@lru_cache(maxsize=1024)
def lowest_success(die: Die, need: int, natural: Natural) -> int:
    """The lowest face that succeeds when *need* or more is needed, natural faces considered."""
    match natural:
        case Natural.NONE:
            return need
        case Natural.WORST_FAILS:
            return max(need, min(die.faces) + 1)
        case Natural.BEST_SUCCEEDS:
            return min(need, max(die.faces))
        case Natural.BOTH:
            return min(max(need, min(die.faces) + 1), max(die.faces))
        case _:
            assert_never(natural)


@lru_cache(maxsize=1024)
def worth(die: Die, table: tuple[int, ...]) -> dict[int, int]:
    """What each face is worth by a table that follows the sides of the die."""
    values = dict(zip(die.faces, table, strict=False))
    if len(table) != len(die.faces) or [values[face] for face in die.faces] != list(table):
        raise ValueError(
            f"The table {table} does not fit {die}: it needs one number for each of the sides"
            f" {die.faces}, the same for sides that show the same."
        )
    if min(table) < 0 or max(table) > MOST_SUCCESSES:
        raise ValueError(
            f"The table {table} has a number outside 0 to {MOST_SUCCESSES} successes for a side."
        )
    return values


def by_class(weights: Weights, classes: Mapping[int, int]) -> list[int]:
    """In how many ways a die falls into class 0, 1, 2 and so on."""
    sides = [0] * (max(classes.values()) + 1)
    for face, ways in weights.items():
        sides[classes[face]] += ways
    return sides
