"""Courses reuse the rows of courses that are gone, and judge in them as in new ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import pytest

from sandtable.table.movement import (
    Course,
    Going,
    Keep,
    LegTerms,
    MoveMark,
    Passing,
    Terms,
    Verdict,
    judge,
    layout,
)
from sandtable.table.planning import random_verdict
from sandtable.table.space import Body, Pose, Scene

Scatter = Callable[[int, int, int], Scene]
AdvanceTerms = Callable[[Scene, Body], Terms]


def forget_rows() -> None:
    """Make the next course lay out new rows."""
    layout._layout.cache_clear()
    layout._known_passed.clear()
    layout._known_kept.clear()
    layout._known_layouts.clear()


def shuffled(scene: Scene, seed: int) -> Scene:
    """The same ground, with some bodies elsewhere and one away."""
    rng = Random(seed)
    moved = [
        Body(body.id, body.side, Pose(rng.randint(500, 4300), rng.randint(500, 3100), 900), body.shape)
        for body in rng.sample(scene.bodies, 4)
    ]
    away = Body(moved[0].id, moved[0].side, None, moved[0].shape)
    return scene.replaced(*moved[1:], away)


def drawn_verdict(body: Body, terms: Terms, scene: Scene, chance: int) -> Verdict:
    """The verdict on a plan drawn by chance."""
    course, rng = Course(body, terms, scene), Random(chance)
    return judge(course, random_verdict(course, rng.randrange).plan)


@pytest.mark.usefixtures("mode")
def test_rows_of_another_course_give_the_same_verdicts_as_new_ones(
    scatter: Scatter, advance_terms: AdvanceTerms
) -> None:
    lengths = set()
    for seed, chance in product(range(3), range(6)):
        first = scatter(seed, 10, 6)
        for scene in (first, shuffled(first, chance)):
            body = next(body for body in scene.bodies if body.pose is not None)
            terms = advance_terms(scene, body)
            again = drawn_verdict(body, terms, scene, chance)
            forget_rows()
            new = drawn_verdict(body, terms, scene, chance)
            assert again == new
            lengths.add(new.cost)
    assert len(lengths) > 10


@pytest.mark.usefixtures("mode")
def test_terms_that_share_a_part_with_others_are_told_apart_by_the_rest(scatter: Scatter) -> None:
    scene = scatter(2, 10, 6)
    kinds = sorted({piece.kind for piece in scene.field.pieces})
    others, legs = tuple(range(10)), (LegTerms("advance"), LegTerms("shift"))
    passings = (Passing(others),), (Passing(others, mark="other"),), ()
    goings = tuple(Going(kind, mark="mark") for kind in kinds), tuple(Going(kind) for kind in kinds)
    marks = (
        (MoveMark("mark", 900), MoveMark("other", 1200)),
        (MoveMark("other", 1500), MoveMark("mark", 2500)),
    )
    keeps = (), (Keep(others[5:], 600),), (Keep(others[3:], 100, arc=450),)
    sorts = [
        Terms(3000, legs, ground, keeps=kept, passing=passed, marks=limits)
        for ground, kept, passed, limits in product(goings, keeps, passings, marks)
    ]
    seen = set()
    for terms, chance, body in product(sorts, range(2), scene.bodies[:4]):
        forget_rows()
        alone = drawn_verdict(body, terms, scene, chance)
        forget_rows()
        for other in sorts[::5]:
            drawn_verdict(body, other, scene, chance)
        assert drawn_verdict(body, terms, scene, chance) == alone
        seen.add((alone.marks, alone.allowance))
    assert len(seen) > 4


@pytest.mark.usefixtures("mode")
def test_no_two_courses_work_in_the_same_rows(scatter: Scatter, advance_terms: AdvanceTerms) -> None:
    forget_rows()
    scene = scatter(1, 10, 6)
    body = scene.bodies[0]
    terms = advance_terms(scene, body)
    one, other = Course(body, terms, scene), Course(body, terms, scene)
    rows = one.world[0]
    assert rows is not other.world[0]
    del one
    third, fourth = Course(body, terms, scene), Course(body, terms, scene)
    assert third.world[0] is rows
    assert fourth.world[0] is not rows


@pytest.mark.usefixtures("mode")
def test_a_body_that_joins_a_scene_moves_as_if_it_had_always_been_there(
    scatter: Scatter, advance_terms: AdvanceTerms
) -> None:
    lengths = set()
    for seed, chance in product(range(4), range(6)):
        scene = scatter(seed, 10, 6)
        away = scene.bodies[4]
        first = scene.replaced(Body(away.id, away.side, None, away.shape))
        absent = Body(10, 1, None, away.shape)
        for joined in (
            first.joined(absent, Body(11, away.side, away.pose, away.shape)),
            first.joined(Body(10, away.side, away.pose, away.shape), Body(11, 1, None, away.shape)),
            scene.joined(absent, Body(11, 0, Pose(2400, 1800, 450), away.shape)),
        ):
            for body in (joined.bodies[0], *joined.bodies[10:]):
                if body.pose is not None:
                    terms = advance_terms(joined, body)
                    drawn = drawn_verdict(body, terms, joined, chance)
                    assert drawn == drawn_verdict(body, terms, Scene(joined.field, joined.bodies), chance)
                    lengths.add(drawn.cost)
    assert len(lengths) > 10
