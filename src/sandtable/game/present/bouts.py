"""Bouts: what two bodies could do to each other, with cited figures and exact chances.

The system says which resolution it would be and with which facts; the chances are those of the same driver
that tells odds without a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from msgspec import Struct

from sandtable.dice import Odds
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import OddsDriver
from sandtable.game.kit.system import Resolution, System
from sandtable.game.present.figures import TallySeen, tallies_seen
from sandtable.game.present.painting import PossibleBout

T = TypeVar("T")


class OutcomeChance(Struct, frozen=True):
    """Something people ask about, and how likely it is."""

    words: str
    chance: float


class ValueChance(Struct, frozen=True):
    """One value of what is measured, and how likely it is."""

    value: int
    chance: float


class BoutSeen(Struct, frozen=True, kw_only=True):
    """What one body could do to another: the figures, what may come of it, and what is expected.

    ``expected`` and ``spread`` are of what ``measured`` names, where the outcome has such a figure.
    ``parts`` shut one another out and add up to one, where the resolution tells outcomes apart so.
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
    """Works out bouts of a system and remembers what it worked out."""

    def __init__(self, system: System[Any]) -> None:
        self._resolutions = {one.id: one for one in system.resolutions()}
        self._driver = OddsDriver(next(iter(system.policies().values()), None))

    def weigh(self, bout: PossibleBout) -> BoutSeen:
        """A bout with its figures and chances."""
        resolution, facts = self._resolutions[bout.resolution], bout.facts
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
    """The chances of the headings that shut one another out, the mildest first; none that cannot be."""
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
    """The chance of each heading that outcomes come under, the likeliest first."""
    found: dict[str, float] = {}
    for outcome, chance in chances.items():
        for words in summary(outcome):
            found[words] = found.get(words, 0.0) + float(chance)
    rows = (OutcomeChance(words, min(chance, 1.0)) for words, chance in found.items())
    return tuple(sorted(rows, key=lambda row: (-row.chance, row.words)))
