"""The decisions of the rulebook and the functions that answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sandtable.game.battle.position import Position
from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.doctrine import fire, moves, setup, steadiness
from sandtable.systems.coldsteel.steps import Resolve

Answer = Callable[[ColdSteelBattle, Any], object]
"""The answer to a question in a battle."""


def play_on(battle: ColdSteelBattle, question: object) -> object:
    """Never concede."""
    del battle, question
    return Resolve.PLAY_ON


ANSWERS: Final[Mapping[str, Answer]] = {
    "game.concede": play_on,
    "setup.choose-forces": setup.choose_force,
    "setup.choose-edge": setup.choose_edge,
    "setup.place-unit": setup.place_unit,
    "morale.pick-unit": steadiness.pick_tester,
    "morale.officer-reroll": steadiness.officer_reroll,
    "cards.lucky-reroll": steadiness.lucky_reroll,
    "morale.retreat-tie": steadiness.retreat_tie,
    "building.retreat-wall-tie": steadiness.wall_tie,
    "building.retreat-enemy-tie": steadiness.retreat_tie,
    "manoeuvre.pick-unit": moves.pick_unit,
    "manoeuvre.choose-kind": moves.choose_kind,
    "manoeuvre.formation-and-facing": moves.form_up,
    "manoeuvre.path": moves.path,
    "charge.pick-target-and-wheel": moves.pick_charge,
    "building.enter": moves.enter,
    "building.leave": moves.leave,
    "cards.use-drill-sergeant": moves.use_drill,
    "cards.drill-order": moves.drill_order,
    "cards.cold-steel-choice": moves.cold_steel,
    "shooting.pick-unit": fire.pick_unit,
    "shooting.pick-target": fire.pick_target,
    "shooting.pick-face": fire.pick_face,
    "casualties.command-model": steadiness.command_model,
    "melee.pick-fight": steadiness.pick_fight,
    "melee.pick-target": steadiness.pick_foe,
}
"""The function that answers each decision of the rulebook."""


class ColdSteelDoctrine:
    """The doctrine as the computer opponent uses it."""

    def decide(self, position: Position[ColdSteelBattle]) -> object:
        """The doctrine's answer."""
        question = position.question
        return ANSWERS[question.decision](position.battle, question)


DOCTRINE: Final = ColdSteelDoctrine()
