"""Arcs and enfilade."""

from __future__ import annotations

import math
from typing import Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon, intersection

from sandtable.table.measure import Arcs, arc_of, bases_by_arc, is_enfiladed, is_in_arc, range_in_arc
from sandtable.table.space import HAIR, Body, Point, Pose, Segment, Shape, Side, block, corners, face
from tests.twins.arcs import rakes

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(6, files=2, width=200, depth=200)
HERE = Pose(0, 0, 0)
NARROW = Arcs(front=225, rear=225)
FRONT_LINE = Arcs(front=900, rear=900)

poses = st.builds(Pose, st.integers(-3000, 3000), st.integers(-3000, 3000), st.integers(0, 3599))
arcs = st.sampled_from((Arcs(), NARROW, FRONT_LINE, Arcs(front=220, rear=450), Arcs(front=600, rear=300)))
FAR = 20_000.0


def drawn_arc(pose: Pose, shape: Shape, side: Side, arcs: Arcs) -> Polygon:
    """The front or rear arc, drawn out to a great distance with the angle's own tangent."""
    spread = FAR * math.sin(math.radians(min(arcs.front if side == "front" else arcs.rear, 899.99) / 10))
    ahead = FAR * math.cos(math.radians(min(arcs.front if side == "front" else arcs.rear, 899.99) / 10))
    half, depth = shape.width / 2, shape.depth
    if side == "front":
        local = [
            (-half, 0.0),
            (half, 0.0),
            (half + spread, ahead),
            (half, FAR),
            (-half, FAR),
            (-half - spread, ahead),
        ]
    else:
        local = [
            (-half, -depth),
            (half, -depth),
            (half + spread, -depth - ahead),
            (half, -FAR),
            (-half, -FAR),
        ]
        local.append((-half - spread, -depth - ahead))
    return Polygon([pose.at(x, y) for x, y in local])


def test_the_quarters_of_a_line_are_divided_at_45_degrees_from_its_corners() -> None:
    # half width 4, half depth 1; places are measured from the middle of the footprint
    middle = Pose(0, 100, 0)
    places = [(450, 150), (450, 140), (0, 100), (-600, 0), (-420, -130)]
    found = [arc_of(middle, LINE, Point(x, y)) for x, y in places]
    assert found == ["front", "right", "front", "left", "rear"]


def test_a_narrow_cone_opens_by_its_own_angle() -> None:
    # 22.5 degrees from the corner at (4, 0): 10 in ahead it has opened by 4.142 in
    assert arc_of(HERE, LINE, Point(812, 1000), NARROW) == "front"
    assert arc_of(HERE, LINE, Point(818, 1000), NARROW) == "right"


def test_all_that_lies_ahead_of_the_front_line_can_count_as_front() -> None:
    assert arc_of(HERE, LINE, Point(5000, 0), FRONT_LINE) == "front"
    assert arc_of(HERE, LINE, Point(5000, -3), FRONT_LINE) == "right"
    assert arc_of(HERE, LINE, Point(-5000, -200), FRONT_LINE) == "rear"


def test_the_lines_between_arcs_can_belong_to_the_flanks() -> None:
    on_the_line = Point(700, 300)
    assert arc_of(HERE, LINE, on_the_line) == "front"
    assert arc_of(HERE, LINE, on_the_line, Arcs(border="flanks")) == "right"


@given(pose=poses, x=st.integers(-4000, 4000), y=st.integers(-4000, 4000), arcs=arcs)
@settings(max_examples=300, deadline=None)
def test_every_point_lies_in_the_arc_that_is_drawn_around_it(pose: Pose, x: int, y: int, arcs: Arcs) -> None:
    point, spot = Point(x, y), Point(x, y)
    front, rear = drawn_arc(pose, LINE, "front", arcs), drawn_arc(pose, LINE, "rear", arcs)
    near_a_line = min(front.exterior.distance(_spot(spot)), rear.exterior.distance(_spot(spot))) < 5
    assume(not near_a_line)
    found = arc_of(pose, LINE, point, arcs)
    if front.contains(_spot(spot)):
        assert found == "front"
    elif rear.contains(_spot(spot)):
        assert found == "rear"
    else:
        assert found == ("left" if pose.local(point).x < 0 else "right")


def _spot(point: Point) -> LineString:
    return LineString([point, (point.x + 1e-9, point.y)])


@given(pose=poses, x=st.integers(-4000, 4000), y=st.integers(-4000, 4000))
@settings(max_examples=100, deadline=None)
def test_a_body_that_turns_about_swaps_its_arcs(pose: Pose, x: int, y: int) -> None:
    behind = pose.at(0, -LINE.depth)
    about = Pose(round(behind.x), round(behind.y), (pose.heading + 1800) % 3600)
    local = pose.local(Point(x, y))
    edges = (
        abs(local.y),
        abs(local.y + 200),
        abs(abs(local.x) - 400 - local.y),
        abs(abs(local.x) - 200 + local.y),
        abs(local.x),
    )
    assume(min(edges) > 10)
    swapped = {"front": "rear", "rear": "front", "left": "right", "right": "left"}
    assert arc_of(about, LINE, Point(x, y)) == swapped[arc_of(pose, LINE, Point(x, y))]


@pytest.mark.parametrize("slack", [HAIR, 0.5 + HAIR, 1.0 + HAIR])
def test_a_point_lies_on_the_border_of_an_arc_within_the_slack_of_its_rules_and_no_farther(
    slack: float,
) -> None:
    sideways = Arcs(front=900, rear=0, slack=slack)
    for heading in (0, 1234, 3599):
        pose = Pose(1000, 2000, heading)
        assert arc_of(pose, LINE, pose.at(900, 0), sideways) == "front"
        assert arc_of(pose, LINE, pose.at(900, HAIR / 2 - slack), sideways) == "front"
        assert arc_of(pose, LINE, pose.at(900, -HAIR - slack), sideways) == "right"
        # a line at 45 degrees from the right front corner, and points square to it
        aside = math.sqrt(0.5)
        for off, side in ((slack - HAIR / 2, "front"), (slack + HAIR, "right")):
            point = pose.at(400 + 300 + off * aside, 300 - off * aside)
            assert arc_of(pose, LINE, point, Arcs(slack=slack)) == side


def test_a_line_is_enfiladed_from_the_limit_and_from_no_farther_out() -> None:
    # LINE is 800 wide and 200 deep: from 400 beyond a flank the lines through both flank edges end 100 aside
    for heading in (0, 777, 2700):
        pose = Pose(1500, 1500, heading)
        assert is_enfiladed(pose, LINE, pose.at(800, 100))
        assert not is_enfiladed(pose, LINE, pose.at(800, 100.01))
        assert is_enfiladed(pose, LINE, pose.at(-800, -300))
        assert not is_enfiladed(pose, LINE, pose.at(-800, -300.01))
        assert not is_enfiladed(pose, LINE, pose.at(400, -100))


@given(pose=poses, other=poses, arcs=arcs)
@settings(max_examples=150, deadline=None)
def test_a_body_is_in_an_arc_where_shapely_finds_part_of_it(pose: Pose, other: Pose, arcs: Arcs) -> None:
    here, there = Body(0, 0, pose, LINE), Body(1, 1, other, COLUMN)
    drawn = Polygon(corners(other, COLUMN))
    sides: tuple[Literal["front"], Literal["rear"]] = ("front", "rear")
    for side in sides:
        arc = drawn_arc(pose, LINE, side, arcs)
        if intersection(drawn, arc, grid_size=1e-3).area > 0.01 * drawn.area:
            assert is_in_arc(here, there, side, arcs)
        elif drawn.distance(arc) > 5.0:
            assert not is_in_arc(here, there, side, arcs)


def test_a_body_is_in_an_arc_if_any_part_of_it_is() -> None:
    here = Body(0, 0, HERE, LINE)
    # its front left corner stands at (650, 250), on the line from (400, 0)
    beside = Body(1, 1, Pose(1050, 250, 0), LINE)
    assert is_in_arc(here, beside, "front")
    assert not is_in_arc(here, Body(1, 1, Pose(1051, 250, 0), LINE), "front")


def test_the_arc_that_holds_half_the_base_centres_of_a_charger_can_be_counted() -> None:
    here, charger = Body(0, 0, HERE, LINE), Body(1, 1, Pose(900, 300, 2700), LINE)
    # base centres at x = 1000 and y = 0, 200, 400, 600: the line x - 400 = y passes through (1000, 600)
    assert bases_by_arc(here, charger) == {"front": 1, "right": 3, "rear": 0, "left": 0}


def test_range_in_an_arc_runs_to_the_part_of_the_target_inside_it() -> None:
    front, target = face(HERE, LINE, "front"), Body(1, 1, Pose(1200, 500, 0), LINE)
    # the target covers x 800 to 1600 and y 300 to 500; at y = 500 the cone of 45 degrees reaches x = 900
    whole = range_in_arc(front, 450, target)
    assert whole is not None
    assert whole.distance == pytest.approx(math.hypot(400, 400))
    assert whole.there == pytest.approx((800, 400), abs=3)
    assert range_in_arc(front, 225, target) is None


def test_enfilade_needs_a_line_through_both_flank_edges() -> None:
    # W = 8, D = 2: (a = 10, s = 0.9), (10, 3.5), (10, 3.6), (0, 9)
    places = [(-1400, -10), (-1400, 250), (-1400, 260), (-400, 800)]
    assert [is_enfiladed(HERE, LINE, Point(x, y)) for x, y in places] == [True, True, False, False]


@given(pose=poses, x=st.integers(-4000, 4000), y=st.integers(-4000, 4000))
@settings(max_examples=300, deadline=None)
def test_a_body_is_enfiladed_exactly_from_where_a_line_rakes_both_flanks(pose: Pose, x: int, y: int) -> None:
    eye, flanks = Point(x, y), [face(pose, LINE, side) for side in ("left", "right")]
    local = pose.local(eye)
    beyond, aside = abs(local.x) - 400, abs(local.y + 100) - 100
    assume(abs(beyond) > 10)
    assume(abs(aside - max(beyond, 0) / 4) > 5)
    edges = [Segment(flank.left, flank.right) for flank in flanks]
    assert is_enfiladed(pose, LINE, eye) == (beyond > 0 and rakes(eye, edges[0], edges[1]))


def test_a_line_from_a_point_rakes_two_segments_only_if_they_lie_on_one_side_of_it() -> None:
    near, far = Segment(Point(100, -10), Point(100, 10)), Segment(Point(-100, -10), Point(-100, 10))
    assert not rakes(Point(0, 0), near, far)
    assert rakes(Point(200, 0), near, far)
