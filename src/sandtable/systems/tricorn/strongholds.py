"""Strongholds: villages, strong points and redoubts, rectangles that hold one garrison each.

terrain.garrison, terrain.redoubt
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from sandtable.systems.tricorn.shapes import solid
from sandtable.systems.tricorn.terrain import BUILT, REDOUBT, STRONGHOLDS
from sandtable.table.space import (
    FULL_TURN,
    QUARTER_TURN,
    TOLERANCE,
    Base,
    Body,
    Front,
    Piece,
    Point,
    Pose,
    Shape,
    heading_between,
    hundredths,
    turn_between,
)

SIDES: Final = 4
COMPASS: Final = ("north", "east", "south", "west")


class Stronghold(Struct, frozen=True, cache_hash=True):
    """A place that holds one garrison: its piece of ground, name, kind, centre and rectangle.

    ``heading`` is perpendicular to the sides of length ``breadth``; the other two have length ``depth``.
    """

    piece: str
    name: str
    kind: str
    middle: Point
    heading: int
    breadth: int
    depth: int

    @property
    def is_built(self) -> bool:
        """Is it a village or strong point? Mounted cannot attack it (movement.contact.who)."""
        return self.kind in BUILT

    @property
    def is_redoubt(self) -> bool:
        """Is it a closed redoubt? (terrain.redoubt)"""
        return self.kind == REDOUBT

    @property
    def headings(self) -> tuple[int, ...]:
        """The outward headings of its four sides, clockwise from the most northerly."""
        return _headings(self.heading)

    def heading_near(self, heading: int) -> int:
        """The outward heading of the side that faces most nearly in a direction."""
        return min(self.headings, key=lambda way: (abs(turn_between(heading, way)), way))

    def shape(self, heading: int) -> Shape:
        """Its outline as the footprint of its garrison, with one side as the front."""
        turned = turn_between(self.heading, heading) % (2 * QUARTER_TURN) != 0
        across, along = (self.depth, self.breadth) if turned else (self.breadth, self.depth)
        return solid(across, along)

    def emplaced(self, heading: int, guns: Pose, own: Shape) -> Shape:
        """Its outline with the base of a battery at its own pose inside.

        Distances are measured to the outline; only the guns block sight (terrain.redoubt).
        """
        x, y = self.pose(heading).local(Point(guns.x, guns.y))
        outline = self.shape(heading)
        turn = (guns.heading - heading) % FULL_TURN
        return Shape((Base(round(x), round(y), own.width, own.depth, 0, turn),), outline.width, outline.depth)

    def pose(self, heading: int) -> Pose:
        """The middle of the side with this heading, on the grid."""
        middle = Pose(round(self.middle.x), round(self.middle.y), heading)
        return middle.shifted(0, self.shape(heading).depth / 2)

    def side(self, heading: int) -> Front:
        """The side with this heading, exactly."""
        shape = self.shape(heading)
        middle = Pose(0, 0, heading).at(0, shape.depth / 2)
        return Front(Point(self.middle.x + middle.x, self.middle.y + middle.y), heading, shape.width)

    @property
    def sides(self) -> tuple[Front, ...]:
        """Its four sides, clockwise from the most northerly."""
        return tuple(self.side(heading) for heading in self.headings)

    def side_name(self, heading: int) -> str:
        """The name of a side, by the compass direction it faces."""
        return COMPASS[self.headings.index(heading)]

    def body(self, number: int = -1, side: int = -1) -> Body:
        """The outline as a measurable body."""
        return Body(number, side, *_outline(self))


@lru_cache(maxsize=64)
def _headings(heading: int) -> tuple[int, ...]:
    """A heading and the three at right angles to it, clockwise from the most northerly."""
    ways = [(heading + quarter * QUARTER_TURN) % FULL_TURN for quarter in range(SIDES)]
    first = min(range(SIDES), key=lambda place: (abs(turn_between(0, ways[place])), ways[place]))
    return (*ways[first:], *ways[:first])


@lru_cache(maxsize=64)
def _outline(place: Stronghold) -> tuple[Pose, Shape]:
    """The pose of a stronghold by its most northerly side, and its shape."""
    heading = place.headings[0]
    return place.pose(heading), place.shape(heading)


def stronghold_of(piece: Piece, name: str = "") -> Stronghold | None:
    """The stronghold of a piece of ground; None if it is not one, or not a rectangle (terrain.garrison)."""
    if piece.kind not in STRONGHOLDS or len(piece.polygon) != SIDES:
        return None
    ring = [*piece.polygon, piece.polygon[0]]
    sides = [(there.x - here.x, there.y - here.y) for here, there in pairwise(ring)]
    one, two, three, four = (math.hypot(*side) for side in sides)
    square = abs(sides[0][0] * sides[1][0] + sides[0][1] * sides[1][1]) <= TOLERANCE * max(one, two)
    if not square or abs(one - three) > TOLERANCE or abs(two - four) > TOLERANCE:
        return None
    x, y = (hundredths(sum(point[axis] for point in piece.polygon) / SIDES) for axis in (0, 1))
    middle = Point(float(x), float(y))
    heading = heading_between(piece.polygon[1], piece.polygon[2])
    return Stronghold(piece.id, name or piece.id, piece.kind, middle, heading, round(one), round(two))
