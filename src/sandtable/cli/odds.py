"""``sandtable odds``: the exact odds of a resolution, asked without any table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from sandtable.cli.faults import Misuse
from sandtable.cli.options import AsJson, SetTexts, house_rules

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
Exact = Annotated[bool, typer.Option("--exact", help="Exact fractions beside the percentages.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")]
ListAll = Annotated[bool, typer.Option("--list", help="List the resolutions.")]


def odds(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="The system, such as liberty.")],
    resolution: Annotated[
        str | None, typer.Argument(metavar="RESOLUTION", help="The resolution, such as volley.")
    ] = None,
    facts: FactTexts = None,
    *,
    file: FactsFile = None,
    policy: PolicyName = None,
    exact: Exact = False,
    over: OverTexts = None,
    show: ShownFigure = None,
    sets: SetTexts = None,
    as_csv: AsCsv = False,
    list_all: ListAll = False,
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
    asked = _Asked(tuple(facts or ()), file, policy, tuple(over or ()), show, exact=exact, as_csv=as_csv)
    with house_rules(system, sets):
        if list_all or resolution is None:
            _list(system, as_json=as_json)
        elif help_facts or asked.is_empty:
            _list_facts(system, resolution, policy, as_json=as_json)
        elif asked.over:
            _sweep(system, resolution, asked, as_json=as_json)
        else:
            _tell(system, resolution, asked, as_json=as_json)


class _Asked(NamedTuple):
    """What is asked of a resolution, as it was typed."""

    facts: tuple[str, ...]
    file: Path | None
    policy: str | None
    over: tuple[str, ...]
    show: str | None
    exact: bool
    as_csv: bool

    @property
    def is_empty(self) -> bool:
        """Was nothing said of the facts?"""
        return not (self.facts or self.file or self.over)


def _list(system: str, *, as_json: bool) -> None:
    from sandtable import systems
    from sandtable.cli.output import emit
    from sandtable.cli.pages.odds import resolution_page
    from sandtable.lab.odds import resolution_list

    emit(resolution_list(systems.load(system)), resolution_page, as_json=as_json)


def _list_facts(system: str, resolution: str, policy: str | None, *, as_json: bool) -> None:
    from sandtable import systems
    from sandtable.cli.output import emit
    from sandtable.cli.pages.odds import fact_page
    from sandtable.lab.odds import choose_policy, fact_list, find

    found = systems.load(system)
    listed = fact_list(found, find(found, resolution))
    choose_policy(found, policy)
    emit(listed, fact_page, as_json=as_json)


def _sweep(system: str, resolution: str, asked: _Asked, *, as_json: bool) -> None:
    """The odds over one or two facts that run."""
    from sandtable import systems
    from sandtable.cli.output import emit
    from sandtable.cli.pages.sweep import sweep_page
    from sandtable.lab.odds import find
    from sandtable.lab.sweep import as_csv, sweep

    found = systems.load(system)
    procedure = find(found, resolution)
    told = given(procedure, list(asked.facts), asked.file)
    if asked.exact:
        raise Misuse("--exact goes with one question; leave it away beside --over")
    swept = sweep(found, procedure, told, list(asked.over), policy=asked.policy, show=asked.show)
    emit(swept, sweep_page, as_json=as_json, csv=as_csv if asked.as_csv else None)


def _tell(system: str, resolution: str, asked: _Asked, *, as_json: bool) -> None:
    """The odds of one question."""
    from sandtable import systems
    from sandtable.cli.output import emit
    from sandtable.cli.pages.odds import odds_page
    from sandtable.lab.facts import read_facts
    from sandtable.lab.odds import as_csv, find, report

    found = systems.load(system)
    procedure = find(found, resolution)
    told = given(procedure, list(asked.facts), asked.file)
    if asked.show:
        raise Misuse("--show says what --over shows; give --over KEY=A..B too")
    answer = report(
        found, procedure, read_facts(procedure.facts, told), policy=asked.policy, exact=asked.exact
    )
    emit(answer, odds_page, as_json=as_json, csv=as_csv if asked.as_csv else None)


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
