"""The chapter of continued routs and pursuits."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.steps import step_done


async def pursuits_step(battle: EagleBattle) -> EagleBattle:
    """Continued routs and pursuits of both sides go on (pursuit.order)."""
    return await step_done(battle)
