"""The facts of a melee: the units on both sides, their contacts, and the ground.

A form or a command line makes a `Duel`; the table makes a `Melee` of all units linked by contact.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.systems.liberty.morale import Nerve
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State, Wear
from sandtable.systems.liberty.testing import Quality

MOST_BASES = 6


class Edge(StrEnum):
    """The edge of the enemy that bases fight against."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


class Leading(StrEnum):
    """The part of a General in a unit's melee."""

    NONE = "none"
    ATTACHED = "attached"
    LEADS_THE_FIGHT = "leads the fight"


# ----------------------------------------------------------------------- units
class Fighter(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit in a melee, as it stands before the round."""

    arm: Annotated[Arm, Meta(description="type of the unit")] = Arm.INFANTRY
    bases: Annotated[int, Meta(description="its bases, in contact or not", ge=1, le=MOST_BASES)] = 4
    wear: Annotated[Wear, Meta(description="its WORN/SHAKEN/AUTO BROKEN values")] = Wear(8, 16, 24)
    hits: Annotated[int, Meta(description="hits it has already", ge=0, le=30)] = 0
    nerve: Nerve = Nerve()
    charging: Annotated[
        bool, Meta(description="its charge or counter-charge made contact since the last Melee phase")
    ] = False
    disordered: Annotated[bool, Meta(description="it is DISORDERED")] = False
    general: Annotated[Leading, Meta(description="its General: none, attached, or leading the fight")] = (
        Leading.NONE
    )
    elite: Annotated[bool, Meta(description="special rule Elite")] = False
    tough_fighters: Annotated[bool, Meta(description="special rule Tough Fighters")] = False
    routing: Annotated[bool, Meta(description="it was ROUTING when a charge caught it")] = False

    def __post_init__(self) -> None:
        if self.wear.breaks(self.hits):
            raise ValueError(
                f"a unit with {self.hits} hits is broken at {self.wear.broken} and fights no melee;"
                f" give it at most {self.wear.broken - 1}"
            )

    @property
    def state(self) -> State:
        """Its state by its hits (states.extra)."""
        return self.wear.state(self.hits)

    @property
    def quality(self) -> Quality:
        """Its quality, taken from its nerve."""
        return self.nerve.quality


class Contact(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Bases of a unit in direct contact with one enemy unit.

    A base touched on its side or rear fights too. One that touches two enemies counts against the one its
    owner chose, so a contact may have no base left (melee.direct, melee.direct.flanked, melee.dice.per-base).
    """

    bases: Annotated[int, Meta(description="its bases in direct contact", ge=0, le=MOST_BASES)] = 4
    edge: Annotated[Edge, Meta(description="the edge of the enemy they fight against")] = Edge.FRONT
    enemy_defends: Annotated[bool, Meta(description="the enemy defends an obstacle against them")] = False
    enemy_fortified: Annotated[bool, Meta(description="the enemy is in a fortified position")] = False
    enemy_uphill: Annotated[
        bool, Meta(description="the enemy's centre stands on a higher level than the unit's")
    ] = False
    sheltered: Annotated[
        bool, Meta(description="the unit itself defends an obstacle or is in a fortified position")
    ] = False
    difficult: Annotated[
        bool, Meta(description="a base of either unit is in DIFFICULT terrain: not in the open")
    ] = False


class Opponent(Struct, frozen=True, cache_hash=True):
    """An enemy that a unit touches: its index among the units of its side, and the contact with it."""

    enemy: int
    contact: Contact


class Engaged(Struct, frozen=True, cache_hash=True):
    """A unit in a melee and the enemies it touches; all bases not in contact support (melee.supporting)."""

    fighter: Fighter
    opponents: tuple[Opponent, ...]

    def __post_init__(self) -> None:
        direct = self.direct
        if direct > self.fighter.bases:
            raise ValueError(
                f"{direct} bases are in direct contact, but the unit has only {self.fighter.bases};"
                " count each base once"
            )

    @property
    def direct(self) -> int:
        """Its bases in direct contact with any enemy."""
        direct = 0
        for opponent in self.opponents:
            direct += opponent.contact.bases
        return direct


class Side(Struct, frozen=True, cache_hash=True):
    """All units of one side in a melee, and the seat that decides for them."""

    units: tuple[Engaged, ...]
    seat: int


class Melee(Struct, frozen=True, cache_hash=True):
    """All units linked by contact; the acting player's side comes first (melee.multiple.group, cp.order)."""

    sides: tuple[Side, Side]

    def __post_init__(self) -> None:
        for side, other in (self.sides, self.sides[::-1]):
            count = len(other.units)
            for unit in side.units:
                for opponent in unit.opponents:
                    if not 0 <= opponent.enemy < count:
                        raise ValueError(
                            f"a contact names enemy {opponent.enemy}, but the enemy has {count} units"
                            " in the melee, counted from 0"
                        )

    def arms(self, side: int) -> tuple[Arm, ...]:
        """The types of the units of a side."""
        units = self.sides[side].units
        if len(units) == 1:
            return (units[0].fighter.arm,)
        return tuple([unit.fighter.arm for unit in units])

    def touched(self, side: int, unit: int) -> tuple[int, ...]:
        """The enemies that a unit touches or that touch it (melee.engaged)."""
        own = [opponent.enemy for opponent in self.sides[side].units[unit].opponents]
        return tuple(
            place
            for place, other in enumerate(self.sides[1 - side].units)
            if place in own or any(opponent.enemy == unit for opponent in other.opponents)
        )


class Duel(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A melee of one unit against one."""

    attacker: Fighter = Fighter(charging=True)
    attacker_contact: Contact = Contact()
    defender: Fighter = Fighter()
    defender_contact: Contact = Contact()

    def __post_init__(self) -> None:
        as_melee(self)


@lru_cache(maxsize=4096)
def as_melee(duel: Duel) -> Melee:
    """A duel as a melee of two sides; facts of a contact hold for its counterpart too."""
    ours, theirs = facing(duel.attacker_contact, duel.defender_contact)
    attacker = Engaged(duel.attacker, (Opponent(0, ours),))
    defender = Engaged(duel.defender, (Opponent(0, theirs),))
    return Melee((Side((attacker,), seat=0), Side((defender,), seat=1)))


def facing(one: Contact, other: Contact) -> tuple[Contact, Contact]:
    """Two contacts of the same units made to agree on shelter and DIFFICULT terrain."""
    if one.enemy_uphill and other.enemy_uphill:
        raise ValueError("both units are said to be uphill of each other; at most one of them can be")
    difficult = one.difficult or other.difficult
    return _agreeing(one, other, difficult=difficult), _agreeing(other, one, difficult=difficult)


def _agreeing(contact: Contact, other: Contact, *, difficult: bool) -> Contact:
    sheltered = contact.sheltered or other.enemy_defends or other.enemy_fortified
    return replace(contact, sheltered=sheltered, difficult=difficult)
