"""``sandtable scenarios``: the list of scenarios."""

from __future__ import annotations

from typing import Annotated

import typer

from sandtable.cli.options import AsJson


def scenarios(
    system: Annotated[
        str | None, typer.Argument(metavar="SYSTEM", help="Only scenarios of this system.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """List every scenario with its system, name, date, sides, units, turns and balance.

    With --json: an object with "scenarios", a list of objects with system, id, name, date, place, turns (null
    if the rules set the limit), units, sides, a list of objects with id, name, commander and units,
    certificate (null, or the one of sandtable certify) and stale (why it is no longer valid).
    """
    from sandtable.cli.output import emit
    from sandtable.cli.pages.catalogue import page
    from sandtable.cli.reports.catalogue import catalogue

    emit(catalogue(system), page, as_json=as_json)
