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
from sandtable.game.story.calls import CallHistory
from sandtable.game.story.chronicle import Chronicler
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
        case _:
            return None


def one_in(chance: Fraction) -> str:
    """A chance as people say it: one in so many, and in percent."""
    share = float(chance) * 100
    percent = f"{share:.0f} %" if share >= 10 else f"{share:.2g} %"
    return f"1 in {float(1 / chance):,.0f} ({percent})"


# --------------------------------------------------------------------- the luck of a battle
class SideFortune(Struct, frozen=True):
    """What all dice of a side should have brought on average and what they brought, in successes.

    ``better`` is how likely the same dice were to bring as much or more, ``worse`` as little or less.
    """

    side: int
    throws: int
    expected: float
    actual: int
    better: float
    worse: float
    words: str


class FortuneRow(Struct, frozen=True):
    """The same of the dice that a side threw for one purpose."""

    side: int
    purpose: str
    throws: int
    expected: float
    actual: int


class Fortune(Struct, frozen=True):
    """The luck of a battle: each side's, and what it is made of."""

    sides: tuple[SideFortune, ...]
    rows: tuple[FortuneRow, ...]


class Stake(NamedTuple):
    """A throw that somebody hoped something of: whose, what for, the successes of it, and their chances."""

    side: int
    purpose: str
    scored: int
    expected: Fraction
    chances: dict[int, float]


def fortune(game: Game[Any], scenario: Scenario, seat: int | None) -> Fortune:
    """The luck of a game so far, of throws that a seat may see; None is a spectator."""
    stakes = tuple(_stakes(game, scenario, seat))
    sides = range(len(scenario.sides))
    return Fortune(tuple(_of_side(side, stakes) for side in sides), tuple(_rows(stakes)))


def _stakes(game: Game[Any], scenario: Scenario, seat: int | None) -> Iterable[Stake]:
    calls, chronicler = CallHistory(), Chronicler(game, scenario, "all")
    chronicler.take(game, calls.calls(game))
    deeds = chronicler.throwers()
    for at, entry in enumerate(game.log):
        if not isinstance(entry, Thrown) or not game.system.is_open(entry.throw, seat):
            continue
        whose = calls.throwers.get(at)
        side = deeds[at] if whose is None else whose
        if isinstance(entry.throw, dice.Unsaved):
            side = 1 - side
        if (stake := _stake(entry, side)) is not None:
            yield stake


def _stake(thrown: Thrown, side: int) -> Stake | None:
    """A throw in successes, where it says what these are; of saves they are the hits that were saved."""
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
    return Stake(side, purpose, luck.scored + most, luck.expected + most, chances)


# --------------------------------------------------------------------- adding up
def _of_side(side: int, stakes: Iterable[Stake]) -> SideFortune:
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


def _rows(stakes: Iterable[Stake]) -> Iterable[FortuneRow]:
    by_purpose: dict[tuple[int, str], list[Stake]] = {}
    for stake in stakes:
        by_purpose.setdefault((stake.side, stake.purpose), []).append(stake)
    for (side, purpose), found in sorted(by_purpose.items()):
        expected = float(sum(stake.expected for stake in found))
        yield FortuneRow(side, purpose, len(found), expected, sum(stake.scored for stake in found))


def in_words(expected: float, actual: int, better: float, worse: float) -> str:
    """How lucky that was, as people say it.

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
    """How often something comes, in a hundred."""
    times = round(100 * chance)
    return {0: "less than once in 100", 1: "once in 100"}.get(times, f"{times} times in 100")
