"""``sandtable odds``: the exact odds of a resolution, asked without any table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.faults import Misuse
from sandtable.cli.options import AsJson

if TYPE_CHECKING:
    from msgspec import Struct

    from sandtable.game.system import Resolution


FactTexts = Annotated[
    list[str] | None,
    typer.Argument(metavar="KEY=VALUE", help="Facts, such as fire.range=7 target.wear=8/16/24."),
]
FactsFile = Annotated[
    Path | None,
    typer.Option("--facts", metavar="FILE", help="Facts from a JSON file; those typed go before."),
]
PolicyName = Annotated[
    str | None, typer.Option(help="How decisions inside are taken; the system's first if not given.")
]
HelpFacts = Annotated[
    bool, typer.Option("--help-facts", help="List the facts of the resolution; so does giving none.")
]


def odds(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="The system, such as liberty.")],
    resolution: Annotated[
        str | None, typer.Argument(metavar="RESOLUTION", help="The resolution, such as volley.")
    ] = None,
    facts: FactTexts = None,
    *,
    file: FactsFile = None,
    policy: PolicyName = None,
    exact: Annotated[bool, typer.Option("--exact", help="Exact fractions beside the percentages.")] = False,
    list_all: Annotated[bool, typer.Option("--list", help="List the resolutions.")] = False,
    help_facts: HelpFacts = False,
    as_json: AsJson = False,
) -> None:
    """Tell the exact odds of a resolution: its figures with their reasons, the chances, a chart.

    Without a resolution it lists those of the system, without facts the facts that the resolution takes.

    With --json: an object with system, resolution, title, policy, facts, figures (name, total, steps),
    measured, mean, values (value, chance, at_least, fraction), headings (words, chance, fraction) and
    outcomes (outcome, chance, fraction); fraction is null without --exact. A list of resolutions is an
    object with system, resolutions (id, title) and policies; a list of facts one with system, resolution,
    title and facts (key, kind, default, description).
    """
    from sandtable import systems
    from sandtable.cli.output import emit
    from sandtable.cli.pages import odds as pages
    from sandtable.cli.reports import odds as reports

    found = systems.load(system)
    if list_all or resolution is None:
        emit(reports.resolution_list(found), pages.resolution_page, as_json=as_json)
        return
    asked = reports.find(found, resolution)
    if help_facts or not (facts or file):
        reports.choose_policy(found, policy)
        emit(reports.fact_list(found, asked), pages.fact_page, as_json=as_json)
        return
    told = _told(asked, facts or [], file)
    emit(reports.report(found, asked, told, policy=policy, exact=exact), pages.odds_page, as_json=as_json)


def _told(resolution: Resolution, texts: list[str], file: Path | None) -> Struct:
    """The facts of the file, those typed laid over them."""
    from sandtable.cli.reports.facts import flattened, pairs, read_facts, read_given
    from sandtable.game.files import BadFile, read_json

    if file is None:
        return read_facts(resolution.facts, pairs(texts))
    from_file = flattened(read_json(file, dict[str, object]))
    try:
        read_given(resolution.facts, from_file)
    except Misuse as fault:
        raise BadFile(str(file), "", str(fault)) from None
    return read_facts(resolution.facts, from_file | pairs(texts))
