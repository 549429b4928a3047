"""Short titles of questions, and moves in everyday words."""

from __future__ import annotations

import math
from typing import Any, Final

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.ask.questions import Decision, Event
from sandtable.game.present.english import compass
from sandtable.systems.tricorn import events, morale_events
from sandtable.systems.tricorn.attacks import PlanAttack
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.nearness import middle_of, place_of
from sandtable.systems.tricorn.officers import RIDE
from sandtable.systems.tricorn.painting.cards import officer_on
from sandtable.systems.tricorn.paths import FallBack
from sandtable.systems.tricorn.wording.names import name, officer_name
from sandtable.table.movement import AboutFace, Retire, Shift, Wheel
from sandtable.table.space import DEGREE, FULL_TURN, INCH, Point, Pose, centre

TITLES: Final = {
    "setup.place-command": "Deploy a command",
    "setup.place-cc": "Place the Commander in Chief",
    "card.cc-transfer": "Who acts on this card?",
    "card.pass-or-roll": "Roll, or decline?",
    "move.order": "Who acts?",
    "move.action": "What does it do?",
    "move.officer": "What does he do himself?",
    "move.formation": "Change formation?",
    "move.garrison": "In or out?",
    "officer.escape": "To which unit does he flee?",
    "react.mounted-break-off": "Break off before the Foot?",
    "fire.declare": "Which unit fires at which enemy?",
    "fire.support-choice": "Which unit fires or supports?",
    "fire.equal-nearest": "Which is the target?",
    "fire.morale-order": "Which unit tests next?",
    "recoil.equal-friends": "Which unit tests first?",
    "melee.choose-fight": "Which melee next?",
    "melee.choose-primary": "Which unit leads the melee?",
    "melee.support": "Support this melee?",
    "melee.follow-up": "Follow up?",
    "end.replacement": "Where does he appear?",
    "game.concede": "Fight on?",
}
"""The title of each decision except a move."""

MOVES: Final = {
    "move.path": "Move",
    "move.through-friend": "Go through",
    "move.forced-march": "Forced March",
    "move.start-melee": "Attack",
    "move.charge-mounted": "Attack",
    "react.break-off-distance": "Break off",
    "arrive.enter": "Enter",
    "melee.follow-up": "Follow up",
}
"""The names of planned moves."""


def title(battle: TricornBattle, question: Decision[Any]) -> str:
    """A short title of a question: a move by its name and length, an attack by its target."""
    if isinstance(question, PlacePoint):
        return f"Ride, {RIDE // INCH} in"
    if isinstance(question, PlanAttack):
        return f"{move_name(question)} {name(battle, question.target)}"
    if isinstance(question, PlanMove):
        return f"{move_name(question)}, {question.terms.allowance / INCH:g} in"
    return TITLES[question.decision]


def move_name(question: Decision[Any]) -> str:
    """The name of a move."""
    return "Fall back" if isinstance(question, FallBack) else MOVES[question.decision]


# --------------------------------------------------------------------- moves
def deed(before: TricornBattle, event: Event[TricornBattle], words: str) -> str:
    """A move by its length and direction, measured before the event; any other event by its own words."""
    match event:
        case events.CardTurned(card):
            return _turned(before, card, words)
        case events.UnitMoved():
            return _moved(before, event)
        case events.UnitFormed(to=to):
            return f"{words}, facing {compass(to.heading)}"
        case events.UnitRecoiled(unit, to, far) | events.UnitWithdrew(unit, to, far) if far:
            return f"{words} {_direction(before.units[unit], to)}".rstrip()
        case events.UnitBrokeOff(unit, to):
            return f"{name(before, unit)} breaks off and goes back {_way(before.units[unit], to)}".rstrip()
        case morale_events.GarrisonDrivenOut(unit, place):
            return f"{name(before, unit)} is driven out of {before.stronghold(place).name}"
        case events.OfficerMoved(officer, to, None) if to is not None:
            return _rode(before, officer, to)
        case _:
            return words


def _turned(before: TricornBattle, card: str, words: str) -> str:
    """A card with its officer's army, or the number of Re-Shuffle Cards left (cards.deck)."""
    officer = officer_on(before, card)
    if officer is not None:
        return f"{words}, {before.camps[officer.side].name}"
    is_last = before.deck.left.count(card) == 1
    return f"{words}: the turn ends" if is_last else f"{words}: one more ends the turn"


def _moved(before: TricornBattle, event: events.UnitMoved) -> str:
    unit = before.units[event.unit]
    if unit.pose is None:
        return f"{unit.name} enters the table"
    way = _way(unit, event.to)
    if not way:
        return f"{unit.name} turns to face {compass(event.to.heading)}"
    verb = "marches" if event.forced else "steps aside" if _all(event, Shift) else "moves"
    if _all(event, Retire):
        verb = "goes back"
    words = f"{unit.name} {verb} {way}"
    turned = any(isinstance(leg, AboutFace | Wheel) for leg in event.legs)
    return f"{words} and faces {compass(event.to.heading)}" if turned else words


def _all(event: events.UnitMoved, leg: type[Shift] | type[Retire]) -> bool:
    return bool(event.legs) and all(isinstance(one, leg) for one in event.legs)


def _rode(before: TricornBattle, officer: int, to: Point) -> str:
    start = place_of(before, before.officers[officer])
    way = "" if start is None else between(start, to)
    who = officer_name(before, officer)
    return f"{who} rides {way}" if way else f"{who} stays where he is"


def _way(unit: TricornUnit, to: Pose) -> str:
    """How far and in which direction the middle of a unit moves; empty if it stays."""
    return "" if unit.pose is None else between(middle_of(unit), centre(to, unit.shape))


def between(start: Point, end: Point) -> str:
    """The distance and direction from one place to another; empty if they are the same."""
    far = math.dist(start, end)
    return f"{round(far / INCH, 1):g} in {compass(_heading(start, end))}" if far >= INCH / 20 else ""


def _direction(unit: TricornUnit, to: Pose) -> str:
    return "" if unit.pose is None else compass(_heading(middle_of(unit), centre(to, unit.shape)))


def _heading(start: Point, end: Point) -> int:
    """The direction from one point to another to a tenth of a degree, for words only."""
    return round(math.degrees(math.atan2(end.x - start.x, end.y - start.y)) * DEGREE) % FULL_TURN
