"""The page of ``sandtable rules --tables``: the figures that house rules can set."""

from __future__ import annotations

from rich.console import RenderableType

from sandtable.cli.pages.layout import listing
from sandtable.cli.reports.tables import FigureRow, Tables
from sandtable.game.rules.house_rules import written


def page(found: Tables) -> RenderableType:
    """One row for each figure."""
    table = listing("figure", "value", "type")
    for row in found.figures:
        table.add_row(row.key, written(row.value), _type(row))
    return table


def _type(row: FigureRow) -> str:
    return f"{row.kind} like {', '.join(row.like)}" if row.like else row.kind
