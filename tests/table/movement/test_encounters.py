"""What a leg or a plan meets on its way: ground, bodies, the edge of the table."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon

from sandtable.table.movement import (
    AboutFace,
    Advance,
    Course,
    Encounters,
    Leg,
    LegSide,
    Oblique,
    Plan,
    Reform,
    Retire,
    Shift,
    Terms,
    Wheel,
    closest_approaches,
    encounters_of,
    leg_amount,
    nearest_approach,
    pieces_crossed,
)
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, block
from tests.twins.samples_along import Outline, samples_along

pytestmark = pytest.mark.usefixtures("plain_kernels")

Scatter = Callable[[int, int, int], Scene]

LINE = block(4, files=4, width=200, depth=200)
sides: st.SearchStrategy[LegSide] = st.sampled_from(("left", "right"))
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


def _course(*others: Body, pieces: tuple[Piece, ...] = (), mover: Body | None = None) -> Course:
    mover = mover or Body(0, 0, Pose(2000, 1000), LINE)
    return Course(mover, Terms(0, ()), Scene(Field(6000, 6000, pieces), (mover, *others)))


def _met(leg: Leg, *others: Body, pieces: tuple[Piece, ...] = (), mover: Body | None = None) -> Encounters:
    course = _course(*others, pieces=pieces, mover=mover)
    return encounters_of(course, leg, course.pose, course.body.shape)


def _across(bottom: int, top: int) -> tuple[Point, ...]:
    return (Point(0, bottom), Point(4000, bottom), Point(4000, top), Point(0, top))


# --------------------------------------------------------------------- one leg
def test_a_leg_meets_ground_from_where_its_front_goes_in_to_where_its_rear_comes_out() -> None:
    wood = Piece("wood 1", "wood", polygon=_across(1300, 1500))
    (crossed,) = _met(Advance(900), pieces=(wood,)).lands
    # The front goes in 3 in ahead; the rear, 2 in behind, comes out 5 in farther on; the edges do not count.
    ((start, stop),) = crossed.spans
    assert [start, stop] == pytest.approx([302, 698])
    assert (crossed.before, crossed.after) == (False, False)


def test_the_ranks_behind_the_front_lie_over_a_fence_where_the_leg_ends() -> None:
    fence = Piece("fence", "fence", line=(Point(0, 1250), Point(4000, 1250)))
    (crossed,) = _met(Advance(300), pieces=(fence,)).lands
    assert crossed.after


def test_ground_grazed_before_a_wheel_that_leaves_it_at_once_is_crossed_for_no_length() -> None:
    # A column whose rear reaches 0.02 in into a hill: half a degree to the left draws it out again.
    top = (Point(1600, 4900), Point(5800, 4900), Point(5800, 5700), Point(1600, 5700))
    hill = Piece("hill", "hill", polygon=top)
    column = Body(0, 0, Pose(3101, 4102, 1800), block(4, files=1, width=200, depth=200))
    (grazed,) = _met(Wheel("left", 5), pieces=(hill,), mover=column).lands
    assert (grazed.spans, grazed.after) == (((0.0, 0.0),), False)


def test_a_leg_passes_a_body_from_where_to_where_it_lies_across_it() -> None:
    other = Body(1, 0, Pose(2000, 1500), LINE)
    (through,) = _met(Advance(700), other).bodies
    assert through.across == pytest.approx((302, 698))
    assert through.end_gap >= 0
    (upon,) = _met(Advance(500), other).bodies
    assert upon.end_gap < 0


def test_a_leg_leaves_the_table_where_its_front_does() -> None:
    edge = Body(0, 0, Pose(2000, 5800), LINE)
    assert _met(Advance(300), mover=edge).leaves == pytest.approx(202)
    assert _met(Advance(150), mover=edge).leaves >= 150


def test_a_change_of_shape_meets_what_lies_under_its_end() -> None:
    other = Body(1, 0, Pose(2000, 750), LINE)
    column = block(4, files=1, width=200, depth=200)
    (under,) = _met(Reform(column, "front"), other).bodies
    assert under.end_gap < 0
    assert all(met.end_gap >= 0 for met in _met(AboutFace(), other).bodies)


def test_the_closest_approach_is_found_with_its_place_along_the_leg() -> None:
    course = _course(Body(1, 1, Pose(3000, 1500), block(1, files=1, width=200, depth=200)))
    distance, at = closest_approaches(course, Advance(900), course.pose, LINE)[1]
    # It passes beside: 9 in to the left flank of a base whose left side is 5 in to the right of its right.
    assert distance == pytest.approx(500)
    assert at == pytest.approx(300, abs=200)


@few
@given(seed=st.integers(0, 10_000), leg=moving)
def test_the_closest_approach_is_that_of_many_samples(
    scatter: Scatter, outline: Outline, seed: int, leg: Leg
) -> None:
    scene = scatter(seed, 5, 0)
    course = Course(scene.bodies[0], Terms(0, ()), scene)
    samples = [*samples_along(outline, course.body, (leg,))]
    for (distance, _), other in zip(
        closest_approaches(course, leg, course.pose, course.body.shape), scene.bodies, strict=True
    ):
        if other is course.body:
            assert distance == math.inf
            continue
        assert other.pose is not None
        stood = outline(other.pose, other.shape)
        least = min(shape.distance(stood) for shape, _ in samples)
        assert least - max(samples[0][1], 1e-9) <= distance <= least + 2.05


# --------------------------------------------------------------------- a whole plan
@few
@given(seed=st.integers(0, 10_000), plan=plans)
def test_a_plan_brings_a_body_as_near_to_some_others_as_the_nearest_of_many_samples(
    scatter: Scatter, outline: Outline, seed: int, plan: Plan
) -> None:
    scene = scatter(seed, 6, 0)
    stood = [outline(other.pose, other.shape) for other in scene.bodies if other.pose is not None]
    samples = [
        (shape.distance(stood[other]), step)
        for shape, step in samples_along(outline, scene.bodies[0], plan)
        for other in (2, 3, 5)
    ]
    near = nearest_approach(scene.bodies[0], plan, scene, (2, 3, 5))
    assert near <= min(samples)[0] + 2.05
    assert near >= min(distance - step for distance, step in samples) - 2.05


def test_only_the_bodies_named_count_as_approached_and_only_on_a_plan_with_legs() -> None:
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
    assume(all(leg_amount(leg) for leg in plan))  # a body that turns on the spot crosses nothing
    scene = scatter(seed, 1, 6)
    samples = [*samples_along(outline, scene.bodies[0], plan)]
    crossed = pieces_crossed(scene.bodies[0], plan, scene)
    for number, piece in enumerate(scene.field.pieces):
        ground = Polygon(piece.polygon)
        if any(shape.buffer(-2.05, join_style="mitre").intersects(ground) for shape, _ in samples):
            assert number in crossed
        elif all(shape.distance(ground) > step for shape, step in samples):
            assert number not in crossed
    assert len(set(crossed)) == len(crossed)


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
