"""The turn: what comes next in a battle, one activation or one resolution at a time.

Before the first turn the initiative and the Command Points are rolled and free battles are deployed. A player
turn is the Command phase (its opening and steps a to f), the Shooting phase (volleys, then the tests they
cause), and the Melee phase (turn.phases, turn.players). Each step has its own module.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from enum import StrEnum
from typing import Any

from sandtable.dice import D6, Cup, Opposed, Winner
from sandtable.game.ask.questions import Choose, Do, Kind, do, tell
from sandtable.systems.liberty import (
    charging,
    deployment,
    fighting,
    generals,
    opening,
    ordering,
    rallying,
    routs,
    trials,
    victory,
    volleys,
)
from sandtable.systems.liberty.battle import LibertyBattle, Step
from sandtable.systems.liberty.command_points import BrigadeFacts, generate
from sandtable.systems.liberty.turn_events import (
    BattleEnded,
    Conceded,
    InitiativeWon,
    PlayerTurnBegan,
    PointsGained,
    StepBegan,
)
from sandtable.systems.liberty.words import army_name

SHOOTING = Step.SHOOTING


def next_procedure(battle: LibertyBattle) -> Do[LibertyBattle]:
    """The procedure that comes next.

    A broken army ends the battle before anything else; tests that fell due outside the Shooting phase come
    before its next step (victory.break-point, victory.units, morale.trigger.broken.where).
    """
    if battle.is_decided():
        return do(end_battle, battle)
    if battle.tests_due and battle.step is not SHOOTING:
        return do(trials.take_one, battle)
    return Do(STEPS[battle.step], (battle,))


# --------------------------------------------------------------- before the first turn
async def take_initiative(battle: LibertyBattle) -> LibertyBattle:
    """Each player rolls a die, ties are rolled again; the higher has the initiative for the whole game.

    turn.initiative.method
    """
    first = await Opposed(Cup(1, D6), Cup(1, D6), purpose="initiative")
    battle = await tell(battle, InitiativeWon(0 if first is Winner.LEFT else 1))
    return await tell(battle, StepBegan(Step.POINTS))


async def gain_points(battle: LibertyBattle) -> LibertyBattle:
    """Both armies get their Command Points before deployment (cp.generate, cp.detail)."""
    for side in (battle.first, 1 - battle.first):
        brigades = len({unit.brigade for unit in battle.units if unit.side == side})
        points = await do(generate, BrigadeFacts(brigades=brigades))
        battle = await tell(battle, PointsGained(side, points))
    return await tell(battle, StepBegan(Step.DEPLOYMENT))


# --------------------------------------------------------------- the end of a turn
async def end_tests(battle: LibertyBattle) -> LibertyBattle:
    """No shooting test is left: the Melee phase begins (turn.shooting.b)."""
    return await tell(battle, StepBegan(Step.MELEES))


class Resolve(StrEnum):
    """A player's choice at the end of a player turn (umpire.concede)."""

    PLAY_ON = "play on"
    CONCEDE = "concede"


class Concede(Choose[Resolve], frozen=True, kw_only=True):
    """Fight on, or concede (umpire.concede)."""

    decision: str = "concede"
    rule = "umpire.concede"
    title = "Fight on?"
    kind = Kind.FORMALITY

    def words(self, battle: LibertyBattle) -> str:
        return f"Does the {army_name(battle, self.seat)} army fight on?"

    def label(self, battle: LibertyBattle, option: Resolve) -> str:
        del battle
        return option.capitalize()


CONCEDE = Resolve.CONCEDE
RESOLVES = tuple(Resolve)
GRAVE = (CONCEDE,)


async def end_player_turn(battle: LibertyBattle) -> LibertyBattle:
    """Either player may concede; then the other's turn begins, or the next game turn, or the battle ends.

    umpire.concede, turn.players, turn.word-turn, victory.end
    """
    for side in (battle.active, 1 - battle.active):
        said = await Concede(side, RESOLVES, grave=GRAVE)
        if said is CONCEDE:
            return await tell(battle, Conceded(side))
    side, turn = 1 - battle.active, battle.turn + (battle.active != battle.first)
    if turn > battle.turn_limit:
        return await end_battle(battle)
    return await tell(battle, PlayerTurnBegan(side, turn))


async def end_battle(battle: LibertyBattle) -> LibertyBattle:
    """End the battle; the points are counted however it ended (victory.end)."""
    return await tell(battle, BattleEnded(victory.outcome(battle)))


STEPS: Mapping[Step, Callable[[LibertyBattle], Coroutine[Any, Any, LibertyBattle]]] = {
    Step.INITIATIVE: take_initiative,
    Step.POINTS: gain_points,
    Step.DEPLOYMENT: deployment.deploy,
    Step.OPENING: opening.open_phase,
    Step.ATTACHING: generals.attach,
    Step.RALLYING: rallying.rally_step,
    Step.ROUTING: routs.rout_step,
    Step.CHARGING: charging.charge_step,
    Step.ORDERS: ordering.order_step,
    Step.SHOOTING: volleys.shoot_step,
    Step.TESTS: end_tests,
    Step.MELEES: fighting.melee_step,
    Step.END: end_player_turn,
}
"""The procedure of each step."""
