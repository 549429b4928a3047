"""Sweeps: the odds of a resolution while one or two facts run through their values.

>>> axis_of("fire.range=1..9:4")
Axis(key='fire.range', values=('1', '5', '9'))
>>> axis_of("cover=no,yes").values
('no', 'yes')
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

from msgspec import Struct

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import OddsDriver
from sandtable.game.files.typed_files import suggest
from sandtable.game.kit.system import Policy, System
from sandtable.game.rules.resolution import Resolution
from sandtable.lab.paper.effort import USUAL, Effort
from sandtable.lab.paper.facts import read_facts
from sandtable.lab.paper.odds_report import choose_policy
from sandtable.lab.paper.sampling import Method, find_odds
from sandtable.lab.paper.values import Unfit

RANGE: Final = re.compile(r"(-?\d{1,6})\.\.(-?\d{1,6})(?::(\d{1,6}))?")
MOST_AXES: Final = 2
MOST_CELLS: Final = 2_500
MEAN: Final = "mean"


class Axis(Struct, frozen=True):
    """A fact and the values it runs through, as texts."""

    key: str
    values: tuple[str, ...]


class Cell(Struct, frozen=True):
    """The odds at one point: the mean of the measured figure, if there is one, and each heading's chance.

    ``method`` says whether they are exact.
    """

    at: tuple[str, ...]
    mean: float | None
    chances: dict[str, float]
    method: Method


class Sweep(Struct, frozen=True):
    """The odds of a resolution over one or two axes; ``headings`` are all that occur, most likely first.

    ``shown`` is the figure of the heat map: the mean, or one of the headings.
    """

    system: str
    resolution: str
    title: str
    policy: str | None
    axes: tuple[Axis, ...]
    measured: str
    headings: tuple[str, ...]
    shown: str
    cells: tuple[Cell, ...]

    @property
    def thrown(self) -> tuple[Cell, ...]:
        """The cells whose odds were sampled."""
        return tuple(cell for cell in self.cells if not cell.method.exact)


def axis_of(text: str) -> Axis:
    """Read an axis: a fact with a range, a range with a step, or a list of values."""
    key, equals, written = text.partition("=")
    if not equals or not key or not written:
        raise Unfit(f'"{text}" is not a range: write KEY=1..28, KEY=0..24:4 or KEY=no,yes', key or None)
    if (found := RANGE.fullmatch(written)) is None:
        return Axis(key, tuple(value.strip() for value in written.split(",")))
    first, last, step = int(found[1]), int(found[2]), int(found[3] or 1)
    if step == 0 or last < first:
        raise Unfit(f"{text} is empty: write the lower figure first, and a step of 1 or more", key)
    if (last - first) // step >= MOST_CELLS:
        raise Unfit(f"{text} has more than {MOST_CELLS:,} values; take a larger step", key)
    return Axis(key, tuple(map(str, range(first, last + 1, step))))


def sweep(
    system: System[Any],
    resolution: Resolution,
    given: Mapping[str, object],
    texts: Sequence[str],
    *,
    policy: str | None,
    show: str | None,
    effort: Effort = USUAL,
) -> Sweep:
    """Work out the odds for every value, or every pair of values."""
    axes = tuple(map(axis_of, texts))
    _require_few(axes, given)
    name, decide = choose_policy(system, policy)
    asking = _Asking(resolution, given, axes, OddsDriver(decide, most=effort.steps), decide, effort)
    cells = tuple(_cell(asking, at) for at in product(*(axis.values for axis in axes)))
    headings = _headings(cells)
    return Sweep(
        system=system.id,
        resolution=resolution.id,
        title=resolution.title,
        policy=name,
        axes=axes,
        measured=resolution.measured if resolution.measure is not None else "",
        headings=headings,
        shown=_shown(show, headings, measured=resolution.measure is not None),
        cells=cells,
    )


def _require_few(axes: Sequence[Axis], given: Mapping[str, object]) -> None:
    if not axes:
        raise Unfit("no fact varies: name one with its values, such as KEY=1..28")
    if len(axes) > MOST_AXES:
        raise Unfit(f"{len(axes)} facts vary, but at most two can")
    keys = [axis.key for axis in axes]
    for key in keys:
        if key in given or keys.count(key) > 1:
            raise Unfit(f"{key} is given twice: give it one value, or let it vary, once", key)
    cells = 1
    for axis in axes:
        cells *= len(axis.values)
    if cells > MOST_CELLS:
        raise Unfit(f"that makes {cells:,} questions, more than {MOST_CELLS:,}; take larger steps")


class _Asking(NamedTuple):
    """The inputs that are the same for every cell."""

    resolution: Resolution
    given: Mapping[str, object]
    axes: Sequence[Axis]
    driver: OddsDriver
    policy: Policy | None
    effort: Effort


def _cell(asking: _Asking, at: tuple[str, ...]) -> Cell:
    resolution = asking.resolution
    laid = {axis.key: value for axis, value in zip(asking.axes, at, strict=True)}
    facts = read_facts(resolution.facts, {**asking.given, **laid})
    try:
        call = do(resolution.procedure, facts)
        found = find_odds(asking.driver, call, asking.policy, asking.effort)
    except ValueError as fault:
        where = ", ".join(f"{key}={value}" for key, value in laid.items())
        raise Unfit(f"{resolution.id} cannot be worked out for {where}: {fault}") from None
    chances: dict[str, float] = {}
    for outcome, chance in found.odds.items():
        for words in resolution.summary(facts, outcome):
            chances[words] = chances.get(words, 0.0) + float(chance)
    if resolution.measure is None:
        return Cell(at, None, dict(sorted(chances.items())), found.method(asking.effort, chances.values()))
    measured = found.odds.map(resolution.measure)
    method = found.method(asking.effort, chances.values(), found.mean_error(measured))
    return Cell(at, float(measured.mean()), dict(sorted(chances.items())), method)


def _headings(cells: Sequence[Cell]) -> tuple[str, ...]:
    total: dict[str, float] = {}
    for cell in cells:
        for words, chance in cell.chances.items():
            total[words] = total.get(words, 0.0) + chance
    return tuple(sorted(total, key=lambda words: (-total[words], words)))


def _shown(asked: str | None, headings: Sequence[str], *, measured: bool) -> str:
    """The figure that was asked for, or the mean, or the most likely heading."""
    known: tuple[str, ...] = (*((MEAN,) if measured else ()), *headings)
    if asked is None:
        return known[0]
    if asked not in known:
        raise Unfit(f'"{asked}" does not occur; {suggest(asked, known)}')
    return asked


def figure(cell: Cell, shown: str) -> float:
    """A figure of a cell: its mean, or the chance of a heading (0 if it does not occur)."""
    if shown == MEAN and cell.mean is not None:
        return cell.mean
    return cell.chances.get(shown, 0.0)


def as_csv(found: Sweep) -> str:
    """A sweep as CSV, one line per cell.

    The last two columns give the method and the largest standard error of the cell's chances.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    mean = (MEAN,) if found.measured else ()
    writer.writerow((*(axis.key for axis in found.axes), *mean, *found.headings, "method", "error"))
    for cell in found.cells:
        figures = [figure(cell, heading) for heading in (*mean, *found.headings)]
        ways = str(cell.method), f"{cell.method.error:.6g}"
        writer.writerow((*cell.at, *(f"{value:.6g}" for value in figures), *ways))
    return text.getvalue()
