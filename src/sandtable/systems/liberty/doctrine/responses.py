"""Smaller decisions: the response to a charge, the way to fall back, where to put odd hits."""

from __future__ import annotations

from typing import Any, cast

from sandtable.game.ask.questions import Decision
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.charge_decisions import AnswerCharge
from sandtable.systems.liberty.charges import Response
from sandtable.systems.liberty.doctrine.ground import apart, middle
from sandtable.systems.liberty.doctrine.outlook import nearest_foe, outlook, place_worth, wanted_range
from sandtable.systems.liberty.doctrine.worth import standing_toll
from sandtable.systems.liberty.falling_back import FallBack
from sandtable.systems.liberty.marching import CrossObstacle
from sandtable.systems.liberty.melee_decisions import PickOpponent
from sandtable.systems.liberty.states import State
from sandtable.table.movement import Retire, leg_end


def first(battle: LibertyBattle, question: Decision[Any]) -> object:
    """The option listed first, where that is the plain or the best one."""
    del battle
    return question.sensible()[0]


def meet_charge(battle: LibertyBattle, question: AnswerCharge) -> object:
    """Counter-charge if STEADY and retire first if SHAKEN, where that is open; else fire, else retire."""
    unit = battle.units[question.unit]
    wishes = [Response.COUNTER, Response.FIRE, Response.RETIRE]
    if unit.state is not State.STEADY:
        wishes = [Response.FIRE, Response.RETIRE]
    if unit.state is State.SHAKEN:
        wishes = [Response.RETIRE, Response.FIRE]
    return next((wish for wish in wishes if wish in question.options), Response.HOLD)


def way_back(battle: LibertyBattle, question: FallBack) -> object:
    """The way to the rear with the best end."""
    unit = battle.units[question.body.id]
    assert unit.pose is not None
    pose, shape, view = unit.pose, unit.shape, outlook(battle, unit)
    ways = cast(tuple[tuple[Retire], ...], question.sensible())
    return max(ways, key=lambda way: place_worth(view, leg_end(way[0], pose, shape), shape))


def cross(battle: LibertyBattle, question: CrossObstacle) -> object:
    """Cross an obstacle when the enemy is far off; near the enemy hold it."""
    unit = battle.units[question.unit]
    foe = nearest_foe(outlook(battle, unit))
    far = foe is not None and apart(middle(unit), foe.middle) > wanted_range(unit) + 6
    return question.options[0] if far else None


def weakest(battle: LibertyBattle, question: PickOpponent) -> object:
    """The enemy that has lost most already."""
    return max(question.options, key=lambda foe: standing_toll(battle.units[foe]))
