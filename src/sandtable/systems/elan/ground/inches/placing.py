"""Putting commanders and reinforcements down on the open table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.placing import PlacePoint
from sandtable.systems.elan.ground.inches.fleeing import InchFleeing
from sandtable.systems.elan.ground.inches.moving import MORE
from sandtable.systems.elan.ground.inches.table import FOOTPRINT, spot
from sandtable.systems.elan.ground.values import Entrance, Stance
from sandtable.systems.elan.terrain import kind_of
from sandtable.table.body import Body
from sandtable.table.compulsory import EDGE_HEADINGS
from sandtable.table.distance import gaps_to_all
from sandtable.table.ground import TableSide
from sandtable.table.measure import FULL_TURN, HALF_TURN, INCH
from sandtable.table.pose import Point, Pose
from sandtable.table.shape import Shape

STEP: Final = INCH // 2
"""The places of an edge that are tried lie half an inch apart."""


class InchPlacing(InchFleeing):
    """Commanders beside units, reinforcements on an edge."""

    __slots__ = ()

    async def beside(self, decision: str, leader: int, unit: int) -> Pose | None:
        """Ask for a point within 1 in of a unit and farther than that from every enemy.

        leaders.attach-range, leaders.unattached-safe, leaders.casualty.scratch
        """
        who = self.battle.leaders[leader]
        question = PlacePoint(
            decision,
            who.side,
            self.unit(unit),
            self.figures.beside,
            tuple(enemy.id for enemy in self.battle.enemies_of(who.side)),
            self.figures.clearance + MORE,
            tuple(piece.id for piece in self.battle.field.pieces if kind_of(piece.kind).closed_to_all),
            self.scene,
            (leader,),
        )
        if not question.sensible():
            return None
        point = await question
        return Pose(round(point.x), round(point.y), 0)

    def is_caught(self, leader: int, enemy: int) -> bool:
        """Has an enemy come upon a detached commander or within 1 in of him? (leaders.unattached-safe)"""
        return self.is_within(
            self.point_gap(enemy, spot(self.battle.leaders[leader])), self.figures.clearance
        )

    def entrances(self, unit: int, entrance: Entrance) -> tuple[Stance, ...]:
        """The free places of an edge, its rear on it, facing inward, nearest to the entry point first.

        setup.arrivals
        """
        one, heading = self.unit(unit), (EDGE_HEADINGS[entrance.edge] + HALF_TURN) % FULL_TURN
        shape = one.profile.shape(one.formation, self.battle.scale)
        found = []
        for pose in self._along(entrance, heading, shape):
            stance = Stance(one.formation, shape, pose)
            if self._is_free(one, pose, shape) and self._is_far(one.side, unit, stance):
                found.append(stance)
        return tuple(found)

    def _along(self, entrance: Entrance, heading: int, shape: Shape) -> Iterator[Pose]:
        """The places of an edge, those nearer to the entry point first, west or south before east."""
        field, edge = self.battle.field, entrance.edge
        along = field.width if edge in ("top", "bottom") else field.depth
        at = entrance.point.x if edge in ("top", "bottom") else entrance.point.y
        for step in range(round(along) // STEP + 1):
            for place in dict.fromkeys((at - step * STEP, at + step * STEP)):
                if shape.width / 2 <= place <= along - shape.width / 2:
                    yield _on_edge(edge, place, field.width, field.depth, heading).shifted(0, shape.depth)

    def _is_far(self, side: int, unit: int, stance: Stance) -> bool:
        """Is a place far enough from every enemy? (setup.arrivals)"""
        gaps = gaps_to_all(Body(unit, side, stance.to, stance.shape), self.scene, FOOTPRINT)
        return all(
            self.is_within(self.figures.entry, gaps[enemy.id]) for enemy in self.battle.enemies_of(side)
        )


def _on_edge(edge: TableSide, place: float, width: int, depth: int, heading: int) -> Pose:
    """A pose on an edge of the table, facing inward."""
    x, y = {
        "bottom": Point(place, 0),
        "top": Point(place, depth),
        "left": Point(0, place),
        "right": Point(width, place),
    }[edge]
    return Pose(round(x), round(y), heading)
