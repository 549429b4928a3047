"""The report: a table for people, JSON for programs, and facts about the machine."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Final

import msgspec
from msgspec import Struct
from rich.console import Console, Group
from rich.table import Table

from benchmarks.figures import Figure, Met, in_unit, rate, worded

LIBRARIES: Final = ("icepool", "msgspec", "numba", "numpy", "shapely")
USUAL_UNITS: Final = 40

Lines = dict[tuple[str, str], dict[int, str]]
"""For each question and side, peers included, the time in words for each size."""


class Machine(Struct, frozen=True):
    """Facts needed to judge a figure; none identifies the machine."""

    python: str
    system: str
    architecture: str
    cores: int
    busy: float
    libraries: dict[str, str]


class Report(Struct, frozen=True):
    """All figures of a run."""

    day: str
    machine: Machine
    figures: tuple[Figure, ...]


def machine() -> Machine:
    """The machine as it is now; ``busy`` is the load average of the last minute."""
    return Machine(
        python=platform.python_version(),
        system=platform.system(),
        architecture=platform.machine(),
        cores=os.cpu_count() or 1,
        busy=round(os.getloadavg()[0], 2),
        libraries={library: version(library) for library in LIBRARIES},
    )


def report(figures: Sequence[Figure]) -> Report:
    """All figures with date and machine."""
    return Report(datetime.now(UTC).date().isoformat(), machine(), tuple(figures))


def as_json(found: Report) -> bytes:
    """The report as a JSON document."""
    return msgspec.json.format(msgspec.json.encode(found), indent=2) + b"\n"


# ------------------------------------------------------------------ for people
def show(found: Report, console: Console) -> None:
    """Print the tables and a line on the machine."""
    console.print(Group(figures_table(found.figures), *growth_tables(found.figures)))
    facts = found.machine
    libraries = ", ".join(f"{name} {number}" for name, number in facts.libraries.items())
    console.print(
        f"{facts.cores} cores ({facts.architecture}), Python {facts.python}, {libraries};"
        f" {facts.busy:g} processes busy."
    )


def figures_table(figures: Sequence[Figure]) -> Table:
    """Every figure with its peer and its target."""
    table = Table(title="Figures: the median of all rounds, and the best", title_justify="left")
    for heading in ("benchmark", "question", "side"):
        table.add_column(heading)
    for heading in ("median", "best", "unit"):
        table.add_column(heading, justify="left" if heading == "unit" else "right")
    table.add_column("peer")
    table.add_column("ratio", justify="right")
    table.add_column("target")
    table.add_column("met")
    before = ""
    for figure in chosen(figures):
        if figure.benchmark != before and before:
            table.add_section()
        table.add_row(*cells(figure), style="" if figure.met is not Met.NO else "bold")
        before = figure.benchmark
    return table


def cells(figure: Figure) -> tuple[str, ...]:
    """One line of the table of figures."""
    if figure.per_second:
        numbers = (rate(figure.median), rate(figure.best), "per s")
    else:
        number, unit = in_unit(figure.median)
        numbers = (number, in_unit(figure.best, unit)[0], unit)
    peer = "" if figure.peer_median is None else f"{figure.peer} {_in_words(figure, figure.peer_median)}"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.3g}"
    met = "" if figure.met is None else str(figure.met)
    return (figure.benchmark, _sized(figure), figure.side, *numbers, peer, ratio, figure.target, met)


def growth_tables(figures: Sequence[Figure]) -> list[Table]:
    """How the time of each question grows, one table for each kind of size."""
    kinds = dict.fromkeys(figure.size_of for figure in figures)
    return [growth_table(grown, kind) for kind in kinds if (grown := lines(figures, kind))]


def growth_table(grown: Lines, size_of: str) -> Table:
    """How the time of each question grows with the number of units or dice."""
    sizes = sorted({size for times in grown.values() for size in times})
    table = Table(title=f"Growth with the number of {size_of} (medians)", title_justify="left")
    table.add_column("question")
    table.add_column("side")
    for size in sizes:
        table.add_column(str(size), justify="right")
    for (question, side), times in grown.items():
        table.add_row(question, side, *(times.get(size, "") for size in sizes))
    return table


def lines(figures: Sequence[Figure], size_of: str) -> Lines:
    """The lines of a table of growth, without questions measured at one size only."""
    found: Lines = {}
    for figure in figures:
        if figure.size is not None and figure.size_of == size_of:
            own = found.setdefault((figure.question, figure.side), {})
            own[figure.size] = _in_words(figure, figure.median)
            if figure.peer_median is not None:
                theirs = found.setdefault((figure.question, figure.peer), {})
                theirs[figure.size] = _in_words(figure, figure.peer_median)
    return {line: times for line, times in found.items() if len(times) > 1}


def chosen(figures: Sequence[Figure]) -> list[Figure]:
    """The lines of the first table: the sizes with targets, or else the usual size."""
    judged: dict[str, set[int | None]] = {}
    usual: dict[str, int | None] = {}
    for figure in figures:
        name, size = figure.question, figure.size
        before = usual.setdefault(name, size)
        if before is not None and size is not None and before < size <= USUAL_UNITS:
            usual[name] = size
        if figure.target:
            judged.setdefault(name, set()).add(size)
    return [
        figure for figure in figures if figure.size in judged.get(figure.question, {usual[figure.question]})
    ]


def _sized(figure: Figure) -> str:
    return figure.question if figure.size is None else f"{figure.question}, {figure.size} {figure.size_of}"


def _in_words(figure: Figure, seconds: float) -> str:
    return f"{rate(seconds)} per s" if figure.per_second else worded(seconds)
