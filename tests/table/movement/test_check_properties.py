"""Properties of the one check on scattered tables."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon, box

from sandtable.table import compiled
from sandtable.table.movement import (
    FREE,
    AboutFace,
    Advance,
    Course,
    Fixed,
    Going,
    Keep,
    Leg,
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
    leg_amount,
    leg_end,
    pose_along,
    verdict_if_legal,
)
from sandtable.table.movement.legs import ExactPose
from sandtable.table.planning import longest_legal
from sandtable.table.space import Body, Pose, Scene, Shape

pytestmark = pytest.mark.usefixtures("plain_kernels")

Scatter = Callable[[int, int, int], Scene]
Outline = Callable[[Pose | ExactPose, Shape], Polygon]

few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
sides: st.SearchStrategy[LegSide] = st.sampled_from(("left", "right"))
legs: st.SearchStrategy[Leg] = st.one_of(
    st.builds(Advance, st.integers(1, 600)),
    st.builds(Wheel, sides, st.integers(1, 700)),
    st.builds(Oblique, sides, st.integers(1, 450), st.integers(1, 400)),
    st.builds(Shift, sides, st.integers(1, 300)),
    st.builds(Retire, st.integers(1, 300), st.integers(-450, 450)),
    st.builds(Turn, st.integers(1, 1800)),
    st.just(AboutFace()),
)
plans: st.SearchStrategy[Plan] = st.lists(legs, min_size=1, max_size=3).map(tuple)


def _terms(scene: Scene, body: Body, allowance: int = 1000, distance: int = 300) -> Terms:
    enemies = tuple(other.id for other in scene.bodies if other.side != body.side)
    return Terms(
        allowance,
        (
            LegTerms("advance"),
            LegTerms("wheel", PerInch(of="outer corner")),
            LegTerms("oblique", widest=450),
            LegTerms("shift"),
            LegTerms("retire", widest=450),
            LegTerms("turn", FREE),
            LegTerms("about-face", Fixed(100)),
        ),
        goings=(Going("water", entry="barred"), Going("rough", multiplier=2.0)),
        keeps=(Keep(enemies, distance),),
    )


@few
@given(seed=st.integers(0, 10_000), plan=plans)
def test_no_legal_plan_overlaps_or_leaves_the_table_or_enters_barred_ground(
    scatter: Scatter, outline: Outline, seed: int, plan: Plan
) -> None:
    scene = scatter(seed, 8, 5)
    body = scene.bodies[0]
    assert body.pose is not None
    made = longest_legal(body, plan, _terms(scene, body), scene)
    table = box(0, 0, scene.field.width, scene.field.depth).buffer(2.05)
    assume(outline(body.pose, body.shape).within(table))
    others = [outline(other.pose, other.shape) for other in scene.bodies[1:] if other.pose is not None]
    water = [Polygon(piece.polygon) for piece in scene.field.pieces if piece.kind == "water"]
    pose = body.pose
    for leg in made:
        start = outline(pose, body.shape).buffer(-2.05, join_style="mitre")
        for part in range(21) if leg_amount(leg) else (20,):
            drawn = outline(pose_along(leg, pose, body.shape, part / 20), body.shape)
            inner = drawn.buffer(-2.05, join_style="mitre")
            assert drawn.within(table)
            assert not any(inner.intersects(other) for other in others)
            assert not any(inner.intersects(pond) and not start.intersects(pond) for pond in water)
        pose = leg_end(leg, pose, body.shape)


@few
@given(seed=st.integers(0, 10_000), plan=plans)
def test_no_legal_plan_comes_nearer_than_is_to_be_kept(
    scatter: Scatter, outline: Outline, seed: int, plan: Plan
) -> None:
    scene = scatter(seed, 8, 0)
    body = scene.bodies[0]
    assert body.pose is not None
    made = longest_legal(body, plan, _terms(scene, body), scene)
    enemies = [
        outline(other.pose, other.shape) for other in scene.bodies if other.side != body.side and other.pose
    ]
    pose = body.pose
    for leg in made:
        start = outline(pose, body.shape)
        for part in range(21) if leg_amount(leg) else (20,):
            drawn = outline(pose_along(leg, pose, body.shape, part / 20), body.shape)
            for enemy in enemies:
                assert drawn.distance(enemy) >= min(300, start.distance(enemy)) - 2.05
        pose = leg_end(leg, pose, body.shape)


@few
@given(seed=st.integers(0, 10_000), plan=plans)
def test_a_plan_cut_back_is_legal_and_no_longer(scatter: Scatter, seed: int, plan: Plan) -> None:
    scene = scatter(seed, 8, 5)
    body = scene.bodies[0]
    terms = _terms(scene, body)
    made = longest_legal(body, plan, terms, scene)
    assert check(body, made, terms, scene).is_legal
    assert len(made) <= len(plan)
    if check(body, plan, terms, scene).is_legal:
        assert made == plan


@few
@given(seed=st.integers(0, 10_000), plan=plans, more=st.integers(0, 800))
def test_what_is_legal_stays_legal_with_a_larger_allowance(
    scatter: Scatter, seed: int, plan: Plan, more: int
) -> None:
    scene = scatter(seed, 6, 4)
    body = scene.bodies[0]
    less = check(body, plan, _terms(scene, body, 600), scene)
    larger = check(body, plan, _terms(scene, body, 600 + more), scene)
    assert larger.cost == less.cost
    assert larger.is_legal or not less.is_legal


@few
@given(seed=st.integers(0, 10_000), plan=plans)
def test_a_plan_and_its_terms_are_judged_the_same_after_save_and_load(
    scatter: Scatter, seed: int, plan: Plan
) -> None:
    scene = scatter(seed, 8, 5)
    body, terms = scene.bodies[0], _terms(scene, scene.bodies[0])
    again = msgspec.json.decode(msgspec.json.encode(plan), type=Plan)
    loaded = msgspec.json.decode(msgspec.json.encode(terms), type=Terms)
    assert check(body, again, loaded, Scene(scene.field, scene.bodies)) == check(body, plan, terms, scene)


@few
@given(seed=st.integers(0, 10_000), plan=plans, allowance=st.integers(100, 1500))
def test_a_plan_of_which_only_a_legal_verdict_is_wanted_is_judged_as_any_other(
    scatter: Scatter, seed: int, plan: Plan, allowance: int
) -> None:
    scene = scatter(seed, 6, 4)
    body = scene.bodies[0]
    terms = _terms(scene, body, allowance)
    verdict = check(body, plan, terms, scene)
    assert verdict_if_legal(Course(body, terms, scene), plan) == (verdict if verdict.is_legal else None)


def test_compiled_and_plain_kernels_judge_alike_to_the_bit(scatter: Scatter) -> None:
    for seed in range(120):
        scene = scatter(seed, 10, 6)
        body = scene.bodies[seed % 10]
        terms = _terms(scene, body, distance=100 + seed)
        plan = (
            Advance(100 + seed),
            Wheel("left" if seed % 2 else "right", 100 + 3 * seed),
            Oblique("right", 200 + seed, 150),
        )
        compiled.use("compiled")
        fast = check(body, plan, terms, scene), longest_legal(body, plan, terms, scene)
        compiled.use("plain")
        assert (check(body, plan, terms, scene), longest_legal(body, plan, terms, scene)) == fast
