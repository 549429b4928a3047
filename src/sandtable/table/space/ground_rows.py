"""The ground of a field as rows of numbers for the kernels, made once for each field."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import accumulate, pairwise

from sandtable.table import compiled
from sandtable.table.space.ground import Field, Layers, Piece, is_thin
from sandtable.table.space.kernels.ground_stretches import Ground
from sandtable.table.space.pose import Point

Ring = tuple[Point, ...]


class Relief:
    """The outlines of all pieces of a field, in order (see `Ground` in ``kernels.ground_stretches``)."""

    __slots__ = ("bounds", "edges", "levels", "pieces", "rings", "scratch", "sides", "thin")

    def __init__(self, pieces: tuple[Piece, ...]) -> None:
        outlines = [rings(piece) for piece in pieces]
        runs = [list(pairwise(ring)) for outline in outlines for ring in outline]
        self.edges = [number for run in runs for a, b in run for number in (*a, *b)]
        self.rings = list(accumulate((len(run) for run in runs), initial=0))
        self.pieces = list(accumulate((len(outline) for outline in outlines), initial=0))
        self.sides = [_bounds(outline) for outline in outlines]
        self.bounds = [number for sides in self.sides for number in sides]
        self.levels = [piece.level for piece in pieces]
        self.thin = [int(is_thin(piece)) for piece in pieces]
        self.scratch = 4 * len(self.edges) + 16

    def plain(self) -> Ground:
        """All rows as lists."""
        return self.edges, self.rings, self.pieces, self.bounds, self.levels, self.thin


@lru_cache(maxsize=64)
def relief(field: Field) -> Relief:
    """The relief of a field."""
    return Relief(field.pieces)


@lru_cache(maxsize=64)
def ground_rows(field: Field, mode: str) -> Ground:
    """All rows of a field, as the present mode of the kernels reads them."""
    assert mode == compiled.mode()
    rows = relief(field)
    return (
        compiled.floats(rows.edges),
        compiled.wholes(rows.rings),
        compiled.wholes(rows.pieces),
        compiled.floats(rows.bounds),
        compiled.wholes(rows.levels),
        compiled.wholes(rows.thin),
    )


@lru_cache(maxsize=4096)
def covers_of(field: Field, lower: int, layers: Layers) -> tuple[int, ...]:
    """The pieces that may cover another somewhere, judged by their bounds."""
    bounds = relief(field).bounds
    left, bottom, right, top = bounds[4 * lower : 4 * lower + 4]
    return tuple(
        upper
        for upper in range(len(field.pieces))
        if layers.covers(field.pieces, upper, lower)
        and bounds[4 * upper] < right
        and bounds[4 * upper + 1] < top
        and bounds[4 * upper + 2] > left
        and bounds[4 * upper + 3] > bottom
    )


@lru_cache(maxsize=1024)
def rings(piece: Piece) -> tuple[Ring, ...]:
    """The closed rings around a polygon or a strip; for a line without width, the open chain itself."""
    if piece.polygon:
        return (_closed(*piece.polygon),)
    if is_thin(piece):
        return (tuple(Point(float(x), float(y)) for x, y in piece.line),)
    return tuple(strip(piece.line, piece.width / 2))


def strip(line: tuple[Point, ...], half_width: float) -> list[Ring]:
    """The rings of a line with a width: a rectangle along each leg, a triangle outside each bend."""
    sides = [_side(a, b, half_width) for a, b in pairwise(line)]
    rings = [
        _closed(_moved(a, side, 1), _moved(b, side, 1), _moved(b, side, -1), _moved(a, side, -1))
        for (a, b), side in zip(pairwise(line), sides, strict=True)
    ]
    for bend, (before, after) in zip(line[1:-1], pairwise(sides), strict=True):
        turn = before.x * after.y - before.y * after.x
        if turn != 0.0:
            outer = -1 if turn > 0.0 else 1
            rings.append(_closed(bend, _moved(bend, before, outer), _moved(bend, after, outer)))
    return rings


def _side(a: Point, b: Point, length: float) -> Point:
    """The step of a given length to the left of the way from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    way = math.sqrt(dx * dx + dy * dy)
    return Point(-dy * length / way, dx * length / way)


def _moved(point: Point, step: Point, times: int) -> Point:
    """A point moved by a multiple of a step."""
    return Point(point[0] + times * step.x, point[1] + times * step.y)


def _closed(*points: Point) -> Ring:
    """A ring through these points that ends where it began."""
    ring = tuple(Point(float(x), float(y)) for x, y in points)
    return (*ring, ring[0])


def _bounds(outline: tuple[Ring, ...]) -> tuple[float, float, float, float]:
    """The least and greatest x and y of some rings: left, bottom, right, top."""
    xs = [point.x for ring in outline for point in ring]
    ys = [point.y for ring in outline for point in ring]
    return min(xs), min(ys), max(xs), max(ys)
