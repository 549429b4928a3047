"""The page of ``sandtable odds``: figures with their reasons, a bar for each value, and the named chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.cli.pages.layout import exactly, heading, listing, percent
from sandtable.lab.paper.odds_report import (
    FactList,
    FigureRow,
    HeadingRow,
    OddsReport,
    ResolutionList,
    ValueRow,
)
from sandtable.lab.paper.sampling import Method

BAR = 40
RARE = 0.0005
EIGHTHS = " ▏▎▍▌▋▊▉█"


def resolution_page(resolutions: ResolutionList) -> RenderableType:
    """The resolutions of a system."""
    table = listing("resolution", "what it is")
    for row in resolutions.resolutions:
        table.add_row(row.id, row.title)
    policies = ", ".join(resolutions.policies)
    remark = Text(f"policies for decisions inside a resolution: {policies}") if policies else Text("")
    return Group(table, remark)


def fact_page(facts: FactList) -> RenderableType:
    """The facts that a resolution takes."""
    table = listing("fact", "default", "allowed", "what it says")
    for fact in facts.facts:
        table.add_row(fact.key, _default(fact.default), fact.kind, fact.description)
    return Group(heading(facts.title), table, Text(f"For example: {_example(facts)}"))


def _example(facts: FactList) -> str:
    first = facts.facts[0]
    return f"sandtable odds {facts.system} {facts.resolution} {first.key}={_quoted(_default(first.default))}"


def _quoted(text: str) -> str:
    return f"'{text}'" if " " in text else text or "..."


def _default(default: object) -> str:
    match default:
        case None:
            return ""
        case bool():
            return "yes" if default else "no"
        case dict():
            return "/".join(map(str, default.values()))
        case list() | tuple():
            return ",".join(map(str, default))
        case _:
            return str(default)


def odds_page(report: OddsReport) -> RenderableType:
    """The odds of a resolution, without the list of whole outcomes."""
    return Group(*_odds(report))


def _odds(report: OddsReport) -> Iterator[RenderableType]:
    yield heading(report.title)
    yield Padding(figures_page(report.figures), (1, 0, 0, 2), expand=False)
    if report.values:
        mean = "" if report.mean is None else f", {report.mean:.2f} on average"
        yield heading(f"\n{report.measured}{mean}")
        yield Padding(_chart(report.values), (0, 0, 0, 2), expand=False)
    if report.parting:
        yield heading("\none of these")
        yield Padding(_headings(report.parting), (0, 0, 0, 2), expand=False)
    yield heading("\nchances")
    yield Padding(_headings(report.headings), (0, 0, 0, 2), expand=False)
    policy = f"; decisions by the policy {report.policy}" if report.policy else ""
    yield Text(f"\n{method_words(report.method)}{policy}", style="dim")


def method_words(method: Method) -> str:
    """How the odds were found, and their error."""
    if method.exact:
        return "exact odds"
    mean = "" if method.mean_error is None else f", of the mean {method.mean_error:.3f}"
    return (
        f"{method}, because the exact search is too large; the standard error of a chance is"
        f" {100 * method.error:.2f} % at most{mean}"
    )


def figures_page(figures: Sequence[FigureRow]) -> RenderableType:
    """Each figure on a line, its steps with their rules below."""
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right")
    table.add_column()
    for figure in figures:
        table.add_row(Text(f"{figure.total:g}", style="bold"), Text(figure.name, style="bold"))
        for step in figure.steps:
            words, bracket, rule = str(step).rpartition(" [")
            table.add_row("", Text(words).append(f"{bracket}{rule}", style="dim"))
    return table


def _chart(values: Sequence[ValueRow]) -> RenderableType:
    """A bar for each possible value, with its chance and that of it or more."""
    likely = [row for row in values if row.chance >= RARE or row.fraction]
    most = max(row.chance for row in values)
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    table.add_column()
    table.add_column(justify="right")
    table.add_column(justify="right", style="dim")
    for row in likely:
        at_least = f"{percent(row.at_least)} or more"
        bar = Bar(row.chance / most)
        table.add_row(str(row.value), bar, percent(row.chance), at_least, *_exact(row.fraction))
    left = len(values) - len(likely)
    if left:
        table.add_row("", Text(f"{left} more, each below {percent(RARE)}", style="dim"), "", "")
    return table


def _exact(fraction: str | None) -> tuple[Text, ...]:
    """The cell of a fraction, if there is one: an empty column would take room from the others."""
    return (Text(exactly(fraction), style="dim"),) if fraction else ()


def _headings(headings: Sequence[HeadingRow]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right")
    for row in headings:
        table.add_row(percent(row.chance), row.words, *_exact(row.fraction))
    return table


class Bar:
    """A bar whose length shows a share of the longest."""

    def __init__(self, share: float, room: int = BAR) -> None:
        self._share = share
        self._room = room

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """All bars get the same width."""
        return Measurement(self._room, self._room)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draws in eighths of a character if the terminal has them, else in whole ones."""
        if options.ascii_only:
            yield Text("#" * ceil(self._share * self._room), style="green")
            return
        eighths = ceil(self._share * self._room * 8)
        yield Text("█" * (eighths // 8) + EIGHTHS[eighths % 8].strip(), style="green")
