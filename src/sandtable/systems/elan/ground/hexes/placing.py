"""Putting commanders and reinforcements down on hexes."""

from __future__ import annotations

from sandtable.systems.elan.ground.hexes.fleeing import HexFleeing
from sandtable.systems.elan.ground.hexes.plan import hex_at, spot_in
from sandtable.systems.elan.ground.values import Entrance, Stance
from sandtable.table.compulsory import EDGE_HEADINGS
from sandtable.table.hexes import distance, in_order
from sandtable.table.measure import FULL_TURN, HALF_TURN
from sandtable.table.pose import Pose


class HexPlacing(HexFleeing):
    """Commanders in the hexes of units, reinforcements in the hexes of an edge."""

    __slots__ = ()

    async def beside(self, decision: str, leader: int, unit: int) -> Pose | None:
        """In the unit's hex: there is nothing to choose (hex.short-distances)."""
        del decision, leader
        return spot_in(self.grid, self.hex(unit))

    def is_caught(self, leader: int, enemy: int) -> bool:
        """Has an enemy entered the hex of a commander? (leaders.unattached-safe, hex.short-distances)"""
        return self.leader_hex(leader) == self.hex(enemy)

    def entrances(self, unit: int, entrance: Entrance) -> tuple[Stance, ...]:
        """The free hexes of an edge, nearest to the entry hex first, facing inward (setup.arrivals)."""
        one, entry = self.unit(unit), hex_at(self.grid, entrance.point)
        inward = (EDGE_HEADINGS[entrance.edge] + HALF_TURN) % FULL_TURN
        facing = self.grid.nearest_facing(inward, "corner")
        enemies = [self.scene.bodies[enemy.id].hex for enemy in self.battle.enemies_of(one.side)]
        near = sorted(self.grid.edge(entrance.edge), key=lambda hex_: (distance(hex_, entry), in_order(hex_)))
        return tuple(
            self._stance(one, one.formation, hex_, facing)
            for hex_ in near
            if self._is_open(one, hex_)
            and all(distance(hex_, enemy) >= self.figures.entry for enemy in enemies if enemy is not None)
        )
