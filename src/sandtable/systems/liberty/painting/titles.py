"""Short titles of decisions, and moves in everyday words."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.questions import Decision, Event
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.events import UnitMoved
from sandtable.systems.liberty.forms import FormUp
from sandtable.systems.liberty.leader_events import GeneralMoved, GeneralSetDown
from sandtable.systems.liberty.wording.names import name
from sandtable.systems.liberty.wording.points import OFFERS
from sandtable.table.space import DEGREE, HALF_TURN, INCH, Point, Pose, as_inches, turn_between

TITLES: Final = {
    "deploy-brigade": "Place a brigade",
    "arrival": "Where does it enter?",
    "general-place": "Which unit does he go to?",
    "rally-sequence": "Which unit is next?",
    "charge-facing-tie": "Which face is charged?",
    "charge-response": "How does it respond?",
    "counter-charge-target": "Which charger does it meet?",
    "defensive-fire-odd-hits": "Which unit takes the odd hit?",
    "charge-contact-odd": "Which unit faces the odd base?",
    "road-claim": "Claim a bonus?",
    "obstacle-cross": "Cross the obstacle?",
    "reform-choice": "Reform",
    "free-reform": "Reform",
    "limber": "Limber up?",
    "rout-limber": "Limber up to run?",
    "unlimber": "Unlimber?",
    "mount-dismount": "Mount or dismount?",
    "test-order": "Which unit tests next?",
    "test-rerolls": "Roll a die again?",
    "rout-tie": "Which way?",
    "melee-next": "Which melee next?",
    "melee-base-opponent": "Which enemy does it fight?",
    "melee-odd-hits": "Which unit takes the odd hit?",
    "pursuit-order": "Which unit follows up?",
    "breakthrough-target": "Which enemy does it charge?",
    "concede": "Fight on?",
    **{decision: f"{action.value.rstrip('!')}?" for decision, (action, _) in OFFERS.items()},
}
"""The titles of decisions whose wording is too long for a heading."""
STEADY: Final = 5 * DEGREE
"""A turn smaller than this is not mentioned."""


def title(battle: LibertyBattle, question: Decision[Any], words: str) -> str:
    """A decision in a few words, its own if they are few; a move by its name and length."""
    if isinstance(question, FormUp):
        return TITLES[question.decision]
    if isinstance(question, PlanMove):
        return f"{move_name(battle, question)}, {as_inches(question.terms.allowance):g} in"
    return TITLES.get(question.decision, words)


def move_name(battle: LibertyBattle, question: Decision[Any]) -> str:
    """A unit's move by its order, which heads the words of its terms; a General's move is a ride."""
    del battle
    assert isinstance(question, PlanMove)
    if question.decision == "general-move":
        return "Ride"
    return question.terms.words.partition(":")[0].capitalize()


# --------------------------------------------------------------------- moves
def deed(before: LibertyBattle, event: Event[LibertyBattle], words: str) -> str:
    """A move as inches and a direction from the mover's view; any other event in its own words."""
    match event:
        case UnitMoved(unit, to) if (start := before.units[unit].pose) is not None:
            return f"{name(before, unit)} {moved(start, to)}"
        case GeneralMoved(general, to) if (start := before.generals[general].pose) is not None:
            return f"{before.generals[general].name} rides {_inches(start, to)}"
        case GeneralSetDown(general):
            return f"{before.generals[general].name} moves away"
        case _:
            return words


def moved(start: Pose, to: Pose) -> str:
    """A move between two poses: how far, which way, and the new facing.

    >>> moved(Pose(0, 0, 0), Pose(0, 600, 0)), moved(Pose(0, 0, 900), Pose(-300, 0, 2700))
    ('moves 6 in ahead', 'moves 3 in back and faces about')
    """
    place = start.local(Point(to.x, to.y))
    goes = f"moves {_inches(start, to)} {_way(place)}" if (to.x, to.y) != (start.x, start.y) else ""
    faces = _turned(turn_between(start.heading, to.heading))
    return " and ".join(part for part in (goes, faces) if part) or "stays where it is"


def _inches(start: Pose, to: Pose) -> str:
    right, forward = start.local(Point(to.x, to.y))
    return f"{(right * right + forward * forward) ** 0.5 / INCH:.1f}".removesuffix(".0") + " in"


def _way(place: Point) -> str:
    """A direction to the right (x) and forward (y) in words; within about 22 degrees it is straight."""
    right, forward = place
    side = "right" if right > 0 else "left"
    if abs(right) * 5 <= abs(forward) * 2:
        return "ahead" if forward > 0 else "back"
    if abs(forward) * 5 <= abs(right) * 2:
        return f"to its {side}"
    return f"{'ahead' if forward > 0 else 'back'} and to its {side}"


def _turned(turn: int) -> str:
    if abs(turn) < STEADY:
        return ""
    if abs(abs(turn) - HALF_TURN) < STEADY:
        return "faces about"
    return f"turns {abs(turn) / DEGREE:.0f}° to its {'right' if turn > 0 else 'left'}"
