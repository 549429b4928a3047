"""Routers at the end of a phase: who was not caught has outdistanced pursuit and is gone (rout.eliminate)."""

from __future__ import annotations

from sandtable.systems.eagle import losses
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.records import Removal


async def outdistanced(battle: EagleBattle) -> EagleBattle:
    """Every routing unit that nobody has caught is eliminated, with the leaders in it.

    rout.eliminate, after.rout
    """
    for side in (0, 1):
        for router in battle.routers(side):
            if not router.caught:
                battle = await losses.eliminate(battle, router.id, Removal.ELIMINATED)
    return battle
