"""Routers at the end of a phase: those not caught are eliminated (rout.eliminate)."""

from __future__ import annotations

from sandtable.systems.eagle import losses
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.records import Removal


async def outdistanced(battle: EagleBattle) -> EagleBattle:
    """Eliminate every routing unit that has not been caught, with the leaders in it.

    rout.eliminate, after.rout
    """
    for side in (0, 1):
        for router in battle.routers(side):
            if not router.caught:
                battle = await losses.eliminate(battle, router.id, Removal.ELIMINATED)
    return battle
