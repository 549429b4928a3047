"""The rulebook: a list by chapter, or one rule in full."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.cli.reports.citations import Citation, citations, code_of, tests_of
from sandtable.game.files.typed_files import suggest
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import DecisionEntry, NotInRulebook, Rule, Rulebook, Variant


class Chapter(Struct, frozen=True):
    """The rules and decisions whose ids begin with one word."""

    chapter: str
    rules: tuple[Rule, ...]
    decisions: tuple[DecisionEntry, ...] = ()


class Contents(Struct, frozen=True):
    """A rulebook, or a part of it, by chapter; the whole one with its variants."""

    system: str
    title: str
    period: str
    complete: bool
    chapters: tuple[Chapter, ...]
    variants: tuple[Variant, ...] = ()

    @property
    def size(self) -> int:
        """The number of rules listed."""
        return sum(len(chapter.rules) for chapter in self.chapters)


class RulePage(Struct, frozen=True):
    """A rule with its child rules, its decisions, and where code and tests cite it.

    ``tests_searched`` is false if the tests are not installed.
    """

    system: str
    rule: Rule
    children: tuple[Rule, ...]
    decisions: tuple[str, ...]
    cited_by_code: tuple[Citation, ...]
    cited_by_tests: tuple[Citation, ...]
    tests_searched: bool


class DecisionPage(Struct, frozen=True):
    """A decision with its rules."""

    system: str
    decision: DecisionEntry
    rules: tuple[Rule, ...]


def contents(book: Rulebook, *, below: str = "", words: str = "") -> Contents:
    """The rules by chapter: all, those below an id, or those that contain all of the words."""
    wanted = words.lower().split()
    rules = [rule for rule in book.rules if _lies(rule.id, below) and _has(_text(rule), wanted)]
    decisions = [one for one in book.decisions if _lies(one.id, below) and _has(_decision_text(one), wanted)]
    ids = [rule.id for rule in rules] + [decision.id for decision in decisions]
    names = dict.fromkeys(map(_chapter, ids))
    return Contents(
        system=book.system,
        title=book.title,
        period=book.period,
        complete=book.complete,
        chapters=tuple(
            Chapter(
                name,
                tuple(rule for rule in rules if _chapter(rule.id) == name),
                tuple(one for one in decisions if _chapter(one.id) == name),
            )
            for name in names
        ),
        variants=() if below or words else book.variants,
    )


def page_of(system: System[Any], id: str, tests: Path | None) -> RulePage | DecisionPage | Contents:
    """What an id names: a rule, a decision or a chapter; *tests* is the folder of tests."""
    book = system.rulebook()
    if id in book:
        return _rule_page(system, book[id], tests)
    if any(decision.id == id for decision in book.decisions):
        decision = book.decision(id)
        return DecisionPage(book.system, decision, tuple(book[rule] for rule in decision.rules))
    if book.children(id):
        return contents(book, below=id)
    known = (*book.ids, *(decision.id for decision in book.decisions))
    raise NotInRulebook(f'{book.system} has no rule, decision or chapter "{id}"; {suggest(id, known)}')


def _rule_page(system: System[Any], rule: Rule, folder: Path | None) -> RulePage:
    book, tests = system.rulebook(), tests_of(system, folder)
    return RulePage(
        system=book.system,
        rule=rule,
        children=book.children(rule.id),
        decisions=tuple(one.id for one in book.decisions if rule.id in one.rules),
        cited_by_code=citations(rule.id, code_of(system)),
        cited_by_tests=citations(rule.id, tests or ()),
        tests_searched=tests is not None,
    )


def _chapter(id: str) -> str:
    return id.partition(".")[0]


def _lies(id: str, below: str) -> bool:
    return not below or id == below or id.startswith(f"{below}.")


def _has(text: str, words: list[str]) -> bool:
    return all(word in text for word in words)


def _text(rule: Rule) -> str:
    return " ".join((rule.id, rule.where, rule.text, rule.why, *rule.readings)).lower()


def _decision_text(decision: DecisionEntry) -> str:
    options = (decision.options,) if isinstance(decision.options, str) else decision.options
    return " ".join((decision.id, decision.who, decision.when, *options, decision.constraints)).lower()
