"""Odds on paper: the figures a resolution rests on, and the chance of all that may come of it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from sandtable.dice import Chance, Odds
from sandtable.game import odds as driver
from sandtable.game.files import suggest
from sandtable.game.questions import do
from sandtable.game.system import Policy, Resolution, System
from sandtable.game.tally import Modifier
from sandtable.lab.facts import Fact, schema
from sandtable.lab.values import Unfit

T = TypeVar("T")


class ResolutionRow(Struct, frozen=True):
    """A resolution in a list."""

    id: str
    title: str


class ResolutionList(Struct, frozen=True):
    """The resolutions of a system that can be asked about, and its policies for decisions inside them."""

    system: str
    resolutions: tuple[ResolutionRow, ...]
    policies: tuple[str, ...]


class FactList(Struct, frozen=True):
    """The facts a resolution takes."""

    system: str
    resolution: str
    title: str
    facts: tuple[Fact, ...]


class Figure(Struct, frozen=True):
    """A number the resolution rests on, with the steps that made it."""

    name: str
    total: float
    steps: tuple[Modifier, ...]


class ValueRow(Struct, frozen=True):
    """One value of what is measured: its chance, that of it or more, and its fraction if asked for."""

    value: int
    chance: float
    at_least: float
    fraction: str | None


class HeadingRow(Struct, frozen=True):
    """Something people ask about, and its chance."""

    words: str
    chance: float
    fraction: str | None


class OutcomeRow(Struct, frozen=True):
    """One outcome whole, as plain data, and its chance."""

    outcome: Any
    chance: float
    fraction: str | None


class OddsReport(Struct, frozen=True):
    """The odds of a resolution; ``values`` and ``mean`` are there where its outcome can be measured."""

    system: str
    resolution: str
    title: str
    policy: str | None
    facts: Any
    figures: tuple[Figure, ...]
    measured: str
    mean: float | None
    values: tuple[ValueRow, ...]
    headings: tuple[HeadingRow, ...]
    outcomes: tuple[OutcomeRow, ...]


def resolution_list(system: System[Any]) -> ResolutionList:
    """What can be asked about."""
    rows = tuple(ResolutionRow(one.id, one.title) for one in system.resolutions())
    return ResolutionList(system.id, rows, tuple(system.policies()))


def fact_list(system: System[Any], resolution: Resolution) -> FactList:
    """What a resolution has to be told."""
    return FactList(system.id, resolution.id, resolution.title, schema(resolution.facts))


def find(system: System[Any], named: str) -> Resolution:
    """The resolution somebody named."""
    for resolution in system.resolutions():
        if resolution.id == named:
            return resolution
    known = suggest(named, (resolution.id for resolution in system.resolutions()))
    raise Unfit(f'{system.id} has no resolution "{named}"; {known}')


def choose_policy(system: System[Any], named: str | None) -> tuple[str | None, Policy | None]:
    """The policy somebody named, or the system's first; none where it states none."""
    policies = system.policies()
    if named is None:
        return next(iter(policies.items()), (None, None))
    if named not in policies:
        raise Unfit(f'{system.id} states no policy "{named}"; {suggest(named, policies)}')
    return named, policies[named]


def report(
    system: System[Any], resolution: Resolution, facts: Struct, *, policy: str | None, exact: bool
) -> OddsReport:
    """Work out the odds of a resolution for these facts."""
    name, decide = choose_policy(system, policy)
    try:
        tallies = resolution.tallies(facts)
        chances: Odds[Any] = driver.odds(do(resolution.procedure, facts), decide, exact=exact)
    except ValueError as fault:
        # A rule that cannot be asked with these facts says so; the facts are the user's.
        raise Unfit(f"{resolution.id} cannot be worked out for these facts: {fault}") from None
    values, mean = _values(chances, resolution.measure)
    return OddsReport(
        system=system.id,
        resolution=resolution.id,
        title=resolution.title,
        policy=name,
        facts=msgspec.to_builtins(facts),
        figures=tuple(Figure(named, tally.total, tally.steps) for named, tally in tallies.items()),
        measured=resolution.measured,
        mean=mean,
        values=values,
        headings=_headings(chances, lambda outcome: resolution.summary(facts, outcome)),
        outcomes=_by_chance(
            OutcomeRow(msgspec.to_builtins(outcome), float(chance), _fraction(chance))
            for outcome, chance in chances.items()
        ),
    )


def as_csv(report: OddsReport) -> str:
    """The odds as comma-separated values: each value of what is measured, then each heading."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("what", "outcome", "chance", "or more", "fraction"))
    for row in report.values:
        writer.writerow((report.measured, row.value, row.chance, row.at_least, row.fraction or ""))
    for heading in report.headings:
        writer.writerow(("heading", heading.words, heading.chance, "", heading.fraction or ""))
    return text.getvalue()


def _values(
    chances: Odds[Any], measure: Callable[[Any], int] | None
) -> tuple[tuple[ValueRow, ...], float | None]:
    """The distribution of the measured figure, every value between the least and the most, and its mean."""
    if measure is None:
        return (), None
    measured: Odds[int] = chances.map(measure)
    rows = tuple(
        ValueRow(
            value=value,
            chance=float(measured.chance(value)),
            at_least=float(measured.at_least(value)),
            fraction=_fraction(measured.chance(value)),
        )
        for value in range(min(measured), max(measured) + 1)
    )
    return rows, float(measured.mean())


def _headings(chances: Odds[T], summary: Callable[[T], tuple[str, ...]]) -> tuple[HeadingRow, ...]:
    """The chance of each heading, the likeliest first."""
    found: dict[str, Chance] = {}
    for outcome, chance in chances.items():
        for words in summary(outcome):
            found[words] = found.get(words, 0) + chance
    rows = (HeadingRow(words, float(chance), _fraction(chance)) for words, chance in found.items())
    return tuple(sorted(rows, key=lambda row: (-row.chance, row.words)))


def _by_chance(rows: Iterable[OutcomeRow]) -> tuple[OutcomeRow, ...]:
    return tuple(sorted(rows, key=lambda row: (-row.chance, msgspec.json.encode(row.outcome))))


def _fraction(chance: Chance) -> str | None:
    return str(chance) if isinstance(chance, Fraction) else None
