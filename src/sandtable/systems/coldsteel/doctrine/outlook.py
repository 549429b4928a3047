"""The outlook of a unit: what a place is worth to it for its fire, its safety and its goal.

An outlook is made once for a unit in a formation and then used for many places.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.battle.battle import scene_of
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.doctrine.facts import Bands, at_range, bands, can_meet, onset
from sandtable.systems.coldsteel.doctrine.goals import Goal, goals
from sandtable.systems.coldsteel.doctrine.lie import Stand, apart, crosses, looks, middle, off_course, stand
from sandtable.systems.coldsteel.morale_facts import CAVALRY_NEAR, CLOSE
from sandtable.systems.coldsteel.placing import formed
from sandtable.systems.coldsteel.rates import allowance, pace_of
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.sight import sees_in_arc
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.measure import gaps_to_all
from sandtable.table.room import Place
from sandtable.table.space import INCH, Body, Point, Pose, Shape, centre, standing

PER_INCH: Final = 0.03
"""The worth of each inch nearer to the goal."""
TURNED: Final = 0.08
"""The worth of facing the goal, for the next turn's move."""
STRIKE: Final = 0.35
"""The part of a possible charge's gain that counts."""
CHARGED: Final = 0.7
"""The probability that an enemy that can charge this unit does."""
UNSEEN: Final = 0.15
"""The part that counts of the fire of an enemy that faces elsewhere or is shaken."""
SHARE_OF_FIRE: Final = 1.0
"""The part of an enemy's fire that counts, as it may shoot at another unit."""
LATER: Final = 0.5
"""The part of the worth of a shot that counts if it cannot be taken this turn."""
NERVE: Final = 0.03
"""The worth of a point of morale with enemies about."""
LANE: Final = 0.35
"""The cost of standing in the line of fire of friendly guns."""
AHEAD: Final = 300
"""The angle in tenths of a degree within which a unit faces its goal."""
ABOUT: Final = 24.0
"""The distance in inches within which enemies make a formation's morale matter."""


class Foe(NamedTuple):
    """An enemy as a unit sees it; distances in inches.

    ``fire`` and ``danger`` are the worth of fire by range, ours and theirs; ``charges`` is how far it
    charges, ``blow`` the cost of its charge with and without fire to meet it; ``strikes`` is how far the unit
    charges it, ``gain`` the worth of that charge in its arc and out of it.
    """

    number: int
    stand: Stand
    fire: Bands
    danger: Bands
    charges: float
    blow: tuple[float, float]
    strikes: float
    gain: tuple[float, float]
    sight: float
    is_cavalry: bool


class Outlook(NamedTuple):
    """Everything that decides the worth of a place to a unit in one formation."""

    battle: ColdSteelBattle
    unit: ColdSteelUnit
    formation: Formation
    foes: tuple[Foe, ...]
    goal: Goal | None
    lanes: tuple[tuple[Point, Point], ...]


def outlook(battle: ColdSteelBattle, unit: ColdSteelUnit, formation: Formation | None = None) -> Outlook:
    """The outlook of a unit in its own or another formation."""
    formed_so = unit.formation if formation is None else formation
    seen = unit
    if formed_so is not unit.formation:
        files = files_of(unit.arm, formed_so, unit.models)
        seen = replace(unit, formation=formed_so, files=files, shape=formed(unit, formed_so))
    gaps = gaps_to_all(unit, scene_of(battle), "footprint")
    foes = tuple(_foe(battle, seen, foe, gaps[foe.id] / INCH) for foe in battle.on_table(1 - unit.side))
    return Outlook(battle, seen, formed_so, foes, goals(battle, unit.side).get(unit.id), _lanes(battle, unit))


def reach_of(battle: ColdSteelBattle, unit: ColdSteelUnit) -> float:
    """The charge distance of a unit in inches; 0 in a formation that may not charge (charge.who)."""
    if unit.is_artillery or not unit.formation.may_charge:
        return 0.0
    return float(allowance(pace_of(battle, unit, charging=True)).whole)


def _foe(battle: ColdSteelBattle, unit: ColdSteelUnit, foe: ColdSteelUnit, span: float) -> Foe:
    fire = () if battle.is_engaged(foe.id) else bands(unit, unit.formation, foe)
    danger = () if battle.is_engaged(foe.id) else bands(foe, foe.formation, unit)
    charges = 0.0 if foe.failed or battle.is_engaged(foe.id) else reach_of(battle, foe)
    if foe.is_cavalry and unit.is_garrison:
        charges = 0.0
    strikes = reach_of(battle, unit) if _waits_for(unit, foe) else 0.0
    blow = gain = (0.0, 0.0)
    own = 12.0
    if charges and span <= charges + own:
        blow = _blow(battle, foe, unit, met=True), _blow(battle, foe, unit, met=False)
    if strikes and span <= strikes + 2 * own:
        gain = _gain(battle, unit, foe, met=can_meet(battle, foe)), _gain(battle, unit, foe, met=False)
    far = max((limit for limit, _ in (*fire, *danger)), default=0.0)
    sight = max(far, charges, strikes, float(CAVALRY_NEAR))
    where = stand(standing(foe), foe.shape, foe.formation)
    if foe.failed:
        danger = tuple((limit, worth * UNSEEN) for limit, worth in danger)
    return Foe(foe.id, where, fire, danger, charges, blow, strikes, gain, sight, foe.is_cavalry)


def _waits_for(unit: ColdSteelUnit, foe: ColdSteelUnit) -> bool:
    """May an enemy be charged next turn? Infantry does not plan to charge cavalry, nor cavalry garrisons."""
    return not foe.is_garrison if unit.is_cavalry else not foe.is_cavalry


def _blow(battle: ColdSteelBattle, foe: ColdSteelUnit, unit: ColdSteelUnit, *, met: bool) -> float:
    """The cost of being charged by an enemy, less half of its own losses."""
    theirs, ours = onset(battle, foe, unit, met=met)
    return max(ours - theirs / 2, 0.0)


def _gain(battle: ColdSteelBattle, unit: ColdSteelUnit, foe: ColdSteelUnit, *, met: bool) -> float:
    """The gain of charging an enemy."""
    ours, theirs = onset(battle, unit, foe, met=met)
    return max(theirs - ours, 0.0)


def _lanes(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[tuple[Point, Point], ...]:
    """The lines of fire of friendly guns, each to the nearest enemy in its arc."""
    found: list[tuple[Point, Point]] = []
    for guns in battle.on_table(unit.side):
        if not guns.is_artillery or guns.id == unit.id or guns.formation is Formation.COLUMN:
            continue
        here = stand(standing(guns), guns.shape, guns.formation)
        foes = [
            foe
            for foe in battle.on_table(1 - unit.side)
            if looks(here, stand(standing(foe), foe.shape, foe.formation))
        ]
        eye = Point(float(here.pose.x), float(here.pose.y))
        if foes:
            found.append((eye, middle(min(foes, key=lambda foe: apart(eye, middle(foe))))))
    return tuple(found)


# ----------------------------------------------------------------------- a place
def place_worth(view: Outlook, pose: Pose, shape: Shape, *, shoots: bool = True) -> float:
    """The worth of a place to a unit; *shoots* says whether it can shoot from there this turn."""
    fire, danger, exposed, strike, nerve = _prospect(view, pose, shape)
    worth = (fire if shoots else LATER * fire) + STRIKE * strike + nerve
    worth -= caution(view) * (SHARE_OF_FIRE * danger + CHARGED * exposed)
    if view.formation is not Formation.SKIRMISH:
        worth -= LANE * sum(crosses(*lane, pose, shape) for lane in view.lanes)
    return worth + goal_worth(view, pose, shape)


def caution(view: Outlook) -> float:
    """The weight of danger: higher for guns, cavalry and worn units."""
    unit = view.unit
    worn = 1.0 - unit.models / unit.profile.models
    return (1.4 if unit.is_artillery or unit.is_cavalry else 0.8) + 0.5 * worn


def _prospect(view: Outlook, pose: Pose, shape: Shape) -> tuple[float, float, float, float, float]:
    """At a place: the best shot, the enemy fire, the worst charge against it, its best charge, its nerve."""
    unit, here = view.unit, stand(pose, shape, view.formation)
    gaps = gaps_to_all(Body(unit.id, unit.side, pose, shape), scene_of(view.battle), "footprint")
    fire = danger = exposed = strike = 0.0
    near = horse = False
    closest = float("inf")
    for foe in view.foes:
        span = gaps[foe.number] / INCH
        closest = min(closest, span)
        if span > foe.sight:
            continue
        near = near or span <= CLOSE
        horse = horse or (foe.is_cavalry and span <= CAVALRY_NEAR)
        faces, faced = looks(here, foe.stand), looks(foe.stand, here)
        if faces:
            fire = max(fire, at_range(foe.fire, span))
            if span <= foe.strikes:
                strike = max(strike, foe.gain[0 if faced else 1])
        danger += at_range(foe.danger, span) * (1.0 if faced else UNSEEN)
        if span <= foe.charges and faced:
            exposed = max(exposed, foe.blow[0 if faces else 1])
    about = view.formation.morale if closest <= ABOUT else 0
    nerve = NERVE * (about - 2 * (near and unit.is_light) - horse)
    return fire, danger, exposed, strike, nerve


def goal_worth(view: Outlook, pose: Pose, shape: Shape) -> float:
    """The worth of a place for the unit's goal: close enough, closer than before, or facing it."""
    goal, here = view.goal, centre(pose, shape)
    if goal is None:
        return 0.0
    short = max(apart(here, goal.point) - goal.near, 0.0)
    worth = -goal.weight * PER_INCH * short
    if not short and not goal.house:
        worth += goal.prize
    elif off_course(pose.heading, here, goal.point) <= AHEAD:
        worth += TURNED * goal.weight
    return worth


def sees_a_target(view: Outlook, place: Place) -> bool:
    """Would a unit at a place see an enemy in its arc and range?"""
    unit = replace(view.unit, pose=place.pose, shape=place.shape)
    there = view.battle.with_unit(unit)
    gaps = gaps_to_all(unit, scene_of(there), "footprint")
    reached = tuple(foe.number for foe in view.foes if at_range(foe.fire, gaps[foe.number] / INCH) > 0)
    return bool(sees_in_arc(there, unit, reached))


def fire_worth(view: Outlook, place: Place) -> float:
    """The worth of the best shot from a place, without regard to sight."""
    return _prospect(view, *place)[0]
