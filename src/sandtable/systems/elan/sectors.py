"""Sectors: the parts of a built-up area, each of which holds one garrison."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from msgspec import Struct

from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.terrain import SECTORS
from sandtable.table.space import (
    FULL_TURN,
    QUARTER_TURN,
    TOLERANCE,
    Piece,
    Point,
    Pose,
    Shape,
    heading_between,
    turn_between,
)

CORNERS: Final = 4


class Sector(Struct, frozen=True):
    """A sector: its piece of ground, its middle, and the heading, breadth and depth of its rectangle.

    ``heading`` is square to the pair of sides of length ``breadth``; the other pair has length ``depth``.
    """

    piece: str
    kind: str
    middle: Point
    heading: int
    breadth: float
    depth: float

    def heading_near(self, heading: int) -> int:
        """The heading square to one of its four sides that is nearest to a given heading."""
        ways = [(self.heading + quarter * QUARTER_TURN) % FULL_TURN for quarter in range(CORNERS)]
        return min(ways, key=lambda way: (abs(turn_between(heading, way)), way))

    def shape(self, heading: int) -> Shape:
        """The footprint of a garrison that faces squarely out of one side (terrain.sector)."""
        turned = turn_between(self.heading, heading) % (2 * QUARTER_TURN) != 0
        across, along = (self.depth, self.breadth) if turned else (self.breadth, self.depth)
        return solid(round(across), round(along))

    def pose(self, heading: int) -> Pose:
        """The pose of a garrison that faces squarely out of one side: the middle of that side."""
        middle = Pose(round(self.middle.x), round(self.middle.y), heading)
        return middle.shifted(0, self.shape(heading).depth / 2)


def sector_of(piece: Piece) -> Sector | None:
    """The sector of a piece of ground; None if the piece is no sector or no rectangle."""
    if piece.kind not in SECTORS or len(piece.polygon) != CORNERS:
        return None
    ring = [*piece.polygon, piece.polygon[0]]
    sides = [(there.x - here.x, there.y - here.y) for here, there in pairwise(ring)]
    lengths = [math.hypot(*side) for side in sides]
    (one, two, three, four) = lengths
    square = abs(sides[0][0] * sides[1][0] + sides[0][1] * sides[1][1]) <= TOLERANCE * max(one, two)
    if not square or abs(one - three) > TOLERANCE or abs(two - four) > TOLERANCE:
        return None
    middle = Point(sum(p.x for p in piece.polygon) / CORNERS, sum(p.y for p in piece.polygon) / CORNERS)
    heading = heading_between(piece.polygon[1], piece.polygon[2])
    return Sector(piece.id, piece.kind, middle, heading, one, two)
