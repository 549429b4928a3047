"""The figures of a rulebook that house rules can set."""

from __future__ import annotations

from msgspec import Struct

from sandtable.game.files.typed_files import suggest
from sandtable.game.rules.house_rules import Plain
from sandtable.game.rules.rulebook import NotInRulebook, Rulebook


class FigureRow(Struct, frozen=True):
    """A figure: its key, its rule, its kind and its value.

    ``like`` are examples of how amounts in its column are written.
    """

    key: str
    rule: str
    kind: str
    value: Plain
    like: tuple[str, ...]


class Tables(Struct, frozen=True):
    """The figures of a rulebook, or those below a key."""

    system: str
    figures: tuple[FigureRow, ...]


def tables(book: Rulebook, below: str) -> Tables:
    """The figures whose keys begin with the steps of *below*; all if it is empty."""
    rows = [FigureRow(one.key, one.rule, one.kind, one.value, one.like) for one in book.figures()]
    wanted = [row for row in rows if not below or f"{row.key}.".startswith(f"{below}.")]
    if not wanted:
        known = suggest(below, dict.fromkeys(row.rule for row in rows))
        raise NotInRulebook(f'{book.system} has no figure below "{below}" that can be set; {known}')
    return Tables(book.system, tuple(wanted))
