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
from sandtable.table.measure import Distances, distance_to_point, gaps_from
from sandtable.table.measure import distances as all_distances
from sandtable.table.room import bodies_near_points
from sandtable.table.space import HAIR, INCH, Point, Pose, Scene, Shape

SLACK: Final = 1.0 + HAIR
"""A distance may exceed a limit by this much and still be within it: 0.01 in (dice.measure)."""

FAR: Final = math.inf
"""The distance to a unit that does not exist."""


@by_identity(most=16)
def gaps(scene: Scene) -> Distances:
    """The distances of all pairs of units, base to base; kept as long as the scene is the same."""
    return all_distances(scene)


def is_within(length: float, limit: float) -> bool:
    """Is a length at most a limit, both in hundredths of an inch? (dice.measure)"""
    return length <= limit + SLACK


def is_beyond(length: float, limit: float) -> bool:
    """Is a length strictly more than a limit, both in hundredths of an inch? (dice.measure)"""
    return not is_within(length, limit)


def distance(battle: EagleBattle, one: int, other: int) -> float:
    """The distance of two units, base to base; 0 if they are in contact (dice.measure, formation.contact)."""
    if battle.contacts and other in battle.touching(one):
        return 0.0
    return gaps(scene_of(battle)).between(one, other)


def distances(battle: EagleBattle, unit: int, others: tuple[int, ...]) -> tuple[float, ...]:
    """The distances of a unit from *others* (dice.measure)."""
    found = gaps_from(unit, scene_of(battle))
    touched = battle.touching(unit) if battle.contacts else ()
    lengths = [found[one] for one in others]
    if touched or (lengths and min(lengths) < 0.0):
        lengths = [0.0 if one in touched or found[one] < 0.0 else found[one] for one in others]
    return tuple(lengths)


def within(battle: EagleBattle, unit: int, others: tuple[int, ...], limit: float) -> tuple[int, ...]:
    """Those among *others* that are within *limit* of a unit (dice.measure)."""
    near = neighbours(battle, unit, limit)
    return tuple([one for one in others if one in near]) if near else ()


def neighbours(battle: EagleBattle, unit: int, limit: float) -> tuple[int, ...]:
    """All units of either side within a distance of one, routers and usually itself included.

    dice.measure; geometry is kept per scene, and units in contact with it are added
    """
    near = standing_near(scene_of(battle), unit, limit)
    touched = battle.touching(unit) if battle.contacts else ()
    return tuple(sorted({*near, *touched})) if touched else near


def standing_near(scene: Scene, unit: int, limit: float) -> tuple[int, ...]:
    """All units within a distance of one by geometry alone, without regard to contacts (dice.measure)."""
    known = _near(scene)
    near = known.get((unit, limit))
    if near is None:
        row, most = gaps(scene).from_one(unit), limit + SLACK
        near = known[unit, limit] = tuple([other for other, length in enumerate(row) if length <= most])
    return near


@by_identity(most=4)
def _near(scene: Scene) -> dict[tuple[int, float], tuple[int, ...]]:
    """A cache per scene: the units within a distance of each unit."""
    del scene
    return {}


def enemies_within(battle: EagleBattle, unit: EagleUnit, limit: float) -> tuple[int, ...]:
    """The unbroken enemies within a distance of a unit (dice.measure, morale.broken)."""
    most, found = limit + SLACK, list[int]()
    for length, number in foes_by_distance(battle, unit):
        if length > most:
            break
        found.append(number)
    found.sort()
    return tuple(found)


def may_have_enemies_within(battle: EagleBattle, side: int, limit: float) -> list[EagleUnit]:
    """The unbroken units of a side that may have an enemy within a distance.

    A quick test that counts routers as enemies; `enemies_within` is exact.
    """
    nearest, most = _nearest_foes(scene_of(battle)), limit + SLACK
    met = {number for contact in battle.contacts for number in (contact.striker, contact.struck)}
    return [one for one in battle.unbroken(side) if nearest[one.id] <= most or one.id in met]


@by_identity(most=4)
def _nearest_foes(scene: Scene) -> list[float]:
    """A cache per scene: the distance of every unit from its nearest enemy, routers included."""
    sides, lengths = [body.side for body in scene.bodies], gaps(scene)
    foes = [[number for number, one in enumerate(sides) if one != side] for side in (0, 1)]
    if not all(foes):
        return [FAR] * len(sides)
    of_foes, rows, count = [itemgetter(*numbers, numbers[0]) for numbers in foes], lengths.gaps, len(sides)
    return [min(of_foes[side](rows[one * count : (one + 1) * count])) for one, side in enumerate(sides)]


def nearest_enemy_distance(battle: EagleBattle, unit: EagleUnit) -> float:
    """The distance of the nearest unbroken enemy; infinite if there is none.

    rally.redress.conditions, movement.march.limits
    """
    foes = foes_by_distance(battle, unit)
    return foes[0][0] if foes else FAR


Ranked = list[tuple[float, int]]
"""Units with their distances from one unit, the nearest first, of equals the lowest number first."""


def foes_by_distance(battle: EagleBattle, unit: EagleUnit) -> Ranked:
    """The unbroken enemies of a unit with their distances, as it stands in the battle.

    Cached while the unit, its enemies and the contacts stay the same; its friends may move.
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
"""A cache by unit: its ranked enemies, with the pose, shape, contacts and enemies for which they hold."""


def are_same(some: tuple[EagleUnit, ...], others: tuple[EagleUnit, ...]) -> bool:
    """Are these the same unit objects?"""
    return len(some) == len(others) and all(map(is_, some, others))


def nearest_foes(battle: EagleBattle, unit: EagleUnit) -> tuple[int, ...]:
    """The nearest unbroken enemies of a unit: all that tie within the tolerance."""
    foes = foes_by_distance(battle, unit)
    if not foes:
        return ()
    most = foes[0][0] + SLACK
    return tuple(sorted([number for length, number in foes if length <= most]))


def nearest_of(battle: EagleBattle, unit: int, others: tuple[int, ...]) -> tuple[int, ...]:
    """Those among *others* nearest to a unit: all that tie within the tolerance (dice.measure)."""
    if not others:
        return ()
    lengths = distances(battle, unit, others)
    least = min(lengths)
    return tuple(other for other, length in zip(others, lengths, strict=True) if length <= least + SLACK)


# --------------------------------------------------------------------- leaders
def distance_to_leader(battle: EagleBattle, unit: EagleUnit, leader: Leader) -> float:
    """The distance of a unit from a leader's marker; 0 if he is with it (dice.measure, command.attach)."""
    if leader.attached == unit.id:
        return 0.0
    return distance_to_point(unit, battle.place_of(leader))


def leaders_within(battle: EagleBattle, unit: EagleUnit, limit: float) -> tuple[Leader, ...]:
    """The leaders of its side within a distance of a unit, except those with routers.

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
    """The leaders near a unit at a pose that differs from the scene."""
    most = limit + SLACK
    return tuple(
        [one for one, place in posted if one.attached == unit.id or distance_to_point(unit, place) <= most]
    )


def units_led(battle: EagleBattle, side: int, limit: float) -> frozenset[int]:
    """The units of a side within a distance of one of its leaders, except leaders with routers.

    control.under-control
    """
    staff = _staff(battle)
    found = staff.led.get((side, limit))
    if found is None:
        places = [place for _, place in staff.posted[side]]
        found = staff.led[side, limit] = bodies_near_points(places, side, staff.scene, limit + SLACK)
    return found


def _led(scene: Scene, side: int, place: Point, limit: float) -> frozenset[int]:
    """The units of a side within a distance of a place, cached per scene."""
    known = _near_places(scene)
    found = known.get((side, place, limit))
    if found is None:
        found = known[side, place, limit] = bodies_near_points((place,), side, scene, limit + SLACK)
    return found


@by_identity(most=4)
def _near_places(scene: Scene) -> dict[tuple[int, Point, float], frozenset[int]]:
    """A cache per scene: the units of a side within a distance of a place."""
    del scene
    return {}


class Staff(Struct, frozen=True):
    """The leaders of each side, except those with routers, and the places of their markers in a scene.

    ``led`` caches the units of a side within a distance of them; ``hosts`` are the units that leaders are
    with, and whether these routed, so that a change is noticed.
    """

    scene: Scene
    leaders: tuple[Leader, ...]
    hosts: tuple[tuple[int, bool], ...]
    posted: tuple[Posted, Posted]
    led: dict[tuple[int, float], frozenset[int]]


Posted = tuple[tuple[Leader, Point], ...]
"""Leaders, each with the place of his marker."""

_last: Staff | None = None
"""The last staff, because unit after unit is measured against the same leaders."""


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
    """A length in inches, not rounded, for the facts of resolutions."""
    return length / INCH


MOST_EXPLAINED: Final = 3
A_LITTLE_MORE: Final = 1.5
"""Of the enemies that a unit may not shoot at or charge, so many are explained, up to this share of reach."""


def nearest_enemies(battle: EagleBattle, unit: EagleUnit, reach: float) -> tuple[EagleUnit, ...]:
    """The nearest enemies within a unit's reach or a little farther: those that a player may think of."""
    gaps = {enemy.id: distance(battle, unit.id, enemy.id) for enemy in battle.unbroken(1 - unit.side)}
    near = sorted((gap, enemy) for enemy, gap in gaps.items() if gap <= reach * A_LITTLE_MORE)
    return tuple(battle.units[enemy] for _, enemy in near[:MOST_EXPLAINED])
