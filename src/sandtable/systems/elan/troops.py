"""Troops: the arms, classes, weapons and formations of the tables, and the effect of losses.

>>> Quality.B.morale, Quality.E.firing, Quality.A.melee
(6, -1, 2)
>>> losses_of(11, 18), losses_of(12, 18).is_spent
(<Losses.ONE_THIRD: 1>, True)
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from functools import cache

from msgspec import Struct

from sandtable.systems.elan.book import table


class Arm(StrEnum):
    """The arms of service; commanders are not units (troops.arms)."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


class Weight(StrEnum):
    """Light, medium or heavy: for infantry in terrain, for guns, for cavalry in melee.

    troops.arms, troops.weight-classes
    """

    LIGHT = "light"
    MEDIUM = "medium"
    HEAVY = "heavy"


class Quality(StrEnum):
    """The quality class of a unit (troops.quality)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"

    @property
    def morale(self) -> int:
        """What an élan test must reach."""
        return _qualities()[self].morale

    @property
    def firing(self) -> int:
        """Its firing modifier."""
        return _qualities()[self].firing

    @property
    def melee(self) -> int:
        """Its melee modifier."""
        return _qualities()[self].melee


class _QualityRow(Struct, frozen=True, forbid_unknown_fields=True):
    cls: Quality
    morale: int
    firing: int
    melee: int


@cache
def _qualities() -> dict[Quality, _QualityRow]:
    return {row.cls: row for row in table("troops.quality", _QualityRow)}


class Weapon(StrEnum):
    """The weapons by code; their ranges are in weapons.small-arms and weapons.artillery."""

    SBM = "SBM"
    SBC = "SBC"
    RM = "RM"
    RC = "RC"
    EBLR = "EBLR"
    LBL = "LBL"
    BLC = "BLC"
    LSB = "LSB"
    MSB = "MSB"
    HSB = "HSB"
    MR = "MR"
    HR = "HR"
    MBL = "MBL"
    HBL = "HBL"
    LH = "LH"
    HH = "HH"
    NONE = "none"


class Formation(StrEnum):
    """The formations; dismounted cavalry has its own kind of skirmish formation.

    formation.list, formation.dismount
    """

    LINE = "line"
    DOUBLE_LINE = "double-line"
    COLUMN = "column"
    MARCH_COLUMN = "march-column"
    SKIRMISH = "skirmish"
    SQUARE = "square"
    GARRISON = "garrison"
    DISMOUNTED = "dismounted"
    DEPLOYED = "deployed"
    LIMBERED = "limbered"

    @property
    def is_loose(self) -> bool:
        """Is it in skirmish order, mounted or on foot? (formation.dismount)"""
        return self in (Formation.SKIRMISH, Formation.DISMOUNTED)

    @property
    def is_formed(self) -> bool:
        """Is it formed, that is, in any formation except skirmish and garrison? (formation.formed)"""
        return not self.is_loose and self is not Formation.GARRISON

    @property
    def has_flanks(self) -> bool:
        """Does it have a flank and a rear? (formation.no-flank)"""
        return self.is_formed and self is not Formation.SQUARE


class Losses(IntEnum):
    """The thresholds of losses (troops.one-third)."""

    FEW = 0
    ONE_THIRD = 1
    TWO_THIRDS = 2

    @property
    def is_spent(self) -> bool:
        """Has it lost two thirds or more? (troops.spent)"""
        return self is Losses.TWO_THIRDS


def losses_of(lost: int, strength: int) -> Losses:
    """The threshold that losses have reached, compared in whole points (scale.rounding, troops.one-third)."""
    if 3 * lost >= 2 * strength:
        return Losses.TWO_THIRDS
    return Losses.ONE_THIRD if 3 * lost >= strength else Losses.FEW


POINTS_A_BASE = 3
"""The strength points of a base (troops.strength)."""


class Worn:
    """The common fields of facts that give a unit's bases and lost points."""

    __slots__ = ()

    bases: int
    lost: int

    @property
    def strength(self) -> int:
        """Its initial strength points (troops.strength)."""
        return self.bases * POINTS_A_BASE

    @property
    def losses(self) -> Losses:
        """The threshold its losses have reached (troops.one-third)."""
        return losses_of(self.lost, self.strength)
