"""Placing commanders and reinforcements on the open table."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.drill import on_the_march
from sandtable.systems.elan.ground.inches.fleeing import InchFleeing
from sandtable.systems.elan.ground.inches.measured import SLACK
from sandtable.systems.elan.ground.inches.moving import MORE
from sandtable.systems.elan.ground.inches.table import EQUAL, FOOTPRINT, spot
from sandtable.systems.elan.ground.values import Entrance, Stance
from sandtable.systems.elan.leader_decisions import PlaceBeside, PlaceDetached
from sandtable.systems.elan.options import footing_in
from sandtable.systems.elan.terrain import kind_of
from sandtable.table.measure import gaps_to_all
from sandtable.table.space import (
    EDGE_HEADINGS,
    FULL_TURN,
    HALF_TURN,
    INCH,
    TOLERANCE,
    Body,
    Field,
    Pose,
    Scene,
    TableSide,
    standing,
)

STEP: Final = INCH // 10
"""The places of an edge are tried a tenth of an inch apart."""

ROUNDED: Final = 2 * EQUAL
"""The largest error of a distance between two places rounded to whole hundredths."""

HANDS: Final = (-1, 1)
"""The two sides of an entry point: west or south, and east or north."""


class InchPlacing(InchFleeing):
    """Commanders beside units, reinforcements on an edge."""

    __slots__ = ()

    async def beside(self, decision: type[PlaceBeside], leader: int, unit: int) -> Pose | None:
        """Ask for a point within 1 in of a unit and farther than that from each enemy.

        leaders.attach-range, leaders.unattached-safe, leaders.casualty.scratch
        """
        if not self.has_place_beside(leader, unit):
            return None
        point = await self._spot_beside(decision, leader, unit)
        return Pose(round(point.x), round(point.y), 0)

    def has_place_beside(self, leader: int, unit: int) -> bool:
        """Is there such a point?

        The middle of the unit is one if no enemy is near and no ground is closed to all
        (leaders.attach-range).
        """
        apart = self.figures.clearance + MORE
        if not _closed_to_all(self.battle.field) and self.closest(unit) > apart + TOLERANCE:
            return True
        return self._spot_beside(PlaceDetached, leader, unit).has_place

    def _spot_beside(self, decision: type[PlaceBeside], leader: int, unit: int) -> PlaceBeside:
        side = self.battle.leaders[leader].side
        return decision(
            side,
            self.unit(unit),
            self.figures.beside,
            self.battle.numbers_on_table(1 - side),
            self.figures.clearance + MORE,
            _closed_to_all(self.battle.field),
            self.scene,
            where=decision.rule,
            slack=SLACK,
            leader=leader,
        )

    def caught_by(self, enemy: int) -> tuple[int, ...]:
        """The detached commanders that an enemy has come upon or within 1 in of (leaders.unattached-safe)."""
        unit, clearance = self.unit(enemy), self.figures.clearance
        side, here, shape = unit.side, standing(unit), unit.shape
        near = clearance + EQUAL + TOLERANCE + shape.width + shape.depth
        left, right, low, high = here.x - near, here.x + near, here.y - near, here.y + near
        caught: list[int] = []
        for number, leader in enumerate(self.battle.leaders):
            if leader.side != side and (pose := leader.pose) is not None:
                if not (left <= pose.x <= right and low <= pose.y <= high):
                    continue
                if self.is_within(self.point_gap(enemy, spot(leader)), clearance):
                    caught.append(number)
        return tuple(caught)

    def entrances(self, unit: int, entrance: Entrance) -> tuple[Stance, ...]:
        """Places with the rear on the edge, facing inward: at the entry point, or the nearest on each side.

        setup.arrivals; cached by profile, as waiting units of one profile have the same entrances
        """
        one, battle = self.unit(unit), self.battle
        if one.pose is not None:
            return self._entrances(one, entrance)
        known = _entrances_on(self.scene)
        troops = footing_in(battle, one, on_the_march(one.arm))
        key = one.profile_id, one.side, entrance.edge, entrance.point, battle.scale, troops
        found = known.get(key)
        if found is None:
            found = known[key] = self._entrances(one, entrance)
        return found

    def _entrances(self, one: ElanUnit, entrance: Entrance) -> tuple[Stance, ...]:
        """The same, searched for (setup.arrivals)."""
        found = {}
        for hand in HANDS:
            nearest = self._first_entrance(one, entrance, hand)
            if nearest is not None:
                step, stance = nearest
                found[stance] = step
        nearest_first = sorted(found, key=found.__getitem__)
        return tuple(stance for stance in nearest_first if found[nearest_first[0]] or not found[stance])

    def _first_entrance(self, unit: ElanUnit, entrance: Entrance, hand: int) -> tuple[int, Stance] | None:
        """The nearest place with room on one side of the entry point, and its distance.

        The search skips as far as a unit in the way, or too near, is certain to remain so.
        """
        field, edge, formation = self.battle.field, entrance.edge, on_the_march(unit.arm)
        heading = (EDGE_HEADINGS[edge] + HALF_TURN) % FULL_TURN
        shape = unit.profile.shape(formation, self.battle.scale)
        along = field.width if edge in ("top", "bottom") else field.depth
        at = entrance.point.x if edge in ("top", "bottom") else entrance.point.y
        step = 0
        while step < along + STEP:
            place, lacking = at + hand * step, 0.0
            if shape.width / 2 <= place <= along - shape.width / 2:
                pose = _on_edge(edge, place, field.width, field.depth, heading)
                stance = Stance(formation, shape, pose.shifted(0, shape.depth))
                lacking = self._lacking(unit, stance)
                if not lacking:
                    return step, stance
            step += STEP * max(1, int((lacking - ROUNDED) // STEP))
        return None

    def _lacking(self, unit: ElanUnit, stance: Stance) -> float:
        """A lower bound on how much an entrance is too near to a unit; 0 where there is room.

        setup.arrivals, geometry.turning
        """
        gaps = gaps_to_all(Body(unit.id, unit.side, stance.to, stance.shape), self.scene, FOOTPRINT)
        gaps[unit.id] = math.inf
        lacking, entry = -TOLERANCE - min(gaps), self.figures.entry
        for enemy in self.battle.numbers_on_table(1 - unit.side):
            lacking = max(lacking, entry - (gaps[enemy] + SLACK))
        if lacking > 0.0:
            return lacking
        lies = self._is_on_table(unit, stance) and not self._lies_on_closed(unit, stance)
        return 0.0 if lies else float(STEP)


@by_identity(most=4)
def _entrances_on(scene: Scene) -> dict[object, tuple[Stance, ...]]:
    """The cache of entrances of a scene, by who enters and where."""
    del scene
    return {}


@lru_cache(maxsize=64)
def _closed_to_all(field: Field) -> tuple[str, ...]:
    """The pieces of ground closed to all units (terrain.types)."""
    return tuple(piece.id for piece in field.pieces if kind_of(piece.kind).closed_to_all)


def _on_edge(edge: TableSide, place: float, width: int, depth: int, heading: int) -> Pose:
    """A pose on an edge of the table, facing inward."""
    if edge in ("bottom", "top"):
        return Pose(round(place), 0 if edge == "bottom" else depth, heading)
    return Pose(0 if edge == "left" else width, round(place), heading)
