"""The turn: the next procedure of a battle, one unit, volley or fight at a time.

A game turn is eight steps in fixed order (turn.sequence). Each has a chapter of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.game.ask.questions import Do, do, tell
from sandtable.systems.coldsteel import (
    dealing,
    deployment,
    fighting,
    forces,
    manoeuvres,
    trials,
    victory,
    volleys,
)
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Step
from sandtable.systems.coldsteel.events import InitiativeWon
from sandtable.systems.coldsteel.initiative import Rivals, initiative
from sandtable.systems.coldsteel.steps import Chapter, ask_to_concede, step_done


def next_procedure(battle: ColdSteelBattle) -> Do[ColdSteelBattle] | None:
    """The next procedure; a battle that is decided ends before anything else.

    turn.sequence, victory.annihilation, victory.concede
    """
    if battle.outcome is not None:
        return None
    if victory.is_decided(battle):
        return do(victory.end_battle, battle)
    return do(STEPS[battle.step], battle)


async def initiative_step(battle: ColdSteelBattle) -> ColdSteelBattle:
    """Both players throw for the initiative of this turn; before it either may concede.

    turn.initiative.every-turn, turn.initiative.winner, victory.concede
    """
    battle = await ask_to_concede(battle)
    if victory.is_decided(battle):
        return battle
    return await step_done(await tell(battle, InitiativeWon(await do(initiative, Rivals()))))


STEPS: Final[Mapping[Step, Chapter]] = {
    Step.FORCES: forces.forces_step,
    Step.CARDS: dealing.deal_step,
    Step.EDGES: deployment.edges_step,
    Step.DEPLOYMENT: deployment.deploy_step,
    Step.INITIATIVE: initiative_step,
    Step.FIRST_MORALE: trials.morale_step,
    Step.SECOND_MORALE: trials.morale_step,
    Step.FIRST_MANOEUVRES: manoeuvres.manoeuvre_step,
    Step.SECOND_MANOEUVRES: manoeuvres.manoeuvre_step,
    Step.FIRST_SHOOTING: volleys.shoot_step,
    Step.SECOND_SHOOTING: volleys.shoot_step,
    Step.MELEE: fighting.melee_step,
    Step.END: victory.end_step,
}
"""The chapter of each step (turn.sequence)."""
