"""Short titles of questions, and moves in everyday words."""

from __future__ import annotations

import math
from typing import Any, Final

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Decision, Event
from sandtable.game.present.english import compass
from sandtable.systems.coldsteel import events
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.cold_steel import FormToCharge
from sandtable.systems.coldsteel.morale_events import GarrisonDrivenOut
from sandtable.systems.coldsteel.wording.names import formation_word
from sandtable.table.space.body import centre
from sandtable.table.space.lengths import DEGREE, FULL_TURN, INCH
from sandtable.table.space.pose import Point, Pose

TITLES: Final = {
    "setup.choose-forces": "Choose a unit",
    "setup.choose-edge": "Which edge is yours?",
    "setup.place-unit": "Place a unit",
    "morale.pick-unit": "Which unit tests morale?",
    "morale.officer-reroll": "Test again?",
    "cards.lucky-reroll": "Lucky Officer: a die again?",
    "morale.retreat-tie": "Fall back from which enemy?",
    "building.retreat-wall-tie": "Out by which wall?",
    "building.retreat-enemy-tie": "Which enemy counts as nearest?",
    "manoeuvre.pick-unit": "Who manoeuvres?",
    "manoeuvre.choose-kind": "What does it do?",
    "manoeuvre.formation-and-facing": "Formation and facing",
    "charge.pick-target-and-wheel": "Charge which enemy, and how?",
    "building.enter": "Go in?",
    "building.leave": "Leave the building",
    "cards.use-drill-sergeant": "Use the Drill Sergeant?",
    "cards.drill-order": "Re-form first, or move?",
    "cards.cold-steel-choice": "Cold steel!",
    "shooting.pick-unit": "Which unit shoots?",
    "shooting.pick-target": "Shoot at which enemy?",
    "shooting.pick-face": "From which face?",
    "casualties.command-model": "Which figure falls?",
    "melee.pick-fight": "Which fight next?",
    "melee.pick-target": "Strike which enemy?",
    "game.concede": "Fight on?",
}
"""The title of each decision except a move."""


def title(question: Decision[Any]) -> str:
    """A short title of a question; for a move its name and its length."""
    if isinstance(question, PlanMove):
        return f"{move_name(question)}, {question.terms.allowance / INCH:g} in"
    if isinstance(question, FormToCharge):
        return "Cold steel: form up to charge"
    return TITLES[question.decision]


def move_name(question: Decision[Any]) -> str:
    """A name for a move, in a word."""
    assert isinstance(question, PlanMove)
    if question.decision == "cards.cold-steel-choice":
        return "Close in"
    _, by_road = question.about
    return "March" if by_road else "Advance"


# --------------------------------------------------------------------- moves
def deed(before: ColdSteelBattle, event: Event[ColdSteelBattle], words: str) -> str:
    """The log's text: moves by length and direction from the battle before, other events by a sentence."""
    match event:
        case events.UnitMoved(number, to):
            unit = before.units[number]
            way = _way(unit, to)
            return f"{unit.name} moves {way}" if way else f"{unit.name} turns {compass(to.heading)}"
        case events.UnitFormed(number, formation, _, _, to):
            unit = before.units[number]
            facing = f"facing {compass(to.heading)}"
            if unit.is_garrison:
                home = before.building(unit.building).name
                return f"{unit.name} leaves {home} in {formation_word(unit, formation)}, {facing}"
            if formation is unit.formation:
                return f"{unit.name} turns, {facing}"
            return f"{unit.name} forms {formation_word(unit, formation)}, {facing}"
        case events.UnitRetreated(number, _, _, _, to):
            unit = before.units[number]
            return f"{unit.name} falls back {_way(unit, to)}".rstrip()
        case GarrisonDrivenOut(number, building):
            return f"{before.units[number].name} is driven out of {before.building(building).name}"
        case events.UnitArrived(number):
            return f"{before.units[number].name} enters the table in column"
        case _:
            return words


def _way(unit: ColdSteelUnit, to: Pose) -> str:
    """How far and in which direction a unit's middle goes; empty if it stays."""
    if unit.pose is None:
        return ""
    start, end = centre(unit.pose, unit.shape), centre(to, unit.shape)
    far = math.dist(start, end)
    return f"{round(far / INCH, 1):g} in {compass(_heading(start, end))}" if far >= INCH / 20 else ""


def _heading(start: Point, end: Point) -> int:
    """The direction from one point to another, to a tenth of a degree: for words only."""
    return round(math.degrees(math.atan2(end.x - start.x, end.y - start.y)) * DEGREE) % FULL_TURN
