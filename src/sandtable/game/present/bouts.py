"""Bouts: what two bodies could do to each other, with cited figures and exact chances.

The system names the resolution and its facts; the odds driver computes the chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct

from sandtable.dice import Odds
from sandtable.game.ask.faces import Stake
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import OddsDriver
from sandtable.game.kit.system import System
from sandtable.game.present.figures import TallySeen, tallies_seen
from sandtable.game.rules.resolution import Resolution

T = TypeVar("T")


class OutcomeChance(Struct, frozen=True):
    """A heading of outcomes, and its chance."""

    words: str
    chance: float


class ValueChance(Struct, frozen=True):
    """One value of the measured figure, and its chance."""

    value: int
    chance: float


class BoutSeen(Struct, frozen=True, kw_only=True):
    """What one body could do to another: the figures, the chances of outcomes, and the expected value.

    ``expected`` and ``spread`` belong to the figure that ``measured`` names, if the outcome has one.
    ``parts`` exclude one another and add up to one, if the resolution divides its outcomes.
    """

    by: int
    against: int
    title: str
    tallies: tuple[TallySeen, ...]
    outcomes: tuple[OutcomeChance, ...]
    parts: tuple[OutcomeChance, ...] = ()
    expected: float | None = None
    measured: str = ""
    spread: tuple[ValueChance, ...] = ()


class Weigher:
    """Computes the bouts of a system; its odds driver caches what it has computed."""

    def __init__(self, system: System[Any]) -> None:
        self._driver = OddsDriver(next(iter(system.policies().values()), None))

    def weigh(self, bout: Stake) -> BoutSeen:
        """The figures and chances of a bout."""
        resolution, facts = bout.resolution, bout.facts
        chances: Odds[Any] = self._driver.odds(do(resolution.procedure, facts))
        expected, spread = _measured(resolution, chances)
        return BoutSeen(
            by=bout.by,
            against=bout.against,
            title=bout.title,
            tallies=tallies_seen(resolution.tallies(facts).items()),
            outcomes=headings(chances, lambda outcome: resolution.summary(facts, outcome)),
            parts=parts(resolution, chances),
            expected=expected,
            measured=resolution.measured,
            spread=spread,
        )


def parts(resolution: Resolution, chances: Odds[Any]) -> tuple[OutcomeChance, ...]:
    """The chances of the headings that exclude one another, the mildest first, without impossible ones."""
    parting = resolution.parting
    if parting is None:
        return ()
    found = {row.words: row for row in headings(chances, lambda outcome: (parting.heading(outcome),))}
    return tuple(found[words] for words in parting.headings if words in found)


def _measured(resolution: Resolution, chances: Odds[Any]) -> tuple[float | None, tuple[ValueChance, ...]]:
    """The mean of the measured figure, and the chance of each value between the least and the most."""
    if resolution.measure is None:
        return None, ()
    found: Odds[int] = chances.map(resolution.measure)
    values = range(min(found), max(found) + 1)
    return float(found.mean()), tuple(ValueChance(value, float(found.chance(value))) for value in values)


def headings(chances: Odds[T], summary: Callable[[T], Iterable[str]]) -> tuple[OutcomeChance, ...]:
    """The chance of each heading of outcomes, the likeliest first."""
    found: dict[str, float] = {}
    for outcome, chance in chances.items():
        for words in summary(outcome):
            found[words] = found.get(words, 0.0) + float(chance)
    rows = (OutcomeChance(words, min(chance, 1.0)) for words, chance in found.items())
    return tuple(sorted(rows, key=lambda row: (-row.chance, row.words)))
