"""The Manoeuvres step: which unit acts next, what it does, and how it uses its card."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Choose, Decision
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.systems.coldsteel import charging, reforming
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.charge_ways import Charge
from sandtable.systems.coldsteel.closing import Closing
from sandtable.systems.coldsteel.cold_steel import Route
from sandtable.systems.coldsteel.doctrine.charges import best_charge, charge_worth
from sandtable.systems.coldsteel.doctrine.intents import (
    best_exit,
    best_stance,
    intent,
    thought_of,
    wants,
)
from sandtable.systems.coldsteel.doctrine.outlook import outlook, place_worth
from sandtable.systems.coldsteel.houses import STAY_OUTSIDE, Exit
from sandtable.systems.coldsteel.manoeuvres import (
    END_STEP,
    Drill,
    DrillOrder,
    Kind,
    Manoeuvre,
    manoeuvres,
)
from sandtable.systems.coldsteel.nearness import enemies_of
from sandtable.systems.coldsteel.placing import reformed
from sandtable.systems.coldsteel.reforming import FormUp, Stance
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.table.measure import gaps_to_all

DRILLED: Final = 0.25
"""The gain from which a Veteran Drill Sergeant is used."""


# ----------------------------------------------------------------------- the next unit
def pick_unit(battle: ColdSteelBattle, question: Choose[int | None]) -> object:
    """Arriving units first, then those nearest to the enemy, to clear the way for others."""
    units = [battle.units[number] for number in question.options if number is not END_STEP]
    return min(units, key=lambda unit: _turn_of(battle, unit)).id


def _turn_of(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[bool, float, int]:
    if unit.pose is None:
        return False, 0.0, unit.id
    gaps = gaps_to_all(unit, scene_of(battle), "footprint")
    near = min((gaps[foe] for foe in enemies_of(battle, unit)), default=0.0)
    return True, near, unit.id


def choose_kind(battle: ColdSteelBattle, question: Choose[Manoeuvre]) -> object:
    """The best manoeuvre of those open."""
    return intent(battle, _number(question), question.options).manoeuvre


# ----------------------------------------------------------------------- its details
def form_up(battle: ColdSteelBattle, question: FormUp) -> object:
    """The stance of the unit's intent, else the best of those offered."""
    thought = thought_of(battle, question.unit, Kind.REFORM)
    if thought is not None and isinstance(thought.how, Stance):
        return thought.how
    return best_stance(battle, battle.units[question.unit], question.options)


def path(battle: ColdSteelBattle, question: PlanMove) -> object:
    """The plan of the unit's intent if it is legal, else the best sensible one."""
    by_road = question.about[1]
    thought = thought_of(battle, question.body.id, Kind.ROAD if by_road else Kind.ADVANCE)
    plan = None if thought is None else thought.how
    if plan is None or isinstance(question.judge(plan), Refusal):
        return best_plan(battle, question)
    return plan


def best_plan(battle: ColdSteelBattle, question: PlanMove) -> object:
    """The sensible plan that ends at the best place."""
    unit = battle.units[question.body.id]
    view = outlook(battle, unit)
    plans = question.sensible()
    best, most = plans[0], float("-inf")
    for plan in plans:
        verdict = question.judge(plan)
        if not isinstance(verdict, Refusal):
            worth = place_worth(view, verdict.end, unit.shape)
            if worth > most:
                best, most = plan, worth
    return best


def pick_charge(battle: ColdSteelBattle, question: Choose[Charge]) -> object:
    """The best charge."""
    onset = best_charge(battle, battle.units[_number(question)])
    return question.options[0] if onset is None else onset.way.charge


def enter(battle: ColdSteelBattle, question: Choose[str]) -> object:
    """Enter a building that is an objective, no other."""
    return next((house for house in question.options if wants(battle, house)), STAY_OUTSIDE)


def leave(battle: ColdSteelBattle, question: Choose[Exit]) -> object:
    """The wall and formation that lead to the best place for a garrison."""
    return best_exit(battle, battle.units[_number(question)], question.options)


# ----------------------------------------------------------------------- cards
def use_drill(battle: ColdSteelBattle, question: Choose[Drill]) -> object:
    """Use the Veteran Drill Sergeant if re-forming before a move or charge gains enough."""
    return Drill.USE if _drill_gain(battle, battle.units[_number(question)]) >= DRILLED else Drill.KEEP


def _drill_gain(battle: ColdSteelBattle, unit: ColdSteelUnit) -> float:
    """The gain of re-forming and then moving or charging over the best single manoeuvre."""
    plain = intent(battle, unit.id, manoeuvres(battle, unit)).worth
    offered = reforming.stances(battle, unit)
    if not offered:
        return 0.0
    stance = best_stance(battle, unit, offered)
    place = reformed(unit, *stance)
    files = files_of(unit.arm, stance.formation, unit.models)
    there = replace(unit, formation=stance.formation, files=files, pose=place.pose, shape=place.shape)
    after = battle.with_unit(there)
    found = [charge_worth(after, there, way) for way in charging.ways(after, there)[:8]]
    formed = intent(
        after, unit.id, tuple(one for one in manoeuvres(after, there) if one.kind is Kind.ADVANCE)
    )
    return max((*found, formed.worth)) - plain


def drill_order(battle: ColdSteelBattle, question: Choose[DrillOrder]) -> object:
    """Re-form first, so that the unit moves in the better formation."""
    del battle, question
    return DrillOrder.RE_FORM_FIRST


def cold_steel(battle: ColdSteelBattle, question: Decision[Any]) -> object:
    """The best charge, move towards the enemy, or formation to charge from."""
    if isinstance(question, Closing):
        return best_plan(battle, question)
    if isinstance(question, FormUp):
        return best_stance(battle, battle.units[question.unit], question.options)
    assert isinstance(question, Choose)
    if isinstance(question.options[0], Charge):
        return pick_charge(battle, question)
    if isinstance(question.options[0], Exit):
        return leave(battle, question)
    return Route.ROAD


def _number(question: Choose[Any]) -> int:
    """The number of the unit that a question is about."""
    number = question.about[0]
    assert isinstance(number, int)
    return number
