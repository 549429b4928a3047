"""Luck: how unlikely a throw was, by its exact odds, and how lucky each side was in a whole battle.

Only throws that define a success are weighed: for a plain total of dice neither high nor low is better. A
throw counts for the side that acts in the call in which the dice fell, where the system says which that is,
else in the entry of the chronicle; saves count for the other side.

>>> from sandtable.game.battle.log import Thrown
>>> weigh(Thrown(dice.Count(3, at_least=4), 0, (), 3))
Luck(better=Fraction(1, 8), worse=Fraction(1, 1), scored=3, expected=Fraction(3, 2))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from msgspec import Struct

from sandtable import dice
from sandtable.game.battle.log import Thrown
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.story.chronicle import Chronicler
from sandtable.game.story.shown_throws import successes

REMARKABLE: Final = Fraction(1, 10)
"""A throw is remarkable if the chance of one at least as good, or at least as bad, is at most this."""


class Luck(NamedTuple):
    """The chances of a throw at least as good and at least as bad, the successes of this one, the mean."""

    better: Fraction
    worse: Fraction
    scored: int
    expected: Fraction


Goodness = Callable[[Any], int]
"""The successes of a result."""


def weigh(thrown: Thrown) -> Luck | None:
    """The luck of a throw; None for a throw that defines no success."""
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
    """How the successes of a result are counted; None for a throw that defines no success."""
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
        case _:
            return None


def one_in(chance: Fraction) -> str:
    """A chance in words: "1 in" a number, and in percent."""
    share = float(chance) * 100
    percent = f"{share:.0f} %" if share >= 10 else f"{share:.2g} %"
    return f"1 in {float(1 / chance):,.0f} ({percent})"


# --------------------------------------------------------------------- the luck of a battle
class SideFortune(Struct, frozen=True):
    """The expected and actual successes of all dice of a side.

    ``better`` is the chance of as many successes or more with the same dice, ``worse`` of as many or fewer.
    """

    side: int
    throws: int
    expected: float
    actual: int
    better: float
    worse: float
    words: str


class FortuneRow(Struct, frozen=True):
    """The expected and actual successes of the dice that a side threw for one purpose."""

    side: int
    purpose: str
    throws: int
    expected: float
    actual: int


class Fortune(Struct, frozen=True):
    """The luck of a battle: for each side, and for each side and purpose."""

    sides: tuple[SideFortune, ...]
    rows: tuple[FortuneRow, ...]


class ThrowLuck(NamedTuple):
    """A throw that defines a success: its side, purpose, successes, their mean and their chances."""

    side: int
    purpose: str
    scored: int
    expected: Fraction
    chances: dict[int, float]


def fortune(game: Game[Any], scenario: Scenario, seat: int | None) -> Fortune:
    """The luck of a game so far, from the throws that a seat may see (None: a spectator)."""
    stakes = tuple(_throws(game, scenario, seat))
    sides = range(len(scenario.sides))
    return Fortune(tuple(_of_side(side, stakes) for side in sides), tuple(_rows(stakes)))


def _throws(game: Game[Any], scenario: Scenario, seat: int | None) -> Iterable[ThrowLuck]:
    chronicler = Chronicler(game, scenario, "all")
    chronicler.take(game)
    deeds = chronicler.throwers()
    for at, entry in enumerate(game.log):
        if not isinstance(entry, Thrown) or not game.system.is_open(entry.throw, seat):
            continue
        whose = game.throwers.get(at)
        side = deeds[at] if whose is None else whose
        if isinstance(entry.throw, dice.Unsaved):
            side = 1 - side
        if (stake := _throw(entry, side)) is not None:
            yield stake


def _throw(thrown: Thrown, side: int) -> ThrowLuck | None:
    """A throw counted in successes; for saves these are the hits that were saved."""
    luck, good = weigh(thrown), goodness(thrown.throw)
    if luck is None or good is None:
        return None
    throw = thrown.throw
    most = max(-good(result) for result in throw.odds()) if isinstance(throw, dice.Unsaved) else 0
    chances: dict[int, float] = {}
    for result, chance in throw.odds().items():
        worth = good(result) + most
        chances[worth] = chances.get(worth, 0.0) + chance
    purpose = throw.purpose or "dice"
    return ThrowLuck(side, purpose, luck.scored + most, luck.expected + most, chances)


# --------------------------------------------------------------------- adding up
def _of_side(side: int, stakes: Iterable[ThrowLuck]) -> SideFortune:
    mine = [stake for stake in stakes if stake.side == side]
    expected = float(sum(stake.expected for stake in mine))
    actual = sum(stake.scored for stake in mine)
    total = {0: 1.0}
    for stake in mine:
        total = _sum(total, stake.chances)
    better = sum(chance for worth, chance in total.items() if worth >= actual)
    worse = sum(chance for worth, chance in total.items() if worth <= actual)
    words = in_words(expected, actual, better, worse)
    return SideFortune(side, len(mine), expected, actual, min(better, 1.0), min(worse, 1.0), words)


def _sum(some: dict[int, float], others: dict[int, float]) -> dict[int, float]:
    """The chances of the sum of two independent figures."""
    found: dict[int, float] = {}
    for one, chance in some.items():
        for other, share in others.items():
            found[one + other] = found.get(one + other, 0.0) + chance * share
    return found


def _rows(stakes: Iterable[ThrowLuck]) -> Iterable[FortuneRow]:
    by_purpose: dict[tuple[int, str], list[ThrowLuck]] = {}
    for stake in stakes:
        by_purpose.setdefault((stake.side, stake.purpose), []).append(stake)
    for (side, purpose), found in sorted(by_purpose.items()):
        expected = float(sum(stake.expected for stake in found))
        yield FortuneRow(side, purpose, len(found), expected, sum(stake.scored for stake in found))


def in_words(expected: float, actual: int, better: float, worse: float) -> str:
    """How lucky a side was, in words.

    >>> in_words(10.2, 13, 0.08, 0.95)
    '2.8 more than expected: so many or more come 8 times in 100'
    >>> in_words(10.2, 10, 0.6, 0.55)
    'as expected'
    """
    more = actual - expected
    if abs(more) < 0.5:
        return "as expected"
    chance, often = (better, "so many or more come") if more > 0 else (worse, "so few or fewer come")
    return f"{abs(more):.1f} {'more' if more > 0 else 'fewer'} than expected: {often} {_times(chance)}"


def _times(chance: float) -> str:
    """A chance as a number of times in 100."""
    times = round(100 * chance)
    return {0: "less than once in 100", 1: "once in 100"}.get(times, f"{times} times in 100")
