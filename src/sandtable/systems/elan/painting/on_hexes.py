"""Hexes as drawn: surfaces are whole hexes, lines of sight run from centre to centre."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.game.present.painting import Patch, Ring, Wedge
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.ground.hexes import HexGround
from sandtable.systems.elan.ground.hexes.plan import hex_at
from sandtable.systems.elan.ground.hexes.table import ALL_ROUND
from sandtable.table.hexes import Hex, cone, hex_rings
from sandtable.table.space import Point, centre


class HexSurface:
    """How a hex grid is drawn."""

    def arc(self, battle: ElanBattle, unit: ElanUnit, far: Span) -> tuple[Wedge | Ring | Patch, ...]:
        """The hexes of its front zone, or those all around it (geometry.fire-arc, hex.grid)."""
        ground = HexGround(battle)
        here = ground.hex(unit.id)
        if unit.formation in ALL_ROUND:
            return self.around(battle, unit, far)
        ahead = cone(ground.grid, here, ground.body(unit.id).facing, "front", round(far))
        return _patches(ground, ahead)

    def around(self, battle: ElanBattle, unit: ElanUnit, span: Span) -> tuple[Wedge | Ring | Patch, ...]:
        """The hexes within a distance of its own (hex.distance)."""
        ground = HexGround(battle)
        return _patches(ground, ground.grid.within(ground.hex(unit.id), round(span)))

    def about_leader(self, battle: ElanBattle, leader: int, span: Span) -> tuple[Wedge | Ring | Patch, ...]:
        """The hexes within a distance of a commander's (hex.distance)."""
        ground = HexGround(battle)
        if not battle.leaders[leader].is_present:
            return ()
        return _patches(ground, ground.grid.within(ground.leader_hex(leader), round(span)))

    def about_point(self, battle: ElanBattle, point: Point, span: Span) -> tuple[Point, ...]:
        """The hexes within a distance of the hex of a point (hex.plan.points)."""
        grid = HexGround(battle).grid
        return hex_rings(grid, grid.within(hex_at(grid, point), round(span)))[0]

    def zone(self, battle: ElanBattle, side: int) -> tuple[tuple[Point, ...], ...]:
        """The hexes of its zone (hex.plan.points)."""
        ground = HexGround(battle)
        one = next(unit for unit in battle.units if unit.side == side)
        posts = ground.posts(one.id, one.profile.formations[0])
        return hex_rings(ground.grid, [hex_at(ground.grid, centre(post.to, post.shape)) for post in posts])

    def line(self, battle: ElanBattle, unit: ElanUnit, enemy: ElanUnit) -> tuple[Point, Point]:
        """From centre to centre (hex.sight)."""
        ground = HexGround(battle)
        return ground.grid.centre(ground.hex(unit.id)), ground.grid.centre(ground.hex(enemy.id))


def _patches(ground: HexGround, hexes: Iterable[Hex]) -> tuple[Patch, ...]:
    return tuple(Patch(ring) for ring in hex_rings(ground.grid, hexes))
