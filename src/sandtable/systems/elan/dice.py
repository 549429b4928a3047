"""To-hit numbers and their rolls: starting number, modifiers, and sixes alone from 7 up.

Fire and close combat compute and roll a final number in the same way; each has its own tables.

>>> number = to_hit(start([], "shooting.start.none"), [(-1, "long range", "shooting.mod.range")])
>>> number.total, hits(6, number.whole).odds(exact=True).mean()
(5, Fraction(2, 1))
>>> hits(3, 10).odds(exact=True)[0]
Fraction(325, 432)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.dice import D6, Count, Hand, Paired, Throw, Under
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan.book import table, values
from sandtable.systems.elan.troops import Formation

SIXES_ONLY: Final = 7
"""From this final number up only sixes hit, and two of them make one hit (dice.seven-plus)."""

LEAST_NUMBER: Final = 2
ODD_SIX_HITS: Final = (4, 5, 6)
ODD_ONE_TIRES: Final = 3
"""The highest face on which an odd 1 costs the guns a hit (shooting.fatigue-odd)."""

Row = tuple[bool, str, str]
"""A row of a list: whether it applies, its words, and its rule."""

Modifier = tuple[int, str, str]
"""A modifier with its printed sign (plus makes hitting easier), its words and its rule."""


class _Single(Struct, frozen=True, forbid_unknown_fields=True):
    value: int


@cache
def number_of(rule: str) -> int:
    """The starting number of a row."""
    return values(rule, _Single).value


# --------------------------------------------------------------------- numbers
def start(rows: Iterable[Row], otherwise: str) -> Tally:
    """The starting number: the highest among the rows that apply (dice.first-row).

    *otherwise* is the rule of the last row, used when no other applies.
    """
    applying = [(words, rule) for holds, words, rule in rows if holds]
    words, rule = max(applying, key=lambda row: number_of(row[1]), default=("no row applies", otherwise))
    return Tally.of(number_of(rule), words, rule)


def to_hit(tally: Tally, modifiers: Iterable[Modifier]) -> Tally:
    """The final number: the starting number minus the sum of the modifiers; a 1 never hits.

    dice.to-hit, dice.natural-one, dice.fixed-order
    """
    for value, words, rule in modifiers:
        tally = tally.plus(-value, words, rule)
    return tally.at_least(LEAST_NUMBER, "a 1 never hits", "dice.natural-one")


# ----------------------------------------------------------------------- rolls
@lru_cache(maxsize=4096)
def hits(dice: int, need: int, purpose: str = "to hit") -> Throw[int]:
    """The hits of one unit's dice against one target (setup.dice, dice.separate-rolls).

    From 7 up, however high, two sixes make a hit and an odd six is settled by one more die (dice.seven-plus,
    dice.seven-plus-odd, dice.seven-plus-all).
    """
    if need >= SIXES_ONLY:
        return Paired(dice, face=6, odd=ODD_SIX_HITS, purpose=purpose)
    return Count(dice, at_least=need, purpose=purpose)


async def paired_sixes(sixes: int) -> int:
    """The hits from a number of sixes: one per pair, and one more die for an odd six.

    dice.seven-plus, dice.seven-plus-odd; the extra die comes after the roll (dice.fixed-order)
    """
    if not sixes % 2:
        return sixes // 2
    return sixes // 2 + await Count(1, at_least=ODD_SIX_HITS[0], purpose="the odd 6")


async def paired_ones(ones: int) -> int:
    """The hits that guns take from the ones they rolled: one per pair, an odd one on 1 to 3.

    shooting.fatigue, shooting.fatigue-odd
    """
    if not ones % 2:
        return ones // 2
    return ones // 2 + int(await Under(ODD_ONE_TIRES, D6, purpose="the odd 1 tires the guns"))


class Together(Throw[tuple[int, ...]], frozen=True):
    """Simultaneous rolls.

    The result is the score against each of *targets* targets; ``against`` gives the target of each roll.
    """

    rolls: tuple[Throw[int], ...]
    against: tuple[int, ...]
    targets: int

    def cast(self, hand: Hand) -> tuple[int, ...]:
        return self._by_target(tuple(roll.cast(hand) for roll in self.rolls))

    def in_words(self, result: tuple[int, ...]) -> str:
        return f"hits suffered {' and '.join(map(str, result))}"

    def ways(self) -> dict[tuple[int, ...], int]:
        ways: dict[tuple[int, ...], int] = {}
        for results in product(*(roll.ways().items() for roll in self.rolls)):
            if together := prod(count for _, count in results):
                by_target = self._by_target(tuple(score for score, _ in results))
                ways[by_target] = ways.get(by_target, 0) + together
        return ways

    def _by_target(self, scored: tuple[int, ...]) -> tuple[int, ...]:
        sums = [0] * self.targets
        for target, score in zip(self.against, scored, strict=True):
            sums[target] += score
        return tuple(sums)


class UntilScored(Together, frozen=True):
    """Simultaneous rolls that are repeated until at least one of them scores."""

    def __post_init__(self) -> None:
        if not any(score for roll in self.rolls for score, ways in roll.ways().items() if ways):
            raise ValueError("none of these rolls can ever score, so they would be made again for ever")

    def cast(self, hand: Hand) -> tuple[int, ...]:
        while True:
            scored = super().cast(hand)
            if any(scored):
                return scored

    def ways(self) -> dict[tuple[int, ...], int]:
        """The ways of all rolls together, without those in which none scores."""
        return {scored: count for scored, count in super().ways().items() if any(scored)}


# --------------------------------------------------------------- dice by bases
class Share(NamedTuple):
    """A number of dice as a function of the bases N: a multiple of N over a divisor, plus a constant."""

    times: int
    over: int
    plus: int

    def of(self, bases: int) -> int:
        """The dice of this many bases, fractions rounded up (scale.rounding)."""
        return -(-self.times * bases // self.over) + self.plus


_SHARE: Final = re.compile(r"(?:ceil\()?(?:(?P<times>\d+)\*)?N(?:/(?P<over>\d+))?\)?(?:\+(?P<plus>\d+))?")


@cache
def share(text: str) -> Share:
    """Parse a share as the tables print it: ``N``, ``N+2``, ``2*N``, ``ceil(3*N/4)`` or ``0``."""
    if text == "0":
        return Share(0, 1, 0)
    read = _SHARE.fullmatch(text)
    if read is None:
        raise ValueError(f"{text!r} is no number of dice by bases; write it like N, N+2 or ceil(3*N/4)")
    return Share(int(read["times"] or 1), int(read["over"] or 1), int(read["plus"] or 0))


class _DiceRow(Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    formation: str
    dice: str


@cache
def dice_of(rule: str, kinds: tuple[str, ...], formation: Formation) -> Share | None:
    """The dice in the table of a rule for a kind of unit in a formation; 0 if it has no such row.

    *kinds* are the names under which the unit may be listed, the most specific first.
    """
    for kind in kinds:
        for row in table(rule, _DiceRow):
            listed = re.split(r", or | or |, ", row.formation)
            if row.unit.partition(" (")[0] == kind and (formation in listed or "any" in listed):
                return share(row.dice)
    return None
