"""Profiles: the roster entries of units, before anything has happened to them."""

from __future__ import annotations

from msgspec import Struct

from sandtable.systems.tricorn.shapes import shape_of
from sandtable.systems.tricorn.troops import (
    OPEN_TO,
    SHOCK,
    Category,
    CombatValue,
    Formation,
    Quality,
    TroopType,
    Weapon,
    combat_value,
)
from sandtable.table.space import Shape


class Profile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """A line of the roster: its type, quality and weapon.

    ``shock`` names the stronger class of Heavy Cavalry (troops.heavy-cavalry-2-4).
    """

    id: str
    name: str
    type: TroopType
    quality: Quality
    weapon: Weapon
    shock: bool = False
    example: str = ""

    @property
    def category(self) -> Category:
        """Foot, Mounted or Artillery (troops.categories)."""
        return self.type.category

    @property
    def value(self) -> CombatValue:
        """Its printed Combat Value; for guns the unlimbered one (troops.combat-values)."""
        found = combat_value(self.type, self.quality, shock=self.shock)
        assert found is not None, "the roster refuses profiles that the table does not have"
        return found

    @property
    def is_two_four(self) -> bool:
        """Is it Heavy Cavalry of the 2/4 class? (troops.heavy-cavalry-2-4)"""
        return self.type is TroopType.HEAVY_CAVALRY and self.value == SHOCK

    @property
    def is_formed(self) -> bool:
        """Is it formed? Light Infantry is not (troops.light-infantry)."""
        return self.type is not TroopType.LIGHT_INFANTRY

    @property
    def formations(self) -> tuple[Formation, ...]:
        """The formations open to it."""
        return OPEN_TO[self.category]

    def shape(self, formation: Formation) -> Shape:
        """Its bases in a formation outside a stronghold (formation.bases)."""
        return shape_of(self.category, formation)
