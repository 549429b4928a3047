"""Where to spend a Command Point, and which die to reroll."""

from __future__ import annotations

from typing import Any, Final

from sandtable.dice.rerollable import Rerollable, best
from sandtable.game.ask.questions import Choose
from sandtable.systems.liberty.actions import Action, CommandPoint
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Step
from sandtable.systems.liberty.doctrine.worth import turns_left
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.testing import faces

CHARGE_AIMS: Final = 2
"""A CHARGE aims at two grades; every other test has one need."""


def reroll(battle: LibertyBattle, question: Choose[Any]) -> object:
    """The die that makes passing most likely; a CHARGE first aims to charge at all, then determined."""
    number, _, dice = question.about
    assert isinstance(dice, Rerollable)
    assert isinstance(number, int)
    unit = battle.units[number]
    worth = faces(unit.profile.quality, unreliable=unit.has(SpecialRule.UNRELIABLE))
    aims = question.aims[::-1] if len(question.aims) == CHARGE_AIMS else question.aims
    pick = best(dice, worth, aims)
    return pick if pick in question.options else question.options[0]


def spend(battle: LibertyBattle, question: Choose[Any]) -> object:
    """Spend a point where it may save or win a unit; on lesser things only when points are plentiful."""
    number = question.about[0]
    assert isinstance(number, int)
    if number < 0:
        return CommandPoint.KEEP
    action = _action(question.decision)
    wise = is_grave(battle, battle.units[number], action) or is_plentiful(battle, question.seat)
    return CommandPoint.SPEND if wise and _helps(battle, question, action) else CommandPoint.KEEP


def _action(decision: str) -> Action:
    """The action that a decision is about."""
    return next(action for action in Action if _as_id(action) == decision)


def _as_id(action: Action) -> str:
    return action.value.lower().removeprefix("a ").removesuffix("!").replace(" ", "-")


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


def _helps(battle: LibertyBattle, question: Choose[Any], action: Action) -> bool:
    """Would the action change anything here?"""
    if action in (Action.DOUBLE_TIME, Action.REINFORCE):
        return len(question.about) < 3 or bool(question.about[2])
    del battle
    return True
