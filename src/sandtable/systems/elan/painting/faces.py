"""Each option as offered on the table: a short title, which unit acts, on which, and where it would stand.

There is a function for each decision, in the order of the turn; ``FACES`` finds it by the decision's id.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Decision
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.painting import combats, commanding, moving

Facer = Callable[[ElanBattle, Any, Any, str], Face]
"""Makes the face of an option of a question; the words are its label."""

FACES: Final[dict[str, Facer]] = {
    "setup.deploy": commanding.deployed,
    "attach.change": commanding.attach,
    "initiative.choice": commanding.initiative,
    "command.order": commanding.brigade,
    "charge.declare": combats.declare,
    "charge.order": combats.next_charge,
    "charge.reaction": combats.reaction,
    "charge.evade-face": combats.after_evade,
    "rally.order": commanding.tested,
    "move.order": moving.go,
    "move.kind": moving.kind,
    "move.formation": moving.change,
    "move.interpenetrate": moving.passage,
    "move.garrison-exit": moving.sortie,
    "fire.target": combats.shot,
    "fire.tie": combats.shot,
    "morale.order": commanding.tested,
    "melee.order": combats.melee,
    "melee.rest-dice": combats.spare_dice,
    "melee.breakthrough": combats.breakthrough,
    "compulsory.tie": commanding.tie,
    "arrivals.place": commanding.arrival,
    "concede": commanding.concede,
}
"""The face function of each decision."""


def face_of(battle: ElanBattle, question: Decision[Any], option: object, label: str) -> Face:
    """The face of an option."""
    return FACES[question.decision](battle, question, option, label)
