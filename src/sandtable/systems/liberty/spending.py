"""Spending Command Points on the table: the actions that may be bought now, and their price."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.liberty.actions import ASKED, NEVER, Buying
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.command_points import COST, Action, Phase, Use, obstacles
from sandtable.systems.liberty.turn_events import PointSpent


def buying(
    battle: LibertyBattle, action: Action, side: int, unit: int, *, counter_charge: bool = False
) -> Buying:
    """May an army buy an action for a unit now? If so, its player decides (cp.once, cp.detail)."""
    points = battle.camps[side].points
    if points.left < COST:
        return NEVER
    use = Use(
        action=action,
        unit=unit,
        phase=Phase(battle.phase),
        own_turn=side == battle.active,
        counter_charge=counter_charge,
    )
    return NEVER if obstacles(use, points) else ASKED


async def pay(battle: LibertyBattle, side: int, unit: int, spent: tuple[Action, ...]) -> LibertyBattle:
    """Take the points for a unit's actions, one for each (cp.once)."""
    for action in spent:
        battle = await tell(battle, PointSpent(side, action, unit))
    return battle
