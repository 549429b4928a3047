"""Profiles: a unit's roster entry, with nothing that happens in a battle."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.shapes import shape_of
from sandtable.systems.elan.troops import Arm, Formation, Quality, Weapon, Weight
from sandtable.table.space import Shape

Trait = Annotated[int, Meta(ge=-1, le=1)]
Dice = Annotated[int, Meta(ge=0, le=40)]
Bases = Annotated[int, Meta(ge=1, le=12)]


class Profile(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A roster entry with all figures that follow from it (setup.profile)."""

    id: str
    name: str
    arm: Arm
    grade: Weight
    cls: Quality
    weapon: Weapon
    bases: Bases
    strength: Annotated[int, Meta(ge=1)]
    mounted: bool
    weight: Weight
    firing_trait: Trait
    melee_trait: Trait
    formations: Annotated[tuple[Formation, ...], Meta(min_length=1)]
    fire_dice: dict[Formation, Dice]
    cc_dice: dict[Formation, Dice]
    note: str = ""

    @property
    def is_horse_artillery(self) -> bool:
        """Is it artillery with mounted crews? (troops.arms)"""
        return self.arm is Arm.ARTILLERY and self.mounted

    def shape(self, formation: Formation, scale: Scale) -> Shape:
        """Its bases in a formation; a garrison has the shape of its sector instead (formation.shape)."""
        return shape_of(self.arm, self.bases, formation, scale)
