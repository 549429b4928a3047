"""Charges: whom to charge, how to meet a charge, who goes first."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from sandtable.game.ask.questions import Choose
from sandtable.systems.eagle.answering import Late, Said, chargers_of
from sandtable.systems.eagle.arcs import arc_of, front_centre
from sandtable.systems.eagle.arriving import Follow
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charge_ways import RANGE, ChargeWay, way_to
from sandtable.systems.eagle.charging import open_ways
from sandtable.systems.eagle.closing import Halt
from sandtable.systems.eagle.doctrine.assaults import assault
from sandtable.systems.eagle.doctrine.chances import middle, onset
from sandtable.systems.eagle.doctrine.goals import Posture, goals, is_there
from sandtable.systems.eagle.engagements import Answer
from sandtable.systems.eagle.nearness import enemies_within, within
from sandtable.systems.eagle.records import Role
from sandtable.systems.eagle.troops import Nation
from sandtable.systems.eagle.victory import army
from sandtable.table.space.lengths import INCH

LEAST: Final = {Posture.HOLD: 0.1, Posture.TAKE: 0.0, Posture.ATTACK: 0.3}
"""What a charge must be worth, by what a side has to do; an attacker waits for a good one while he can."""
PRESSED: Final = 0.6
"""How much less is asked of a charge when the last turn has come by those who do not win by waiting."""
LAST_TURNS: Final = (-3.0, -1.0)
"""What he asks of it in the last turn and in the one before, if his army can bear it."""
NEAR_BREAKING: Final = 0.4
"""An army that has lost so much of its value may break by what it loses in a turn."""
LIGHT_LEAST: Final = 0.25
"""The same for light troops, who would rather shoot."""
FORESTALLED: Final = 0.2
"""What it brings at the most to forestall a charge: the worn had better not go to meet it."""
FIRST_BLOW: Final = 0.6
"""How far what an enemy's charge would cost counts for a charge that comes before it."""
NOWHERE: Final = -9.0
"""What a charge is worth that comes into no contact."""
ALONE: Final = 0.1
"""How much less a charge is worth that no comrade near by makes with him."""
COMRADES: Final = 9 * INCH
GROUND_LOST: Final = 0.12
"""What it costs lights to run from a charge."""
WARLIKE: Final = 0.15
"""What the first onset is worth to Britons besides: later rounds only tire them (melee.british.detail)."""


# ----------------------------------------------------------------------- whom to charge
def declare(battle: EagleBattle, question: Choose[int | None]) -> object:
    """The enemy whom it pays best to charge, if it pays to charge any."""
    unit = battle.units[number_of(question)]
    best, most = None, LIGHT_LEAST if unit.is_light else least(battle, unit.side)
    for target in question.options:
        if target is not None:
            worth = charge_worth(battle, unit, battle.units[target])
            if worth > most:
                best, most = target, worth
    return best


def least(battle: EagleBattle, side: int) -> float:
    """What a charge must be worth; who has to win before the turns are over risks more as they pass.

    When they are nearly over he risks whatever does not break his own army.
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
    """What a charge is worth: its odds, comrades in it, and the charge of the enemy that it forestalls."""
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
    """Can a unit make a charge from where it stands that pays, at somebody who does not run from it?

    It may be asked of a unit as it would be with some points less.
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
    """May an enemy run from a charge? (charge.response.evade)"""
    return target.troop_class.may_evade and not battle.is_engaged(target.id)


def _goes_with_others(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Is a comrade near by who fights, or has an enemy before him whom he could charge as well?"""
    friends = tuple(one.id for one in battle.unbroken(unit.side) if one.id != unit.id and not one.is_light)
    return any(
        battle.is_engaged(one) or enemies_within(battle, battle.units[one], RANGE)
        for one in within(battle, unit.id, friends, COMRADES)
    )


def _strays(battle: EagleBattle, unit: EagleUnit, target: EagleUnit) -> float:
    """What it costs a holder to be drawn off the ground that he holds, after lights above all."""
    goal = goals(battle)[unit.side]
    if goal.posture is not Posture.HOLD or not goal.area:
        return 0.0
    leaves = is_there(goal, middle(unit)) and not is_there(goal, middle(target))
    return (0.6 if target.is_light else 0.25) if leaves else 0.0


def nearest(battle: EagleBattle, question: Choose[int]) -> object:
    """Of enemies equally near the one whom it pays best to charge."""
    unit = battle.units[number_of(question)]
    return max(question.options, key=lambda foe: charge_worth(battle, unit, battle.units[foe]))


# ----------------------------------------------------------------------- how to meet a charge
def respond(battle: EagleBattle, question: Choose[Said]) -> object:
    """The answer that costs least: lights run unless they win, foot meets a charge with its own."""
    unit = battle.units[number_of(question)]
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
    """What it is worth to meet a charge by a role."""
    side = arc_of(unit, front_centre(charger))
    return -onset(battle, charger, unit, side, role if side == "front" else Role.STAND).net


def evade_late(battle: EagleBattle, question: Choose[Late]) -> object:
    """Lights run from those who come by, unless they would win."""
    unit, comer = (battle.units[number] for number in question.about if isinstance(number, int))
    return Late.STAND if _stand(battle, unit, comer, Role.STAND) > -GROUND_LOST else Late.EVADE


# ----------------------------------------------------------------------- charges made
def hold_back(battle: EagleBattle, question: Choose[Halt]) -> object:
    """Steady foot does not run after those who evade."""
    del battle, question
    return Halt.STAY


def move_up(battle: EagleBattle, question: Choose[Follow]) -> object:
    """Supports keep up with those in front of them."""
    del battle, question
    return Follow.MOVE_UP


def number_of(question: Choose[Any]) -> int:
    """The unit that a question is about."""
    number = question.about[0]
    assert isinstance(number, int)
    return number
