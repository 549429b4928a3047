"""How a turn goes on: from side to side, step to step, and turn to turn.

A chapter's procedure handles one unit, brigade, charge or melee and stays in its step; when nothing is left
to do it ends its side's part with ``side_done`` or the whole step with ``step_done``.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from typing import Final

from sandtable.game.ask.questions import Choose, Kind, tell
from sandtable.systems.elan.battle import ElanBattle, Step
from sandtable.systems.elan.events import Conceded, SideBegan, StepBegan
from sandtable.systems.elan.words import begun, side_name

FOLLOWING: Final = {**dict(pairwise(Step)), Step.TIME: Step.ATTACHING}
"""The step after each step; a new turn follows the last one (turn.sequence)."""


BEGINNINGS: Final = frozenset(step for before, step in FOLLOWING.items() if step.phase is not before.phase)
"""The steps with which a phase begins (turn.sequence)."""


class Resolve(StrEnum):
    """A player's choice at the end of a phase (victory.end)."""

    GO_ON = "go on"
    CONCEDE = "concede"


RESOLVES: Final = tuple(Resolve)
GRAVE: Final = (Resolve.CONCEDE,)
"""The options at the end of a phase, and those that random play must not pick (victory.end)."""


class Concede(Choose[Resolve], frozen=True, kw_only=True):
    """Choose at the end of a phase whether to concede the battle (victory.end)."""

    decision: str = "concede"
    rule = "victory.end"
    title = "Fight on?"
    kind = Kind.FORMALITY

    def words(self, battle: ElanBattle) -> str:
        return f"Does the army of the {side_name(battle, self.seat)} fight on?"

    def label(self, battle: ElanBattle, option: Resolve) -> str:
        del battle
        return begun(option)


async def side_done(battle: ElanBattle) -> ElanBattle:
    """After the 1st side the 2nd acts in the same step, after the 2nd the next step begins.

    turn.side-order
    """
    if battle.active == battle.first:
        return await tell(battle, SideBegan(1 - battle.first))
    return await step_done(battle)


async def step_done(battle: ElanBattle) -> ElanBattle:
    """Begin the next step; where that ends a phase, each player may concede first.

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
    """Each player may concede, the 1st side first (victory.end)."""
    for side in (battle.first, 1 - battle.first):
        said = await Concede(side, RESOLVES, grave=GRAVE)
        if said is Resolve.CONCEDE:
            return await tell(battle, Conceded(side))
    return battle
