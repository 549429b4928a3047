"""The decisions of the rulebook and the functions that answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.battle.position import Position
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.doctrine import after, charges, leaders, moves, setup
from sandtable.systems.eagle.victory import Resolve

Answer = Callable[[EagleBattle, Any], object]
"""Answers a question by the battle as it stands."""


def play_on(battle: EagleBattle, question: object) -> object:
    """Never concede."""
    del battle, question
    return Resolve.PLAY_ON


ANSWERS: Final[Mapping[str, Answer]] = {
    "decision.deploy": setup.deploy,
    "decision.leader-actions": leaders.act,
    "decision.conform": leaders.conform,
    "decision.control-order": leaders.next_settled,
    "decision.leader-control-modifier": after.leader_modifier,
    "decision.stop-pursuit": after.stop_pursuit,
    "decision.side-first": moves.side_first,
    "decision.activation-order": moves.next_unit,
    "decision.activity": moves.activity,
    "decision.re-form": moves.reform,
    "decision.repeat-target": charges.nearest,
    "decision.march-or-dice": moves.march_or_dice,
    "decision.optional-dice": moves.optional_die,
    "decision.move-path": moves.path,
    "decision.leader-manoeuvre": leaders.ride,
    "decision.shoot-target": moves.shoot,
    "decision.charge": charges.declare,
    "decision.charge-response": charges.respond,
    "decision.evader-facing": moves.face,
    "decision.late-evade": charges.evade_late,
    "decision.charge-halt": charges.hold_back,
    "decision.support-follow": charges.move_up,
    "decision.count-support": after.count_support,
    "decision.lead-unit": after.first,
    "decision.victory-halt": after.halt_or_follow,
    "decision.success-halt": after.halt_or_follow,
    "decision.which-opponent": after.whom_to_follow,
    "decision.quarry": after.quarry,
    "decision.relieve-ranks": after.relieve,
    "decision.swing": after.swing,
    "decision.after-order": after.first,
    "decision.concede": play_on,
}
"""The function that answers each decision of the rulebook."""


class EagleDoctrine:
    """The doctrine of eagle for computer opponents."""

    def decide(self, position: Position[EagleBattle]) -> object:
        question = position.question
        return ANSWERS[question.decision](position.battle, question)


DOCTRINE: Final = EagleDoctrine()
