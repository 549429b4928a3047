"""The course of a turn: the next step and its owner, and the chance to concede before it.

A chapter's procedure handles one unit, volley or fight and stays in its step; when nothing is left to do it
ends the step with ``step_done``.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from enum import StrEnum
from itertools import pairwise
from typing import Any, Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, tell
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Step
from sandtable.systems.coldsteel.events import Conceded, StepBegan
from sandtable.systems.coldsteel.options import Reading, is_other

Chapter = Callable[[ColdSteelBattle], Coroutine[Any, Any, ColdSteelBattle]]
"""The procedure of a step: one unit, volley or fight at a time."""

FOLLOWING: Final = dict(pairwise(Step))
"""The step after each; after the last comes a new turn (turn.sequence)."""

PLAYER_2: Final = (Step.FIRST_SHOOTING, Step.SECOND_MORALE, Step.SECOND_MANOEUVRES)
"""The steps of Player 2; all others are Player 1's or both players' (turn.sequence)."""

SHOOTING: Final = (Step.FIRST_SHOOTING, Step.SECOND_SHOOTING)

CONCEDED_BEFORE: Final = tuple(Step)[tuple(Step).index(Step.FIRST_MORALE) : tuple(Step).index(Step.END)]
"""The steps at whose start either player may concede; the initiative step before them asks by itself.

victory.concede
"""


class Resolve(StrEnum):
    """A player's answer at the start of a step (victory.concede)."""

    PLAY_ON = "play on"
    CONCEDE = "concede"


class Concede(Choose[Resolve], frozen=True, kw_only=True):
    """Fight on, or concede (victory.concede)."""

    decision: str = "game.concede"
    rule = "victory.concede"
    title = "Fight on?"
    kind = Kind.FORMALITY

    def words(self, battle: ColdSteelBattle) -> str:
        del battle
        return "Play on, or give the battle up?"

    def face(self, battle: ColdSteelBattle, option: Resolve) -> Face:
        return Face(self.label(battle, option).capitalize())


RESOLVES: Final = tuple(Resolve)
GRAVE: Final = (Resolve.CONCEDE,)
"""The answers, and the one that a random player never gives (victory.concede)."""


def owner(step: Step, first: int, readings: Readings) -> int:
    """The side that owns a step, if *first* is Player 1 (turn.sequence).

    By the other reading of turn.printed-order-rules the two Shooting steps change owners.
    """
    second = step in PLAYER_2
    if step in SHOOTING and is_other(readings, Reading.SHOOTING_ORDER):
        second = not second
    return 1 - first if second else first


async def step_done(battle: ColdSteelBattle) -> ColdSteelBattle:
    """Begin the next step (turn.sequence)."""
    assert battle.step is not Step.END, "the last step of a turn ends with the turn"
    return await begin(battle, FOLLOWING[battle.step])


async def begin(battle: ColdSteelBattle, step: Step) -> ColdSteelBattle:
    """Begin a step; at the start of a step of the turn either player may concede, Player 1 first.

    turn.sequence, victory.concede
    """
    battle = await tell(battle, StepBegan(step, owner(step, battle.first, battle.readings)))
    if step not in CONCEDED_BEFORE:
        return battle
    return await ask_to_concede(battle)


async def ask_to_concede(battle: ColdSteelBattle) -> ColdSteelBattle:
    """Ask both players whether they concede, Player 1 first (victory.concede)."""
    for side in (battle.first, 1 - battle.first):
        said = await Concede(side, RESOLVES, grave=GRAVE)
        if said is Resolve.CONCEDE:
            return await tell(battle, Conceded(side))
    return battle
