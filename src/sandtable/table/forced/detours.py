"""Detours: the shortest way of a small body from one place to another around figures that bar it.

The body is a point that keeps a clearance from every figure, or less where it starts or ends nearer.

>>> wall = (Point(-100, 100), Point(100, 100), Point(100, 120), Point(-100, 120))
>>> shortest_way(Point(0, 0), (Point(0, 60),), (wall,), clearance=0)
60.0
>>> round(shortest_way(Point(0, 0), (Point(0, 220),), (wall,), clearance=0))
303
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from sandtable.table.measure.distance import distance_to_edges, nearest_of_figures
from sandtable.table.space.lengths import HAIR
from sandtable.table.space.plane import Segment, apart
from sandtable.table.space.pose import Point

Figure = Sequence[Point]
"""The corners of a figure in order, clockwise or anticlockwise."""

OUTWARDS = 1.001
"""Ways lead around corners a thousandth farther out than the clearance, so that they are free."""


class _KeptFigure(NamedTuple):
    """A figure, the distance kept from it, and the sides of the rectangle around both."""

    figure: Figure
    room: float
    left: float
    low: float
    right: float
    high: float


def shortest_way(
    start: Point,
    goals: Sequence[Point],
    figures: Sequence[Figure],
    clearance: float,
    at_most: float = math.inf,
) -> float:
    """The length of the shortest way from a place to the nearest of some goals; infinite if there is none
    within *at_most*.

    A stretch is tested only when no shorter one is left to try.
    """
    kept = [_kept(figure, (start, *goals), clearance) for figure in figures]
    places, beyond = list(goals), [0.0] * len(goals)
    for each in kept:
        for corner in _known_corners(each.figure, each.room):
            # If even the straight way to the corner and on to a goal is too long, no way leads around it.
            left = at_most + 1.0 - apart(start, corner)
            rest = _nearest(corner, goals) if left >= 0.0 else math.inf
            if rest <= left:
                places.append(corner)
                beyond.append(rest)
    reached: set[int] = set()
    waiting = [(0.0, 0.0, -1, start)]
    while waiting:
        _, length, number, before = heapq.heappop(waiting)
        if number in reached:
            continue
        here = start if number < 0 else places[number]
        if number >= 0 and not _is_free(Segment(before, here), kept):
            continue
        if 0 <= number < len(goals):
            return length
        reached.add(number)
        here_x, here_y = here
        for other, (x, y) in enumerate(places):
            if other not in reached:
                gone = length + math.sqrt((x - here_x) * (x - here_x) + (y - here_y) * (y - here_y))
                if gone + beyond[other] <= at_most:
                    heapq.heappush(waiting, (gone + beyond[other], gone, other, here))
    return math.inf


def _nearest(place: Point, goals: Sequence[Point]) -> float:
    """The distance from a place to the nearest of some goals."""
    x, y = place
    return min([math.sqrt((gx - x) * (gx - x) + (gy - y) * (gy - y)) for gx, gy in goals])


def is_way_free(start: Point, end: Point, figures: Sequence[Figure], clearance: float) -> bool:
    """Whether the straight way keeps its clearance from all figures."""
    return _is_free(Segment(start, end), [_kept(figure, (start, end), clearance) for figure in figures])


def _kept(figure: Figure, places: Sequence[Point], clearance: float) -> _KeptFigure:
    left, low, right, high = bounds_of(figure)
    # A place farther than the clearance from the rectangle around a figure has more room than that.
    far = clearance + HAIR
    near = [
        place for place in places if left - far < place.x < right + far and low - far < place.y < high + far
    ]
    room = _room(figure, near, clearance) if near else clearance
    return _KeptFigure(figure, room, left - room, low - room, right + room, high + room)


def bounds_of(figure: Figure) -> tuple[float, float, float, float]:
    """The least and greatest x and y of a figure.

    Those of tuples are kept by identity; an entry holds its figure, so no other object can have its id.
    """
    known = _bounds.get(id(figure))
    if known is not None and known[0] is figure:
        return known[1]
    xs, ys = [x for x, _ in figure], [y for _, y in figure]
    found = min(xs), min(ys), max(xs), max(ys)
    if isinstance(figure, tuple):
        if len(_bounds) >= MOST_KNOWN:
            _bounds.clear()
        _bounds[id(figure)] = figure, found
    return found


MOST_KNOWN: Final = 512
"""How many figures are kept before all are dropped."""

_bounds: Final[dict[int, tuple[Figure, tuple[float, float, float, float]]]] = {}
"""The bounds of figures by the id of each."""


def _is_free(way: Segment, kept: Sequence[_KeptFigure]) -> bool:
    (ax, ay), (bx, by) = way
    left, right = (ax, bx) if ax < bx else (bx, ax)
    low, high = (ay, by) if ay < by else (by, ay)
    for figure, room, its_left, its_low, its_right, its_high in kept:
        beside = right < its_left or left > its_right or high < its_low or low > its_high
        if not beside and not _keeps(way, figure, room):
            return False
    return True


def _keeps(way: Segment, figure: Figure, room: float) -> bool:
    """Whether a way keeps its distance from a figure and does not lead through it."""
    shares = _crossings(way, figure)
    if shares or is_point_inside(way.middle, figure):
        return room <= 0.0 and not _leads_through(way, figure, shares)
    return room <= 0.0 or nearest_of_figures(way, figure).distance >= room - HAIR


def _crossings(way: Segment, figure: Figure) -> list[float]:
    """The shares of a way at which it crosses or touches an edge of a figure; the same floats as
    `plane.crossing` gives."""
    (ax, ay), (bx, by) = way
    along_x, along_y = bx - ax, by - ay
    shares: list[float] = []
    cx, cy = figure[0]
    for dx, dy in (*figure[1:], figure[0]):
        edge_x, edge_y, off_x, off_y = dx - cx, dy - cy, cx - ax, cy - ay
        lean = along_x * edge_y - along_y * edge_x
        if lean != 0.0:
            along = (off_x * edge_y - off_y * edge_x) / lean
            if 0.0 <= along <= 1.0 and 0.0 <= (off_x * along_y - off_y * along_x) / lean <= 1.0:
                shares.append(along)
        cx, cy = dx, dy
    return shares


def _leads_through(way: Segment, figure: Figure, crossed: list[float]) -> bool:
    """Whether a way that meets the edges of a figure at these shares leads through its inside."""
    shares = sorted({0.0, 1.0, *crossed})
    return any(is_point_inside(way.at((one + other) / 2), figure) for one, other in pairwise(shares))


def _room(figure: Figure, places: Sequence[Point], clearance: float) -> float:
    """The clearance to keep from a figure: no more than the start and the goals have."""
    return min([clearance, *[_distance(figure, place) for place in places]])


def _distance(figure: Figure, point: Point) -> float:
    return 0.0 if is_point_inside(point, figure) else distance_to_edges(point.x, point.y, figure)[0]


def _known_corners(figure: Figure, room: float) -> list[Point]:
    """The same as `_corners`; those of tuples are kept by identity."""
    known = _rounded.get((id(figure), room))
    if known is not None and known[0] is figure:
        return known[1]
    found = _corners(figure, room)
    if isinstance(figure, tuple):
        if len(_rounded) >= MOST_KNOWN:
            _rounded.clear()
        _rounded[id(figure), room] = figure, found
    return found


_rounded: Final[dict[tuple[int, float], tuple[Figure, list[Point]]]] = {}
"""The corners that ways lead around, by the id of the figure and the clearance."""


def _corners(figure: Figure, room: float) -> list[Point]:
    """The corners that a way can lead around: those of a figure, moved outwards from both edges."""
    out = room * OUTWARDS + HAIR
    turn = math.copysign(1.0, sum([a.x * b.y - a.y * b.x for a, b in pairwise([*figure, figure[0]])]))
    outwards = _outwards(figure, turn)
    found: list[Point] = []
    for (x, y), first, last in zip(figure, outwards, [*outwards[1:], outwards[0]], strict=True):
        scale = 1.0 + first[0] * last[0] + first[1] * last[1]
        if scale > HAIR:
            aside, along = out * (first[0] + last[0]) / scale, out * (first[1] + last[1]) / scale
            found.append(Point(x + aside, y + along))
    return found


def _outwards(figure: Figure, turn: float) -> list[tuple[float, float]]:
    """The outward unit vectors of the edges that lead to each corner."""
    found: list[tuple[float, float]] = []
    ax, ay = figure[-1]
    for bx, by in figure:
        dx, dy = bx - ax, by - ay
        length = math.sqrt(dx * dx + dy * dy) or 1.0
        found.append((turn * dy / length, -turn * dx / length))
        ax, ay = bx, by
    return found


def is_point_inside(point: Point, figure: Figure) -> bool:
    """Whether a point lies inside a figure."""
    (x, y), (ax, ay), inside = point, figure[-1], False
    for bx, by in figure:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        ax, ay = bx, by
    return inside
