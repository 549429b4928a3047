"""A body that is to move: its terms, and how it stands to friends and enemies."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from sandtable.table.hexes.field import Barrier, HexBody, HexScene
from sandtable.table.hexes.grid import Hex, HexGrid, Hexside, distance
from sandtable.table.hexes.terms import Entry, Going, HexTerms, Penalties

if TYPE_CHECKING:
    from sandtable.table.hexes.entering import Entering
    from sandtable.table.hexes.facing import Arc
    from sandtable.table.hexes.steps import HexStep
    from sandtable.table.hexes.verdict import HexPose
    from sandtable.table.hexes.walk import Progress, Taken

FAR = 1_000_000
"""Farther than any hex grid is wide."""


MOST_TERMS = 512
"""Of so many terms it is kept what entering hexes costs; then all of it is forgotten."""


class Mover(Struct, frozen=True, dict=True):
    """A body under its terms in a scene. What it looks up often it keeps."""

    body: HexBody
    terms: HexTerms
    scene: HexScene

    @property
    def grid(self) -> HexGrid:
        """The grid on which it moves."""
        return self.scene.field.grid

    @cached_property
    def origin(self) -> Hex:
        """The hex from which it sets out."""
        if self.body.hex is None:
            raise ValueError(f"body {self.body.id} is not on the table and cannot move there")
        return self.body.hex

    @cached_property
    def _ground(self) -> dict[str, Going]:
        return {going.kind: going for going in self.terms.ground}

    @cached_property
    def _barriers(self) -> dict[str, Going]:
        return {going.kind: going for going in self.terms.barriers}

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """The arcs into which it may move."""
        return {entry.arc: entry for entry in self.terms.entries}

    @cached_property
    def enemies(self) -> tuple[HexBody, ...]:
        """The enemies with weight."""
        return self.scene.enemies_of(self.body.side)

    @cached_property
    def _gaps(self) -> dict[Hex, int]:
        return _gaps_to(tuple([enemy.hex for enemy in self.enemies]))

    @cached_property
    def entered(self) -> dict[tuple[HexPose, int], Entering]:
        """What was found out about entering hexes where somebody is, by pose before and heading."""
        return {}

    @cached_property
    def entered_empty(self) -> dict[tuple[Hex, int, Arc], Entering]:
        """What was found out about entering hexes where nobody stands, by all to whom the ground is the same.

        It is kept by the hex before, the heading and the arc in which that lies.
        """
        known, terms = self.scene.field.entered, _bare(self.terms)
        if terms not in known and len(known) >= MOST_TERMS:
            known.clear()
        return known.setdefault(terms, {})

    @cached_property
    def begun(self) -> list[Progress]:
        """The move before its first step, once somebody has asked for it."""
        return []

    @cached_property
    def taken(self) -> dict[tuple[int, HexStep], Taken]:
        """The steps that were taken, by the identity of how far the move had come and by the step."""
        return {}

    @cached_property
    def alone(self) -> Mover:
        """The same body under the same terms with nobody else on the field."""
        return Mover(self.body, self.terms, HexScene(self.scene.field))

    def going_in(self, hex_: Hex) -> Going | None:
        """What the ground of a hex does to it, if anything."""
        return self._ground.get(self.scene.field.kind_at(hex_))

    def going_over(self, barrier: Barrier) -> Going | None:
        """What a barrier does to it, if anything."""
        return self._barriers.get(barrier.kind)

    def barriers_on(self, side: Hexside) -> tuple[Barrier, ...]:
        """The barriers on a hexside, without those whose opening frees it from them."""
        barriers = self.scene.field.barriers_on(side)
        if self.terms.openings == "free":
            return tuple(barrier for barrier in barriers if not barrier.is_open)
        return barriers

    def friends_in(self, hex_: Hex) -> tuple[HexBody, ...]:
        """The other bodies of its side with weight in a hex."""
        here = self.scene.blocking(hex_)
        return tuple(body for body in here if body.side == self.body.side and body.id != self.body.id)

    def foes_in(self, hex_: Hex) -> tuple[HexBody, ...]:
        """The enemies with weight in a hex."""
        return tuple(body for body in self.scene.blocking(hex_) if body.side != self.body.side)

    def weight_in(self, hex_: Hex) -> int:
        """What the hex would hold with it and its friends in it."""
        return self.body.weight + sum(body.weight for body in self.friends_in(hex_))

    def is_full(self, hex_: Hex) -> bool:
        """Whether friends leave no room for it in a hex; there is always room for a body without weight."""
        return bool(self.body.weight and self.friends_in(hex_) and self.weight_in(hex_) > self.terms.stack)

    def enemy_gap(self, hex_: Hex) -> int:
        """The distance from a hex to the nearest enemy."""
        gaps = self._gaps
        found = gaps.get(hex_)
        if found is None:
            spans = self.grid.spans_from(hex_)
            near = [spans[enemy.hex] for enemy in self.enemies if enemy.hex is not None]
            found = gaps[hex_] = min(near, default=FAR)
        return found

    def is_near(self, hex_: Hex) -> bool:
        """Whether a move through this hex counts as near an enemy."""
        return self.enemy_gap(hex_) <= self.terms.near

    def is_in_zone(self, hex_: Hex) -> bool:
        """Whether a hex lies in the zone of an enemy."""
        zone = self.terms.zone
        return zone is not None and any(
            enemy.hex is not None
            and distance(enemy.hex, hex_) == 1
            and self.terms.arcs.of(enemy.facing, self.grid.heading_to(enemy.hex, hex_)) in zone.arcs
            for enemy in self.enemies
        )


@lru_cache(maxsize=1024)
def _bare(terms: HexTerms) -> HexTerms:
    """What of the terms of a move says how a hex is entered in which nobody is and to which none is near."""
    return replace(
        terms,
        allowance=0,
        changes=(),
        friends=None,
        keep_off=0,
        near=0,
        closes=False,
        spot=0,
        penalties=Penalties(),
    )


@lru_cache(maxsize=64)
def _gaps_to(hexes: tuple[Hex | None, ...]) -> dict[Hex, int]:
    """The distances to the nearest of some hexes that were found so far: enemies stay while others move."""
    del hexes
    return {}


_last: Mover | None = None


def mover_of(body: HexBody, terms: HexTerms, scene: HexScene) -> Mover:
    """A body that is to move; the same as before if it was asked for last: a plan is made, then judged."""
    global _last
    last = _last
    if last is not None and last.scene is scene and last.terms is terms and last.body is body:
        return last
    _last = mover = Mover(body, terms, scene)
    return mover
