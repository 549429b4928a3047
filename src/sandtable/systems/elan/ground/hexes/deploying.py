"""Free deployment on hexes: where units and commanders may be placed before the battle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec.structs import replace

from sandtable.systems.elan.ground.hexes.placing import HexPlacing
from sandtable.systems.elan.ground.hexes.plan import EQUAL, hex_at, spot_in
from sandtable.systems.elan.ground.values import Stance
from sandtable.systems.elan.terrain import kind_of
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import Hex, HexGrid
from sandtable.table.measure import distance_from_ground
from sandtable.table.space import EDGE_HEADINGS, FULL_TURN, HALF_TURN, Field, Piece, Point, Pose, centre


class HexDeploying(HexPlacing):
    """Placing units and commanders in the hexes of their zone (hex.plan.points)."""

    __slots__ = ()

    def posted(self, unit: int, formation: Formation, to: Pose, sector: str) -> Stance | None:
        one = self.unit(unit)
        shape = one.profile.shape(formation, self.battle.scale)
        facing = self.grid.nearest_facing(to.heading % FULL_TURN, "corner")
        hex_: Hex | None = hex_at(self.grid, centre(to, shape))
        if formation is Formation.GARRISON:
            hex_ = next((ground.hex for ground in self.field.ground if ground.piece == sector), None)
        return None if hex_ is None else self._stance(one, formation, hex_, facing, sector)

    def posts(self, unit: int, formation: Formation) -> Iterator[Stance]:
        one = self.unit(unit)
        inward = (EDGE_HEADINGS[self.battle.camps[one.side].edge] + HALF_TURN) % FULL_TURN
        facing = self.grid.nearest_facing(inward, "corner")
        for hex_ in self.grid.hexes:
            if self._is_in_zone(one.side, hex_):
                yield self._stance(one, formation, hex_, facing)

    def misplaced(self, unit: int, stance: Stance) -> str:
        """Why a unit may not begin the battle so, in words; empty if it may (setup.deploy, hex.grid)."""
        one = self.unit(unit)
        hex_ = hex_at(self.grid, centre(stance.to, stance.shape))
        if not self._is_in_zone(one.side, hex_):
            return "stands outside the zone of its side"
        others = [body for body in self.scene.blocking(hex_) if body.id != unit]
        if others:
            return f"stands in the hex of {self.unit(others[0].id).name}"
        troops = replace(one, formation=stance.formation, pose=None)
        on_road = stance.formation in (Formation.MARCH_COLUMN, Formation.LIMBERED) and self.field.is_road(
            hex_
        )
        return "" if on_road or self._is_passable(troops, hex_) else "stands on ground it cannot enter"

    def spot(self, side: int, point: Point) -> Pose | None:
        """A commander placed in the hex of a point; None if it is outside the zone (setup.deploy)."""
        hex_ = hex_at(self.grid, point)
        kind = self.field.kind_at(hex_)
        if not self._is_in_zone(side, hex_) or (kind and kind_of(kind).closed_to_all):
            return None
        return spot_in(self.grid, hex_)

    def _is_in_zone(self, side: int, hex_: Hex) -> bool:
        """Does a hex belong to the zone of a side? Without a zone all hexes do (hex.plan.points)."""
        zone = self.battle.camps[side].zone
        return not zone or hex_ in _zone_hexes(self.battle.field, self.grid, zone)


@lru_cache(maxsize=16)
def _zone_hexes(field: Field, grid: HexGrid, zone: tuple[Point, ...]) -> frozenset[Hex]:
    """The hexes whose centres lie in the outline of a zone (hex.plan.points)."""
    laid = Field(field.width, field.depth, (Piece("zone", "zone", zone),))
    return frozenset(hex_ for hex_ in grid.hexes if distance_from_ground(laid, 0, grid.centre(hex_)) <= EQUAL)
