"""Distances on the open table: from footprint to footprint, from point to footprint."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from sandtable.systems.elan.battle import Leader, Step
from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.ground.inches.measured import (
    SLACK,
    company_of,
    is_any_near_point,
    near_point,
    near_unit,
    to_point,
)
from sandtable.systems.elan.ground.inches.table import EQUAL, FAR, FOOTPRINT, InchTable, spot
from sandtable.table import measure
from sandtable.table.space import DEGREE, TOLERANCE, Point, Pose, apart, as_inches, standing


class InchMeasuring(InchTable):
    """Distances between units, commanders and points (scale.measuring)."""

    __slots__ = ()

    def gap(self, one: int, other: int) -> Span:
        """The shortest distance between two footprints (scale.measuring)."""
        units = self.battle.units
        return measure.distance(units[one], units[other], FOOTPRINT)

    def gaps(self, unit: int) -> Sequence[Span]:
        return self.measured.gaps(unit)

    def nearest(self, unit: int, among: Sequence[int]) -> tuple[int, ...]:
        gaps = self.gaps(unit)
        return nearest_of([(gaps[other], other) for other in among])

    def closest(self, unit: int) -> Span:
        """The distance to the nearest enemy; infinite if there is none.

        Outside the Movement phase units rarely move between two questions, so all are measured in one call.
        """
        measured = self.measured
        found = measured.closest.get(unit)
        if found is None:
            standing(self.unit(unit))
            if self.battle.step is Step.MOVING:
                measured.measure(unit)
            else:
                measured.measure_enemies()
            found = measured.closest[unit]
        return found

    def closest_of(self, units: Sequence[int]) -> list[Span]:
        known = self.measured.closest
        return [known[unit] if unit in known else self.closest(unit) for unit in units]

    def elbow_room(self, unit: int) -> Span:
        """The distance to the nearest other unit of either side; infinite if there is none."""
        found = self.measured.elbow_room.get(unit)
        if found is None:
            self.measured.measure(unit)
            found = self.measured.elbow_room[unit]
        return found

    def leader_gap(self, leader: int, unit: int) -> Span:
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
        return company_of(enemies).is_near(spot(here), limit)

    def near_leader(self, leader: int, units: Sequence[int], limit: Span) -> tuple[int, ...]:
        """The units within a distance of a commander (scale.measuring, scale.tolerance)."""
        here, all_units, reach = self.battle.leaders[leader], self.battle.units, limit + SLACK
        there = [all_units[unit] for unit in units]
        if here.attached_to is None:
            return tuple(near_point(there, spot(here), reach))
        return tuple(near_unit(there, all_units[here.attached_to], reach))

    def are_together(self, one: int, other: int, limit: Span) -> bool:
        """Are two commanders within a distance of each other? (scale.measuring, scale.tolerance)"""
        here, there = self.battle.leaders[one], self.battle.leaders[other]
        if here.pose is None or there.pose is None:
            if self._are_far_apart(here, there, limit):
                return False
            return self.leaders_gap(one, other) <= limit + SLACK
        # Computed as `apart` does, so that both give the same float.
        dx, dy = there.pose.x - here.pose.x, there.pose.y - here.pose.y
        return sqrt(dx * dx + dy * dy) <= limit + SLACK

    def _are_far_apart(self, here: Leader, there: Leader, limit: Span) -> bool:
        """Are two commanders certainly farther apart than a limit? A cheap test before measuring.

        No part of a unit is farther from the middle of its front than its width plus depth.
        """
        reach, at = limit + EQUAL + TOLERANCE, []
        for leader in (here, there):
            host, pose = self.host(leader), leader.pose
            if host is not None:
                reach, pose = reach + host.shape.width + host.shape.depth, host.pose
            if pose is None:
                return False
            at.append(pose)
        dx, dy = at[0].x - at[1].x, at[0].y - at[1].y
        return dx * dx + dy * dy > reach * reach

    def leaders_gap(self, one: int, other: int) -> Span:
        """The distance between two commanders; an attached one is measured as his unit."""
        here, there = self.battle.leaders[one], self.battle.leaders[other]
        if there.attached_to is not None:
            return self.leader_gap(one, there.attached_to)
        if here.attached_to is not None:
            return self.leader_gap(other, here.attached_to)
        return apart(spot(here), spot(there))

    def point_gap(self, unit: int, point: Point) -> Span:
        """The distance from a unit's footprint to a point."""
        body = self.unit(unit)
        return to_point(standing(body), body.shape, point)

    def is_any_near(self, units: Sequence[int], point: Point, limit: Span) -> bool:
        """Is any of these units within a distance of a point? (scale.measuring, scale.tolerance)"""
        here = self.battle.units
        return is_any_near_point([here[unit] for unit in units], point, limit + SLACK)

    def home_gap(self, unit: int) -> Span:
        """The distance from the nearest point of a unit to its own table edge (setup.table)."""
        body = self.unit(unit)
        return measure.distance_to_edge(body, self.battle.field, self.battle.camps[body.side].edge)

    def place_in_words(self, pose: Pose) -> str:
        """A place in inches from the south-west corner."""
        return f"({as_inches(pose.x):g}, {as_inches(pose.y):g})"

    def heading_in_words(self, heading: int) -> str:
        """A direction in degrees clockwise from north."""
        return f"{heading / DEGREE:g}°"


def nearest_of(measured: Sequence[tuple[Span, int]]) -> tuple[int, ...]:
    """The numbers at the least distance, in ascending order (scale.tolerance)."""
    least = min((span for span, _ in measured), default=FAR)
    return tuple(number for span, number in measured if span <= least + SLACK and span < FAR)
