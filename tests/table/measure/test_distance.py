"""Distances against worked figures, shapely, and the symmetries that every distance has."""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon, unary_union
from shapely import Point as Spot
from shapely.affinity import rotate, translate
from shapely.geometry.base import BaseGeometry

from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.measure import (
    Distances,
    distance,
    distance_to_edge,
    distance_to_ground,
    distance_to_point,
    distances,
    distances_from,
    distances_to_ground,
    extent,
    footprint_middles,
    gap,
    gaps_from,
    is_surely_beyond,
    is_within,
    nearest,
    nearest_to_point,
    sure_gap,
    touches,
)
from sandtable.table.measure.distance import _nearest_of_rows, gaps_of, measured
from sandtable.table.space import (
    TOLERANCE,
    Base,
    Body,
    Field,
    Outline,
    Piece,
    Point,
    Pose,
    Scene,
    Shape,
    apart,
    block,
    box_corners,
    boxes,
    centre,
    standing,
)
from sandtable.table.space.kernels.boxes import gap_between
from sandtable.table.space.plane import split_boxes

LINE = block(4, files=4, width=200, depth=200)
RAGGED = block(5, files=2, width=200, depth=200)
STAND = block(1, files=1, width=100, depth=100)
SQUARE = Shape(
    (
        Base(0, 0, 300, 100),
        Base(150, -150, 300, 100, turn=900),
        Base(-150, -150, 300, 100, turn=2700),
        Base(0, -300, 300, 100, turn=1800),
    ),
    300,
    300,
)

poses = st.builds(Pose, st.integers(0, 3000), st.integers(0, 3000), st.integers(0, 3599))
shapes = st.sampled_from((LINE, RAGGED, SQUARE, STAND))
bodies = st.builds(Body, st.just(0), st.just(0), poses, shapes)
others = st.builds(Body, st.just(1), st.just(1), poses, shapes)

WOOD = Piece(
    "wood", "wood", polygon=(Point(800, 800), Point(2000, 900), Point(1500, 1300), Point(1900, 2100))
)
ROAD = Piece("road", "road", line=(Point(0, 400), Point(1500, 600), Point(1700, 3000)), width=150)
WALL = Piece("wall", "wall", line=(Point(2500, 100), Point(2600, 1500), Point(2900, 1600)))
FIELD = Field(3000, 3000, (WOOD, ROAD, WALL))


def drawn(body: Body) -> BaseGeometry:
    """The bases of a body, turned and moved by shapely."""
    assert body.pose is not None
    bases = []
    for base in body.shape.bases:
        half = base.width / 2
        upright = Polygon([(-half, 0), (half, 0), (half, -base.depth), (-half, -base.depth)])
        bases.append(translate(rotate(upright, -base.turn / 10, origin=(0, 0)), base.x, base.y))
    turned = rotate(unary_union(bases), -body.pose.heading / 10, origin=(0, 0))
    return translate(turned, body.pose.x, body.pose.y)


def drawn_piece(piece: Piece) -> BaseGeometry:
    """A piece of ground, widened by shapely."""
    if piece.polygon:
        return Polygon(piece.polygon)
    line = LineString(piece.line)
    return line.buffer(piece.width / 2, cap_style="flat", join_style="bevel") if piece.width else line


def test_lines_that_face_one_another_are_apart_by_the_ground_between_their_fronts(mode: str) -> None:
    near, far = Body(0, 0, Pose(1000, 1000, 0), LINE), Body(1, 1, Pose(1000, 1450, 1800), LINE)
    assert distance(near, far) == pytest.approx(450)


def test_bodies_that_stand_aside_of_one_another_are_measured_corner_to_corner(mode: str) -> None:
    here, there = Body(0, 0, Pose(0, 0, 0), LINE), Body(1, 1, Pose(1100, 600, 0), LINE)
    # from (400, 0) to (700, 400): 3 in across and 4 in along
    assert distance(here, there) == pytest.approx(500)


def test_a_ragged_rank_is_measured_at_its_bases_and_the_footprint_at_its_rectangle(mode: str) -> None:
    column, beside = Body(0, 0, Pose(0, 0, 0), RAGGED), Body(1, 1, Pose(250, -550, 0), STAND)
    # the odd last base ends at x = 100, the stand begins at x = 200, where the rectangle ends
    assert distance(column, beside) == pytest.approx(100)
    assert distance(column, beside, "footprint") == 0.0


def test_the_depth_of_an_overlap_is_the_shortest_way_out_of_it(mode: str) -> None:
    here, there = Body(0, 0, Pose(0, 0, 0), LINE), Body(1, 1, Pose(100, 150, 0), LINE)
    assert gap(here, there) == pytest.approx(-50)
    assert distance(here, there) == 0.0


def test_bodies_that_cross_with_no_corner_inside_the_other_overlap(mode: str) -> None:
    lying = Body(0, 0, Pose(0, 0, 0), LINE)
    upright = Body(1, 1, Pose(0, 300, 0), block(4, files=1, width=200, depth=200))
    # 5 in out by the side, 5 in out by the front
    assert gap(lying, upright) == pytest.approx(-500)


def test_a_body_that_is_not_on_the_table_cannot_be_measured() -> None:
    here, gone = Body(0, 0, Pose(0, 0, 0), LINE), Body(7, 1, None, LINE)
    with pytest.raises(ValueError, match="body 7 is not on the table"):
        distance(here, gone)


@given(one=bodies, other=others)
@settings(max_examples=200, deadline=None)
def test_a_distance_is_what_shapely_measures(one: Body, other: Body) -> None:
    assert distance(one, other) == pytest.approx(drawn(one).distance(drawn(other)), abs=1e-6)


@given(one=bodies, other=others)
@settings(max_examples=100, deadline=None)
def test_an_overlap_is_one_for_shapely_too(one: Body, other: Body) -> None:
    shared = drawn(one).intersection(drawn(other)).area
    if gap(one, other) < -0.01:
        assert shared > 0.0
    elif gap(one, other) > 0.01:
        assert shared == 0.0


@given(one=bodies, other=others)
@settings(max_examples=100, deadline=None)
def test_a_distance_is_the_same_from_either_side(one: Body, other: Body) -> None:
    assert gap(one, other) == gap(other, one)


@given(
    one=bodies,
    other=others,
    right=st.integers(-2000, 2000),
    up=st.integers(-2000, 2000),
    quarters=st.integers(0, 3),
)
@settings(max_examples=100, deadline=None)
def test_a_distance_stays_when_the_whole_table_is_moved_and_turned(
    one: Body, other: Body, right: int, up: int, quarters: int
) -> None:
    def moved(body: Body) -> Body:
        assert body.pose is not None
        x, y, heading = body.pose.x, body.pose.y, body.pose.heading
        for _ in range(quarters):
            x, y, heading = y, -x, (heading + 900) % 3600
        return msgspec.structs.replace(body, pose=Pose(x + right, y + up, heading))

    assert gap(moved(one), moved(other)) == pytest.approx(gap(one, other), abs=1e-6)


@given(one=bodies, other=others)
@settings(max_examples=100, deadline=None)
def test_the_nearest_points_lie_on_their_bodies_and_are_that_far_apart(one: Body, other: Body) -> None:
    length, here, there = nearest(one, other)
    assert length == pytest.approx(distance(one, other), abs=1e-6)
    assert math.dist(here, there) == pytest.approx(length, abs=1e-6)
    assert drawn(one).distance(Spot(here)) < 1e-6
    assert drawn(other).distance(Spot(there)) < 1e-6


def test_all_distances_at_once_are_the_distances_of_each_pair(
    mode: str, random_scene: Callable[[int, int, int], Scene]
) -> None:
    for seed in range(10):
        scene = random_scene(seed, 12, 0)
        table = distances(scene)
        for one in scene.bodies:
            for other in scene.bodies:
                if one.pose is None or other.pose is None:
                    expected = 0.0 if one is other else math.inf
                else:
                    expected = 0.0 if one is other else distance(one, other)
                assert table.between(one.id, other.id) == expected


def test_the_gaps_of_a_body_that_stands_are_those_to_each_other_body(
    mode: str, random_scene: Callable[[int, int, int], Scene]
) -> None:
    for seed in range(10, 20):
        scene = random_scene(seed, 12, 0)
        for one in [body for body in scene.bodies if body.pose is not None]:
            found = gaps_of(one.id, scene)
            for other in [body for body in scene.bodies if body is not one]:
                expected = math.inf if other.pose is None else gap(one, other)
                assert found[other.id] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("moved", [(3,), (0, 11), (5, 5, 7), tuple(range(12))])
def test_distances_after_a_move_are_to_the_bit_those_of_a_new_scene(
    random_scene: Callable[[int, int, int], Scene], mode: str, moved: tuple[int, ...]
) -> None:
    for seed in range(6):
        scene = random_scene(seed, 12, 0)
        distances(scene, "footprint")
        for step, number in enumerate(moved):
            body = scene.bodies[number]
            there = None if step == 1 else Pose(200 * step + 700, 150 * number + 300, 450 * seed)
            scene = scene.replaced(msgspec.structs.replace(body, pose=there))
        anew = Scene(scene.field, tuple(msgspec.structs.replace(body) for body in scene.bodies))
        assert distances(scene, "footprint") == _measured_anew(anew)


@settings(max_examples=200, deadline=None)
@given(bodies, others)
def test_a_sure_gap_is_no_more_than_the_gap(one: Body, other: Body) -> None:
    rows = boxes(one, "footprint"), boxes(other, "footprint")
    sure, whole = sure_gap(*rows), gap(one, other, "footprint")
    assert sure <= max(whole, 0.0) + 1e-6


def test_a_sure_gap_of_boxes_side_by_side_is_their_gap() -> None:
    one, other = Body(0, 0, Pose(1000, 1000), LINE), Body(1, 0, Pose(1950, 1010), LINE)
    assert sure_gap(boxes(one, "footprint"), boxes(other, "footprint")) == pytest.approx(150.0)


def _measured_anew(scene: Scene) -> Distances:
    """The distances of a scene whose mirror knows of no other."""
    scene.mirror.gaps.clear()
    return distances(scene, "footprint")


def test_a_body_can_be_measured_from_where_it_does_not_stand_yet(mode: str) -> None:
    here, there = Body(0, 0, Pose(0, 0, 0), LINE), Body(1, 1, Pose(0, 900, 1800), LINE)
    scene = Scene(FIELD, (here, there, Body(2, 1, None, LINE)))
    ahead = msgspec.structs.replace(here, pose=Pose(0, 400, 0))
    assert distances_from(ahead, scene) == pytest.approx([0.0, 500.0, math.inf])


@given(body=bodies, x=st.integers(-500, 3500), y=st.integers(-500, 3500))
@settings(max_examples=100, deadline=None)
def test_the_distance_to_a_point_is_what_shapely_measures(body: Body, x: int, y: int) -> None:
    spot, point = Spot(x, y), Point(x, y)
    assert distance_to_point(body, point) == pytest.approx(drawn(body).distance(spot), abs=1e-6)
    assert drawn(body).distance(Spot(nearest_to_point(body, point))) < 1e-6


@given(body=bodies, x=st.integers(-500, 3500), y=st.integers(-500, 3500))
@settings(max_examples=100, deadline=None)
def test_the_distance_to_a_point_is_that_to_the_nearest_point(body: Body, x: int, y: int) -> None:
    assert distance_to_point(body, Point(x, y)) == apart(Point(x, y), nearest_to_point(body, Point(x, y)))


@given(body=bodies)
@settings(max_examples=150, deadline=None)
def test_the_distance_to_ground_is_what_shapely_measures(body: Body) -> None:
    for number, piece in enumerate(FIELD.pieces):
        expected = drawn(body).distance(drawn_piece(piece))
        assert distances_to_ground(body, FIELD)[number] == pytest.approx(expected, abs=1e-6)


def test_a_body_inside_a_wood_is_no_distance_from_it(mode: str) -> None:
    wood = Field(
        3000,
        3000,
        (Piece("w", "wood", polygon=(Point(0, 0), Point(2000, 0), Point(2000, 2000), Point(0, 2000))),),
    )
    assert distance_to_ground(Body(0, 0, Pose(1000, 1000, 0), LINE), wood, 0) == 0.0


def test_the_distance_to_an_edge_is_negative_by_what_sticks_out() -> None:
    body = Body(0, 0, Pose(300, 2900, 0), LINE)
    assert distance_to_edge(body, FIELD, "left") == pytest.approx(-100)
    assert distance_to_edge(body, FIELD, "right") == pytest.approx(2300)
    assert distance_to_edge(body, FIELD, "top") == pytest.approx(100)
    assert distance_to_edge(body, FIELD, "bottom") == pytest.approx(2700)


@settings(max_examples=200, deadline=None)
@given(body=bodies, x=st.integers(-500, 3500), y=st.integers(-500, 3500), reach=st.integers(0, 2500))
def test_who_is_surely_beyond_a_reach_is_farther_off_for_shapely_too(
    body: Body, x: int, y: int, reach: int
) -> None:
    assert not is_surely_beyond(body, Point(x, y), reach) or drawn(body).distance(Spot(x, y)) > reach


def test_a_body_is_surely_beyond_a_reach_by_a_circle_of_its_width_and_depth_round_its_front() -> None:
    # A line 8 in wide and 2 in deep is judged by 10 in round the middle of its front.
    line = Body(0, 0, Pose(1000, 1000), LINE)
    assert is_surely_beyond(line, Point(1000, 2503), 500)
    assert not is_surely_beyond(line, Point(1000, 2501), 500)
    assert not is_surely_beyond(line, Point(1000, 1000), 0)


def test_within_includes_the_limit_itself_and_no_more() -> None:
    assert is_within(400, 400)
    assert is_within(400.0000000001, 400)
    assert not is_within(400.01, 400)


def test_things_touch_that_are_no_farther_apart_than_the_tolerance_of_touching() -> None:
    assert touches(-5)
    assert touches(TOLERANCE)
    assert not touches(TOLERANCE + 0.01)


def test_the_gaps_of_one_body_are_those_of_all_pairs(random_scene: Callable[..., Scene], mode: str) -> None:
    for seed in range(6):
        scene = random_scene(seed, 9, 2)
        alone = [list(gaps_from(number, scene)) for number in range(len(scene.bodies))]
        known = distances(scene)
        assert alone == [list(known.from_one(number)) for number in range(len(scene.bodies))]
        assert alone == [list(gaps_from(number, scene)) for number in range(len(scene.bodies))]


@given(bodies, others)
def test_the_middles_of_all_bodies_are_their_centres_to_the_bit(one: Body, other: Body) -> None:
    xs, ys = footprint_middles(Scene(Field(3000, 3000), (one, other, Body(2, 0, None, LINE))))
    assert [*zip(xs, ys, strict=True)][:2] == [centre(standing(body), body.shape) for body in (one, other)]
    assert (xs[2], ys[2]) == (0.0, 0.0)


@pytest.mark.parametrize("mode", ["plain", "compiled"])
@settings(max_examples=100, deadline=None)
@given(one=bodies, other=others)
def test_a_gap_told_by_places_is_that_of_the_rows_of_both(mode: Mode, one: Body, other: Body) -> None:
    """Differential: the boxes of each as a row, and the gap between two rows; to the bit."""
    before = compiled.mode()
    compiled.use(mode)
    try:
        outlines: tuple[Outline, ...] = ("bases", "footprint")
        for outline in outlines:
            rows = [compiled.floats(boxes(body, outline)) for body in (one, other)]
            assert gap(one, other, outline) == gap_between(*rows)
            assert list(measured(one, outline)) == list(boxes(one, outline))
        assert nearest(one, other) == _nearest_of_rows(boxes(one), boxes(other))
    finally:
        compiled.use(before)


@settings(max_examples=100, deadline=None)
@given(body=bodies)
def test_the_extent_of_a_body_is_that_of_all_corners(body: Body) -> None:
    corners = [corner for row in split_boxes(boxes(body)) for corner in box_corners(row)]
    xs, ys = [corner.x for corner in corners], [corner.y for corner in corners]
    assert extent(standing(body), body.shape) == (min(xs), min(ys), max(xs), max(ys))
    assert centre(standing(body), body.shape) == standing(body).at(0, -body.shape.depth / 2)
