"""The opening of a Command phase: the Veterans' dice, then Reform The Ranks! (turn.command.start)."""

from __future__ import annotations

from sandtable.dice import Count
from sandtable.game.ask.questions import do, tell
from sandtable.systems.liberty.actions import Buying
from sandtable.systems.liberty.battle import LibertyBattle, Regiment, Step
from sandtable.systems.liberty.command import nerve_of
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.events import DisorderCleared
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.spending import buying, pay
from sandtable.systems.liberty.turn_events import StepBegan
from sandtable.systems.liberty.veterans import (
    MOST_MARKERS,
    Ranks,
    RecoveryFacts,
    reformed_paid,
    veterans_need,
)

ATTACHING = Step.ATTACHING


async def open_phase(battle: LibertyBattle) -> LibertyBattle:
    """First the dice of all Veterans, then the units that Reform The Ranks! may help, then step a.

    turn.command.start
    """
    units = disordered(battle)
    for unit in units:
        battle = await roll_for_veterans(battle, unit)
    for unit in disordered(battle) if units else ():
        battle = await reform_the_ranks(battle, unit)
    return await tell(battle, StepBegan(ATTACHING))


def disordered(battle: LibertyBattle) -> tuple[Regiment, ...]:
    """The acting player's units with two markers, which step b will not clear.

    A single marker comes off in step b, before anything can be done with the unit (special.veterans.skip).
    """
    return tuple([unit for unit in battle.on_table(battle.active) if unit.disorder >= MOST_MARKERS])


def recovery_facts(battle: LibertyBattle, unit: Regiment) -> RecoveryFacts:
    """The facts of a disordered unit as the phase opens, with the actions that may be bought for it."""
    return RecoveryFacts(
        markers=unit.disorder,
        veterans=unit.has(SpecialRule.VETERANS),
        state=unit.state,
        nerve=nerve_of(battle, unit),
        reform_the_ranks=buying(battle, Action.REFORM_THE_RANKS, unit.side, unit.id),
        hold_the_line=buying(battle, Action.HOLD_THE_LINE, unit.side, unit.id),
        points=battle.camps[unit.side].points.left,
    )


async def roll_for_veterans(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """The die of a Veterans unit; on 4 or more all its markers come off (special.veterans)."""
    if not unit.has(SpecialRule.VETERANS):
        return battle
    shown = veterans_need(recovery_facts(battle, unit)).whole
    if shown and await Count(1, at_least=shown, purpose="Veterans"):
        return await tell(battle, DisorderCleared(unit.id))
    return battle


async def reform_the_ranks(battle: LibertyBattle, unit: Regiment) -> LibertyBattle:
    """A disordered unit tests to recover at once, if a point is spent on it (action.reform-the-ranks)."""
    if buying(battle, Action.REFORM_THE_RANKS, unit.side, unit.id) is Buying.NEVER:
        return battle
    paid = await do(reformed_paid, recovery_facts(battle, unit))
    battle = await pay(battle, unit.side, unit.id, paid.spent)
    return await tell(battle, DisorderCleared(unit.id)) if paid.value is Ranks.REFORMED else battle
