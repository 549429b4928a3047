"""Goals: which unit takes or holds which objective, and which ones hunt the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Prize
from sandtable.systems.coldsteel.doctrine.lie import apart, middle
from sandtable.systems.coldsteel.movement import move_allowance
from sandtable.systems.coldsteel.victory import holder
from sandtable.systems.coldsteel.victory_points import REACH
from sandtable.table.space import Point

NEAR_A_PRIZE: Final = 12.0
"""Enemies within this many inches of an objective defend it."""
MOST_STORMERS: Final = 4
TAKES: Final = 1.2
GUARDS: Final = 1.3
HUNTS: Final = 0.8
"""The weights of goals: to take an objective, to guard it, and to hunt an enemy."""
CLOSE: Final = 5.0
LOOSE: Final = 9.0
RIDES: Final = 17.0
"""The distances in inches at which infantry, light infantry and cavalry hunt an enemy."""
LAST: Final = 3.0
"""The number of turns before the end in which the worth of objectives rises to the full."""


class Goal(NamedTuple):
    """Where a unit is wanted: a point, how near is near enough, a weight, and the worth of holding it.

    ``house`` is the building that the unit is to hold.
    """

    point: Point
    near: float
    weight: float
    prize: float = 0.0
    house: str = ""


class _Roll(NamedTuple):
    """The last goals computed, and the state they hold for."""

    units: tuple[ColdSteelUnit, ...]
    turn: int
    prizes: tuple[Prize, ...]
    goals: tuple[Mapping[int, Goal], Mapping[int, Goal]]


_last: _Roll | None = None


def goals(battle: ColdSteelBattle, side: int) -> Mapping[int, Goal]:
    """The goals of a side's units; the last are kept as long as units, turn and objectives are the same."""
    global _last
    last = _last
    known = last is not None and last.units is battle.units and last.prizes is battle.prizes
    if last is None or not known or last.turn != battle.turn:
        both = _assigned(battle, 0), _assigned(battle, 1)
        last = _last = _Roll(battle.units, battle.turn, battle.prizes, both)
    return last.goals[side]


def _assigned(battle: ColdSteelBattle, side: int) -> Mapping[int, Goal]:
    """Assign guards to the objectives held, stormers to the others, and the remaining units to hunt."""
    found: dict[int, Goal] = {}
    free = [unit for unit in battle.on_table(side) if not unit.is_artillery]
    for prize, needed, weight in _wants(battle, side):
        able = [unit for unit in free if _can_hold(battle, unit, prize)]
        able.sort(key=lambda unit: (_turns_to(battle, unit, prize), unit.id))
        for unit in able[:needed]:
            free.remove(unit)
            near = 1.0 if prize.building else REACH - 1.0
            found[unit.id] = Goal(prize.point, near, weight, worth_of(battle, prize), prize.building)
    for unit in free:
        goal = _hunt(battle, unit)
        if goal is not None:
            found[unit.id] = goal
    return found


def worth_of(battle: ColdSteelBattle, prize: Prize) -> float:
    """The worth of holding an objective now: little at first, all of it at the end."""
    left = battle.turn_limit - battle.turn
    return prize.points * (0.2 + 0.8 * max(1.0 - left / LAST, 0.0))


def _wants(battle: ColdSteelBattle, side: int) -> Iterator[tuple[Prize, int, float]]:
    """The number of units that each objective needs: one guard if it is held, else stormers."""
    held = [prize for prize in battle.prizes if holder(battle, prize) == side]
    others = [prize for prize in battle.prizes if holder(battle, prize) != side]
    for prize in sorted(held, key=lambda one: (-one.points, one.key)):
        yield prize, 1, GUARDS
    others.sort(key=lambda one: (-one.points / _way(battle, side, one), one.key))
    for prize in others:
        foes = sum(apart(middle(foe), prize.point) <= NEAR_A_PRIZE for foe in battle.on_table(1 - side))
        yield prize, min(foes + 1, MOST_STORMERS), TAKES


def _way(battle: ColdSteelBattle, side: int, prize: Prize) -> float:
    """The rough distance of a side from an objective."""
    ways = sorted(apart(middle(unit), prize.point) for unit in battle.on_table(side))[:2]
    return 12.0 + sum(ways) / max(len(ways), 1)


def _can_hold(battle: ColdSteelBattle, unit: ColdSteelUnit, prize: Prize) -> bool:
    """Can a unit be sent to an objective: is it no garrison elsewhere, and does it fit into the building?"""
    if unit.is_garrison:
        return unit.building == prize.building
    if not prize.building:
        return True
    return unit.is_infantry and unit.models <= battle.building(prize.building).capacity


def _turns_to(battle: ColdSteelBattle, unit: ColdSteelUnit, prize: Prize) -> float:
    """The rough number of turns a unit needs to reach an objective, with a penalty for cavalry."""
    turns = apart(middle(unit), prize.point) / max(move_allowance(battle, unit).whole, 1)
    return turns + (3.0 if unit.is_cavalry else 0.0) + (1.0 if unit.failed else 0.0)


def _hunt(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Goal | None:
    """The nearest enemy as a goal, at the distance that suits the arm."""
    here = middle(unit)
    foes = [foe for foe in battle.on_table(1 - unit.side) if not (unit.is_cavalry and foe.is_garrison)]
    foe = min(foes, key=lambda one: (apart(here, middle(one)), one.id), default=None)
    if foe is None:
        return None
    near = RIDES if unit.is_cavalry else LOOSE if unit.is_light else CLOSE
    return Goal(middle(foe), near, HUNTS)
