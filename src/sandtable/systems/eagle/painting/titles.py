"""Short titles for questions, and everyday words for moves."""

from __future__ import annotations

import math
from typing import Any, Final

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Choose, Decision, Event
from sandtable.game.present.english import compass
from sandtable.systems.eagle import charge_events, combat_events, events, leader_events, movement_events
from sandtable.systems.eagle import setup_events as setup
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.deployment import PlaceLeader, PlaceUnit
from sandtable.systems.eagle.records import Record
from sandtable.systems.eagle.shapes import Layout
from sandtable.systems.eagle.wording.movement import FLED, SHIFTED
from sandtable.systems.eagle.wording.names import drawn_up, leader_name, name
from sandtable.table.space import DEGREE, FULL_TURN, INCH, Point, Pose, centre

TITLES: Final = {
    "decision.deploy": "Divide the Legion?",
    "decision.leader-actions": "What do the leaders do?",
    "decision.conform": "Conform, or test?",
    "decision.control-order": "Which unit tests its control?",
    "decision.leader-control-modifier": "Change the control die?",
    "decision.stop-pursuit": "Stop the pursuit?",
    "decision.side-first": "Which side goes first?",
    "decision.activation-order": "Who acts?",
    "decision.activity": "What does it do?",
    "decision.re-form": "Re-form in which formation?",
    "decision.repeat-target": "It must charge: which enemy?",
    "decision.march-or-dice": "March, or dice?",
    "decision.optional-dice": "Another die?",
    "decision.move-path": "Which formation?",
    "decision.shoot-target": "Shoot at which enemy?",
    "decision.charge": "Charge?",
    "decision.charge-response": "How does it respond?",
    "decision.late-evade": "Evade?",
    "decision.charge-halt": "The enemy has evaded: go on?",
    "decision.support-follow": "Move up?",
    "decision.count-support": "Count a support?",
    "decision.lead-unit": "Which unit leads?",
    "decision.victory-halt": "Victory: what now?",
    "decision.success-halt": "Success: what now?",
    "decision.which-opponent": "Follow which enemy?",
    "decision.quarry": "Pursue which enemy?",
    "decision.relieve-ranks": "Relieve the ranks?",
    "decision.swing": "Turn aside?",
    "decision.after-order": "Which unit is next?",
    "decision.concede": "Fight on?",
}
"""The title of each decision, except moves."""

FACINGS: Final = ("decision.re-form", "decision.evader-facing")
"""The decisions that only turn a unit."""


def title(battle: EagleBattle, question: Decision[Any]) -> str:
    """A question in a few words; a move by its name and how far it may go."""
    match question:
        case PlaceUnit():
            return "Place a unit"
        case PlaceLeader():
            return f"Place {leader_name(battle, question.leader)}"
        case PlacePoint():
            return "Ride where?"
        case PlanMove():
            far = question.terms.allowance
            return f"{move_name(question)}, {far / INCH:g} in" if far else move_name(question)
        case Choose():
            return _rejoin(question) or TITLES[question.decision]
        case _:
            return TITLES[question.decision]


def _rejoin(question: Choose[Any]) -> str:
    """The title when a leader without a unit joins one (leaders.replacement.place)."""
    if question.decision != "decision.leader-actions" or not question.about:
        return ""
    return "Which unit does he join?"


def move_name(question: Decision[Any]) -> str:
    """A move in a word."""
    assert isinstance(question, PlanMove)
    if question.decision in FACINGS:
        return "Face"
    kinds = {leg.kind for leg in question.terms.legs}
    return "Step" if kinds <= {"shift", "retire"} else "Move"


# --------------------------------------------------------------------- moves
def deed(before: EagleBattle, event: Event[EagleBattle], words: str) -> str:
    """A move as its length and direction, from the battle before it; any other event by its own words."""
    match event:
        case events.UnitMoved():
            return _moved(before, event)
        case events.UnitShifted(unit, to, rule):
            return _went(before, unit, to, SHIFTED.get(rule, "moves along"), "turns to face")
        case events.UnitFled(unit, how, to):
            return _went(before, unit, to, FLED[how], "cannot move, facing")
        case movement_events.UnitReformed():
            layout = drawn_up(Layout(event.formation, event.ranks))
            return f"{name(before, event.unit)} re-forms in {layout}, facing {compass(event.to.heading)}"
        case combat_events.UnitFellBack(unit, to):
            return _went(before, unit, to, "falls back", "stays, facing")
        case combat_events.UnitPassedThrough(unit, to):
            return _went(before, unit, to, "passes through", "stays, facing")
        case charge_events.ChargeMade() if not event.touches:
            does = "counter-charges" if event.record is Record.COUNTER_CHARGE else "charges"
            return f"{name(before, event.unit)} {does} {event.distance / INCH:.3g} in and meets no enemy"
        case leader_events.LeaderRode(leader, place) | leader_events.LeaderPlaced(leader, place):
            return _rode(before, leader, place)
        case setup.UnitDeployed(placed):
            return f"{name(before, placed.unit)} is placed in {drawn_up(placed.layout)}"
        case setup.LeaderDeployed(posting) if posting.attached is None:
            return f"{leader_name(before, posting.leader)} begins by himself"
        case _:
            return words


def _moved(before: EagleBattle, event: events.UnitMoved) -> str:
    unit = before.units[event.unit]
    layout = Layout(event.formation, event.ranks)
    if layout != unit.layout:
        return f"{unit.name} forms {drawn_up(layout)}"
    verb = "marches" if event.march is not None and event.march.is_march else "moves"
    if event.record is Record.WITHDRAW:
        verb = "withdraws"
    return _went(before, unit.id, event.to, verb, "faces")


def _went(before: EagleBattle, number: int, to: Pose, verb: str, turned: str) -> str:
    unit = before.units[number]
    way = _way(unit, to)
    return f"{unit.name} {verb} {way}" if way else f"{unit.name} {turned} {compass(to.heading)}"


def _way(unit: EagleUnit, to: Pose) -> str:
    """How far and in which direction the middle of a unit goes; empty if it stays."""
    if unit.pose is None:
        return ""
    return _far(centre(unit.pose, unit.shape), centre(to, unit.shape))


def _far(start: Point, end: Point) -> str:
    far = math.dist(start, end)
    return f"{round(far / INCH, 1):g} in {compass(_heading(start, end))}" if far >= INCH / 20 else ""


def _rode(before: EagleBattle, leader: int, place: Point) -> str:
    one = before.leaders[leader]
    way = _far(before.place_of(one), place) if one.is_present else ""
    who = leader_name(before, leader)
    return f"{who} rides {way}" if way else f"{who} stays where he is"


def _heading(start: Point, end: Point) -> int:
    """The direction from a point to another, to the tenth of a degree, for words only."""
    return round(math.degrees(math.atan2(end.x - start.x, end.y - start.y)) * DEGREE) % FULL_TURN
