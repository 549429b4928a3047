"""The turn: what comes next in a battle, one card, unit, volley or melee at a time.

A turn is a series of activations, each with the same steps in fixed order (turn.sequence). Each step has its
own chapter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.game.ask.questions import Do, do
from sandtable.systems.tricorn.activation import card_step
from sandtable.systems.tricorn.battle import Step, TricornBattle
from sandtable.systems.tricorn.consulting import consult_step
from sandtable.systems.tricorn.declaring import fire_step
from sandtable.systems.tricorn.deployment import deploy_step
from sandtable.systems.tricorn.ending import end_step
from sandtable.systems.tricorn.fighting import melee_step
from sandtable.systems.tricorn.moving import movement_step
from sandtable.systems.tricorn.steps import Chapter
from sandtable.systems.tricorn.volleys import volley_step


def next_procedure(battle: TricornBattle) -> Do[TricornBattle] | None:
    """The next procedure (turn.sequence)."""
    if battle.outcome is not None:
        return None
    return do(STEPS[battle.step], battle)


STEPS: Final[Mapping[Step, Chapter]] = {
    Step.DEPLOYMENT: deploy_step,
    Step.CARD: card_step,
    Step.MOVEMENT: movement_step,
    Step.END: end_step,
    Step.FIRE: fire_step,
    Step.RETURN_FIRE: fire_step,
    Step.VOLLEY: volley_step,
    Step.CONSULT: consult_step,
    Step.MELEE: melee_step,
}
"""The procedure of each step (turn.sequence)."""
