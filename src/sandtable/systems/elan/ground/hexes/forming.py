"""Turns, changes of formation and garrisons on hexes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.drill import ON_ROADS
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.ground.hexes.moving import ANY_TURN, HexMoving
from sandtable.systems.elan.ground.hexes.plan import HexPlace, hex_field, pose_in
from sandtable.systems.elan.ground.values import Openings, Stance
from sandtable.systems.elan.options import effect_on, footing_in
from sandtable.systems.elan.plan_decisions import FaceRalliedOnHexes, TurnHexGuns
from sandtable.systems.elan.terrain import SECTORS
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import SIXTH, SIXTHS, Change, Corners, Hex, HexTerms, distance
from sandtable.table.space import FULL_TURN, HALF_TURN, Field, Pose

TURNS: Final = (2 * SIXTH, -2 * SIXTH, HALF_TURN)
"""The facing changes in place: 120 degrees either way, and about; 60 degrees is a wheel (hex.turns)."""

FACING: Final = HexTerms(
    allowance=0, entries=(), changes=(Change("a turn", ANY_TURN, start=1, rule="hex.turns"),)
)
"""A turn in place by any angle (hex.turns)."""


class HexForming(HexMoving):
    """Turns, formations, garrisons."""

    __slots__ = ()

    # ---------------------------------------------------------------- turns
    def open_changes(self, unit: int, formations: Sequence[Formation], *, turning: bool) -> Openings:
        """The formations that its hex is open to, and all turns: there is always room in a hex.

        hex.turns, hex.grid, geometry.turning, hex.short-distances
        """
        one, here = self.unit(unit), self.hex(unit)
        if self.field.kind_at(here):
            formations = [formation for formation in formations if self._admits_form(one, formation, here)]
        return Openings(tuple(formations), TURNS if turning else ())

    def surely_turns(self, unit: int) -> bool:
        """A unit in its own hex can always turn (hex.turns, hex.grid)."""
        del unit
        return True

    def turned(self, unit: int, heading: int) -> Pose:
        """A unit facing the corner nearest to a heading, the clockwise one of two (hex.grid)."""
        return self.pose(unit, self.hex(unit), self.grid.nearest_facing(heading % FULL_TURN, "corner"))

    async def face_rallied(self, unit: int) -> Pose:
        """Ask which corner a unit that has rallied faces (rally.face)."""
        return await self._face(FaceRalliedOnHexes, unit)

    async def turn_guns(self, unit: int) -> Pose:
        """Ask which corner deployed guns face (movement.gun-turn)."""
        return await self._face(TurnHexGuns, unit)

    async def _face(self, decision: type[FaceRalliedOnHexes | TurnHexGuns], unit: int) -> Pose:
        verdict = await decision(self.unit(unit).side, self.body(unit), FACING, self.scene)
        return self.pose(unit, verdict.end.hex, verdict.end.facing)

    # ---------------------------------------------------------------- formations
    def stance(self, unit: int, formation: Formation) -> Stance:
        """A unit in another formation in its hex, keeping its facing (hex.grid, formation.change-centre)."""
        return self._stance(self.unit(unit), formation, self.hex(unit), self.body(unit).facing)

    def has_room(self, unit: int, stance: Stance) -> bool:
        """There is room unless the hex is closed to the new formation off the road.

        hex.grid, geometry.turning, terrain.path
        """
        return self._admits_form(self.unit(unit), stance.formation, self.hex(unit))

    def _admits_form(self, unit: ElanUnit, formation: Formation, here: Hex) -> bool:
        """Is a hex open to a unit in a formation that it takes up there? (terrain.closed, terrain.path)"""
        kind = self.field.kind_at(here)
        if formation is unit.formation or not kind:
            return True
        if not footing_in(self.battle, unit, formation).on(kind).closed:
            return True
        return formation in ON_ROADS and self.field.is_road(here)

    def keeps_clear(self, unit: int, stance: Stance) -> bool:
        """On hexes no distance is kept from enemies (movement.no-contact, hex.short-distances)."""
        del unit, stance
        return True

    def _stance(
        self, unit: ElanUnit, formation: Formation, hex_: Hex, facing: int, sector: str = ""
    ) -> Stance:
        shape = unit.profile.shape(formation, Scale.HEX)
        return Stance(formation, shape, pose_in(self.grid, HexPlace(hex_, facing), shape), sector)

    # ---------------------------------------------------------------- garrisons
    def garrison(self, unit: int) -> tuple[Stance, ...]:
        """The empty sectors in front of a unit, around skirmishers, or under the unit.

        formation.garrison-exit, hex.short-distances, hex.terrain
        """
        one, here, facing = self.unit(unit), self.hex(unit), self.body(unit).facing
        if Formation.GARRISON not in one.profile.formations or one.formation is Formation.GARRISON:
            return ()
        if not any(
            distance(here, sector) <= 1 for sector in _sectors(self.battle.field, self.battle.corners)
        ):
            return ()
        found = []
        for hex_ in (here, *self.grid.neighbours(here)):
            ground = self.field.ground_at(hex_)
            if ground.kind not in SECTORS:
                continue
            ahead = hex_ == here or one.formation.is_loose or self._is_ahead(here, facing, hex_)
            free = hex_ == here or (not self.scene.blocking(hex_) and self._is_way(one, here, hex_))
            if ahead and free:
                found.append(self._stance(one, Formation.GARRISON, hex_, facing, ground.piece))
        return tuple(found)

    def _is_ahead(self, here: Hex, facing: int, other: Hex) -> bool:
        return SIXTHS.of(facing, self.grid.heading_to(here, other)) == "front"

    def sorties(self, unit: int, formations: Sequence[Formation]) -> tuple[Stance, ...]:
        """The free hexes around, facing so that the sector is in a rear hex.

        formation.garrison-exit, hex.terrain
        """
        one, here = self.unit(unit), self.hex(unit)
        found = []
        ranks = [replace(one, formation=formation) for formation in formations]
        for hex_ in self.grid.neighbours(here):
            if self.scene.blocking(hex_):
                continue
            back = self.grid.heading_to(hex_, here)
            facings = [way for way in self.grid.facings("corner") if SIXTHS.of(way, back) == "rear"]
            for troops in ranks:
                if self._is_passable(troops, hex_) and self._is_way(troops, here, hex_):
                    found += [self._stance(one, troops.formation, hex_, facing) for facing in facings]
        return tuple(found)

    def has_sortie(self, unit: int, formations: Sequence[Formation]) -> bool:
        """Is any of these hexes free? (formation.garrison-exit)"""
        return bool(self.sorties(unit, formations))

    def _is_open(self, unit: ElanUnit, hex_: Hex) -> bool:
        """Is a hex free of units and not closed to one?"""
        return not self.scene.blocking(hex_) and self._is_passable(unit, hex_)

    def _is_passable(self, unit: ElanUnit, hex_: Hex) -> bool:
        kind = self.field.kind_at(hex_)
        return not (kind and effect_on(self.battle, unit, kind).closed)

    def _is_way(self, unit: ElanUnit, here: Hex, there: Hex) -> bool:
        """Is the side between two hexes free of lines closed to a unit, or open at an opening?

        hex.terrain, terrain.path
        """
        on_path = unit.formation in ON_ROADS
        return not any(
            effect_on(self.battle, unit, barrier.kind).closed and not (on_path and barrier.is_open)
            for barrier in self.field.barriers_on(self.grid.side_between(here, there))
        )

    def driven_out(self, unit: int, formation: Formation, threat: int | None) -> Stance:
        """A garrison that must leave forms up in its hex; its move takes it out (melee.result.garrison)."""
        del threat
        return self.stance(unit, formation)


@lru_cache(maxsize=64)
def _sectors(field: Field, corners: Corners) -> tuple[Hex, ...]:
    """The hexes of a table that are sectors (terrain.sector)."""
    return tuple(ground.hex for ground in hex_field(field, corners).ground if ground.kind in SECTORS)
