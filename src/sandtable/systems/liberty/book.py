"""The rulebook of liberty and the tables in it, loaded once."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from sandtable.game.rules.rulebook import Rulebook, load_rulebook

T = TypeVar("T")


@cache
def rulebook() -> Rulebook:
    """Every rule and decision of the system."""
    return load_rulebook("sandtable.systems.liberty")


def table(rule: str, row: type[T]) -> tuple[T, ...]:
    """The table printed with a rule, typed."""
    return rulebook().rows(rule, row)
