"""Where a body stands and which way it faces.

The place of a body is the middle of its front edge: sheets measure from there, scenarios give it, and a
wheel, a Dubins path and most changes of formation are simplest about it.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

from msgspec import Struct

from sandtable.table.space.lengths import COSINES, FULL_TURN, SINES, exact


class Point(NamedTuple):
    """A place in hundredths of an inch; whole where it is stored, exact where it is computed."""

    x: Annotated[float, exact(1)]
    y: Annotated[float, exact(1)]


class Pose(Struct, frozen=True, gc=False):
    """The middle of a front edge and the heading it faces: hundredths of an inch, tenths of a degree."""

    x: int
    y: int
    heading: int = 0

    def at(self, right: float, forward: float) -> Point:
        """The point that lies *right* and *forward* of the middle of the front edge."""
        sin, cos = SINES[self.heading], COSINES[self.heading]
        return tuple.__new__(
            Point, (self.x + right * cos + forward * sin, self.y - right * sin + forward * cos)
        )

    def local(self, point: Point) -> Point:
        """How far *point* lies to the right (x) and forward (y) of the middle of the front edge."""
        sin, cos = SINES[self.heading], COSINES[self.heading]
        dx, dy = point.x - self.x, point.y - self.y
        return tuple.__new__(Point, (dx * cos - dy * sin, dx * sin + dy * cos))

    def shifted(self, right: float, forward: float) -> Pose:
        """The pose slid *right* and *forward* with its heading kept, on the grid again."""
        sin, cos = SINES[self.heading], COSINES[self.heading]
        x, y = self.x + right * cos + forward * sin, self.y - right * sin + forward * cos
        return Pose(round(x), round(y), self.heading)

    def turned(self, turn: int) -> Pose:
        """The pose turned on the spot, clockwise for a positive turn."""
        return Pose(self.x, self.y, (self.heading + turn) % FULL_TURN)
