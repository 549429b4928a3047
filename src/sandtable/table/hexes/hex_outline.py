"""Rings around sets of hexes, for drawing."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.table.hexes.grid import CLOCK, Hex, HexCorner, HexGrid
from sandtable.table.space.lengths import FULL_TURN
from sandtable.table.space.pose import Point

Ring = tuple[Point, ...]


def hex_rings(grid: HexGrid, hexes: Iterable[Hex]) -> tuple[Ring, ...]:
    """The rings around some hexes: outer ones clockwise, those of holes the other way.

    >>> grid = HexGrid(4, 4, "north-south", 600)
    >>> [len(ring) for ring in hex_rings(grid, (grid.hex(1, 1), grid.hex(2, 1)))]
    [10]
    """
    inside = dict.fromkeys(hexes)
    follows: dict[HexCorner, tuple[HexCorner, Point]] = {}
    for hex_ in inside:
        for heading in grid.sides:
            if grid.neighbour(hex_, heading) not in inside:
                left, right = (heading - CLOCK) % FULL_TURN, (heading + CLOCK) % FULL_TURN
                start, end = grid.corner(hex_, left), grid.corner(hex_, right)
                follows[start] = end, grid.corner_point(hex_, left)
    found: list[Ring] = []
    while follows:
        found.append(tuple(_walked(follows)))
    return tuple(found)


def _walked(follows: dict[HexCorner, tuple[HexCorner, Point]]) -> list[Point]:
    """The corners of one ring, taken out of those that are left; at any corner one side leads on."""
    corner, points = next(iter(follows)), list[Point]()
    while corner in follows:
        corner, point = follows.pop(corner)
        points.append(point)
    return points
