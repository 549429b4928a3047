"""Charges answered: units that stand, evade or counter-charge, and late evades from passing enemies."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from sandtable.game.ask.faces import Face, Stake
from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.eagle import fleeing
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Phase
from sandtable.systems.eagle.charge_events import ChargeAnswered
from sandtable.systems.eagle.charge_rights import can_counter_charge, can_evade
from sandtable.systems.eagle.charge_ways import way_to
from sandtable.systems.eagle.engagements import Answer
from sandtable.systems.eagle.flight import Run, distance_dice
from sandtable.systems.eagle.melee_facts import Duel
from sandtable.systems.eagle.open_charges import as_charger, may_declare
from sandtable.systems.eagle.records import Flight
from sandtable.systems.eagle.resolutions import MELEE
from sandtable.systems.eagle.stakes import countered, duel_after, evade_stake
from sandtable.systems.eagle.steps import step_done
from sandtable.systems.eagle.words import name


class Said(NamedTuple):
    """An answer to a charge: what the unit does, and which charger it counter-charges."""

    answer: Answer
    against: int | None = None


class Late(StrEnum):
    """What a unit does when an enemy that did not charge it is about to run into it (decision.late-evade)."""

    EVADE = "evade"
    STAND = "stand"


# --------------------------------------------------------------------- the decisions
class AnswerCharge(Choose[Said], frozen=True, kw_only=True):
    """Choose what a charged unit does."""

    title = "How does it respond?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"{name(battle, self.unit)} is charged: how does it respond?"

    def label(self, battle: EagleBattle, option: Said) -> str:
        if option.against is not None:
            return f"Counter-charge {name(battle, option.against)}"
        return str(option.answer).capitalize()

    def face(self, battle: EagleBattle, option: Said) -> Face:
        match option.answer:
            case Answer.STAND:
                return Face("Stand", "receives the charge", self.unit)
            case Answer.EVADE:
                return Face("Evade", evade_note(battle.units[self.unit]), self.unit)
            case Answer.COUNTER:
                assert option.against is not None
                return Face("Counter-charge", name(battle, option.against), self.unit, option.against)

    def stakes(self, battle: EagleBattle, option: Said) -> tuple[Stake, ...]:
        """The combat with each charger that reaches the unit, or how far it evades."""
        unit = battle.units[self.unit]
        chargers = tuple(battle.units[charger] for charger in chargers_of(battle, unit.id))
        match option.answer:
            case Answer.EVADE:
                return tuple(evade_stake(unit, one.id, f"Evade {one.name}") for one in chargers)
            case Answer.STAND:
                return tuple(
                    Stake(one.id, unit.id, f"Stand against {one.name}", MELEE, duel)
                    for one, duel in _met(battle, unit, chargers)
                )
            case Answer.COUNTER:
                return tuple(
                    Stake(one.id, unit.id, f"Counter-charge {one.name}", MELEE, countered(duel))
                    for one, duel in _met(battle, unit, chargers)
                    if one.id == option.against
                )


def _met(
    battle: EagleBattle, unit: EagleUnit, chargers: tuple[EagleUnit, ...]
) -> Iterator[tuple[EagleUnit, Duel]]:
    """The chargers that reach a unit if it stands, each with the combat that follows (charge.contact)."""
    for charger in chargers:
        way = way_to(battle, charger, unit.id)
        duel = None if way is None else duel_after(battle, charger, unit, way)
        if duel is not None:
            yield charger, duel


class EvadeOrStand(AnswerCharge, frozen=True, kw_only=True):
    """Choose whether charged lights or chariots evade (charge.response.evade)."""

    decision: str = "decision.charge-response"
    rule = "charge.response.evade"


class CounterOrStand(AnswerCharge, frozen=True, kw_only=True):
    """Choose whether charged foot counter-charges (charge.response.counter)."""

    decision: str = "decision.charge-response"
    rule = "charge.response.counter"


class EvadeLate(Choose[Late], frozen=True, kw_only=True):
    """Choose whether a unit evades an enemy that did not charge it (charge.response.evade)."""

    decision: str = "decision.late-evade"
    rule = "charge.response.evade"
    title = "Evade?"

    unit: int
    comer: int

    def parties(self) -> tuple[int, ...]:
        return self.unit, self.comer

    def words(self, battle: EagleBattle) -> str:
        return f"{name(battle, self.comer)} reaches {name(battle, self.unit)}: does it evade?"

    def label(self, battle: EagleBattle, option: Late) -> str:
        del battle
        return str(option).capitalize()

    def face(self, battle: EagleBattle, option: Late) -> Face:
        if option is Late.EVADE:
            return Face("Evade", evade_note(battle.units[self.unit]), self.unit)
        return Face("Stand", f"receives {name(battle, self.comer)}", self.unit, self.comer)

    def stakes(self, battle: EagleBattle, option: Late) -> tuple[Stake, ...]:
        """How far the unit evades."""
        if option is Late.STAND:
            return ()
        return (evade_stake(battle.units[self.unit], self.comer, f"Evade {name(battle, self.comer)}"),)


def evade_note(unit: EagleUnit) -> str:
    """How far a unit evades, at least and at most (movement.unformed-move)."""
    ways = distance_dice(Run(mounted=unit.is_mounted, flight=Flight.EVADE)).ways()
    return f"{min(ways)} to {max(ways)} in back"


# --------------------------------------------------------------------- the step
async def answers_step(battle: EagleBattle) -> EagleBattle:
    """A side answers for its charged units that declared no charge themselves.

    turn.initiative.use, charge.response.stand: a unit with only one answer gives it without a question
    """
    for unit in charged(battle, battle.active):
        options = answers(battle, battle.units[unit])
        if len(options) > 1:
            decision = EvadeOrStand if options[0].answer is Answer.EVADE else CounterOrStand
            said = await decision(battle.active, options, unit=unit)
            battle = await tell(battle, ChargeAnswered(unit, said.answer, said.against))
    return await step_done(battle)


def charged(battle: EagleBattle, side: int) -> tuple[int, ...]:
    """The units of a side that are charged and declared no charge themselves, each once.

    charge.evade: a unit decides once, against all its chargers
    """
    struck = {charge.target for charge in battle.charges}
    return tuple(
        one.id for one in battle.unbroken(side) if one.id in struck and battle.charge_of(one.id) is None
    )


def chargers_of(battle: EagleBattle, unit: int) -> tuple[int, ...]:
    """The units on the table that have declared a charge at a unit."""
    return tuple(
        charge.unit
        for charge in battle.charges
        if charge.target == unit and battle.units[charge.unit].pose is not None
    )


def answers(battle: EagleBattle, unit: EagleUnit) -> tuple[Said, ...]:
    """The answers open to a charged unit.

    charge.response.evade: LI, LC and chariots may evade; charge.response.counter, charge.counter: MI may
    counter-charge a charger to their front; charge.response.stand: all may stand, and the rest must
    """
    facts = as_charger(battle, unit)
    stand = Said(Answer.STAND)
    if can_evade(facts):
        return (Said(Answer.EVADE), stand)
    if not can_counter_charge(facts) or not may_declare(battle, unit):
        return (stand,)
    ahead = (charge for charge in battle.charges if charge.target == unit.id and charge.face == "front")
    return (*(Said(Answer.COUNTER, charge.unit) for charge in ahead), stand)


# --------------------------------------------------------------------- late evades
async def evades_late(battle: EagleBattle, unit: int, comer: int) -> tuple[EagleBattle, bool]:
    """A unit that an enemy is about to run into may evade, if its class may; returns whether it did.

    charge.missed, after.pursue.new-enemy.detail, decision.late-evade
    """
    one = battle.units[unit]
    if not may_evade_late(battle, one):
        return battle, False
    said = await EvadeLate(one.side, tuple(Late), unit=unit, comer=comer)
    if said is Late.STAND:
        return battle, False
    return await fleeing.evade(battle, unit, (comer,)), True


def may_evade_late(battle: EagleBattle, unit: EagleUnit) -> bool:
    """May a unit still evade: by its class, in no contact, and not yet moved in this phase?

    charge.response.evade: a unit that declared a charge in this phase may not
    """
    track = battle.track_of(unit.id)
    if track is not None and track.how is Flight.EVADE:
        return False
    if battle.step.phase is Phase.CHARGE and battle.charge_of(unit.id) is not None:
        return False
    return can_evade(as_charger(battle, unit))
