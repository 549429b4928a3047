"""The value of a place to a unit: near its goal, squarely before its prey, or behind it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.eagle.aim import aims, dice_at
from sandtable.systems.eagle.arcs import arc_of, front_centre
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charge_ways import RANGE, way_to
from sandtable.systems.eagle.contact import bounded
from sandtable.systems.eagle.doctrine.chances import middle
from sandtable.systems.eagle.doctrine.charges import can_strike, charge_worth, is_elusive, least
from sandtable.systems.eagle.doctrine.goals import Goal, Posture, goals, preys
from sandtable.systems.eagle.doctrine.routes import FAR, is_open, turning_point, way_off, way_round
from sandtable.systems.eagle.doctrine.worth import hit_worth
from sandtable.systems.eagle.ground import barred_kinds, rough_points
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.nearness import nearest_of
from sandtable.systems.eagle.open_charges import may_charge
from sandtable.systems.eagle.records import Control
from sandtable.systems.eagle.terrain import rough_kinds
from sandtable.table import measure
from sandtable.table.measure import distance as gap_between
from sandtable.table.measure import distance_to_point, ground_at
from sandtable.table.space import (
    DEGREE,
    INCH,
    Field,
    Point,
    Pose,
    apart,
    centre,
    heading_between,
    standing,
    turn_between,
)

PER_DEGREE: Final = 0.04
"""The cost of each degree off the line to its prey, in inches."""
BESIDE: Final = 2.0
RIDDEN_DOWN: Final = 4.0
"""The value of standing on the flank of the prey, for foot (BESIDE) and for horse."""
STRIKE: Final = 4.0
CERTAIN: Final = 2.0
ELUSIVE: Final = 0.5
"""STRIKE is the value in inches of each point of a charge that can be made from a place, counted with this
many points more against an enemy that must stand (CERTAIN) or that may evade (ELUSIVE)."""
EXPOSED: Final = 1.0
"""The cost of showing an enemy a flank."""
EXPOSED_WITHIN: Final = 6 * INCH
VOLLEY: Final = 8.0
"""The value of a shooting, in inches for each point."""
SHOT: Final = 3.5
"""How near lights come to their prey, in inches."""
MASKING: Final = 8.0
"""The cost to lights of standing in the way of a friend that is to charge."""
LANE: Final = 8 * INCH
"""The length of the lane ahead of that friend that has to be clear."""
IDLE: Final = (Control.HALTED, Control.WAITS, Control.RUNS_ON)
"""Units under these controls do not advance this turn (control.halt, control.pursuit-choice)."""
ROOM: Final = 4 * INCH
CROWDED: Final = 1.5
"""ROOM is kept behind friends that a unit cannot pass; this is the cost of each inch less."""
SLACK: Final = INCH // 4
"""A friend that overlaps one wing by no more than this is no hindrance."""
BACK: Final = 8 * INCH
HEMMED_IN: Final = 8.0
"""The cost of closed ground ahead; BACK is how far back a way out is looked for."""
AHEAD: Final = 4 * INCH
PREYS: Final = 3
"""The number of enemies that a unit considers, in turn, if it cannot reach the first."""
REFUGES: Final = 3
REFUGE: Final = 12 * INCH
"""A shaken unit runs from this many enemies (REFUGES), this far."""
LATE: Final = 0.5
"""The weight of the ground ahead of a unit beside that on which it stands."""
DETOUR: Final = 8.0
ROUGH: Final = 3.0
"""The cost of entering ground that disorders a unit, in inches."""


class Outlook(NamedTuple):
    """A unit with its goal, its prey, and the places that it makes for."""

    battle: EagleBattle
    unit: EagleUnit
    goal: Goal
    takes: bool
    prey: EagleUnit | None
    foes: tuple[EagleUnit, ...]
    towards: tuple[Point, ...]


def outlooks(battle: EagleBattle, unit: EagleUnit) -> tuple[Outlook, ...]:
    """The aims of a unit that moves: the ground that it takes, or one prey after another."""
    goal = goals(battle)[unit.side]
    foes = tuple(one for one in battle.unbroken(1 - unit.side) if not one.is_light)
    takes = bool(goal.area) and goal.posture is not Posture.ATTACK and way_left(battle, unit, goal) > 0.0
    if unit.shaken:
        return (Outlook(battle, unit, goal, takes, None, foes, _refuges(battle, unit)),)
    found = () if takes else preys(battle, unit)[:PREYS]
    if not found:
        return (Outlook(battle, unit, goal, takes, None, foes, ()),)
    return tuple(Outlook(battle, unit, goal, takes, foe, foes, _towards(battle, unit, foe)) for foe in found)


def _refuges(battle: EagleBattle, unit: EagleUnit) -> tuple[Point, ...]:
    """Where a shaken unit runs: straight away from the enemies nearest to it."""
    here = middle(unit)
    near = sorted(apart(here, middle(foe)) for foe in battle.unbroken(1 - unit.side))[:REFUGES]
    spots = (middle(foe) for foe in battle.unbroken(1 - unit.side) if apart(here, middle(foe)) in near)
    ways = (Pose(round(here.x), round(here.y), heading_between(spot, here)) for spot in spots)
    return tuple(way.at(0, float(REFUGE)) for way in ways)


def _towards(battle: EagleBattle, unit: EagleUnit, foe: EagleUnit) -> tuple[Point, ...]:
    """Where a unit goes that makes for an enemy: to it, or first around closed ground."""
    barred, room = barred_kinds(battle, unit), unit.shape.width / 2
    first = turning_point(battle.field, barred, middle(unit), middle(foe), room)
    if first == middle(foe):
        return front_centre(foe), first
    return first, standing(unit).at(0, -float(BACK)), front_centre(foe), middle(foe)


def way_left(battle: EagleBattle, unit: EagleUnit, goal: Goal) -> float:
    """The inches that a unit still has to go to the area that its side takes or holds."""
    if not goal.area or (goal.classes and unit.troop_class not in goal.classes):
        return 0.0
    return way_off(battle.field, barred_kinds(battle, unit), goal.area, middle(unit))


def place_worth(view: Outlook, pose: Pose) -> float:
    """The value of ending a move at a pose, in inches."""
    if view.unit.shaken:
        return _clear_of_all(view, pose)
    worth = -_exposure(view, pose) - ROUGH * _on_rough_ground(view, pose)
    if view.takes:
        return worth - _way(view, pose)
    if view.goal.posture is Posture.HOLD and not view.unit.is_light:
        moved = apart(centre(pose, view.unit.shape), middle(view.unit)) / INCH
        return worth + facing_worth(view.battle, view.unit, pose) - moved
    return worth + _approach(view, pose)


def _way(view: Outlook, pose: Pose) -> float:
    """The way left from a pose and from the ground ahead of it, so that facing the right way counts."""
    barred = barred_kinds(view.battle, view.unit)
    here = way_off(view.battle.field, barred, view.goal.area, centre(pose, view.unit.shape))
    ahead = way_off(view.battle.field, barred, view.goal.area, pose.at(0, AHEAD))
    if here >= FAR:
        here = DETOUR + min(apart(centre(pose, view.unit.shape), spot) for spot in view.goal.area) / INCH
    return here + LATE * min(ahead, here + DETOUR)


def _approach(view: Outlook, pose: Pose) -> float:
    """How near a unit is to its prey, how squarely it faces it, and whether it is on its flank."""
    foe = view.prey
    if foe is None:
        return 0.0
    here = Point(float(pose.x), float(pose.y))
    barred, room = barred_kinds(view.battle, view.unit), view.unit.shape.width / 2
    detour = way_round(view.battle.field, barred, here, middle(foe), room) - apart(here, middle(foe))
    away = (distance_to_point(foe, here) + detour) / INCH
    if _is_hemmed_in(view, barred, pose):
        away += HEMMED_IN
    if view.unit.is_light:
        shot = VOLLEY * volley_worth(view.battle, view.unit, pose)
        return shot - max(away - SHOT, 0.0) - _masking(view.battle, view.unit, pose)
    off = abs(turn_between(pose.heading, heading_between(here, middle(foe)))) / DEGREE
    blow = _onslaught(view, pose)
    worth = -away - PER_DEGREE * off + (blow if blow > 0.0 else -_crowding(view, pose))
    if arc_of(foe, here) != "front":
        worth += RIDDEN_DOWN if view.unit.is_mounted else BESIDE
    return worth


def _crowding(view: Outlook, pose: Pose) -> float:
    """The cost of ending close behind friends: no room to wheel, and their rout would be near.

    movement.wheel, morale.dp.who
    """
    less = _room_ahead(view, standing(view.unit)) - _room_ahead(view, pose)
    return CROWDED * max(less, 0.0) / INCH


def _room_ahead(view: Outlook, pose: Pose) -> float:
    """The distance to the nearest friend ahead of a unit at a pose, as far as it matters."""
    wing, room = view.unit.shape.width / 2, float(ROOM)
    for friend in battle_line(view.battle)[view.unit.side]:
        if friend.id != view.unit.id:
            aside, ahead = pose.local(middle(friend))
            if ahead > 0.0 and abs(aside) < wing + friend.shape.width / 2 - SLACK:
                room = min(room, ahead - friend.shape.depth / 2)
    return room


@by_identity(most=4)
def battle_line(battle: EagleBattle) -> tuple[tuple[EagleUnit, ...], tuple[EagleUnit, ...]]:
    """The units of each side that block others; lights can be passed through (movement.passage)."""
    first, second = (tuple(one for one in battle.unbroken(side) if not one.is_light) for side in (0, 1))
    return first, second


def _is_hemmed_in(view: Outlook, barred: tuple[str, ...], pose: Pose) -> bool:
    """Does closed ground lie close ahead of a unit at a pose, even before one wing only?"""
    wing = view.unit.shape.width / 2
    return any(
        not is_open(view.battle.field, barred, pose.at(aside, 0.0), pose.at(aside, float(INCH)))
        for aside in (-wing, 0.0, wing)
    )


def volley_worth(battle: EagleBattle, unit: EagleUnit, pose: Pose) -> float:
    """The expected value of the best shooting of a unit at a pose."""
    there = replace(unit, pose=pose)
    after = battle.with_unit(there)
    worths = [
        dice_at(after, there, aim) * hit_worth(after.units[aim.target], order_of(after.units[aim.target]))
        for aim in aims(after, there)
    ]
    return max(worths, default=0.0)


def masked(battle: EagleBattle, unit: EagleUnit, pose: Pose) -> int:
    """The number of friends with a charge to make that a unit at a pose would block."""
    here, margin = centre(pose, unit.shape), unit.shape.width / 2
    return sum(overlap(friend, here, margin) > 0.0 for friend in chargers(battle, unit.side))


def _masking(battle: EagleBattle, unit: EagleUnit, pose: Pose) -> float:
    """The cost of blocking friends: a fixed part for each, and more the farther the way aside."""
    here, margin = centre(pose, unit.shape), unit.shape.width / 2
    overlaps = [overlap(friend, here, margin) for friend in chargers(battle, unit.side)]
    return sum(MASKING + one / INCH for one in overlaps if one > 0.0)


def chargers(battle: EagleBattle, side: int) -> tuple[EagleUnit, ...]:
    """The units of a side that might charge, whose way lights keep clear."""
    return _chargers(battle)[side]


@by_identity(most=4)
def _chargers(battle: EagleBattle) -> tuple[tuple[EagleUnit, ...], tuple[EagleUnit, ...]]:
    first, second = (
        tuple(one for one in battle.unbroken(side) if _might_charge(battle, one)) for side in (0, 1)
    )
    return first, second


def _might_charge(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Might a unit come up and charge this turn? If it has moved, only what it can reach now counts."""
    if unit.is_light or unit.shaken or unit.control in IDLE or battle.is_engaged(unit.id):
        return False
    return not unit.taken or can_strike(battle, unit)


def overlap(friend: EagleUnit, point: Point, margin: float) -> float:
    """How far aside a unit of this width must go to be out of the way of a friend; 0 if it already is."""
    aside, ahead = standing(friend).local(point)
    if not 0 < ahead <= LANE:
        return 0.0
    return max(friend.shape.width / 2 + margin - abs(aside), 0.0)


def _onslaught(view: Outlook, pose: Pose) -> float:
    """The value of the best charge from a pose, in inches."""
    there = replace(view.unit, pose=pose)
    worths = [
        (charge_worth(view.battle, there, foe, way), foe)
        for foe in view.battle.unbroken(1 - view.unit.side)
        if _is_in_reach(there, foe) and may_charge(view.battle, view.unit, foe.id)
        for way in (way_to(view.battle, there, foe.id),)
        if way is not None
    ]
    enough = least(view.battle, view.unit.side)
    found = (STRIKE * (_hold(view.battle, foe) + worth) for worth, foe in worths if worth > enough)
    return max(found, default=0.0)


def _hold(battle: EagleBattle, foe: EagleUnit) -> float:
    """The further value of having an enemy in charge range: little if it may evade."""
    return ELUSIVE if is_elusive(battle, foe) else CERTAIN


def leads_on(view: Outlook, pose: Pose) -> bool:
    """Does ending at a pose advance a unit: has it moved, or can it charge from there?"""
    moved = apart(centre(pose, view.unit.shape), middle(view.unit))
    return moved >= INCH or strikes(view, pose)


def strikes(view: Outlook, pose: Pose) -> bool:
    """Can a unit make a charge that pays from a pose?"""
    return _onslaught(view, pose) > 0.0


def _is_in_reach(unit: EagleUnit, foe: EagleUnit) -> bool:
    """Might a unit reach an enemy by a charge? One that turns freely may come nearer by turning."""
    if apart(front_centre(unit), middle(foe)) > RANGE + foe.shape.width + foe.shape.depth:
        return False
    return unit.turns_freely or gap_between(unit, bounded(foe)) <= RANGE + 1


def _exposure(view: Outlook, pose: Pose) -> float:
    """The cost of showing near enemies a flank or the rear."""
    if view.unit.is_light:
        return 0.0
    shown = 0.0
    for foe in view.foes:
        there = front_centre(foe)
        if foe is view.prey or apart(there, centre(pose, view.unit.shape)) > EXPOSED_WITHIN:
            continue
        if measure.arc_of(pose, view.unit.shape, there) != "front":
            shown += EXPOSED
    return shown


def _on_rough_ground(view: Outlook, pose: Pose) -> int:
    """How many of a unit and its followers would enter ground that disorders them."""
    if not _has_rough_ground(view.battle.field) or _has_to_cross(view):
        return 0
    here = standing(view.unit)
    dx, dy = pose.x - here.x, pose.y - here.y
    found = int(_is_rough(view.battle, view.unit, pose))
    for follower in _followers(view.battle, view.unit):
        stands = standing(follower)
        there = Pose(stands.x + dx, stands.y + dy, stands.heading)
        found += _is_rough(view.battle, follower, there)
    return found


def _has_to_cross(view: Outlook) -> bool:
    """Does rough ground lie before a unit on its way to its goal or to its prey?"""
    if view.takes or view.prey is None:
        return True
    return not is_open(view.battle.field, rough_kinds(), middle(view.unit), middle(view.prey))


@lru_cache(maxsize=32)
def _has_rough_ground(field: Field) -> bool:
    return any(piece.kind in rough_kinds() for piece in field.pieces)


def _is_rough(battle: EagleBattle, unit: EagleUnit, pose: Pose) -> bool:
    """Would a unit at a pose have entered rough ground that it was not on? (terrain.rough.detail)"""
    return _touches_rough(battle, unit, pose) and not _touches_rough(battle, unit, standing(unit))


def _touches_rough(battle: EagleBattle, unit: EagleUnit, pose: Pose) -> bool:
    field, half = battle.field, unit.shape.width / 2
    spots = (pose.at(0.0, 0.0), pose.at(half, 0.0), pose.at(-half, 0.0))
    pieces = tuple(field.pieces[piece].id for spot in spots for piece in ground_at(field, spot))
    return bool(rough_points(battle, unit, pieces))


def _followers(battle: EagleBattle, unit: EagleUnit) -> tuple[EagleUnit, ...]:
    """The units that conform to a unit, and those that conform to them."""
    found: list[EagleUnit] = []
    line = [unit]
    while line:
        guides = [one.id for one in line]
        line = [one for one in battle.unbroken(unit.side) if one.guide in guides]
        found += line
    return tuple(found)


def _clear_of_all(view: Outlook, pose: Pose) -> float:
    """The distance to the nearest enemy from a pose."""
    here = centre(pose, view.unit.shape)
    return min((apart(front_centre(foe), here) for foe in view.foes), default=0.0) / INCH


def facing_worth(battle: EagleBattle, unit: EagleUnit, pose: Pose) -> float:
    """How squarely a unit faces the nearest enemy."""
    near = nearest_of(battle, unit.id, battle.numbers_unbroken(1 - unit.side))
    if not near or unit.pose is None:
        return 0.0
    here = centre(pose, unit.shape)
    bearing = heading_between(here, middle(battle.units[near[0]]))
    return -PER_DEGREE * abs(turn_between(pose.heading, bearing)) / DEGREE
