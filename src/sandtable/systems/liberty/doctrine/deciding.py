"""The questions of the rules and who answers them."""

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
"""Answers a question put to a seat, by the battle as it stands."""

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
"""Who answers which decision of the rulebook."""

NEVER_ASKED: Final = (
    "initiative",
    "veterans-roll",
    "army-choice",
    "brigade-assignment",
    "counter-charge-rerolls",
    "stubborn",
    "tough-fighters",
)
"""Decisions that no player is asked in a battle: settled by dice, by the scenario, or always taken.

The dice of a counter-charge are rolled again by test-rerolls, like those of every other test.
"""


class LibertyDoctrine:
    """The doctrine as the house sees it."""

    def decide(self, position: Position[LibertyBattle]) -> object:
        """The answer that doctrine gives, or failing it the one whose exact odds are best."""
        question = position.question
        answer = ANSWERS.get(question.decision)
        if answer is not None:
            return answer(position.battle, question)
        return look_ahead(position)


DOCTRINE: Final = LibertyDoctrine()


def look_ahead(position: Position[LibertyBattle]) -> object:
    """The answer that leaves the seat best off by the score, as far as that can be told without a guess."""
    answers = position.question.sensible()[:MOST_ANSWERS]
    if len(answers) == 1:
        return answers[0]
    return max(answers, key=lambda answer: _worth(position, answer))


def _worth(position: Position[LibertyBattle], answer: object) -> float:
    """The average score after an answer; of one that may go too many ways nothing is known."""
    try:
        return expectation(position, answer, partial(_ahead, position), at_most=MOST_FUTURES)
    except TooManyFutures:
        return _ahead(position, position.battle)


def _ahead(position: Position[LibertyBattle], battle: LibertyBattle) -> float:
    system, seat = position.system, position.seat
    return system.score(battle, seat) - system.score(battle, 1 - seat)
