"""Charges without a table: the target's answer, its fire at the charger, and the test to charge home.

The steps in order are the reaction and its square, the fire and its hits, the test, and the move
(charge.sequence). The table supplies which target is in reach and from where; the rest is here.

>>> from sandtable.game.drivers.odds import odds
>>> from sandtable.systems.elan.troops import Weapon
>>> line = Fire(weapon=Weapon.RM, target=Target(arm=Arm.CAVALRY))
>>> chances = odds(do(charge, ChargeFacts(charger=Charger(bases=4), fire=line)), exact=True)
>>> chances.chance(lambda end: end.result is ChargeResult.CONTACT)
Fraction(151, 256)
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.rules.tally import Tally
from sandtable.systems.elan.compulsory_dice import Compelled, flight_tallies, length
from sandtable.systems.elan.elan_tests import Commander, ElanTest, Purpose, elan_test, needed
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.leader_casualties import Danger, Exposed, Whereabouts, in_danger
from sandtable.systems.elan.reactions import Charged, Reaction, reactions
from sandtable.systems.elan.shooting import MOST_BASES, Fire, Target, at_charger, fire_tallies, volley
from sandtable.systems.elan.troops import Arm, Formation, Quality, Worn
from sandtable.systems.elan.weapons import EQUAL


# ----------------------------------------------------------------------- the charger
class Charger(Struct, Worn, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a unit that charges."""

    quality: Annotated[Quality, Meta(description="its quality class")] = Quality.C
    bases: Annotated[int, Meta(description="its bases", ge=1, le=MOST_BASES)] = 4
    lost: Annotated[int, Meta(description="strength points it has lost, 3 a base", ge=0, le=23)] = 0
    disordered: Annotated[bool, Meta(description="it is disordered")] = False
    commander: Commander = None

    @property
    def is_destroyed(self) -> bool:
        """Is its strength used up? (troops.destroyed)"""
        return self.lost >= self.strength


def home_test(charger: Charger) -> ElanTest:
    """Its élan test to charge home (charge.home)."""
    leadership = charger.commander or 0
    return ElanTest(quality=charger.quality, leadership=leadership, purpose=Purpose.CHARGE_HOME)


# ----------------------------------------------------------------------- the charge
class Receiving(StrEnum):
    """The reactions of a target that stays in place (charge.reactions)."""

    STAND_AND_FIRE = Reaction.STAND_AND_FIRE
    STAND = Reaction.STAND
    FORM_SQUARE = Reaction.FORM_SQUARE


class ChargeFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A charge at a target that stands, fires or forms square.

    ``fire`` is the fire of the charged unit: its ``arm`` and ``formation`` are those of that unit before it
    reacts, its ``target`` is the charger. ``commander`` is the one with the charged unit.
    """

    charger: Charger = Charger()
    reaction: Annotated[Receiving, Meta(description="its reaction")] = Receiving.STAND_AND_FIRE
    fire: Fire = Fire(target=Target(arm=Arm.CAVALRY))
    commander: Commander = None

    def __post_init__(self) -> None:
        fire = self.fire
        unit = Charged(arm=fire.arm, formation=fire.formation, by_cavalry=fire.target.is_mounted)
        can = tuple(one for one in Receiving if one in (Receiving.STAND, *reactions(unit)))
        if self.reaction not in can:
            raise ValueError(
                f"{fire.arm} in {fire.formation} cannot answer this charge by {self.reaction}; it can"
                f" {' or '.join(can)} (charge.reactions)"
            )


class ChargeResult(StrEnum):
    """Where a charge ends."""

    CONTACT = "contact"
    STOPPED = "stops short"
    DESTROYED = "destroyed"


class ChargeEnd(Struct, frozen=True, cache_hash=True):
    """The end of a charge at a standing target: hits taken, the target's formation and order, the result."""

    hits: int
    formation: Formation
    target_disordered: bool
    result: ChargeResult


class Answer(Struct, frozen=True, cache_hash=True):
    """How a target stands after its reaction, and whether it fires."""

    formation: Formation
    disordered: bool
    fires: bool


async def charge(facts: ChargeFacts) -> ChargeEnd:
    """A charge from the reaction to contact, with nothing but the target in the way.

    charge.sequence, charge.reaction-fire
    """
    answer = await do(answered, facts)
    hits = 0
    if answer.fires:
        fire = replace(facts.fire, formation=answer.formation, disordered=answer.disordered)
        hits = (await do(volley, at_charger(fire))).hits
    horse_at_square = answer.formation is Formation.SQUARE and facts.fire.target.is_mounted
    home = HomeFacts(charger=facts.charger, hits=hits, horse_at_square=horse_at_square)
    result = await do(charged_home, home)
    return ChargeEnd(hits, answer.formation, answer.disordered, result)


async def answered(facts: ChargeFacts) -> Answer:
    """The reaction: the target forms square if it passes its test, and is disordered if it fails.

    charge.form-square, charge.form-square-fail
    """
    formation, disordered = facts.fire.formation, facts.fire.disordered
    if facts.reaction is not Receiving.FORM_SQUARE:
        return Answer(formation, disordered, facts.reaction is Receiving.STAND_AND_FIRE)
    if await do(elan_test, square_test(facts)):
        return Answer(Formation.SQUARE, disordered, fires=True)
    return Answer(formation, disordered=True, fires=False)


def square_test(facts: ChargeFacts) -> ElanTest:
    """The target's élan test to form square (charge.form-square)."""
    return ElanTest(quality=facts.fire.quality, leadership=facts.commander or 0, purpose=Purpose.FORM_SQUARE)


class HomeFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A charger at a target that stands, and the hits it took from reaction fire."""

    charger: Charger = Charger()
    hits: Annotated[int, Meta(description="hits of reaction fire on the charger", ge=0, le=24)] = 0
    horse_at_square: Annotated[bool, Meta(description="cavalry charges a square")] = False


async def charged_home(facts: HomeFacts) -> ChargeResult:
    """Does a charger reach a target that stands?

    Its commander is checked before its test (charge.home, charge.home-triggers, leaders.check-order); if it
    fails it stops short, disordered and marked Halt (charge.home-fail).
    """
    charger = replace(facts.charger, lost=facts.charger.lost + facts.hits)
    if charger.is_destroyed:
        return ChargeResult.DESTROYED
    if facts.hits and charger.commander is not None:
        charger = await do(checked, charger, charger.commander)
    if must_test(replace(facts, charger=charger)) and not await do(elan_test, home_test(charger)):
        return ChargeResult.STOPPED
    return ChargeResult.CONTACT


def must_test(facts: HomeFacts) -> bool:
    """Must a charger, with its losses marked, test to charge home?

    It must if the fire hit it, if it is disordered or Spent, or if it is cavalry and its target is in square
    (charge.home-triggers).
    """
    charger = facts.charger
    shaken = charger.disordered or charger.losses.is_spent
    return facts.hits > 0 or shaken or facts.horse_at_square


async def checked(charger: Charger, leadership: int) -> Charger:
    """A charger after its commander was checked for the hits of reaction fire.

    leaders.hit-check, leaders.check-order, leaders.casualty.killed
    """
    end = await do(in_danger, Exposed(leadership=leadership, danger=Danger.FIRE))
    return replace(
        charger,
        commander=end.leadership if end.where is Whereabouts.WITH_UNIT else None,
        disordered=charger.disordered or end.disorders_unit,
    )


# ----------------------------------------------------------------------- the countercharge
class Meeting(StrEnum):
    """The results of a countercharged charge (charge.countercharge)."""

    MEET = "they meet"
    CHARGER_STAYS = "the charger stays, disordered and halted, and neither moves"
    AT_THE_HALT = "the countercharger receives the charge at the halt"


class CounterchargeFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A charge and the cavalry that countercharges it."""

    charger: Charger = Charger()
    countercharger: Charger = Charger()

    def __post_init__(self) -> None:
        if self.countercharger.disordered:
            raise ValueError(
                "disordered cavalry cannot countercharge; it stands or evades (charge.reactions)"
            )


async def countercharge(facts: CounterchargeFacts) -> Meeting:
    """Both tests before either moves: the charger's if disordered or Spent, the other's if Spent.

    charge.countercharge, charge.home-triggers; neither side fires
    """
    charger, other = facts.charger, facts.countercharger
    shaken = charger.disordered or charger.losses.is_spent
    if shaken and not await do(elan_test, home_test(charger)):
        return Meeting.CHARGER_STAYS
    if other.losses.is_spent and not await do(elan_test, home_test(other)):
        return Meeting.AT_THE_HALT
    return Meeting.MEET


# ----------------------------------------------------------------------- the evade
class EvadeFacts(Struct, frozen=True, cache_hash=True, kw_only=True):
    """A unit that evades or flees directly away from its charger over open ground."""

    scale: Annotated[Scale, Meta(description="the set of figures that is played")] = Scale.LARGE
    mounted: Annotated[bool, Meta(description="the evader is mounted")] = False
    gap: Annotated[float, Meta(description="distance between the two before it moves", ge=0, le=40)] = 4
    reach: Annotated[float, Meta(description="reach of the charger, less its wheel", ge=0, le=40)] = 18


class Evasion(Struct, frozen=True, cache_hash=True):
    """How far a unit moved from its charger, and whether it was caught."""

    length: int
    caught: bool


def is_caught(gap: float, reach: float) -> bool:
    """Is a unit at this distance within the charger's reach? (charge.evade-pursuit)"""
    return gap <= reach + EQUAL


async def evade(facts: EvadeFacts) -> Evasion:
    """How far it moves, and whether it is caught (charge.evade, charge.evade-pursuit, charge.flee)."""
    gone = await do(length, Compelled(scale=facts.scale, mounted=facts.mounted))
    return Evasion(gone, is_caught(facts.gap + gone, facts.reach))


# ----------------------------------------------------------------------- figures and headings
def charge_tallies(facts: ChargeFacts) -> Mapping[str, Tally]:
    """The figures of reaction fire and of the tests."""
    figures = {"needed on 2D6 to charge home": needed(home_test(facts.charger))}
    if facts.reaction is Receiving.FORM_SQUARE:
        figures["needed on 2D6 to form square"] = needed(square_test(facts))
        return {**figures, **fire_tallies(at_charger(replace(facts.fire, formation=Formation.SQUARE)))}
    return {**figures, **fire_tallies(at_charger(facts.fire))}


CHARGES: Final = {
    ChargeResult.CONTACT: "the charge reaches contact",
    ChargeResult.STOPPED: "the charger stops short, disordered and halted",
    ChargeResult.DESTROYED: "the charger is destroyed",
}


def charge_summary(facts: ChargeFacts, end: ChargeEnd) -> tuple[str, ...]:
    """The end of the charge in words, and whether a square was formed."""
    if facts.reaction is not Receiving.FORM_SQUARE:
        return (CHARGES[end.result],)
    formed = end.formation is Formation.SQUARE
    return (CHARGES[end.result], "the square is formed" if formed else "the square is not formed")


def countercharge_tallies(facts: CounterchargeFacts) -> Mapping[str, Tally]:
    """What each side needs, if it must test."""
    return {
        "needed on 2D6 by the charger": needed(home_test(facts.charger)),
        "needed on 2D6 by the countercharger": needed(home_test(facts.countercharger)),
    }


def evade_tallies(facts: EvadeFacts) -> Mapping[str, Tally]:
    """The figures of an evade and the charger's reach."""
    reach = Tally.of(facts.reach, "reach of the charger", "charge.evade-pursuit")
    return {"reach": reach, **flight_tallies(Compelled(scale=facts.scale, mounted=facts.mounted))}


def evade_summary(facts: EvadeFacts, end: Evasion) -> tuple[str, ...]:
    """Whether it is caught, in words."""
    del facts
    return ("the evader is caught" if end.caught else "the evader gets away",)
