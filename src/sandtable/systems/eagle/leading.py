"""The chapter of leader actions."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.steps import step_done


async def leaders_step(battle: EagleBattle) -> EagleBattle:
    """The leaders of a side act (turn.command.order)."""
    return await step_done(battle)
