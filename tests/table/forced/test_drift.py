"""Bodies carried along exact directions, against a twin that looks at every little step."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.forced import (
    Direction,
    direction_of,
    direction_to,
    drifted_pose,
    length_until_near,
    length_until_off_table,
    overlap_stretch,
    stretches_over,
)
from sandtable.table.measure import distance_to_ground, gap
from sandtable.table.movement.kernels.moving_boxes import slide_span
from sandtable.table.space import Body, Field, Piece, Point, Pose, block, boxes

LINE = block(4, files=4, width=200, depth=200)
"""8 in wide and 2 deep."""
STEP = 8
FAR = 1500


def line(x: int, y: int, heading: int = 0, number: int = 0) -> Body:
    return Body(number, number, Pose(x, y, heading), LINE)


def at(body: Body, way: Direction, gone: float) -> Body:
    """The body after so far, on a grid fine enough not to matter."""
    assert body.pose is not None
    return Body(body.id, body.side, drifted_pose(body.pose, way, gone), body.shape)


def test_a_direction_between_two_points_is_kept_as_it_is() -> None:
    assert direction_to(Point(0, 0), Point(300, 400)) == Direction(0.6, 0.8)
    assert direction_to(Point(5, 5), Point(5, 5)) is None
    assert direction_of(900) == pytest.approx((1.0, 0.0))


def test_a_body_comes_to_rest_on_the_grid_with_its_facing_kept() -> None:
    """3 in along (-5.25, -0.25) are (-2.996604, -0.142695)."""
    way = direction_to(Point(2525, 1950), Point(2000, 1925))
    assert way is not None
    assert drifted_pose(Pose(2000, 2000, 450), way, 300) == Pose(1700, 1986, 450)


def test_a_body_meets_and_leaves_another_on_its_way() -> None:
    north, other = direction_of(0), line(2000, 1500, number=1)
    assert overlap_stretch(line(2000, 700), north, other) == pytest.approx((600, 1000))
    assert overlap_stretch(line(2000, 700), north, other, 10) == pytest.approx((610, 990))
    enter, leave = overlap_stretch(line(3000, 700), north, other)
    assert enter > leave


def test_a_body_nears_another_by_its_nearest_corner() -> None:
    """Passing 60 to the side of it, it is nearer than 100 once it is 80 short of it: 3, 4, 5."""
    north, other = direction_of(0), line(2000, 2000, number=1)
    assert length_until_near(line(2860, 1000), north, other, 100) == pytest.approx(720)
    assert length_until_near(line(2901, 1000), north, other, 100) == math.inf
    assert length_until_near(line(2000, 1750), north, other, 100) == 0.0


def test_a_body_is_over_ground_from_where_it_enters_to_where_it_leaves() -> None:
    pond = Piece("pond", "pond", (Point(1900, 1200), Point(2100, 1200), Point(2100, 1500), Point(1900, 1500)))
    north = direction_of(0)
    (span,) = stretches_over(line(2000, 700), north, pond, 3000)
    assert span == pytest.approx((500, 1000))
    assert stretches_over(line(2000, 700), north, pond, 200) == ()
    assert stretches_over(line(2000, 1300), north, pond, 3000, 1)[0][0] == 0.0
    assert stretches_over(line(3000, 700), north, pond, 3000) == ()


def test_a_body_leaves_the_table_where_its_first_corner_does() -> None:
    field = Field(4000, 4000)
    assert length_until_off_table(line(2000, 700), direction_of(1800), field) == pytest.approx(500)
    assert length_until_off_table(line(2000, 700), direction_of(1800), field, 3) == pytest.approx(503)
    assert length_until_off_table(line(2000, 700), direction_of(900), field) == pytest.approx(1600)
    assert length_until_off_table(line(2000, 3900), Direction(0.6, 0.8), field) == pytest.approx(125)


poses = st.builds(Pose, st.integers(-800, 800), st.integers(-800, 800), st.integers(0, 3599))


@settings(max_examples=25, deadline=None)
@given(poses, st.integers(0, 3599))
def test_meeting_and_nearing_agree_with_small_steps(pose: Pose, turn: int) -> None:
    body, other = line(0, -1200, turn), Body(1, 1, pose, LINE)
    way = direction_to(Point(0, -1200), Point(pose.x / 2, pose.y))
    assert way is not None
    gaps = [(gone, gap(at(body, way, gone), other)) for gone in range(0, FAR, STEP)]
    enter, leave = overlap_stretch(body, way, other, 4)
    near = length_until_near(body, way, other, 100)
    for gone, apart in gaps:
        if enter + STEP < gone < leave - STEP:
            assert apart < 0
        if not enter - STEP <= gone <= leave + STEP:
            assert apart > -6
        if gone < near:
            assert apart > 100 - 2
    if near < FAR - STEP:
        assert min(apart for gone, apart in gaps if gone <= near + STEP) < 100 + STEP


@settings(max_examples=25, deadline=None)
@given(poses, st.integers(0, 3599))
def test_being_over_ground_agrees_with_small_steps(pose: Pose, turn: int) -> None:
    corners = (pose.at(-300, 0), pose.at(300, 0), pose.at(0, -500))
    pond, body = Piece("pond", "pond", corners), line(0, -1200, turn)
    way = direction_of(turn // 2)
    spans = stretches_over(body, way, pond, FAR)
    field = Field(4000, 4000, (pond,))
    for gone in range(0, FAR, 3 * STEP):
        inside = any(start + STEP < gone < stop - STEP for start, stop in spans)
        outside = not any(start - STEP <= gone <= stop + STEP for start, stop in spans)
        far = distance_to_ground(at(body, way, gone), field, 0, "footprint")
        assert not inside or far == 0.0
        assert not outside or far > 0.0


@settings(max_examples=200, deadline=None)
@given(st.integers(-2000, 2000), st.integers(-2000, 2000), st.integers(0, 3599), st.integers(0, 3599))
def test_who_lies_to_one_side_of_a_way_is_never_met(x: int, y: int, heading: int, way: int) -> None:
    """Whatever is told soon is told as well by the boxes themselves."""
    body, other = line(0, 0), line(x, y, heading, number=1)
    toward = direction_of(way)
    rows = list(boxes(body, "footprint")), list(boxes(other, "footprint"))
    for inset in (-2.5, 0.0, 2.5):
        assert overlap_stretch(body, toward, other, inset) == slide_span(
            rows[0], 0, *toward, rows[1], 0, inset
        )
