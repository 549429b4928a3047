"""Traces: what legs do on the table, in pure geometry."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import pairwise

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon
from shapely.ops import unary_union

from sandtable.table.movement.legs import (
    AboutFace,
    Advance,
    Leg,
    Oblique,
    Plan,
    Reform,
    Retire,
    Shift,
    Side,
    Stance,
    Wheel,
    along,
    amount,
    end,
    end_shape,
)
from sandtable.table.movement.trace import Trace, nearest_approach, pieces_crossed, swept, trace
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field, Piece
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Base, Shape, block

pytestmark = pytest.mark.usefixtures("plain_kernels")

Scatter = Callable[[int, int, int], Scene]
Outline = Callable[[Pose | Stance, Shape], Polygon]

LINE = block(4, files=4, width=200, depth=200)
sides: st.SearchStrategy[Side] = st.sampled_from(("left", "right"))
moving: st.SearchStrategy[Leg] = st.one_of(
    st.builds(Advance, st.integers(1, 900)),
    st.builds(Wheel, sides, st.integers(1, 1800)),
    st.builds(Oblique, sides, st.integers(1, 800), st.integers(1, 900)),
    st.builds(Shift, sides, st.integers(1, 900)),
    st.builds(Retire, st.integers(1, 900), st.integers(-800, 800)),
)
plans: st.SearchStrategy[Plan] = st.lists(
    st.one_of(
        moving, st.just(AboutFace()), st.just(Reform(block(4, files=2, width=200, depth=200), "centre"))
    ),
    min_size=1,
    max_size=3,
).map(tuple)
few = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def _one(leg: Leg, *others: Body, pieces: tuple[Piece, ...] = (), mover: Body | None = None) -> Trace:
    mover = mover or Body(0, 0, Pose(2000, 1000), LINE)
    return trace(mover, (leg,), Scene(Field(6000, 4800, pieces), (mover, *others)))[0]


def _across(bottom: int, top: int) -> tuple[Point, ...]:
    return (Point(0, bottom), Point(4000, bottom), Point(4000, top), Point(0, top))


def test_in_a_slide_all_points_go_equally_far() -> None:
    told = _one(Oblique("left", 300, 250))
    assert (told.front, told.outer, told.farthest) == (250, 250, 250)


def test_a_wheel_costs_the_arc_of_the_outer_corner_and_the_rear_corner_may_swing_farther() -> None:
    deep = Body(0, 0, Pose(2000, 2000), block(6, files=1, width=300, depth=100))
    told = _one(Wheel("left", 900), mover=deep)
    # A quarter of circles of radius 3 in, 1.5 in and the diagonal of 3 by 6 in.
    assert told.outer == pytest.approx(471.239, abs=1e-3)
    assert told.front == pytest.approx(235.619, abs=1e-3)
    assert told.farthest == pytest.approx(1053.722, abs=1e-3)


def test_ground_is_told_from_where_to_where_and_where_it_is_touched() -> None:
    wood = Piece("wood 1", "wood", polygon=_across(1300, 1500))
    (crossed,) = _one(Advance(900), pieces=(wood,)).ground
    assert (crossed.piece, crossed.kind, crossed.ends_in_it) == ("wood 1", "wood", False)
    assert crossed.touched == pytest.approx(300, abs=1e-3)
    # The front goes in 3 in ahead; the rear, 2 in behind, comes out 5 in farther on; the edges do not count.
    ((start, stop),) = crossed.spans
    assert [start, stop] == pytest.approx([302, 698])
    assert crossed.length == pytest.approx(396)


def test_a_fence_is_touched_by_the_leading_edge_and_lain_over_by_the_ranks_behind() -> None:
    fence = Piece("fence", "fence", line=(Point(0, 1250), Point(4000, 1250)))
    (crossed,) = _one(Advance(300), pieces=(fence,)).ground
    assert crossed.touched == pytest.approx(250, abs=1e-3)
    assert crossed.ends_in_it


def test_ground_grazed_before_a_wheel_that_leaves_it_at_once_is_crossed_for_no_length() -> None:
    # A column whose rear reaches 0.02 in into a hill: half a degree to the left draws it out again.
    top = (Point(1600, 4900), Point(5800, 4900), Point(5800, 5700), Point(1600, 5700))
    hill = Piece("hill", "hill", polygon=top)
    column = Body(0, 0, Pose(3101, 4102, 1800), block(4, files=1, width=200, depth=200))
    (told,) = trace(column, (Wheel("left", 5),), Scene(Field(6000, 6000, (hill,)), (column,)))
    (grazed,) = told.ground
    assert (grazed.spans, grazed.length, grazed.ends_in_it) == (((0.0, 0.0),), 0.0, False)


def test_bodies_passed_are_told_with_their_place_and_whether_the_end_is_clear() -> None:
    other = Body(1, 0, Pose(2000, 1500), LINE)
    (through,) = _one(Advance(700), other).passed
    assert (through.body, through.ends_clear) == (1, True)
    assert [through.start, through.stop] == pytest.approx([302, 698])
    (upon,) = _one(Advance(500), other).passed
    assert not upon.ends_clear


def test_the_closest_approach_is_told_with_its_place() -> None:
    other = Body(1, 1, Pose(3000, 1500), block(1, files=1, width=200, depth=200))
    (near,) = _one(Advance(900), other).approaches
    # It passes beside: 9 in to the left flank of a base whose left side is 5 in to the right of its right.
    assert near.body == 1
    assert near.distance == pytest.approx(500)
    assert near.at == pytest.approx(300, abs=200)


def test_where_a_leg_leaves_the_table_is_told() -> None:
    edge = Body(0, 0, Pose(2000, 4600), LINE)
    assert _one(Advance(300), mover=edge).leaves == pytest.approx(202)
    assert _one(Advance(150), mover=edge).leaves is None


def test_levels_are_those_under_the_middle_at_start_and_end() -> None:
    hill = Piece("hill", "hill", polygon=_across(1500, 2500), level=2)
    assert _one(Advance(900), pieces=(hill,)).levels == (0, 2)
    assert _one(Advance(500), pieces=(hill,)).levels == (0, 0)


def test_a_change_of_shape_is_traced_by_where_it_ends() -> None:
    other = Body(1, 0, Pose(2000, 750), LINE)
    column = block(4, files=1, width=200, depth=200)
    told = _one(Reform(column, "front"), other)
    assert (told.shape, [passed.body for passed in told.passed]) == (column, [1])
    assert Polygon(told.outline).area == pytest.approx(200 * 800)
    assert _one(AboutFace(), other).passed == ()


@few
@given(seed=st.integers(0, 10_000), leg=moving)
def test_the_closest_approach_is_that_of_many_samples(
    scatter: Scatter, outline: Outline, seed: int, leg: Leg
) -> None:
    scene = scatter(seed, 5, 0)
    mover = scene.bodies[0]
    assert mover.pose is not None
    (told,) = trace(mover, (leg,), scene)
    drawn = [outline(along(leg, mover.pose, mover.shape, part / 60), mover.shape) for part in range(61)]
    step = max(told.farthest / 60, 1e-9)
    for near in told.approaches:
        other = scene.bodies[near.body]
        assert other.pose is not None
        least = min(shape.distance(outline(other.pose, other.shape)) for shape in drawn)
        assert near.distance <= least + 2.05
        assert near.distance >= least - step


@few
@given(heading=st.integers(0, 3599), leg=moving, files=st.integers(1, 4))
def test_the_swept_outline_holds_every_place_on_the_way_and_nothing_more(
    outline: Outline, heading: int, leg: Leg, files: int
) -> None:
    start, shape = Pose(3000, 3000, heading), block(4, files=files, width=200, depth=150)
    told = Polygon(swept(leg, start, shape))
    footprint = Shape((Base(0, 0, shape.width, shape.depth),), shape.width, shape.depth)
    parts = [outline(along(leg, start, shape, part / 90), footprint) for part in range(91)]
    assert told.is_valid
    for drawn in parts[::10]:
        assert drawn.within(told.buffer(0.1))
    hulls = unary_union([unary_union([a, b]).convex_hull for a, b in pairwise(parts)])
    assert told.area == pytest.approx(hulls.area, rel=2e-3)


# --------------------------------------------------------------------- what a whole plan meets
def _drawn_along(outline: Outline, body: Body, plan: Plan) -> Iterator[tuple[Polygon, float]]:
    """A body as it stands at many places on its way, each with how far any of it goes to the next."""
    assert body.pose is not None
    pose, shape = body.pose, body.shape
    for leg in plan:
        parts = 60 if amount(leg) else 0
        swings = trace(Body(0, 0, pose, shape), (leg,), Scene(Field(1, 1), (body,)))[0].farthest
        for part in range(parts + 1):
            stance = along(leg, pose, shape, part / parts) if parts else end(leg, pose, shape)
            yield outline(stance, end_shape(leg, shape)), swings / 60
        pose, shape = end(leg, pose, shape), end_shape(leg, shape)


@few
@given(seed=st.integers(0, 10_000), plan=plans)
def test_a_plan_brings_a_body_as_near_to_some_others_as_the_nearest_of_many_samples(
    scatter: Scatter, outline: Outline, seed: int, plan: Plan
) -> None:
    scene = scatter(seed, 6, 0)
    stood = [outline(other.pose, other.shape) for other in scene.bodies if other.pose is not None]
    samples = [
        (shape.distance(stood[other]), step)
        for shape, step in _drawn_along(outline, scene.bodies[0], plan)
        for other in (2, 3, 5)
    ]
    told = nearest_approach(scene.bodies[0], plan, scene, (2, 3, 5))
    assert told <= min(samples)[0] + 2.05
    assert told >= min(distance - step for distance, step in samples) - 2.05


def test_who_is_not_asked_about_is_not_approached_and_without_legs_nobody_is() -> None:
    mover, near = Body(0, 0, Pose(2000, 1000), LINE), Body(1, 1, Pose(2000, 1700), LINE)
    scene = Scene(
        Field(6000, 4800), (mover, near, Body(2, 1, Pose(2000, 2500), LINE), Body(3, 1, None, LINE))
    )
    # 4 in ahead: the rear of the second line is 5 in ahead of it, that of the third 13.
    plan = (Advance(400),)
    assert nearest_approach(mover, plan, scene, (1, 2)) == pytest.approx(100)
    assert nearest_approach(mover, plan, scene, (2, 3)) == pytest.approx(900)
    assert nearest_approach(mover, plan, scene, (3,)) == math.inf
    assert nearest_approach(mover, (), scene, (1, 2)) == math.inf


@few
@given(seed=st.integers(0, 10_000), plan=plans)
def test_a_plan_crosses_the_pieces_of_ground_that_many_samples_lie_on(
    scatter: Scatter, outline: Outline, seed: int, plan: Plan
) -> None:
    assume(all(amount(leg) for leg in plan))  # who turns on the spot crosses nothing
    scene = scatter(seed, 1, 6)
    drawn = list(_drawn_along(outline, scene.bodies[0], plan))
    told = pieces_crossed(scene.bodies[0], plan, scene)
    for number, piece in enumerate(scene.field.pieces):
        ground = Polygon(piece.polygon)
        if any(shape.buffer(-2.05, join_style="mitre").intersects(ground) for shape, _ in drawn):
            assert number in told
        elif all(shape.distance(ground) > step for shape, step in drawn):
            assert number not in told
    assert len(set(told)) == len(told)


def test_ground_is_crossed_in_the_order_in_which_the_legs_come_upon_it() -> None:
    far, near = (
        Piece("far", "wood", polygon=_across(1800, 1900)),
        Piece("near", "wood", polygon=_across(1200, 1300)),
    )
    mover = Body(0, 0, Pose(2000, 1000), LINE)
    scene = Scene(Field(6000, 4800, (far, near)), (mover,))
    assert pieces_crossed(mover, (Advance(100),), scene) == ()
    assert pieces_crossed(mover, (Advance(400),), scene) == (1,)
    assert pieces_crossed(mover, (Advance(400), Advance(600)), scene) == (1, 0)


def test_a_trace_can_be_saved_and_loaded() -> None:
    told = _one(Wheel("left", 300), Body(1, 0, Pose(2600, 1500), LINE))
    assert msgspec.json.decode(msgspec.json.encode(told), type=Trace) == told
