"""Look rules up: one rule with its table, or all rules that contain some words."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct

from sandtable.game.files.typed_files import suggest
from sandtable.game.rules.rulebook import Basis, NotInRulebook, Rule, Rulebook

BASIS: Final = {
    Basis.STATED: "as the sheet states it",
    Basis.INFERRED: "inferred from the sheet",
    Basis.RULING: "our ruling",
}


class RuleRow(Struct, frozen=True):
    """A rule in a list."""

    id: str
    title: str
    text: str


class RuleList(Struct, frozen=True):
    """Rules of a system."""

    system: str
    rules: tuple[RuleRow, ...]


class RuleSheet(Struct, frozen=True, kw_only=True):
    """A rule with its table, single figures, readings and child rules.

    ``rows`` is null if it has no table; ``notes`` give its basis and the reason.
    """

    system: str
    id: str
    title: str
    text: str
    where: str
    rows: tuple[dict[str, Any], ...] | None
    values: dict[str, Any]
    readings: tuple[str, ...]
    notes: tuple[str, ...]
    below: tuple[RuleRow, ...]


def rule_sheet(book: Rulebook, id: str) -> RuleSheet:
    """The rule with this id."""
    if id not in book:
        raise NotInRulebook(f'{book.system} has no rule "{id}"; {suggest(id, book.ids)}')
    rule = book[id]
    return RuleSheet(
        system=book.system,
        id=rule.id,
        title=rule.name,
        text=rule.text,
        where=rule.where,
        rows=rule.rows or None,
        values=rule.values,
        readings=rule.readings,
        notes=tuple(filter(None, (BASIS[rule.basis], rule.why))),
        below=tuple(map(_row, book.children(rule.id))),
    )


def rule_list(book: Rulebook, words: str) -> RuleList:
    """The rules that contain all of the words, in any case; all rules if no words are given."""
    wanted = words.casefold().split()
    found = (rule for rule in book.rules if all(word in _text(rule) for word in wanted))
    return RuleList(book.system, tuple(map(_row, found)))


def _row(rule: Rule) -> RuleRow:
    return RuleRow(rule.id, rule.name, rule.text)


def _text(rule: Rule) -> str:
    return " ".join((rule.id, rule.name, rule.where, rule.text, rule.why, *rule.readings)).casefold()
