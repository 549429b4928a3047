"""Where to spend a Command Point, and which die to reroll."""

from __future__ import annotations

from typing import Final

from sandtable.dice.rerollable import best
from sandtable.systems.liberty.actions import CommandPoint, SpendPoint
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Step
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.doctrine.worth import turns_left
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.testing import RerollDie, faces

CHARGE_AIMS: Final = 2
"""A CHARGE aims at two grades; every other test has one need."""


def reroll(battle: LibertyBattle, question: RerollDie) -> object:
    """The die that makes passing most likely; a CHARGE first aims to charge at all, then determined."""
    unit = battle.units[question.unit]
    worth = faces(unit.profile.quality, unreliable=unit.has(SpecialRule.UNRELIABLE))
    aims = question.aims[::-1] if len(question.aims) == CHARGE_AIMS else question.aims
    pick = best(question.dice, worth, aims)
    return pick if pick in question.options else question.options[0]


def spend(battle: LibertyBattle, question: SpendPoint) -> object:
    """Spend a point where it may save or win a unit; on lesser things only when points are plentiful."""
    if question.unit < 0:
        return CommandPoint.KEEP
    unit, action = battle.units[question.unit], question.action
    wise = is_grave(battle, unit, action) or is_plentiful(battle, question.seat)
    return CommandPoint.SPEND if wise and _helps(question) else CommandPoint.KEEP


def is_plentiful(battle: LibertyBattle, side: int) -> bool:
    """Does a side have a point for every turn left?"""
    return battle.camps[side].points.left >= turns_left(battle)


def is_grave(battle: LibertyBattle, unit: Regiment, action: Action) -> bool:
    """Is the action worth a point even when points are scarce?"""
    match action:
        case Action.HOLD_THE_LINE:
            in_melee = battle.step is Step.MELEES and unit.state is not State.STEADY
            return unit.state is State.SHAKEN or in_melee
        case Action.REINFORCE | Action.A_DIRECT_ORDER:
            return unit.routing
        case Action.PRESS_THE_CHARGE | Action.LEAD_THE_FIGHT | Action.REFORM_THE_RANKS:
            return battle.camps[unit.side].points.left > 1
        case Action.CONCENTRATE_FIRE | Action.DOUBLE_TIME:
            return False


def _helps(question: SpendPoint) -> bool:
    """Would the action change anything here?"""
    return question.needed or question.action not in (Action.DOUBLE_TIME, Action.REINFORCE)
