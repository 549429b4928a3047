"""The chapter of charges declared."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.steps import step_done


async def charges_step(battle: EagleBattle) -> EagleBattle:
    """A side declares its charges (turn.charge.declare)."""
    return await step_done(battle)
