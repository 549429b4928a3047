"""Each option as it is offered on the table: a short title, the acting unit, its target and its place.

``FACES`` maps the id of a decision to its function, in the order of the turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Decision
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.painting import combats, commanding, moving

Facer = Callable[[TricornBattle, Any, Any, str], Face]
"""Describes an option of a question; the words are its label."""

FACES: Final[dict[str, Facer]] = {
    "setup.place-command": commanding.deployed,
    "setup.place-cc": commanding.deployed,
    "card.cc-transfer": commanding.transfer,
    "card.pass-or-roll": commanding.bid,
    "move.order": moving.go,
    "move.action": moving.action,
    "move.officer": commanding.errand,
    "move.formation": moving.formation,
    "move.garrison": moving.garrison,
    "officer.escape": commanding.refuge,
    "react.mounted-break-off": moving.answer,
    "fire.declare": combats.shot,
    "fire.support-choice": combats.shot,
    "fire.equal-nearest": combats.nearest,
    "fire.morale-order": combats.consults,
    "recoil.equal-friends": combats.runs_into,
    "melee.choose-fight": combats.fight,
    "melee.choose-primary": combats.primary,
    "melee.support": combats.support,
    "melee.follow-up": moving.follow,
    "end.replacement": commanding.successor,
    "game.concede": commanding.concede,
}
"""The function that describes the options of each decision."""


def face_of(battle: TricornBattle, question: Decision[Any], option: object, label: str) -> Face:
    """How an option is offered."""
    return FACES[question.decision](battle, question, option, label)
