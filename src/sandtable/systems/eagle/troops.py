"""Troops: the classes, grades, nations and formations that the tables distinguish.

>>> TroopClass.CH.is_mounted, TroopClass.CH.is_light, TroopClass.CH.is_formed_kind
(True, False, False)
>>> [grade.worth for grade in Grade]
[2, 1, 0, -1]
>>> TroopClass.HI.frontage, TroopClass.HI.depth, TroopClass.HI.figures
(150, 75, 4)
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from sandtable.systems.eagle.book import table
from sandtable.table.space import inches


class TroopClass(StrEnum):
    """The six classes of troops (troops.classes)."""

    HI = "HI"
    MI = "MI"
    LI = "LI"
    CAV = "CAV"
    LC = "LC"
    CH = "CH"

    @property
    def is_mounted(self) -> bool:
        """Does it count as cavalry? (troops.classes, movement.classes)"""
        return self in MOUNTED

    @property
    def is_infantry(self) -> bool:
        """Is it infantry? (movement.classes)"""
        return self not in MOUNTED

    @property
    def is_light(self) -> bool:
        """Is it light troops? (troops.classes)"""
        return self in LIGHT

    @property
    def is_formed_kind(self) -> bool:
        """Can it be formed at all? (troops.classes, formation.unformed)"""
        return self in FORMED

    @property
    def may_shoot(self) -> bool:
        """Does it shoot? (troops.classes, shooting.who)"""
        return _classes()[self].may_shoot

    @property
    def may_evade(self) -> bool:
        """May it evade a charge? (troops.classes, charge.response.evade)"""
        return _classes()[self].may_evade

    @property
    def may_counter_charge(self) -> bool:
        """May it counter-charge? (troops.classes, charge.response.counter)"""
        return _classes()[self].may_counter_charge

    @property
    def frontage(self) -> int:
        """The width of one of its bases, in hundredths of an inch (troops.bases)."""
        return inches(_bases()[self].frontage)

    @property
    def depth(self) -> int:
        """The depth of one of its bases, in hundredths of an inch (troops.bases)."""
        return inches(_bases()[self].depth)

    @property
    def figures(self) -> int:
        """The figures on one of its bases (troops.bases)."""
        return _bases()[self].figures


class _ClassRow(Struct, frozen=True, forbid_unknown_fields=True, rename={"troop_class": "class"}):
    troop_class: TroopClass
    examples: str
    formed_kind: bool
    always_unformed: bool
    light: bool
    mounted: bool
    may_shoot: bool
    may_evade: bool
    may_counter_charge: bool


class _BaseRow(Struct, frozen=True, forbid_unknown_fields=True, rename={"troop_class": "class"}):
    troop_class: TroopClass
    frontage: float
    depth: float
    figures: int


@cache
def _classes() -> dict[TroopClass, _ClassRow]:
    return {row.troop_class: row for row in table("troops.classes", _ClassRow)}


@cache
def _bases() -> dict[TroopClass, _BaseRow]:
    return {row.troop_class: row for row in table("troops.bases", _BaseRow)}


MOUNTED: Final = tuple(row.troop_class for row in _classes().values() if row.mounted)
LIGHT: Final = tuple(row.troop_class for row in _classes().values() if row.light)
FORMED: Final = tuple(row.troop_class for row in _classes().values() if row.formed_kind)
"""The classes that count as cavalry, that are light, and that can be formed (troops.classes)."""


class Grade(StrEnum):
    """How good troops are, from A, the best, to D (troops.grades)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"

    @property
    def worth(self) -> int:
        """Its value for dice and for averages (troops.grades)."""
        return _worths()[self]


class _GradeRow(Struct, frozen=True, forbid_unknown_fields=True):
    grade: Grade
    value: int


@cache
def _worths() -> dict[Grade, int]:
    return {row.grade: row.value for row in table("troops.grades", _GradeRow)}


class Nation(StrEnum):
    """Whose troops they are; auxiliaries in Roman service are Roman (army.nations)."""

    ROMAN = "Roman"
    BRITISH = "British"


class Formation(StrEnum):
    """The formations; unformed is a state, not one of them (formation.kinds)."""

    LINE = "line"
    COLUMN = "column"
    WEDGE = "wedge"
    MULTI_LINE = "multi-line"
