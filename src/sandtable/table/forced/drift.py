"""Drifting: a body carried in a straight line along an exact direction, its facing kept.

``sliding`` goes by headings of whole tenths and whole hundredths. Where a rule names a direction by two
points, such as the middles of two bodies, it is kept here as it is, and so is the length of the way: only
where the body comes to rest it is rounded to the grid. Bodies are measured by their footprints.

>>> from sandtable.table.space.ground import Field
>>> from sandtable.table.space.shape import block
>>> line = Body(0, 0, Pose(2000, 700), block(4, files=4, width=200, depth=200))
>>> wall = Body(1, 1, Pose(2000, 1500), block(4, files=4, width=200, depth=200))
>>> north = towards(Point(0, 0), Point(0, 1))
>>> meets(line, north, wall), nears(line, north, wall, 100.0), leaves_table(line, north, Field(4000, 4000))
((600.0, 1000.0), 500.0, 3300.0)
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sandtable.table.movement.kernels.ground_crossed import slide_ring_spans
from sandtable.table.movement.kernels.moving_boxes import NEVER, slide_near, slide_span
from sandtable.table.movement.legs import grid
from sandtable.table.space.body import Body, corners, standing
from sandtable.table.space.ground import Field, Piece, is_thin
from sandtable.table.space.ground_rows import Ring, rings
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.lengths import COSINES, HAIR, SINES
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import boxes

Span = tuple[float, float]
"""From where to where along a way, in hundredths of an inch; the first is later if never."""


class Way(NamedTuple):
    """A direction as a vector of length 1."""

    x: float
    y: float

    def from_point(self, start: Point, gone: float) -> Point:
        """The point that lies so far along the way from another."""
        return Point(start.x + gone * self.x, start.y + gone * self.y)


def towards(start: Point, there: Point) -> Way | None:
    """The direction from one point to another; none if they are the same."""
    dx, dy = there.x - start.x, there.y - start.y
    length = math.sqrt(dx * dx + dy * dy)
    return Way(dx / length, dy / length) if length > HAIR else None


def along_heading(heading: int) -> Way:
    """The direction of a heading in tenths of a degree."""
    return Way(SINES[heading], COSINES[heading])


def drifted(pose: Pose, way: Way, gone: float) -> Pose:
    """Where a body comes to rest after so far: on the grid again, its facing kept."""
    x, y = way.from_point(Point(pose.x, pose.y), gone)
    return Pose(grid(x), grid(y), pose.heading)


def meets(body: Body, way: Way, other: Body, inset: float = 0.0) -> Span:
    """From where to where a body overlaps another by more than an inset, behind its start included; most lie
    wholly to one side of its way, and this is soon said."""
    mine, theirs = boxes(body, "footprint"), boxes(other, "footprint")
    aside = (theirs[0] - mine[0]) * way.y - (theirs[1] - mine[1]) * way.x
    if abs(aside) > mine[6] + theirs[6] + abs(inset) + HAIR:
        return NEVER, -NEVER
    return slide_span(_row(body), 0, way.x, way.y, _row(other), 0, inset)


def nears(body: Body, way: Way, other: Body, reach: float) -> float:
    """Where a body first comes nearer than so far to another; infinite if nowhere, 0 if it is so near."""
    return slide_near(_row(body), 0, way.x, way.y, _row(other), 0, reach)


def lies_over(body: Body, way: Way, piece: Piece, length: float, inset: float = 0.0) -> tuple[Span, ...]:
    """From where to where on a way of such a length a body, smaller by an inset all round, is over ground."""
    thin = int(is_thin(piece))
    found: list[Span] = []
    for ring in rings(piece):
        edges = _edges(ring)
        count, start = len(edges) // EDGE, len(edges)
        numbers = [*edges, *_row(body), *[0.0] * (4 * len(edges) + 16)]
        first = start + BOX
        end = slide_ring_spans(numbers, start, (way.x, way.y, length), 0, count, thin, inset, first)
        found += [(numbers[place], numbers[place + 1]) for place in range(first, end, 2)]
    return tuple(sorted(found))


def leaves_table(body: Body, way: Way, field: Field, slack: float = 0.0) -> float:
    """Where a body first sticks out over the table by more than the slack; infinite if the way is no way."""
    figure = corners(standing(body), body.shape)
    xs, ys = [corner.x for corner in figure], [corner.y for corner in figure]
    rooms = (
        (min(xs), -way.x),
        (field.width - max(xs), way.x),
        (min(ys), -way.y),
        (field.depth - max(ys), way.y),
    )
    return min((max(room + slack, 0.0) / speed for room, speed in rooms if speed > HAIR), default=NEVER)


def _row(body: Body) -> list[float]:
    """The footprint of a body as the numbers that kernels read."""
    return list(boxes(body, "footprint"))


@lru_cache(maxsize=256)
def _edges(ring: Ring) -> tuple[float, ...]:
    return tuple(number for here, there in pairwise(ring) for number in (*here, *there))
