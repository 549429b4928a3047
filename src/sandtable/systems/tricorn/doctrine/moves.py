"""Step 2: the order of units, their actions and how these are carried out, and what attacked units do."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.tricorn.attacks import PlanAttack
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.choices import END_STEP, NO_CHANGE, OFFICER, Action, Kind
from sandtable.systems.tricorn.contact import foes
from sandtable.systems.tricorn.doctrine.intents import HOUSED, best_exit, house_worth, meant, thought
from sandtable.systems.tricorn.doctrine.melees import balance, best_way
from sandtable.systems.tricorn.doctrine.outlook import outlook, place_worth
from sandtable.systems.tricorn.follow_up import follow_ups
from sandtable.systems.tricorn.foot_charge import Answer
from sandtable.systems.tricorn.forming import Form, place_of
from sandtable.systems.tricorn.garrisons import Exit
from sandtable.systems.tricorn.melee_ground import Bout
from sandtable.systems.tricorn.nearness import nearest_enemy
from sandtable.systems.tricorn.paths import Listed
from sandtable.table.movement import Plan
from sandtable.table.room import Place

HOW: Final = {
    "move.path": (Kind.MOVE, Kind.FALL_BACK),
    "move.forced-march": (Kind.MARCH,),
    "move.through-friend": (Kind.THROUGH,),
    "move.start-melee": (Kind.ATTACK,),
    "move.charge-mounted": (Kind.ATTACK,),
}
"""The actions whose details a question asks for."""


# --------------------------------------------------------------------- who goes next
def order(battle: TricornBattle, question: Choose[int | str | None]) -> object:
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


def action(battle: TricornBattle, question: Choose[Action]) -> object:
    """The most valuable of the open actions."""
    return thought(battle, _number(question), question.options).best.action


# --------------------------------------------------------------------- how it does it
def path(battle: TricornBattle, question: PlanMove) -> object:
    """The move that was weighed before; otherwise the best of the offered ones."""
    for kind in HOW[question.decision]:
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


def best_plan(battle: TricornBattle, question: PlanMove) -> object:
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


def arrive(battle: TricornBattle, question: Listed) -> object:
    """An arriving unit enters by the plan that ends at the best place, and waits if there is none."""
    ways = [plan for plan in question.ways if plan]
    return best_plan(battle, question) if ways else ()


def formation(battle: TricornBattle, question: Choose[Form | None]) -> object:
    """The formation that was weighed before; after a move, the one in which the unit stands best."""
    number = _number(question)
    found = meant(battle, number, Kind.FORM)
    if found is not None and isinstance(found.how, Form) and found.how in question.options:
        return found.how
    unit = battle.units[number]

    def worth(form: Form | None) -> float:
        if form is None:
            return place_worth(outlook(battle, unit), Place(unit.pose, unit.shape)) if unit.pose else 0.0
        return place_worth(outlook(battle, unit, form.formation), place_of(unit, form))

    able = [form for form in question.options if form is None or not form.formation.is_column]
    return max(able or question.options, key=worth)


def garrison(battle: TricornBattle, question: Choose[Any]) -> object:
    """Enter a place that might be attacked; leave one by the best side."""
    unit = battle.units[_number(question)]
    if isinstance(question.options[0], Exit):
        return best_exit(battle, unit, question.options)
    places = [place for place in question.options if place is not NO_CHANGE]
    best = max(places, key=lambda place: house_worth(battle, unit, place))
    return best if house_worth(battle, unit, best) >= HOUSED else NO_CHANGE


# --------------------------------------------------------------------- horse that is attacked, or has won
def break_off(battle: TricornBattle, question: Choose[Answer]) -> object:
    """Horse in contact with foot tries to break off from a melee that would cost it more than the foot.

    movement.muskets-v-mounted.break-off
    """
    unit = _number(question)
    worst = max(balance(battle, Bout(foe.id, unit)).net for foe in foes(battle, unit))
    return Answer.BREAK_OFF if worst > 0.0 else Answer.STAY


def distance(battle: TricornBattle, question: Listed) -> object:
    """A unit that breaks off goes back to where it stands best."""
    return best_plan(battle, question)


def follow(battle: TricornBattle, question: Choose[int | None]) -> object:
    """Horse that has destroyed its opponent follows up into a melee that is worth it."""
    unit = battle.units[_number(question)]
    best, most = END_STEP, 0.0
    for asked in follow_ups(battle, unit):
        onset = best_way(battle, unit, asked)
        if onset is not None and onset.worth > most:
            best, most = asked.target, onset.worth
    return best


def _number(question: Choose[Any]) -> int:
    """The unit of a question."""
    number = question.about[0]
    assert isinstance(number, int)
    return number
