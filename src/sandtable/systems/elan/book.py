"""The rulebook of elan and the tables in it, loaded once."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeVar

from sandtable.game.rules.rulebook import Rulebook, load_rulebook

T = TypeVar("T")

PACKAGE: Final = "sandtable.systems.elan"


@cache
def rulebook() -> Rulebook:
    """Every rule and decision of the system."""
    return load_rulebook(PACKAGE)


def table(rule: str, row: type[T]) -> tuple[T, ...]:
    """The table printed with a rule, typed."""
    return rulebook().rows(rule, row)


def values(rule: str, kind: type[T]) -> T:
    """The single figures that a rule carries, typed."""
    return rulebook().values(rule, kind)
