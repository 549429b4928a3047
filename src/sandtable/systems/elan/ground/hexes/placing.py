"""Placing commanders and reinforcements on hexes."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanUnit
from sandtable.systems.elan.drill import on_the_march
from sandtable.systems.elan.ground.hexes.fleeing import HexFleeing
from sandtable.systems.elan.ground.hexes.plan import hex_at, spot_in
from sandtable.systems.elan.ground.values import Entrance, Stance
from sandtable.systems.elan.leader_decisions import PlaceBeside
from sandtable.table.hexes import Hex, HexGrid, distance, in_order
from sandtable.table.space import EDGE_HEADINGS, FULL_TURN, HALF_TURN, Pose, TableSide


class HexPlacing(HexFleeing):
    """Commanders in the hexes of units, reinforcements in the hexes of an edge."""

    __slots__ = ()

    async def beside(self, decision: type[PlaceBeside], leader: int, unit: int) -> Pose | None:
        """In the unit's hex, without a choice (hex.short-distances)."""
        del decision, leader
        return spot_in(self.grid, self.hex(unit))

    def has_place_beside(self, leader: int, unit: int) -> bool:
        """A unit's hex takes any number of commanders (hex.grid)."""
        del leader, unit
        return True

    def caught_by(self, enemy: int) -> tuple[int, ...]:
        """The detached commanders whose hex an enemy has entered.

        leaders.unattached-safe, hex.short-distances
        """
        here, side = self.hex(enemy), self.unit(enemy).side
        return tuple(
            [
                number
                for number, leader in enumerate(self.battle.leaders)
                if leader.pose is not None and leader.side != side and self.leader_hex(number) == here
            ]
        )

    def entrances(self, unit: int, entrance: Entrance) -> tuple[Stance, ...]:
        """The entry hex, facing inward, or the nearest free hex of its edge on each side (setup.arrivals)."""
        entry, edge = hex_at(self.grid, entrance.point), entrance.edge
        one = self.unit(unit)
        one = replace(one, formation=on_the_march(one.arm))
        facing = self.grid.nearest_facing((EDGE_HEADINGS[edge] + HALF_TURN) % FULL_TURN, "corner")
        on_hand: dict[bool, Hex] = {}
        for hex_ in _along(self.grid, edge, entry):
            if self._admits(one, hex_):
                on_hand.setdefault(self._is_beyond(hex_, entry, edge), hex_)
                # Hexes come by distance: the entry hex alone is enough, else the first on each side.
                if hex_ == entry or len(on_hand) == 2:
                    break
        return tuple([self._stance(one, one.formation, hex_, facing) for hex_ in on_hand.values()])

    def _admits(self, unit: ElanUnit, hex_: Hex) -> bool:
        """Is a hex of the edge free, open to a unit (if only by road), and far enough from enemies?

        setup.arrivals, terrain.path
        """
        if self.scene.blocking(hex_) or self.scene.enemy_gaps(unit.side)[hex_] < self.figures.entry:
            return False
        return self._is_open(unit, hex_) or self.field.is_road(hex_)

    def _is_beyond(self, hex_: Hex, entry: Hex, edge: TableSide) -> bool:
        """Does a hex lie east or north of the entry hex along its edge?"""
        here, there = self.grid.centre(hex_), self.grid.centre(entry)
        return here.x > there.x if edge in ("top", "bottom") else here.y > there.y


@lru_cache(maxsize=256)
def _along(grid: HexGrid, edge: TableSide, entry: Hex) -> tuple[Hex, ...]:
    """The hexes of an edge by distance from an entry hex."""
    return tuple(sorted(grid.edge(edge), key=lambda hex_: (distance(hex_, entry), in_order(hex_))))
