"""Troops: the categories, types, qualities, formations and weapons that the tables distinguish.

>>> TroopType.LIGHT_CAVALRY.category.value, Quality.VETERAN.morale, Formation.LIMBERED.is_column
('mounted', 16, True)
>>> combat_value(TroopType.HEAVY_CAVALRY, Quality.VETERAN, shock=True)
CombatValue(fire=2, melee=4)
>>> print(combat_value(TroopType.FIELD_ARTILLERY, Quality.TRAINED))
4/2
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.systems.tricorn.book import table, values


class Category(StrEnum):
    """The category of a unit; every unit has exactly one (troops.categories)."""

    FOOT = "foot"
    MOUNTED = "mounted"
    ARTILLERY = "artillery"


class TroopType(StrEnum):
    """The type of a unit within its category.

    troops.muskets, troops.light-infantry, troops.heavy-cavalry, troops.light-cavalry,
    troops.artillery-classes
    """

    MUSKETS = "muskets"
    LIGHT_INFANTRY = "light-infantry"
    HEAVY_CAVALRY = "heavy-cavalry"
    LIGHT_CAVALRY = "light-cavalry"
    LIGHT_ARTILLERY = "light-artillery"
    FIELD_ARTILLERY = "field-artillery"
    HEAVY_ARTILLERY = "heavy-artillery"

    @property
    def category(self) -> Category:
        """Foot, Mounted or Artillery (troops.categories)."""
        return CATEGORIES[self]


CATEGORIES: Final = {
    TroopType.MUSKETS: Category.FOOT,
    TroopType.LIGHT_INFANTRY: Category.FOOT,
    TroopType.HEAVY_CAVALRY: Category.MOUNTED,
    TroopType.LIGHT_CAVALRY: Category.MOUNTED,
    TroopType.LIGHT_ARTILLERY: Category.ARTILLERY,
    TroopType.FIELD_ARTILLERY: Category.ARTILLERY,
    TroopType.HEAVY_ARTILLERY: Category.ARTILLERY,
}
"""The category of each type (troops.categories)."""


class Quality(StrEnum):
    """How good a unit is (troops.quality)."""

    RECRUIT = "recruit"
    TRAINED = "trained"
    VETERAN = "veteran"
    ELITE = "elite"
    GUARD = "guard"

    @property
    def morale(self) -> int:
        """Its Morale Value (troops.quality)."""
        return _qualities()[self].morale

    @property
    def is_elite(self) -> bool:
        """Does it win ties in melee? (troops.elites)"""
        return _qualities()[self].is_elite

    @property
    def tests_at_one(self) -> bool:
        """Does it test morale at its first marker? (morale.row.1)"""
        return _qualities()[self].tests_at_one


class _Quality(Struct, frozen=True, forbid_unknown_fields=True):
    quality: Quality
    morale: int
    is_elite: bool
    tests_at_one: bool


@cache
def _qualities() -> dict[Quality, _Quality]:
    return {row.quality: row for row in table("troops.quality", _Quality)}


class Formation(StrEnum):
    """The formation of a unit; there is no square (formation.square).

    Foot and Mounted are in Line or in Road/March Column, a battery is unlimbered, limbered or abandoned
    (formation.line, formation.column, troops.artillery-classes); a Foot garrison has none of these
    (terrain.garrison).
    """

    LINE = "line"
    COLUMN = "column"
    UNLIMBERED = "unlimbered"
    LIMBERED = "limbered"
    ABANDONED = "abandoned"
    GARRISON = "garrison"

    @property
    def is_column(self) -> bool:
        """Does it count as Road/March Column? Limbered guns do (formation.limbered)."""
        return self in (Formation.COLUMN, Formation.LIMBERED)


OPEN_TO: Final = {
    Category.FOOT: (Formation.LINE, Formation.COLUMN, Formation.GARRISON),
    Category.MOUNTED: (Formation.LINE, Formation.COLUMN),
    Category.ARTILLERY: (Formation.UNLIMBERED, Formation.LIMBERED),
}
"""The formations that units of a category may take (formation.line, formation.column)."""


class Weapon(StrEnum):
    """The weapon of a unit (weapons.ranges)."""

    MUSKET = "musket"
    RIFLE = "rifle"
    CARBINE = "carbine"
    LIGHT_GUN = "light-gun"
    FIELD_GUN = "field-gun"
    HEAVY_GUN = "heavy-gun"

    @property
    def reach(self) -> Reach:
        """Its ranges in inches (weapons.ranges)."""
        return _weapons()[self]


class Band(StrEnum):
    """The bands of range; only artillery has a long one (weapons.ranges, weapons.no-range-modifier)."""

    SHORT = "short"
    LONG = "long"


class Reach(Struct, frozen=True, forbid_unknown_fields=True):
    """The ends of short and long range in inches; 0 where there is no long range (weapons.ranges)."""

    weapon: Weapon
    words: str
    short: int
    long: int

    @property
    def end(self) -> int:
        """The greatest range."""
        return self.long or self.short


@cache
def _weapons() -> dict[Weapon, Reach]:
    return {row.weapon: row for row in table("weapons.ranges", Reach)}


class CombatValue(NamedTuple):
    """A Combat Value, firing and melee; None where the table has a dash (troops.cv-notation)."""

    fire: int | None
    melee: int | None

    def __str__(self) -> str:
        return "/".join("-" if one is None else str(one) for one in self)


class _Values(Struct, frozen=True, forbid_unknown_fields=True):
    type: TroopType
    fire: int
    melee: int
    quality: Quality | None = None
    shock: bool = False


@cache
def _combat_values() -> tuple[_Values, ...]:
    return table("troops.combat-values", _Values)


@cache
def combat_value(type: TroopType, quality: Quality, *, shock: bool = False) -> CombatValue | None:
    """The Combat Value of a type and quality, for guns unlimbered; None if the table has no such unit.

    troops.combat-values
    """
    for row in _combat_values():
        if row.type is type and row.quality in (quality, None) and row.shock == shock:
            return CombatValue(row.fire, row.melee)
    return None


@cache
def values_of(type: TroopType, quality: Quality) -> tuple[CombatValue, ...]:
    """The Combat Values of a type and quality, the stronger class last; a quality that the table lacks for
    the type is refused.

    troops.combat-values, troops.heavy-cavalry-2-4
    """
    both = (combat_value(type, quality, shock=shock) for shock in (False, True))
    found = tuple(value for value in both if value is not None)
    if not found:
        known = dict.fromkeys(row.quality for row in _combat_values() if row.type is type and row.quality)
        raise ValueError(f"there is no {type} of {quality} quality; it may be {', '.join(known)}")
    return found


SHOCK: Final = CombatValue(2, 4)
"""The printed value of the stronger class of Heavy Cavalry (troops.heavy-cavalry-2-4)."""


class _Melee(Struct, frozen=True):
    melee: int


@cache
def limbered_value() -> CombatValue:
    """The Combat Value of limbered guns (troops.combat-values, formation.limbered)."""
    return CombatValue(None, values("formation.limbered", _Melee).melee)


NO_VALUE: Final = CombatValue(None, None)
"""Abandoned guns neither shoot nor fight (troops.combat-values)."""
