"""Dice: the number needed, dice that score and the sixes among them, and single re-rolls.

Small arms and melee read dice one by one (dice.separate); morale and artillery add them (dice.sum).

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.game.ask.questions import do
>>> odds(do(score, Scoring(dice=2, need=4)), exact=True)[Score(hits=1, sixes=1)]
Fraction(1, 6)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.dice import D6, CountWith, Pool
from sandtable.dice.pools import Weights
from sandtable.dice.ways import splits
from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel.luck import LuckyPick, Pick

LEAST_NEEDED: Final = 2
HIGHEST_FACE: Final = 6
"""The natural face that kills command figures (casualties.six-natural)."""

Modifier = tuple[int, str, str]
"""A modifier with its printed sign (plus makes scoring easier), its words and its rule."""


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
    """Can a single die show this number? A 6 does not always succeed (dice.no-automatic-six)."""
    return need.total <= HIGHEST_FACE


# --------------------------------------------------------------- dice that score
class Scoring(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Dice read one by one: their number, what each needs, and whether a Lucky Officer may re-roll one."""

    dice: int
    need: int
    purpose: str = "to hit"
    lucky: bool = False
    seat: int = 0
    unit: int = -1


class Score(Struct, frozen=True, cache_hash=True):
    """The dice that scored, the natural sixes among them, and whether one was a lucky re-roll.

    It is compared by its number of hits.
    """

    hits: int
    sixes: int
    lucky: bool = False

    def __ge__(self, aim: int) -> bool:
        return self.hits >= aim


@lru_cache(maxsize=4096)
def scoring_throw(dice: int, need: int, purpose: str) -> CountWith:
    """The throw: dice that score, and natural sixes among them (dice.separate, casualties.six-natural)."""
    return CountWith(dice, at_least=need, face=HIGHEST_FACE, purpose=purpose)


async def score(pool: Scoring) -> Score:
    """Throw a unit's dice; its Lucky Officer may re-roll one (dice.separate, cards.lucky-officer)."""
    hits, sixes = await scoring_throw(pool.dice, pool.need, pool.purpose)
    first = score_of(hits, sixes)
    return await try_luck(pool, first) if pool.lucky and pool.dice else first


async def try_luck(pool: Scoring, first: Score) -> Score:
    """Ask whether to re-roll one die after seeing all of them; the second throw stands.

    dice.reroll, cards.lucky-officer, cards.lucky-scope
    """
    pick = await LuckyPick(
        pool.seat,
        _to_pick(pool, first),
        aims=(first.hits + 1, first.hits),
        unit=pool.unit,
        purpose=pool.purpose,
        dice=pool.dice,
        hits=first.hits,
        sixes=first.sixes,
    )
    if pick is None:
        return first
    hits, sixes = await scoring_throw(1, pool.need, f"{pool.purpose}: the lucky die")
    return score_of(
        first.hits - (pick is not Pick.MISS) + hits, first.sixes - (pick is Pick.SIX) + sixes, lucky=True
    )


@lru_cache(maxsize=4096)
def score_of(hits: int, sixes: int, *, lucky: bool = False) -> Score:
    """The value for this score; the cache saves building the same few values again in computed odds."""
    return Score(hits, sixes, lucky)


@lru_cache(maxsize=4096)
def _to_pick(pool: Scoring, first: Score) -> tuple[Pick | None, ...]:
    """The dice that may be re-rolled, a miss first if there is one; None keeps them all."""
    misses = (Pick.MISS,) if first.hits < pool.dice else ()
    plain = (Pick.HIT,) if first.hits > first.sixes else ()
    sixes = (Pick.SIX,) if first.sixes else ()
    return (*misses, None, *plain, *sixes)


# ----------------------------------------------------------------- dirty muskets
class Musketry(NamedTuple):
    """A throw with Dirty Muskets: its hits, sixes and ones."""

    hits: int
    sixes: int
    ones: int


class DirtyVolley(Pool[Musketry], frozen=True):
    """The dice of a unit with Dirty Muskets, where ones matter too (cards.dirty-scope)."""

    dice: int
    at_least: int

    def fails(self, face: int) -> bool:
        """Is a face below the number needed?"""
        return face < self.at_least

    def read(self, faces: Sequence[int]) -> Musketry:
        hits = sum(not self.fails(face) for face in faces)
        return Musketry(hits, faces.count(HIGHEST_FACE), faces.count(min(D6.faces)))

    def in_words(self, result: Musketry) -> str:
        """The hits, the natural sixes and the natural ones."""
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
