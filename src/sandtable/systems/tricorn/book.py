"""The rulebook of tricorn and the tables in it, loaded once."""

from __future__ import annotations

from functools import cache
from typing import Final, TypeVar

from msgspec import Struct

from sandtable.game.rules.rulebook import Rulebook, load_rulebook

T = TypeVar("T")

PACKAGE: Final = "sandtable.systems.tricorn"


@cache
def rulebook() -> Rulebook:
    """Every rule and decision of the system."""
    return load_rulebook(PACKAGE)


def table(rule: str, row: type[T]) -> tuple[T, ...]:
    """The table printed with a rule, typed."""
    return rulebook().rows(rule, row)


def values(rule: str, kind: type[T]) -> T:
    """The single figures of a rule, typed."""
    return rulebook().values(rule, kind)


class _Inches(Struct, frozen=True):
    inches: float


class _Degrees(Struct, frozen=True):
    degrees: int


class _Markers(Struct, frozen=True):
    markers: int


class _Share(Struct, frozen=True):
    share: float


@cache
def inches_of(rule: str) -> float:
    """The distance or price set by a rule, in inches."""
    return values(rule, _Inches).inches


@cache
def degrees_of(rule: str) -> int:
    """The angle set by a rule, in degrees."""
    return values(rule, _Degrees).degrees


@cache
def markers_of(rule: str) -> int:
    """The number of Disorder Markers set by a rule."""
    return values(rule, _Markers).markers


@cache
def share_of(rule: str) -> float:
    """The fraction of a move or of an army set by a rule."""
    return values(rule, _Share).share
