"""Troops: the arms, classes, formations, command figures and cards that the rules distinguish.

>>> Formation.COLUMN.may_shoot, Formation.SKIRMISH.may_charge, Formation.SQUARE.morale
(False, True, 2)
>>> [formation.value for formation in allowed(TroopClass.LANCERS)]
['line', 'column']
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from sandtable.systems.coldsteel.book import table


class Arm(StrEnum):
    """The arms of service (troops.artillery-arm)."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


class TroopClass(StrEnum):
    """The class of a unit within its arm; each unit has exactly one (troops.one-class)."""

    LINE = "line"
    LIGHT = "light"
    GRENADIERS = "grenadiers"
    ELITE = "elite"
    CAVALRY = "cavalry"
    LANCERS = "lancers"
    ARTILLERY = "artillery"

    @property
    def arm(self) -> Arm:
        """Its arm; the classes of infantry are for infantry only (troops.artillery-arm)."""
        return CLASSES[self]


CLASSES: Final = {
    TroopClass.LINE: Arm.INFANTRY,
    TroopClass.LIGHT: Arm.INFANTRY,
    TroopClass.GRENADIERS: Arm.INFANTRY,
    TroopClass.ELITE: Arm.INFANTRY,
    TroopClass.CAVALRY: Arm.CAVALRY,
    TroopClass.LANCERS: Arm.CAVALRY,
    TroopClass.ARTILLERY: Arm.ARTILLERY,
}
"""The arm of each class (troops.one-class)."""


class Formation(StrEnum):
    """The five formations, and the state of a garrison (formation.list).

    Artillery in line is unlimbered, in column limbered (formation.allowed).
    """

    LINE = "line"
    COLUMN = "column"
    ATTACK_COLUMN = "attack-column"
    SQUARE = "square"
    SKIRMISH = "skirmish"
    GARRISON = "garrison"

    @property
    def may_shoot(self) -> bool:
        """May small arms shoot in it? (formation.list, shooting.formations, shooting.garrison-may)"""
        return _formations()[self].may_shoot

    @property
    def may_charge(self) -> bool:
        """May a unit charge in it? (formation.list, charge.who)"""
        return _formations()[self].may_charge

    @property
    def morale(self) -> int:
        """Its modifier of a morale test (formation.list)."""
        return _formations()[self].morale

    @property
    def faces_all_round(self) -> bool:
        """Has it four faces, each with its own arc? (geometry.all-round)"""
        return self in (Formation.SQUARE, Formation.GARRISON)


class _FormationRow(Struct, frozen=True, forbid_unknown_fields=True):
    formation: Formation
    may_shoot: bool
    move_bonus: int
    morale: int
    may_charge: bool


@cache
def _formations() -> dict[Formation, _FormationRow]:
    return {row.formation: row for row in table("formation.list", _FormationRow)}


class _AllowedRow(Struct, frozen=True, forbid_unknown_fields=True):
    troops: str
    formations: tuple[Formation, ...]


ALLOWED_ROW: Final = {
    TroopClass.LINE: "line infantry, grenadiers, elite infantry",
    TroopClass.GRENADIERS: "line infantry, grenadiers, elite infantry",
    TroopClass.ELITE: "line infantry, grenadiers, elite infantry",
    TroopClass.LIGHT: "light infantry",
    TroopClass.CAVALRY: "cavalry and lancers",
    TroopClass.LANCERS: "cavalry and lancers",
    TroopClass.ARTILLERY: "artillery",
}
"""The row of the formation table for each class (formation.allowed)."""


@cache
def allowed(troop_class: TroopClass) -> tuple[Formation, ...]:
    """The formations open to a class of troops (formation.allowed)."""
    rows = {row.troops: row.formations for row in table("formation.allowed", _AllowedRow)}
    return rows[ALLOWED_ROW[troop_class]]


class Figure(StrEnum):
    """The four command figures; a unit has at most one of each (leaders.one-each)."""

    OFFICER = "officer"
    STANDARD = "standard"
    SERGEANT = "sergeant"
    MUSICIAN = "musician"

    @property
    def called(self) -> str:
        """Its name as players write it."""
        return "Standard Bearer" if self is Figure.STANDARD else self.value.capitalize()


class Trait(StrEnum):
    """The twelve trait cards (cards.deck)."""

    FEARSOME_REPUTATION = "fearsome-reputation"
    LUCKY_OFFICER = "lucky-officer"
    COWARDLY_OFFICER = "cowardly-officer"
    COLD_STEEL = "cold-steel"
    VETERAN_DRILL_SERGEANT = "veteran-drill-sergeant"
    FLOGGED_SOLDIERS = "flogged-soldiers"
    UNSHAKEABLE_DISCIPLINE = "unshakeable-discipline"
    DIRTY_MUSKETS = "dirty-muskets"
    WET_POWDER = "wet-powder"
    MARKSMEN = "marksmen"
    CONSCRIPTS = "conscripts"
    VETERANS = "veterans"
