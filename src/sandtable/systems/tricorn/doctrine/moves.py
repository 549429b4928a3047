"""Step 2: the order of units, their actions and how these are carried out, and what attacked units do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.game.ask.refusal import Refusal
from sandtable.systems.tricorn.arriving import ComeOn
from sandtable.systems.tricorn.attacks import ChargeMounted, PlanAttack, StartMelee
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.break_off import PlanBreakOff
from sandtable.systems.tricorn.charging import BreakOffFromFoot
from sandtable.systems.tricorn.choices import END_STEP, NO_CHANGE, OFFICER, ActionKind
from sandtable.systems.tricorn.contact import foes
from sandtable.systems.tricorn.doctrine.intents import HOUSED, best_exit, house_worth, meant, thought
from sandtable.systems.tricorn.doctrine.melees import balance, best_way
from sandtable.systems.tricorn.doctrine.outlook import outlook, place_worth
from sandtable.systems.tricorn.follow_up import FollowUp, follow_ups
from sandtable.systems.tricorn.foot_charge import Answer
from sandtable.systems.tricorn.forming import Form, place_of
from sandtable.systems.tricorn.melee_ground import Bout
from sandtable.systems.tricorn.movement_decisions import (
    ChooseAction,
    ChooseFormation,
    EnterStronghold,
    LeaveStronghold,
    PickActor,
)
from sandtable.systems.tricorn.nearness import nearest_enemy
from sandtable.systems.tricorn.paths import FallBack, ForcedMarch, MovePath, PlanUnitMove, Through
from sandtable.table.movement import Plan
from sandtable.table.room import Place

HOW: Final[Mapping[type[MovePath], tuple[ActionKind, ...]]] = {
    PlanUnitMove: (ActionKind.MOVE, ActionKind.FALL_BACK),
    FallBack: (ActionKind.MOVE, ActionKind.FALL_BACK),
    ForcedMarch: (ActionKind.MARCH,),
    Through: (ActionKind.THROUGH,),
    StartMelee: (ActionKind.ATTACK,),
    ChargeMounted: (ActionKind.ATTACK,),
}
"""The actions whose details a question asks for."""


# --------------------------------------------------------------------- who goes next
def order(battle: TricornBattle, question: PickActor) -> object:
    """Units nearest to the enemy go first to clear the way for others; the General goes last, when his units
    have moved."""
    units = [battle.units[number] for number in question.options if isinstance(number, int)]
    if units:
        return min(units, key=lambda unit: _turn_of(battle, unit)).id
    return OFFICER if OFFICER in question.options else END_STEP


def _turn_of(battle: TricornBattle, unit: TricornUnit) -> tuple[bool, float, int]:
    if unit.pose is None:
        return True, 0.0, unit.id
    return False, nearest_enemy(battle, unit), unit.id


def action(battle: TricornBattle, question: ChooseAction) -> object:
    """The most valuable of the open actions."""
    return thought(battle, question.unit, question.options).best.action


# --------------------------------------------------------------------- how it does it
def path(battle: TricornBattle, question: MovePath) -> object:
    """The move that was weighed before; otherwise the best of the offered ones."""
    for kind in HOW[type(question)]:
        found = meant(battle, question.body.id, kind)
        plan = None if found is None or isinstance(found.how, Form) else found.how
        if plan is not None and not isinstance(question.judge(plan), Refusal):
            return plan
    if isinstance(question, PlanAttack):
        return _attack(battle, question)
    return best_plan(battle, question)


def _attack(battle: TricornBattle, question: PlanAttack) -> Plan:
    """The best way to make an attack."""
    assert isinstance(question.body, TricornUnit)
    onset = best_way(battle, question.body, question)
    return question.ways[0] if onset is None else onset.plan


def best_plan(battle: TricornBattle, question: MovePath) -> object:
    """The offered move that ends at the best place."""
    unit = question.body
    assert isinstance(unit, TricornUnit)
    view = outlook(battle if unit.id in _here(battle) else battle.with_unit(unit), unit)
    plans = question.sensible()
    best, most = plans[0], float("-inf")
    for plan in plans:
        verdict = question.judge(plan)
        if not isinstance(verdict, Refusal):
            worth = place_worth(view, Place(verdict.end, verdict.shape), moved=bool(verdict.plan))
            if worth > most:
                best, most = plan, worth
    return best


def _here(battle: TricornBattle) -> tuple[int, ...]:
    return tuple(unit.id for unit in battle.units if unit.pose is not None)


def arrive(battle: TricornBattle, question: ComeOn) -> object:
    """An arriving unit enters by the plan that ends at the best place, and waits if there is none."""
    ways = [plan for plan in question.ways if plan]
    return best_plan(battle, question) if ways else ()


def formation(battle: TricornBattle, question: ChooseFormation) -> object:
    """The formation that was weighed before; after a move, the one in which the unit stands best."""
    found = meant(battle, question.unit, ActionKind.FORM)
    if found is not None and isinstance(found.how, Form) and found.how in question.options:
        return found.how
    unit = battle.units[question.unit]

    def worth(form: Form | None) -> float:
        if form is None:
            return place_worth(outlook(battle, unit), Place(unit.pose, unit.shape)) if unit.pose else 0.0
        return place_worth(outlook(battle, unit, form.formation), place_of(unit, form))

    able = [form for form in question.options if form is None or not form.formation.is_column]
    return max(able or question.options, key=worth)


def enter(battle: TricornBattle, question: EnterStronghold) -> object:
    """Enter a place that might be attacked."""
    unit = battle.units[question.unit]
    places = [place for place in question.options if place is not None]
    best = max(places, key=lambda place: house_worth(battle, unit, place))
    return best if house_worth(battle, unit, best) >= HOUSED else NO_CHANGE


def leave(battle: TricornBattle, question: LeaveStronghold) -> object:
    """Leave a stronghold by the best side."""
    return best_exit(battle, battle.units[question.unit], question.options)


# --------------------------------------------------------------------- horse that is attacked, or has won
def break_off(battle: TricornBattle, question: BreakOffFromFoot) -> object:
    """Horse in contact with foot tries to break off from a melee that would cost it more than the foot.

    movement.muskets-v-mounted.break-off
    """
    touching = foes(battle, question.unit)
    worst = max(balance(battle, Bout(foe.id, question.unit)).net for foe in touching)
    return Answer.BREAK_OFF if worst > 0.0 else Answer.STAY


def distance(battle: TricornBattle, question: PlanBreakOff) -> object:
    """A unit that breaks off goes back to where it stands best."""
    return best_plan(battle, question)


def follow(battle: TricornBattle, question: FollowUp) -> object:
    """Horse that has destroyed its opponent follows up into a melee that is worth it."""
    unit = battle.units[question.unit]
    best, most = END_STEP, 0.0
    for asked in follow_ups(battle, unit):
        onset = best_way(battle, unit, asked)
        if onset is not None and onset.worth > most:
            best, most = asked.target, onset.worth
    return best
