"""The chapter of after combat moves."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.steps import step_done


async def after_moves_step(battle: EagleBattle) -> EagleBattle:
    """Moves that combat results demand are made (after.order)."""
    return await step_done(battle)
