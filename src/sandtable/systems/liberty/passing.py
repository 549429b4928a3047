"""Passing through friends and the tests it causes (movement.interpenetrate.free and those after it)."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.events import UnitsToTest
from sandtable.systems.liberty.states import State


async def owe_tests(battle: LibertyBattle, unit: Regiment, passed: tuple[int, ...]) -> LibertyBattle:
    """If either unit is SHAKEN or ROUTING, both test: each unit passed, then the mover for each.

    movement.interpenetrate.test, movement.interpenetrate.test.both, movement.interpenetrate.need
    """
    friends = dict.fromkeys(passed)
    due = tuple(friend for friend in friends if _is_unnerving(unit) or _is_unnerving(battle.units[friend]))
    return await tell(battle, UnitsToTest(due + (unit.id,) * len(due))) if due else battle


def _is_unnerving(unit: Regiment) -> bool:
    return unit.state is State.SHAKEN or unit.routing
