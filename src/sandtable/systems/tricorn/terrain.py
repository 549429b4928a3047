"""Terrain: the kinds of ground, what each is to a move, to sight and to those who hold it.

>>> kind_of("wood").going.value, kind_of("marsh").closed_to
('bad', (<Category.ARTILLERY: 'artillery'>,))
>>> COMBAT_BAD
('wood', 'rough', 'marsh', 'stream', 'ford')
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from typing import Final

from msgspec import Struct

from sandtable.systems.tricorn.book import table
from sandtable.systems.tricorn.troops import Category
from sandtable.table.space.ground import Layers

HILL: Final = "hill"
ROAD: Final = "road"
WOOD: Final = "wood"
STREAM: Final = "stream"
RIVER: Final = "river"
FORD: Final = "ford"
BRIDGE: Final = "bridge"
VILLAGE: Final = "village"
STRONG_POINT: Final = "strong-point"
REDOUBT: Final = "redoubt"
WORKS: Final = "works"

STRONGHOLDS: Final = (VILLAGE, STRONG_POINT, REDOUBT)
"""The kinds of ground that hold a garrison (terrain.garrison, terrain.redoubt)."""
BUILT: Final = (VILLAGE, STRONG_POINT)
"""Those of them that are buildings: they block sight and slow movement (terrain.in-bad-going)."""


class Going(StrEnum):
    """All ground is good or bad going, or nobody goes there (terrain.going)."""

    GOOD = "good"
    BAD = "bad"
    IMPASSABLE = "impassable"


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ground: its going, whether it gives cover and blocks sight, and to whom it is closed.

    terrain.types
    """

    kind: str
    words: str
    going: Going
    cover: bool
    blocks_sight: bool
    closed_to: tuple[Category, ...]
    notes: str


@cache
def kinds() -> dict[str, Kind]:
    """Every kind of ground that a scenario may contain (terrain.types)."""
    return {row.kind: row for row in table("terrain.types", Kind) if row.kind != "open"}


def kind_of(kind: str) -> Kind:
    """What a kind of ground is."""
    return kinds()[kind]


def kinds_of_going(going: Going) -> tuple[str, ...]:
    """The kinds of ground of a going (terrain.going)."""
    return tuple(kind.kind for kind in kinds().values() if kind.going is going)


COMBAT_BAD: Final = tuple(kind for kind in kinds_of_going(Going.BAD) if kind not in BUILT)
"""What counts as Bad Going in combat and morale: buildings do not (terrain.in-bad-going)."""

IMPASSABLE: Final = kinds_of_going(Going.IMPASSABLE)

LINES: Final = (WORKS,)
"""The kinds of ground that are lines without thickness (terrain.works)."""
STRIPS: Final = (ROAD, STREAM, BRIDGE, FORD)
"""The kinds of ground that are drawn as strips along a line, or as areas (terrain.types)."""

CROSSINGS: Final = (ROAD, BRIDGE, FORD)
"""What outweighs the ground it lies on for those who may use it (terrain.overlap)."""
COLUMN_LAYERS: Final = Layers(CROSSINGS, (HILL,))
"""Which ground counts for march columns and limbered guns, who use roads and bridges (terrain.overlap)."""
LAYERS: Final = Layers((FORD,), (HILL,))
"""Which ground counts for all others: a ford lies over its river (terrain.overlap)."""
