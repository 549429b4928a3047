"""The decisions of the rulebook and the functions that answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.ask.questions import Choose, Decision
from sandtable.game.battle.position import Position
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.charge_answers import AfterEvade
from sandtable.systems.elan.doctrine import charges, fire, leaders, moves
from sandtable.systems.elan.steps import Resolve
from sandtable.systems.elan.turn import Order

Answer = Callable[[Position[ElanBattle], Any], object]
"""Answers a question, given the position."""


def by_battle(answer: Callable[[ElanBattle, Any], object]) -> Answer:
    """An answer that needs only the battle."""

    def answered(position: Position[ElanBattle], question: Any) -> object:
        return answer(position.battle, question)

    return answered


def first(position: Position[ElanBattle], question: Decision[Any]) -> object:
    """The option listed first, for questions where that is good enough."""
    del position
    return question.sensible()[0]


def always(answer: object) -> Answer:
    """The same answer in every position."""

    def answered(position: Position[ElanBattle], question: Choose[Any]) -> object:
        del position, question
        return answer

    return answered


def stay(position: Position[ElanBattle], question: Decision[Any]) -> object:
    """A charger whose target is gone stays where it is."""
    del position, question
    return ()


ANSWERS: Final[Mapping[str, Answer]] = {
    "initiative.choice": always(Order.FIRST),
    "concede": always(Resolve.GO_ON),
    "attach.change": by_battle(leaders.attach),
    "command.order": first,
    "charge.declare": by_battle(charges.declare),
    "charge.order": by_battle(charges.next_charge),
    "charge.reaction": by_battle(charges.react),
    "charge.evade-face": always(AfterEvade.ABOUT),
    "charge.gone": stay,
    "rally.order": first,
    "rally.face": by_battle(moves.face),
    "move.order": by_battle(moves.order),
    "move.kind": moves.kind,
    "move.path": by_battle(moves.path),
    "move.formation": by_battle(moves.change),
    "move.interpenetrate": by_battle(moves.passage),
    "move.garrison-exit": by_battle(moves.sortie),
    "move.commander": leaders.ride,
    "fire.target": by_battle(fire.target),
    "fire.tie": by_battle(fire.nearest),
    "morale.order": first,
    "melee.order": first,
    "melee.rest-dice": first,
    "melee.breakthrough": by_battle(charges.break_through),
    "compulsory.tie": first,
    "leader.detach-place": first,
    "leader.displaced": first,
    "arrivals.place": first,
    "setup.deploy": first,
}
"""The answer to each decision of the rulebook."""


class ElanDoctrine:
    """The doctrine as the agents use it."""

    def decide(self, position: Position[ElanBattle]) -> object:
        question = position.question
        return ANSWERS[question.decision](position, question)


DOCTRINE: Final = ElanDoctrine()
