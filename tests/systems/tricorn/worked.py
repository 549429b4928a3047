"""The worked cases of the rules, by id, and the exact odds of resolutions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct

from sandtable.dice import Odds
from sandtable.game.ask.questions import Do
from sandtable.game.drivers.odds import odds
from sandtable.game.files.typed_files import read_toml
from sandtable.game.kit.system import Policy
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.book import rulebook

T = TypeVar("T")


class Played(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that a worked case plays by one of its readings, named by its words."""

    rule: str
    reading: str

    @property
    def number(self) -> int:
        """Which reading it is, counted from 0 as a battle chooses it."""
        return rulebook()[self.rule].readings.index(self.reading)


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """A worked case: what is given, the rules it rests on, and the figures it expects."""

    id: str
    given: str
    rules: tuple[str, ...]
    expect: str
    working: str
    figures: dict[str, Any]
    option: Played | None = None


class _Cases(Struct, frozen=True, forbid_unknown_fields=True):
    case: tuple[Case, ...]


@cache
def cases() -> dict[str, Case]:
    """Every worked case by its id."""
    read = read_toml(Path(__file__).with_name("cases.toml"), _Cases)
    return {case.id: case for case in read.case}


def readings(id: str) -> Readings:
    """The readings by which a case is played."""
    option = cases()[id].option
    return Readings() if option is None else rulebook().choose({option.rule: option.number})


def is_other(id: str) -> bool:
    """Was a case written for the other reading of its rule?"""
    option = cases()[id].option
    return option is not None and bool(option.number)


def figures(id: str) -> dict[str, Any]:
    """The figures that a case expects, chances as fractions.

    Ids are written with dashes, since a text with dots is taken for the id of a rule.
    """
    case = cases()[id]
    return {name: _exact(figure) for name, figure in case.figures.items()}


def _exact(figure: object) -> object:
    return Fraction(figure) if isinstance(figure, str) and "/" in figure else figure


def exact(call: Do[T], policy: Policy | None = None) -> Odds[T]:
    """The exact odds of a procedure."""
    return odds(call, policy, exact=True)


def chance(call: Do[T], holds: Callable[[T], bool], policy: Policy | None = None) -> Fraction:
    """The exact chance that what a procedure comes to is so."""
    return Fraction(exact(call, policy).chance(holds))
