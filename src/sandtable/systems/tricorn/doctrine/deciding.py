"""Which function answers each decision of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.battle.position import Position
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.doctrine import cards, fire, leaders, melees, moves, setup
from sandtable.systems.tricorn.ending import Resolve

Answer = Callable[[TricornBattle, Any], object]
"""A function that answers a question about a battle."""


def go_on(battle: TricornBattle, question: object) -> object:
    """Never concede: a battle is fought to its end."""
    del battle, question
    return Resolve.GO_ON


ANSWERS: Final[Mapping[str, Answer]] = {
    "game.concede": go_on,
    "setup.place-command": setup.place,
    "setup.place-cc": setup.place,
    "card.cc-transfer": cards.transfer,
    "card.pass-or-roll": cards.pass_or_roll,
    "move.order": moves.order,
    "move.action": moves.action,
    "move.path": moves.path,
    "move.formation": moves.formation,
    "move.garrison": moves.garrison,
    "move.forced-march": moves.path,
    "move.through-friend": moves.path,
    "move.start-melee": moves.path,
    "move.charge-mounted": moves.path,
    "move.officer": leaders.ride,
    "arrive.enter": moves.arrive,
    "react.mounted-break-off": moves.break_off,
    "react.break-off-distance": moves.distance,
    "fire.declare": fire.declare,
    "fire.support-choice": fire.declare,
    "fire.equal-nearest": fire.equally_near,
    "fire.morale-order": fire.morale_order,
    "recoil.equal-friends": fire.run_into,
    "melee.choose-fight": melees.choose_fight,
    "melee.choose-primary": melees.choose_primary,
    "melee.support": melees.support,
    "melee.follow-up": moves.follow,
    "officer.escape": leaders.escape,
    "end.replacement": leaders.replacement,
}
"""The function that answers each decision of the rulebook."""


class TricornDoctrine:
    """The doctrine in the form that the engine calls."""

    def decide(self, position: Position[TricornBattle]) -> object:
        question = position.question
        return ANSWERS[question.decision](position.battle, question)


DOCTRINE: Final = TricornDoctrine()
