"""The function that answers each decision of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from sandtable.game.battle.position import Position
from sandtable.game.drivers.search import TooManyFutures, expectation
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.doctrine import (
    charges,
    deployment,
    fire,
    forms,
    leaders,
    moves,
    orders,
    points,
    rallies,
    responses,
)

Answer = Callable[[LibertyBattle, Any], object]
"""Answers a decision of a seat in a battle."""

MOST_FUTURES: Final = 200
MOST_ANSWERS: Final = 8


ANSWERS: Final[Mapping[str, Answer]] = {
    "order-give": orders.give,
    "move-path": moves.move,
    "shoot": fire.shoot,
    "test-rerolls": points.reroll,
    "direct-order": points.spend,
    "press-the-charge": points.spend,
    "reinforce": points.spend,
    "hold-the-line": points.spend,
    "concentrate-fire": points.spend,
    "double-time": points.spend,
    "lead-the-fight": points.spend,
    "reform-the-ranks": points.spend,
    "test-order": responses.first,
    "concede": responses.first,
    "deploy-brigade": deployment.draw_up,
    "attach": leaders.attach,
    "general-move": leaders.ride,
    "general-place": responses.first,
    "reform-choice": forms.stance,
    "free-reform": forms.stance,
    "limber": forms.limber,
    "rout-limber": responses.first,
    "unlimber": forms.unlimber,
    "mount-dismount": forms.horses,
    "road-claim": responses.first,
    "obstacle-cross": responses.cross,
    "retire-direction": responses.way_back,
    "rout-tie": responses.first,
    "arrival": responses.first,
    "rally-give": rallies.give,
    "rally-sequence": responses.first,
    "charge-declare": charges.declare,
    "charge-facing-tie": charges.best_facing,
    "breakthrough-target": charges.break_through,
    "charge-response": responses.meet_charge,
    "counter-charge-target": responses.first,
    "charge-contact-odd": responses.first,
    "defensive-fire-odd-hits": responses.first,
    "melee-next": responses.first,
    "melee-odd-hits": responses.first,
    "melee-base-opponent": responses.weakest,
    "pursuit-order": responses.first,
}
"""The answer for each decision of the rulebook."""


class LibertyDoctrine:
    """The doctrine as the agents use it."""

    def decide(self, position: Position[LibertyBattle]) -> object:
        """The doctrine's answer, or without one the answer with the best exact odds."""
        question = position.question
        answer = ANSWERS.get(question.decision)
        if answer is not None:
            return answer(position.battle, question)
        return look_ahead(position)


DOCTRINE: Final = LibertyDoctrine()


def look_ahead(position: Position[LibertyBattle]) -> object:
    """The answer with the best average score for the seat, where that can be worked out exactly."""
    answers = position.question.sensible()[:MOST_ANSWERS]
    if len(answers) == 1:
        return answers[0]
    return max(answers, key=lambda answer: _worth(position, answer))


def _worth(position: Position[LibertyBattle], answer: object) -> float:
    """The average score after an answer; that of the present battle if it has too many outcomes."""
    try:
        return expectation(position, answer, partial(_ahead, position), at_most=MOST_FUTURES)
    except TooManyFutures:
        return _ahead(position, position.battle)


def _ahead(position: Position[LibertyBattle], battle: LibertyBattle) -> float:
    system, seat = position.system, position.seat
    return system.score(battle, seat) - system.score(battle, 1 - seat)
