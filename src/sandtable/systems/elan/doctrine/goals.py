"""Goals: who is to take or hold which objective, who hunts the enemy, who waits behind as a reserve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Prize
from sandtable.systems.elan.doctrine.lie import apart, middle, plan_inches
from sandtable.systems.elan.options import effect_on
from sandtable.systems.elan.rates import rate
from sandtable.systems.elan.terrain import kind_of
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.weapons import Band, limits
from sandtable.table.ground import Field
from sandtable.table.pose import Point
from sandtable.table.terrain import distance_from_ground

NEAR_A_PRIZE: Final = 12.0
THREATENS: Final = 20.0
"""So many inches from an objective enemies defend it, or threaten it."""
MOST_GUARDS: Final = 3
MOST_STORMERS: Final = 5
HUNTS: Final = 30.0
"""So far off an enemy is hunted by those who have nothing better to do."""
TAKES: Final = 1.4
GUARDS: Final = 1.2
FOLLOWS: Final = 0.8
"""How strongly a goal draws a unit that is to take it, to guard it, or to follow those who do."""
RESERVE: Final = 9.0
"""So many inches behind its goal a reserve is well placed."""
GUN_SPAN: Final = 0.85
"""How much of their effective range guns like to keep to the enemy."""


class Goal(NamedTuple):
    """Where a unit is wanted: within so many inches of a point, how much so, and what holding it is worth."""

    point: Point
    near: float
    weight: float
    prize: float = 0.0


class _Roll(NamedTuple):
    """Goals that were worked out, and for which state of things."""

    units: tuple[ElanUnit, ...]
    prizes: tuple[Prize, ...]
    field: Field
    goals: tuple[Mapping[int, Goal], Mapping[int, Goal]]


_last: _Roll | None = None


def goals(battle: ElanBattle, side: int) -> Mapping[int, Goal]:
    """The goal of every unit of a side that has one; of the same state of things they are the same."""
    global _last
    last = _last
    known = last is not None and last.units is battle.units and last.field is battle.field
    if last is None or not known or last.prizes != battle.prizes:
        both = _assigned(battle, 0), _assigned(battle, 1)
        last = _last = _Roll(battle.units, battle.prizes, battle.field, both)
    return last.goals[side]


def _assigned(battle: ElanBattle, side: int) -> Mapping[int, Goal]:
    """Guards for what is held, stormers for what is not, the rest behind them or after the enemy."""
    found: dict[int, Goal] = {}
    free = [unit for unit in battle.on_table(side) if not unit.retreating and not unit.is_artillery]
    hold = plan_inches(battle, battle.figures.hold) - 1.0
    for prize, needed, weight in _wants(battle, side):
        able = [unit for unit in free if _can_hold(battle, unit, prize)]
        able.sort(key=lambda unit: (_turns_to(battle, unit, prize.point), unit.id))
        for unit in able[:needed]:
            free.remove(unit)
            found[unit.id] = Goal(prize.point, hold, weight, prize.points / 4)
    for unit in free:
        goal = _follows(battle, unit)
        if goal is not None:
            found[unit.id] = goal
    for unit in battle.on_table(side):
        if unit.is_artillery and not unit.retreating:
            goal = _of_guns(battle, unit)
            if goal is not None:
                found[unit.id] = goal
    return found


def _wants(battle: ElanBattle, side: int) -> Iterator[tuple[Prize, int, float]]:
    """How many units each objective wants: one guard each first, then stormers, then more guards."""
    held = [prize for prize in battle.prizes if prize.holder == side]
    others = [prize for prize in battle.prizes if prize.holder != side]
    held.sort(key=lambda prize: (-prize.points, prize.id))
    for prize in held:
        yield prize, 1, GUARDS
    others.sort(key=lambda prize: (-prize.points / _way(battle, side, prize), prize.id))
    for prize in others:
        foes = _foes_near(battle, side, prize.point, NEAR_A_PRIZE)
        yield prize, min(foes + 2, MOST_STORMERS), TAKES
    for prize in held:
        foes = _foes_near(battle, side, prize.point, THREATENS)
        yield prize, min(foes, MOST_GUARDS - 1), GUARDS


def _way(battle: ElanBattle, side: int, prize: Prize) -> float:
    """About how far a side is from an objective."""
    ways = sorted(apart(battle, middle(unit), prize.point) for unit in battle.on_table(side))
    return 12.0 + sum(ways[:3]) / max(len(ways[:3]), 1)


def _foes_near(battle: ElanBattle, side: int, point: Point, limit: float) -> int:
    foes = (foe for foe in battle.enemies_of(side) if not foe.retreating)
    return sum(apart(battle, middle(foe), point) <= limit for foe in foes)


def _can_hold(battle: ElanBattle, unit: ElanUnit, prize: Prize) -> bool:
    """Is the ground of an objective open to a unit, and is the unit no garrison of anything else?"""
    if unit.formation is Formation.GARRISON and apart(battle, middle(unit), prize.point) > NEAR_A_PRIZE:
        return battle.camps[unit.side].role == "attacker"
    field = battle.field
    for number, piece in enumerate(field.pieces):
        known = kind_of(piece.kind)
        if known.is_line or not (known.row or known.closed_to_all):
            continue
        closed = effect_on(battle, unit, piece.kind).closed
        if closed and distance_from_ground(field, number, prize.point) <= 0.0:
            return False
    return True


def _turns_to(battle: ElanBattle, unit: ElanUnit, point: Point) -> float:
    """About how many turns a unit needs to a point."""
    span = max(rate(unit.profile, unit.formation, battle.scale).span, battle.figures.hold)
    return apart(battle, middle(unit), point) / plan_inches(battle, span)


def _follows(battle: ElanBattle, unit: ElanUnit) -> Goal | None:
    """Those who are left go behind the stormers of the nearest objective, or after the nearest enemy."""
    here = middle(unit)
    foes = [foe for foe in battle.enemies_of(unit.side) if foe.removed is None]
    near = min(foes, key=lambda foe: apart(battle, here, middle(foe)), default=None)
    others = [prize for prize in battle.prizes if prize.holder != unit.side]
    if others:
        prize = min(others, key=lambda one: (apart(battle, here, one.point), one.id))
        return Goal(prize.point, RESERVE, FOLLOWS, 0.0)
    if near is not None and (apart(battle, here, middle(near)) < HUNTS or not battle.prizes):
        return Goal(middle(near), 6.0, FOLLOWS, 0.0)
    if not battle.prizes:
        return None
    prize = min(battle.prizes, key=lambda one: (apart(battle, here, one.point), one.id))
    return Goal(prize.point, RESERVE, FOLLOWS, 0.0)


def _of_guns(battle: ElanBattle, unit: ElanUnit) -> Goal | None:
    """Guns go to within their effective range of the enemy and no nearer."""
    here = middle(unit)
    foes = sorted(battle.enemies_of(unit.side), key=lambda foe: apart(battle, here, middle(foe)))
    if not foes:
        return None
    return Goal(middle(foes[0]), GUN_SPAN * gun_range(battle, unit), FOLLOWS)


def gun_range(battle: ElanBattle, unit: ElanUnit) -> float:
    """The effective range of a weapon in large inches."""
    written = dict(limits(unit.weapon, battle.scale)).get(Band.EFFECTIVE, 0)
    return plan_inches(battle, battle.figures.span(written))
