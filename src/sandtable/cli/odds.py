"""``sandtable odds``: the exact odds of a resolution, asked without any table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.faults import Misuse
from sandtable.cli.options import AsJson

if TYPE_CHECKING:
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
OverTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--over", metavar="KEY=A..B", help="Let a fact run: KEY=1..28, KEY=0..24:4, KEY=no,yes; twice: a map."
    ),
]
ShownFigure = Annotated[
    str | None, typer.Option("--show", help="What the bars or the map of --over show: mean, or a heading.")
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
    over: OverTexts = None,
    show: ShownFigure = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")] = False,
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
    title and facts (key, kind, default, description). With --over it is an object with axes (key, values),
    headings and cells (at, mean, chances).
    """
    from sandtable import systems
    from sandtable.cli.output import emit
    from sandtable.cli.pages import odds as pages
    from sandtable.cli.pages.sweep import sweep_page
    from sandtable.lab import odds as reports
    from sandtable.lab.facts import read_facts
    from sandtable.lab.sweep import as_csv as sweep_csv
    from sandtable.lab.sweep import sweep

    found = systems.load(system)
    if list_all or resolution is None:
        emit(reports.resolution_list(found), pages.resolution_page, as_json=as_json)
        return
    asked = reports.find(found, resolution)
    if help_facts or not (facts or file or over):
        reports.choose_policy(found, policy)
        emit(reports.fact_list(found, asked), pages.fact_page, as_json=as_json)
        return
    told = given(asked, facts or [], file)
    if over:
        if exact:
            raise Misuse("--exact goes with one question; leave it away beside --over")
        swept = sweep(found, asked, told, over, policy=policy, show=show)
        emit(swept, sweep_page, as_json=as_json, csv=sweep_csv if as_csv else None)
        return
    if show:
        raise Misuse("--show says what --over shows; give --over KEY=A..B too")
    report = reports.report(found, asked, read_facts(asked.facts, told), policy=policy, exact=exact)
    emit(report, pages.odds_page, as_json=as_json, csv=reports.as_csv if as_csv else None)


def given(resolution: Resolution, texts: list[str], file: Path | None) -> dict[str, object]:
    """The facts of the file, those typed laid over them."""
    from sandtable.game.files import BadFile, read_json
    from sandtable.lab.facts import flattened, pairs, read_given
    from sandtable.lab.values import Unfit

    if file is None:
        return pairs(texts)
    from_file = flattened(read_json(file, dict[str, object]))
    try:
        read_given(resolution.facts, from_file)
    except Unfit as fault:
        raise BadFile(str(file), "", str(fault)) from None
    return from_file | pairs(texts)
