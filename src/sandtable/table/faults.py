"""Faults: what is wrong with the ground of a field, in sentences that say where and what would be right."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sandtable.table.ground import TABLE_SIDES, Field, Piece
from sandtable.table.measure import FULL_TURN, as_inches
from sandtable.table.plane import Segment, crossing
from sandtable.table.pose import Point


def faults(field: Field) -> tuple[str, ...]:
    """All that is wrong with a field; nothing if it can be played on."""
    return (
        *_faults_of_table(field),
        *(fault for piece in field.pieces for fault in _faults_of(piece, field)),
    )


def polygon_faults(points: Sequence[Point]) -> tuple[str, ...]:
    """What keeps some points from being the corners of a simple polygon, in order round it."""
    if len(points) < 3:
        return (f"a polygon needs at least 3 corners, not {len(points)}",)
    if any(a == b for a, b in _around(points)):
        return ("a polygon has two corners in one place that follow one another: leave one out",)
    if any(
        _back_on_itself(*trio) for trio in zip(points, _turned(points, 1), _turned(points, 2), strict=True)
    ):
        return ("an edge of a polygon runs back over the one before it: leave the corner between them out",)
    edges = [Segment(a, b) for a, b in _around(points)]
    for first, one in enumerate(edges):
        for second in range(first + 2, len(edges)):
            if (first, second) != (0, len(edges) - 1) and _meet(one, edges[second]):
                return (f"edges {first + 1} and {second + 1} of a polygon meet: list its corners in turn",)
    return ()


def _faults_of_table(field: Field) -> Iterator[str]:
    """What is wrong with the table itself."""
    if field.width <= 0 or field.depth <= 0:
        yield f"the table is {as_inches(field.width)} by {as_inches(field.depth)} in: both must exceed 0"
    for name, times in Counter(piece.id for piece in field.pieces).items():
        if times > 1:
            yield f"{times} pieces of ground are called {name!r}: each needs a name of its own"
    for name, times in Counter(edge.name for edge in field.edges).items():
        if name not in TABLE_SIDES:
            yield f"the table has no edge {name!r}: its edges are {', '.join(TABLE_SIDES)}"
        elif times > 1:
            yield f"the {name} edge has {times} owners: it can have one"


def _faults_of(piece: Piece, field: Field) -> Iterator[str]:
    """What is wrong with one piece of ground."""
    where = f"piece of ground {piece.id!r}"
    points = piece.polygon or piece.line
    if not piece.kind:
        yield f"{where} has no kind"
    if bool(piece.polygon) == bool(piece.line):
        yield f"{where} needs either a polygon or a line, and not both"
    elif not all(math.isfinite(number) for point in points for number in point):
        yield f"{where} has a point that is not a place on the table"
    else:
        yield from (f"{where}: {fault}" for fault in _faults_of_outline(piece))
        yield from (
            f"{where} has the point {_shown(point)} off the table"
            for point in points
            if _is_off(point, field)
        )
    if piece.level < 0:
        yield f"{where} lies on level {piece.level}: the lowest level is 0"
    if piece.front is not None and not 0 <= piece.front < FULL_TURN:
        yield f"{where} faces {piece.front} tenths of a degree: a heading is from 0 to {FULL_TURN - 1}"


def _faults_of_outline(piece: Piece) -> Iterator[str]:
    """What is wrong with the polygon or the line of a piece."""
    if piece.polygon:
        yield from polygon_faults(piece.polygon)
        if piece.width:
            yield "a polygon has no width: only a line has"
        return
    if len(piece.line) < 2:
        yield "a line needs at least 2 points"
    if any(a == b for a, b in pairwise(piece.line)):
        yield "a line has two points in one place that follow one another: leave one out"
    if piece.width < 0:
        yield f"a line cannot be {as_inches(piece.width)} in wide: 0 is the least"


def _is_off(point: Point, field: Field) -> bool:
    """Whether a point lies off the table."""
    return not (0 <= point[0] <= field.width and 0 <= point[1] <= field.depth)


def _shown(point: Point) -> str:
    """A point in inches, for people."""
    return f"({as_inches(point[0])}, {as_inches(point[1])})"


def _turned(points: Sequence[Point], by: int) -> list[Point]:
    """The same corners, begun so many corners later."""
    return [*points[by:], *points[:by]]


def _around(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Each corner with the next, the last with the first."""
    return zip(points, _turned(points, 1), strict=True)


def _back_on_itself(a: Point, b: Point, c: Point) -> bool:
    """Whether the way from b to c runs back along that from a to b."""
    one, other = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
    return one[0] * other[1] == one[1] * other[0] and one[0] * other[0] + one[1] * other[1] < 0


def _meet(one: Segment, other: Segment) -> bool:
    """Whether two segments cross, touch or lie on one another."""
    if crossing(one, other) is not None:
        return True
    return any(_lies_on(end, other) for end in one) or any(_lies_on(end, one) for end in other)


def _lies_on(point: Point, segment: Segment) -> bool:
    """Whether a point lies exactly on a segment."""
    (ax, ay), (bx, by) = segment
    on_line = (bx - ax) * (point[1] - ay) == (by - ay) * (point[0] - ax)
    return on_line and min(ax, bx) <= point[0] <= max(ax, bx) and min(ay, by) <= point[1] <= max(ay, by)
