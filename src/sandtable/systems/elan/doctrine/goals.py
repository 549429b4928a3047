"""Goals: which units take or hold which objective, hunt the enemy, or wait in reserve."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Prize
from sandtable.systems.elan.doctrine.lie import apart, around, middle, plan_inches
from sandtable.systems.elan.options import Footing, effect_on, footing
from sandtable.systems.elan.rates import rate
from sandtable.systems.elan.terrain import kind_of
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.weapons import Band, limits
from sandtable.table.measure import ground_at
from sandtable.table.space import Field, Point

NEAR_A_PRIZE: Final = 12.0
THREATENS: Final = 20.0
"""Enemies within these distances in inches of an objective defend it, or threaten it."""
MOST_GUARDS: Final = 3
MOST_STORMERS: Final = 5
HUNTS: Final = 30.0
"""An enemy this near is hunted by units that have no other task."""
TAKES: Final = 1.4
GUARDS: Final = 1.2
FOLLOWS: Final = 0.8
"""How strongly a goal attracts a unit that is to take it, to guard it, or to follow those that do."""
LATE: Final = 1.5
"""An objective that takes more turns than this beyond the end of the battle is not assigned."""
AT_HAND: Final = 2.0
"""Turns added to each distance, so that near objectives do not always win."""
TOGETHER: Final = 0.4
"""The weight of the brigade's distance in a unit's distance."""
RESERVE: Final = 9.0
"""How many inches behind its goal a reserve should stand."""
GUN_SPAN: Final = 0.85
"""The share of their effective range that guns keep from the enemy."""


class Goal(NamedTuple):
    """Where a unit should be: within a distance of a point, how strongly, and the worth of holding it."""

    point: Point
    near: float
    weight: float
    prize: float = 0.0


class _Roll(NamedTuple):
    """The goals of a side, and the state they were computed for."""

    units: tuple[ElanUnit, ...]
    prizes: tuple[Prize, ...]
    field: Field
    turn: int
    goals: Mapping[int, Goal]


_last: list[_Roll | None] = [None, None]


def goals(battle: ElanBattle, side: int) -> Mapping[int, Goal]:
    """The goal of each unit of a side that has one, remembered for units, objectives, field and turn."""
    last = _last[side]
    known = last is not None and last.units is battle.units and last.field is battle.field
    if last is None or not known or last.prizes != battle.prizes or last.turn != battle.turn:
        found = _assigned(battle, side)
        last = _last[side] = _Roll(battle.units, battle.prizes, battle.field, battle.turn, found)
    return last.goals


def _assigned(battle: ElanBattle, side: int) -> Mapping[int, Goal]:
    """Guards for held objectives, stormers for the others, the rest behind them or after the enemy."""
    ready = [unit for unit in battle.on_table(side) if not unit.retreating]
    found = {unit.id: goal for unit in ready if unit.is_artillery and (goal := _of_guns(battle, unit))}
    foot = [unit for unit in ready if not unit.is_artillery]
    hold = plan_inches(battle, battle.figures.hold) - 1.0
    for number, prize in _called(battle, side, foot).items():
        draws = GUARDS if prize.holder == side else TAKES
        found[number] = Goal(prize.point, hold, draws, prize.points / 4)
    for unit in foot:
        goal = None if unit.id in found else _follows(battle, unit)
        if goal is not None:
            found[unit.id] = goal
    return found


# ----------------------------------------------------------------------- assignments
class _Call(NamedTuple):
    """A unit that could be assigned to an objective, and its score."""

    worth: float
    unit: int
    prize: Prize


def _called(battle: ElanBattle, side: int, units: Sequence[ElanUnit]) -> Mapping[int, Prize]:
    """Which units go for which objective: the best pair first, and one guard each before any second.

    A unit on its way gets nearer, so its assignment is stable.
    """
    calls = sorted(_calls(battle, units), key=lambda call: (-call.worth, call.unit, call.prize.id))
    found: dict[int, Prize] = {}
    for guards in (1, MOST_GUARDS):
        wants = {prize.id: _wants(battle, side, prize, guards) for prize in battle.prizes}
        for call in calls:
            taken = sum(prize is call.prize for prize in found.values())
            if call.unit not in found and taken < wants[call.prize.id]:
                found[call.unit] = call.prize
    return found


def _wants(battle: ElanBattle, side: int, prize: Prize, guards: int) -> int:
    """How many units an objective needs: guards by the threats to it, stormers by its defenders."""
    if prize.holder == side:
        return max(1, min(_foes_near(battle, side, prize.point, THREATENS), guards))
    return min(_foes_near(battle, side, prize.point, NEAR_A_PRIZE) + 2, MOST_STORMERS)


def _calls(battle: ElanBattle, units: Sequence[ElanUnit]) -> Iterator[_Call]:
    """Each unit with each objective that it may hold and reach in time; brigades keep together."""
    left = battle.turn_limit - battle.turn + 1
    heart = _hearts(units)
    for prize in battle.prizes:
        for unit in units:
            turns = _turns_to(battle, unit, middle(unit), prize.point)
            if turns <= left + LATE and _can_hold(battle, unit, prize):
                apace = _turns_to(battle, unit, heart[unit.brigade], prize.point)
                way = (1 - TOGETHER) * turns + TOGETHER * apace
                yield _Call(prize.points / (AT_HAND + way), unit.id, prize)


def _hearts(units: Sequence[ElanUnit]) -> Mapping[int, Point]:
    """The middle of each brigade."""
    places: dict[int, list[Point]] = {}
    for unit in units:
        places.setdefault(unit.brigade, []).append(middle(unit))
    return {
        brigade: Point(sum(one.x for one in points) / len(points), sum(one.y for one in points) / len(points))
        for brigade, points in places.items()
    }


def _foes_near(battle: ElanBattle, side: int, point: Point, limit: float) -> int:
    foes = (foe for foe in battle.enemies_of(side) if not foe.retreating)
    return sum(apart(battle, middle(foe), point) <= limit for foe in foes)


def _can_hold(battle: ElanBattle, unit: ElanUnit, prize: Prize) -> bool:
    """Is the ground at an objective open to a unit, and is the unit not garrisoning another sector?"""
    if unit.formation is Formation.GARRISON and apart(battle, middle(unit), prize.point) > NEAR_A_PRIZE:
        return battle.camps[unit.side].role == "attacker"
    return _is_open(battle, unit, prize.point)


_open: tuple[Field, dict[tuple[Footing, Point], bool]] | None = None


def _is_open(battle: ElanBattle, unit: ElanUnit, point: Point) -> bool:
    """Is there a place from which a unit holds a point? Cached, as the ground never changes."""
    global _open
    last = _open
    if last is None or last[0] is not battle.field:
        last = _open = battle.field, {}
    key, known = (footing(battle, unit), point), last[1]
    if key not in known:
        reach = plan_inches(battle, battle.figures.hold) - 1.0
        known[key] = any(_is_free(battle, unit, spot) for spot in (point, *around(battle, point, reach)))
    return known[key]


def _is_free(battle: ElanBattle, unit: ElanUnit, point: Point) -> bool:
    """Is the ground at a point open to a unit?"""
    kinds = (battle.field.pieces[number].kind for number in ground_at(battle.field, point))
    areas = (kind for kind in kinds if not kind_of(kind).is_line)
    return not any(effect_on(battle, unit, kind).closed for kind in areas)


def _turns_to(battle: ElanBattle, unit: ElanUnit, start: Point, end: Point) -> float:
    """Roughly how many turns a unit needs between two points, in column if it may form one."""
    pace = max(rate(unit.profile, form, battle.scale).span for form in (unit.formation, Formation.COLUMN))
    return apart(battle, start, end) / plan_inches(battle, pace)


# ----------------------------------------------------------------------- the remaining units
def _follows(battle: ElanBattle, unit: ElanUnit) -> Goal | None:
    """The remaining units follow the stormers of the nearest objective, or hunt the nearest enemy."""
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
