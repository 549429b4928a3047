"""Foot against Mounted: the test of the Foot, and whether the Mounted unit breaks off before the melee.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.systems.tricorn.policies import decide_warily
>>> odds(do(close_with_horse, FootCharge()), decide_warily, exact=True)[Closing.MELEE]
Fraction(7, 20)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Final

from msgspec import Meta, Struct

from sandtable.game.ask.questions import Choose, do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.rules.tally import Tally
from sandtable.systems.tricorn.book import markers_of
from sandtable.systems.tricorn.morale import Nerve, Occasion, PerEdge, Trial, morale_test, target
from sandtable.systems.tricorn.troops import Category, TroopType

if TYPE_CHECKING:
    from sandtable.systems.tricorn.battle import TricornBattle


class Answer(StrEnum):
    """What Mounted may do when Foot has come into contact with it."""

    BREAK_OFF = "try to break off"
    STAY = "stay"


class Closing(IntEnum):
    """The result of an attack of Foot on Mounted, ordered from the worst for the Mounted unit to the best."""

    MELEE = 0
    HALTED = 1
    BROKE_OFF = 2


# ----------------------------------------------------------------------- facts
class Party(Nerve, frozen=True, cache_hash=True, kw_only=True):
    """One of the two units, and its situation against the other."""

    cover: Annotated[bool, Meta(description="it defends works, a village or a strong point")] = False
    uphill: Annotated[bool, Meta(description="it is uphill of the other")] = False
    stream: Annotated[bool, Meta(description="it defends the bank of a stream")] = False


class Horse(Party, frozen=True, cache_hash=True, kw_only=True):
    """The Mounted unit, which other enemies may already touch."""

    left: Annotated[bool, Meta(description="an enemy touches its left flank")] = False
    right: Annotated[bool, Meta(description="an enemy touches its right flank")] = False
    rear: Annotated[bool, Meta(description="an enemy touches its rear")] = False
    per_edge: PerEdge = False


class FootCharge(Struct, frozen=True, cache_hash=True, kw_only=True):
    """Muskets or Light Infantry that want to start a melee with a Mounted unit."""

    foot: Party = Party()
    horse: Horse = Horse(troops=TroopType.HEAVY_CAVALRY, markers=2)
    way_back: Annotated[bool, Meta(description="the way straight back is free for the horse")] = True
    seat: Annotated[int, Meta(description="the seat that owns the horse", ge=0, le=1)] = 1

    def __post_init__(self) -> None:
        if self.foot.troops.category is not Category.FOOT:
            raise ValueError(f"{self.foot.troops} is not Foot; muskets and light-infantry make this attack")
        if self.horse.troops.category is not Category.MOUNTED:
            raise ValueError(f"{self.horse.troops} is not Mounted; only Mounted is attacked in this way")


@cache
def least_markers() -> int:
    """The least markers that Mounted must have for Foot to attack it (movement.muskets-v-mounted)."""
    return markers_of("movement.muskets-v-mounted")


def objections(horse_markers: int) -> tuple[Refusal, ...]:
    """Why Foot may not start a melee with Mounted that has this many markers.

    movement.muskets-v-mounted, movement.muskets-v-mounted.light-infantry
    """
    if horse_markers >= least_markers():
        return ()
    words = (
        f"the Mounted unit has {horse_markers} Disorder Markers; Foot attacks it from {least_markers()} on"
    )
    return (Refusal(words, rule="movement.muskets-v-mounted"),)


# ---------------------------------------------------------------------- trials
@lru_cache(maxsize=1024)
def foot_trial(foot: Party) -> Trial:
    """The test that Foot takes before it closes (movement.muskets-v-mounted.test)."""
    return _trial(foot, Occasion.CHARGE_MOUNTED)


@lru_cache(maxsize=1024)
def horse_trial(horse: Horse) -> Trial:
    """The test of Mounted to break off (movement.muskets-v-mounted.break-off, morale.mod.break-off)."""
    return _trial(horse, Occasion.BREAK_OFF)


def _trial(party: Party, occasion: Occasion) -> Trial:
    horse = party if isinstance(party, Horse) else Horse()
    return Trial(
        troops=party.troops,
        quality=party.quality,
        markers=party.markers,
        attached=party.attached,
        bad_going=party.bad_going,
        demoralized=party.demoralized,
        forced_march=party.forced_march,
        occasion=occasion,
        cover=party.cover,
        uphill=party.uphill,
        stream=party.stream,
        left=horse.left,
        right=horse.right,
        rear=horse.rear,
        per_edge=horse.per_edge,
    )


# --------------------------------------------------------------------- procedure
async def close_with_horse(charge: FootCharge) -> Closing:
    """Foot tests and moves; if it makes contact, Mounted may try to break off.

    movement.muskets-v-mounted.test, movement.muskets-v-mounted.fail, movement.muskets-v-mounted.order,
    movement.muskets-v-mounted.break-off, movement.muskets-v-mounted.break-off.fail,
    movement.muskets-v-mounted.break-off.pass
    """
    if objections(charge.horse.markers) or not await do(morale_test, foot_trial(charge.foot)):
        return Closing.HALTED
    return await do(answer, charge)


class MountedReaction(Choose[Answer], frozen=True, kw_only=True):
    """Choose whether Mounted that Foot has contacted stays or tries to break off.

    movement.muskets-v-mounted.break-off
    """

    decision: str = "react.mounted-break-off"
    rule = "movement.muskets-v-mounted.break-off"
    title = "Break off before the Foot?"

    def words(self, battle: TricornBattle) -> str:
        del battle
        return "Foot has closed: break off?"

    def label(self, battle: TricornBattle, option: Answer) -> str:
        del battle
        return "Try to break off" if option is Answer.BREAK_OFF else "Stay"


async def answer(charge: FootCharge) -> Closing:
    """The answer of Mounted to Foot in contact with it.

    movement.muskets-v-mounted.break-off, movement.break-off.blocked
    """
    if not charge.way_back:
        return Closing.MELEE
    said = await MountedReaction(charge.seat, tuple(Answer), aims=(Closing.BROKE_OFF,))
    if said is Answer.STAY:
        return Closing.MELEE
    passed = await do(morale_test, horse_trial(charge.horse))
    return Closing.BROKE_OFF if passed else Closing.MELEE


# ----------------------------------------------------------------------- figures and headings
def charge_tallies(charge: FootCharge) -> Mapping[str, Tally]:
    """What each side must throw."""
    return {
        "target of the Foot on 1D20": target(foot_trial(charge.foot)),
        "target of the Mounted on 1D20": target(horse_trial(charge.horse)),
    }


ENDINGS: Final = {
    Closing.MELEE: "they come to blows",
    Closing.HALTED: "the Foot does not close",
    Closing.BROKE_OFF: "the Mounted unit breaks off",
}
"""How the attack goes, in words."""


def charge_summary(charge: FootCharge, closing: Closing) -> tuple[str, ...]:
    """How the attack goes, and why it may not be made at all."""
    barred = tuple(f"the attack is not allowed: {one.words}" for one in objections(charge.horse.markers))
    return (*barred, ENDINGS[closing])
