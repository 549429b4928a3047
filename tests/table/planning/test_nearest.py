"""Plans to a wanted pose: closed forms, and the nearest legal move."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sandtable.table.movement import (
    FREE,
    AboutFace,
    Advance,
    Fixed,
    Going,
    LegSide,
    LegTerms,
    Oblique,
    PerInch,
    Plan,
    Retire,
    Shift,
    Terms,
    Turn,
    Wheel,
    check,
    plan_end,
    pose_along,
)
from sandtable.table.planning import miss, nearest_plan
from sandtable.table.planning.dubins import dubins, on_grid, wheel_towards
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, block

pytestmark = pytest.mark.usefixtures("plain_kernels")

Scatter = Callable[[int, int, int], Scene]
AdvanceTerms = Callable[[Scene, Body], Terms]

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(4, files=2, width=200, depth=200)
WHEELS = Terms(2500, (LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner"))))
few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
sides: st.SearchStrategy[LegSide] = st.sampled_from(("left", "right"))
headings = st.integers(0, 3599)


def _alone(heading: int = 0) -> tuple[Body, Scene]:
    body = Body(0, 0, Pose(5000, 5000, heading), COLUMN)
    return body, Scene(Field(10_000, 10_000), (body,))


@given(x=st.integers(-3000, 3000), y=st.integers(-3000, 3000), heading=headings, start=headings)
def test_every_path_of_wheels_leads_to_the_wanted_pose(x: int, y: int, heading: int, start: int) -> None:
    here, wanted = Pose(0, 0, start), Pose(x, y, heading)
    for path in dubins(here, wanted, LINE.width):
        plan = on_grid(path, here, wanted, LINE)
        if plan is not None:
            ended = plan_end(plan, here, LINE)
            assert ended.heading == wanted.heading
            assert math.dist((ended.x, ended.y), (x, y)) < 4


def test_two_quarter_wheels_lead_straight_across() -> None:
    paths = dubins(Pose(0, 0), Pose(1400, 0, 1800), 400)
    right = next(path for path in paths if path.word == ("right", "right"))
    assert (right.first, right.straight, right.second) == pytest.approx((900, 1000, 900))


def test_where_the_circles_are_too_near_a_path_to_both_sides_does_not_exist() -> None:
    words = [path.word for path in dubins(Pose(0, 0), Pose(300, 0), 400)]
    assert words == [("left", "left"), ("right", "right"), ("left", "right")]


@given(turn=st.integers(1, 1790), ahead=st.integers(10, 3000), heading=headings, side=sides)
def test_a_wheel_towards_a_place_has_it_straight_ahead(
    turn: int, ahead: int, heading: int, side: LegSide
) -> None:
    start = Pose(0, 0, heading)
    place = pose_along(Wheel(side, turn), start, LINE, 1.0).at(0, ahead)
    found = wheel_towards(start, place, LINE.width, side)
    assert found is not None
    stance = pose_along(Wheel(side, found[0]), start, LINE, 1.0) if found[0] else start
    assert math.dist(stance.at(0, found[1]), place) < 4


@given(way=st.integers(0, 3599), share=st.floats(0.0, 0.99), heading=headings, side=sides)
def test_no_wheel_has_a_place_within_its_circle_straight_ahead(
    way: int, share: float, heading: int, side: LegSide
) -> None:
    start, radius, angle = Pose(0, 0, heading), LINE.width / 2, math.radians(way / 10)
    x, y = start.at(radius if side == "right" else -radius, 0)
    place = Point(x + share * radius * math.sin(angle), y + share * radius * math.cos(angle))
    assert wheel_towards(start, place, LINE.width, side) is None


@few
@given(
    heading=headings,
    first=sides,
    second=sides,
    turn=st.integers(1, 900),
    length=st.integers(1, 900),
    rest=st.integers(1, 900),
)
def test_a_pose_reached_by_wheels_is_suggested_at_no_more_than_their_cost(
    heading: int, first: LegSide, second: LegSide, turn: int, length: int, rest: int
) -> None:
    body, scene = _alone(heading)
    for known in (
        (Wheel(first, turn), Advance(length), Wheel(second, rest)),
        (Advance(length), Wheel(first, turn), Advance(rest)),
    ):
        verdict = check(body, known, WHEELS, scene)
        if verdict.is_legal:
            suggestion = nearest_plan(body, verdict.end, WHEELS, scene)
            assert suggestion.verdict.is_legal
            assert suggestion.miss <= 3
            assert suggestion.verdict.cost <= verdict.cost + 8


@few
@given(
    heading=headings,
    side=sides,
    angle=st.integers(1, 450),
    length=st.integers(20, 700),
    kind=st.sampled_from(("oblique", "retire", "shift", "turn", "about-face")),
)
def test_a_pose_reached_by_any_single_manoeuvre_is_suggested_at_its_cost(
    heading: int, side: LegSide, angle: int, length: int, kind: str
) -> None:
    body, scene = _alone(heading)
    terms = Terms(
        1500,
        (
            LegTerms("advance"),
            LegTerms("oblique", widest=450),
            LegTerms("shift", PerInch(2.0)),
            LegTerms("retire", PerInch(2.0), widest=450),
            LegTerms("turn", FREE),
            LegTerms("about-face", Fixed(100)),
        ),
    )
    plans: dict[str, Plan] = {
        "oblique": (Oblique(side, angle, length),),
        "retire": (Retire(length, angle if side == "right" else -angle),),
        "shift": (Shift(side, length),),
        "turn": (Turn(angle), Advance(length)),
        "about-face": (AboutFace(), Advance(length)),
    }
    verdict = check(body, plans[kind], terms, scene)
    suggestion = nearest_plan(body, verdict.end, terms, scene)
    assert suggestion.miss <= 3
    assert suggestion.verdict.cost <= verdict.cost + 8


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000), x=st.integers(-900, 900), y=st.integers(-900, 900), heading=headings)
def test_a_suggestion_is_always_legal_and_at_least_as_near_as_standing(
    scatter: Scatter, advance_terms: AdvanceTerms, seed: int, x: int, y: int, heading: int
) -> None:
    scene = scatter(seed, 10, 5)
    body = scene.bodies[0]
    assert body.pose is not None
    terms, wanted = advance_terms(scene, body), Pose(body.pose.x + x, body.pose.y + y, heading)
    suggestion = nearest_plan(body, wanted, terms, scene)
    again = check(body, suggestion.plan, terms, scene)
    assert again == suggestion.verdict
    assert again.is_legal
    assert suggestion.miss == miss(again.end, wanted, body.shape)
    assert suggestion.miss <= miss(body.pose, wanted, body.shape)
    assert nearest_plan(body, wanted, terms, scene) == suggestion


def test_a_drag_straight_ahead_is_a_plain_advance() -> None:
    body, scene = _alone()
    suggestion = nearest_plan(body, Pose(5000, 5500), WHEELS, scene)
    assert (suggestion.plan, suggestion.miss) == ((Advance(500),), 0)


def test_a_drag_beyond_the_allowance_ends_where_the_allowance_does() -> None:
    body, scene = _alone()
    terms = Terms(800, WHEELS.legs)
    suggestion = nearest_plan(body, Pose(5000, 6500), terms, scene)
    assert (suggestion.plan, suggestion.verdict.left) == ((Advance(800),), 0)


def test_a_drag_behind_a_pond_ends_before_it_or_round_it() -> None:
    pond = Piece(
        "pond", "water", polygon=(Point(4500, 5300), Point(5500, 5300), Point(5500, 5600), Point(4500, 5600))
    )
    body, _ = _alone()
    scene = Scene(Field(10_000, 10_000, (pond,)), (body,))
    terms = Terms(800, WHEELS.legs, goings=(Going("water", entry="barred"),))
    suggestion = nearest_plan(body, Pose(5000, 5700), terms, scene)
    assert suggestion.verdict.is_legal
    assert suggestion.verdict.end.y <= 5302 or abs(suggestion.verdict.end.x - 5000) >= 498
