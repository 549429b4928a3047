"""Charges: which enemy to charge, and how to answer a charge."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.eagle.answering import AnswerCharge, EvadeLate, Late, Said, chargers_of
from sandtable.systems.eagle.arcs import arc_of, front_centre
from sandtable.systems.eagle.arriving import Follow, MoveUp
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charge_ways import RANGE, ChargeWay, way_to
from sandtable.systems.eagle.charging import DeclareCharge, RepeatTarget
from sandtable.systems.eagle.closing import Halt, HoldBack
from sandtable.systems.eagle.doctrine.assaults import assault
from sandtable.systems.eagle.doctrine.chances import middle, onset
from sandtable.systems.eagle.doctrine.goals import Posture, goals, is_there
from sandtable.systems.eagle.engagements import Answer
from sandtable.systems.eagle.nearness import enemies_within, within
from sandtable.systems.eagle.open_charges import open_ways
from sandtable.systems.eagle.records import Role
from sandtable.systems.eagle.troops import Nation
from sandtable.systems.eagle.victory import army
from sandtable.table.space import INCH

LEAST: Final = {Posture.HOLD: 0.1, Posture.TAKE: 0.0, Posture.ATTACK: 0.3}
"""The least value of a charge that is made, by posture; an attacker waits for a good one while he can."""
PRESSED: Final = 0.6
"""How much LEAST has fallen by the last turn, for a side that does not win by waiting."""
LAST_TURNS: Final = (-3.0, -1.0)
"""The least value for an attacker in the last turn and the one before, if his army can bear the loss."""
NEAR_BREAKING: Final = 0.4
"""An army that has lost this share of its value may break by the losses of one turn."""
LIGHT_LEAST: Final = 0.25
"""The least value for light troops, which would rather shoot."""
FORESTALLED: Final = 0.2
"""The most that forestalling a charge is worth: a worn unit should not go to meet one."""
FIRST_BLOW: Final = 0.6
"""The share of the cost of an enemy's charge that counts for forestalling it."""
NOWHERE: Final = -9.0
"""The value of a charge that makes no contact."""
ALONE: Final = 0.1
"""How much less a charge is worth without a friend near by that charges too."""
COMRADES: Final = 9 * INCH
GROUND_LOST: Final = 0.12
"""The cost to lights of evading."""
WARLIKE: Final = 0.15
"""The further value of the first onset to Britons, who tire in later rounds (melee.british.detail)."""


# ----------------------------------------------------------------------- charges to declare
def declare(battle: EagleBattle, question: DeclareCharge) -> object:
    """Charge the enemy that pays best, if any pays."""
    unit = battle.units[question.unit]
    best, most = None, LIGHT_LEAST if unit.is_light else least(battle, unit.side)
    for target in question.options:
        if target is not None:
            worth = charge_worth(battle, unit, battle.units[target])
            if worth > most:
                best, most = target, worth
    return best


def least(battle: EagleBattle, side: int) -> float:
    """The least value of a charge that is made; it falls turn by turn for a side that must win in time.

    In the last turns an attacker takes any risk that does not break his own army.
    """
    posture = goals(battle)[side].posture
    if posture is Posture.HOLD:
        return LEAST[posture]
    attacks = posture is Posture.ATTACK
    if attacks and not _is_near_breaking(battle, side) and turns_left(battle) < len(LAST_TURNS):
        return LAST_TURNS[turns_left(battle)]
    return LEAST[posture] - PRESSED * battle.turn / battle.turn_limit


def turns_left(battle: EagleBattle) -> int:
    """How many turns come after this one."""
    return max(battle.turn_limit - battle.turn, 0)


def _is_near_breaking(battle: EagleBattle, side: int) -> bool:
    return army(battle, side).share >= NEAR_BREAKING


def charge_worth(
    battle: EagleBattle, unit: EagleUnit, target: EagleUnit, way: ChargeWay | None = None
) -> float:
    """The value of a charge: its odds, the friends in it, and the enemy charge that it forestalls."""
    way = way or way_to(battle, unit, target.id)
    found = None if way is None else assault(battle, unit, way)
    if way is None or found is None:
        return NOWHERE
    worth = 0.5 * found if is_elusive(battle, target) else found
    if not target.is_light and way.side == "front":
        worth += min(FIRST_BLOW * max(onset(battle, target, unit).net, 0.0), FORESTALLED)
    if unit.nation is Nation.BRITISH and not unit.is_light:
        worth += WARLIKE
    if not unit.is_light and not _goes_with_others(battle, unit):
        worth -= ALONE
    return worth - _strays(battle, unit, target)


def can_strike(battle: EagleBattle, unit: EagleUnit, *, steadied: int = 0) -> bool:
    """Can a unit make a charge that pays from where it stands? Only lights count enemies that may evade.

    ``steadied`` judges it with so many points less.
    """
    if steadied:
        unit = replace(unit, dp=max(unit.dp - steadied, 0))
    enough = least(battle, unit.side)
    return any(
        charge_worth(battle, unit, battle.units[way.target], way) > enough
        for way in open_ways(battle, unit)
        if unit.is_light or not is_elusive(battle, battle.units[way.target])
    )


def is_elusive(battle: EagleBattle, target: EagleUnit) -> bool:
    """May an enemy evade a charge? (charge.response.evade)"""
    return target.troop_class.may_evade and not battle.is_engaged(target.id)


def _goes_with_others(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Is a friend near by in combat, or with an enemy before it that it could charge too?"""
    friends = tuple(one.id for one in battle.unbroken(unit.side) if one.id != unit.id and not one.is_light)
    return any(
        battle.is_engaged(one) or enemies_within(battle, battle.units[one], RANGE)
        for one in within(battle, unit.id, friends, COMRADES)
    )


def _strays(battle: EagleBattle, unit: EagleUnit, target: EagleUnit) -> float:
    """The cost of drawing a holder off the ground that it holds, above all after lights."""
    goal = goals(battle)[unit.side]
    if goal.posture is not Posture.HOLD or not goal.area:
        return 0.0
    leaves = is_there(goal, middle(unit)) and not is_there(goal, middle(target))
    return (0.6 if target.is_light else 0.25) if leaves else 0.0


def nearest(battle: EagleBattle, question: RepeatTarget) -> object:
    """Of enemies equally near, the one that it pays best to charge."""
    unit = battle.units[question.unit]
    return max(question.options, key=lambda foe: charge_worth(battle, unit, battle.units[foe]))


# ----------------------------------------------------------------------- how to meet a charge
def respond(battle: EagleBattle, question: AnswerCharge) -> object:
    """The answer that costs least: lights evade unless they would win, foot counter-charges."""
    unit = battle.units[question.unit]
    return max(question.options, key=lambda said: _answer_worth(battle, unit, said))


def _answer_worth(battle: EagleBattle, unit: EagleUnit, said: Said) -> float:
    if said.answer is Answer.EVADE:
        return -GROUND_LOST
    role = Role.CHARGE if said.answer is Answer.COUNTER else Role.STAND
    comers = chargers_of(battle, unit.id)
    worths = [_stand(battle, unit, battle.units[comer], role) for comer in comers]
    bonus = 0.01 if said.against is not None and len(comers) > 1 else 0.0
    return sum(worths) + bonus


def _stand(battle: EagleBattle, unit: EagleUnit, charger: EagleUnit, role: Role) -> float:
    """The value of meeting a charge in a role."""
    side = arc_of(unit, front_centre(charger))
    return -onset(battle, charger, unit, side, role if side == "front" else Role.STAND).net


def evade_late(battle: EagleBattle, question: EvadeLate) -> object:
    """Lights evade a passing enemy, unless they would win."""
    unit, comer = battle.units[question.unit], battle.units[question.comer]
    return Late.STAND if _stand(battle, unit, comer, Role.STAND) > -GROUND_LOST else Late.EVADE


# ----------------------------------------------------------------------- charges made
def hold_back(battle: EagleBattle, question: HoldBack) -> object:
    """Steady foot does not follow units that evade."""
    del battle, question
    return Halt.STAY


def move_up(battle: EagleBattle, question: MoveUp) -> object:
    """Supporters keep up with the unit in front of them."""
    del battle, question
    return Follow.MOVE_UP
