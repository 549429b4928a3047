"""The rulebook of elan and its tables, loaded once."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeVar

from sandtable.game.rules.rulebook import Rulebook, load_rulebook

T = TypeVar("T")

PACKAGE: Final = "sandtable.systems.elan"


@cache
def rulebook() -> Rulebook:
    """All rules and decisions of the system."""
    return load_rulebook(PACKAGE)


def table(rule: str, row: type[T]) -> tuple[T, ...]:
    """The table of a rule, typed."""
    return rulebook().rows(rule, row)


def values(rule: str, kind: type[T]) -> T:
    """The single figures of a rule, typed."""
    return rulebook().values(rule, kind)
