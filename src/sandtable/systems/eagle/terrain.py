"""Terrain: the kinds of ground and what each does.

>>> kind_of("wood").rough, kind_of("wood").cover, kind_of("gentle hill").blocks_sight
(True, True, True)
>>> rough_kinds()[:2]
('wood', 'marsh')
"""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from sandtable.systems.eagle.book import table
from sandtable.table.space import Layers

OPEN: Final = "open"
WOOD: Final = "wood"
FORD: Final = "ford or shallow river"
DEEP: Final = "deep river or cliff"
WORK: Final = "rampart, wall or ditch (linear)"
CAMP: Final = "village or camp"
HILLS: Final = ("gentle hill", "steep hill")

LAYERS: Final = Layers()
"""Where pieces of ground overlap, the effects of all of them hold (terrain.overlap)."""


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ground and what it does (terrain.types)."""

    kind: str
    rough: bool
    cover: bool
    blocks_sight: bool
    impassable: bool
    advantage: str


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of ground that a scenario may draw (terrain.types)."""
    return {row.kind: row for row in table("terrain.types", Kind) if row.kind != OPEN}


def kind_of(kind: str) -> Kind:
    """What a kind of ground does."""
    return kinds()[kind]


def is_linear(kind: str) -> bool:
    """Is ground of this kind drawn as a line? (terrain.types)"""
    return kind == WORK


@cache
def rough_kinds() -> tuple[str, ...]:
    """The kinds that are rough (terrain.types)."""
    return tuple(kind.kind for kind in kinds().values() if kind.rough)


@cache
def impassable_kinds() -> tuple[str, ...]:
    """The kinds that no unit enters (terrain.types)."""
    return tuple(kind.kind for kind in kinds().values() if kind.impassable)


@cache
def cover_kinds() -> tuple[str, ...]:
    """The areas that give cover to those in them (terrain.cover, terrain.types)."""
    return tuple(kind.kind for kind in kinds().values() if kind.cover and not is_linear(kind.kind))


@cache
def veiling_kinds() -> tuple[str, ...]:
    """The kinds other than hills that block sight (shooting.sight, terrain.types)."""
    return tuple(kind.kind for kind in kinds().values() if kind.blocks_sight and kind.kind not in HILLS)
