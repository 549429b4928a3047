"""Nearness: distances between units, measured from footprint to footprint.

Lengths are hundredths of an inch. A garrison has the footprint of its building (geometry.distance).
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.precision import SLACK, TOUCH, limit_of
from sandtable.table.measure import distance_to_point, gap, gaps_to_all, is_surely_beyond
from sandtable.table.measure import distances as distances_of_all
from sandtable.table.space import Body, Point, Scene, standing


def distance(battle: ColdSteelBattle, one: int, other: int) -> float:
    """The distance between two units; 0 if they touch or are engaged with each other.

    geometry.distance, geometry.engaged-zero
    """
    if battle.are_linked(one, other):
        return 0.0
    return _settled(gap(battle.units[one], battle.units[other], "footprint"))


def distances(battle: ColdSteelBattle, unit: int, others: tuple[int, ...]) -> tuple[float, ...]:
    """The distances from a unit to some others (geometry.distance, geometry.engaged-zero)."""
    scene, foes = scene_of(battle), battle.foes_of(unit)
    found, row = _gaps(scene), unit * len(scene.bodies)
    lengths = [found[row + other] for other in others]
    if foes:
        lengths = [0.0 if other in foes else length for other, length in zip(others, lengths, strict=True)]
    return tuple([0.0 if length <= TOUCH else length for length in lengths])


def all_within(battle: ColdSteelBattle, unit: ColdSteelUnit, limit: float) -> list[tuple[int, float]]:
    """The enemies of a unit within a length, each with its distance.

    geometry.distance, geometry.engaged-zero
    """
    scene = scene_of(battle)
    gaps, row = _gaps(scene), unit.id * len(scene.bodies)
    near = [(enemy, gaps[row + enemy]) for enemy in enemies_of(battle, unit) if gaps[row + enemy] <= limit]
    if not battle.is_engaged(unit.id):
        return near
    foes, measured = battle.foes_of(unit.id), dict(near)
    return [
        (enemy, 0.0 if enemy in foes else measured[enemy])
        for enemy in enemies_of(battle, unit)
        if enemy in foes or enemy in measured
    ]


def gaps_from(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Sequence[float]:
    """The gaps from a unit, at its own or a supposed place, to all bodies; overlap is negative."""
    scene = scene_of(battle)
    there = scene.bodies[unit.id]
    if there.pose is unit.pose and there.shape is unit.shape:
        count = len(scene.bodies)
        return _gaps(scene)[unit.id * count : (unit.id + 1) * count]
    return gaps_to_all(unit, scene, "footprint")


def nearer_than(battle: ColdSteelBattle, unit: ColdSteelUnit, limit: float) -> tuple[int, ...]:
    """The enemies within this many hundredths of where a unit stands or is supposed to stand."""
    scene, enemies = scene_of(battle), enemies_of(battle, unit)
    there = scene.bodies[unit.id]
    if there.pose is not unit.pose or there.shape is not unit.shape:
        gaps = gaps_to_all(unit, scene, "footprint")
        return tuple([enemy for enemy in enemies if gaps[enemy] <= limit])
    known, row = _gaps(scene), unit.id * len(scene.bodies)
    return tuple([enemy for enemy in enemies if known[row + enemy] <= limit])


@by_identity(most=4)
def _gaps(scene: Scene) -> Sequence[float]:
    """The gaps between all bodies, cached per scene: most questions are about bodies that have not moved."""
    return distances_of_all(scene, "footprint").gaps


def enemies_of(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[int, ...]:
    """The numbers of the enemies of a unit that stand on the table."""
    return battle.numbers_on_table(1 - unit.side)


def enemies_within(battle: ColdSteelBattle, unit: ColdSteelUnit, limit: float) -> tuple[int, ...]:
    """The enemies within this many inches of a unit (geometry.inclusive)."""
    return tuple([enemy for enemy, _ in all_within(battle, unit, limit_of(limit))])


def nearest_of(battle: ColdSteelBattle, unit: int, others: tuple[int, ...]) -> tuple[int, ...]:
    """The nearest of some units to one; all that tie (geometry.distance, geometry.inclusive)."""
    if not others:
        return ()
    lengths = distances(battle, unit, others)
    least = min(lengths)
    return tuple(other for other, length in zip(others, lengths, strict=True) if length <= least + SLACK)


def is_touching(one: Body, other: Body) -> bool:
    """Do two bodies touch? (geometry.precision)"""
    at = standing(one)
    if is_surely_beyond(other, Point(at.x, at.y), one.shape.width + one.shape.depth + TOUCH):
        return False
    return abs(gap(one, other, "footprint")) <= TOUCH


def distance_to(unit: ColdSteelUnit, point: Point) -> float:
    """The distance from a unit to a point (geometry.distance)."""
    return distance_to_point(unit, point, "footprint")


def _settled(length: float) -> float:
    """A distance, 0 between bodies that touch (geometry.distance, geometry.precision)."""
    return 0.0 if length <= TOUCH else length


def nearest_enemies(battle: ColdSteelBattle, unit: ColdSteelUnit, far: float) -> tuple[ColdSteelUnit, ...]:
    """The three nearest enemies within a distance, nearest first."""
    enemies = enemies_of(battle, unit)
    gaps = zip(distances(battle, unit.id, enemies), enemies, strict=True)
    return tuple(battle.units[enemy] for gap, enemy in sorted(gaps) if gap <= far)[:3]
