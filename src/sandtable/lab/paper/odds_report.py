"""The odds of a resolution: its figures with their reasons, and the chance of each outcome.

The odds are exact where the whole tree of the resolution can be searched; otherwise they are sampled, and the
report says so.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from sandtable.dice import Chance, Odds
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import OddsDriver
from sandtable.game.files.typed_files import suggest
from sandtable.game.kit.system import Policy, System
from sandtable.game.rules.resolution import Parting, Resolution
from sandtable.game.rules.tally import Modifier, Tally
from sandtable.lab.paper.effort import USUAL, Effort
from sandtable.lab.paper.facts import Fact, schema
from sandtable.lab.paper.sampling import Method, find_odds, standard_error
from sandtable.lab.paper.values import Unfit

T = TypeVar("T")


class ResolutionRow(Struct, frozen=True):
    """A resolution in a list."""

    id: str
    title: str


class ResolutionList(Struct, frozen=True):
    """The resolutions of a system and its policies for the decisions inside them."""

    system: str
    resolutions: tuple[ResolutionRow, ...]
    policies: tuple[str, ...]


class FactList(Struct, frozen=True):
    """The facts that a resolution takes."""

    system: str
    resolution: str
    title: str
    facts: tuple[Fact, ...]


class FigureRow(Struct, frozen=True):
    """A figure of the resolution with the steps that made it; ``shown`` is how it is written."""

    name: str
    total: float
    shown: str
    steps: tuple[Modifier, ...]


def figure_rows(tallies: Mapping[str, Tally]) -> tuple[FigureRow, ...]:
    """The figures of a resolution by name."""
    return tuple(FigureRow(name, tally.total, tally.shown, tally.steps) for name, tally in tallies.items())


class ValueRow(Struct, frozen=True):
    """One value of the measured figure: its chance, that of it or more, and its fraction if asked for."""

    value: int
    chance: float
    at_least: float
    fraction: str | None


class HeadingRow(Struct, frozen=True):
    """A named event and its chance."""

    words: str
    chance: float
    fraction: str | None


class OutcomeRow(Struct, frozen=True):
    """One whole outcome as plain data, and its chance."""

    outcome: Any
    chance: float
    fraction: str | None


class OddsReport(Struct, frozen=True):
    """The odds of a resolution; ``values`` and ``mean`` are given if its outcome can be measured.

    ``parting`` divides all outcomes from mildest to gravest, if the resolution defines that; ``method`` says
    whether the chances are exact.
    """

    system: str
    resolution: str
    title: str
    policy: str | None
    facts: Any
    figures: tuple[FigureRow, ...]
    measured: str
    mean: float | None
    values: tuple[ValueRow, ...]
    headings: tuple[HeadingRow, ...]
    outcomes: tuple[OutcomeRow, ...]
    parting: tuple[HeadingRow, ...]
    method: Method


def resolution_list(system: System[Any]) -> ResolutionList:
    """List the resolutions of a system."""
    rows = tuple(ResolutionRow(one.id, one.title) for one in system.resolutions())
    return ResolutionList(system.id, rows, tuple(system.policies()))


def fact_list(system: System[Any], resolution: Resolution) -> FactList:
    """List the facts that a resolution takes."""
    return FactList(system.id, resolution.id, resolution.title, schema(resolution.facts))


def find_resolution(system: System[Any], named: str) -> Resolution:
    """The resolution with this id."""
    for resolution in system.resolutions():
        if resolution.id == named:
            return resolution
    known = suggest(named, (resolution.id for resolution in system.resolutions()))
    raise Unfit(f'{system.id} has no resolution "{named}"; {known}', "resolution")


def choose_policy(system: System[Any], named: str | None) -> tuple[str | None, Policy | None]:
    """The policy with this name; without a name the system's first, or none if it has none."""
    policies = system.policies()
    if named is None:
        return next(iter(policies.items()), (None, None))
    if named not in policies:
        raise Unfit(f'{system.id} has no policy "{named}"; {suggest(named, policies)}', "policy")
    return named, policies[named]


@contextmanager
def as_facts_allow(resolution: Resolution) -> Iterator[None]:
    """Turn a ValueError of a rule into Unfit, which names the resolution."""
    try:
        yield
    except ValueError as fault:
        raise Unfit(f"{resolution.id} cannot be worked out for these facts: {fault}") from None


def odds_report(
    system: System[Any],
    resolution: Resolution,
    facts: Struct,
    *,
    policy: str | None,
    exact: bool,
    effort: Effort = USUAL,
) -> OddsReport:
    """Work out the odds of a resolution for these facts; *exact* asks for fractions."""
    name, decide = choose_policy(system, policy)
    with as_facts_allow(resolution):
        tallies = resolution.tallies(facts)
        driver = OddsDriver(decide, exact=exact, most=effort.steps)
        found = find_odds(driver, do(resolution.procedure, facts), decide, effort)
    chances = found.odds
    measured = None if resolution.measure is None else chances.map(resolution.measure)
    values = () if measured is None else _values(measured)
    headings = _headings(chances, lambda outcome: resolution.summary(facts, outcome))
    shown = (*(row.chance for row in headings), *(row.at_least for row in values), *chances.values())
    return OddsReport(
        system=system.id,
        resolution=resolution.id,
        title=resolution.title,
        policy=name,
        facts=msgspec.to_builtins(facts),
        figures=figure_rows(tallies),
        measured=resolution.measured,
        mean=None if measured is None else float(measured.mean()),
        values=values,
        headings=headings,
        outcomes=_by_chance(
            OutcomeRow(msgspec.to_builtins(outcome), float(chance), _fraction(chance))
            for outcome, chance in chances.items()
        ),
        parting=() if resolution.parting is None else _parting(chances, resolution.parting),
        method=found.method(
            effort, map(float, shown), None if measured is None else found.mean_error(measured)
        ),
    )


def as_csv(report: OddsReport) -> str:
    """The odds as CSV: each value of the measured figure, then each part, then each heading.

    The last two columns give the method and the standard error of the chance.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("what", "outcome", "chance", "or more", "fraction", "method", "error"))
    for row in report.values:
        chances = row.chance, row.at_least, row.fraction or ""
        writer.writerow((report.measured, row.value, *chances, *_method_cells(report.method, row.chance)))
    for what, rows in (("parting", report.parting), ("heading", report.headings)):
        for one in rows:
            found = _method_cells(report.method, one.chance)
            writer.writerow((what, one.words, one.chance, "", one.fraction or "", *found))
    return text.getvalue()


def _method_cells(method: Method, chance: float) -> tuple[str, float]:
    return str(method), 0.0 if method.exact else standard_error(chance, method.thrown)


def _values(measured: Odds[int]) -> tuple[ValueRow, ...]:
    """The distribution of the measured figure, for every value between the least and the most."""
    return tuple(
        ValueRow(
            value=value,
            chance=float(measured.chance(value)),
            at_least=float(measured.at_least(value)),
            fraction=_fraction(measured.chance(value)),
        )
        for value in range(min(measured), max(measured) + 1)
    )


def _parting(chances: Odds[Any], parting: Parting) -> tuple[HeadingRow, ...]:
    """The chance of each part, in the order of the parting, impossible ones included."""
    parts = chances.map(parting.heading)
    return tuple(
        HeadingRow(words, float(parts.chance(words)), _fraction(parts.chance(words)))
        for words in parting.headings
    )


def _headings(chances: Odds[T], summary: Callable[[T], tuple[str, ...]]) -> tuple[HeadingRow, ...]:
    """The chance of each heading, most likely first."""
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
