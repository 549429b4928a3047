"""Corridors: the convex way between two places of an edge, and what lies in it.

>>> from sandtable.table.space.pose import Point
>>> way = corridor(Front(Point(0, 0), 0, 400), Front(Point(100, 900), 0, 400))
>>> len(way), area(way)
(4, 360000.0)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.table.measure.areas import Patch, area_over
from sandtable.table.measure.distance import Nearest
from sandtable.table.space.body import Front
from sandtable.table.space.ground import Field, Layers
from sandtable.table.space.ground_rows import covers_of, relief, rings
from sandtable.table.space.lengths import TOLERANCE
from sandtable.table.space.plane import (
    HalfPlane,
    Segment,
    apart,
    area,
    box_planes,
    clipped,
    nearest_on_segment,
    split_boxes,
)
from sandtable.table.space.pose import Point
from sandtable.table.space.scene import Scene, boxes

Figure = tuple[Point, ...]
"""A convex figure by its corners."""

_SLIVER = TOLERANCE * TOLERANCE


class Bounds(NamedTuple):
    """The least and greatest x and y of a figure."""

    left: float
    bottom: float
    right: float
    top: float


def corridor(start: Front, end: Front) -> Figure:
    """The convex hull of an edge where it starts and where it ends."""
    return hull((start.left, start.right, end.left, end.right))


def hull(points: Iterable[Point]) -> Figure:
    """The convex hull of some points, anticlockwise; of points on one line, its two ends."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def interior(figure: Figure) -> Figure:
    """What of a convex figure lies more than the tolerance inside it; nothing of one without width."""
    if len(figure) < 3:
        return ()
    inside = tuple(clipped(figure, planes(figure), -TOLERANCE))
    return inside if area(inside) > 0.0 else ()


def planes(figure: Figure) -> tuple[HalfPlane, ...]:
    """The half planes whose common part is a convex figure that runs anticlockwise."""
    found = []
    for here, there in pairwise((*figure, figure[0])):
        length = apart(here, there)
        if length > 0.0:
            out_x, out_y = (there.y - here.y) / length, (here.x - there.x) / length
            found.append(HalfPlane(out_x, out_y, out_x * here.x + out_y * here.y))
    return tuple(found)


def nearest_of_edges(one: Front, other: Front) -> Nearest:
    """The nearest points of two edges that do not cross."""
    mine, theirs = Segment(one.left, one.right), Segment(other.left, other.right)
    pairs = [(end, nearest_on_segment(theirs, end)) for end in mine]
    pairs += [(nearest_on_segment(mine, end), end) for end in theirs]
    return min(Nearest(apart(here, there), here, there) for here, there in pairs)


def bodies_in(inside: Figure, scene: Scene, spare: Sequence[int] = ()) -> tuple[int, ...]:
    """The bodies, less those spared, any base of which lies over a figure (the interior of a corridor)."""
    if not inside:
        return ()
    left, bottom, right, top = bounds = _bounds(inside)
    found = []
    for body in scene.bodies:
        if body.pose is None or body.id in spare:
            continue
        x, y, reach = body.pose.x, body.pose.y, body.shape.width / 2 + body.shape.depth
        if x + reach < left or x - reach > right or y + reach < bottom or y - reach > top:
            continue
        if any(_overlaps(inside, bounds, row) for row in split_boxes(boxes(body))):
            found.append(body.id)
    return tuple(found)


def ground_in(inside: Figure, field: Field, kinds: Sequence[str], layers: Layers) -> tuple[int, ...]:
    """The pieces of ground of some kinds that lie under a figure where they are not covered."""
    return tuple(
        number
        for number in _near(inside, field, kinds)
        if area_over(inside, (_patch(field, number, layers),)) > _SLIVER
    )


def lines_in(inside: Figure, field: Field, kinds: Sequence[str]) -> tuple[int, ...]:
    """The pieces of ground of some kinds whose line, or outline, runs through a figure."""
    if not inside:
        return ()
    around = planes(inside)
    return tuple(
        number
        for number in _near(inside, field, kinds)
        if any(
            _length(clipped(edge, around)) > TOLERANCE
            for ring in rings(field.pieces[number])
            for edge in pairwise(ring)
        )
    )


def _chain(ordered: Sequence[Point]) -> list[Point]:
    """The half of a hull that turns left all the way."""
    kept: list[Point] = []
    for point in ordered:
        while len(kept) >= 2 and _turn(kept[-2], kept[-1], point) <= 0.0:
            kept.pop()
        kept.append(point)
    return kept


def _turn(first: Point, second: Point, third: Point) -> float:
    """Positive if the way over three points turns left."""
    return (second.x - first.x) * (third.y - first.y) - (second.y - first.y) * (third.x - first.x)


def _bounds(figure: Sequence[Point]) -> Bounds:
    xs, ys = [point.x for point in figure], [point.y for point in figure]
    return Bounds(min(xs), min(ys), max(xs), max(ys))


def _overlaps(inside: Figure, bounds: Bounds, row: tuple[float, ...]) -> bool:
    """Whether a box lies over a figure; boxes far off are told by their radius."""
    x, y, radius = row[0], row[1], row[6]
    if x + radius < bounds.left or x - radius > bounds.right:
        return False
    if y + radius < bounds.bottom or y - radius > bounds.top:
        return False
    return area(clipped(inside, box_planes(row))) > 0.0


def _near(inside: Figure, field: Field, kinds: Sequence[str]) -> list[int]:
    """The pieces of some kinds whose bounds meet those of a figure."""
    if not inside:
        return []
    left, bottom, right, top = _bounds(inside)
    all_bounds = relief(field).bounds
    found = []
    for number, piece in enumerate(field.pieces):
        if piece.kind in kinds:
            of = all_bounds[4 * number : 4 * number + 4]
            if of[0] <= right and of[1] <= top and of[2] >= left and of[3] >= bottom:
                found.append(number)
    return found


def _patch(field: Field, piece: int, layers: Layers) -> Patch:
    covers = covers_of(field, piece, layers)
    return Patch(rings(field.pieces[piece]), tuple(rings(field.pieces[upper]) for upper in covers))


def _length(points: Sequence[Point]) -> float:
    """How long a clipped segment is; clipping a segment names its points more than once."""
    return max((apart(points[0], other) for other in points), default=0.0)
