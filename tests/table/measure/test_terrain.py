"""Ground under points, bases, bodies and lines, against worked figures and shapely."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import get_args

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon, unary_union
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from sandtable.table.measure import (
    are_all_on,
    distance_from_ground,
    ground_along,
    ground_at,
    ground_under,
    ground_under_bases,
    ground_within,
    is_crossed,
    is_inside_ground,
    is_on_table,
    is_within,
    level_at,
    may_be_crossed,
    share_over,
)
from sandtable.table.measure.terrain import ALL, _under
from sandtable.table.space import (
    Body,
    Field,
    Layers,
    Outline,
    Piece,
    Point,
    Pose,
    Scene,
    Shape,
    base_centre,
    block,
    boxes,
    corners,
    standing,
)
from sandtable.table.space.plane import split_boxes

MakeScene = Callable[[int, int, int], Scene]

LINE = block(4, files=4, width=200, depth=200)
STAND = block(1, files=1, width=100, depth=100)


def rectangle(name: str, kind: str, left: int, bottom: int, right: int, top: int, level: int = 0) -> Piece:
    corners = (Point(left, bottom), Point(right, bottom), Point(right, top), Point(left, top))
    return Piece(name, kind, polygon=corners, level=level)


def body(x: int, y: int, heading: int = 0, shape: Shape = LINE) -> Body:
    return Body(0, 0, Pose(x, y, heading), shape)


def drawn(piece: Piece) -> BaseGeometry:
    if piece.polygon:
        return Polygon(piece.polygon)
    line = LineString(piece.line)
    return line.buffer(piece.width / 2, cap_style="flat", join_style="bevel") if piece.width else line


WOOD = rectangle("wood", "wood", 1000, 1000, 2000, 2000)
HILL = rectangle("hill", "hill", 500, 500, 2500, 2500, level=1)
TOP = rectangle("top", "hill", 1200, 1200, 1800, 1800, level=2)
RIVER = Piece("river", "river", line=(Point(0, 1500), Point(1500, 1500), Point(3000, 2000)), width=200)
BRIDGE = rectangle("bridge", "bridge", 1350, 1350, 1550, 1650)
FENCE = Piece("fence", "fence", line=(Point(500, 800), Point(2500, 800)))


def test_the_level_at_a_point_is_the_highest_of_the_contours_around_it() -> None:
    field = Field(3000, 3000, (TOP, HILL))
    levels = [level_at(field, Point(x, 1500)) for x in (1500, 1100, 400)]
    assert levels == [2, 1, 0]


def test_the_foot_of_a_hill_is_not_yet_on_it() -> None:
    field = Field(3000, 3000, (HILL,))
    assert level_at(field, Point(500, 1500)) == 0
    assert level_at(field, Point(501, 1500)) == 1
    assert level_at(field, Point(2500, 2500)) == 0


def test_a_body_that_only_touches_a_wood_is_not_in_it(mode: str) -> None:
    field = Field(3000, 3000, (WOOD,))
    assert ground_under(body(1500, 1000), field) == ()
    assert ground_under(body(1500, 1002), field) == ()
    assert ground_under(body(1500, 1003), field) == (0,)


def test_a_body_is_in_a_wood_if_any_part_of_any_base_is(mode: str) -> None:
    field = Field(3000, 3000, (WOOD,))
    assert ground_under_bases(body(800, 1100), field) == ((), (), (), (0,))


def test_a_wood_smaller_than_a_base_is_under_it(mode: str) -> None:
    copse = rectangle("copse", "wood", 1450, 1450, 1480, 1480)
    assert ground_under(body(1500, 1500), Field(3000, 3000, (copse,))) == (0,)


def test_a_body_wholly_inside_a_wood_is_in_it(mode: str) -> None:
    assert ground_under(body(1500, 1500, 0, STAND), Field(3000, 3000, (WOOD,))) == (0,)


def test_an_obstacle_without_width_lies_under_the_body_it_runs_through(mode: str) -> None:
    field = Field(3000, 3000, (FENCE,))
    assert ground_under(body(1500, 900), field) == (0,)
    assert ground_under(body(1500, 800), field) == ()


@given(
    x=st.integers(300, 2700), y=st.integers(300, 2700), heading=st.integers(0, 3599), seed=st.integers(0, 40)
)
@settings(max_examples=150, deadline=None)
def test_the_ground_under_a_body_is_what_shapely_finds(
    random_scene: Callable[[int, int, int], Scene], x: int, y: int, heading: int, seed: int
) -> None:
    field = random_scene(seed, 0, 6).field
    placed = body(x, y, heading)
    under = ground_under(placed, field)
    assert placed.pose is not None
    footprint = Polygon(corners(placed.pose, LINE))
    for number, piece in enumerate(field.pieces):
        shape = drawn(piece)
        if not footprint.intersects(shape):
            assert number not in under
        elif footprint.buffer(-4, join_style="mitre").intersects(shape):
            assert number in under


@pytest.mark.parametrize("pieces", [3, 8, 130])
def test_the_ground_under_a_body_is_that_under_each_of_its_boxes(
    random_scene: MakeScene, mode: str, pieces: int
) -> None:
    rng, found = Random(pieces), set[tuple[int, ...]]()
    shapes = LINE, STAND, block(5, files=2, width=200, depth=150)
    for seed in range(4):
        field = random_scene(seed, 0, pieces).field
        kinds = sorted({piece.kind for piece in field.pieces})
        for layers in (ALL, Layers("later"), Layers(covering=tuple(kinds[::2]), under=tuple(kinds[1:2]))):
            for shape, outline in product(shapes, get_args(Outline)):
                pose = Pose(rng.randint(0, field.width), rng.randint(0, field.depth), rng.randint(0, 3599))
                placed = Body(3, 0, pose, shape)
                each = _under(split_boxes(boxes(placed, outline)), field, layers)
                under = ground_under(placed, field, layers, outline)
                assert under == tuple(sorted({piece for here in each for piece in here}))
                found.add(under)
    assert len(found) > 3


def test_a_bridge_takes_the_place_of_the_water() -> None:
    field = Field(3000, 3000, (RIVER, BRIDGE))
    layers = Layers(covering=("bridge", "ford"))
    assert ground_at(field, Point(1450, 1480), layers) == (1,)
    assert ground_at(field, Point(1450, 1480)) == (0, 1)
    assert ground_at(field, Point(1000, 1500), layers) == (0,)


def test_a_body_wholly_on_a_bridge_is_not_in_the_water_and_one_beside_it_is(mode: str) -> None:
    field = Field(3000, 3000, (RIVER, BRIDGE))
    layers = Layers(covering=("bridge",))
    assert ground_under(body(1450, 1550, 0, STAND), field, layers) == (1,)
    assert ground_under(body(1350, 1550, 0, STAND), field, layers) == (0, 1)


def test_the_piece_listed_later_counts_but_hills_lie_under_everything(mode: str) -> None:
    road = rectangle("road", "road", 1300, 0, 1700, 3000)
    field = Field(3000, 3000, (WOOD, road, HILL))
    layers = Layers(covering="later", under=("hill",))
    assert ground_at(field, Point(1500, 1500), layers) == (1, 2)
    assert ground_at(field, Point(1200, 1500), layers) == (0, 2)
    assert ground_under(body(1500, 1500, 0, STAND), field, layers) == (1, 2)
    assert ground_under(body(1300, 1500, 0, STAND), field, layers) == (0, 1, 2)


def test_a_fence_is_open_where_a_road_passes_through_it(mode: str) -> None:
    road = rectangle("road", "road", 1300, 0, 1700, 3000)
    field, layers = Field(3000, 3000, (FENCE, road)), Layers(covering=("road",))
    assert ground_under(body(1500, 850, 0, STAND), field, layers) == (1,)
    assert ground_under(body(1700, 850, 0, STAND), field, layers) == (0, 1)
    crossed = ground_along(field, Point(1500, 500), Point(1500, 1000), layers)
    assert [crossing.piece for crossing in crossed] == [1]


def test_half_of_a_line_in_the_wood_is_a_half() -> None:
    field = Field(3000, 3000, (WOOD,))
    assert share_over(body(1000, 1500), field, ("wood",)) == pytest.approx(0.5)
    assert share_over(body(1000, 1500), field, ("marsh",)) == 0.0


def test_overlapping_woods_are_counted_once_and_a_road_through_them_not() -> None:
    road = rectangle("road", "road", 1400, 0, 1600, 3000)
    field = Field(3000, 3000, (WOOD, rectangle("more", "wood", 1200, 1000, 2400, 2000), road))
    assert share_over(body(1500, 1500), field, ("wood",)) == pytest.approx(1.0)
    assert share_over(body(1500, 1500), field, ("wood",), Layers(covering=("road",))) == pytest.approx(0.75)


@given(
    x=st.integers(300, 2700), y=st.integers(300, 2700), heading=st.integers(0, 3599), seed=st.integers(0, 40)
)
@settings(max_examples=80, deadline=None)
def test_the_share_over_ground_is_what_shapely_measures(
    random_scene: Callable[[int, int, int], Scene], x: int, y: int, heading: int, seed: int
) -> None:
    field = random_scene(seed, 0, 6).field
    kinds, lifted = ("wood", "field", "house"), ("road",)
    under = unary_union([drawn(piece) for piece in field.pieces if piece.kind in kinds])
    above = unary_union([drawn(piece) for piece in field.pieces if piece.kind in lifted])
    footprint = Polygon(corners(Pose(x, y, heading), LINE))
    expected = footprint.intersection(under).difference(above).area / footprint.area
    found = share_over(body(x, y, heading), field, kinds, Layers(covering=lifted))
    assert found == pytest.approx(expected, abs=1e-6)


def test_a_fortification_is_occupied_when_all_bases_are_inside() -> None:
    field = Field(3000, 3000, (WOOD,))
    assert is_inside_ground(body(1500, 1800), field, 0)
    assert is_inside_ground(body(1400, 2000), field, 0)
    assert not is_inside_ground(body(1390, 2000), field, 0)
    assert not is_inside_ground(body(1500, 2010), field, 0)


@given(x=st.integers(800, 2200), y=st.integers(800, 2600), heading=st.integers(0, 3599))
@settings(max_examples=80, deadline=None)
def test_a_body_is_inside_ground_if_shapely_says_so(x: int, y: int, heading: int) -> None:
    overlap = Polygon(corners(Pose(x, y, heading), STAND)).intersection(drawn(WOOD)).area
    assume(not 9000 < overlap < 9999)
    assert is_inside_ground(body(x, y, heading, STAND), Field(3000, 3000, (WOOD,)), 0) is (overlap > 9500)


def bases_on(body: Body, field: Field, kinds: tuple[str, ...]) -> tuple[int, ...]:
    """The bases, by their places, whose centres lie on a piece of one of these kinds or on its outline."""
    pieces = [n for n, piece in enumerate(field.pieces) if piece.kind in kinds]
    centres = [base_centre(standing(body), base) for base in body.shape.bases]
    return tuple(
        place
        for place, centre in enumerate(centres)
        if any(is_within(distance_from_ground(field, n, centre), 0) for n in pieces)
    )


def test_a_base_is_on_a_road_if_its_centre_is() -> None:
    road = Piece("road", "road", line=(Point(1500, 0), Point(1500, 3000)), width=200)
    field = Field(3000, 3000, (road,))
    assert bases_on(body(1500, 1000, 0, block(2, files=1, width=200, depth=200)), field, ("road",)) == (0, 1)
    assert bases_on(body(1500, 1000), field, ("road",)) == (1, 2)
    assert bases_on(body(1600, 1000), field, ("road",)) == (1,)


def test_a_base_at_the_bend_of_a_road_is_on_it() -> None:
    road = Piece("road", "road", line=(Point(0, 1000), Point(1500, 1000), Point(1500, 3000)), width=200)
    assert bases_on(body(1500, 1050, 0, STAND), Field(3000, 3000, (road,)), ("road",)) == (0,)


def test_all_bases_are_on_ground_just_when_each_of_them_is(random_scene: MakeScene) -> None:
    seen = set()
    for seed in range(12):
        scene = random_scene(seed, 20, 8)
        for one in scene.bodies:
            for kinds in (("road",), ("wood", "field"), ("hill", "house", "road")):
                if one.pose is not None:
                    wholly = len(bases_on(one, scene.field, kinds)) == len(one.shape.bases)
                    assert are_all_on(one, scene.field, kinds) == wholly
                    seen.add((kinds, wholly))
    assert len(seen) >= 5


def test_obstacles_within_half_an_inch_are_those_a_body_stands_at(mode: str) -> None:
    field = Field(3000, 3000, (FENCE, WOOD))
    assert ground_within(body(1500, 750), field, 50, ("fence",)) == (0,)
    assert ground_within(body(1500, 747), field, 50, ("fence",)) == ()


def test_the_distance_from_ground_to_a_point_inside_it_is_nothing() -> None:
    field = Field(3000, 3000, (WOOD, FENCE))
    assert distance_from_ground(field, 0, Point(1500, 1500)) == 0.0
    assert distance_from_ground(field, 0, Point(2300, 2400)) == pytest.approx(500)
    assert distance_from_ground(field, 1, Point(1500, 900)) == pytest.approx(100)


def test_a_line_crosses_ground_in_order_with_its_lengths() -> None:
    field = Field(3000, 3000, (WOOD, FENCE, RIVER))
    crossed = ground_along(field, Point(700, 500), Point(700, 2500))
    assert [(crossing.piece, round(crossing.start), round(crossing.length)) for crossing in crossed] == [
        (1, 300, 0),
        (2, 900, 200),
    ]
    through = ground_along(field, Point(1200, 1800), Point(2400, 1800))
    assert [(crossing.piece, round(crossing.start)) for crossing in through] == [(0, 0), (2, 884)]
    assert through[0].length == pytest.approx(800)


def test_a_line_along_the_edge_of_a_wood_does_not_cross_it() -> None:
    field = Field(3000, 3000, (WOOD,))
    assert ground_along(field, Point(500, 1000), Point(2500, 1000)) == ()
    assert ground_along(field, Point(500, 1001), Point(2500, 1001)) == ()
    assert ground_along(field, Point(500, 500), Point(1000, 1000)) == ()
    assert ground_along(field, Point(500, 1500), Point(1500, 500)) == ()
    inside = ground_along(field, Point(500, 1005), Point(2500, 1005))
    assert [crossing.length for crossing in inside] == pytest.approx([1000])


def test_a_piece_is_crossed_if_it_is_among_those_along_a_line(random_scene: MakeScene) -> None:
    layers, told, random = Layers(covering=("road", "house"), under=("hill",)), [0, 0], Random(4)
    for seed in range(30):
        field = random_scene(seed, 2, 8).field
        for _ in range(20):
            start, end = (Point(random.randrange(3000), random.randrange(3000)) for _ in range(2))
            along = {crossing.piece for crossing in ground_along(field, start, end, layers)}
            for piece, kind in enumerate([piece.kind for piece in field.pieces]):
                crossed = is_crossed(field, piece, start, end, layers)
                assert crossed == (piece in along)
                assert not crossed or piece in may_be_crossed(field, (kind,), start, end)
                told[crossed] += 1
    assert min(told) > 100


def test_a_line_that_ends_on_a_fence_comes_up_to_it() -> None:
    crossed = ground_along(Field(3000, 3000, (FENCE,)), Point(1500, 500), Point(1500, 800))
    assert [(crossing.piece, round(crossing.start)) for crossing in crossed] == [(0, 300)]


@given(ends=st.tuples(*(st.integers(0, 3000) for _ in range(4))), seed=st.integers(0, 60))
@settings(max_examples=200, deadline=None)
def test_the_length_of_a_line_over_ground_is_what_shapely_measures(
    random_scene: Callable[[int, int, int], Scene], ends: tuple[int, int, int, int], seed: int
) -> None:
    field = random_scene(seed, 0, 8).field
    start, end = Point(ends[0], ends[1]), Point(ends[2], ends[3])
    line = LineString([start, end])
    assume(line.length > 10)
    crossed = ground_along(field, start, end)
    for number, piece in enumerate(field.pieces):
        if piece.kind == "fence":
            continue
        lengths = [crossing.length for crossing in crossed if crossing.piece == number]
        shared = drawn(piece).intersection(line).length
        # stretches that only touch, no longer or deeper than the tolerance, are left out
        assert -1e-3 <= shared - sum(lengths) <= 4 or _grazes(piece, line)


def _grazes(piece: Piece, line: LineString) -> bool:
    """Whether a corner or a bend of a piece lies so near a line that the line may only touch there."""
    ring = piece.polygon or (*drawn(piece).exterior.coords, *piece.line)
    return any(line.distance(Spot(corner)) < 6 for corner in ring)


def test_a_body_that_sticks_out_over_the_edge_is_not_on_the_table() -> None:
    field = Field(3000, 3000)
    assert is_on_table(body(400, 3000), field)
    assert not is_on_table(body(397, 3000), field)
    assert not is_on_table(body(1500, 3003), field)
