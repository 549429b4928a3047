"""The chapter of responses to charges."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.steps import step_done


async def answers_step(battle: EagleBattle) -> EagleBattle:
    """A side says how its charged units respond (charge.order)."""
    return await step_done(battle)
