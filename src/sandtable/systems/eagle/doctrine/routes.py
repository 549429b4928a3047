"""Ways over the table: the distance from any point to the ground that matters, around closed ground."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from sandtable.table.forced import is_point_inside, is_way_free, shortest_way
from sandtable.table.space import INCH, Field, Point, apart

CELL: Final = INCH
"""The size of the squares into which the table is divided."""
ROOM: Final = 4
"""The number of squares that the middle of a unit keeps from closed ground."""
DIAGONAL: Final = 1.5
FAR: Final = 200.0
"""The distance from a point from which no way leads there."""
INSET: Final = 2 * INCH
"""How far inside an area a unit wants to be, so that all of it is in the area, its depth counted."""

Cell = tuple[int, int]
Ring = tuple[Point, ...]


# ----------------------------------------------------------------------- to a place
@lru_cache(maxsize=8192)
def way_round(field: Field, barred: tuple[str, ...], start: Point, goal: Point, room: float) -> float:
    """The length of the way to a place, keeping *room* from closed ground."""
    rings = _rings(field, barred)
    if not rings or is_way_free(start, goal, rings, room):
        return apart(start, goal)
    found = shortest_way(start, (goal,), rings, room)
    return found if found < math.inf else apart(start, goal) + FAR * INCH


def turning_point(field: Field, barred: tuple[str, ...], start: Point, goal: Point, room: float) -> Point:
    """Where the way to a place leads first: the place itself, or a corner of closed ground in between."""
    rings = _rings(field, barred)
    if not rings or is_way_free(start, goal, rings, room):
        return goal
    places = _corners(field, barred, room + INCH)
    corners = [corner for corner in places if is_way_free(start, corner, rings, room)]
    return min(
        corners,
        key=lambda corner: apart(start, corner) + way_round(field, barred, corner, goal, room),
        default=goal,
    )


def is_open(field: Field, barred: tuple[str, ...], start: Point, goal: Point) -> bool:
    """Is a straight line clear of closed ground?"""
    rings = _rings(field, barred)
    return not rings or is_way_free(start, goal, rings, 0.0)


@lru_cache(maxsize=32)
def _rings(field: Field, barred: tuple[str, ...]) -> tuple[Ring, ...]:
    return tuple(tuple(piece.polygon) for piece in field.pieces if piece.kind in barred and piece.polygon)


@lru_cache(maxsize=32)
def _corners(field: Field, barred: tuple[str, ...], room: float) -> tuple[Point, ...]:
    """The corners of closed ground, moved out so far that a unit gets past them."""
    return tuple(_outwards(corner, ring, room) for ring in _rings(field, barred) for corner in ring)


def _outwards(corner: Point, ring: Ring, room: float) -> Point:
    x, y = (sum(spot[axis] for spot in ring) / len(ring) for axis in (0, 1))
    return Point(corner.x + math.copysign(room, corner.x - x), corner.y + math.copysign(room, corner.y - y))


# ----------------------------------------------------------------------- to the ground that matters


def way_off(field: Field, barred: tuple[str, ...], area: tuple[Point, ...], point: Point) -> float:
    """The inches of way from a point to well inside an area, around closed ground."""
    spot = int(point.x // CELL), int(point.y // CELL)
    return _ways(field, barred, area).get(spot, FAR)


@lru_cache(maxsize=32)
def _ways(field: Field, barred: tuple[str, ...], area: tuple[Point, ...]) -> dict[Cell, float]:
    open_cells = set(_open(field, barred))
    found: dict[Cell, float] = {}
    queue = [(0.0, cell) for cell in sorted(open_cells) if _is_well_inside(_at(cell), area)]
    while queue:
        length, cell = heapq.heappop(queue)
        if cell in found:
            continue
        found[cell] = length
        for step, other in _beside(cell):
            if other in open_cells and other not in found:
                heapq.heappush(queue, (length + step, other))
    return found


def _at(cell: Cell) -> Point:
    return Point((cell[0] + 0.5) * CELL, (cell[1] + 0.5) * CELL)


def _is_well_inside(point: Point, area: tuple[Point, ...]) -> bool:
    """Is a point so far inside an area that a unit there is wholly in it, whichever way it came?"""
    x, y = point
    around = ((x, y), (x, y - INSET), (x - INSET, y), (x + INSET, y))
    return all(is_point_inside(Point(*spot), area) for spot in around)


def _open(field: Field, barred: tuple[str, ...]) -> Iterator[Cell]:
    """The squares far enough from closed ground, measured from its outline."""
    walls = [piece.polygon for piece in field.pieces if piece.kind in barred and piece.polygon]
    cells = [(x, y) for x in range(field.width // CELL) for y in range(field.depth // CELL)]
    shut = {cell for cell in cells if any(is_point_inside(_at(cell), wall) for wall in walls)}
    near = [(x, y) for x in range(-ROOM, ROOM + 1) for y in range(-ROOM, ROOM + 1) if x * x + y * y < ROOM**2]
    closed = {(x + dx, y + dy) for x, y in sorted(shut) for dx, dy in near}
    return (cell for cell in cells if cell not in closed)


def _beside(cell: Cell) -> Iterator[tuple[float, Cell]]:
    x, y = cell
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            if dx or dy:
                yield (DIAGONAL if dx and dy else 1.0), (x + dx, y + dy)
