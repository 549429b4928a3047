"""The hex field: the ground of each hex, what lies on hexsides, the roads; and the bodies on it."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from sandtable.table.hexes.grid import CLOCK, Hex, HexGrid, Hexside, distance
from sandtable.table.space.lengths import FULL_TURN

if TYPE_CHECKING:
    from sandtable.table.hexes.facing import Arc
    from sandtable.table.hexes.glance import Glance
    from sandtable.table.hexes.movement.entering import Entering
    from sandtable.table.hexes.movement.terms import HexTerms
    from sandtable.table.hexes.movement.verdict import HexPose
    from sandtable.table.hexes.sight import SightTerms

FAR: Final = 1_000_000
"""Farther than any hex grid is wide."""


class HexGround(Struct, frozen=True):
    """The kind of ground that fills a hex, if any, its level, and the piece of a plan it was laid from."""

    hex: Hex
    kind: str = ""
    level: int = 0
    piece: str = ""


class Barrier(Struct, frozen=True):
    """Something linear on a hexside: a stream, a wall, a work.

    ``is_open`` where a road, a bridge, a ford or a gate leads through. A work with a front ``protects``
    only one of the two hexes; a barrier without that protects both.
    """

    side: Hexside
    kind: str
    piece: str = ""
    is_open: bool = False
    protects: Hex | None = None


class Link(Struct, frozen=True):
    """A stretch of road that leads over a hexside from one hex into the next."""

    side: Hexside
    kind: str
    piece: str = ""


class KnownEntries:
    """What entering empty hexes costs, kept for all bodies whose terms say the same about the ground.

    ``ways`` are by the hex before, the heading, and the arc in which the heading lies; ``fans`` are the open
    ones among them by the pose before.
    """

    __slots__ = ("fans", "ways")

    def __init__(self) -> None:
        self.ways: dict[tuple[Hex, int, Arc], Entering] = {}
        self.fans: dict[HexPose, tuple[Entering, ...]] = {}


class HexField(Struct, frozen=True, dict=True):
    """A hex grid with its ground; a hex that is not listed is open and level, a side not listed is clear."""

    grid: HexGrid
    ground: tuple[HexGround, ...] = ()
    barriers: tuple[Barrier, ...] = ()
    links: tuple[Link, ...] = ()

    def __post_init__(self) -> None:
        for entry in self.ground:
            if entry.hex not in self.grid:
                raise ValueError(
                    f'ground "{entry.kind}" lies at {self.grid.words(entry.hex)}, off the hex grid'
                )
        if len(self._ground) < len(self.ground):
            raise ValueError(
                "a hex is listed twice in the ground of a hex field: it has one ground and one level"
            )
        lying = [(barrier.kind, barrier.side) for barrier in self.barriers]
        for kind, side in lying + [(link.kind, link.side) for link in self.links]:
            if side.heading not in self.grid.sides or self.grid.side(*side) != side:
                raise ValueError(
                    f'"{kind}" lies on {side}, which names no hexside; HexGrid.side gives the name'
                )

    @cached_property
    def _ground(self) -> dict[Hex, HexGround]:
        return {entry.hex: entry for entry in self.ground}

    @cached_property
    def _barriers(self) -> dict[Hexside, tuple[Barrier, ...]]:
        found: dict[Hexside, tuple[Barrier, ...]] = {}
        for barrier in self.barriers:
            found[barrier.side] = (*found.get(barrier.side, ()), barrier)
        return found

    @cached_property
    def _links(self) -> dict[Hexside, Link]:
        return {link.side: link for link in reversed(self.links)}

    @cached_property
    def glances(self) -> dict[tuple[Hex, Hex, SightTerms], Glance]:
        """What the ground does to lines of sight, by their ends and terms; it grows as lines are looked
        along."""
        return {}

    @cached_property
    def entered(self) -> dict[HexTerms, KnownEntries]:
        """What entering empty hexes costs, by the terms of a move; it grows as hexes are entered."""
        return {}

    def kind_at(self, hex_: Hex) -> str:
        """The kind of ground in a hex; open ground has none."""
        entry = self._ground.get(hex_)
        return entry.kind if entry else ""

    def level_at(self, hex_: Hex) -> int:
        """The level of a hex."""
        entry = self._ground.get(hex_)
        return entry.level if entry else 0

    def ground_at(self, hex_: Hex) -> HexGround:
        """The ground of a hex with its level and piece."""
        return self._ground.get(hex_) or HexGround(hex_)

    def barriers_on(self, side: Hexside) -> tuple[Barrier, ...]:
        """What lies on a hexside."""
        return self._barriers.get(side, ())

    def link_over(self, side: Hexside) -> Link | None:
        """The road that leads over a hexside; of several, the first in the list."""
        return self._links.get(side)

    def is_road(self, hex_: Hex) -> bool:
        """Whether a road leads into this hex from any of its neighbours."""
        return hex_ in self._on_roads

    @cached_property
    def _on_roads(self) -> frozenset[Hex]:
        return frozenset(hex_ for side in self._links for hex_ in self.grid.beside(side))


class HexBody(Struct, frozen=True):
    """What stands on a hex: its number, side, hex and facing. The unit of a system subclasses it.

    ``weight`` is what it takes up of a hex. A body without weight, such as a commander, blocks nothing. A
    body that is not on the table has no hex.
    """

    id: int
    side: int
    hex: Hex | None
    facing: int = 0
    weight: int = 1

    def __post_init__(self) -> None:
        if self.facing % CLOCK or not 0 <= self.facing < FULL_TURN:
            raise ValueError(
                f"body {self.id} faces {self.facing}: on hexes a facing is a multiple of {CLOCK} "
                f"tenths of a degree from 0 to {FULL_TURN - CLOCK}"
            )


class Gaps(dict[Hex, int]):
    """The distance of hexes from the nearest of some others, each counted when it is first needed."""

    __slots__ = ("_grid", "_numbers", "_others")

    def __init__(self, grid: HexGrid, others: tuple[Hex, ...]) -> None:
        super().__init__()
        self._grid, self._others = grid, others
        self._numbers = [grid.numbers[other] for other in others if other in grid.numbers]

    def __missing__(self, hex_: Hex) -> int:
        number, spans, numbers = self._grid.numbers.get(hex_), self._grid.spans, self._numbers
        if number is None or len(numbers) < len(self._others):
            gap = min([distance(hex_, other) for other in self._others], default=FAR)
        else:
            gap = min([spans[other - number] for other in numbers], default=FAR)
        self[hex_] = gap
        return gap


class _Enemies(NamedTuple):
    """The enemies of a side, their hexes, and the distances of other hexes from these."""

    bodies: tuple[HexBody, ...]
    hexes: tuple[Hex, ...]
    gaps: Gaps


@lru_cache(maxsize=64)
def _gaps_to(grid: HexGrid, hexes: tuple[Hex, ...]) -> Gaps:
    """Kept by hexes, because enemies stay while a body moves."""
    return Gaps(grid, hexes)


class HexScene(Struct, frozen=True, dict=True):
    """A hex field and all its bodies at one moment."""

    field: HexField
    bodies: tuple[HexBody, ...] = ()

    @property
    def grid(self) -> HexGrid:
        """The grid of the field."""
        return self.field.grid

    def bodies_at(self, hex_: Hex) -> tuple[HexBody, ...]:
        """All bodies that stand in a hex, in order of listing."""
        return tuple([body for body in self.bodies if body.hex == hex_])

    def blocking(self, hex_: Hex) -> tuple[HexBody, ...]:
        """The bodies with weight that stand in a hex."""
        return self.held.get(hex_, ())

    @cached_property
    def held(self) -> dict[Hex, tuple[HexBody, ...]]:
        """The bodies with weight by the hexes they stand in, in order of listing; never changed."""
        found: dict[Hex, tuple[HexBody, ...]] = {}
        for body in self.bodies:
            if body.hex is not None and body.weight > 0:
                found[body.hex] = (*found.get(body.hex, ()), body)
        return found

    def enemies_of(self, side: int) -> tuple[HexBody, ...]:
        """The bodies with weight on the table that are not of this side."""
        return self._against(side).bodies

    def enemy_hexes(self, side: int) -> tuple[Hex, ...]:
        """The hexes of the enemies of a side, one for each of them."""
        return self._against(side).hexes

    def enemy_gaps(self, side: int) -> Gaps:
        """The distance of each hex from the nearest enemy of a side; ``FAR`` if there is none."""
        known = self._enemies.get(side)
        return known.gaps if known is not None else self._against(side).gaps

    def _against(self, side: int) -> _Enemies:
        found = self._enemies.get(side)
        if found is None:
            there = [body for body in self.bodies if body.hex is not None and body.weight > 0]
            enemies = tuple([body for body in there if body.side != side])
            hexes = tuple([body.hex for body in enemies if body.hex is not None])
            found = self._enemies[side] = _Enemies(enemies, hexes, _gaps_to(self.grid, hexes))
        return found

    @cached_property
    def _enemies(self) -> dict[int, _Enemies]:
        """The enemies of each side; it is filled when a side is first needed."""
        return {}

    # Scenes that follow from this one

    def joined_by(self, body: HexBody) -> HexScene:
        """The scene with one more body; a body without weight changes neither holders nor enemies."""
        scene = HexScene(self.field, (*self.bodies, body))
        if body.weight == 0:
            scene.__dict__.update(held=self.held, _enemies=self._enemies)
        return scene

    def with_changed(self, number: int, body: HexBody) -> HexScene:
        """The scene with another body at one place of the list; what does not depend on it is taken over."""
        bodies, was = list(self.bodies), self.bodies[number]
        bodies[number] = body
        scene = HexScene(self.field, tuple(bodies))
        held, enemies = self.held.copy(), {}
        if was.hex is not None and was.weight > 0:
            left = tuple([one for one in held.pop(was.hex) if one is not was])
            if left:
                held[was.hex] = left
        if body.hex is not None and body.weight > 0:
            alone = body.hex not in held
            held[body.hex] = (
                (body,) if alone else tuple([b for b in scene.bodies_at(body.hex) if b.weight > 0])
            )
        if was.side == body.side and body.side in self._enemies:
            enemies[body.side] = self._enemies[body.side]
        scene.__dict__.update(held=held, _enemies=enemies)
        return scene
