"""The hex grid: counting, distances, sides and corners, places on the table."""

from __future__ import annotations

import math
from collections import deque

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point as Spot
from shapely import Polygon, union_all

from sandtable.table.hexes import Corners, FacingTo, Hex, HexGrid, Place, distance
from sandtable.table.space import Point

BOTH = ("north-south", "east-west")
hexes = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
grids = st.builds(
    HexGrid,
    columns=st.integers(2, 9),
    rows=st.integers(1, 9),
    corners=st.sampled_from(BOTH),
    size=st.sampled_from((100, 400, 600)),
    short_rows=st.booleans(),
)


def steps_by_walking(grid: HexGrid, start: Hex) -> dict[Hex, int]:
    """How many steps each hex of the grid is away, found by walking outwards from neighbour to neighbour."""
    away = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for there in grid.neighbours(here):
            if there not in away:
                away[there] = away[here] + 1
                waiting.append(there)
    return away


@given(hexes, hexes)
def test_distance_is_half_the_sum_of_the_three_differences_of_the_cube(one: Hex, other: Hex) -> None:
    cube = (one.q - other.q, one.r - other.r, (-one.q - one.r) - (-other.q - other.r))
    assert sum(cube) == 0
    assert 2 * distance(one, other) == sum(map(abs, cube))


@given(hexes, hexes, hexes)
def test_distance_is_symmetric_and_no_detour_is_shorter(one: Hex, other: Hex, third: Hex) -> None:
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, third) <= distance(one, other) + distance(other, third)


@given(grids, st.data())
@settings(max_examples=50, deadline=None)
def test_distance_is_what_walking_from_neighbour_to_neighbour_takes(
    grid: HexGrid, draw: st.DataObject
) -> None:
    start = draw.draw(st.sampled_from(grid.hexes))
    away = steps_by_walking(grid, start)
    assert away == {hex_: distance(start, hex_) for hex_ in grid.hexes}


@given(grids)
@settings(max_examples=50, deadline=None)
def test_every_hex_of_a_grid_has_one_place_and_every_place_one_hex(grid: HexGrid) -> None:
    places = [grid.place(hex_) for hex_ in grid.hexes]
    assert len(dict.fromkeys(places)) == len(grid.hexes)
    assert [grid.hex(*place) for place in places] == list(grid.hexes)
    assert places == sorted(places, key=lambda place: (place.row, place.column))


@pytest.mark.parametrize("place", [(-1, 0), (5, 0), (4, 1), (0, -1), (0, 4)])
def test_a_place_beyond_the_ends_of_its_row_or_of_the_rows_is_off_the_grid(place: tuple[int, int]) -> None:
    grid = HexGrid(5, 4, "north-south", 600, short_rows=True)
    assert grid.hex(*place) not in grid


def test_odd_rows_hold_one_hex_fewer_where_hexes_fill_the_table_exactly() -> None:
    grid = HexGrid.over(10800, 7200, corners="north-south", size=600)
    assert [grid.row_length(row) for row in range(4)] == [18, 17, 18, 17]
    assert HexGrid.over(10890, 7200, corners="north-south", size=600).row_length(1) == 18


@given(st.integers(700, 9000), st.integers(700, 9000), st.sampled_from(BOTH), st.sampled_from((300, 600)))
@settings(max_examples=80, deadline=None)
def test_a_grid_over_a_table_has_every_hex_whose_centre_lies_inside_and_no_other(
    width: int, depth: int, corners: Corners, size: int
) -> None:
    grid = HexGrid.over(width, depth, corners=corners, size=size)
    wide = range(-2, 40)
    inside = [
        hex_
        for row in wide
        for column in wide
        if 0 < grid.centre(hex_ := grid.hex(column, row)).x < width and 0 < grid.centre(hex_).y < depth
    ]
    assert list(grid.hexes) == inside


@pytest.mark.parametrize("corners", BOTH)
def test_the_hexes_of_a_grid_tile_the_plane_without_overlapping(corners: Corners) -> None:
    grid = HexGrid(5, 6, corners, 600)
    outlines = [Polygon(grid.outline(hex_)) for hex_ in grid.hexes]
    one_hex = math.sqrt(3) / 2 * 600 * 600
    assert union_all(outlines).area == pytest.approx(one_hex * len(outlines))
    assert all(outline.area == pytest.approx(one_hex) for outline in outlines)


@pytest.mark.parametrize("corners", BOTH)
def test_a_neighbour_lies_one_hex_away_at_the_heading_of_the_side_between(corners: Corners) -> None:
    grid = HexGrid(5, 5, corners, 600)
    middle = grid.hex(2, 2)
    here = grid.centre(middle)
    for heading in grid.sides:
        there = grid.centre(grid.neighbour(middle, heading))
        assert math.dist(here, there) == pytest.approx(600)
        assert math.degrees(math.atan2(there.x - here.x, there.y - here.y)) % 360 == pytest.approx(
            heading / 10
        )
        assert grid.heading_to(middle, grid.neighbour(middle, heading)) == heading


def test_two_hexes_that_do_not_touch_have_no_side_between_them() -> None:
    grid = HexGrid(5, 5, "north-south", 600)
    with pytest.raises(ValueError, match=r"\(0, 0\) and \(2, 0\) share no side"):
        grid.side_between(grid.hex(0, 0), grid.hex(2, 0))


@pytest.mark.parametrize("corners", BOTH)
def test_sides_and_corners_have_one_name_wherever_they_are_seen_from(corners: Corners) -> None:
    grid = HexGrid(4, 4, corners, 600)
    sides: dict[tuple[int, int], object] = {}
    vertices: dict[tuple[int, int], object] = {}
    for hex_ in grid.hexes:
        for heading in grid.sides:
            side = grid.side(hex_, heading)
            at = grid.side_middle(side)
            assert sides.setdefault((round(at.x), round(at.y)), side) == side
            assert hex_ in grid.beside(side)
        for heading in grid.facings("corner"):
            vertex = grid.corner(hex_, heading)
            at = grid.corner_point(hex_, heading)
            assert math.dist(at, grid.corner_point(vertex.hex, vertex.heading)) < 1e-6
            assert vertices.setdefault((round(at.x), round(at.y)), vertex) == vertex
    assert len(dict.fromkeys(sides.values())) == len(sides)
    assert len(dict.fromkeys(vertices.values())) == len(vertices)
    # Euler: hexes - sides + corners of a patch in one piece make 1.
    assert len(grid.hexes) - len(sides) + len(vertices) == 1


def test_the_ends_of_a_side_are_the_corners_that_its_two_hexes_share() -> None:
    grid = HexGrid(4, 4, "east-west", 600)
    side = grid.side_between(grid.hex(1, 1), grid.hex(1, 2))
    left, right = grid.side_ends(side)
    for hex_ in (grid.hex(1, 1), grid.hex(1, 2)):
        for end in (left, right):
            assert min(math.dist(end, corner) for corner in grid.outline(hex_)) < 1e-6
    assert math.dist(left, right) == pytest.approx(600 / math.sqrt(3))


@given(st.sampled_from(BOTH), st.floats(0, 4000), st.floats(0, 4000))
@settings(max_examples=200)
def test_the_hex_under_a_point_is_the_one_whose_outline_holds_it(
    corners: Corners, x: float, y: float
) -> None:
    grid = HexGrid(6, 6, corners, 600)
    under = grid.under(Point(x, y), tolerance=0)
    holding = [hex_ for hex_ in grid.hexes if Polygon(grid.outline(hex_)).distance(Spot(x, y)) < 1e-6]
    if under is None:
        inside = [hex_ for hex_ in holding if Polygon(grid.outline(hex_)).buffer(-1e-6).contains(Spot(x, y))]
        assert not inside
    else:
        assert under in holding


def test_a_point_on_a_hexside_lies_in_the_lower_hex() -> None:
    grid = HexGrid.over(10800, 7200, corners="north-south", size=600)
    above = grid.centre(grid.hex(7, 1)).y
    assert grid.place(grid.nearest(Point(5100, above))) == Place(7, 1)
    assert grid.under(Point(5101, above)) == grid.hex(7, 1)
    assert grid.under(Point(5103, above)) == grid.hex(8, 1)


@given(grids, st.integers(-500, 6000), st.integers(-500, 6000))
@settings(max_examples=100, deadline=None)
def test_the_nearest_hex_is_no_farther_than_any_other_and_the_lowest_of_equals(
    grid: HexGrid, x: int, y: int
) -> None:
    nearest = grid.nearest(Point(x, y), tolerance=1.0)
    gaps = {hex_: math.dist(grid.centre(hex_), (x, y)) for hex_ in grid.hexes}
    equal = [grid.place(hex_) for hex_, gap in gaps.items() if gap <= min(gaps.values()) + 1.0]
    assert grid.place(nearest) == min(equal, key=lambda place: (place.row, place.column))


def test_the_nearest_hex_that_is_not_barred_is_found() -> None:
    grid = HexGrid(3, 3, "north-south", 600)
    point = grid.centre(grid.hex(1, 1))
    assert grid.nearest(point, barred={grid.hex(1, 1)}) == grid.hex(1, 0)
    with pytest.raises(ValueError, match="all hexes of the grid are barred"):
        grid.nearest(point, barred=grid.hexes)


@pytest.mark.parametrize("corners", BOTH)
@pytest.mark.parametrize("radius", range(6))
def test_a_ring_holds_the_hexes_at_its_distance_and_goes_once_round_clockwise(
    corners: Corners, radius: int
) -> None:
    grid = HexGrid(20, 20, corners, 600)
    middle = grid.hex(10, 10)
    ring = grid.ring(middle, radius)
    assert list(ring) == list(dict.fromkeys(ring))
    assert len(ring) == (6 * radius or 1)
    assert all(distance(middle, hex_) == radius for hex_ in ring)
    bearings = [(grid.bearing(middle, hex_) - grid.sides[0]) % 3600 for hex_ in ring] if radius else []
    assert bearings == sorted(bearings)
    assert len(grid.within(middle, radius)) == 3 * radius * (radius + 1) + 1


def test_a_ring_near_the_edge_holds_only_hexes_of_the_grid() -> None:
    grid = HexGrid(3, 3, "north-south", 600)
    assert [grid.place(hex_) for hex_ in grid.ring(grid.hex(0, 0), 1)] == [(0, 1), (1, 0)]


def test_facings_to_corners_and_sides_alternate_round_the_clock() -> None:
    north_south, east_west = HexGrid(2, 2, "north-south", 600), HexGrid(2, 2, "east-west", 600)
    assert north_south.facings("corner") == (0, 600, 1200, 1800, 2400, 3000) == east_west.facings("side")
    assert north_south.facings("side") == (300, 900, 1500, 2100, 2700, 3300) == east_west.facings("corner")
    assert len(north_south.facings("any")) == 12


@pytest.mark.parametrize(
    ("heading", "to", "facing"),
    [(0, "corner", 0), (299, "corner", 0), (300, "corner", 600), (301, "corner", 600), (3590, "side", 3300)],
)
def test_a_heading_exactly_between_two_facings_becomes_the_clockwise_one(
    heading: int, to: FacingTo, facing: int
) -> None:
    assert HexGrid(2, 2, "north-south", 600).nearest_facing(heading, to) == facing


def test_there_is_no_bearing_from_a_hex_to_itself() -> None:
    grid = HexGrid(2, 2, "north-south", 600)
    with pytest.raises(ValueError, match="to itself"):
        grid.bearing(grid.hex(1, 1), grid.hex(1, 1))


def test_the_edges_of_the_table_are_its_outer_rows_and_places() -> None:
    grid = HexGrid(3, 3, "north-south", 600, short_rows=True)
    named = {
        name: [tuple(grid.place(hex_)) for hex_ in grid.edge(name)]
        for name in ("bottom", "top", "left", "right")
    }
    assert named == {
        "bottom": [(0, 0), (1, 0), (2, 0)],
        "top": [(0, 2), (1, 2), (2, 2)],
        "left": [(0, 0), (0, 1), (0, 2)],
        "right": [(2, 0), (1, 1), (2, 2)],
    }
    turned = HexGrid(3, 3, "east-west", 600, short_rows=True)
    assert [tuple(turned.place(hex_)) for hex_ in turned.edge("left")] == named["bottom"]
    assert [tuple(turned.place(hex_)) for hex_ in turned.edge("bottom")] == named["left"]
    with pytest.raises(ValueError, match='no edge "north"'):
        grid.edge("north")


@given(grids)
@settings(max_examples=40, deadline=None)
def test_the_distance_to_an_edge_is_that_to_its_nearest_hex(grid: HexGrid) -> None:
    for name in ("bottom", "top", "left", "right"):
        edge = grid.edge(name)
        for hex_ in grid.hexes:
            assert grid.edge_distance(hex_, name) == min(distance(hex_, other) for other in edge)


def test_a_hex_beyond_an_edge_is_less_than_nothing_away_from_it() -> None:
    grid = HexGrid(3, 3, "north-south", 600)
    assert grid.edge_distance(grid.hex(1, -1), "bottom") == -1
    assert grid.edge_distance(grid.hex(3, 0), "right") == -1


def test_an_empty_or_endless_grid_is_refused() -> None:
    with pytest.raises(ValueError, match="is empty"):
        HexGrid(0, 3, "north-south", 600)
    with pytest.raises(ValueError, match="is too large"):
        HexGrid(1000, 1000, "north-south", 600)
    with pytest.raises(ValueError, match="needs some size"):
        HexGrid.over(1000, 1000, corners="north-south", size=0)


@given(grids)
@settings(max_examples=20)
def test_a_grid_is_the_same_after_saving_and_loading(grid: HexGrid) -> None:
    assert msgspec.json.decode(msgspec.json.encode(grid), type=HexGrid) == grid


@given(st.tuples(*[st.integers(-30, 30)] * 4))
def test_a_distance_is_the_greatest_of_the_three_steps_of_the_cube(axes: tuple[int, int, int, int]) -> None:
    one, other = Hex(*axes[:2]), Hex(*axes[2:])
    q, r = other.q - one.q, other.r - one.r
    assert distance(one, other) == max(abs(q), abs(r), abs(q + r))


def test_the_difference_of_their_numbers_tells_how_far_two_hexes_are_apart() -> None:
    for grid in (
        HexGrid(7, 5, "east-west", 600),
        HexGrid(1, 1, "north-south", 600),
        HexGrid(2, 9, "east-west", 600),
    ):
        for hex_ in grid.hexes:
            for other in grid.hexes:
                assert grid.spans[grid.numbers[other] - grid.numbers[hex_]] == distance(hex_, other)


def test_the_bearing_of_a_hex_is_that_of_its_centre_wherever_the_two_lie() -> None:
    for grid in (HexGrid(30, 24, "north-south", 600), HexGrid(24, 30, "east-west", 600)):
        for here in (grid.hexes[0], grid.hexes[len(grid.hexes) // 2], grid.hexes[-1]):
            x, y = grid.centre(here)
            for other in grid.hexes:
                if other != here:
                    there = grid.centre(other)
                    exact = math.degrees(math.atan2(there.x - x, there.y - y)) * 10
                    assert grid.bearing(here, other) == round(exact) % 3600


def test_headings_toward_a_hex_lead_to_the_neighbours_that_are_nearer_to_it() -> None:
    grid = HexGrid(7, 5, "east-west", 600)
    for here in grid.hexes:
        for goal in (*grid.hexes, Hex(-4, 9)):
            nearer = [
                side
                for side in grid.sides
                if distance(grid.neighbour(here, side), goal) < distance(here, goal)
            ]
            assert list(grid.headings_toward(here, goal)) == nearer
