"""Goals: what each unit aims for. Threatened objectives get guards, enemy objectives stormers; the other
units, guns included, hunt the enemy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.tricorn.battle import Prize, TricornBattle, TricornUnit
from sandtable.systems.tricorn.doctrine.lie import apart, midst
from sandtable.systems.tricorn.doctrine.worth import standing
from sandtable.systems.tricorn.nearness import middle_of
from sandtable.systems.tricorn.rates import rate
from sandtable.systems.tricorn.victory import HOLD, points
from sandtable.table.space import Point

LAST: Final = 6
"""The number of last turns in which the value of objectives rises to its full points."""
THREAT: Final = 15.0
"""Enemies within this many inches threaten an objective."""
NEAR_A_PRIZE: Final = 7.0
"""Enemies within this many inches of an objective have to be driven off."""
MOST_STORMERS: Final = 4
GUARDS, TAKES, HUNTS, WAITS = 1.5, 1.6, 1.0, 0.4
"""The weight of the goals of guards, stormers, hunters, and units that may wait."""
CLOSE, RIDES = 3.5, 7.0
"""How near foot and horse want to be to the enemy they hunt, in inches."""
LEAD: Final = 7
"""A side that leads by this many points may wait for the enemy."""
SPREAD: Final = 0.6
"""The weight of the distance from the rest of the command against a unit's own distance to an enemy."""


class Goal(NamedTuple):
    """The goal of a unit: a point, the wanted distance in inches, its weight, and the value of being
    there."""

    point: Point
    near: float
    weight: float
    prize: float = 0.0


@by_identity(most=4)
def goals(battle: TricornBattle) -> Mapping[int, Goal]:
    """The goal of every unit on the table that has one."""
    return {**_assigned(battle, 0), **_assigned(battle, 1)}


def _assigned(battle: TricornBattle, side: int) -> Mapping[int, Goal]:
    """Guards for threatened objectives, stormers for enemy objectives, and hunters."""
    found: dict[int, Goal] = {}
    free = [unit for unit in battle.enemies_of(1 - side) if not unit.is_artillery]
    for prize, needed, weight in _wants(battle, side):
        able = [unit for unit in free if unit.markers <= HOLD.markers]
        able.sort(key=lambda unit: (_turns_to(unit, prize), unit.id))
        for unit in able[:needed]:
            free.remove(unit)
            found[unit.id] = Goal(prize.point, HOLD.inches - 0.5, weight, worth_of(battle, prize))
    for unit in battle.enemies_of(1 - side):
        goal = None if unit.id in found else _hunt(battle, unit)
        if goal is not None:
            found[unit.id] = goal
    return found


def worth_of(battle: TricornBattle, prize: Prize) -> float:
    """The present value of holding an objective: part of it at first, all of it at the end."""
    left = battle.turn_limit - battle.turn
    return prize.points * (0.3 + 0.7 * max(1.0 - left / LAST, 0.0))


def _wants(battle: TricornBattle, side: int) -> Iterator[tuple[Prize, int, float]]:
    """How many units each objective needs: one that is held keeps its holder until the enemy comes.

    victory.objective
    """
    held = [prize for prize in battle.prizes if prize.holder == side]
    others = [prize for prize in battle.prizes if prize.holder != side]
    for prize in held:
        if _enemies_near(battle, side, prize, THREAT):
            yield prize, 1, GUARDS
    others.sort(key=lambda one: (-one.points / _way(battle, side, one), one.key))
    for prize in others:
        foes = _enemies_near(battle, side, prize, NEAR_A_PRIZE)
        yield prize, min(foes + 1, MOST_STORMERS), TAKES


def _enemies_near(battle: TricornBattle, side: int, prize: Prize, limit: float) -> int:
    return sum(apart(middle_of(foe), prize.point) <= limit for foe in battle.enemies_of(side))


def _way(battle: TricornBattle, side: int, prize: Prize) -> float:
    """The rough distance of a side from an objective."""
    ways = sorted(apart(middle_of(unit), prize.point) for unit in battle.on_table(side))[:3]
    return 12.0 + sum(ways) / max(len(ways), 1)


def _turns_to(unit: TricornUnit, prize: Prize) -> float:
    """Roughly how many turns a unit needs to an objective; horse and disordered units count as farther, so
    that others go."""
    turns = apart(middle_of(unit), prize.point) / rate(unit).good
    return turns + (2.0 if unit.is_mounted else 0.0) + 0.5 * unit.markers


def leads(battle: TricornBattle, side: int) -> bool:
    """Is a side so far ahead in points that the enemy has to come to it? (victory.points)"""
    return points(battle, side).whole - points(battle, 1 - side).whole >= LEAD


def _hunt(battle: TricornBattle, unit: TricornUnit) -> Goal | None:
    """The enemy nearest to a unit and its command; horse ignores garrisons."""
    foes = [foe for foe in battle.enemies_of(unit.side) if not (unit.is_mounted and foe.is_garrison)]
    here, own = middle_of(unit), _company(battle, unit)
    foe = min(foes, key=lambda one: (_pull(unit, one, here, own), one.id), default=None)
    if foe is None:
        return None
    weight = WAITS if leads(battle, unit.side) else HUNTS
    return Goal(middle_of(foe), _wish(unit), weight)


def _pull(unit: TricornUnit, foe: TricornUnit, here: Point, own: Point) -> float:
    """The weighted distance of an enemy: shaken units, guns and columns count as nearer, strong places as
    farther."""
    there = middle_of(foe)
    far = apart(here, there) + SPREAD * apart(own, there)
    far -= 6.0 * (1.0 - standing(foe.markers)) + (2.0 if foe.is_column or foe.is_artillery else 0.0)
    return far + (6.0 if foe.is_garrison else 0.0)


def _company(battle: TricornBattle, unit: TricornUnit) -> Point:
    """The centre of a unit's command."""
    friends = (middle_of(one) for one in battle.on_table(unit.side) if one.command == unit.command)
    return midst(friends) or middle_of(unit)


def _wish(unit: TricornUnit) -> float:
    """How near a unit wants to be to the enemy it hunts, by its arm."""
    if unit.is_artillery:
        return unit.profile.weapon.reach.short - 0.5
    return RIDES if unit.is_mounted else CLOSE
