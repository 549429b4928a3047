"""Distances on hexes: steps from hex to hex."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.ground.hexes.plan import hex_at
from sandtable.systems.elan.ground.hexes.table import FAR, HexTable
from sandtable.table.hexes import FAR as NOWHERE
from sandtable.table.hexes import Hex, compass_point, distance
from sandtable.table.space import Point, Pose


class HexMeasuring(HexTable):
    """Distances between units, commanders and points (hex.distance)."""

    __slots__ = ()

    def gap(self, one: int, other: int) -> Span:
        """The number of steps between two units; adjacent units are 1 apart (hex.distance)."""
        return distance(self.hex(one), self.hex(other))

    def gaps(self, unit: int) -> Sequence[Span]:
        return self.measured.gaps.get(unit) or self.measured.measure(unit)

    def nearest(self, unit: int, among: Sequence[int]) -> tuple[int, ...]:
        gaps = self.gaps(unit)
        least = min((gaps[other] for other in among), default=FAR)
        return tuple(other for other in among if gaps[other] == least < FAR)

    def closest(self, unit: int) -> Span:
        body = self.scene.bodies[unit]
        gap = self.scene.enemy_gaps(body.side)[body.hex or self.hex(unit)]
        return FAR if gap >= NOWHERE else gap

    def closest_of(self, units: Sequence[int]) -> list[Span]:
        return list(map(self.closest, units))

    def leader_gap(self, leader: int, unit: int) -> Span:
        """The distance from the hex of a commander to a unit."""
        return distance(self.leader_hex(leader), self.hex(unit))

    def enemy_is_near(self, leader: int, limit: Span) -> bool:
        """Is any enemy within this many steps of a commander's hex?"""
        return self.enemy_gap(self.battle.leaders[leader].side, self.leader_hex(leader)) <= limit

    def enemy_gap(self, side: int, here: Hex) -> Span:
        """The number of steps from a hex to the nearest enemy of a side; infinite if there is none."""
        gap = self.scene.enemy_gaps(side)[here]
        return FAR if gap >= NOWHERE else gap

    def near_leader(self, leader: int, units: Sequence[int], limit: Span) -> tuple[int, ...]:
        """The units within this many steps of a commander's hex."""
        spans, numbers, bodies = self.grid.spans, self.grid.numbers, self.scene.bodies
        number, found = numbers[self.leader_hex(leader)], []
        for unit in units:
            there = bodies[unit].hex
            if there is not None and spans[numbers[there] - number] <= limit:
                found.append(unit)
        return tuple(found)

    def are_together(self, one: int, other: int, limit: Span) -> bool:
        """Are two commanders within this many steps? (hex.distance)"""
        return self.is_within(self.leaders_gap(one, other), limit)

    def leaders_gap(self, one: int, other: int) -> Span:
        """The distance between the hexes of two commanders."""
        return distance(self.leader_hex(one), self.leader_hex(other))

    def point_gap(self, unit: int, point: Point) -> Span:
        """The distance from a unit to the hex of a point (hex.plan.points)."""
        return distance(self.hex(unit), hex_at(self.grid, point))

    def is_any_near(self, units: Sequence[int], point: Point, limit: Span) -> bool:
        """Is any of these units within this many steps of the hex of a point? (hex.plan.points)"""
        here = hex_at(self.grid, point)
        spans, numbers, bodies = self.grid.spans, self.grid.numbers, self.scene.bodies
        number = numbers[here]
        for unit in units:
            there = bodies[unit].hex
            if there is not None and spans[numbers[there] - number] <= limit:
                return True
        return False

    def home_gap(self, unit: int) -> Span:
        """How many steps a unit is from its own table edge (hex.plan.points)."""
        return self.grid.edge_distance(self.hex(unit), self.battle.camps[self.unit(unit).side].edge)

    def place_in_words(self, pose: Pose) -> str:
        """The hex of a place, by column and row."""
        return f"hex {self.grid.words(hex_at(self.grid, Point(pose.x, pose.y)))}"

    def heading_in_words(self, heading: int) -> str:
        """The compass direction of a side or corner of a hex."""
        return compass_point(heading)
