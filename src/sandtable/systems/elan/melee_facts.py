"""The facts of a melee: the units of both sides, their contacts, and the ground.

A form or a command line makes a `Duel`; the table makes a `Melee` of all units linked by contact.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.systems.elan.drill import is_horse, require_formation
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.shooting import MOST_BASES
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import POINTS_A_BASE, Arm, Formation, Quality, Weapon, Weight, Worn

MOST_POINTS: Final = MOST_BASES * POINTS_A_BASE


# ----------------------------------------------------------------------- units
class Fighter(Struct, Worn, frozen=True, cache_hash=True, kw_only=True):
    """A unit in a melee before the round."""

    arm: Annotated[Arm, Meta(description="arm of the unit")] = Arm.INFANTRY
    formation: Annotated[Formation, Meta(description="its formation")] = Formation.LINE
    weapon: Annotated[Weapon, Meta(description="its weapon")] = Weapon.SBM
    weight: Annotated[Weight, Meta(description="its weight, if it is cavalry")] = Weight.LIGHT
    quality: Annotated[Quality, Meta(description="its quality class")] = Quality.C
    trait: Annotated[int, Meta(description="its melee trait", ge=-1, le=1)] = 0
    bases: Annotated[int, Meta(description="its bases", ge=1, le=MOST_BASES)] = 6
    lost: Annotated[int, Meta(description="strength points lost, 3 a base", ge=0, le=MOST_POINTS - 1)] = 0
    disordered: Annotated[bool, Meta(description="it is disordered")] = False
    commander: Annotated[bool, Meta(description="a commander is with it")] = False
    unit: Annotated[int, Meta(description="its number in a battle, -1 apart from one", ge=-1)] = -1

    def __post_init__(self) -> None:
        require_formation(self.arm, self.formation)
        if self.lost >= self.strength:
            raise ValueError(
                f"a unit of {self.bases} bases that has lost {self.lost} points is destroyed and fights no"
                f" melee; give it at most {self.strength - 1}"
            )

    @property
    def fights_as(self) -> Arm:
        """The arm it fights as; dismounted cavalry fights as infantry (formation.dismount)."""
        if self.arm is Arm.CAVALRY and not is_horse(self.arm, self.formation):
            return Arm.INFANTRY
        return self.arm


class Contact(Struct, frozen=True, cache_hash=True, kw_only=True):
    """How a unit fights one enemy in contact with it."""

    edge: Annotated[Edge, Meta(description="its own side on which the enemy engaged it")] = Edge.FRONT
    charging: Annotated[
        bool, Meta(description="it charged, countercharged or broke through into this contact this turn")
    ] = False
    enemy_charging: Annotated[bool, Meta(description="the enemy did so")] = False
    enemy_cover: Annotated[Cover, Meta(description="the cover the enemy has against it")] = Cover.NONE
    enemy_uphill: Annotated[bool, Meta(description="the enemy stands uphill of it")] = False
    broken_ground: Annotated[
        bool, Meta(description="either stands in ground that disorders cavalry, or such a line was crossed")
    ] = False


class Opponent(Struct, frozen=True, cache_hash=True):
    """An enemy in contact: its index among the units of its side, and the contact."""

    enemy: int
    contact: Contact = Contact()


class Engaged(Struct, frozen=True, cache_hash=True):
    """A unit in a melee and the enemies in contact with it; without any it takes no part (melee.draw-how)."""

    fighter: Fighter
    opponents: tuple[Opponent, ...]


class Side(Struct, frozen=True, cache_hash=True):
    """The units of one side in a melee, and the seat that decides for them."""

    units: tuple[Engaged, ...]
    seat: int


class Melee(Struct, frozen=True, cache_hash=True, kw_only=True):
    """All units connected by contact, directly or through others.

    Contact is mutual: each of two units in contact lists the other.
    """

    sides: tuple[Side, Side]
    scale: Scale = Scale.LARGE

    def __post_init__(self) -> None:
        for side in (0, 1):
            for place, unit in enumerate(self.sides[side].units):
                for opponent in unit.opponents:
                    self._require_mutual(side, place, opponent.enemy)

    def _require_mutual(self, side: int, place: int, enemy: int) -> None:
        others = self.sides[1 - side].units
        if not 0 <= enemy < len(others):
            raise ValueError(
                f"a contact names enemy {enemy}, but the enemy has {len(others)} units in the melee,"
                " counted from 0"
            )
        if place not in [opponent.enemy for opponent in others[enemy].opponents]:
            raise ValueError(
                f"unit {place} of side {side} touches enemy {enemy}, who does not touch it; contact is mutual"
            )

    def fighters(self, side: int) -> tuple[Fighter, ...]:
        """The units of a side."""
        return tuple(unit.fighter for unit in self.sides[side].units)


# ------------------------------------------------------------------ two alone
class Slope(StrEnum):
    """Which of two units stands higher."""

    LEVEL = "level"
    ATTACKER = "attacker uphill"
    DEFENDER = "defender uphill"


class Duel(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A melee of one charger against one target."""

    scale: Annotated[Scale, Meta(description="the set of figures that is played")] = Scale.LARGE
    attacker: Annotated[Fighter, Meta(description="the unit that charged")] = Fighter()
    defender: Annotated[Fighter, Meta(description="the unit that was charged")] = Fighter()
    countercharge: Annotated[bool, Meta(description="the defender countercharged")] = False
    edge: Annotated[Edge, Meta(description="the side of the defender that is attacked")] = Edge.FRONT
    cover: Annotated[Cover, Meta(description="the defender's cover")] = Cover.NONE
    slope: Annotated[Slope, Meta(description="which of the two stands higher")] = Slope.LEVEL
    broken_ground: Annotated[
        bool, Meta(description="either stands in ground that disorders cavalry, or such a line was crossed")
    ] = False
    rout_from_cavalry: Annotated[
        bool, Meta(description="reading: skirmishing infantry beaten by cavalry routs")
    ] = False


@lru_cache(maxsize=4096)
def as_melee(duel: Duel) -> Melee:
    """A duel as a melee of two sides."""
    ours = Contact(
        charging=True,
        enemy_charging=duel.countercharge,
        enemy_cover=duel.cover,
        enemy_uphill=duel.slope is Slope.DEFENDER,
        broken_ground=duel.broken_ground,
    )
    theirs = Contact(
        charging=duel.countercharge,
        enemy_charging=True,
        edge=duel.edge,
        enemy_uphill=duel.slope is Slope.ATTACKER,
        broken_ground=duel.broken_ground,
    )
    attacker = Engaged(duel.attacker, (Opponent(0, ours),))
    defender = Engaged(duel.defender, (Opponent(0, theirs),))
    return Melee(sides=(Side((attacker,), seat=0), Side((defender,), seat=1)), scale=duel.scale)
