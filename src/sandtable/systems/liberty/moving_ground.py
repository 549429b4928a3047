"""The ground as a move meets it: rims for works, and only the later piece where pieces overlap.

Where pieces overlap the one listed later counts (deploy.scenario-data). The covered parts are cut away once,
so that marches, charges, retreats and routs meet the same ground. The parts of a piece keep its id.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from sandtable.systems.liberty.obstacles import with_rims
from sandtable.systems.liberty.roster import LAYERS
from sandtable.table.space import (
    TOLERANCE,
    Field,
    HalfPlane,
    Piece,
    Point,
    Segment,
    apart,
    area,
    clipped,
    covers_of,
    is_thin,
    rings,
)

ROADS: Final = ("road", "bridge")
SLIVER: Final = TOLERANCE * TOLERANCE
"""Parts of at most this area come from rounding and are dropped."""

Figure = Sequence[Point]
"""The corners of a convex polygon in order."""


@lru_cache(maxsize=64)
def moving_ground(field: Field) -> Field:
    """The field that moves use (deploy.scenario-data, fort.detail)."""
    rims = with_rims(field)
    pieces: list[Piece] = []
    for number in range(len(rims.pieces)):
        pieces += _parts(rims, number)
    return rims if pieces == [*rims.pieces] else replace(rims, pieces=tuple(pieces))


def _parts(field: Field, number: int) -> list[Piece]:
    """The parts of a piece that no later one covers; a road is not cut by a road that continues it."""
    piece = field.pieces[number]
    covers = [field.pieces[upper] for upper in covers_of(field, number, LAYERS)]
    if piece.kind in ROADS:
        covers = [upper for upper in covers if upper.kind not in ROADS]
    figures = [figure for upper in covers for figure in _figures(upper)]
    if not figures:
        return [piece]
    if is_thin(piece):
        return _cut_line(piece, figures)
    whole = _figures(piece)
    left = whole
    for figure in figures:
        left = [part for each in left for part in _outside(each, figure)]
    if sum(map(area, left)) >= sum(map(area, whole)) - SLIVER:
        return [piece]
    return [replace(piece, polygon=tuple(part), line=(), width=0) for part in left]


def _cut_line(piece: Piece, figures: list[Figure]) -> list[Piece]:
    """The stretches of a line without width that lie outside these figures."""
    found: list[Piece] = []
    for start, end in pairwise(piece.line):
        stretches = [(0.0, 1.0)]
        for figure in figures:
            first, last = _stretch_on(Segment(start, end), figure)
            stretches = [cut for one in stretches for cut in _less(one, first, last)]
        way = Segment(start, end)
        for first, last in stretches:
            if (last - first) * way.length > TOLERANCE:
                found.append(replace(piece, line=(way.at(first), way.at(last))))
    length = sum(apart(*part.line) for part in found)
    return found if length < sum(apart(a, b) for a, b in pairwise(piece.line)) - TOLERANCE else [piece]


def _less(stretch: tuple[float, float], first: float, last: float) -> Iterator[tuple[float, float]]:
    """A stretch without the part between two shares of the way."""
    if first >= last:
        yield stretch
        return
    start, end = stretch
    if start < min(first, end):
        yield start, min(first, end)
    if max(last, start) < end:
        yield max(last, start), end


def _stretch_on(way: Segment, figure: Figure) -> tuple[float, float]:
    """The shares of a segment between which it lies on a convex figure; none if the first is greater."""
    first, last = 0.0, 1.0
    for plane in _planes(figure):
        before, after = plane.excess(way.start), plane.excess(way.end)
        if before > 0.0 and after > 0.0:
            return 1.0, 0.0
        if before > 0.0:
            first = max(first, before / (before - after))
        elif after > 0.0:
            last = min(last, before / (before - after))
    return first, last


def _outside(figure: Figure, cover: Figure) -> list[Figure]:
    """The part of a convex figure outside another, as convex figures."""
    planes = _planes(cover)
    if area(clipped(figure, planes)) <= SLIVER:
        return [figure]
    found: list[Figure] = []
    rest: Figure = figure
    for a, b, c in planes:
        out = clipped(rest, (HalfPlane(-a, -b, -c),))
        if area(out) > SLIVER:
            found.append(out)
        rest = clipped(rest, (HalfPlane(a, b, c),))
    return found


def _planes(figure: Figure) -> list[HalfPlane]:
    """The half planes whose intersection is a convex figure."""
    points = list(figure) if _turn_of(figure) > 0.0 else list(reversed(figure))
    found = []
    for a, b in pairwise([*points, points[0]]):
        length = apart(a, b)
        if length > 0.0:
            out_x, out_y = (b.y - a.y) / length, (a.x - b.x) / length
            found.append(HalfPlane(out_x, out_y, out_x * a.x + out_y * a.y))
    return found


def _turn_of(figure: Figure) -> float:
    """Positive for corners in anticlockwise order."""
    return sum(a.x * b.y - a.y * b.x for a, b in pairwise([*figure, figure[0]]))


def _figures(piece: Piece) -> list[Figure]:
    """A piece with an area as convex figures."""
    if piece.polygon:
        return _convex_parts(rings(piece)[0][:-1])
    return [ring[:-1] for ring in rings(piece)]


def _convex_parts(corners: Figure) -> list[Figure]:
    """A simple polygon itself if it is convex, else the triangles cut off it ear by ear."""
    points = list(corners) if _turn_of(corners) > 0.0 else list(reversed(corners))
    if all(_is_left(*three) for three in _threes(points)):
        return [points]
    found: list[Figure] = []
    while len(points) > 3:
        threes = _threes(points)
        ear = next((n for n, three in enumerate(threes) if _is_ear(three, points)), 0)
        found.append(threes[ear])
        del points[ear]
    return [*found, points]


def _threes(points: list[Point]) -> list[tuple[Point, Point, Point]]:
    """Each corner with the one before and the one after it."""
    after = [*points[1:], points[0]]
    return [(points[n - 1], points[n], after[n]) for n in range(len(points))]


def _is_left(before: Point, corner: Point, after: Point) -> bool:
    """Does the outline turn to the left at a corner, or go straight on?"""
    one, other = (corner.x - before.x, corner.y - before.y), (after.x - corner.x, after.y - corner.y)
    return one[0] * other[1] - one[1] * other[0] >= 0.0


def _is_ear(three: tuple[Point, Point, Point], points: list[Point]) -> bool:
    """May a corner be cut off? It must turn left, and no other corner may lie in its triangle."""
    if not _is_left(*three) or area(three) <= 0.0:
        return False
    planes = _planes(three)
    others = [point for point in points if point not in three]
    return not any(all(plane.excess(point) < 0.0 for plane in planes) for point in others)
