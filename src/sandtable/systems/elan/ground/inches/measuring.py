"""Distances on the open table: from footprint to footprint, from point to footprint."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from sandtable.game.kept import by_identity
from sandtable.systems.elan.battle import ElanUnit, Step
from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.ground.inches.table import EQUAL, FAR, FOOTPRINT, InchTable, spot
from sandtable.table import distance
from sandtable.table.body import Body, standing
from sandtable.table.measure import DEGREE, HAIR, TOLERANCE, as_inches
from sandtable.table.plane import apart
from sandtable.table.pose import Point, Pose
from sandtable.table.scene import Scene
from sandtable.table.shape import Shape


class InchMeasuring(InchTable):
    """How far things are from one another (scale.measuring)."""

    __slots__ = ()

    def gap(self, one: int, other: int) -> Span:
        """The shortest distance between two footprints (scale.measuring)."""
        return distance.distance(self.unit(one), self.unit(other), FOOTPRINT)

    def gaps(self, unit: int) -> Sequence[Span]:
        """The distances from a unit to every unit by number; infinite to those not on the table.

        In most phases it is asked of all units before anybody moves: then all are measured at once.
        """
        measured = _measured(self.scene)
        return measured.gaps.get(unit) or measured.from_one(unit, alone=self.battle.step is Step.MOVING)

    def nearest(self, unit: int, among: Sequence[int]) -> tuple[int, ...]:
        """Those of some units that are nearest to a unit; several where they are equally near."""
        gaps = self.gaps(unit)
        return nearest_of([(gaps[other], other) for other in among])

    def closest(self, unit: int) -> Span:
        """The distance to the nearest enemy; infinite if there is none."""
        measured = _measured(self.scene)
        found = measured.closest.get(unit)
        if found is None:
            gaps = self.gaps(unit)
            found = min([gaps[enemy] for enemy in self.enemies(unit)], default=FAR)
            measured.closest[unit] = found
        return found

    def elbow_room(self, unit: int) -> Span:
        """The distance to the nearest other unit of either side; infinite if there is none."""
        measured = _measured(self.scene)
        found = measured.elbow_room.get(unit)
        if found is None:
            gaps = self.gaps(unit)
            found = min([gap for number, gap in enumerate(gaps) if number != unit], default=FAR)
            measured.elbow_room[unit] = found
        return found

    def leader_gap(self, leader: int, unit: int) -> Span:
        """The distance from a commander to a unit; while attached he is measured as his unit."""
        one = self.battle.leaders[leader]
        host = self.host(one)
        if host is not None:
            return 0.0 if host.id == unit else self.gap(host.id, unit)
        return self.point_gap(unit, spot(one))

    def enemy_is_near(self, leader: int, limit: Span) -> bool:
        """Is any enemy within a distance of a commander? (scale.measuring, scale.tolerance)"""
        here = self.battle.leaders[leader]
        enemies = self.battle.enemies_of(here.side)
        if here.attached_to is not None:
            return any(self.is_within(self.leader_gap(leader, enemy.id), limit) for enemy in enemies)
        at, reach = spot(here), limit + EQUAL + HAIR
        return any([is_near_point(enemy, at, reach) for enemy in enemies])

    def near_leader(self, leader: int, units: Sequence[int], limit: Span) -> tuple[int, ...]:
        """Those of some units that are so near to a commander (scale.measuring, scale.tolerance)."""
        here, all_units = self.battle.leaders[leader], self.battle.units
        if here.attached_to is None:
            at, reach = spot(here), limit + EQUAL + HAIR
            return tuple([unit for unit in units if is_near_point(all_units[unit], at, reach)])
        return tuple([unit for unit in units if self.is_within(self.leader_gap(leader, unit), limit)])

    def leaders_gap(self, one: int, other: int) -> Span:
        """The distance between two commanders, each measured as his unit while attached."""
        here, there = self.battle.leaders[one], self.battle.leaders[other]
        if there.attached_to is not None:
            return self.leader_gap(one, there.attached_to)
        if here.attached_to is not None:
            return self.leader_gap(other, here.attached_to)
        return apart(spot(here), spot(there))

    def point_gap(self, unit: int, point: Point) -> Span:
        """The distance from a unit's footprint to a point."""
        body = self.unit(unit)
        return _to_point(standing(body), body.shape, point)

    def is_any_near(self, units: Sequence[int], point: Point, limit: Span) -> bool:
        """Is any of some units so near to a point? (scale.measuring, scale.tolerance)"""
        reach = limit + EQUAL + HAIR
        return any([is_near_point(self.unit(unit), point, reach) for unit in units])

    def home_gap(self, unit: int) -> Span:
        """How far the nearest point of a unit is from its own table edge (setup.table)."""
        body = self.unit(unit)
        return distance.distance_to_edge(body, self.battle.field, self.battle.camps[body.side].edge)

    def place_in_words(self, pose: Pose) -> str:
        """A place in inches from the south-west corner."""
        return f"({as_inches(pose.x):g}, {as_inches(pose.y):g})"

    def heading_in_words(self, heading: int) -> str:
        """A direction in degrees clockwise from north."""
        return f"{heading / DEGREE:g} degrees"


class Measured:
    """What was measured of a scene: it stays as long as nobody moves.

    ``gaps`` are the distances from a unit to all, ``closest`` that to its nearest enemy and ``elbow_room``
    that to its nearest neighbour of either side, each by the number of the unit.
    """

    __slots__ = ("closest", "elbow_room", "gaps", "scene")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.gaps: dict[int, Sequence[Span]] = {}
        self.closest: dict[int, Span] = {}
        self.elbow_room: dict[int, Span] = {}

    def from_one(self, unit: int, *, alone: bool) -> Sequence[Span]:
        """The distances from a unit to every other, of itself *alone* or of all units in one call."""
        body = self.scene.bodies[unit]
        standing(body)
        if alone:
            mine = distance.gaps_of(unit, self.scene, FOOTPRINT)
            mine[unit] = 0.0
            found = _cut_off(mine)
        else:
            found = _cut_off(distance.distances(self.scene, FOOTPRINT).from_one(unit))
        self.gaps[unit] = found
        return found


_measured: Final = by_identity(most=8)(Measured)
"""What was measured of a scene so far."""


def _cut_off(gaps: Sequence[Span]) -> Sequence[Span]:
    """Distances of which none is less than 0, however deep units overlap."""
    return gaps if min(gaps) >= 0.0 else [max(gap, 0.0) for gap in gaps]


@lru_cache(maxsize=16384)
def _to_point(pose: Pose, shape: Shape, point: Point) -> Span:
    """How far a footprint is from a point; most are asked about again and again while they do not move."""
    return distance.distance_to_point(Body(0, 0, pose, shape), point, FOOTPRINT)


def is_near_point(unit: ElanUnit, point: Point, reach: float) -> bool:
    """Is any part of a unit so near to a point? Measured only where neither circle round it has told.

    The middle of its front is a part of it, and no part is farther from that than its width and depth.
    """
    pose, shape = standing(unit), unit.shape
    away = math.hypot(point.x - pose.x, point.y - pose.y)
    if away <= reach - EQUAL:
        return True
    if away > reach + shape.width + shape.depth + TOLERANCE:
        return False
    return _to_point(pose, shape, point) <= reach


def nearest_of(measured: Sequence[tuple[Span, int]]) -> tuple[int, ...]:
    """The numbers at the least distance, those that are equally far in order (scale.tolerance)."""
    least = min((span for span, _ in measured), default=FAR)
    return tuple(number for span, number in measured if span <= least + EQUAL + HAIR and span < FAR)
