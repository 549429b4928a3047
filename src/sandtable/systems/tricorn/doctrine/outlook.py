"""The outlook of a unit: the value of standing at a place, for its fire, its safety and its goal.

An outlook is built once for a unit in a formation and used for many places.
"""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.battle.battle import scene_of
from sandtable.systems.tricorn.arcs import aspect_at, fire_aspect, range_to
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.doctrine.duels import Lie, Marksman, duel, marksman, may_close, shot
from sandtable.systems.tricorn.doctrine.goals import Goal, goals
from sandtable.systems.tricorn.doctrine.lie import apart, midst, off_course
from sandtable.systems.tricorn.going import level_of
from sandtable.systems.tricorn.nearness import middle_of
from sandtable.systems.tricorn.rates import rate
from sandtable.systems.tricorn.shooting import band_at
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.measure import gaps_to_all
from sandtable.table.room import Place
from sandtable.table.space import DEGREE, INCH, QUARTER_TURN, Body, Point, centre, standing

PER_INCH: Final = 0.03
"""The value of each inch nearer to the goal."""
TURNED: Final = 0.06
"""The value of facing the goal, for the next move."""
STRIKE: Final = 0.4
"""The weight of a melee's expected gain before it has begun."""
CHARGED: Final = 0.35
"""The chance that an enemy that can close with this unit does."""
AIMED_AT: Final = 0.6
"""The chance that an enemy with this unit in its arc fires at it and not at another."""
LATER: Final = 0.8
"""The weight of fire in later activations against fire in this one."""
CARACOLE: Final = 0.2
"""The weight of later fire for horse, which does not stand to fire."""
UNREADY: Final = 0.45
"""The cost of being in march column, or limbered, with an enemy near."""
ENEMY_ABOUT: Final = 12.0
"""Enemies within this many inches are near."""
STRAY: Final = 0.03
"""The cost of each inch by which a unit is beyond its General's radius from the rest of its command."""
AHEAD: Final = 30 * DEGREE
"""The largest angle at which a unit still faces its goal."""
TURNS: Final = ((10 * DEGREE, 0.0), (QUARTER_TURN // 2, 1.0), (QUARTER_TURN, 2.0))
"""The price in inches of wheeling towards an enemy (movement.wheel.45, movement.wheel.90)."""
MARGIN: Final = 12.0
"""Enemies farther away than the greater reach of the two units plus this many inches are ignored."""


class Foe(NamedTuple):
    """An enemy as a unit sees it, with distances in inches.

    ``strikes`` is the distance at which the unit could close with it, and ``gain`` the value of that on its
    front and on its flank; ``charges`` and ``blow`` are the same for the enemy.
    """

    marks: Marksman
    middle: Point
    level: int
    reach: float
    strikes: float
    gain: tuple[float, float]
    charges: float
    blow: tuple[float, float]


class Outlook(NamedTuple):
    """What is weighed when a unit chooses a place, in one formation."""

    battle: TricornBattle
    unit: TricornUnit
    marks: Marksman
    reach: float
    foes: tuple[Foe, ...]
    goal: Goal | None
    company: Point | None
    radius: float


def outlook(battle: TricornBattle, unit: TricornUnit, formation: Formation | None = None) -> Outlook:
    """The outlook of a unit in its own or another formation."""
    seen = unit
    if formation is not None and formation is not unit.formation:
        seen = replace(unit, formation=formation, shape=unit.profile.shape(formation))
    gaps = gaps_to_all(unit, scene_of(battle), "footprint")
    around = battle.with_unit(seen) if seen is not unit else battle
    foes = tuple(
        _foe(around, seen, foe, gaps[foe.id] / INCH)
        for foe in battle.enemies_of(unit.side)
        if gaps[foe.id] / INCH <= MARGIN + max(_span(seen), _span(foe))
    )
    friends = [one for one in battle.on_table(unit.side) if one.command == unit.command and one.id != unit.id]
    company = midst(middle_of(one) for one in friends)
    radius = float(battle.general_of(unit).rating.radius)
    reach = _reach(seen)
    return Outlook(
        battle, seen, marksman(around, seen), reach, foes, goals(battle).get(unit.id), company, radius
    )


def _span(unit: TricornUnit) -> float:
    return max(_reach(unit), rate(unit).good)


def _reach(unit: TricornUnit) -> float:
    """The range of a unit's weapon in inches."""
    return 0.0 if unit.is_column or unit.is_abandoned else float(unit.profile.weapon.reach.end)


def _foe(battle: TricornBattle, unit: TricornUnit, foe: TricornUnit, span: float) -> Foe:
    goes, comes = rate(unit).good, rate(foe).good
    strikes = goes if span <= 2 * goes and may_close(battle, unit, foe) else 0.0
    free = not is_in_contact(battle, foe.id)
    charges = comes if free and span <= goes + comes and may_close(battle, foe, unit) else 0.0
    gain = blow = (0.0, 0.0)
    if strikes:
        gain = _gain(battle, unit, foe, flank=False), _gain(battle, unit, foe, flank=True)
    if charges:
        blow = _gain(battle, foe, unit, flank=False), _gain(battle, foe, unit, flank=True)
    reach = _reach(foe) if free else 0.0
    level = level_of(battle, foe)
    return Foe(marksman(battle, foe), middle_of(foe), level, reach, strikes, gain, charges, blow)


def _gain(battle: TricornBattle, unit: TricornUnit, enemy: TricornUnit, *, flank: bool) -> float:
    """The expected gain of a unit that closes with an enemy."""
    return max(duel(battle, unit, enemy, flank=flank).net, 0.0)


# ----------------------------------------------------------------------- a place
class Prospect(NamedTuple):
    """What a place offers: the best shot now and later, the fire it draws, the worst attack on it, the best
    attack from it, and the distance of the nearest enemy."""

    fire: float = 0.0
    later: float = 0.0
    danger: float = 0.0
    exposed: float = 0.0
    strike: float = 0.0
    near: float = math.inf


def place_worth(view: Outlook, place: Place, *, moved: bool = True) -> float:
    """The value of a place to a unit; *moved* says whether it moves to get there."""
    seen = prospect(view, place, moved=moved)
    later = CARACOLE if view.unit.is_mounted else LATER
    worth = seen.fire + later * seen.later + STRIKE * seen.strike
    worth -= caution(view.unit) * ((1.0 + LATER) * AIMED_AT * seen.danger + CHARGED * seen.exposed)
    if view.unit.is_column and seen.near <= ENEMY_ABOUT:
        worth -= UNREADY
    return worth + goal_worth(view, place) + _facing(view, place) - _stray(view, place)


def caution(unit: TricornUnit) -> float:
    """How much a unit weighs its own risk: guns and disordered units more than others."""
    return (1.2 if unit.is_artillery else 0.9) + 0.35 * max(unit.markers - 1, 0)


def prospect(view: Outlook, place: Place, *, moved: bool) -> Prospect:
    """What a place offers a unit against the enemies near it."""
    there = replace(view.unit, pose=place.pose, shape=place.shape)
    body = Body(there.id, there.side, place.pose, place.shape)
    gaps = gaps_to_all(body, scene_of(view.battle), "footprint")
    level, found = level_of(view.battle, there), Prospect()
    for foe in view.foes:
        span = gaps[foe.marks.unit.id] / INCH
        found = found._replace(near=min(found.near, span))
        if span <= max(view.reach, foe.reach, foe.strikes, foe.charges):
            found = _with(view, there, foe, span, level, found, moved=moved)
    return found


def _with(
    view: Outlook, there: TricornUnit, foe: Foe, span: float, level: int, found: Prospect, *, moved: bool
) -> Prospect:
    """Add one enemy to a prospect."""
    fire, later = found.fire, found.later
    if span <= view.reach:
        lie = _lie(there, foe.marks.unit, uphill=foe.level > level)
        if lie is not None:
            fire = max(fire, shot(view.marks, foe.marks, lie, moved=moved))
            later = max(later, shot(view.marks, foe.marks, lie, moved=False))
    danger = found.danger
    if span <= foe.reach:
        lie = _lie(foe.marks.unit, there, uphill=level > foe.level)
        if lie is not None:
            danger += shot(foe.marks, view.marks, lie, moved=False)
    exposed, strike = found.exposed, found.strike
    if foe.charges and span <= foe.charges - _wheel(foe.marks.unit, middle_of(there)):
        exposed = max(exposed, foe.blow[_aside(there, foe.middle)])
    if foe.strikes and span <= foe.strikes - _wheel(there, foe.middle):
        strike = max(strike, foe.gain[_aside(foe.marks.unit, middle_of(there))])
    return Prospect(fire, later, danger, exposed, strike, found.near)


def _lie(shooter: TricornUnit, target: TricornUnit, *, uphill: bool) -> Lie | None:
    """How a target lies to a shooter; None if it is out of arc or range (geometry.range)."""
    length = range_to(shooter, target)
    band = None if length is None else band_at(shooter.profile.weapon, length / INCH)
    if band is None:
        return None
    return Lie(band, fire_aspect(shooter, target) != "front", uphill)


def _aside(unit: TricornUnit, point: Point) -> int:
    """1 if a point lies on the flank or rear of a unit, otherwise 0."""
    if unit.is_garrison:
        return 0
    return int(aspect_at(standing(unit), unit.shape.depth, point) != "front")


def _wheel(unit: TricornUnit, point: Point) -> float:
    """The price in inches for a unit to wheel towards a point; prohibitive if the point lies behind it."""
    pose = standing(unit)
    off = off_course(pose.heading, Point(float(pose.x), float(pose.y)), point)
    return next((cost for limit, cost in TURNS if off <= limit), float("inf"))


# ----------------------------------------------------------------------- the goal
def goal_worth(view: Outlook, place: Place) -> float:
    """The value of a place for a unit's goal: near enough, or nearer than before."""
    goal, here = view.goal, centre(place.pose, place.shape)
    if goal is None:
        return 0.0
    short = max(apart(here, goal.point) - goal.near, 0.0)
    worth = -goal.weight * PER_INCH * short
    if not short:
        worth += goal.prize
    return worth


def _facing(view: Outlook, place: Place) -> float:
    """The value of facing the goal."""
    if view.goal is None:
        return 0.0
    off = off_course(place.pose.heading, centre(place.pose, place.shape), view.goal.point)
    return TURNED if off <= AHEAD else 0.0


def _stray(view: Outlook, place: Place) -> float:
    """The cost of straying from the command, so that its General cannot be near all units.

    command.radius
    """
    if view.company is None:
        return 0.0
    return STRAY * max(apart(centre(place.pose, place.shape), view.company) - view.radius, 0.0)
