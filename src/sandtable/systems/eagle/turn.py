"""The turn: the next procedure of a battle, for one unit, leader, combat or move.

A turn has five phases in fixed order, in each of which both sides act (turn.phases, turn.shared). The steps
of a phase are taken in the order of ``Step``; each has a chapter of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Do, do, tell
from sandtable.systems.eagle import (
    aftermath,
    answering,
    charging,
    closing,
    controlling,
    deployment,
    fighting,
    leading,
    losses,
    manoeuvres,
    pursuits,
    victory,
)
from sandtable.systems.eagle.battle import EagleBattle, Step
from sandtable.systems.eagle.charge_ways import RANGE
from sandtable.systems.eagle.initiative import Rivals, initiative
from sandtable.systems.eagle.nearness import may_have_enemies_within
from sandtable.systems.eagle.steps import Chapter, begin, step_done
from sandtable.systems.eagle.turn_events import InitiativeWon
from sandtable.systems.eagle.words import side_name


def next_procedure(battle: EagleBattle) -> Do[EagleBattle] | None:
    """The next procedure; shocks to friends are resolved before anything else.

    turn.phases, morale.dp.chain
    """
    if battle.outcome is not None:
        return None
    if battle.shocks:
        return do(losses.work_off, battle)
    step = battle.step
    idle = IDLE.get(step)
    return do(pass_over if idle is not None and idle(battle) else STEPS[step], battle)


def is_idle(battle: EagleBattle) -> bool:
    """Is there nothing to do in this step? (turn.phases)"""
    idle = IDLE.get(battle.step)
    return idle is not None and idle(battle)


def _nobody_runs(battle: EagleBattle) -> bool:
    """Is no unit caught or pursuing? (pursuit.order)"""
    return not [unit for unit in battle.units if unit.caught or unit.pursuing]


def _nobody_is_near(battle: EagleBattle) -> bool:
    """Is every unit of the active side certainly out of charge range of all enemies? (charge.range)"""
    return not may_have_enemies_within(battle, battle.active, RANGE)


def _nobody_charges(battle: EagleBattle) -> bool:
    """Are there no charges and no answers? (turn.charge.declare)"""
    return not battle.charges and not battle.replies


def _nobody_fights(battle: EagleBattle) -> bool:
    """Is no unit in contact, and is there no round of combat to end? (melee.round)"""
    return not (battle.contacts or battle.combats or [unit for unit in battle.units if unit.rounds])


def _nobody_has_fought(battle: EagleBattle) -> bool:
    """Are there no combat results to carry out? (after.retire, after.pursue)"""
    return not battle.aftermaths


IDLE: Final[Mapping[Step, Callable[[EagleBattle], bool]]] = {
    Step.PURSUITS: _nobody_runs,
    Step.FIRST_CHARGES: _nobody_is_near,
    Step.SECOND_CHARGES: _nobody_is_near,
    Step.FIRST_ANSWERS: _nobody_charges,
    Step.SECOND_ANSWERS: _nobody_charges,
    Step.CHARGE_MOVES: _nobody_charges,
    Step.COMBATS: _nobody_fights,
    Step.AFTER_MOVES: _nobody_has_fought,
}
"""The test whether there is nothing to do in a step (turn.phases)."""


async def pass_over(battle: EagleBattle) -> EagleBattle:
    """Skip the steps in which there is nothing to do (turn.phases)."""
    while is_idle(battle):
        battle = await step_done(battle)
    return battle


async def initiative_step(battle: EagleBattle) -> EagleBattle:
    """Both sides throw for the initiative of this turn, unless the scenario gives it in the first.

    turn.initiative.roll, army.scenario
    """
    if battle.turn == 1 and battle.opening is not None:
        battle = await tell(battle, InitiativeWon(battle.opening, thrown=False))
    else:
        generals = (battle.general_of(0), battle.general_of(1))
        first, second = (general.actions if general is not None else 0 for general in generals)
        between = " against ".join(camp.name for camp in battle.camps)
        winner = await do(initiative, Rivals(first=first, second=second, between=between))
        battle = await tell(battle, InitiativeWon(winner, thrown=True))
    return await step_done(battle)


class GoesFirst(StrEnum):
    """The side that the holder lets manoeuvre first (decision.side-first)."""

    OWN = "own side first"
    ENEMY = "enemy first"


class SideFirst(Choose[GoesFirst], frozen=True, kw_only=True):
    """Choose the side that manoeuvres first (turn.initiative.use)."""

    decision: str = "decision.side-first"
    rule = "turn.initiative.use"
    title = "Which side goes first?"

    def words(self, battle: EagleBattle) -> str:
        del battle
        return "You hold the initiative: which side manoeuvres first?"

    def face(self, battle: EagleBattle, option: GoesFirst) -> Face:
        first = self.seat if option is GoesFirst.OWN else 1 - self.seat
        return Face(f"{side_name(battle, first)} first", "in manoeuvre and shooting")


async def side_first_step(battle: EagleBattle) -> EagleBattle:
    """The holder decides which side goes first in the Manoeuvre and Shooting phase (turn.initiative.use)."""
    said = await SideFirst(battle.holder, tuple(GoesFirst))
    first = battle.holder if said is GoesFirst.OWN else 1 - battle.holder
    return await begin(battle, Step.FIRST_MANOEUVRES, first)


STEPS: Final[Mapping[Step, Chapter]] = {
    Step.DEPLOYMENT: deployment.deploy_step,
    Step.INITIATIVE: initiative_step,
    Step.FIRST_LEADERS: leading.leaders_step,
    Step.FIRST_CONTROL: controlling.control_step,
    Step.SECOND_LEADERS: leading.leaders_step,
    Step.SECOND_CONTROL: controlling.control_step,
    Step.PURSUITS: pursuits.pursuits_step,
    Step.SIDE_FIRST: side_first_step,
    Step.FIRST_MANOEUVRES: manoeuvres.manoeuvre_step,
    Step.SECOND_MANOEUVRES: manoeuvres.manoeuvre_step,
    Step.FIRST_CHARGES: charging.charges_step,
    Step.SECOND_CHARGES: charging.charges_step,
    Step.FIRST_ANSWERS: answering.answers_step,
    Step.SECOND_ANSWERS: answering.answers_step,
    Step.CHARGE_MOVES: closing.charge_moves_step,
    Step.COMBATS: fighting.combats_step,
    Step.AFTER_MOVES: aftermath.after_moves_step,
    Step.END: victory.end_step,
}
"""The chapter of each step (turn.phases, turn.initiative.use)."""
