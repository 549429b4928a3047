"""Units that break: they are removed, friends near by must test, and their General is in danger."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty import generals
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.events import UnitsBroken
from sandtable.table.measure import distances_from, is_within
from sandtable.table.space import INCH

FRIENDS_SEE_IT_WITHIN = 6 * INCH


async def remove(battle: LibertyBattle, units: tuple[int, ...]) -> LibertyBattle:
    """Remove units that are BROKEN at the same instant; friends within 6 in of one of them must test.

    states.broken, morale.trigger.broken, morale.trigger.broken.where, morale.trigger.count. A General with
    one of them is in danger (leaders.unit-lost).
    """
    witnesses = tuple([friend for side in (0, 1) for friend in _witnesses(battle, side, units)])
    battle = await tell(battle, UnitsBroken(units, witnesses))
    for number in units:
        battle = await generals.lose_unit(battle, number)
    return battle


def _witnesses(battle: LibertyBattle, side: int, units: tuple[int, ...]) -> list[int]:
    """The units of a side within 6 in of a friend that is BROKEN."""
    lost = [battle.units[number] for number in units if battle.units[number].side == side]
    if not lost:
        return []
    scene = scene_of(battle)
    near = [distances_from(unit, scene) for unit in lost]
    found = []
    for friend in battle.numbers_on_table(side):
        if friend not in units and is_within(min([far[friend] for far in near]), FRIENDS_SEE_IT_WITHIN):
            found.append(friend)
    return found
