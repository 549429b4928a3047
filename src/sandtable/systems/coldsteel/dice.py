"""Dice: the number that is needed, dice that score and the sixes among them, and single dice thrown again.

Small arms and melee read dice one by one (dice.separate); morale and artillery add theirs up (dice.sum).

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.game.ask.questions import do
>>> odds(do(score, Scoring(dice=2, need=4)), exact=True)[Score(hits=1, sixes=1)]
Fraction(1, 6)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.dice import D6, CountWith, Pool
from sandtable.dice.pools import Weights
from sandtable.dice.ways import splits
from sandtable.game.ask.questions import Choose
from sandtable.game.rules.tally import Tally

LEAST_NEEDED: Final = 2
HIGHEST_FACE: Final = 6
"""The natural face that kills command figures (casualties.six-natural)."""

LUCKY_REROLL: Final = "cards.lucky-reroll"

Modifier = tuple[int, str, str]
"""A modifier with its sign as printed, where plus makes scoring easier, its words and its rule."""


# --------------------------------------------------------------------- numbers
def lowered(printed: Tally, modifiers: Iterable[Modifier]) -> Tally:
    """The number needed: the printed one less the sum of the modifiers (dice.modifier-direction)."""
    for value, words, rule in modifiers:
        printed = printed.plus(-value, words, rule)
    return printed


def needed(printed: Tally, modifiers: Iterable[Modifier]) -> Tally:
    """The number needed on a single die, never better than 2+ (dice.modifier-direction, dice.natural-one)."""
    least = "a natural 1 always fails"
    return lowered(printed, modifiers).at_least(LEAST_NEEDED, least, "dice.natural-one")


def can_succeed(need: Tally) -> bool:
    """Can a single die show so much? A 6 is no success by itself (dice.no-automatic-six)."""
    return need.total <= HIGHEST_FACE


# --------------------------------------------------------------- dice that score
class Scoring(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Dice read one by one: how many, what each needs, and whether a Lucky Officer may throw one again."""

    dice: int
    need: int
    purpose: str = "to hit"
    lucky: bool = False
    seat: int = 0
    unit: int = -1


class Score(Struct, frozen=True, cache_hash=True):
    """How many dice scored, how many of them show a natural six, and whether one was a lucky second throw.

    It is compared with the number of hits at which a choice aims.
    """

    hits: int
    sixes: int
    lucky: bool = False

    def __ge__(self, aim: int) -> bool:
        return self.hits >= aim


class Pick(StrEnum):
    """A die of a pool by what it shows; dice that show the same are alike."""

    MISS = "miss"
    HIT = "hit"
    SIX = "six"


@lru_cache(maxsize=4096)
def scoring_throw(dice: int, need: int, purpose: str) -> CountWith:
    """The throw: dice that score, and natural sixes among them (dice.separate, casualties.six-natural)."""
    return CountWith(dice, at_least=need, face=HIGHEST_FACE, purpose=purpose)


async def score(pool: Scoring) -> Score:
    """What the dice of a unit come to, one of them thrown again if its Lucky Officer says so.

    dice.separate, cards.lucky-officer
    """
    hits, sixes = await scoring_throw(pool.dice, pool.need, pool.purpose)
    first = score_of(hits, sixes)
    return await try_luck(pool, first) if pool.lucky and pool.dice else first


async def try_luck(pool: Scoring, first: Score) -> Score:
    """One die thrown again, or none: decided on seeing all of them, and the second throw stands.

    dice.reroll, cards.lucky-officer, cards.lucky-scope
    """
    about = (pool.unit, pool.purpose, pool.dice, first.hits, first.sixes)
    aims = (first.hits + 1, first.hits)
    pick = await Choose(LUCKY_REROLL, pool.seat, _to_pick(pool, first), about=about, aims=aims)
    if pick is None:
        return first
    hits, sixes = await scoring_throw(1, pool.need, f"{pool.purpose}: the lucky die")
    return score_of(
        first.hits - (pick is not Pick.MISS) + hits, first.sixes - (pick is Pick.SIX) + sixes, lucky=True
    )


@lru_cache(maxsize=4096)
def score_of(hits: int, sixes: int, *, lucky: bool = False) -> Score:
    """A score; computed odds come to the same few again and again, so each is made once."""
    return Score(hits, sixes, lucky)


@lru_cache(maxsize=4096)
def _to_pick(pool: Scoring, first: Score) -> tuple[Pick | None, ...]:
    """The dice that may be thrown again, a miss before all others if there is one; None leaves them."""
    misses = (Pick.MISS,) if first.hits < pool.dice else ()
    plain = (Pick.HIT,) if first.hits > first.sixes else ()
    sixes = (Pick.SIX,) if first.sixes else ()
    return (*misses, None, *plain, *sixes)


# ----------------------------------------------------------------- dirty muskets
class Musketry(NamedTuple):
    """Dice of dirty muskets: how many hit, how many show a six, how many show a one."""

    hits: int
    sixes: int
    ones: int


class DirtyVolley(Pool[Musketry], frozen=True):
    """The dice of a unit with Dirty Muskets, of which the ones matter too (cards.dirty-scope)."""

    dice: int
    at_least: int

    def fails(self, face: int) -> bool:
        """Whether a die showing *face* is below the number needed."""
        return face < self.at_least

    def read(self, faces: Sequence[int]) -> Musketry:
        """The hits, the sixes and the ones among these faces."""
        hits = sum(not self.fails(face) for face in faces)
        return Musketry(hits, faces.count(HIGHEST_FACE), faces.count(min(D6.faces)))

    def in_words(self, result: Musketry) -> str:
        """The hits, and whether a one was among the dice."""
        return f"{result.hits} of {self.dice}, {result.sixes} natural 6, {result.ones} natural 1"

    def ways_with(self, weights: Weights) -> dict[Musketry, int]:
        """A multinomial over ones, other misses, other hits and sixes."""
        ones, sixes = weights[min(D6.faces)], weights[HIGHEST_FACE]
        missed = sum(ways for face, ways in weights.items() if self.fails(face)) - ones
        hit = sum(weights.values()) - missed - ones - sixes
        split = splits(self.dice, (ones, missed, hit, sixes))
        return {
            Musketry(plain + sixth, sixth, first): ways for (first, _, plain, sixth), ways in split.items()
        }
