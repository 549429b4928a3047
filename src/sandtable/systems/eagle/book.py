"""The rulebook of eagle and the tables in it, loaded once."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeVar

from msgspec import Struct

from sandtable.game.rules.rulebook import Rulebook, load_rulebook
from sandtable.table.space import inches

T = TypeVar("T")

PACKAGE: Final = "sandtable.systems.eagle"


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


class _Modifier(Struct, frozen=True):
    modifier: int


class _Inches(Struct, frozen=True):
    inches: float


class _Apart(Struct, frozen=True):
    apart: float


class _Points(Struct, frozen=True):
    dp: int


class _Need(Struct, frozen=True):
    need: int


class _Most(Struct, frozen=True):
    most: int


class _Least(Struct, frozen=True):
    least: int


class _Degrees(Struct, frozen=True):
    degrees: float


class _Part(Struct, frozen=True):
    part: float


class _Turns(Struct, frozen=True):
    turns: int


@cache
def modifier(rule: str) -> int:
    """The number that a rule adds to dice."""
    return values(rule, _Modifier).modifier


@cache
def inches_of(rule: str) -> float:
    """The distance of a rule in inches."""
    return values(rule, _Inches).inches


@cache
def reach_of(rule: str) -> int:
    """The distance of a rule on the table, in hundredths of an inch."""
    return inches(inches_of(rule))


@cache
def apart_of(rule: str) -> int:
    """The distance that a rule has units keep, in hundredths of an inch."""
    return inches(values(rule, _Apart).apart)


@cache
def points_of(rule: str) -> int:
    """The disorder points of a rule."""
    return values(rule, _Points).dp


@cache
def need_of(rule: str) -> int:
    """The lowest face that a rule counts as a success."""
    return values(rule, _Need).need


@cache
def most_of(rule: str) -> int:
    """The upper limit of a rule."""
    return values(rule, _Most).most


@cache
def least_of(rule: str) -> int:
    """The lower limit of a rule."""
    return values(rule, _Least).least


@cache
def turn_of(rule: str) -> int:
    """The angle of a rule, in tenths of a degree."""
    return round(values(rule, _Degrees).degrees * 10)


@cache
def part_of(rule: str) -> float:
    """The share of a rule: 0.5 is half."""
    return values(rule, _Part).part


@cache
def turns_of(rule: str) -> int:
    """The number of turns of a rule."""
    return values(rule, _Turns).turns
