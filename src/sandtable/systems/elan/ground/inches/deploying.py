"""Free deployment on the open table: where units and commanders may be placed before the battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.ground.inches.measured import SLACK
from sandtable.systems.elan.ground.inches.placing import InchPlacing
from sandtable.systems.elan.ground.inches.table import FOOTPRINT
from sandtable.systems.elan.ground.values import Stance
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.terrain import kind_of
from sandtable.systems.elan.troops import Formation
from sandtable.table.measure import distance_from_ground, gaps_to_all, is_inside_ground, is_on_table
from sandtable.table.space import (
    EDGE_HEADINGS,
    FULL_TURN,
    HALF_TURN,
    INCH,
    TOLERANCE,
    Body,
    Field,
    Piece,
    Point,
    Pose,
    as_inches,
)

ACROSS: Final = INCH
DEEP: Final = 3 * INCH
"""The distance between the places of a zone that are tried, along the edge and away from it."""


class InchDeploying(InchPlacing):
    """Placing units and commanders in the zone of their side."""

    __slots__ = ()

    def posted(self, unit: int, formation: Formation, to: Pose, sector: str) -> Stance | None:
        if formation is not Formation.GARRISON:
            return Stance(formation, self.unit(unit).profile.shape(formation, self.battle.scale), to)
        held = next((one for _, one in self.sectors() if one.piece == sector), None)
        if held is None:
            return None
        heading = held.heading_near(to.heading)
        return Stance(formation, held.shape(heading), held.pose(heading), sector)

    def posts(self, unit: int, formation: Formation) -> Iterator[Stance]:
        one, zone = self.unit(unit), self._zone(self.unit(unit).side)
        edge = self.battle.camps[one.side].edge
        heading = (EDGE_HEADINGS[edge] + HALF_TURN) % FULL_TURN
        shape = one.profile.shape(formation, self.battle.scale)
        columns = edge in ("top", "bottom")
        left, right = (round(f(point.x for point in zone)) for f in (min, max))
        low, high = (round(f(point.y for point in zone)) for f in (min, max))
        for x in range(left, right + 1, ACROSS if columns else DEEP):
            for y in range(low, high + 1, DEEP if columns else ACROSS):
                yield Stance(formation, shape, Pose(x, y, heading))

    def misplaced(self, unit: int, stance: Stance) -> str:
        """Why a unit may not begin the battle so, in words; empty if it may (setup.deploy)."""
        one = self.unit(unit)
        there = Body(unit, one.side, stance.to, solid(stance.shape.width, stance.shape.depth))
        if not is_on_table(there, self.battle.field):
            return "stands beyond the edge of the table"
        zone = Field(self.battle.field.width, self.battle.field.depth, (self._outline(one.side),))
        if not is_inside_ground(there, zone, 0):
            return "stands outside the zone of its side"
        return self._too_near(one, there) or self._on_closed_ground(one, stance)

    def _too_near(self, unit: ElanUnit, there: Body) -> str:
        gaps = gaps_to_all(there, self.scene, FOOTPRINT)
        for other in self.battle.units:
            if other.id == unit.id or other.pose is None:
                continue
            least = 0 if other.side == unit.side else self.figures.clearance
            if gaps[other.id] < (least - SLACK if least else -TOLERANCE):
                return (
                    f"stands {as_inches(max(gaps[other.id], 0))} in from {other.name}"
                    if least
                    else (f"overlaps {other.name}")
                )
        return ""

    def _on_closed_ground(self, unit: ElanUnit, stance: Stance) -> str:
        off = replace(unit, pose=None)
        return "stands on ground it cannot enter" if self._lies_on_closed(off, stance) else ""

    def spot(self, side: int, point: Point) -> Pose | None:
        """A commander placed at a point of the zone; None if he may not stand there (setup.deploy)."""
        field = Field(self.battle.field.width, self.battle.field.depth, (self._outline(side),))
        barred = (n for n, piece in enumerate(self.battle.field.pieces) if kind_of(piece.kind).closed_to_all)
        if distance_from_ground(field, 0, point) > SLACK:
            return None
        if any(distance_from_ground(self.battle.field, number, point) <= 0 for number in barred):
            return None
        return Pose(round(point.x), round(point.y), 0)

    def _zone(self, side: int) -> tuple[Point, ...]:
        """The zone of a side; the whole table if the scenario names none."""
        wide, deep = float(self.battle.field.width), float(self.battle.field.depth)
        table = (Point(0.0, 0.0), Point(wide, 0.0), Point(wide, deep), Point(0.0, deep))
        return self.battle.camps[side].zone or table

    def _outline(self, side: int) -> Piece:
        return Piece("zone", "zone", self._zone(side))
