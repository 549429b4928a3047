"""The order of steps in a turn, and the side that each belongs to.

A chapter's procedure handles one unit, leader, combat or move and stays in its step; when nothing is left to
do it ends the step with ``step_done``.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from itertools import pairwise
from typing import Any, Final

from sandtable.game.ask.questions import tell
from sandtable.systems.eagle.battle import EagleBattle, Step
from sandtable.systems.eagle.reserve import LEGION_WAITS, WAITS_UNTIL, rouse
from sandtable.systems.eagle.turn_events import StepBegan

Chapter = Callable[[EagleBattle], Coroutine[Any, Any, EagleBattle]]
"""The procedure of a step: one unit, leader, combat or move at a time."""

FOLLOWING: Final = dict(pairwise(Step))
"""The step after each; after the last a new turn begins (turn.phases)."""

OTHERS: Final = (
    Step.SECOND_LEADERS,
    Step.SECOND_CONTROL,
    Step.FIRST_CHARGES,
    Step.FIRST_ANSWERS,
)
"""The steps of the side without the initiative (turn.initiative.use)."""


def owner(battle: EagleBattle, step: Step) -> int:
    """The side whose step it is.

    turn.initiative.use: the holder commands first, and declares and answers last; he decides which side
    manoeuvres first, and until then it is he (decision.side-first)
    """
    if step is Step.SECOND_MANOEUVRES:
        return 1 - battle.active
    if step is Step.FIRST_MANOEUVRES:
        return battle.active
    return 1 - battle.holder if step in OTHERS else battle.holder


async def step_done(battle: EagleBattle) -> EagleBattle:
    """The next step begins (turn.phases)."""
    assert battle.step is not Step.END, "the last step of a turn ends with the turn"
    return await begin(battle, FOLLOWING[battle.step])


async def begin(battle: EagleBattle, step: Step, side: int | None = None) -> EagleBattle:
    """A step begins; its side follows from the initiative unless it is given.

    An enemy that came near in the step before rouses a reserve (army.scenario).
    """
    battle = await tell(battle, StepBegan(step, owner(battle, step) if side is None else side))
    waits = battle.turn < WAITS_UNTIL and LEGION_WAITS in battle.specials
    return await rouse(battle) if waits else battle
