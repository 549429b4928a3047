"""The chapter of charge moves."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.steps import step_done


async def charge_moves_step(battle: EagleBattle) -> EagleBattle:
    """Charges and responses are moved (charge.order)."""
    return await step_done(battle)
