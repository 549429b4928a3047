"""Laying inch plans on hexes."""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon
from shapely import Point as Spot

from sandtable.table.hexes import (
    Barrier,
    Corners,
    Hex,
    HexField,
    HexGrid,
    HexGround,
    Hexside,
    Lay,
    Link,
    from_field,
    hexes_in,
)
from sandtable.table.space import Field, Piece, Point

LAY = Lay(
    hills=("hill",),
    sectors=("houses",),
    roads=("road",),
    openings=("bridge",),
    tolerance=1.0,
)
corner_ways = st.sampled_from(("north-south", "east-west"))


def inches(*points: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(round(x * 100), round(y * 100)) for x, y in points)


def square(x: float, y: float, side: float) -> tuple[Point, ...]:
    return inches((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def laid(*pieces: Piece, corners: Corners = "north-south", lay: Lay = LAY) -> HexField:
    grid = HexGrid.over(4800, 4800, corners=corners, size=600)
    return from_field(Field(4800, 4800, pieces), grid, lay)


points = st.builds(Point, st.integers(0, 4800), st.integers(0, 4800))


@given(points, st.integers(200, 2500), st.integers(200, 2500), corner_ways)
@settings(max_examples=60, deadline=None)
def test_an_area_fills_the_hexes_whose_centre_it_holds(
    corner: Point, width: int, depth: int, corners: Corners
) -> None:
    x, y = corner
    outline = (corner, Point(x + width, y), Point(x + width, y + depth), Point(x + width / 2, y + depth * 2))
    field = laid(Piece("w", "wood", polygon=outline), corners=corners)
    drawn = Polygon(outline)
    inside = [hex_ for hex_ in field.grid.hexes if drawn.distance(Spot(field.grid.centre(hex_))) <= 1.0]
    filled = [entry.hex for entry in field.ground]
    if inside:
        assert filled == inside
    else:
        nearest = min(
            math.dist(field.grid.centre(hex_), drawn.centroid.coords[0]) for hex_ in field.grid.hexes
        )
        assert len(filled) == 1
        at = field.grid.centre(filled[0])
        assert math.dist(at, drawn.centroid.coords[0]) <= nearest + 1.0


def test_a_centre_on_the_outline_is_inside() -> None:
    grid = HexGrid.over(4800, 4800, corners="north-south", size=600)
    x, y = grid.centre(grid.hex(2, 2))
    touching = (Point(x, y - 100), Point(x + 100, y - 100), Point(x + 100, y + 100), Point(x, y + 100))
    assert hexes_in(grid, touching) == (grid.hex(2, 2),)


def test_of_two_areas_over_one_hex_the_later_counts() -> None:
    wood, marsh = (Piece(kind, kind, polygon=square(6, 6, 12)) for kind in ("wood", "marsh"))
    assert all(entry.kind == "marsh" for entry in laid(wood, marsh).ground)
    assert all(entry.kind == "wood" for entry in laid(marsh, wood).ground)


def test_a_sector_fills_one_hex_over_anything_else_and_two_sectors_never_the_same() -> None:
    wood = Piece("w", "wood", polygon=square(6, 6, 18))
    first, second = (Piece(name, "houses", polygon=square(14, 14, 6)) for name in ("a", "b"))
    field = laid(first, second, wood)
    houses = {entry.piece: entry.hex for entry in field.ground if entry.kind == "houses"}
    near = sorted(field.grid.hexes, key=lambda hex_: math.dist(field.grid.centre(hex_), (1700, 1700)))
    assert [houses["a"], houses["b"]] == near[:2]


def test_a_hex_has_the_highest_level_of_the_hills_that_hold_its_centre() -> None:
    low = Piece("low", "hill", polygon=square(0, 0, 30), level=1)
    high = Piece("high", "hill", polygon=square(10, 10, 10), level=2)
    field = laid(high, low)
    for hex_ in field.grid.hexes:
        x, y = field.grid.centre(hex_)
        level = 2 if 1000 <= x <= 2000 and 1000 <= y <= 2000 else (1 if x <= 3000 and y <= 3000 else 0)
        assert field.level_at(hex_) == level
        assert field.kind_at(hex_) == ""


def segment_pairs(grid: HexGrid) -> list[tuple[Hexside, LineString]]:
    return [
        (grid.side_between(hex_, other), LineString([grid.centre(hex_), grid.centre(other)]))
        for hex_ in grid.hexes
        for other in grid.neighbours(hex_)
        if hex_ < other
    ]


@given(points, points, points, corner_ways)
@settings(max_examples=60, deadline=None)
def test_a_line_lies_on_the_sides_of_all_neighbours_that_it_keeps_apart(
    one: Point, two: Point, three: Point, corners: Corners
) -> None:
    drawn = LineString([one, two, three])
    grid = HexGrid.over(4800, 4800, corners=corners, size=600)
    if (
        one == two
        or two == three
        or min(drawn.distance(Spot(grid.centre(hex_))) for hex_ in grid.hexes) < 1e-3
    ):
        return
    field = laid(Piece("s", "stream", line=(one, two, three)), corners=corners)
    apart = sorted(side for side, segment in segment_pairs(grid) if segment.intersects(drawn))
    assert sorted(barrier.side for barrier in field.barriers) == apart


def test_a_line_through_centres_is_moved_off_them_to_the_north_and_east() -> None:
    # x = 9 in holds the centres of even rows: moved east it keeps each apart from the hexes to its right.
    field = laid(Piece("s", "stream", line=inches((9, 0), (9, 48))))
    grid = field.grid
    sides = {barrier.side for barrier in field.barriers}
    assert grid.side_between(grid.hex(1, 2), grid.hex(2, 2)) in sides
    assert grid.side_between(grid.hex(0, 2), grid.hex(1, 2)) not in sides
    assert grid.side_between(grid.hex(1, 2), grid.hex(1, 3)) in sides
    assert grid.side_between(grid.hex(1, 2), grid.hex(0, 3)) not in sides


def test_a_line_that_runs_north_east_through_a_centre_is_moved_off_it_all_the_same() -> None:
    grid = HexGrid.over(4800, 4800, corners="north-south", size=600)
    x, y = grid.centre(grid.hex(3, 3))
    field = laid(Piece("s", "stream", line=(Point(x - 1000, y - 1000), Point(x + 1000, y + 1000))))
    around = [barrier for barrier in field.barriers if grid.hex(3, 3) in grid.beside(barrier.side)]
    assert 0 < len(around) < 6


def test_a_work_protects_only_the_hex_behind_its_front() -> None:
    redoubt = Piece("r", "breastwork", line=inches((12, 20), (24, 20)), front=0)
    field = laid(redoubt)
    assert field.barriers
    for barrier in field.barriers:
        assert barrier.protects is not None
        assert field.grid.centre(barrier.protects).y < 2000
    wall = msgspec.structs.replace(redoubt, front=None)
    assert all(barrier.protects is None for barrier in laid(wall).barriers)


def road_by_sampling(grid: HexGrid, line: tuple[Point, ...]) -> list[Hex]:
    """The hexes a road meets, found by looking at the nearest centre every hundredth of an inch."""
    drawn = LineString(line)
    met: list[Hex] = []
    for at in range(int(drawn.length) + 1):
        spot = drawn.interpolate(at)
        hex_ = min(grid.hexes, key=lambda hex_: math.dist(grid.centre(hex_), (spot.x, spot.y)))
        if not met or met[-1] != hex_:
            met.append(hex_)
    return met


@given(points, points, corner_ways)
@settings(max_examples=15, deadline=None)
def test_a_road_links_the_hexes_that_are_nearest_to_it_in_the_order_it_meets_them(
    start: Point, end: Point, corners: Corners
) -> None:
    exactly = msgspec.structs.replace(LAY, tolerance=0.0)
    field = laid(Piece("r", "road", line=(start, end)), corners=corners, lay=exactly)
    grid = field.grid
    chain = [grid.nearest(start, tolerance=0.0)]
    for link in field.links:
        one, other = grid.beside(link.side)
        assert chain[-1] in (one, other)
        chain.append(other if chain[-1] == one else one)
    waiting = iter(chain)
    sampled = road_by_sampling(grid, (start, end))
    assert all(hex_ in waiting for hex_ in sampled)
    # What the sampling stepped over is clipped by less than a few hundredths of an inch.
    for hex_ in chain:
        clipped = Polygon(grid.outline(hex_)).buffer(-3).disjoint(LineString([start, end]))
        assert hex_ in sampled or clipped


def test_a_road_along_hexsides_keeps_to_the_lower_hexes() -> None:
    field = laid(Piece("r", "road", line=inches((15, 0), (15, 48))))
    grid = field.grid
    # x = 15 in is the middle of place 2 in even rows, and in odd rows the side between places 1 and 2.
    chain = [grid.hex(2 if row % 2 == 0 else 1, row) for row in range(grid.rows)]
    sides = [grid.side_between(one, other) for one, other in pairwise(chain)]
    assert [link.side for link in field.links] == sides


def test_a_road_along_the_very_edge_of_the_table_stays_in_one_piece() -> None:
    field = laid(Piece("r", "road", line=inches((0, 0), (0, 48))))
    grid = field.grid
    on_road = [hex_ for hex_ in grid.hexes if field.is_road(hex_)]
    assert {grid.place(hex_).row for hex_ in on_road} == set(range(grid.rows))
    assert {grid.place(hex_).column for hex_ in on_road} == {0}


def test_a_road_opens_what_lies_on_the_sides_it_leads_over_and_nothing_else() -> None:
    stream = Piece("s", "stream", line=inches((0, 20), (48, 20)))
    road = Piece("r", "road", line=inches((15, 0), (15, 48)))
    field = laid(stream, road)
    opened = [barrier for barrier in field.barriers if barrier.is_open]
    assert len(opened) == 1
    assert field.link_over(opened[0].side) is not None


def test_a_bridge_opens_the_nearest_side_of_the_stream_it_lies_on() -> None:
    stream = Piece("s", "stream", line=inches((0, 20), (48, 20)))
    hedge = Piece("h", "hedge", line=inches((0, 23), (48, 23)))
    bridge = Piece("b", "bridge", line=inches((31, 20.5)))
    field = laid(hedge, stream, bridge)
    opened = [barrier for barrier in field.barriers if barrier.is_open]
    assert [barrier.piece for barrier in opened] == ["s"]
    gaps = {
        barrier.side: math.dist(field.grid.side_middle(barrier.side), (3100, 2050))
        for barrier in field.barriers
        if barrier.piece == "s"
    }
    assert gaps[opened[0].side] == min(gaps.values())


def test_a_bridge_over_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match='"b" is an opening, but no linear piece'):
        laid(Piece("b", "bridge", line=inches((31, 20.5))))


def test_a_field_with_a_hex_off_its_grid_or_an_unnamed_side_is_refused() -> None:
    grid = HexGrid(4, 4, "north-south", 600)
    with pytest.raises(ValueError, match="off the hex grid"):
        HexField(grid, ground=(HexGround(grid.hex(9, 9), "wood"),))
    with pytest.raises(ValueError, match="listed twice"):
        HexField(grid, ground=(HexGround(grid.hex(1, 1), "wood"), HexGround(grid.hex(1, 1), "marsh")))
    name = grid.side(grid.hex(1, 1), 900)
    wrong = Hexside(grid.neighbour(name.hex, name.heading), (name.heading + 1800) % 3600)
    with pytest.raises(ValueError, match="names no hexside"):
        HexField(grid, barriers=(Barrier(wrong, "wall"),))
    with pytest.raises(ValueError, match="names no hexside"):
        HexField(grid, links=(Link(Hexside(grid.hex(1, 1), 0), "road"),))


def test_a_laid_field_is_the_same_after_saving_and_loading() -> None:
    field = laid(
        Piece("w", "wood", polygon=square(6, 6, 12)),
        Piece("s", "stream", line=inches((0, 20), (48, 20))),
        Piece("r", "road", line=inches((15, 0), (15, 48))),
    )
    assert msgspec.json.decode(msgspec.json.encode(field), type=HexField) == field
