"""``sandtable rules``: the rulebook of a system, and how much of it is implemented and used."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sandtable.cli.errors import CheckFailed, Misuse
from sandtable.cli.options import AsJson

if TYPE_CHECKING:
    from typing import Any

    from sandtable.game.kit.system import System


SystemNamed = Annotated[str, typer.Argument(metavar="SYSTEM", help="The system, such as liberty.")]
Named = Annotated[str | None, typer.Argument(metavar="ID", help="A rule, a decision or a chapter.")]
Searched = Annotated[
    str | None, typer.Option(metavar="WORDS", help="Only rules that contain all of these words.")
]
Coverage = Annotated[
    bool, typer.Option("--coverage", help="Show which rules code and tests cite, and which are missing.")
]
FiredRules = Annotated[
    bool,
    typer.Option("--fired", help="Fight many battles and list the rules that never applied."),
]
Battles = Annotated[int, typer.Option(min=1, help="Number of battles for --fired, over all scenarios.")]
TestsFolder = Annotated[
    Path | None, typer.Option(metavar="DIR", help="The folder of tests, if it is not beside the source.")
]
SheetFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE.html", help="Write a sheet of all tables, made for print."),
]
Tables = Annotated[
    bool, typer.Option("--tables", help="List every figure that --set can change, with its type and value.")
]


def rules(
    system: SystemNamed,
    id: Named = None,
    *,
    search: Searched = None,
    coverage: Coverage = False,
    tests: TestsFolder = None,
    sheet: SheetFile = None,
    tables: Tables = False,
    fired: FiredRules = False,
    battles: Battles = 1000,
    as_json: AsJson = False,
) -> None:
    """List the rules of a system by chapter, or show one rule with its basis, tables, readings and citations.

    With --coverage the exit code is 1 if a rule is missing in a system that is marked complete. With --fired
    militia and captains fight battles over all scenarios, variants and second readings.

    With --json a list is an object with system, title, period, complete, chapters (each with chapter, rules
    and decisions) and variants; a rule is an object with system, rule, children, decisions, cited_by_code,
    cited_by_tests (each with file and line) and tests_searched; a decision is an object with system, decision
    and rules; coverage is an object with system, complete, rules, by_code, by_tests, not_in_code,
    not_in_tests, missing, unknown and ok; with --tables it is an object with system and figures (key, rule,
    kind, value, like); with --fired an object with system, battles, rules, named (how often the logs name
    each rule) and never (id, basis, where, text).
    """
    from sandtable import systems

    if tests is not None and not tests.is_dir():
        raise Misuse(f'--tests "{tests}" is not a folder: name the one that contains the tests')
    found = systems.load(system)
    if fired:
        if tables or coverage or sheet is not None or search is not None or id is not None:
            raise Misuse("--fired takes a whole rulebook: omit the id and the other options")
        _print_fired(found, battles, as_json=as_json)
    elif tables:
        if coverage or sheet is not None or search is not None:
            raise Misuse("--tables cannot be used with --search, --coverage or --sheet")
        _print_tables(found, id, as_json=as_json)
    elif sheet is not None:
        if coverage or id is not None or search is not None:
            raise Misuse("--sheet takes a whole rulebook: omit the id, --search and --coverage")
        _write_sheet(found, sheet)
    elif coverage:
        if id is not None or search is not None:
            raise Misuse("--coverage takes a whole rulebook: omit the id and --search")
        _print_coverage(found, tests, as_json=as_json)
    else:
        _print_rules(found, id, search, tests, as_json=as_json)


def _print_tables(system: System[Any], below: str | None, *, as_json: bool) -> None:
    from sandtable.cli.output import emit
    from sandtable.cli.pages.tables import page
    from sandtable.cli.reports.tables import tables

    emit(tables(system.rulebook(), below or ""), page, as_json=as_json)


def _print_fired(system: System[Any], battles: int, *, as_json: bool) -> None:
    from sandtable.cli.output import emit, progress_bar
    from sandtable.cli.pages.rules import fired_page
    from sandtable.cli.reports.citations import python_files
    from sandtable.lab.findings.rule_coverage import rule_coverage

    with progress_bar("battles", battles) as count:
        found = rule_coverage(system, python_files(system), battles=battles, progress=count)
    emit(found, fired_page, as_json=as_json)


def _write_sheet(system: System[Any], file: Path) -> None:
    from sandtable.cli.output import progress_line
    from sandtable.game.files.typed_files import BadFile
    from sandtable.lab.paper.reference import reference

    try:
        file.write_text(reference(system.rulebook()), encoding="utf-8")
    except OSError as fault:
        raise BadFile(str(file), "", f"cannot be written: {fault.strerror}") from None
    with progress_line() as tell:
        tell(f"the sheet is in {file}")


def _print_coverage(system: System[Any], tests: Path | None, *, as_json: bool) -> None:
    from sandtable.cli.output import emit
    from sandtable.cli.pages.rules import coverage_page
    from sandtable.cli.reports.coverage import coverage_report

    found = coverage_report(system, tests)
    emit(found, coverage_page, as_json=as_json)
    if not found.ok:
        raise CheckFailed


def _print_rules(
    system: System[Any], id: str | None, search: str | None, tests: Path | None, *, as_json: bool
) -> None:
    from sandtable.cli.output import emit
    from sandtable.cli.pages.rules import page
    from sandtable.cli.reports.rules import contents, page_of

    if id is not None and search is None:
        emit(page_of(system, id, tests), page, as_json=as_json)
        return
    found = contents(system.rulebook(), below=id or "", words=search or "")
    if not found.chapters:
        where = f" below {id}" if id else ""
        raise Misuse(f"{system.id} has no rule{where} with all the words of {search!r}: try fewer")
    emit(found, page, as_json=as_json)
