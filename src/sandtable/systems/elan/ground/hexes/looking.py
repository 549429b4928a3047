"""Arcs, sight, flanks, height and cover on hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from sandtable.systems.elan.figures import Span
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground.hexes.measuring import HexMeasuring
from sandtable.systems.elan.ground.hexes.table import ALL_ROUND
from sandtable.systems.elan.ground.values import Sight
from sandtable.systems.elan.terrain import Cover, best, kind_of
from sandtable.systems.elan.troops import Formation
from sandtable.table.hexes import (
    SIXTHS,
    Barrier,
    Heights,
    Hex,
    Hexside,
    Hindrance,
    Screen,
    SightTerms,
    arc_to,
    bodies_in_line,
    distance,
    entry_sides,
    sees,
    sight,
)
from sandtable.table.space import Point, Pose

BLOCKS: Final = 2
"""The weight that blocks a line; light wood has half of it, so two such hexes block together (hex.sight)."""

EDGES: Final = {"front": Edge.FRONT, "flank": Edge.FLANK, "rear": Edge.REAR}


@cache
def sight_terms(height: int) -> SightTerms:
    """What blocks a line from hex to hex (hex.sight, geometry.los-height)."""
    dense = tuple(Screen(kind, BLOCKS, "hex.sight") for kind in ("wood", "built-up", "loopholed"))
    light = tuple(Screen(kind, 1, "hex.sight") for kind in ("light-wood", "orchard"))
    return SightTerms(
        blocked_at=BLOCKS,
        ground=(*dense, *light),
        body=BLOCKS,
        body_rule="hex.sight",
        heights=Heights(near=height, rule="geometry.los-height"),
    )


class HexLooking(HexMeasuring):
    """Sight, fire arcs, flanks and cover."""

    __slots__ = ()

    def fire_range(self, firer: int, target: int) -> Span:
        """The number of steps from hex to hex (hex.distance)."""
        return self.gaps(firer)[target]

    def is_in_arc(self, firer: int, target: int) -> bool:
        """Is the target in the front zone of a unit that has one? (geometry.fire-arc, hex.grid)"""
        unit = self.unit(firer)
        return unit.formation in ALL_ROUND or self._zone(firer, target) is Edge.FRONT

    def _in_fire(self, firers: Sequence[tuple[int, Span]]) -> Iterator[tuple[int, Span, int]]:
        """The enemies in reach in the front zones of units that have one, the nearest first (hex.grid)."""
        grid, bodies = self.grid, self.scene.bodies
        spans, numbers = grid.spans, grid.numbers
        for firer, far in firers:
            here, facing, side = self.hex(firer), bodies[firer].facing, bodies[firer].side
            number, hexes = numbers[here], self.scene.enemy_hexes(side)
            away = [spans[numbers[there] - number] for there in hexes]
            enemies = zip(away, [enemy.id for enemy in self.scene.enemies_of(side)], hexes, strict=True)
            all_round = self.unit(firer).formation in ALL_ROUND
            for span, enemy, there in sorted([one for one in enemies if one[0] <= far]):
                if all_round or here == there or SIXTHS.of(facing, grid.bearing(here, there)) == "front":
                    yield firer, span, enemy

    def lines_of_fire(self, firers: Sequence[tuple[int, Span, bool]]) -> list[tuple[int, Span, int, Sight]]:
        """The enemies in fire, each with how it is seen (hex.sight, weapons.overhead)."""
        over = {firer for firer, _, over in firers if over}
        near = [(firer, far) for firer, far, _ in firers if self.closest(firer) <= far]
        found = []
        for firer, span, enemy in self._in_fire(near):
            sight = Sight.CLEAR if self.sees(firer, enemy) else Sight.HIDDEN
            if sight is Sight.HIDDEN and firer in over:
                friends = self.battle.numbers_on_table(self.unit(firer).side)
                sight = Sight.BEHIND_FRIENDS if self.sees(firer, enemy, friends) else sight
            found.append((firer, span, enemy, sight))
        return found

    def in_line(self, viewer: int, target: int, units: Sequence[int]) -> Sequence[int]:
        """The units in hexes that the line crosses (hex.sight)."""
        terms = sight_terms(self.figures.height)
        found = bodies_in_line(self.hex(viewer), self.hex(target), terms, self.scene)
        return [body.id for body in found if body.id in units] if found else ()

    def sees(self, viewer: int, target: int, over: Sequence[int] = ()) -> bool:
        """Is the line from centre to centre clear? (hex.sight, geometry.los-height)"""
        terms = sight_terms(self.figures.height)
        return sees(self.hex(viewer), self.hex(target), terms, self.scene, over=over)

    def hindrance(self, viewer: int, target: int) -> tuple[Point, str] | None:
        """The hex in which the hindrances on the line add up to a block (hex.sight)."""
        terms = sight_terms(self.figures.height)
        found = sight(self.hex(viewer), self.hex(target), terms, self.scene)
        weight = 0
        for one in () if found.is_clear else found.hindrances:
            weight += one.weight
            if weight >= found.blocked_at:
                nearest = min(one.hexes, key=lambda hex_: distance(found.start, hex_))
                return self.grid.centre(nearest), self._hindrance_words(nearest, one)
        return None

    def _hindrance_words(self, hex_: Hex, one: Hindrance) -> str:
        match one.what:
            case "body":
                (body, *_) = self.scene.blocking(hex_)
                return f"{self.unit(body.id).name} is in the way"
            case "height":
                return "higher ground is in the way"
            case _:
                return f"the {one.kind.replace('-', ' ')} is in the way"

    def sighted(self, pairs: Sequence[tuple[int, int]], over: Sequence[int] = ()) -> list[bool]:
        """For each pair, whether the line from centre to centre is clear (hex.sight, geometry.los-height)."""
        return [self.sees(viewer, target, over) for viewer, target in pairs]

    def _zone(self, unit: int, other: int) -> Edge:
        """The zone of a unit in which another stands; its own hex counts as front (hex.grid)."""
        if self.hex(unit) == self.hex(other):
            return Edge.FRONT
        return EDGES[arc_to(self.grid, self.hex(unit), self.body(unit).facing, self.hex(other))]

    # ---------------------------------------------------------------- flanks and height
    def is_flank_fire(self, target: int, firer: int) -> bool:
        """Does fire come from the flank or rear zone of a target that has them?

        shooting.flank, hex.flank-fire-unchanged
        """
        return self.unit(target).formation.has_flanks and self._zone(target, firer) is not Edge.FRONT

    def edge_attacked(self, defender: int, attacker: int, start: Pose) -> Edge:
        """The zone in which the attacker stands, wherever it began (hex.contact, formation.no-flank)."""
        del start
        return self._zone(defender, attacker) if self.unit(defender).formation.has_flanks else Edge.FRONT

    def rise(self, one: int, other: int) -> int:
        """How many levels higher the hex of another unit is (terrain.uphill)."""
        return self.field.level_at(self.hex(other)) - self.field.level_at(self.hex(one))

    # ---------------------------------------------------------------- cover
    def cover_from_fire(self, target: int, firer: int) -> Cover:
        """The best cover of its hex and of the hexsides that the fire crosses into it (hex.terrain)."""
        sides = entry_sides(self.grid, self.hex(firer), self.hex(target))
        return best((self._area_cover(target), *self._line_covers(target, sides)))

    def cover_in_melee(self, defender: int, crossed: Sequence[str], enemy: int | None = None) -> Cover:
        """The best cover of its hex and of the lines between it and its enemy.

        hex.terrain; a line on another hexside does not protect it from that enemy
        """
        barriers = [one for one in self._barriers(defender) if one.piece in crossed]
        if enemy is not None:
            between = self.field.barriers_on(self.grid.side_between(self.hex(defender), self.hex(enemy)))
            barriers = [one for one in barriers if one in between]
        covers = tuple(kind_of(one.kind).cover for one in barriers if self._protects(one, defender))
        return best((self._area_cover(defender), *covers))

    def held_cover(self, unit: int) -> Cover:
        """The best cover of its hex and of all its hexsides (morale.after-fortification)."""
        barriers = (one for one in self._barriers(unit) if self._protects(one, unit))
        return best((self._area_cover(unit), *(kind_of(one.kind).cover for one in barriers)))

    def kinds_under(self, unit: int) -> tuple[str, ...]:
        """The ground of its hex (hex.terrain)."""
        kind = self.field.kind_at(self.hex(unit))
        return (kind,) if kind else ()

    def _area_cover(self, unit: int) -> Cover:
        for kind in self.kinds_under(unit):
            known = kind_of(kind)
            held = self.unit(unit).formation is Formation.GARRISON
            return known.cover if held or known.inside is Cover.NONE else known.inside
        return Cover.NONE

    def _line_covers(self, unit: int, sides: Sequence[Hexside]) -> Iterator[Cover]:
        for side in sides:
            for barrier in self.field.barriers_on(side):
                if self._protects(barrier, unit):
                    yield kind_of(barrier.kind).cover

    def _barriers(self, unit: int) -> Iterator[Barrier]:
        """The linear pieces on the sides of its hex."""
        for heading in self.grid.sides:
            yield from self.field.barriers_on(self.grid.side(self.hex(unit), heading))

    def _protects(self, barrier: Barrier, unit: int) -> bool:
        """Does a line protect the hex of a unit? A work protects one side only (hex.plan.lines)."""
        return barrier.protects is None or barrier.protects == self.hex(unit)
