"""The chapter of deployment."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.steps import step_done


async def deploy_step(battle: EagleBattle) -> EagleBattle:
    """Units are placed before the first turn (army.deployment)."""
    return await step_done(battle)
