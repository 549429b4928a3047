"""How each option is offered on the table: a short title, the unit that acts, its target and its place.

``FACES`` holds the function of each decision by its id, in the order of the turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.game.ask.questions import Decision
from sandtable.game.present.painting import Face
from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.painting import combats, moving, setting_up

Facer = Callable[[ColdSteelBattle, Any, Any, str], Face]
"""The face of an option of a question; the words are its label."""

FACES: Final[dict[str, Facer]] = {
    "setup.choose-forces": setting_up.force,
    "setup.choose-edge": setting_up.edge,
    "setup.place-unit": setting_up.placement,
    "morale.pick-unit": moving.tested,
    "morale.officer-reroll": moving.again,
    "cards.lucky-reroll": combats.lucky,
    "morale.retreat-tie": moving.from_whom,
    "building.retreat-wall-tie": moving.by_wall,
    "building.retreat-enemy-tie": moving.nearest,
    "manoeuvre.pick-unit": moving.go,
    "manoeuvre.choose-kind": moving.kind,
    "manoeuvre.formation-and-facing": moving.stance,
    "charge.pick-target-and-wheel": moving.charge,
    "building.enter": moving.enter,
    "building.leave": moving.leave,
    "cards.use-drill-sergeant": moving.drill,
    "cards.drill-order": moving.drill,
    "cards.cold-steel-choice": moving.cold_steel,
    "shooting.pick-unit": combats.shooter,
    "shooting.pick-target": combats.shot,
    "shooting.pick-face": combats.face,
    "casualties.command-model": combats.falls,
    "melee.pick-fight": combats.fight,
    "melee.pick-target": combats.struck,
    "game.concede": combats.concede,
}
"""The function that makes the face of each decision's options."""


def face_of(battle: ColdSteelBattle, question: Decision[Any], option: object, label: str) -> Face:
    """The face of an option."""
    return FACES[question.decision](battle, question, option, label)
