"""Removing units, immediately and for good (turn.remove-at-once)."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.coldsteel.battle import ColdSteelBattle, Removal
from sandtable.systems.coldsteel.events import UnitsRemoved


async def remove(battle: ColdSteelBattle, units: tuple[int, ...], how: Removal) -> ColdSteelBattle:
    """Remove units: they count as lost and do not come back (turn.remove-at-once)."""
    return await tell(battle, UnitsRemoved(units, how)) if units else battle
