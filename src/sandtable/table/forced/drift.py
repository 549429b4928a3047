"""Drifts: straight moves of a body with its facing kept, and what it meets, nears, lies over or crosses.

``slides`` goes by headings of whole tenths and whole hundredths. Where a rule names a
direction by two points, such as the middles of two bodies, a `Direction` keeps it exactly; only the place
where the body comes to rest is rounded to the grid. Bodies are measured by their footprints, but lines are
crossed rank by rank: a crossing begins when the leading rank touches the line and ends when the whole of that
rank is beyond it.

>>> from sandtable.table.space.ground import Field
>>> from sandtable.table.space.shape import block
>>> line = Body(0, 0, Pose(2000, 700), block(4, files=4, width=200, depth=200))
>>> wall = Body(1, 1, Pose(2000, 1500), block(4, files=4, width=200, depth=200))
>>> north = direction_to(Point(0, 0), Point(0, 1))
>>> overlap_stretch(line, north, wall), length_until_near(line, north, wall, 100.0)
((600.0, 1000.0), 500.0)
>>> length_until_off_table(line, north, Field(4000, 4000))
3300.0
>>> fence = Piece("fence", "fence", line=(Point(0, 1300), Point(4000, 1300)))
>>> (crossed,) = crossings(line, 0, 900, Field(4000, 4000, (fence,)), ("fence",))
>>> round(crossed.reached), round(crossed.over)
(600, 800)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.forced.kernels.crossings import PART, spans_across
from sandtable.table.movement.kernels.ground_crossed import slide_ring_spans
from sandtable.table.movement.kernels.moving_boxes import NEVER, slide_near, slide_span
from sandtable.table.space.body import Body, Side, corners, standing
from sandtable.table.space.ground import Field, Piece, is_thin
from sandtable.table.space.ground_rows import Ring, rings
from sandtable.table.space.heading_rows import trig
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.lengths import (
    COSINES,
    HAIR,
    HALF_TURN,
    QUARTER_TURN,
    SINES,
    TOLERANCE,
    nearest_hundredth,
    turn_between,
)
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import boxes
from sandtable.table.space.shape import Base, Shape, base_part

Stretch = tuple[float, float]
"""Where a stretch of a way starts and ends, in hundredths of an inch; the start is greater if it is empty."""


class Direction(NamedTuple):
    """A direction as a vector of length 1."""

    x: float
    y: float

    def from_point(self, start: Point, gone: float) -> Point:
        """The point at a distance from another in this direction."""
        return Point(start.x + gone * self.x, start.y + gone * self.y)


def direction_to(start: Point, there: Point) -> Direction | None:
    """The direction from one point to another; none if they are the same."""
    dx, dy = there.x - start.x, there.y - start.y
    length = math.sqrt(dx * dx + dy * dy)
    return Direction(dx / length, dy / length) if length > HAIR else None


def direction_of(heading: int) -> Direction:
    """The direction of a heading in tenths of a degree."""
    return Direction(SINES[heading], COSINES[heading])


def drifted_pose(pose: Pose, way: Direction, gone: float) -> Pose:
    """The pose at which a body comes to rest after a distance: on the grid, its facing kept."""
    x, y = way.from_point(Point(pose.x, pose.y), gone)
    return Pose(nearest_hundredth(x), nearest_hundredth(y), pose.heading)


def overlap_stretch(body: Body, way: Direction, other: Body, inset: float = 0.0) -> Stretch:
    """The stretch on which a body overlaps another by more than an inset, behind its start included."""
    mine, theirs = boxes(body, "footprint"), boxes(other, "footprint")
    aside = (theirs[0] - mine[0]) * way.y - (theirs[1] - mine[1]) * way.x
    # Most bodies lie wholly to one side of the way.
    if abs(aside) > mine[6] + theirs[6] + abs(inset) + HAIR:
        return NEVER, -NEVER
    return slide_span(_row(body), 0, way.x, way.y, _row(other), 0, inset)


def length_until_near(body: Body, way: Direction, other: Body, reach: float) -> float:
    """How far a body goes until it is nearer than *reach* to another; infinite if never."""
    return slide_near(_row(body), 0, way.x, way.y, _row(other), 0, reach)


def stretches_over(
    body: Body, way: Direction, piece: Piece, length: float, inset: float = 0.0
) -> tuple[Stretch, ...]:
    """The stretches of a way on which a body, less an inset all round, lies over a piece of ground."""
    thin = int(is_thin(piece))
    found: list[Stretch] = []
    for ring in rings(piece):
        edges = _edges(ring)
        count, start = len(edges) // EDGE, len(edges)
        numbers = [*edges, *_row(body), *[0.0] * (4 * len(edges) + 16)]
        first = start + BOX
        end = slide_ring_spans(numbers, start, (way.x, way.y, length), 0, count, thin, inset, first)
        found += [(numbers[place], numbers[place + 1]) for place in range(first, end, 2)]
    return tuple(sorted(found))


def length_until_off_table(body: Body, way: Direction, field: Field, slack: float = 0.0) -> float:
    """How far a body goes until it sticks out over the table by more than the slack; infinite if never."""
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
    """The footprint of a body as the row that kernels read."""
    return list(boxes(body, "footprint"))


@lru_cache(maxsize=256)
def _edges(ring: Ring) -> tuple[float, ...]:
    return tuple(number for here, there in pairwise(ring) for number in (*here, *there))


# ------------------------------------------------------------------ crossing lines rank by rank
class RankCrossing(NamedTuple):
    """The crossing of a piece of ground: its place in the field's list, how far the body goes until its
    leading rank touches the piece, and until the whole of that rank is over it."""

    piece: int
    reached: float
    over: float


def leading_side(pose: Pose, heading: int) -> Side:
    """The side of a body that leads when it slides on a heading; at 45 degrees front or rear."""
    turn = turn_between(pose.heading, heading)
    if abs(turn) <= QUARTER_TURN // 2:
        return "front"
    if abs(turn) >= HALF_TURN - QUARTER_TURN // 2:
        return "rear"
    return "right" if turn > 0 else "left"


def leading_rank(shape: Shape, side: Side) -> tuple[Base, ...]:
    """The bases along one side of a body: its first or last rank, or the files at its flank."""
    match side:
        case "front":
            return shape.front_rank
        case "rear":
            last = max(base.rank for base in shape.bases)
            return tuple(base for base in shape.bases if base.rank == last)
        case "right":
            outer = max(base.x for base in shape.bases)
        case "left":
            outer = min(base.x for base in shape.bases)
    return tuple(base for base in shape.bases if base.x == outer)


def crossings(
    body: Body, heading: int, distance: float, field: Field, kinds: Sequence[str]
) -> tuple[RankCrossing, ...]:
    """The crossings of some kinds of ground by a body that slides a distance on a heading, in order.

    Ground under a body whose front leads is being crossed already, so it is left out. A body that slides any
    other way crosses it anew, from the start.
    """
    pose = standing(body)
    side = leading_side(pose, heading)
    found: list[RankCrossing] = []
    near = [
        number
        for number, piece in enumerate(field.pieces)
        if piece.kind in kinds and not _is_far(body, piece, heading, distance)
    ]
    if not near:
        return ()
    mode = compiled.now.mode
    for number in near:
        lines = _lines(field.pieces[number], mode)
        spans = _spans(pose, heading, _parts(body.shape, side, mode), lines)
        met = [span for span in spans if -TOLERANCE <= span[0] < distance]
        if side != "front":
            all_parts = _spans(pose, heading, _parts(body.shape, None, mode), lines)
            if any(_is_under(span) for span in all_parts):
                over = max((span[1] for span in spans if _is_under(span)), default=0.0)
                met = [(0.0, over), *met]
        found += [RankCrossing(number, max(enter, 0.0), leave) for enter, leave in met]
    return tuple(sorted(found, key=lambda crossing: (crossing.reached, crossing.piece)))


def _is_under(span: tuple[float, float]) -> bool:
    """Whether a span covers the start of the slide."""
    return span[0] < -TOLERANCE and span[1] > TOLERANCE


def _is_far(body: Body, piece: Piece, heading: int, distance: float) -> bool:
    """Whether a piece lies beyond the box around the whole slide."""
    pose = standing(body)
    x, y, size = pose.x, pose.y, math.hypot(body.shape.width, body.shape.depth) + 2 * TOLERANCE
    there_x, there_y = x + distance * SINES[heading], y + distance * COSINES[heading]
    left, low, right, high = _bounds(piece)
    if left > max(x, there_x) + size or right < min(x, there_x) - size:
        return True
    return low > max(y, there_y) + size or high < min(y, there_y) - size


@lru_cache(maxsize=1024)
def _bounds(piece: Piece) -> tuple[float, float, float, float]:
    """The least and greatest x and y of a piece."""
    points = [point for ring in rings(piece) for point in ring]
    xs, ys = [point.x for point in points], [point.y for point in points]
    return min(xs), min(ys), max(xs), max(ys)


def _spans(pose: Pose, heading: int, parts: Floats, lines: Floats) -> list[tuple[float, float]]:
    """The stretches of a slide on which any of some parts of a body lies across any of some lines."""
    row, mode = compiled.zeros(2 * (len(parts) // PART) * (len(lines) // BOX)), compiled.now.mode
    here = (pose.x, pose.y, pose.heading)
    count = spans_across(here, heading, parts, lines, trig(mode), compiled.zeros(BOX), row)
    if not count:
        return []
    ends = compiled.listed(row[: 2 * count])
    spans: list[tuple[float, float]] = []
    for enter, leave in sorted(zip(ends[::2], ends[1::2], strict=True)):
        if spans and enter <= spans[-1][1] + TOLERANCE:
            spans[-1] = (spans[-1][0], max(spans[-1][1], leave))
        else:
            spans.append((enter, leave))
    return spans


@lru_cache(maxsize=1024)
def _parts(shape: Shape, side: Side | None, mode: str) -> Floats:
    """The bases along one side of a body, or all of them, as a row."""
    assert mode == compiled.mode()
    rows: list[float] = []
    for base in shape.bases if side is None else leading_rank(shape, side):
        x, y, wide, deep, turn = base_part(base)
        rows += (x, y, wide, deep, float(turn), math.sqrt(wide * wide + deep * deep))
    return compiled.floats(rows)


@lru_cache(maxsize=1024)
def _lines(piece: Piece, mode: str) -> Floats:
    """The lines of a piece as a row of boxes without width."""
    assert mode == compiled.mode()
    rows: list[float] = []
    for ring in rings(piece):
        for a, b in pairwise(ring):
            length = math.hypot(b.x - a.x, b.y - a.y)
            if length > 0.0:
                sin, cos = (b.x - a.x) / length, (b.y - a.y) / length
                rows += ((a.x + b.x) / 2, (a.y + b.y) / 2, 0.0, length / 2, sin, cos, length / 2, -1.0)
    return compiled.floats(rows)
