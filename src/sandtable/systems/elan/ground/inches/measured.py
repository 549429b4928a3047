"""What was measured on the open table: it is kept with the scene, and with the units, that it is about."""

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
from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.measure import distance
from sandtable.table.measure.neighbours import enemies_near, neighbours_of
from sandtable.table.space.body import Body, centre, standing
from sandtable.table.space.lengths import HAIR, TOLERANCE
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Outline, Scene
from sandtable.table.space.shape import Shape

EQUAL: Final = 1.0
"""Distances that differ by no more are equal: a hundredth of an inch (scale.tolerance)."""

SLACK: Final = EQUAL + HAIR
"""The slack with which the table compares a distance with a limit (scale.tolerance)."""

FOOTPRINT: Final[Outline] = "footprint"
"""Units are measured by the full rectangle of their formation (formation.shape, scale.measuring)."""

FAR: Final = math.inf


class Measured:
    """What was measured of a scene: it stays as long as nobody moves.

    ``closest`` is the distance from a unit to its nearest enemy and ``elbow_room`` that to its nearest
    neighbour of either side, or minus how deep it lies in him, each by the number of the unit; ``onsets`` are
    the ways of charges, by charger, target, reach and formation of the charger.
    """

    __slots__ = ("_gaps", "_rows", "closest", "elbow_room", "onsets", "scene")

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._rows: dict[int, Floats] = {}
        self._gaps: dict[int, Sequence[Span]] = {}
        self.closest: dict[int, Span] = {}
        self.elbow_room: dict[int, Span] = {}
        self.onsets: dict[tuple[int, int, int, Formation], Onset | None] = {}

    def measure(self, unit: int) -> None:
        """Measure a unit from every other."""
        standing(self.scene.bodies[unit])
        found = neighbours_of(unit, self.scene, FOOTPRINT)
        self._rows[unit] = found.gaps
        self.elbow_room[unit] = found.to_other
        self.closest[unit] = max(found.to_enemy, 0.0)

    def measure_enemies(self) -> None:
        """Measure every unit from its nearest enemy, all in one call."""
        closest = self.closest
        for unit, span in enumerate(enemies_near(self.scene, FOOTPRINT)):
            closest[unit] = max(span, 0.0)

    def gaps(self, unit: int) -> Sequence[Span]:
        """The distances from a unit to all, by number; 0 however deep they overlap."""
        found = self._gaps.get(unit)
        if found is None:
            if unit not in self._rows:
                self.measure(unit)
            found = compiled.listed(self._rows[unit])
            if self.elbow_room[unit] < 0.0:
                found = [max(gap, 0.0) for gap in found]
            self._gaps[unit] = found
        return found


measured_of: Final = by_identity(most=8)(Measured)
"""What was measured of a scene so far."""


# --------------------------------------------------------------------- how near units are to points
@lru_cache(maxsize=16384)
def to_point(pose: Pose, shape: Shape, point: Point) -> Span:
    """How far a footprint is from a point; most are asked about again and again while they do not move."""
    return distance.distance_to_point(Body(0, 0, pose, shape), point, FOOTPRINT)


def near_point(units: Iterable[ElanUnit], point: Point, reach: float) -> list[int]:
    """Those of some units of which any part is so near to a point; measured where neither circle tells.

    The middle of its front is a part of a unit, and no part is farther from that than its width and depth.
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
    """Those of some units of which any part is so near to any of another, told as by `near_point`."""
    here, mine = standing(host), host.shape
    inner, outer = max(reach - EQUAL, 0.0) ** 2, reach + TOLERANCE + mine.width + mine.depth
    found = []
    for unit in units:
        pose, shape = unit.pose or standing(unit), unit.shape
        dx, dy, far = pose.x - here.x, pose.y - here.y, outer + shape.width + shape.depth
        away = dx * dx + dy * dy
        if away <= far * far and (away <= inner or distance.distance(host, unit, FOOTPRINT) <= reach):
            found.append(unit.id)
    return found


def is_any_near_point(units: Iterable[ElanUnit], point: Point, reach: float) -> bool:
    """Is any part of any of some units so near to a point? Told as by `near_point`."""
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
    """Units that stand where they stand, and what was found out about all of them."""

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
        """The scene with everybody else taken off the table, and one more body that is to move in it.

        It stays the same as long as these do, wherever the others and the rider are.
        """
        found, count = self._alone, len(scene.bodies)
        if found is None or found.field is not scene.field or len(found.bodies) != count + 1:
            alone = list(_absent(tuple([body.side for body in scene.bodies]), rider.side, rider.shape))
            for unit in self.units:
                alone[unit.id] = unit
            found = self._alone = Scene(scene.field, tuple(alone))
        return found

    def is_near(self, point: Point, limit: Span) -> bool:
        """Is anybody of them within a distance of a point? (scale.measuring, scale.tolerance)"""
        return is_any_near_point(self.units, point, limit + SLACK)


@lru_cache(maxsize=64)
def _absent(sides: tuple[int, ...], side: int, shape: Shape) -> tuple[Body, ...]:
    """Bodies of these sides and one more, none of them on the table; what shape they have does not matter."""
    return tuple(Body(number, one, None, shape) for number, one in enumerate((*sides, side)))


company_of: Final = by_identity(most=8)(Company)
"""Some units as long as they are the same: those of a side are while the other acts."""
