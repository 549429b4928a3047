"""Ground: the pieces of terrain on a table. Each has a kind; each system says what a kind does."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from sandtable.table.space.lengths import HALF_TURN, QUARTER_TURN
from sandtable.table.space.pose import Point


class Piece(Struct, frozen=True, cache_hash=True):
    """One piece of ground: a polygon, or a line with its full width (0 for a fence, wall or hedge).

    A work may have a front: the heading, in tenths of a degree, towards which it protects.
    """

    id: str
    kind: str
    polygon: tuple[Point, ...] = ()
    line: tuple[Point, ...] = ()
    width: int = 0
    level: int = 0
    front: int | None = None


class Layers(Struct, frozen=True, cache_hash=True):
    """Which ground counts where pieces overlap: that of every piece, less what others lie on top of.

    A piece of a *covering* kind takes the place of what it lies on; ``"later"`` means that each piece takes
    the place of those listed before it. Kinds that lie *under* everything (hills) cover nothing and are
    never covered.
    """

    covering: tuple[str, ...] | Literal["later"] = ()
    under: tuple[str, ...] = ()

    def covers(self, pieces: tuple[Piece, ...], upper: int, lower: int) -> bool:
        """Whether the piece at one place of the list takes the place of another where both lie."""
        above, below = pieces[upper], pieces[lower]
        if upper == lower or above.kind in self.under or below.kind in self.under or is_thin(above):
            return False
        if self.covering == "later":
            return upper > lower
        return above.kind in self.covering and (below.kind not in self.covering or upper > lower)


TableSide = Literal["top", "bottom", "left", "right"]
"""A side of the table: y = depth, y = 0, x = 0, x = width."""

TABLE_SIDES: Final[tuple[TableSide, ...]] = ("top", "bottom", "left", "right")

EDGE_HEADINGS: Final = {"top": 0, "right": QUARTER_TURN, "bottom": HALF_TURN, "left": 3 * QUARTER_TURN}
"""The heading towards each side of the table."""


class Edge(Struct, frozen=True):
    """One side of the table, ``top``, ``bottom``, ``left`` or ``right``, and its owner."""

    name: str
    owner: str


class Field(Struct, frozen=True, cache_hash=True):
    """The playing surface: its size in hundredths of an inch, its ground in order of listing, its edges."""

    width: int
    depth: int
    pieces: tuple[Piece, ...] = ()
    edges: tuple[Edge, ...] = ()


def is_thin(piece: Piece) -> bool:
    """Whether a piece is a line without width, which can be crossed and stood at but not stood in."""
    return not piece.polygon and piece.width == 0
