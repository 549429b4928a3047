"""The pages of ``sandtable rules``: the list by chapter, one rule, a decision, the coverage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.cli.pages.layout import heading, listing, unbroken
from sandtable.cli.reports.citations import Citation
from sandtable.cli.reports.coverage import CoverageReport
from sandtable.cli.reports.rules import Contents, DecisionPage, RulePage
from sandtable.game.rules.rulebook import Basis, Rule
from sandtable.lab.findings.rule_coverage import RuleCoverage

BASIS_STYLES = {Basis.STATED: "", Basis.INFERRED: "yellow", Basis.RULING: "cyan"}
LISTED = 40


def page(report: Contents | RulePage | DecisionPage) -> RenderableType:
    """The page for what an id names."""
    match report:
        case Contents():
            return Group(*_contents(report))
        case RulePage():
            return Group(*_rule(report))
        case DecisionPage():
            return Group(*_decision(report))
        case _:
            assert_never(report)


def _contents(contents: Contents) -> Iterator[RenderableType]:
    rules = f"{contents.size} rule{'' if contents.size == 1 else 's'}"
    state = "complete" if contents.complete else "not complete"
    yield Text(f"{contents.title} ({rules}; {state})", style="bold")
    for chapter in contents.chapters:
        yield Text(f"\n{chapter.chapter}", style="bold green")
        table = Table.grid(padding=(0, 2))
        for rule in chapter.rules:
            table.add_row(Text(rule.id, style=BASIS_STYLES[rule.basis]), rule.text)
        for decision in chapter.decisions:
            table.add_row(Text(decision.id, style="magenta"), f"decision of {decision.who}: {decision.when}")
        yield Padding(table, (0, 0, 0, 2), expand=False)
    if contents.variants:
        yield Text("\nvariants, the first choice is the default (--reading NAME=CHOICE)", style="bold green")
        for one in contents.variants:
            yield Text(f"  {one.id}: {', '.join(one.choices)}. {one.text} ({one.rule})")


def _rule(page: RulePage) -> Iterator[RenderableType]:
    rule = page.rule
    yield Text(rule.id, style="bold").append(f"  {page.system}, {rule.where}", style="not bold dim")
    yield Padding(Text(rule.text), (1, 0, 1, 2), expand=False)
    basis = Text(f"basis: {rule.basis}", style=BASIS_STYLES[rule.basis])
    yield basis.append(f"; {rule.why}") if rule.why else basis
    if rule.readings:
        yield heading("\nreadings, the first is the default")
        yield from (Text(f"  {number}: {words}") for number, words in enumerate(rule.readings))
    if rule.values:
        yield heading("\nfigures")
        yield from (Text(f"  {name}: {value}") for name, value in rule.values.items())
    if rule.rows:
        yield _rows(rule.rows)
    if page.children:
        yield heading("\nbelow it")
        yield _rules(page.children)
    if page.decisions:
        yield Text(f"\ndecisions that rest on it: {', '.join(page.decisions)}")
    yield from _cited("cited by the code", page.cited_by_code)
    if page.tests_searched:
        yield from _cited("cited by the tests", page.cited_by_tests)
    else:
        yield Text("\nthe tests are not installed here, so their citations are unknown", style="dim")


def _rows(rows: Sequence[dict[str, object]]) -> RenderableType:
    """The table of a rule; a row may lack a key that others have."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    table = listing(*keys)
    for row in rows:
        table.add_row(*(_cell(row.get(key)) for key in keys))
    return table


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return ", ".join(map(_cell, value))
        case _:
            return str(value)


def _rules(rules: Sequence[Rule]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for rule in rules:
        table.add_row(Text(rule.id, style=BASIS_STYLES[rule.basis]), rule.text)
    return Padding(table, (0, 0, 0, 2), expand=False)


def _cited(words: str, citations: Sequence[Citation]) -> Iterator[RenderableType]:
    if not citations:
        yield Text(f"\n{words}: nowhere", style="dim")
        return
    yield heading(f"\n{words}")
    for citation in citations[:LISTED]:
        yield unbroken(f"  {citation.file}:{citation.line}")
    if len(citations) > LISTED:
        yield Text(f"  and {len(citations) - LISTED} more", style="dim")


def _decision(page: DecisionPage) -> Iterator[RenderableType]:
    decision = page.decision
    yield Text(decision.id, style="bold").append(f"  a decision of {page.system}", style="not bold dim")
    options = decision.options if isinstance(decision.options, str) else "; ".join(decision.options)
    grid = Table.grid(padding=(0, 2))
    for name, words in (
        ("who", decision.who),
        ("when", decision.when),
        ("options", options),
        ("limits", decision.constraints),
    ):
        grid.add_row(Text(name, style="dim"), words)
    yield Padding(grid, (1, 0, 1, 2), expand=False)
    if page.rules:
        yield heading("it rests on")
        yield _rules(page.rules)


def coverage_page(report: CoverageReport) -> RenderableType:
    """How many rules are cited, and the missing ones by chapter."""
    return Group(*_coverage(report))


def fired_page(report: RuleCoverage) -> RenderableType:
    """The rules that never applied, and why that is known."""
    fired = report.rules - len(report.never)
    words = (
        f"{report.system}: {report.battles} battles, {fired} of {report.rules} rules applied; never applied:"
    )
    table = Table.grid(padding=(0, 2))
    for rule in report.never:
        table.add_row(Text(rule.id, style=BASIS_STYLES[rule.basis]), rule.where)
    return Group(Text(words, style="bold"), Padding(table, (1, 0, 0, 2), expand=False))


def _coverage(report: CoverageReport) -> Iterator[RenderableType]:
    state = "marked complete" if report.complete else "not marked complete"
    yield Text(f"{report.system}: {report.rules} rules, {state}", style="bold")
    yield Text(f"  cited by the code:  {len(report.by_code)}")
    if report.by_tests is None:
        yield Text("  cited by the tests: unknown, as no tests are installed here; --tests DIR names them")
    else:
        yield Text(f"  cited by the tests: {len(report.by_tests)}")
    yield from _missing("not cited by the code", report.not_in_code)
    yield from _missing("not cited by the tests", report.not_in_tests or ())
    if report.unknown:
        yield heading("\ncited, but no rule or decision of the rulebook")
        yield Padding(Text(" ".join(report.unknown), style="yellow"), (0, 0, 0, 2), expand=False)
    if not report.missing:
        yield Text("\nNothing is missing.", style="green")
    elif report.complete:
        yield Text(f"\n{len(report.missing)} rules are missing in a complete system.", style="bold red")
    else:
        yield Text(f"\n{len(report.missing)} rules still lack code or tests.")


def _missing(words: str, ids: Sequence[str]) -> Iterator[RenderableType]:
    if not ids:
        return
    yield heading(f"\n{words}: {len(ids)}")
    chapters: dict[str, list[str]] = {}
    for id in ids:
        chapters.setdefault(id.partition(".")[0], []).append(id)
    for chapter, missing in chapters.items():
        yield Text(f"  {chapter} ({len(missing)})", style="green")
        yield Padding(Text(" ".join(missing)), (0, 0, 0, 4), expand=False)
