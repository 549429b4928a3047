"""Nearness: distances between units, from base to base, and to the markers of leaders.

Lengths are hundredths of an inch (dice.measure).
"""

from __future__ import annotations

import math
from operator import is_, itemgetter
from typing import Final

from msgspec import Struct

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader, roll_call
from sandtable.systems.eagle.engagements import Contact
from sandtable.table.measure.distance import Distances, distance_to_point, gaps_from
from sandtable.table.measure.distance import distances as all_distances
from sandtable.table.room.straight_ways import bodies_near_points
from sandtable.table.space.lengths import HAIR, INCH
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape

SLACK: Final = 1.0 + HAIR
"""What a distance may be over a limit and still be within it: 0.01 in (dice.measure)."""

FAR: Final = math.inf
"""The distance of what is not there."""


@by_identity(most=16)
def gaps(scene: Scene) -> Distances:
    """The distances of all pairs of units, base to base; as long as nobody moves they are kept."""
    return all_distances(scene)


def is_within(length: float, limit: float) -> bool:
    """Is a length within a limit, both in hundredths of an inch? Exactly the limit is (dice.measure)."""
    return length <= limit + SLACK


def is_beyond(length: float, limit: float) -> bool:
    """Is a length strictly more than a limit, both in hundredths of an inch? (dice.measure)"""
    return not is_within(length, limit)


def distance(battle: EagleBattle, one: int, other: int) -> float:
    """How far apart two units are, base to base; 0 where one came up to the other.

    dice.measure, formation.contact
    """
    if battle.contacts and other in battle.touching(one):
        return 0.0
    return gaps(scene_of(battle)).between(one, other)


def distances(battle: EagleBattle, unit: int, others: tuple[int, ...]) -> tuple[float, ...]:
    """How far a unit is from each of some others (dice.measure)."""
    found = gaps_from(unit, scene_of(battle))
    touched = battle.touching(unit) if battle.contacts else ()
    lengths = [found[one] for one in others]
    if touched or (lengths and min(lengths) < 0.0):
        lengths = [0.0 if one in touched or found[one] < 0.0 else found[one] for one in others]
    return tuple(lengths)


def within(battle: EagleBattle, unit: int, others: tuple[int, ...], limit: float) -> tuple[int, ...]:
    """Those of some units that are within so many hundredths of an inch of one (dice.measure)."""
    near = neighbours(battle, unit, limit)
    return tuple([one for one in others if one in near]) if near else ()


def neighbours(battle: EagleBattle, unit: int, limit: float) -> tuple[int, ...]:
    """All units of either side within a distance of one, routers too and mostly itself (dice.measure).

    As long as nobody moves they are the same; only who came up to it is added.
    """
    near = standing_near(scene_of(battle), unit, limit)
    touched = battle.touching(unit) if battle.contacts else ()
    return tuple(sorted({*near, *touched})) if touched else near


def standing_near(scene: Scene, unit: int, limit: float) -> tuple[int, ...]:
    """All units within a distance of one by the length alone, whoever came up to it (dice.measure)."""
    known = _near(scene)
    near = known.get((unit, limit))
    if near is None:
        row, most = gaps(scene).from_one(unit), limit + SLACK
        near = known[unit, limit] = tuple([other for other, length in enumerate(row) if length <= most])
    return near


@by_identity(most=4)
def _near(scene: Scene) -> dict[tuple[int, float], tuple[int, ...]]:
    """The units within a distance of one another, filled in when it is asked."""
    del scene
    return {}


def enemies_within(battle: EagleBattle, unit: EagleUnit, limit: float) -> tuple[int, ...]:
    """The enemies that do not rout within a distance of a unit (dice.measure, morale.broken)."""
    most, found = limit + SLACK, list[int]()
    for length, number in foes_by_distance(battle, unit):
        if length > most:
            break
        found.append(number)
    found.sort()
    return tuple(found)


def may_have_enemies_within(battle: EagleBattle, side: int, limit: float) -> list[EagleUnit]:
    """The unbroken units of a side of which the nearest of the other is not certainly farther; sooner told
    than who is near each."""
    nearest, most = _nearest_foes(scene_of(battle)), limit + SLACK
    met = {number for contact in battle.contacts for number in (contact.striker, contact.struck)}
    return [one for one in battle.unbroken(side) if nearest[one.id] <= most or one.id in met]


@by_identity(most=4)
def _nearest_foes(scene: Scene) -> list[float]:
    """How far every unit is from the nearest of the other side, routers among them; found out for all at
    once."""
    sides, lengths = [body.side for body in scene.bodies], gaps(scene)
    foes = [[number for number, one in enumerate(sides) if one != side] for side in (0, 1)]
    if not all(foes):
        return [FAR] * len(sides)
    of_foes, rows, count = [itemgetter(*numbers, numbers[0]) for numbers in foes], lengths.gaps, len(sides)
    return [min(of_foes[side](rows[one * count : (one + 1) * count])) for one, side in enumerate(sides)]


def nearest_enemy_distance(battle: EagleBattle, unit: EagleUnit) -> float:
    """How far the nearest enemy that does not rout is from a unit; infinite if there is none.

    rally.redress.conditions, movement.march.limits
    """
    foes = foes_by_distance(battle, unit)
    return foes[0][0] if foes else FAR


Ranked = list[tuple[float, int]]
"""Units by how far they are from one, the nearest first, of equals the first by number."""


def foes_by_distance(battle: EagleBattle, unit: EagleUnit) -> Ranked:
    """The enemies that do not rout and how far each is from a unit, where that stands in the battle.

    It is found out once, as long as neither they nor the unit move; its friends may.
    """
    number, other, told = unit.id, 1 - unit.side, roll_call(battle.units)
    stands, enemies = battle.units[number], told.standing[other] or told.unbroken(other)
    found = _ranked.get(number)
    if (
        found is None
        or found[0] is not stands.pose
        or found[1] is not stands.shape
        or found[2] is not battle.contacts
        or not (found[3] is enemies or are_same(found[3], enemies))
    ):
        numbers = told.numbers[other]
        ranked = sorted(zip(distances(battle, number, numbers), numbers, strict=True))
        found = _ranked[number] = stands.pose, stands.shape, battle.contacts, enemies, ranked
    return found[4]


_ranked: Final[dict[int, tuple[Pose | None, Shape, tuple[Contact, ...], tuple[EagleUnit, ...], Ranked]]] = {}
"""The enemies of units by their distance as they were asked for last; and of which unit and enemies."""


def are_same(some: tuple[EagleUnit, ...], others: tuple[EagleUnit, ...]) -> bool:
    """Are these the very same units?"""
    return len(some) == len(others) and all(map(is_, some, others))


def nearest_foes(battle: EagleBattle, unit: EagleUnit) -> tuple[int, ...]:
    """The enemies that do not rout and are nearest to a unit: all that tie within the tolerance."""
    foes = foes_by_distance(battle, unit)
    if not foes:
        return ()
    most = foes[0][0] + SLACK
    return tuple(sorted([number for length, number in foes if length <= most]))


def nearest_of(battle: EagleBattle, unit: int, others: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some units that are nearest to one: all that tie within the tolerance (dice.measure)."""
    if not others:
        return ()
    lengths = distances(battle, unit, others)
    least = min(lengths)
    return tuple(other for other, length in zip(others, lengths, strict=True) if length <= least + SLACK)


# --------------------------------------------------------------------- leaders
def distance_to_leader(battle: EagleBattle, unit: EagleUnit, leader: Leader) -> float:
    """How far a unit is from a leader: 0 if he is with it, else from his marker.

    dice.measure, command.attach
    """
    if leader.attached == unit.id:
        return 0.0
    return distance_to_point(unit, battle.place_of(leader))


def leaders_within(battle: EagleBattle, unit: EagleUnit, limit: float) -> tuple[Leader, ...]:
    """The leaders of its own side within a distance of a unit, those with routers left out.

    control.under-control
    """
    staff, number = _staff(battle), unit.id
    there = staff.scene.bodies[number]
    if there.pose is not unit.pose or there.shape is not unit.shape:
        return _leaders_near(unit, staff.posted[unit.side], limit)
    side = unit.side
    return tuple(
        [leader for leader, place in staff.posted[side] if number in _led(staff.scene, side, place, limit)]
    )


def _leaders_near(unit: EagleUnit, posted: Posted, limit: float) -> tuple[Leader, ...]:
    """The leaders near a unit, wherever it is thought to stand."""
    most = limit + SLACK
    return tuple(
        [one for one, place in posted if one.attached == unit.id or distance_to_point(unit, place) <= most]
    )


def units_led(battle: EagleBattle, side: int, limit: float) -> frozenset[int]:
    """The units of a side within a distance of a leader of theirs who is with no routers.

    control.under-control
    """
    staff = _staff(battle)
    found = staff.led.get((side, limit))
    if found is None:
        places = [place for _, place in staff.posted[side]]
        found = staff.led[side, limit] = bodies_near_points(places, side, staff.scene, limit + SLACK)
    return found


def _led(scene: Scene, side: int, place: Point, limit: float) -> frozenset[int]:
    """The units of a side within a distance of a place; the same as long as nobody moves."""
    known = _near_places(scene)
    found = known.get((side, place, limit))
    if found is None:
        found = known[side, place, limit] = bodies_near_points((place,), side, scene, limit + SLACK)
    return found


@by_identity(most=4)
def _near_places(scene: Scene) -> dict[tuple[int, Point, float], frozenset[int]]:
    """The units within a distance of places, filled in when it is asked."""
    del scene
    return {}


class Staff(Struct, frozen=True):
    """The leaders of each side who are with no routers, and where their markers stand in a scene.

    ``led`` are the units of a side within a distance of them, filled in when it is asked; ``hosts`` the
    units with which leaders are, and whether these routed.
    """

    scene: Scene
    leaders: tuple[Leader, ...]
    hosts: tuple[tuple[int, bool], ...]
    posted: tuple[Posted, Posted]
    led: dict[tuple[int, float], frozenset[int]]


Posted = tuple[tuple[Leader, Point], ...]
"""Leaders, each with where his marker stands."""

_last: Staff | None = None
"""The leaders that were asked about last; they stay where they are while unit after unit is asked about."""


def _staff(battle: EagleBattle) -> Staff:
    global _last
    last, scene = _last, scene_of(battle)
    if last is None or last.scene is not scene or last.leaders is not battle.leaders:
        _last = last = _posts(battle)
        return last
    for number, routs in last.hosts:
        if battle.units[number].routing is not routs:
            _last = last = _posts(battle)
            return last
    return last


def _posts(battle: EagleBattle) -> Staff:
    units = battle.units
    hosts = {one.attached: units[one.attached].routing for one in battle.leaders if one.attached is not None}
    first, second = [
        tuple(
            [
                (leader, battle.place_of(leader))
                for leader in battle.leaders_of(side)
                if leader.attached is None or not hosts[leader.attached]
            ]
        )
        for side in (0, 1)
    ]
    return Staff(scene_of(battle), battle.leaders, tuple(hosts.items()), (first, second), {})


def as_inches(length: float) -> float:
    """A length in inches, as facts of resolutions have it, not rounded."""
    return length / INCH
