"""Lists of units that must test: fixed when a phase begins, then worked off one unit at a time."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import TestsFixed


def is_fixed(battle: ElanBattle) -> bool:
    """Is the list of this phase fixed: is a unit due, has one tested, or is the 2nd side active?

    turn.fixed-lists; a phase without tests ends before any of these holds
    """
    return bool(battle.due or battle.done) or battle.active != battle.first


async def fix(battle: ElanBattle, units: tuple[int, ...]) -> ElanBattle:
    """Fix the units that must test, whatever moves before their turn (turn.fixed-lists)."""
    return await tell(battle, TestsFixed(units))


def ours(battle: ElanBattle) -> tuple[int, ...]:
    """The units of the active side that must still test (turn.fixed-lists, turn.side-order)."""
    return tuple(unit for unit in battle.due if battle.units[unit].side == battle.active)
