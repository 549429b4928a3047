"""Rings around sets of hexes."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.hexes import Corners, HexGrid, hex_rings

GRIDS: dict[Corners, HexGrid] = {
    corners: HexGrid(7, 6, corners, 600) for corners in ("north-south", "east-west")
}


@given(st.data(), st.sampled_from(sorted(GRIDS)))
@settings(max_examples=60, deadline=None)
def test_the_rings_around_some_hexes_are_the_outline_of_their_union(
    data: st.DataObject, corners: Corners
) -> None:
    grid = GRIDS[corners]
    chosen = data.draw(st.sets(st.sampled_from(grid.hexes), min_size=1, max_size=30))
    hexes = tuple(hex_ for hex_ in grid.hexes if hex_ in chosen)
    union = shapely.unary_union([shapely.Polygon(grid.outline(hex_)).buffer(0.01) for hex_ in hexes])
    found = [shapely.LinearRing(ring) for ring in hex_rings(grid, hexes)]
    assert sum(ring.length for ring in found) == pytest.approx(union.length, rel=1e-3)
    signed = sum(shapely.Polygon(ring).area * (-1 if ring.is_ccw else 1) for ring in found)
    assert signed == pytest.approx(len(hexes) * 600**2 * math.sqrt(3) / 2, rel=1e-6)


def test_a_hex_that_is_left_out_makes_a_hole_that_runs_the_other_way() -> None:
    grid = GRIDS["north-south"]
    middle = grid.hex(3, 3)
    around = grid.ring(middle, 1)
    outer, hole = sorted(hex_rings(grid, around), key=len, reverse=True)
    assert (len(outer), len(hole)) == (18, 6)
    assert not shapely.LinearRing(outer).is_ccw
    assert shapely.LinearRing(hole).is_ccw
