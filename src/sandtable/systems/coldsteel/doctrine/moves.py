"""The Manoeuvres step: which unit acts next, what it does, and how it uses its card."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.refusal import Refusal
from sandtable.game.battle.battle import scene_of
from sandtable.systems.coldsteel import charging, reforming
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.charging import PickCharge
from sandtable.systems.coldsteel.closing import Closing
from sandtable.systems.coldsteel.cold_steel import ColdSteelRoute, FormToCharge, Route
from sandtable.systems.coldsteel.doctrine.charges import best_charge, charge_worth
from sandtable.systems.coldsteel.doctrine.intents import (
    best_exit,
    best_stance,
    intent,
    thought_of,
    wants,
)
from sandtable.systems.coldsteel.doctrine.outlook import outlook, place_worth
from sandtable.systems.coldsteel.houses import STAY_OUTSIDE, EnterBuilding, LeaveBuilding
from sandtable.systems.coldsteel.manoeuvres import END_STEP, manoeuvres
from sandtable.systems.coldsteel.movement import PlanManoeuvre
from sandtable.systems.coldsteel.movement_decisions import (
    ChooseDrillOrder,
    ChooseManoeuvre,
    Drill,
    DrillOrder,
    ManoeuvreKind,
    PickManoeuvre,
    UseDrill,
)
from sandtable.systems.coldsteel.nearness import enemies_of
from sandtable.systems.coldsteel.placing import reformed
from sandtable.systems.coldsteel.reforming import FormUp, Stance
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.table.measure import gaps_to_all

DRILLED: Final = 0.25
"""The gain from which a Veteran Drill Sergeant is used."""


# ----------------------------------------------------------------------- the next unit
def pick_unit(battle: ColdSteelBattle, question: PickManoeuvre) -> object:
    """Arriving units first, then those nearest to the enemy, to clear the way for others."""
    units = [battle.units[number] for number in question.options if number is not END_STEP]
    return min(units, key=lambda unit: _turn_of(battle, unit)).id


def _turn_of(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[bool, float, int]:
    if unit.pose is None:
        return False, 0.0, unit.id
    gaps = gaps_to_all(unit, scene_of(battle), "footprint")
    near = min((gaps[foe] for foe in enemies_of(battle, unit)), default=0.0)
    return True, near, unit.id


def choose_kind(battle: ColdSteelBattle, question: ChooseManoeuvre) -> object:
    """The best manoeuvre of those open."""
    return intent(battle, question.unit, question.options).manoeuvre


# ----------------------------------------------------------------------- its details
def form_up(battle: ColdSteelBattle, question: FormUp) -> object:
    """The stance of the unit's intent, else the best of those offered."""
    thought = thought_of(battle, question.unit, ManoeuvreKind.REFORM)
    if thought is not None and isinstance(thought.how, Stance):
        return thought.how
    return best_stance(battle, battle.units[question.unit], question.options)


def path(battle: ColdSteelBattle, question: PlanManoeuvre) -> object:
    """The plan of the unit's intent if it is legal, else the best sensible one."""
    thought = thought_of(
        battle, question.body.id, ManoeuvreKind.ROAD if question.by_road else ManoeuvreKind.ADVANCE
    )
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


def pick_charge(battle: ColdSteelBattle, question: PickCharge) -> object:
    """The best charge."""
    onset = best_charge(battle, battle.units[question.unit])
    return question.options[0] if onset is None else onset.way.charge


def enter(battle: ColdSteelBattle, question: EnterBuilding) -> object:
    """Enter a building that is an objective, no other."""
    return next((house for house in question.options if wants(battle, house)), STAY_OUTSIDE)


def leave(battle: ColdSteelBattle, question: LeaveBuilding) -> object:
    """The wall and formation that lead to the best place for a garrison."""
    return best_exit(battle, battle.units[question.unit], question.options)


# ----------------------------------------------------------------------- cards
def use_drill(battle: ColdSteelBattle, question: UseDrill) -> object:
    """Use the Veteran Drill Sergeant if re-forming before a move or charge gains enough."""
    return Drill.USE if _drill_gain(battle, battle.units[question.unit]) >= DRILLED else Drill.KEEP


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
        after, unit.id, tuple(one for one in manoeuvres(after, there) if one.kind is ManoeuvreKind.ADVANCE)
    )
    return max((*found, formed.worth)) - plain


def drill_order(battle: ColdSteelBattle, question: ChooseDrillOrder) -> object:
    """Re-form first, so that the unit moves in the better formation."""
    del battle, question
    return DrillOrder.RE_FORM_FIRST


def close_in(battle: ColdSteelBattle, question: Closing) -> object:
    """The move towards the enemy that ends at the best place."""
    return best_plan(battle, question)


def form_to_charge(battle: ColdSteelBattle, question: FormToCharge) -> object:
    """The best formation to charge from."""
    return best_stance(battle, battle.units[question.unit], question.options)


def route(battle: ColdSteelBattle, question: ColdSteelRoute) -> object:
    """Along the road, which is quicker."""
    del battle, question
    return Route.ROAD
