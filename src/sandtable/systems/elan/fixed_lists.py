"""Lists of units that must test, settled as a phase begins and worked off one unit at a time."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import TestsFixed


def is_fixed(battle: ElanBattle) -> bool:
    """Is it settled who tests in this phase? It is, once anybody is due or has tested, or the 2nd side acts.

    turn.fixed-lists; a phase in which nobody tests ends before either
    """
    return bool(battle.due or battle.done) or battle.active != battle.first


async def fix(battle: ElanBattle, units: tuple[int, ...]) -> ElanBattle:
    """Settle who must test, whatever moves before his turn comes (turn.fixed-lists)."""
    return await tell(battle, TestsFixed(units))


def ours(battle: ElanBattle) -> tuple[int, ...]:
    """The units of the active side that must still test (turn.fixed-lists, turn.side-order)."""
    return tuple(unit for unit in battle.due if battle.units[unit].side == battle.active)
