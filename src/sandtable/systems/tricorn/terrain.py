"""Terrain: the kinds of ground, and their effect on movement, sight and the units that hold them.

>>> kinds()["wood"].going.value, kinds()["marsh"].closed_to
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
from sandtable.table.space import Layers

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
"""The strongholds that are buildings: they block sight and slow movement (terrain.in-bad-going)."""


class Going(StrEnum):
    """All ground is good going, bad going or impassable (terrain.going)."""

    GOOD = "good"
    BAD = "bad"
    IMPASSABLE = "impassable"


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ground: its going, whether it gives cover and blocks sight, and the categories it is closed
    to.

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
"""The kinds that override the ground they lie on for units that may use them (terrain.overlap)."""
COLUMN_LAYERS: Final = Layers(CROSSINGS, (HILL,))
"""Layers for march columns and limbered guns, which use roads and bridges (terrain.overlap)."""
LAYERS: Final = Layers((FORD,), (HILL,))
"""Layers for all other units: a ford overrides its river (terrain.overlap)."""
