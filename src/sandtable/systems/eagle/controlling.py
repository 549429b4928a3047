"""The chapter of control."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.steps import step_done


async def control_step(battle: EagleBattle) -> EagleBattle:
    """The units of a side settle their control (control.order)."""
    return await step_done(battle)
