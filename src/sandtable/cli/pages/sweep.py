"""The page of a sweep: a bar for each value of one fact, a heat map for two."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from sandtable.cli.pages.layout import heading, listing, percent
from sandtable.cli.pages.odds import Bar, method_words
from sandtable.lab.paper.sweep import MEAN, Cell, Sweep, figure

COLUMNS: Final = 5
"""The most headings that a table shows; --json and --csv have all."""
ROOM: Final = 10
SHADES: Final = " ░▒▓█"
COLD, HOT = (244, 236, 219), (156, 52, 40)
INK, PAPER = "#2b2620", "#fbf7ee"


def sweep_page(found: Sweep) -> RenderableType:
    """A sweep over one or two facts."""
    return Group(*(_table(found) if len(found.axes) == 1 else _map(found)))


def _table(found: Sweep) -> Iterator[RenderableType]:
    shown = found.headings[:COLUMNS]
    mean = [found.measured] if found.measured else []
    table = listing(found.axes[0].key, *mean, "", *shown, title=found.title)
    most = max((figure(cell, found.shown) for cell in found.cells), default=0.0) or 1.0
    for cell in found.cells:
        means = [f"{cell.mean:.2f}"] if found.measured and cell.mean is not None else []
        bar = Bar(figure(cell, found.shown) / most, room=ROOM)
        table.add_row(cell.at[0], *means, bar, *(percent(figure(cell, words)) for words in shown))
    yield table
    yield from _remarks(found, drawn=f"bars: {_named(found)}")


def _map(found: Sweep) -> Iterator[RenderableType]:
    """A heat map: rows are the first fact, columns the second; darker is more."""
    down, across = found.axes
    yield heading(found.title)
    yield Text(f"{_named(found)}; {down.key} downwards, {across.key} across")
    cells = {cell.at: cell for cell in found.cells}
    figures = [figure(cell, found.shown) for cell in found.cells]
    low, high = min(figures), max(figures)
    table = Table.grid(padding=0)
    table.add_column(justify="right")
    for _ in across.values:
        table.add_column(justify="right")
    table.add_row("", *(Text(f" {value}", style="dim") for value in across.values))
    for row in down.values:
        shaded = [_shaded(cells[row, column], found.shown, low, high) for column in across.values]
        table.add_row(Text(f"{row} ", style="dim"), *shaded)
    yield table
    yield from _remarks(found, drawn="")


def _shaded(cell: Cell, shown: str, low: float, high: float) -> Text:
    """A figure on its shade; without colour the shade is a mark before it."""
    value = figure(cell, shown)
    share = 0.0 if high == low else (value - low) / (high - low)
    ground = "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(COLD, HOT, strict=True))
    words = f"{value:.2f}" if shown == MEAN else f"{100 * value:.0f}"
    mark = SHADES[min(len(SHADES) - 1, round(share * (len(SHADES) - 1)))]
    return Text(f" {mark}{words} ", style=Style(bgcolor=ground, color=INK if share < 0.6 else PAPER))


def _named(found: Sweep) -> str:
    return f"{found.measured}, on average" if found.shown == MEAN else f"{found.shown}, times in a hundred"


def _method(found: Sweep) -> str:
    """How the odds were found; for sampled odds the largest error is shown."""
    if not found.thrown:
        return "exact odds"
    worst = max(found.thrown, key=lambda cell: cell.method.error)
    return f"{len(found.thrown)} of {len(found.cells)}: {method_words(worst.method)}"


def _remarks(found: Sweep, *, drawn: str) -> Iterator[RenderableType]:
    left = len(found.headings) - COLUMNS
    more = (
        f"{left} more heading{'' if left == 1 else 's'} in --json and --csv"
        if left > 0 and len(found.axes) == 1
        else ""
    )
    policy = f"decisions by the policy {found.policy}" if found.policy else ""
    said = "; ".join(part for part in (drawn, more, _method(found), policy) if part)
    if said:
        yield Text(said, style="dim")
