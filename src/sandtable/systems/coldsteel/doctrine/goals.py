"""Goals: who is to take or hold which objective, and who hunts the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Prize
from sandtable.systems.coldsteel.doctrine.lie import apart, middle
from sandtable.systems.coldsteel.movement import move_allowance
from sandtable.systems.coldsteel.victory import holder
from sandtable.systems.coldsteel.victory_points import REACH
from sandtable.table.space.pose import Point

NEAR_A_PRIZE: Final = 12.0
"""So many inches from an objective enemies defend it."""
MOST_STORMERS: Final = 4
TAKES: Final = 1.2
GUARDS: Final = 1.3
HUNTS: Final = 0.8
"""How strongly a goal draws a unit that is to take it, to guard it, or to hunt an enemy."""
CLOSE: Final = 5.0
LOOSE: Final = 9.0
RIDES: Final = 17.0
"""How near infantry, light infantry and cavalry like to be to the enemy they hunt."""
LAST: Final = 3.0
"""In so many turns before the end objectives count in full."""


class Goal(NamedTuple):
    """Where a unit is wanted: within so many inches of a point, how much so, and what holding it is worth.

    ``house`` is the building that it means to hold.
    """

    point: Point
    near: float
    weight: float
    prize: float = 0.0
    house: str = ""


class _Roll(NamedTuple):
    """Goals that were worked out, and for which state of things."""

    units: tuple[ColdSteelUnit, ...]
    turn: int
    prizes: tuple[Prize, ...]
    goals: tuple[Mapping[int, Goal], Mapping[int, Goal]]


_last: _Roll | None = None


def goals(battle: ColdSteelBattle, side: int) -> Mapping[int, Goal]:
    """The goal of every unit of a side that has one; of the same state of things they are the same."""
    global _last
    last = _last
    known = last is not None and last.units is battle.units and last.prizes is battle.prizes
    if last is None or not known or last.turn != battle.turn:
        both = _assigned(battle, 0), _assigned(battle, 1)
        last = _last = _Roll(battle.units, battle.turn, battle.prizes, both)
    return last.goals[side]


def _assigned(battle: ColdSteelBattle, side: int) -> Mapping[int, Goal]:
    """Guards for what is held, stormers for what is not, the rest after the enemy."""
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
    """What it is worth to hold an objective now: little at first, all of it at the end."""
    left = battle.turn_limit - battle.turn
    return prize.points * (0.2 + 0.8 * max(1.0 - left / LAST, 0.0))


def _wants(battle: ColdSteelBattle, side: int) -> Iterator[tuple[Prize, int, float]]:
    """How many units each objective wants: a guard for each that is held, then stormers."""
    held = [prize for prize in battle.prizes if holder(battle, prize) == side]
    others = [prize for prize in battle.prizes if holder(battle, prize) != side]
    for prize in sorted(held, key=lambda one: (-one.points, one.key)):
        yield prize, 1, GUARDS
    others.sort(key=lambda one: (-one.points / _way(battle, side, one), one.key))
    for prize in others:
        foes = sum(apart(middle(foe), prize.point) <= NEAR_A_PRIZE for foe in battle.on_table(1 - side))
        yield prize, min(foes + 1, MOST_STORMERS), TAKES


def _way(battle: ColdSteelBattle, side: int, prize: Prize) -> float:
    """About how far a side is from an objective."""
    ways = sorted(apart(middle(unit), prize.point) for unit in battle.on_table(side))[:2]
    return 12.0 + sum(ways) / max(len(ways), 1)


def _can_hold(battle: ColdSteelBattle, unit: ColdSteelUnit, prize: Prize) -> bool:
    """May a unit be sent to an objective: is it no garrison of another, and does it fit into its building?"""
    if unit.is_garrison:
        return unit.building == prize.building
    if not prize.building:
        return True
    return unit.is_infantry and unit.models <= battle.building(prize.building).capacity


def _turns_to(battle: ColdSteelBattle, unit: ColdSteelUnit, prize: Prize) -> float:
    """About how many turns a unit needs to an objective; cavalry is kept for better things."""
    turns = apart(middle(unit), prize.point) / max(move_allowance(battle, unit).whole, 1)
    return turns + (3.0 if unit.is_cavalry else 0.0) + (1.0 if unit.failed else 0.0)


def _hunt(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Goal | None:
    """The nearest enemy, as near to it as suits the arm."""
    here = middle(unit)
    foes = [foe for foe in battle.on_table(1 - unit.side) if not (unit.is_cavalry and foe.is_garrison)]
    foe = min(foes, key=lambda one: (apart(here, middle(one)), one.id), default=None)
    if foe is None:
        return None
    near = RIDES if unit.is_cavalry else LOOSE if unit.is_light else CLOSE
    return Goal(middle(foe), near, HUNTS)
