"""Abandoned guns: their crews leave them, and enemies that touch them take them."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.tricorn.battle import Removal, TricornBattle, TricornUnit
from sandtable.systems.tricorn.disorder_events import GunsAbandoned
from sandtable.systems.tricorn.nearness import TOUCH, distances
from sandtable.systems.tricorn.removing import remove


async def abandon(battle: TricornBattle, unit: int) -> TricornBattle:
    """The crews of a battery leave their guns, which gain no permanent marker; an enemy that touches the guns
    takes them at once.

    artillery.abandoned, morale.row.2.artillery, leaders.fate.detail
    """
    taken = is_touched(battle, battle.units[unit])
    battle = await tell(battle, GunsAbandoned(unit))
    return await remove(battle, unit, Removal.CAPTURED) if taken else battle


def is_touched(battle: TricornBattle, guns: TricornUnit) -> bool:
    """Does an enemy touch a battery? (artillery.abandoned)"""
    enemies = battle.enemies_of(guns.side)
    return any(length <= TOUCH for length in distances(battle, guns, enemies))
