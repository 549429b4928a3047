"""Charges answered: units that stand, evade or counter-charge, and late evades from passing enemies."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.eagle import fleeing
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Phase
from sandtable.systems.eagle.charge_events import ChargeAnswered
from sandtable.systems.eagle.charge_rights import can_counter_charge, can_evade
from sandtable.systems.eagle.charging import as_charger, may_declare
from sandtable.systems.eagle.engagements import Answer
from sandtable.systems.eagle.records import Flight
from sandtable.systems.eagle.steps import step_done

DECISION: Final = "decision.charge-response"
LATE: Final = "decision.late-evade"


class Said(NamedTuple):
    """An answer to a charge: what the unit does, and which charger it counter-charges."""

    answer: Answer
    against: int | None = None


class Late(StrEnum):
    """What a unit does when an enemy that did not charge it is about to run into it (decision.late-evade)."""

    EVADE = "evade"
    STAND = "stand"


# --------------------------------------------------------------------- the step
async def answers_step(battle: EagleBattle) -> EagleBattle:
    """A side answers for its charged units that declared no charge themselves.

    turn.initiative.use, charge.response.stand: a unit with only one answer gives it without a question
    """
    for unit in charged(battle, battle.active):
        options = answers(battle, battle.units[unit])
        if len(options) > 1:
            said = await Choose(DECISION, battle.active, options, about=(unit,))
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
    said = await Choose(LATE, one.side, tuple(Late), about=(unit, comer))
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
