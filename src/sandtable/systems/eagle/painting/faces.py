"""How each option is offered on the table: a short title, the acting unit, its target and its place.

There is a function for every decision, in the order of the turn; ``FACES`` finds it by the decision's id.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Decision
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.painting import combats, commanding, moving, setting_up

Facer = Callable[[EagleBattle, Any, Any, str], Face]
"""Makes the face of an option; its label is given."""

FACES: Final[dict[str, Facer]] = {
    "decision.deploy": setting_up.deploy,
    "decision.leader-actions": commanding.act,
    "decision.conform": commanding.conform,
    "decision.control-order": commanding.settle,
    "decision.leader-control-modifier": commanding.leader_change,
    "decision.stop-pursuit": commanding.leash,
    "decision.side-first": moving.side_first,
    "decision.activation-order": moving.go,
    "decision.activity": moving.activity,
    "decision.re-form": moving.reform,
    "decision.repeat-target": combats.repeated,
    "decision.march-or-dice": moving.going,
    "decision.optional-dice": moving.another_die,
    "decision.move-path": moving.path,
    "decision.leader-manoeuvre": commanding.ride,
    "decision.shoot-target": moving.shot,
    "decision.charge": combats.charge,
    "decision.charge-response": combats.answer,
    "decision.late-evade": combats.late,
    "decision.charge-halt": combats.halt,
    "decision.support-follow": combats.follow,
    "decision.count-support": combats.support,
    "decision.lead-unit": combats.lead,
    "decision.victory-halt": combats.won,
    "decision.success-halt": combats.won,
    "decision.which-opponent": combats.opponent,
    "decision.quarry": combats.opponent,
    "decision.relieve-ranks": combats.relief,
    "decision.swing": moving.swing,
    "decision.after-order": combats.order,
    "decision.concede": commanding.concede,
}
"""The function that makes the faces of each decision."""


def face_of(battle: EagleBattle, question: Decision[Any], option: object, label: str) -> Face:
    """How an option is offered."""
    return FACES[question.decision](battle, question, option, label)
