"""How a turn goes on: from side to side, from step to step, from turn to turn.

A chapter's procedure handles one unit, brigade, charge or melee and stays in its step; when there is nothing
left to do it ends its side's part with ``side_done`` or the whole step with ``step_done``.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from typing import Final

from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.elan.battle import ElanBattle, Step
from sandtable.systems.elan.events import Conceded, SideBegan, StepBegan

FOLLOWING: Final = {**dict(pairwise(Step)), Step.TIME: Step.ATTACHING}
"""The step after each; after the last a new turn begins (turn.sequence)."""


BEGINNINGS: Final = frozenset(step for before, step in FOLLOWING.items() if step.phase is not before.phase)
"""The steps with which a phase begins (turn.sequence)."""


class Resolve(StrEnum):
    """What a player says at the end of a phase (victory.end)."""

    GO_ON = "go on"
    CONCEDE = "concede"


RESOLVES: Final = tuple(Resolve)
GRAVE: Final = (Resolve.CONCEDE,)
"""What is offered at the end of a phase, and what of it nobody says by chance (victory.end)."""


async def side_done(battle: ElanBattle) -> ElanBattle:
    """The 1st side is followed by the 2nd in the same step, the 2nd by the next step (turn.side-order)."""
    if battle.active == battle.first:
        return await tell(battle, SideBegan(1 - battle.first))
    return await step_done(battle)


async def step_done(battle: ElanBattle) -> ElanBattle:
    """The next step begins; where that ends a phase, either player may concede first.

    turn.sequence, victory.end
    """
    assert battle.step is not Step.TIME, "the last step of a turn ends with the turn"
    following = FOLLOWING[battle.step]
    if following in BEGINNINGS:
        battle = await end_phase(battle)
    if battle.camps[0].conceded or battle.camps[1].conceded:
        return battle
    return await tell(battle, StepBegan(following))


async def end_phase(battle: ElanBattle) -> ElanBattle:
    """Either player may concede, the 1st side asked first (victory.end)."""
    for side in (battle.first, 1 - battle.first):
        said = await Choose("concede", side, RESOLVES, grave=GRAVE)
        if said is Resolve.CONCEDE:
            return await tell(battle, Conceded(side))
    return battle
