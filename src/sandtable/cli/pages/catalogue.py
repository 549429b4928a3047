"""The list of scenarios."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table

from sandtable.cli.pages.layout import listing
from sandtable.cli.reports.catalogue import Catalogue, SideRow


def page(catalogue: Catalogue) -> RenderableType:
    """One row for each scenario."""
    table: Table = listing("system", "scenario", "name", "date", "sides", "units", "turns")
    for row in catalogue.scenarios:
        sides = " v ".join(map(_side, row.sides))
        turns = "-" if row.turns is None else str(row.turns)
        table.add_row(row.system, row.id, row.name, row.date, sides, str(row.units), turns)
    return table


def _side(side: SideRow) -> str:
    return f"{side.name} ({side.units})"
