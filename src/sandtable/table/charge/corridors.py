"""Corridors: the convex figure between two places of an edge or of a body, and what lies in it.

`corridor` joins two places of an edge; `bodies_on_ways` and `is_ground_on_way` are about all that a body
sweeps over as it slides straight from one pose to another.

>>> from sandtable.table.space.pose import Point
>>> way = corridor(Front(Point(0, 0), 0, 400), Front(Point(100, 900), 0, 400))
>>> len(way), area(way)
(4, 360000.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from typing import NamedTuple

from sandtable.table import compiled
from sandtable.table.charge.kernels.corridors import WORK, comes_over
from sandtable.table.charge.kernels.sweeps import CLEAR, DOUBTFUL, write_swept
from sandtable.table.compiled import Wholes
from sandtable.table.measure.areas import Patch, area_over
from sandtable.table.measure.distance import Nearest
from sandtable.table.movement.course import pose_row
from sandtable.table.space.body import Front, centre, corners
from sandtable.table.space.ground import Field, Layers
from sandtable.table.space.ground_rows import covers_of, ground_rows, relief, rings
from sandtable.table.space.heading_rows import trig
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.lengths import TOLERANCE
from sandtable.table.space.plane import (
    HalfPlane,
    Segment,
    apart,
    area,
    box_planes,
    clipped,
    hull,
    nearest_on_segment,
    split_boxes,
)
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene, box, boxes
from sandtable.table.space.shape import Shape, footprint

Figure = tuple[Point, ...]
"""A convex figure by its corners."""

StraightWay = tuple[Pose, Pose]
"""The poses at which a slide begins and ends; their headings are the same."""

Bounds = tuple[float, float, float, float]
"""The least x and y of a figure, then the greatest."""

_SLIVER = TOLERANCE * TOLERANCE


def corridor(start: Front, end: Front) -> Figure:
    """The convex hull of an edge where it starts and where it ends."""
    return hull((start.left, start.right, end.left, end.right))


def interior(figure: Figure) -> Figure:
    """The part of a convex figure more than the tolerance inside it; empty for one without width."""
    if len(figure) < 3:
        return ()
    inside = tuple(clipped(figure, planes(figure), -TOLERANCE))
    return inside if area(inside) > 0.0 else ()


def planes(figure: Figure) -> tuple[HalfPlane, ...]:
    """The half planes whose intersection is a convex figure that runs anticlockwise."""
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
    """The bodies, but for those spared, with a base that lies over a figure (the interior of a corridor)."""
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
    """The pieces of ground of some kinds that lie under a figure and are not covered there."""
    return tuple(
        number
        for number in _near(inside, field, kinds)
        if area_over(inside, (_patch(field, number, layers),)) > _SLIVER
    )


# ------------------------------------------------------------------ what a sliding body sweeps over
def bodies_on_ways(
    ways: Sequence[StraightWay], shape: Shape, others: Sequence[int], scene: Scene
) -> list[tuple[int, ...]]:
    """For each way, the bodies in *others* that lie more than the tolerance inside the figure that a shape
    sweeps over."""
    if not ways or not others:
        return [() for _ in ways]
    part, count = footprint(shape), len(others)
    rows = [(*box(start, part)[:6], *centre(end, shape)) for start, end in ways]
    told = compiled.whole_zeros(len(ways) * count)
    row = compiled.floats(list(chain.from_iterable(rows)))
    write_swept(row, compiled.wholes(list(others)), *scene.mirror.boxes("bases"), told)
    found = compiled.listed(told)
    return [
        _settled(way, shape, others, found[n * count : (n + 1) * count], scene) for n, way in enumerate(ways)
    ]


def is_ground_on_way(
    way: StraightWay, shape: Shape, field: Field, kinds: tuple[str, ...], layers: Layers
) -> bool:
    """Whether ground of some kinds that is not covered lies more than the tolerance inside the figure that a
    shape sweeps over."""
    mode, (start, end) = compiled.now.mode, way
    ground = _pieces(field, kinds, layers, mode)
    return comes_over(
        pose_row(start),
        pose_row(end),
        float(shape.width),
        float(shape.depth),
        trig(mode),
        ground_rows(field, mode),
        ground.pieces,
        ground.first,
        ground.covers,
        compiled.zeros(ground.room),
    )


class _PiecesOfKinds(NamedTuple):
    """The pieces of some kinds, the start of the covers of each, all covers, and the room to measure them."""

    pieces: Wholes
    first: Wholes
    covers: Wholes
    room: int


@lru_cache(maxsize=64)
def _pieces(field: Field, kinds: tuple[str, ...], layers: Layers, mode: str) -> _PiecesOfKinds:
    """The pieces of ground of some kinds, as rows."""
    assert mode == compiled.mode()
    pieces = [number for number, piece in enumerate(field.pieces) if piece.kind in kinds]
    covers = [covers_of(field, piece, layers) for piece in pieces]
    edges = len(relief(field).edges)
    # The edges of a figure, of a piece and of its covers, the heights at which two of them cross, and spans.
    most = edges // EDGE + 16
    return _PiecesOfKinds(
        compiled.wholes(pieces),
        compiled.wholes(accumulate(map(len, covers), initial=0)),
        compiled.wholes(chain.from_iterable(covers)),
        WORK + 6 * most + most * most // 2 + 3 * edges,
    )


def _settled(
    way: StraightWay, shape: Shape, others: Sequence[int], told: Sequence[int], scene: Scene
) -> tuple[int, ...]:
    """The bodies on one way; those in doubt are tested against the figure."""
    on_it = [(other, one) for other, one in zip(others, told, strict=True) if one != CLEAR]
    doubtful = [other for other, one in on_it if one == DOUBTFUL]
    if not doubtful:
        return tuple([other for other, _ in on_it])
    spare = [body.id for body in scene.bodies if body.id not in doubtful]
    inside = interior(hull((*corners(way[0], shape), *corners(way[1], shape))))
    lying = bodies_in(inside, scene, spare)
    return tuple([other for other, one in on_it if one != DOUBTFUL or other in lying])


# ------------------------------------------------------------------ figures
def _bounds(figure: Sequence[Point]) -> Bounds:
    xs, ys = [point.x for point in figure], [point.y for point in figure]
    return min(xs), min(ys), max(xs), max(ys)


def _overlaps(inside: Figure, bounds: Bounds, row: tuple[float, ...]) -> bool:
    """Whether a box lies over a figure; the radius rules out boxes far off."""
    x, y, radius = row[0], row[1], row[6]
    left, bottom, right, top = bounds
    if x + radius < left or x - radius > right or y + radius < bottom or y - radius > top:
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
