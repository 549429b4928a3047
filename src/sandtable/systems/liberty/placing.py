"""Placing a unit after a move: every move of a unit on the table ends here."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.liberty import generals
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.events import UnitFormed, UnitMoved
from sandtable.systems.liberty.profiles import Formation
from sandtable.table.space import Pose, Shape


async def place(battle: LibertyBattle, unit: int, to: Pose) -> LibertyBattle:
    """Place a unit at the end of its move and displace Generals (leaders.overrun, leaders.displaced)."""
    start = battle.units[unit]
    if to == start.pose:
        return battle
    battle = await tell(battle, UnitMoved(unit, to))
    near = generals.in_the_way(battle, start, unit)
    return await generals.give_way(battle, start, unit, near) if near else battle


async def form(
    battle: LibertyBattle, unit: int, formation: Formation, shape: Shape, to: Pose
) -> LibertyBattle:
    """Put a unit into another formation and displace Generals (leaders.displaced)."""
    start = battle.units[unit]
    battle = await tell(battle, UnitFormed(unit, formation, shape, to))
    near = generals.in_the_way(battle, start, unit)
    return await generals.give_way(battle, start, unit, near) if near else battle
