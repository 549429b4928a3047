"""Contact on the open table: how a unit that touches an enemy comes to lie flush against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.ground.inches.forming import InchForming
from sandtable.systems.elan.ground.inches.moving import closed_to
from sandtable.systems.elan.ground.inches.table import FOOTPRINT
from sandtable.systems.elan.ground.values import Closing
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.terrain import LAYERS
from sandtable.table.charge import FlushRoom, SolidGround, facing_middle
from sandtable.table.measure import contact, gap, nearest, sides_at, touches
from sandtable.table.space import (
    FULL_TURN,
    HALF_TURN,
    TOLERANCE,
    Body,
    Point,
    Pose,
    Scene,
    Side,
    face,
    standing,
    turn_between,
)

MOST_ON_AN_EDGE: Final = 2
"""At most two enemies may be in contact with any one edge of a unit (geometry.contact-align)."""

LEAST_CONTACT: Final = 10
"""Less than a tenth of an inch of edge is a corner and no contact (geometry.contact)."""


class InchAligning(InchForming):
    """Touching, and lying flush."""

    __slots__ = ()

    def touched(self, unit: int, at: Pose) -> tuple[int, ...]:
        one = self.unit(unit)
        there = Body(one.id, one.side, at, one.shape)
        return tuple(
            enemy.id
            for enemy in self.battle.enemies_of(one.side)
            if touches(gap(there, enemy, FOOTPRINT)) and _is_ahead(at, there, enemy)
        )

    def close(self, charger: int, target: int, at: Pose, line: int | None = None) -> Closing | None:
        """Turn flush against the edge that was hit, and slide along it by the least distance to be free.

        Without a free place it stays as it touched; None if two enemies hold that edge already
        (geometry.contact-align, charge.incidental).
        """
        if not self.can_close(charger, target, at, line):
            return None
        unit, enemy = self.unit(charger), self.unit(target)
        there = Body(unit.id, unit.side, at, unit.shape)
        side, point = _edge_hit(there, at.heading if line is None else line, enemy)
        pose = self._flush(unit, enemy, side, point, at)
        return Closing(pose, (target, *self._beside(unit, target, pose)))

    def can_close(self, charger: int, target: int, at: Pose, line: int | None = None) -> bool:
        """Do fewer than two enemies hold the edge that was hit? (charge.incidental)"""
        if len(self.battle.foes_of(target)) < MOST_ON_AN_EDGE:
            return True
        unit, enemy = self.unit(charger), self.unit(target)
        there = Body(unit.id, unit.side, at, unit.shape)
        side, _ = _edge_hit(there, at.heading if line is None else line, enemy)
        return self._count_on(enemy, side, charger) < MOST_ON_AN_EDGE

    def into(self, there: Body, line: int, enemy: Body) -> int:
        """The heading into an enemy, square to the edge that a line hits."""
        side, _ = _edge_hit(there, line, enemy)
        return (face(standing(enemy), enemy.shape, side).heading + HALF_TURN) % FULL_TURN

    def _flush(self, unit: ElanUnit, enemy: ElanUnit, side: Side, point: Point, at: Pose) -> Pose:
        """The free place flush on a side, nearest to where turning about the point of contact would lead."""
        room = FlushRoom(
            self._solid(unit, at), self._solid(enemy, standing(enemy)), self._solids(), self._closed_to(unit)
        )
        middle = facing_middle(enemy, side)
        wanted = middle.local(point).x - at.local(point).x
        most = (face(standing(enemy), enemy.shape, side).width + unit.shape.width) / 2 - LEAST_CONTACT
        tried = sorted({_clamped(aside, most) for aside in (wanted, *room.asides(middle))})
        for aside in sorted(tried, key=lambda one: (abs(one - wanted), one)):
            laid = room.laid(middle.shifted(aside, 0), 1)
            if laid is not None:
                return laid.pose
        return at

    def _beside(self, unit: ElanUnit, target: int, pose: Pose) -> Iterator[int]:
        """The other enemies that a unit touches along an edge where it lies (charge.incidental)."""
        there = self._solid(unit, pose)
        for enemy in self.battle.enemies_of(unit.side):
            if enemy.id != target:
                found = contact(there, self._solid(enemy, standing(enemy)))
                if found is not None and found.kind == "edge":
                    yield enemy.id

    def _count_on(self, unit: ElanUnit, side: Side, charger: int) -> int:
        """How many enemies are in contact with one edge of a unit."""
        mine, count = self._solid(unit, standing(unit)), 0
        for foe in self.battle.foes_of(unit.id):
            found = contact(mine, self._solid(self.unit(foe), standing(self.unit(foe))))
            count += foe != charger and found is not None and found.along(side) > 0
        return count

    def _is_room(self, unit: ElanUnit, at: Pose, spare: int) -> bool:
        """Is there room for a unit at a pose, ignoring one other unit?"""
        room = FlushRoom(self._solid(unit, at), self._solid(unit, at), self._solids(), self._closed_to(unit))
        return room.laid(at, 1, spare=(spare,)) is not None

    def _solid(self, unit: ElanUnit, at: Pose) -> Body:
        """A unit as its footprint."""
        return Body(unit.id, unit.side, at, solid(unit.shape.width, unit.shape.depth))

    def _solids(self) -> Scene:
        """All units as their footprints."""
        bodies = tuple(
            Body(unit.id, unit.side, unit.pose, solid(unit.shape.width, unit.shape.depth))
            for unit in self.battle.units
        )
        return Scene(self.battle.field, bodies)

    def _closed_to(self, unit: ElanUnit) -> SolidGround:
        """The ground on which a unit cannot be laid."""
        return SolidGround(closed_to(self.battle, unit, unit.formation), LAYERS)


def _is_ahead(at: Pose, there: Body, enemy: Body) -> bool:
    """Do two bodies touch on the front edge of the first?"""
    point = nearest(there, enemy, FOOTPRINT).there
    return at.local(point).y >= -2 * TOLERANCE


def _edge_hit(there: Body, line: int, enemy: Body) -> tuple[Side, Point]:
    """The edge of an enemy that was hit, and the point; at a corner the edge that faces the line more.

    In a tie a front or rear edge counts before a side (geometry.contact-align).
    """
    point = nearest(there, enemy, FOOTPRINT).there
    back = (line + HALF_TURN) % FULL_TURN
    pose = standing(enemy)
    sides = sides_at(enemy, point) or ("front", "right", "rear", "left")

    def askew(side: Side) -> tuple[int, bool]:
        turned = abs(turn_between(face(pose, enemy.shape, side).heading, back))
        return turned, side in ("left", "right")

    return min(sides, key=askew), point


def _clamped(aside: float, most: float) -> int:
    return round(max(-most, min(aside, most)))
