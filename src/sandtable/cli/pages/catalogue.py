"""The page of ``sandtable scenarios``."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table

from sandtable.cli.pages.layout import listing, unbroken
from sandtable.cli.reports.catalogue import Catalogue, CertifiedRow
from sandtable.game.kit.catalogue import SideRow


def page(catalogue: Catalogue) -> RenderableType:
    """One row for each scenario, and the balance of those with a certificate below."""
    table: Table = listing("system", "scenario", "name", "date", "sides", "units", "turns")
    for row in catalogue.scenarios:
        sides = " v ".join(map(_side, row.sides))
        table.add_row(row.system, row.id, row.name, row.date, sides, str(row.units), str(row.turns))
    return Group(table, *(unbroken(words) for row in catalogue.scenarios if (words := _balance(row))))


def _balance(row: CertifiedRow) -> str:
    if row.certificate is None:
        return ""
    held = f"stale ({'; '.join(row.stale)})" if row.stale else row.certificate.words
    return f"balance of {row.system}/{row.id}: {held}"


def _side(side: SideRow) -> str:
    return f"{side.name} ({side.units})"
