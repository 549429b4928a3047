"""Units that do as another does: those that conform to a guide and those that follow the Eagle."""

from __future__ import annotations

from sandtable.game.questions import tell
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import UnitActed
from sandtable.systems.eagle.records import Record


async def guided_move(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit does as its guide has done (control.conform, control.follow-eagle)."""
    return await tell(battle, UnitActed(unit, Record.STAND))
