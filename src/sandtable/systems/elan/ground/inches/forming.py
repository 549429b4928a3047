"""Turns, changes of formation and garrisons on the open table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from sandtable.game.moves import PlanMove
from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.ground.inches.moving import FREE_TURN, InchMoving, kinds_on
from sandtable.systems.elan.ground.inches.table import FOOTPRINT
from sandtable.systems.elan.ground.values import Stance
from sandtable.systems.elan.options import effect_on
from sandtable.systems.elan.sectors import CORNERS, Sector, sector_of
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.terrain import LAYERS
from sandtable.systems.elan.troops import Formation
from sandtable.table.body import Body, standing
from sandtable.table.compulsory import EDGE_HEADINGS, heading_between
from sandtable.table.distance import distance_to_ground, gaps_to_all
from sandtable.table.legs import Turn, end
from sandtable.table.measure import FULL_TURN, HALF_TURN, QUARTER_TURN, TOLERANCE, turn_between
from sandtable.table.pose import Pose
from sandtable.table.terms import Going, Terms
from sandtable.table.terrain import ground_under, is_on_table

TURNS: Final = (QUARTER_TURN, -QUARTER_TURN, HALF_TURN)
"""The facing changes in place: a quarter turn either way, and about (movement.quarter-turn)."""


class InchForming(InchMoving):
    """Turns, formations, garrisons."""

    __slots__ = ()

    # ---------------------------------------------------------------- turns
    def turns(self, unit: int) -> tuple[int, ...]:
        """The turns in place for which there is room (movement.quarter-turn, geometry.turning)."""
        one = self.unit(unit)
        heading = standing(one).heading
        ways = ((turn, self.turned(unit, (heading + turn) % FULL_TURN)) for turn in TURNS)
        return tuple(
            turn for turn, pose in ways if self._is_free(one, Stance(one.formation, one.shape, pose))
        )

    def turned(self, unit: int, heading: int) -> Pose:
        """Where a unit stands once it has turned on its centre (geometry.turning)."""
        one = self.unit(unit)
        turn = turn_between(standing(one).heading, heading)
        return end(Turn(turn), standing(one), one.shape) if turn else standing(one)

    async def face(self, decision: str, unit: int) -> Pose:
        """Ask which way a unit shall face: any way for which there is room, in a move clear of enemies.

        rally.face, movement.gun-turn, movement.no-contact, geometry.turning
        """
        one = self.unit(unit)
        kinds = (kind for kind in kinds_on(self.battle) if effect_on(self.battle, one, kind).closed)
        terms = Terms(
            0,
            (FREE_TURN,),
            goings=tuple(Going(kind, entry="barred", rule="geometry.turning") for kind in kinds),
            opening=self.opening(one),
            keeps=self._keeps(one, march=False) if decision == "move.path" else (),
            most_legs=1,
            outline=FOOTPRINT,
            rule="geometry.turning",
            overlap_rule="geometry.turning",
            edge_rule="geometry.turning",
        )
        toward = tuple(self.middle(enemy) for enemy in self.enemies(unit))
        return (await PlanMove(decision, one.side, one, terms, self.scene, toward)).end

    # ---------------------------------------------------------------- formations
    def stance(self, unit: int, formation: Formation) -> Stance:
        """A unit in another formation, the middle of its front and its facing kept.

        formation.change-centre
        """
        one = self.unit(unit)
        return Stance(formation, one.profile.shape(formation, self.battle.scale), standing(one))

    def has_room(self, unit: int, stance: Stance) -> bool:
        """Would a voluntary change overlap no unit, closed ground or table edge? (geometry.turning)"""
        return self._is_free(self.unit(unit), stance)

    def keeps_clear(self, unit: int, stance: Stance) -> bool:
        """Is it an inch from every enemy, or no nearer to him than it was? (movement.no-contact)"""
        gaps = gaps_to_all(Body(unit, self.unit(unit).side, stance.to, stance.shape), self.scene, FOOTPRINT)
        clearance = self.figures.clearance
        near = [enemy for enemy in self.enemies(unit) if gaps[enemy] < clearance - TOLERANCE]
        return not near or all(gaps[enemy] >= self.gaps(unit)[enemy] - TOLERANCE for enemy in near)

    def _is_free(self, unit: ElanUnit, stance: Stance) -> bool:
        there = Body(unit.id, unit.side, stance.to, solid(stance.shape.width, stance.shape.depth))
        if not is_on_table(there, self.battle.field):
            return False
        gaps = gaps_to_all(there, self.scene, FOOTPRINT)
        gaps[unit.id] = math.inf
        if min(gaps) < -TOLERANCE:
            return False
        return not self._lies_on_closed(unit, stance.formation, there)

    def _lies_on_closed(self, unit: ElanUnit, formation: Formation, there: Body) -> bool:
        """Would a unit lie on ground closed to it in a formation, and not on a road or where it does now?

        terrain.closed, terrain.path, geometry.turning
        """
        field, troops = self.battle.field, replace(unit, formation=formation)
        closed = [kind for kind in kinds_on(self.battle) if effect_on(self.battle, troops, kind).closed]
        if not closed or self.is_on_road(formation, standing(there)):
            return False
        stays = unit.pose is not None and formation is unit.formation
        before = ground_under(unit, field, LAYERS, FOOTPRINT) if stays else ()
        under = ground_under(there, field, LAYERS, FOOTPRINT)
        return any(field.pieces[number].kind in closed for number in under if number not in before)

    # ---------------------------------------------------------------- garrisons
    def sectors(self) -> Iterator[tuple[int, Sector]]:
        """Every sector of the table, with the place of its piece of ground."""
        for number, piece in enumerate(self.battle.field.pieces):
            sector = sector_of(piece)
            if sector is not None:
                yield number, sector

    def garrison(self, unit: int) -> tuple[Stance, ...]:
        """The free sectors near enough to be entered (formation.garrison-exit, terrain.sector)."""
        one, found = self.unit(unit), []
        if Formation.GARRISON not in one.profile.formations:
            return ()
        for number, sector in self.sectors():
            span = distance_to_ground(one, self.battle.field, number, FOOTPRINT)
            heading = sector.heading_near(standing(one).heading)
            shape = sector.shape(heading)
            if self.is_within(span, self.figures.sector) and self._is_empty(one, sector, heading):
                found.append(Stance(Formation.GARRISON, shape, sector.pose(heading), sector.piece))
        return tuple(found)

    def _is_empty(self, unit: ElanUnit, sector: Sector, heading: int) -> bool:
        """Does no other unit hold a sector or stand in it?"""
        there = Body(unit.id, unit.side, sector.pose(heading), sector.shape(heading))
        gaps = gaps_to_all(there, self.scene, FOOTPRINT)
        return all(gap >= -TOLERANCE for number, gap in enumerate(gaps) if number != unit.id)

    def sorties(self, unit: int, formations: Sequence[Formation]) -> tuple[Stance, ...]:
        """The free places outside the sector, its rear edge on the middle of a side, clear of enemies.

        formation.garrison-exit
        """
        one, sector = self.unit(unit), self._sector_of(unit)
        found = []
        for quarter in range(CORNERS):
            for formation in formations:
                stance = self._outside(
                    one, sector, (sector.heading + quarter * QUARTER_TURN) % FULL_TURN, formation
                )
                if self.has_room(unit, stance) and self._is_clear(one, stance):
                    found.append(stance)
        return tuple(found)

    def driven_out(self, unit: int, formation: Formation, threat: int | None) -> Stance:
        """A garrison outside its sector on the side away from a threat, or towards its own edge.

        melee.result.garrison
        """
        one, sector = self.unit(unit), self._sector_of(unit)
        if threat is None:
            away = EDGE_HEADINGS[self.battle.camps[one.side].edge]
        else:
            away = heading_between(self.middle(threat), sector.middle)
        return self._outside(one, sector, sector.heading_near(away), formation)

    def _sector_of(self, unit: int) -> Sector:
        sector = self.unit(unit).sector
        return next(one for _, one in self.sectors() if one.piece == sector)

    def _outside(self, unit: ElanUnit, sector: Sector, heading: int, formation: Formation) -> Stance:
        """A unit with the middle of its rear edge on a side of its sector, facing squarely away from it."""
        shape = unit.profile.shape(formation, self.battle.scale)
        return Stance(formation, shape, sector.pose(heading).shifted(0, shape.depth))

    def _is_clear(self, unit: ElanUnit, stance: Stance) -> bool:
        """Is it as far from enemies as any move must stay? (movement.no-contact)"""
        gaps = gaps_to_all(Body(unit.id, unit.side, stance.to, stance.shape), self.scene, FOOTPRINT)
        clearance = self.figures.clearance - TOLERANCE
        return all(gaps[enemy] >= clearance for enemy in self.enemies(unit.id))
