"""The ground of a pursuit: the router's line, the ground on the way, and where a pursuer stops."""

from __future__ import annotations

import math
from typing import NamedTuple

from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.movement import (
    PROXIMITY,
    has_ground,
    ignores_difficult,
    keeps_to_roads,
    kinds_of_ground,
    moving_field,
    obstacles_crossed,
    opening,
)
from sandtable.systems.liberty.roster import LAYERS
from sandtable.table.charge import is_ground_on_way
from sandtable.table.forced import PursuitTerms, RankCrossing
from sandtable.table.measure import gap, gaps_to_all
from sandtable.table.movement import Advance, Going, Turn, leg_end
from sandtable.table.space import HAIR, Body, Pose, Shape, centre, heading_between, turn_between

SCOUTS_CHARGE = "special.scouts.charge"


class Flight(NamedTuple):
    """A router and the place from which it ran."""

    unit: int
    start: Pose


class Track(NamedTuple):
    """The way of a pursuer: its pose turned to the router's direction, and how far the router went."""

    faced: Pose
    gone: int


def track(battle: LibertyBattle, unit: Regiment, flight: Flight) -> Track:
    """The router's line and the length of its move, with the pursuer turned freely to it (pursuit.move)."""
    router = battle.units[flight.unit]
    assert unit.pose is not None
    assert router.pose is not None
    before, after = centre(flight.start, router.shape), centre(router.pose, router.shape)
    gone = round(math.hypot(after.x - before.x, after.y - before.y))
    heading = heading_between(before, after) if gone else router.pose.heading
    turn = turn_between(unit.pose.heading, heading)
    return Track(leg_end(Turn(turn), unit.pose, unit.shape) if turn else unit.pose, gone)


def chase(battle: LibertyBattle, unit: Regiment, flight: Flight, way: Track, reach: int) -> PursuitTerms:
    """The terms of a pursuit: other enemies are met, friends and impassable ground bar it.

    pursuit.barred, pursuit.new-enemy.detail
    """
    enemies = (enemy.id for enemy in battle.on_table(1 - unit.side))
    solid = kinds_of_ground("impassable")
    return PursuitTerms(
        flight.unit,
        heading=way.faced.heading,
        gone=way.gone,
        reach=reach,
        enemies=tuple(enemy for enemy in enemies if enemy != flight.unit),
        goings=tuple(Going(kind, entry="barred", rule="pursuit.barred") for kind in solid),
        opening=opening(battle),
    )


def on_the_way(battle: LibertyBattle, unit: Regiment, faced: Pose, reach: int) -> tuple[RankCrossing, ...]:
    """The obstacles that a pursuer reaches going straight ahead (movement.obstacle.when).

    One under its bases is already behind its front edge; following ranks cross it at no cost.
    """
    turned = Body(unit.id, unit.side, faced, unit.shape)
    return obstacles_crossed(battle, turned, faced.heading, reach)


def is_slowed(battle: LibertyBattle, unit: Regiment, faced: Pose, reach: int) -> bool:
    """Does the way lead through DIFFICULT terrain that slows a pursuit?

    pursuit.move, terrain.touch, special.scouts.charge, movement.road.on
    """
    if ignores_difficult(unit) and battle.readings.of(SCOUTS_CHARGE) == 0:
        return False
    kinds = kinds_of_ground("difficult")
    if not has_ground(battle.field, kinds):
        return False
    way, field = (faced, _ahead(faced, unit.shape, reach)), moving_field(battle)
    slow = is_ground_on_way(way, unit.shape, field, kinds, LAYERS)
    return slow and not keeps_to_roads(field, unit.shape, *way)


def kept_off(battle: LibertyBattle, unit: Regiment, faced: Pose, gone: int) -> Pose:
    """Where a pursuer that caught no router stops: the last place on its way that is 4 in from every enemy.

    pursuit.move, pursuit.unable. Without such a place it holds where it is.
    """
    assert unit.pose is not None
    scene, enemies = scene_of(battle), battle.on_table(1 - unit.side)
    at = gone
    while at >= 0:
        there = _ahead(faced, unit.shape, at)
        gaps = gaps_to_all(Body(unit.id, unit.side, there, unit.shape), scene)
        near = [enemy for enemy in enemies if gaps[enemy.id] < PROXIMITY - HAIR]
        if not near:
            return there
        at = min([_comes_near(unit, faced, at, enemy) for enemy in near])
    return unit.pose


def _is_near(unit: Regiment, faced: Pose, at: int, enemy: Regiment) -> bool:
    """Is the unit nearer than 4 in to an enemy after this distance?"""
    there = Body(unit.id, unit.side, _ahead(faced, unit.shape, at), unit.shape)
    return gap(there, enemy) < PROXIMITY - HAIR


def _comes_near(unit: Regiment, faced: Pose, at: int, enemy: Regiment) -> int:
    """The last place before *at* at which the unit is not yet too near to an enemy; -1 if there is none."""
    if _is_near(unit, faced, 0, enemy):
        return -1
    clear_at, near_at = 0, at
    while near_at - clear_at > 1:
        middle = (clear_at + near_at) // 2
        clear_at, near_at = (clear_at, middle) if _is_near(unit, faced, middle, enemy) else (middle, near_at)
    return clear_at


def _ahead(faced: Pose, shape: Shape, at: int) -> Pose:
    return leg_end(Advance(at), faced, shape) if at else faced
