"""The turn: the next procedure of a battle.

A turn has ten phases (turn.sequence); some have more than one step. Each step has its own chapter.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Do, do, tell
from sandtable.systems.elan import (
    army,
    arriving,
    attaching,
    charging,
    commanding,
    deployment,
    fighting,
    movement,
    rallying,
    trials,
    victory,
    volleys,
)
from sandtable.systems.elan.battle import Camp, ElanBattle, Step
from sandtable.systems.elan.chapters import Chapter
from sandtable.systems.elan.events import InitiativeTaken
from sandtable.systems.elan.initiative import Rivals, initiative
from sandtable.systems.elan.steps import step_done
from sandtable.systems.elan.words import side_name

_contending: tuple[Camp, Camp] | None = None
"""The last camps that `next_procedure` found undecided, by identity: saves the check until they change."""


def next_procedure(battle: ElanBattle) -> Do[ElanBattle] | None:
    """The next procedure; a decided battle ends before anything else (victory.end)."""
    if battle.outcome is not None:
        return None
    global _contending
    camps = battle.camps
    if camps is not _contending:
        if victory.is_decided(battle):
            return Do(victory.end_battle, (battle,))
        _contending = camps
    return Do(STEPS[battle.step], (battle,))


class Order(StrEnum):
    """The two places in the order of a turn (turn.initiative)."""

    FIRST = "be the 1st side"
    SECOND = "be the 2nd side"


class ChooseOrder(Choose[Order], frozen=True, kw_only=True):
    """Choose the place in the order of this turn (turn.initiative)."""

    decision: str = "initiative.choice"
    rule = "turn.initiative"
    title = "First or second?"

    def words(self, battle: ElanBattle) -> str:
        return f"The {side_name(battle, self.seat)} have the initiative: do they act first or second?"

    def label(self, battle: ElanBattle, option: Order) -> str:
        del battle
        return "First" if option is Order.FIRST else "Second"

    def face(self, battle: ElanBattle, option: Order) -> Face:
        return Face(f"Go {self.label(battle, option).lower()}", "in every phase of this turn")


async def take_initiative(battle: ElanBattle) -> ElanBattle:
    """Each side rolls a die plus its army commander's leadership; the winner chooses his place.

    turn.initiative, turn.initiative.roll
    """
    ours, theirs = (army.army_leadership(battle, side) for side in (0, 1))
    winner = await do(initiative, Rivals(first=ours, second=theirs))
    chosen = await ChooseOrder(winner, tuple(Order))
    first = winner if chosen is Order.FIRST else 1 - winner
    return await step_done(await tell(battle, InitiativeTaken(winner, first)))


STEPS: Final[Mapping[Step, Chapter]] = {
    Step.DEPLOYMENT: deployment.deploy_step,
    Step.ATTACHING: attaching.attach_step,
    Step.INITIATIVE: take_initiative,
    Step.COMMAND: commanding.command_step,
    Step.DECLARING: charging.declare_step,
    Step.CHARGING: charging.charge_step,
    Step.RALLYING: rallying.rally_step,
    Step.MOVING: movement.move_step,
    Step.AIMING: volleys.aim_step,
    Step.FIRING: volleys.fire_step,
    Step.MORALE: trials.morale_step,
    Step.MELEES: fighting.melee_step,
    Step.ARRIVALS: arriving.arrivals_step,
    Step.ARMY_MORALE: army.army_step,
    Step.TIME: victory.time_step,
}
"""The chapter of each step (turn.sequence)."""
