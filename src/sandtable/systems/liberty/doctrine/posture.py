"""The posture of a side: which side attacks and which waits, and how hard to press."""

from __future__ import annotations

from typing import Final

from sandtable.systems.liberty import victory
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.doctrine.worth import turns_left
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State

SAFE_LEAD: Final = 13
LAST_TURNS: Final = 2
WINNING: Final = 8
PRESSING: Final = 1.6
COMING: Final = 1.5
WAITING: Final = 0.4
"""The pull of an enemy on units with ground to take, on units that seek the enemy, on units that wait."""
ON_THE_BRINK: Final = 1.8
PRESSES: Final = 0.8
"""The weight of own losses when one more would break the own army, and when one would break the enemy's."""
WAITS_FOR: Final = 3
"""The turns that a side under attack waits for the enemy to come."""


LOSSES: Final = {State.STEADY: 0, State.WORN: 1, State.SHAKEN: 3}
BROKEN: Final = 5
"""The victory points of a unit by its state, and of a BROKEN one."""


def lead(battle: LibertyBattle, side: int) -> int:
    """By how many victory points a side is ahead, from losses alone."""
    ahead = 0
    for unit in battle.units:
        points = BROKEN if unit.broken else LOSSES[unit.state]
        ahead += -points if unit.side == side else points
    return ahead


def is_safe(battle: LibertyBattle, side: int) -> bool:
    """Is the end so near and the lead so large that nothing needs to be risked?"""
    return turns_left(battle) <= LAST_TURNS and lead(battle, side) >= SAFE_LEAD


def care(battle: LibertyBattle, side: int) -> float:
    """The weight of a side's own losses: more if one more breaks its army, less if one breaks the enemy's."""
    lost = [sum(unit.broken for unit in battle.units if unit.side == one) for one in (0, 1)]
    if lost[side] + 1 >= victory.break_point(battle, side):
        return ON_THE_BRINK
    return PRESSES if lost[1 - side] + 1 >= victory.break_point(battle, 1 - side) else 1.0


def attacks(battle: LibertyBattle, side: int) -> bool:
    """Does a scenario ask a side to take ground? Then the other side may wait for it."""
    own = battle.camps[side].id
    return any(goal.side == own and goal.kind in ("hold", "majority") for goal in battle.objectives)


def waits(battle: LibertyBattle, side: int) -> bool:
    """Does a side wait for an enemy that has to attack? In the first turns, and later if it is winning."""
    if attacks(battle, side) or not attacks(battle, 1 - side):
        return False
    return battle.turn <= WAITS_FOR or lead(battle, side) >= WINNING


def zeal(battle: LibertyBattle, unit: Regiment) -> float:
    """The pull of the enemy on a unit."""
    if unit.state is State.SHAKEN:
        return 0.0
    if unit.arm in (Arm.UNLIMBERED, Arm.LIMBERED) or is_safe(battle, unit.side):
        return WAITING
    if waits(battle, unit.side):
        return WAITING
    return PRESSING if attacks(battle, unit.side) else COMING
