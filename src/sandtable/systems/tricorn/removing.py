"""Removing units from play, with the officers attached to them."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.tricorn.battle import Removal, TricornBattle
from sandtable.systems.tricorn.disorder_events import UnitRemoved
from sandtable.systems.tricorn.officer_events import OfficerLost


async def remove(battle: TricornBattle, unit: int, how: Removal) -> TricornBattle:
    """Take a whole unit off the table; an attached officer shares its fate.

    troops.strength, leaders.fate, leaders.fate.detail
    """
    officer = battle.officer_with(unit)
    if officer is not None:
        battle = await tell(battle, OfficerLost(officer.id))
    return await tell(battle, UnitRemoved(unit, how))
