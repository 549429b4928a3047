"""``sandtable odds``: the odds of a resolution, without a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from sandtable.cli.errors import Misuse
from sandtable.cli.options import AsJson, SetTexts, house_rules
from sandtable.lab.paper.effort import MOST_STEPS, MOST_THROWS, SEED, THROWS, Effort

if TYPE_CHECKING:
    from sandtable.game.rules.resolution import Resolution


Form = Literal["page", "json", "csv"]
SystemNamed = Annotated[str, typer.Argument(metavar="SYSTEM", help="The system, such as liberty.")]
ResolutionNamed = Annotated[
    str | None, typer.Argument(metavar="RESOLUTION", help="The resolution, such as volley.")
]
FactTexts = Annotated[
    list[str] | None,
    typer.Argument(metavar="KEY=VALUE", help="Facts, such as fire.range=7 target.wear=8/16/24."),
]
FactsFile = Annotated[
    Path | None,
    typer.Option("--facts", metavar="FILE", help="Read facts from a JSON file; typed facts override them."),
]
PolicyName = Annotated[
    str | None, typer.Option(help="The policy for decisions inside (default: the system's first).")
]
OverTexts = Annotated[
    list[str] | None,
    typer.Option(
        "--over",
        metavar="KEY=A..B",
        help="Vary a fact: KEY=1..28, KEY=0..24:4, KEY=no,yes. Give it twice for a map.",
    ),
]
ShownFigure = Annotated[str | None, typer.Option("--show", help="What --over shows: mean, or a heading.")]
HelpFacts = Annotated[
    bool,
    typer.Option("--help-facts", help="List the facts of the resolution (the default if none are given)."),
]
Exact = Annotated[bool, typer.Option("--exact", help="Show exact fractions too.")]
Steps = Annotated[
    int, typer.Option(min=0, metavar="N", help="Search at most N steps exactly; beyond that, sample.")
]
Throws = Annotated[
    int, typer.Option(min=1, max=MOST_THROWS, metavar="N", help="Number of throws when sampling.")
]
Seed = Annotated[int, typer.Option(min=0, metavar="N", help="Seed of the sampled throws.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print CSV.")]
ListAll = Annotated[bool, typer.Option("--list", help="List the resolutions.")]


def odds(
    system: SystemNamed,
    resolution: ResolutionNamed = None,
    facts: FactTexts = None,
    *,
    file: FactsFile = None,
    policy: PolicyName = None,
    exact: Exact = False,
    over: OverTexts = None,
    show: ShownFigure = None,
    steps: Steps = MOST_STEPS,
    throws: Throws = THROWS,
    seed: Seed = SEED,
    sets: SetTexts = None,
    as_csv: AsCsv = False,
    list_all: ListAll = False,
    help_facts: HelpFacts = False,
    as_json: AsJson = False,
) -> None:
    """Show the odds of a resolution: its figures with their reasons, the chances, a chart.

    The odds are exact. If the exact search is too large, they are sampled, and the answer gives the error.
    Without a resolution the command lists those of the system, without facts the facts that the resolution
    takes.

    With --json: an object with system, resolution, title, policy, facts, figures (name, total, steps),
    measured, mean, values (value, chance, at_least, fraction), headings (words, chance, fraction), outcomes
    (outcome, chance, fraction), parting (words, chance, fraction; all outcomes from mildest to gravest, if
    the resolution divides them so) and method (exact; if it is false, thrown, seed, error, mean_error:
    standard errors); fraction is null without --exact. A list of resolutions is an object with system,
    resolutions (id, title) and policies; a list of facts one with system, resolution, title and facts (key,
    kind, default, description). With --over it is an object with axes (key, values), headings and cells (at,
    mean, chances, method).
    """
    form = _form(as_json=as_json, as_csv=as_csv)
    effort = Effort(steps, throws, seed)
    asked = _Asked(tuple(facts or ()), file, policy, tuple(over or ()), show, exact=exact, effort=effort)
    with house_rules(system, sets):
        if list_all or resolution is None:
            _list(system, form)
        elif help_facts or asked.is_empty:
            _list_facts(system, resolution, policy, form)
        elif asked.over:
            _sweep(system, resolution, asked, form)
        else:
            _tell(system, resolution, asked, form)


def _form(*, as_json: bool, as_csv: bool) -> Form:
    """The output format that was asked for."""
    if as_json and as_csv:
        raise Misuse("give either --csv or --json, not both")
    return "json" if as_json else "csv" if as_csv else "page"


class _Asked(NamedTuple):
    """A question about a resolution, as it was typed."""

    facts: tuple[str, ...]
    file: Path | None
    policy: str | None
    over: tuple[str, ...]
    show: str | None
    exact: bool
    effort: Effort

    @property
    def is_empty(self) -> bool:
        """Were no facts given?"""
        return not (self.facts or self.file or self.over)


def _list(system: str, form: Form) -> None:
    from sandtable import systems
    from sandtable.cli.output import emit
    from sandtable.cli.pages.odds import resolution_page
    from sandtable.lab.paper.odds_report import resolution_list

    _refuse_csv(form)
    emit(resolution_list(systems.load(system)), resolution_page, as_json=form == "json")


def _list_facts(system: str, resolution: str, policy: str | None, form: Form) -> None:
    from sandtable import systems
    from sandtable.cli.output import emit
    from sandtable.cli.pages.odds import fact_page
    from sandtable.lab.paper.odds_report import choose_policy, fact_list, find_resolution

    _refuse_csv(form)
    found = systems.load(system)
    listed = fact_list(found, find_resolution(found, resolution))
    choose_policy(found, policy)
    emit(listed, fact_page, as_json=form == "json")


def _refuse_csv(form: Form) -> None:
    if form == "csv":
        raise Misuse("--csv needs a question: give a resolution and facts, such as KEY=VALUE")


def _sweep(system: str, resolution: str, asked: _Asked, form: Form) -> None:
    """Print the odds over one or two facts that run through values."""
    from sandtable import systems
    from sandtable.cli.output import emit
    from sandtable.cli.pages.sweep import sweep_page
    from sandtable.lab.paper.odds_report import find_resolution
    from sandtable.lab.paper.sweep import as_csv, sweep

    found = systems.load(system)
    procedure = find_resolution(found, resolution)
    told = given(procedure, list(asked.facts), asked.file)
    if asked.exact:
        raise Misuse("--exact cannot be used with --over")
    swept = sweep(
        found, procedure, told, asked.over, policy=asked.policy, show=asked.show, effort=asked.effort
    )
    emit(swept, sweep_page, as_json=form == "json", csv=as_csv if form == "csv" else None)


def _tell(system: str, resolution: str, asked: _Asked, form: Form) -> None:
    """Print the odds for one set of facts."""
    from sandtable import systems
    from sandtable.cli.output import emit
    from sandtable.cli.pages.odds import odds_page
    from sandtable.lab.paper.facts import read_facts
    from sandtable.lab.paper.odds_report import as_csv, find_resolution, odds_report

    found = systems.load(system)
    procedure = find_resolution(found, resolution)
    told = given(procedure, list(asked.facts), asked.file)
    if asked.show:
        raise Misuse("--show needs --over KEY=A..B")
    facts = read_facts(procedure.facts, told)
    answer = odds_report(found, procedure, facts, policy=asked.policy, exact=asked.exact, effort=asked.effort)
    emit(answer, odds_page, as_json=form == "json", csv=as_csv if form == "csv" else None)


def given(resolution: Resolution, texts: list[str], file: Path | None) -> dict[str, object]:
    """The facts of the file, overridden by those typed."""
    from sandtable.game.files.typed_files import BadFile, read_json
    from sandtable.lab.paper.facts import flattened, pairs, read_given
    from sandtable.lab.paper.values import Unfit

    if file is None:
        return pairs(texts)
    from_file = flattened(read_json(file, dict[str, object]))
    try:
        read_given(resolution.facts, from_file)
    except Unfit as fault:
        raise BadFile(str(file), "", str(fault)) from None
    return from_file | pairs(texts)
