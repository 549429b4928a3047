"""Hits on units and the removal of units, with the effects on their commanders."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.elan import leading
from sandtable.systems.elan.battle import ElanBattle, Removal
from sandtable.systems.elan.events import UnitRemoved
from sandtable.systems.elan.leader_casualties import Danger


async def remove(battle: ElanBattle, unit: int, how: Removal) -> ElanBattle:
    """Remove a unit: its commanders roll first, and a brigade ends with its last unit.

    troops.rout-state, troops.destroyed, leaders.lost-unit, leaders.gone-brigade
    """
    for leader in battle.attached_to(unit):
        battle = await leading.bereave(battle, leader)
    battle = await tell(battle, UnitRemoved(unit, how))
    return await leading.disband(battle, battle.units[unit].brigade)


async def settle(battle: ElanBattle, unit: int, danger: Danger | None) -> ElanBattle:
    """The effects of hits: a unit with no strength left is removed, otherwise its commanders are checked.

    troops.destroyed, leaders.check-order, leaders.hit-check
    """
    one = battle.units[unit]
    if one.pose is None:
        return battle
    if one.lost >= one.strength:
        return await remove(battle, unit, Removal.DESTROYED)
    if danger is None:
        return battle
    for leader in battle.attached_to(unit):
        battle = await leading.check(battle, leader, danger)
    return battle
