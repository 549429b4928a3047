"""The facts of a melee: two primary units, their helpers, and the edges touched.

Only primaries roll and receive markers (melee.primary). Other units count in the facts of a primary: overlaps
and flank contacts for it, and enemies besides the enemy primary that touch it against it.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, Struct

from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.combat import LightsApart, SecondByValue, Value, counts_as_muskets
from sandtable.systems.tricorn.morale import Nerve, Occasion, PerEdge, Trial
from sandtable.systems.tricorn.troops import (
    SHOCK,
    Category,
    CombatValue,
    Quality,
    TroopType,
    limbered_value,
    values_of,
)

MOST_OVERLAPS: Final = 2
MOST_FLANKERS: Final = 6


class Side(IntEnum):
    """The two primaries of a melee: the active side's and the other side's."""

    ONE = 0
    OTHER = 1

    @property
    def foe(self) -> Side:
        """The side against it."""
        return Side(1 - self)


class Toucher(StrEnum):
    """An enemy besides the primary that supports it and touches the unit (disorder.extra.any-contact)."""

    HEAVY = "Heavy Cavalry"
    TWO_FOUR = "Heavy Cavalry 2/4"
    LIGHT_CAVALRY = "Light Cavalry"
    MUSKETS_FRONT = "Muskets, by their front"
    GUNS_FRONT = "unlimbered artillery, by its front"


class Fighter(Nerve, frozen=True, cache_hash=True, kw_only=True):
    """A primary unit as it is when the melee begins (melee.simultaneous)."""

    value: Annotated[
        Value | None, Meta(description="its printed melee value; none: as its type and quality have it")
    ] = None
    two_four: Annotated[bool, Meta(description="Heavy Cavalry whose printed value is 2/4")] = False
    overlaps: Annotated[
        int, Meta(description="friends that overlap, with at most 2 markers", ge=0, le=MOST_OVERLAPS)
    ] = 0
    flankers: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_FLANKERS)] | None,
        Meta(
            description="friends on the enemy's flank or rear, itself included; none: one on each that is"
            " touched"
        ),
    ] = None
    column: Annotated[bool, Meta(description="it is in Road/March Column, or limbered")] = False
    cover: Annotated[bool, Meta(description="it defends works, a village or a strong point")] = False
    uphill: Annotated[bool, Meta(description="it is uphill of the enemy")] = False
    stream: Annotated[bool, Meta(description="it defends the bank of a stream against the enemy")] = False
    front: Annotated[bool, Meta(description="the enemy primary touches its front edge")] = True
    left: Annotated[bool, Meta(description="an enemy touches its left flank")] = False
    right: Annotated[bool, Meta(description="an enemy touches its right flank")] = False
    rear: Annotated[bool, Meta(description="an enemy touches its rear")] = False
    touched_by: Annotated[
        tuple[Toucher, ...],
        Meta(description="enemies that support the primary and touch it", max_length=len(Toucher)),
    ] = ()

    def __post_init__(self) -> None:
        fighting_value(self.troops, self.quality, self.value, two_four=self.two_four, column=self.column)

    @property
    def printed(self) -> int:
        """Its printed melee value, by its type and formation (troops.combat-values)."""
        return self._printed.melee or 0

    @property
    def is_two_four(self) -> bool:
        """Is it Heavy Cavalry of the 2/4 class, by its printed value? (troops.heavy-cavalry-2-4)"""
        return self.troops is TroopType.HEAVY_CAVALRY and self._printed == SHOCK

    @property
    def _printed(self) -> CombatValue:
        return fighting_value(
            self.troops, self.quality, self.value, two_four=self.two_four, column=self.column
        )

    @property
    def category(self) -> Category:
        """Foot, Mounted or Artillery."""
        return self.troops.category

    @property
    def is_artillery(self) -> bool:
        """Is it guns?"""
        return self.category is Category.ARTILLERY

    @property
    def is_mounted(self) -> bool:
        """Is it horse?"""
        return self.category is Category.MOUNTED

    @property
    def is_unlimbered(self) -> bool:
        """Is it guns ready to fire? (formation.limbered)"""
        return self.is_artillery and not self.column

    @property
    def is_flanked(self) -> bool:
        """Does an enemy touch its flank or rear? (geometry.edge-contact)"""
        return self.left or self.right or self.rear


@lru_cache(maxsize=1024)
def fighting_value(
    troops: TroopType, quality: Quality, given: int | None, *, two_four: bool, column: bool
) -> CombatValue:
    """The Combat Value with which a unit fights; a given value that contradicts its type is refused.

    troops.combat-values, troops.heavy-cavalry-2-4, formation.limbered
    """
    known = values_of(troops, quality)
    if two_four and (troops is not TroopType.HEAVY_CAVALRY or SHOCK not in known):
        raise ValueError(
            f"{troops} of {quality} quality cannot be of the 2/4 class; only heavy-cavalry can, if trained"
        )
    is_limbered = column and troops.category is Category.ARTILLERY
    open_to = (limbered_value(),) if is_limbered else (SHOCK,) if two_four else known
    for value in open_to:
        if given in (None, value.melee):
            return value
    may = " or ".join(str(value.melee) for value in open_to)
    who = f"limbered {troops}" if is_limbered else f"{troops} of {quality} quality"
    raise ValueError(f"the melee value of {who} is {may}, not {given}; leave it out and it follows")


class Melee(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A melee: the primary of the active side, that of the other side, and the readings of the rules."""

    one: Fighter = Fighter()
    other: Fighter = Fighter()
    lights_apart: LightsApart = False
    second_by_value: SecondByValue = False
    step_three_only: Annotated[
        bool, Meta(description="reading: only the markers of Step Three are compared")
    ] = False
    hits_tie_stands: Annotated[bool, Meta(description="reading: a tie with hits leaves both in contact")] = (
        False
    )
    claimant_stands: Annotated[
        bool, Meta(description="reading: Mounted that alone hold a claim win a melee without hits")
    ] = False
    flanked_stands: Annotated[
        bool, Meta(description="reading: a unit touched on flank or rear recoils only if it lost")
    ] = False
    per_edge: PerEdge = False

    def __post_init__(self) -> None:
        if self.one.uphill and self.other.uphill:
            raise ValueError("both units are said to be uphill of the other; at most one of them can be")
        for side in Side:
            if self.fighter(side).flankers and not self.fighter(side.foe).is_flanked:
                raise ValueError(
                    "units are said to be on an enemy's flank or rear, but no flank of it and not its rear is"
                    " touched; say which"
                )

    def fighter(self, side: Side) -> Fighter:
        """The primary of a side."""
        return self.other if side else self.one

    def flankers(self, side: Side) -> int:
        """How many units of a side touch the enemy's flank or rear; by default one on each touched side.

        melee.cv.flank, melee.cv.flank.self
        """
        given, foe = self.fighter(side).flankers, self.fighter(side.foe)
        return foe.left + foe.right + foe.rear if given is None else given

    @property
    def in_bad_going(self) -> bool:
        """Is the fight in Bad Going? It is for both primaries if it is for one (terrain.melee-shared)."""
        return self.one.bad_going or self.other.bad_going


# ------------------------------------------------------------------- who touches whom
def touches(melee: Melee, victim: Side, troops: TroopType, toucher: Toucher) -> bool:
    """Does an enemy of this kind touch a primary on any edge: the enemy primary, or one that supports it?

    disorder.extra.any-contact
    """
    return melee.fighter(victim.foe).troops is troops or toucher in melee.fighter(victim).touched_by


def touches_two_four(melee: Melee, victim: Side) -> bool:
    """Does Heavy Cavalry of the 2/4 class touch a primary? (disorder.extra.v-heavy-2-4)"""
    return melee.fighter(victim.foe).is_two_four or Toucher.TWO_FOUR in melee.fighter(victim).touched_by


def meets_front_of_muskets(melee: Melee, victim: Side) -> bool:
    """Does a primary touch the front edge of Muskets it fights? (disorder.extra.frontal-contact)"""
    foe = melee.fighter(victim.foe)
    are_muskets = counts_as_muskets(foe.troops, lights_apart=melee.lights_apart)
    return (are_muskets and foe.front) or Toucher.MUSKETS_FRONT in melee.fighter(victim).touched_by


def meets_front_of_guns(melee: Melee, victim: Side) -> bool:
    """Does a primary touch the front edge of unlimbered guns it fights? (disorder.extra.frontal-contact)"""
    foe = melee.fighter(victim.foe)
    return (foe.is_unlimbered and foe.front) or Toucher.GUNS_FRONT in melee.fighter(victim).touched_by


def trial_after_melee(melee: Melee, side: Side, gained: int, attached: Attached) -> Trial:
    """The trial of a primary that gained markers, with its contacts before any recoil.

    morale.when, morale.mod.scope, morale.mod.artillery, leaders.casualty.when
    """
    fighter, foe = melee.fighter(side), melee.fighter(side.foe)
    guns = (foe.is_artillery and foe.front) or Toucher.GUNS_FRONT in fighter.touched_by
    return Trial(
        troops=fighter.troops,
        quality=fighter.quality,
        markers=fighter.markers + gained,
        attached=attached,
        bad_going=fighter.bad_going,
        demoralized=fighter.demoralized,
        forced_march=fighter.forced_march,
        occasion=Occasion.CONSULTATION,
        cover=fighter.cover,
        uphill=fighter.uphill,
        stream=fighter.stream,
        guns=guns,
        left=fighter.left,
        right=fighter.right,
        rear=fighter.rear,
        per_edge=melee.per_edge,
    )
