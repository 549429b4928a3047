"""Hits that apply together, and their immediate effects: units destroyed, commanders in danger."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.leader_casualties import Danger
from sandtable.systems.elan.removing import settle


async def after_hits(
    battle: ElanBattle, struck: Sequence[int], checked: Sequence[int], danger: Danger
) -> ElanBattle:
    """Remove the units that hits destroyed; then check the commanders with the others.

    troops.destroyed, leaders.check-order; *checked* are the units whose hits endanger their commanders
    (shooting.fatigue-scope)
    """
    for unit in struck:
        battle = await settle(battle, unit, None)
    for unit in checked:
        battle = await settle(battle, unit, danger)
    return battle
