"""What it is worth to a unit to stand somewhere: near its goal, squarely before its prey or behind it."""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.systems.eagle.arcs import arc_of, front_centre
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.doctrine.chances import middle
from sandtable.systems.eagle.doctrine.goals import Goal, Posture, goals, prey
from sandtable.systems.eagle.doctrine.routes import FAR, way_off
from sandtable.systems.eagle.ground import barred_kinds
from sandtable.systems.eagle.nearness import nearest_of
from sandtable.table import arcs
from sandtable.table.body import centre
from sandtable.table.compulsory import heading_between
from sandtable.table.distance import distance_to_point
from sandtable.table.measure import DEGREE, INCH, turn_between
from sandtable.table.plane import apart
from sandtable.table.pose import Point, Pose

PER_DEGREE: Final = 0.04
"""What a degree off the line to its prey costs a unit, in inches."""
BESIDE: Final = 2.0
RIDDEN_DOWN: Final = 4.0
"""What it is worth to stand on the flank of one's prey; the same for horse."""
EXPOSED: Final = 2.5
"""What it costs to show an enemy a flank."""
EXPOSED_WITHIN: Final = 8 * INCH
SHOT: Final = 3.5
"""Lights come so near to their prey, in inches."""
AHEAD: Final = 4 * INCH
LATE: Final = 0.5
"""What the ground before a unit counts beside the ground it stands on."""
DETOUR: Final = 8.0


class Outlook(NamedTuple):
    """A unit and what draws it: its goal, its prey, and the places it makes for."""

    battle: EagleBattle
    unit: EagleUnit
    goal: Goal
    takes: bool
    prey: EagleUnit | None
    foes: tuple[EagleUnit, ...]
    towards: tuple[Point, ...]


def outlook(battle: EagleBattle, unit: EagleUnit) -> Outlook:
    """What a unit sees before it when it moves."""
    goal = goals(battle)[unit.side]
    takes = bool(goal.area) and goal.posture is not Posture.ATTACK and way_left(battle, unit, goal) > 0.0
    foe = None if takes else prey(battle, unit)
    foes = tuple(one for one in battle.unbroken(1 - unit.side) if not one.is_light)
    towards = () if foe is None else (front_centre(foe), middle(foe))
    return Outlook(battle, unit, goal, takes, foe, foes, towards)


def way_left(battle: EagleBattle, unit: EagleUnit, goal: Goal) -> float:
    """How many inches of way a unit has yet to the ground that its side takes or holds."""
    if not goal.area or (goal.classes and unit.troop_class not in goal.classes):
        return 0.0
    return way_off(battle.field, barred_kinds(battle, unit), goal.area, middle(unit))


def place_worth(view: Outlook, pose: Pose) -> float:
    """What it is worth to a unit to end its move so, in inches."""
    if view.unit.shaken:
        return _clear_of_all(view, pose)
    worth = -_exposure(view, pose)
    if view.takes:
        return worth - _way(view, pose)
    if view.goal.posture is Posture.HOLD and not view.unit.is_light:
        moved = apart(centre(pose, view.unit.shape), middle(view.unit)) / INCH
        return worth + facing_worth(view.battle, view.unit, pose) - moved
    return worth + _approach(view, pose)


def _way(view: Outlook, pose: Pose) -> float:
    """How far it is yet from here, and from the ground ahead: who faces the right way goes on sooner."""
    barred = barred_kinds(view.battle, view.unit)
    here = way_off(view.battle.field, barred, view.goal.area, centre(pose, view.unit.shape))
    ahead = way_off(view.battle.field, barred, view.goal.area, pose.at(0, AHEAD))
    if here >= FAR:
        here = DETOUR + min(apart(centre(pose, view.unit.shape), spot) for spot in view.goal.area) / INCH
    return here + LATE * min(ahead, here + DETOUR)


def _approach(view: Outlook, pose: Pose) -> float:
    """How near a unit is to its prey, how squarely it looks at it, and whether it is on its flank."""
    foe = view.prey
    if foe is None:
        return 0.0
    here = Point(float(pose.x), float(pose.y))
    away = distance_to_point(foe, here) / INCH
    if view.unit.is_light:
        return -abs(away - SHOT)
    off = abs(turn_between(pose.heading, heading_between(here, middle(foe)))) / DEGREE
    worth = -away - PER_DEGREE * off
    if arc_of(foe, here) != "front":
        worth += RIDDEN_DOWN if view.unit.is_mounted else BESIDE
    return worth


def _exposure(view: Outlook, pose: Pose) -> float:
    """What it costs to show near enemies a flank or the rear."""
    if view.unit.is_light:
        return 0.0
    shown = 0.0
    for foe in view.foes:
        there = front_centre(foe)
        if foe is view.prey or apart(there, centre(pose, view.unit.shape)) > EXPOSED_WITHIN:
            continue
        if arcs.arc_of(pose, view.unit.shape, there) != "front":
            shown += EXPOSED
    return shown


def _clear_of_all(view: Outlook, pose: Pose) -> float:
    """How far the nearest enemy would be."""
    here = centre(pose, view.unit.shape)
    return min((apart(front_centre(foe), here) for foe in view.foes), default=0.0) / INCH


def facing_worth(battle: EagleBattle, unit: EagleUnit, pose: Pose) -> float:
    """How squarely a unit looks at the nearest enemy."""
    near = nearest_of(battle, unit.id, battle.numbers_unbroken(1 - unit.side))
    if not near or unit.pose is None:
        return 0.0
    here = centre(pose, unit.shape)
    bearing = heading_between(here, middle(battle.units[near[0]]))
    return -PER_DEGREE * abs(turn_between(pose.heading, bearing)) / DEGREE
