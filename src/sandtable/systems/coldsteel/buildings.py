"""Buildings: rectangles with four walls, each building with room for one garrison.

building.shape, building.who
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

from msgspec import Struct

from sandtable.systems.coldsteel.shapes import FACES, solid
from sandtable.systems.coldsteel.terrain import BUILDING
from sandtable.table.space import (
    FULL_TURN,
    QUARTER_TURN,
    TOLERANCE,
    Front,
    Piece,
    Point,
    Pose,
    Shape,
    heading_between,
    turn_between,
)

CAPACITY: Final = 24
"""The models that a building holds if the scenario gives no number (building.who)."""

COMPASS: Final = ("north", "east", "south", "west")


class Building(Struct, frozen=True):
    """A building: its piece of ground, name, capacity, middle and rectangle.

    ``heading`` is at right angles to the walls of length ``breadth``; the other two walls have length
    ``depth``.
    """

    piece: str
    name: str
    capacity: int
    middle: Point
    heading: int
    breadth: int
    depth: int

    @property
    def headings(self) -> tuple[int, ...]:
        """The outward headings of its four walls, clockwise from the most northerly (building.shape)."""
        ways = [(self.heading + quarter * QUARTER_TURN) % FULL_TURN for quarter in range(FACES)]
        first = min(range(FACES), key=lambda place: (abs(turn_between(0, ways[place])), ways[place]))
        return (*ways[first:], *ways[:first])

    def heading_near(self, heading: int) -> int:
        """The outward heading of the wall that faces most nearly in a direction."""
        return min(self.headings, key=lambda way: (abs(turn_between(heading, way)), way))

    def shape(self, heading: int) -> Shape:
        """The footprint of its garrison, with one wall as the front (formation.garrison)."""
        turned = turn_between(self.heading, heading) % (2 * QUARTER_TURN) != 0
        across, along = (self.depth, self.breadth) if turned else (self.breadth, self.depth)
        return solid(across, along)

    def pose(self, heading: int) -> Pose:
        """The middle of the wall with this outward heading."""
        middle = Pose(round(self.middle.x), round(self.middle.y), heading)
        return middle.shifted(0, self.shape(heading).depth / 2)

    def wall(self, heading: int) -> Front:
        """The wall with this outward heading, exactly."""
        shape = self.shape(heading)
        middle = Pose(0, 0, heading).at(0, shape.depth / 2)
        return Front(Point(self.middle.x + middle.x, self.middle.y + middle.y), heading, shape.width)

    def wall_name(self, heading: int) -> str:
        """The name of a wall: the point of the compass that it faces."""
        return COMPASS[self.headings.index(heading)]


def building_of(piece: Piece, name: str = "", capacity: int = CAPACITY) -> Building | None:
    """The building on a piece of ground; None if it is not a building or not a rectangle (building.shape)."""
    if piece.kind != BUILDING or len(piece.polygon) != FACES:
        return None
    ring = [*piece.polygon, piece.polygon[0]]
    sides = [(there.x - here.x, there.y - here.y) for here, there in pairwise(ring)]
    one, two, three, four = (math.hypot(*side) for side in sides)
    square = abs(sides[0][0] * sides[1][0] + sides[0][1] * sides[1][1]) <= TOLERANCE * max(one, two)
    if not square or abs(one - three) > TOLERANCE or abs(two - four) > TOLERANCE:
        return None
    middle = Point(sum(p.x for p in piece.polygon) / FACES, sum(p.y for p in piece.polygon) / FACES)
    heading = heading_between(piece.polygon[1], piece.polygon[2])
    return Building(piece.id, name or piece.id, capacity, middle, heading, round(one), round(two))
