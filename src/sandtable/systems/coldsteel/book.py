"""The rulebook of coldsteel and the tables in it, loaded once."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeVar

from msgspec import Struct

from sandtable.game.rules.rulebook import Rulebook, load_rulebook

T = TypeVar("T")

PACKAGE: Final = "sandtable.systems.coldsteel"


@cache
def rulebook() -> Rulebook:
    """All rules and decisions of the system."""
    return load_rulebook(PACKAGE)


def table(rule: str, row: type[T]) -> tuple[T, ...]:
    """The table of a rule as typed rows."""
    return rulebook().rows(rule, row)


def values(rule: str, kind: type[T]) -> T:
    """The figures of a rule as a typed value."""
    return rulebook().values(rule, kind)


class _Modifier(Struct, frozen=True):
    modifier: int


class _Inches(Struct, frozen=True):
    inches: int


@cache
def modifier(rule: str) -> int:
    """The modifier of a rule."""
    return values(rule, _Modifier).modifier


@cache
def inches_of(rule: str) -> int:
    """The distance of a rule, or its change to one, in inches."""
    return values(rule, _Inches).inches
