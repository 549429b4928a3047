"""Short titles of questions, and moves in words."""

from __future__ import annotations

import math
from typing import Any, Final

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Decision, Event
from sandtable.game.present.english import compass
from sandtable.systems.elan import arriving, events, forms_events, leader_events
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import Deed
from sandtable.systems.elan.leading import whereabouts
from sandtable.systems.elan.painting.surfaces import surface_of
from sandtable.systems.elan.wording.leaders import the_leader
from sandtable.systems.elan.wording.names import begun, formation_name, length, told
from sandtable.table.space import DEGREE, FULL_TURN, Point, centre

TITLES: Final = {
    "setup.deploy": "Draw up",
    "attach.change": "Commanders",
    "initiative.choice": "First or second?",
    "command.order": "Which brigade tests?",
    "charge.declare": "Declare a charge?",
    "charge.order": "Which charge next?",
    "charge.reaction": "How does it react?",
    "charge.evade-face": "Face about?",
    "rally.order": "Which unit rallies next?",
    "move.order": "Who moves?",
    "move.kind": "What does it do?",
    "move.formation": "Change formation?",
    "move.interpenetrate": "Go through friends?",
    "move.garrison-exit": "Leave the sector",
    "fire.target": "Fire at which enemy?",
    "fire.tie": "Which is the target?",
    "morale.order": "Which unit tests next?",
    "melee.order": "Which melee next?",
    "melee.rest-dice": "Which enemy gets the spare dice?",
    "melee.breakthrough": "Break through?",
    "compulsory.tie": "Which one counts?",
    "arrivals.place": "Reinforcements",
    "concede": "Fight on?",
}
"""The title of each decision except moves."""

MOVES: Final = {
    "charge.gone": "Charge on",
    "rally.face": "Face",
    "move.path": "Move",
    "move.commander": "Ride",
    "melee.breakthrough": "Break through",
}
"""The name of each planned move."""


def title(battle: ElanBattle, question: Decision[Any]) -> str:
    """A question in a few words; a move by its name and allowance."""
    if isinstance(question, PlacePoint):
        return "Place the commander"
    if not isinstance(question, PlanMove | PlanHexMove):
        return TITLES[question.decision]
    far = question.terms.allowance
    return f"{move_name(question)}, {length(battle, far)}" if far else move_name(question)


def move_name(question: Decision[Any]) -> str:
    """A move in a word."""
    return MOVES[question.decision]


# --------------------------------------------------------------------- moves
VERBS: Final = {
    Deed.MOVED: "moves",
    Deed.MARCHED: "marches",
    Deed.CHARGED: "charges",
    Deed.COUNTERCHARGED: "countercharges",
    Deed.EVADED: "evades",
    Deed.FLED: "goes back",
    Deed.BROKE_THROUGH: "breaks through",
    Deed.PLACED: "turns or is moved",
}


def deed(before: ElanBattle, event: Event[ElanBattle], words: str) -> str:
    """A move as length and direction, from the battle before it; any other answer in its own words."""
    return begun(_deed(before, event, words))


def _deed(before: ElanBattle, event: Event[ElanBattle], words: str) -> str:
    match event:
        case events.UnitMoved(unit, to, kind):
            one = before.units[unit]
            if one.pose is None:
                return told(before, unit, "enters the table")
            way = _way(before, centre(one.pose, one.shape), centre(to, one.shape))
            return told(before, unit, f"{VERBS[kind]} {way}" if way else f"faces {compass(to.heading)}")
        case events.SideBegan(side):
            # The heading above already names the unit, so the name alone adds nothing.
            return before.camps[side].name
        case forms_events.UnitTurned(unit, to):
            return told(before, unit, f"turns to face {compass(to.heading)}")
        case leader_events.LeaderMoved(leader, to):
            way = _way(before, whereabouts(before, leader), Point(to.x, to.y))
            who = the_leader(before, leader)
            return f"{who} rides {way}" if way else f"{who} stays where he is"
        case leader_events.LeaderPlaced(leader):
            return f"{the_leader(before, leader)} is placed beside a unit"
        case arriving.UnitArrived(unit, formation):
            return told(before, unit, f"enters the table, {formation_name(formation)}")
        case _:
            return words


def _way(battle: ElanBattle, start: Point, end: Point) -> str:
    """How far and in which direction a unit went; empty if it stayed."""
    far = math.dist(start, end)
    if far < 1:
        return ""
    heading = round(math.degrees(math.atan2(end.x - start.x, end.y - start.y)) * DEGREE) % FULL_TURN
    return f"{_told(battle, far)} {compass(heading)}"


def _told(battle: ElanBattle, far: float) -> str:
    """A distance in the words of the set: inches to the tenth, or hexes."""
    return length(battle, surface_of(battle).span(far))
