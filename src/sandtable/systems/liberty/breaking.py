"""Units that break: they are taken off, their friends near by have to test, their General is in danger."""

from __future__ import annotations

from sandtable.game.battle import scene_of
from sandtable.game.questions import tell
from sandtable.systems.liberty import generals
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.events import UnitsBroken
from sandtable.table.distance import distances_from, within
from sandtable.table.measure import INCH

FRIENDS_SEE_IT_WITHIN = 6 * INCH


async def remove(battle: LibertyBattle, units: tuple[int, ...]) -> LibertyBattle:
    """Take units off that are BROKEN at the same instant; friends within 6 in of one of them must test.

    states.broken, morale.trigger.broken, morale.trigger.broken.where, morale.trigger.count. A General with
    one of them is in danger (leaders.unit-lost).
    """
    scene = scene_of(battle)
    near = [distances_from(battle.units[number], scene) for number in units]
    sides = {battle.units[number].side for number in units}
    witnesses = tuple(
        friend.id
        for side in sorted(sides)
        for friend in battle.on_table(side)
        if friend.id not in units and _sees(battle, friend, units, near)
    )
    battle = await tell(battle, UnitsBroken(units, witnesses))
    for number in units:
        battle = await generals.lose_unit(battle, number)
    return battle


def _sees(battle: LibertyBattle, friend: Regiment, units: tuple[int, ...], near: list[list[float]]) -> bool:
    return any(
        battle.units[number].side == friend.side and within(far[friend.id], FRIENDS_SEE_IT_WITHIN)
        for number, far in zip(units, near, strict=True)
    )
