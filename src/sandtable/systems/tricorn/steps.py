"""The sequence of an activation: which step comes next, and when it is over.

A chapter's procedure handles one unit, volley or melee and stays in its step; when nothing is left to do, it
calls ``step_done``.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from itertools import pairwise
from typing import Any, Final

from sandtable.game.ask.questions import tell
from sandtable.systems.tricorn.battle import Step, TricornBattle
from sandtable.systems.tricorn.events import ActivationEnded, StepBegan
from sandtable.systems.tricorn.victory import look_at_prizes

Chapter = Callable[[TricornBattle], Coroutine[Any, Any, TricornBattle]]
"""The procedure of a step: it handles one unit, volley or melee at a time."""

FOLLOWING: Final = dict(
    pairwise((Step.MOVEMENT, Step.FIRE, Step.RETURN_FIRE, Step.VOLLEY, Step.CONSULT, Step.MELEE))
)
"""The next step of each within an activation, which ends after the melees (turn.sequence)."""


def _following(battle: TricornBattle) -> Step:
    """The step after this one; steps with nothing to settle are skipped."""
    step = FOLLOWING[battle.step]
    if step is Step.VOLLEY and not battle.shots:
        step = FOLLOWING[step]
    return FOLLOWING[step] if step is Step.CONSULT and not battle.dues else step


async def step_done(battle: TricornBattle) -> TricornBattle:
    """The next step of the activation begins, or the activation ends and the objectives are checked.

    turn.sequence, turn.draw, victory.objective
    """
    if battle.step is Step.MELEE:
        battle = await look_at_prizes(battle)
        return await tell(battle, ActivationEnded())
    return await begin(battle, _following(battle))


async def begin(battle: TricornBattle, step: Step) -> TricornBattle:
    """Begin a step (turn.sequence)."""
    return await tell(battle, StepBegan(step))
