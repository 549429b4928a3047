"""Measurements on the open table, cached with the scene or the units they are about."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.ground.values import Onset
from sandtable.systems.elan.troops import Formation
from sandtable.table import measure
from sandtable.table.measure import Neighbours, enemies_near, neighbours_of
from sandtable.table.space import HAIR, TOLERANCE, Body, Outline, Point, Pose, Scene, Shape, centre, standing

EQUAL: Final = 1.0
"""Distances within this of each other are equal: a hundredth of an inch (scale.tolerance)."""

SLACK: Final = EQUAL + HAIR
"""The slack for comparing a distance with a limit (scale.tolerance)."""

FOOTPRINT: Final[Outline] = "footprint"
"""Units are measured by the full rectangle of their formation (formation.shape, scale.measuring)."""

FAR: Final = math.inf


class Measured:
    """The measurements of a scene, valid as long as no unit moves.

    By unit number, ``closest`` is the distance to the nearest enemy and ``elbow_room`` that to the nearest
    unit of either side, negative by the depth of an overlap; ``onsets`` are the ways of charges, by charger,
    target, reach and formation of the charger.
    """

    __slots__ = ("_gaps", "_neighbours", "closest", "elbow_room", "onsets", "scene")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._neighbours: dict[int, Neighbours] = {}
        self._gaps: dict[int, Sequence[Span]] = {}
        self.closest: dict[int, Span] = {}
        self.elbow_room: dict[int, Span] = {}
        self.onsets: dict[tuple[int, int, int, Formation], Onset | None] = {}

    def measure(self, unit: int) -> None:
        """Measure one unit against all others."""
        standing(self.scene.bodies[unit])
        found = neighbours_of(unit, self.scene, FOOTPRINT)
        self._neighbours[unit] = found
        self.elbow_room[unit] = found.to_other
        self.closest[unit] = max(found.to_enemy, 0.0)

    def measure_enemies(self) -> None:
        """Measure each unit's distance to its nearest enemy by one kernel call."""
        closest = self.closest
        for unit, span in enumerate(enemies_near(self.scene, FOOTPRINT)):
            closest[unit] = max(span, 0.0)

    def gaps(self, unit: int) -> Sequence[Span]:
        """The distances from a unit to all units by number; 0 where they overlap."""
        found = self._gaps.get(unit)
        if found is None:
            if unit not in self._neighbours:
                self.measure(unit)
            found = self._neighbours[unit].to_each()
            if self.elbow_room[unit] < 0.0:
                found = [max(gap, 0.0) for gap in found]
            self._gaps[unit] = found
        return found


measured_of: Final = by_identity(most=8)(Measured)
"""The measurements of a scene; those of the last eight scenes are kept."""


# --------------------------------------------------------------------- how near units are to points
@lru_cache(maxsize=16384)
def to_point(pose: Pose, shape: Shape, point: Point) -> Span:
    """The distance from a footprint to a point; cached, as few units move between two questions."""
    return measure.distance_to_point(Body(0, 0, pose, shape), point, FOOTPRINT)


def near_point(units: Iterable[ElanUnit], point: Point, reach: float) -> list[int]:
    """The units with any part within reach of a point.

    Two circles about the middle of the front decide most cases without measuring: that middle is a part of
    the unit, and no part is farther from it than width plus depth.
    """
    x, y = point
    inner, outer, found = max(reach - EQUAL, 0.0) ** 2, reach + TOLERANCE, []
    for unit in units:
        pose, shape = unit.pose or standing(unit), unit.shape
        dx, dy, far = x - pose.x, y - pose.y, outer + shape.width + shape.depth
        away = dx * dx + dy * dy
        if away <= far * far and (away <= inner or to_point(pose, shape, point) <= reach):
            found.append(unit.id)
    return found


def near_unit(units: Iterable[ElanUnit], host: ElanUnit, reach: float) -> list[int]:
    """The units with any part within reach of another unit, by the same two circles as `near_point`."""
    here, mine = standing(host), host.shape
    inner, outer = max(reach - EQUAL, 0.0) ** 2, reach + TOLERANCE + mine.width + mine.depth
    found = []
    for unit in units:
        pose, shape = unit.pose or standing(unit), unit.shape
        dx, dy, far = pose.x - here.x, pose.y - here.y, outer + shape.width + shape.depth
        away = dx * dx + dy * dy
        if away <= far * far and (away <= inner or measure.distance(host, unit, FOOTPRINT) <= reach):
            found.append(unit.id)
    return found


def is_any_near_point(units: Iterable[ElanUnit], point: Point, reach: float) -> bool:
    """Is any of these units within reach of a point? By the same two circles as `near_point`."""
    x, y = point
    inner, outer = max(reach - EQUAL, 0.0) ** 2, reach + TOLERANCE
    for unit in units:
        pose, shape = unit.pose or standing(unit), unit.shape
        dx, dy, far = x - pose.x, y - pose.y, outer + shape.width + shape.depth
        away = dx * dx + dy * dy
        if away <= far * far and (away <= inner or to_point(pose, shape, point) <= reach):
            return True
    return False


class Company:
    """A group of units in their places, and what is derived from them."""

    __slots__ = ("_alone", "_middles", "units")

    def __init__(self, units: tuple[ElanUnit, ...]) -> None:
        self.units = units
        self._middles: tuple[Point, ...] | None = None
        self._alone: Scene | None = None

    @property
    def middles(self) -> tuple[Point, ...]:
        """The middles of their footprints."""
        if self._middles is None:
            self._middles = tuple([centre(standing(unit), unit.shape) for unit in self.units])
        return self._middles

    def by_themselves(self, scene: Scene, rider: Body) -> Scene:
        """The scene with only these units on the table, and one more body that is to move in it.

        Cached: it does not depend on where the other units and the rider are.
        """
        found, count = self._alone, len(scene.bodies)
        if found is None or found.field is not scene.field or len(found.bodies) != count + 1:
            alone = list(_absent(tuple([body.side for body in scene.bodies]), rider.side, rider.shape))
            for unit in self.units:
                alone[unit.id] = unit
            found = self._alone = Scene(scene.field, tuple(alone))
        return found

    def is_near(self, point: Point, limit: Span) -> bool:
        """Is any of them within a distance of a point? (scale.measuring, scale.tolerance)"""
        return is_any_near_point(self.units, point, limit + SLACK)


@lru_cache(maxsize=64)
def _absent(sides: tuple[int, ...], side: int, shape: Shape) -> tuple[Body, ...]:
    """Bodies of these sides and one more, all off the table; their shape does not matter."""
    return tuple(Body(number, one, None, shape) for number, one in enumerate((*sides, side)))


company_of: Final = by_identity(most=8)(Company)
"""A group by identity: the tuple of a side's units stays the same while the other side acts."""
