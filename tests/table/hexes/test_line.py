"""Lines between the centres of hexes."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon

from sandtable.table.hexes import Corners, Hex, HexGrid, distance, entry_sides, line, sides_crossed

near = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))
corner_ways = st.sampled_from(("north-south", "east-west"))


@cache
def outlines(corners: Corners) -> tuple[list[Hex], list[Polygon], list[Polygon]]:
    """Hexes with their outlines drawn a little inside and a little outside the true ones."""
    grid = HexGrid(40, 40, corners, 600)
    around = [Hex(q, r) for q in range(-11, 12) for r in range(-11, 12)]
    drawn = [Polygon(grid.outline(hex_)) for hex_ in around]
    return around, [outline.buffer(-0.01) for outline in drawn], [outline.buffer(0.01) for outline in drawn]


@given(near, near, corner_ways)
@settings(max_examples=150, deadline=None)
def test_a_line_crosses_the_hexes_whose_inside_the_drawn_segment_crosses(
    start: Hex, end: Hex, corners: Corners
) -> None:
    if start == end:
        assert line(start, end) == ((start,),)
        return
    around, inside, outside = outlines(corners)
    grid = HexGrid(40, 40, corners, 600)
    drawn = LineString([grid.centre(start), grid.centre(end)])
    lengths = dict(zip(around, shapely.length(shapely.intersection(inside, drawn)), strict=True))
    along = dict(zip(around, shapely.length(shapely.intersection(outside, drawn)), strict=True))
    stages = line(start, end)
    singles = sorted(stage[0] for stage in stages if len(stage) == 1)
    pairs = sorted(hex_ for stage in stages if len(stage) == 2 for hex_ in stage)
    assert singles == sorted(hex_ for hex_, length in lengths.items() if length > 0.1)
    assert pairs == sorted(hex_ for hex_, length in along.items() if length > 300 and lengths[hex_] <= 0.1)


@given(near, near)
def test_a_line_is_the_same_from_either_end(start: Hex, end: Hex) -> None:
    assert line(start, end) == tuple(reversed(line(end, start)))


@given(near, near, near)
def test_a_line_moves_with_its_ends(start: Hex, end: Hex, by: Hex) -> None:
    moved = line(Hex(start.q + by.q, start.r + by.r), Hex(end.q + by.q, end.r + by.r))
    assert moved == tuple(tuple(Hex(q + by.q, r + by.r) for q, r in stage) for stage in line(start, end))


@given(near, near)
def test_every_hex_of_a_stage_touches_every_hex_of_the_next(start: Hex, end: Hex) -> None:
    stages = line(start, end)
    assert stages[0] == (start,)
    assert stages[-1] == (end,)
    for stage, following in pairwise(stages):
        assert all(distance(one, other) == 1 for one in stage for other in following)


def test_a_line_towards_a_corner_runs_along_hexsides_and_gives_the_hexes_on_both_hands() -> None:
    assert line(Hex(0, 0), Hex(2, 2))[1:-1] == (
        (Hex(0, 1), Hex(1, 0)),
        (Hex(1, 1),),
        (Hex(1, 2), Hex(2, 1)),
    )


def test_a_hex_touched_only_at_a_corner_is_not_crossed() -> None:
    # From (0, 0) to (4, 1) the line passes exactly through the corner shared by (1, 0), (2, 0) and (1, 1).
    stages = line(Hex(0, 0), Hex(4, 1))
    assert [stage[0] for stage in stages] == [(0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 1)]


def test_a_flat_line_weaves_through_the_teeth_between_two_rows() -> None:
    crossed = [stage[0] for stage in line(Hex(0, 0), Hex(3, 1))]
    assert crossed == [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (3, 1)]


def test_between_two_neighbours_lies_nothing_and_one_side_is_crossed() -> None:
    grid = HexGrid(5, 5, "north-south", 600)
    one, other = grid.hex(1, 1), grid.hex(2, 1)
    assert line(one, other) == ((one,), (other,))
    assert sides_crossed(grid, (one,), (other,)) == (grid.side_between(one, other),)
    assert entry_sides(grid, one, other) == (grid.side_between(one, other),)


def test_a_line_through_a_corner_enters_over_the_sides_on_both_hands_of_it() -> None:
    grid = HexGrid(5, 5, "north-south", 600)
    target, firer = grid.hex(2, 2), grid.hex(2, 4)
    upper_left, upper_right = grid.side(target, 3300), grid.side(target, 300)
    assert sorted(entry_sides(grid, firer, target)) == sorted((upper_left, upper_right))


@given(near, near, corner_ways)
@settings(max_examples=150, deadline=None)
def test_a_line_enters_a_hex_over_the_side_that_the_drawn_segment_cuts(
    start: Hex, end: Hex, corners: Corners
) -> None:
    if start == end:
        return
    grid = HexGrid(40, 40, corners, 600)
    drawn = LineString([grid.centre(start), grid.centre(end)])
    cut = [
        side
        for heading in grid.sides
        if LineString(grid.side_ends(side := grid.side(end, heading))).distance(drawn) < 1e-6
    ]
    assert sorted(entry_sides(grid, start, end)) == sorted(cut)


@pytest.mark.parametrize("end", [Hex(1, 1), Hex(-1, 2), Hex(2, 2)])
def test_into_a_pair_of_hexes_a_line_goes_over_two_sides(end: Hex) -> None:
    grid = HexGrid(40, 40, "north-south", 600)
    stages = line(Hex(0, 0), end)
    sides = sides_crossed(grid, stages[0], stages[1])
    assert len(sides) == 2
    assert all(Hex(0, 0) in grid.beside(side) for side in sides)
