"""Charges answered: who stands, evades or counter-charges, and late evades before those who come by."""

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
    """What a charged unit may say: what it does, and whom it counter-charges."""

    answer: Answer
    against: int | None = None


class Late(StrEnum):
    """What a unit does that somebody who did not charge it is about to run into (decision.late-evade)."""

    EVADE = "evade"
    STAND = "stand"


# --------------------------------------------------------------------- the step
async def answers_step(battle: EagleBattle) -> EagleBattle:
    """A side says what its charged units do that declared no charge themselves.

    turn.initiative.use, charge.response.stand: those who have no choice are not asked
    """
    for unit in charged(battle, battle.active):
        options = answers(battle, battle.units[unit])
        if len(options) > 1:
            said = await Choose(DECISION, battle.active, options, about=(unit,))
            battle = await tell(battle, ChargeAnswered(unit, said.answer, said.against))
    return await step_done(battle)


def charged(battle: EagleBattle, side: int) -> tuple[int, ...]:
    """The units of a side that are charged and declared no charge themselves, each once.

    charge.evade: a unit decides once, against all who charge it
    """
    struck = {charge.target for charge in battle.charges}
    return tuple(
        one.id for one in battle.unbroken(side) if one.id in struck and battle.charge_of(one.id) is None
    )


def chargers_of(battle: EagleBattle, unit: int) -> tuple[int, ...]:
    """Those who have declared a charge at a unit and are still on the table."""
    return tuple(
        charge.unit
        for charge in battle.charges
        if charge.target == unit and battle.units[charge.unit].pose is not None
    )


def answers(battle: EagleBattle, unit: EagleUnit) -> tuple[Said, ...]:
    """What a charged unit may do.

    charge.response.evade: LI, LC and chariots may evade; charge.response.counter, charge.counter: MI may
    counter-charge one that charges their front; charge.response.stand: all may stand, the others do
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
    """A unit that somebody is about to run into may evade if it is of a kind that does; did it?

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
    """May a unit still evade: of a kind that does, in no contact, and not gone before in this phase?

    charge.response.evade: who declared a charge in this phase may not either
    """
    track = battle.track_of(unit.id)
    if track is not None and track.how is Flight.EVADE:
        return False
    if battle.step.phase is Phase.CHARGE and battle.charge_of(unit.id) is not None:
        return False
    return can_evade(as_charger(battle, unit))
