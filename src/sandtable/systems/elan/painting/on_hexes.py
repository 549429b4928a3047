"""Hexes as drawn: surfaces are whole hexes, lines of sight run from centre to centre."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.game.present.painting import Patch, Ring, Wedge
from sandtable.systems.elan.battle import ElanBattle, ElanUnit
from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.ground.hexes import HexGround
from sandtable.systems.elan.ground.hexes.looking import sight_terms
from sandtable.systems.elan.ground.hexes.plan import HEX, hex_at
from sandtable.systems.elan.ground.hexes.table import ALL_ROUND
from sandtable.table.hexes import Hex, Sight, cone, distance, hex_rings, sight
from sandtable.table.space import Point, Pose, centre


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

    def goal(self, battle: ElanBattle, unit: ElanUnit, place: tuple[int, int]) -> Pose:
        """The hex of a column and a row (compulsory.hex)."""
        ground = HexGround(battle)
        column, row = place
        return ground.pose(unit.id, Hex(column - row // 2, row), ground.body(unit.id).facing)

    def span(self, far: float) -> Span:
        """Whole hexes (hex.plan.grid)."""
        return max(1, round(far / HEX))

    def line(self, battle: ElanBattle, unit: ElanUnit, enemy: ElanUnit) -> tuple[Point, Point]:
        """From centre to centre (hex.sight)."""
        ground = HexGround(battle)
        return ground.grid.centre(ground.hex(unit.id)), ground.grid.centre(ground.hex(enemy.id))

    def hidden(self, battle: ElanBattle, unit: ElanUnit, enemy: ElanUnit) -> tuple[Point, str] | None:
        """The hex in which the hindrance on the line adds up to a block (hex.sight)."""
        ground = HexGround(battle)
        start, end = ground.hex(unit.id), ground.hex(enemy.id)
        found = sight(start, end, sight_terms(battle.figures.height), ground.scene)
        return None if found.is_clear else _block(ground, found)


def _block(ground: HexGround, found: Sight) -> tuple[Point, str]:
    """Where a blocked line ends, and what blocks it in words."""
    weight = 0
    for hindrance in found.hindrances:
        weight += hindrance.weight
        if weight >= found.blocked_at:
            nearest = min(hindrance.hexes, key=lambda hex_: distance(found.start, hex_))
            return ground.grid.centre(nearest), _words(ground, nearest, hindrance.what, hindrance.kind)
    raise AssertionError("a line that is not clear is blocked somewhere")


def _words(ground: HexGround, hex_: Hex, what: str, kind: str) -> str:
    if what == "body":
        (body, *_) = ground.scene.blocking(hex_)
        return f"{ground.unit(body.id).name} is in the way"
    return (
        "higher ground is in the way" if what == "height" else f"the {kind.replace('-', ' ')} is in the way"
    )


def _patches(ground: HexGround, hexes: Iterable[Hex]) -> tuple[Patch, ...]:
    return tuple(Patch(ring) for ring in hex_rings(ground.grid, hexes))
