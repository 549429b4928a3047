"""Units that repeat their last move (control.repeat)."""

from __future__ import annotations

from sandtable.game.questions import tell
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import UnitActed
from sandtable.systems.eagle.records import Record


async def repeat_move(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit repeats its last move in the Manoeuvre phase (control.repeat)."""
    return await tell(battle, UnitActed(unit, Record.STAND))
