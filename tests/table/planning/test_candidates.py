"""Candidates: few, sensible, in a fixed order, and all of them legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import get_args

import pytest
from msgspec.structs import replace

from sandtable.table import compiled
from sandtable.table.movement.check import check, sure
from sandtable.table.movement.course import Course
from sandtable.table.movement.legs import AboutFace, Advance, Reform, Shift, Turn, Wheel, kind_of
from sandtable.table.movement.terms import (
    FREE,
    Fixed,
    Going,
    LegTerms,
    Mark,
    Opening,
    Passing,
    PerInch,
    Terms,
    Zone,
)
from sandtable.table.planning.candidates import MOST, _made, _stands, _wishes, candidates, has_candidate
from sandtable.table.planning.longest import Runner
from sandtable.table.space.body import Body
from sandtable.table.space.ground import Field, Piece
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import block

pytestmark = pytest.mark.usefixtures("plain_kernels")

Scatter = Callable[[int, int, int], Scene]
AdvanceTerms = Callable[[Scene, Body], Terms]

COLUMN = block(4, files=2, width=200, depth=200)
PLACES = (Point(2400, 1800), Point(400, 3000), Point(4500, 300))


def test_all_candidates_pass_the_check_with_the_end_and_cost_told(
    scatter: Scatter, advance_terms: AdvanceTerms
) -> None:
    for seed in range(8):
        scene = scatter(seed, 10, 6)
        for body in scene.bodies[:4]:
            terms = advance_terms(scene, body)
            found = candidates(body, terms, scene, towards=PLACES)
            assert 1 <= len(found) <= MOST
            for candidate in found:
                verdict = check(body, candidate.plan, terms, scene)
                assert verdict.is_legal, verdict.obstacles
                assert verdict.end == candidate.end
                assert verdict.cost == pytest.approx(candidate.cost, abs=1e-6)


def test_what_is_soon_told_of_a_candidate_is_the_verdict_on_it(
    scatter: Scatter, advance_terms: AdvanceTerms
) -> None:
    told, wheels, turns, through, over = 0, 0, 0, 0, 0
    for mode, seed in product(get_args(compiled.Mode), range(6)):
        compiled.use(mode)
        scene = scatter(seed, 12, 8)
        for body in scene.bodies[:6]:
            others = Passing(tuple(other.id for other in scene.bodies if other.id != body.id))
            terms = replace(advance_terms(scene, body), allowance=1600, keeps=(), passing=(others,))
            legs = (*terms.legs, LegTerms("turn", FREE), LegTerms("about-face", Fixed(100)))
            terms = replace(terms, legs=legs, opening=Opening(("hill",), ("forest",)))
            for candidate in candidates(body, terms, scene, towards=PLACES, most=48):
                verdict = sure(Course(body, terms, scene), candidate.plan)
                if verdict is not None:
                    assert verdict == check(body, candidate.plan, terms, scene)
                    told, wheels = told + 1, wheels + any(isinstance(leg, Wheel) for leg in candidate.plan)
                    turns += any(isinstance(leg, Turn | AboutFace) for leg in candidate.plan)
                    through, over = through + bool(verdict.passed), over + bool(verdict.ground)
    assert min(told, wheels, turns, over) > 200
    assert through > 50


def test_what_is_soon_told_of_a_candidate_tells_the_marks_that_it_makes(
    scatter: Scatter, advance_terms: AdvanceTerms
) -> None:
    marks = Mark("slow", 900), Mark("back", 700), Mark("mixed", 500)
    seen: Counter[tuple[str, ...]] = Counter()
    for mode, seed in product(get_args(compiled.Mode), range(6)):
        compiled.use(mode)
        scene = scatter(seed, 12, 8)
        for body in scene.bodies[:6]:
            others = Passing(tuple(other.id for other in scene.bodies if other.id != body.id), mark="mixed")
            goings = (Going("forest", mark="slow"), Going("hill", mark="slow"))
            terms = advance_terms(scene, body)
            legs = (*[leg for leg in terms.legs if leg.kind != "retire"], LegTerms("retire", mark="back"))
            terms = Terms(1600, legs, goings=goings, passing=(others,), marks=marks)
            for candidate in candidates(body, terms, scene, towards=PLACES, most=48):
                verdict = sure(Course(body, terms, scene), candidate.plan)
                assert verdict == check(body, candidate.plan, terms, scene)
                seen[verdict.marks] += 1
    assert min(seen[()], seen["slow",], seen["mixed",], seen["back",], seen["slow", "mixed"]) > 5


def test_what_adds_to_the_cost_of_a_plan_is_not_soon_told() -> None:
    body, friend = Body(0, 0, Pose(2000, 1000), COLUMN), Body(1, 0, Pose(2000, 1600), COLUMN)
    rough = Piece("rough 1", "rough", polygon=(Point(0, 1100), Point(4000, 1100), Point(4000, 1200)))
    legs = (LegTerms("advance"), LegTerms("reform", FREE, shapes=(COLUMN,), most=1800))
    plan = (Advance(700),)
    for field, goings, passing, is_told in (
        (Field(4000, 4000, (rough,)), (Going("rough"),), (Passing((1,)),), True),
        (Field(4000, 4000, (rough,)), (Going("rough", toll=50),), (Passing((1,)),), False),
        (Field(4000, 4000, (rough,)), (Going("rough", multiplier=2.0),), (Passing((1,)),), False),
        (Field(4000, 4000), (), (Passing((1,), toll=50),), False),
    ):
        terms = Terms(900, legs, goings=goings, passing=passing)
        course = Course(body, terms, Scene(field, (body, friend)))
        assert (sure(course, plan) is not None) is is_told
    assert sure(course, (Reform(COLUMN, turn=300),)) is None


def test_standing_still_comes_first_and_no_plan_twice(scatter: Scatter, advance_terms: AdvanceTerms) -> None:
    scene = scatter(1, 6, 3)
    found = candidates(scene.bodies[0], advance_terms(scene, scene.bodies[0]), scene, towards=PLACES)
    assert found[0].plan == ()
    assert len({candidate.plan for candidate in found}) == len(found)


def test_a_plan_that_ends_across_a_line_is_refused_as_the_check_refuses_it() -> None:
    """The line is looked at first: most plans over it are refused at once."""
    wall = Piece("wall 1", "wall", line=(Point(1000, 3300), Point(5000, 3420)))
    over = Going(piece="wall 1", front_clear=True, rule="obstacle")
    terms = Terms(800, (LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner"))), goings=(over,))
    told = {True: 0, False: 0}
    for y in range(2500, 3200, 50):
        body = Body(0, 0, Pose(3000, y, 30), COLUMN)
        course = Course(body, terms, Scene(Field(6000, 6000, (wall,)), (body,)))
        for wish in _wishes(course, PLACES):
            made = _made(Runner(course), wish)
            verdict = check(body, made.plan, terms, course.scene)
            assert _stands(course, made) is verdict.is_legal, made
            told[verdict.is_legal] += 1
    assert min(told.values()) > 20


def test_on_open_ground_every_manoeuvre_allowed_is_among_them() -> None:
    body = Body(0, 0, Pose(3000, 3000), COLUMN)
    terms = Terms(
        800,
        (
            LegTerms("advance"),
            LegTerms("wheel", PerInch(of="outer corner")),
            LegTerms("oblique", widest=225),
            LegTerms("shift", PerInch(2.0)),
            LegTerms("retire", PerInch(2.0)),
            LegTerms("about-face", Fixed(100)),
            LegTerms("turn", FREE),
        ),
    )
    found = candidates(body, terms, Scene(Field(6000, 6000), (body,)), towards=(Point(4000, 5000),), most=40)
    kinds = [kind_of(leg) for candidate in found for leg in candidate.plan]
    assert all(said.kind in kinds for said in terms.legs)
    plans = [candidate.plan for candidate in found]
    assert (Advance(800),) in plans
    assert (Advance(400),) in plans
    assert (Shift("left", 400),) in plans


def test_a_wheel_towards_a_place_leads_there_with_what_is_left() -> None:
    body = Body(0, 0, Pose(3000, 3000), COLUMN)
    terms = Terms(1200, (LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner"))))
    found = candidates(body, terms, Scene(Field(6000, 6000), (body,)), towards=(Point(3600, 4000),))
    nearest = min((candidate.end.x - 3600) ** 2 + (candidate.end.y - 4000) ** 2 for candidate in found)
    wheels = [candidate.plan[0] for candidate in found if candidate.plan]
    assert any(isinstance(leg, Wheel) and leg.side == "right" for leg in wheels)
    assert nearest < 300**2


def test_zones_leave_only_what_the_check_allows() -> None:
    enemy = Body(1, 1, Pose(3000, 4000, 1800), COLUMN)
    body = Body(0, 0, Pose(3000, 3500), COLUMN)
    scene = Scene(Field(6000, 6000), (body, enemy))
    zone = Zone(1, (Point(2500, 3400), Point(2500, 4000), Point(3500, 4000), Point(3500, 3400)))
    terms = Terms(800, (LegTerms("advance"), LegTerms("shift", FREE, most=300)), zones=(zone,))
    found = candidates(body, terms, scene)
    assert all(check(body, candidate.plan, terms, scene).is_legal for candidate in found)
    assert not any(isinstance(leg, Shift) for candidate in found for leg in candidate.plan)


def test_there_is_a_candidate_where_one_is_found(scatter: Scatter, advance_terms: AdvanceTerms) -> None:
    """Terms that demand a long way can often not be met at all."""
    found = Counter[bool]()
    for seed, least in product(range(8), (0, 700, 790)):
        scene = scatter(seed, 12, 6)
        for body in scene.bodies[:4]:
            terms = replace(advance_terms(scene, body), least=least)
            listed = bool(candidates(body, terms, scene, towards=PLACES))
            assert has_candidate(Course(body, terms, scene), towards=PLACES) is listed
            found[listed] += 1
    assert min(found[True], found[False]) > 5


def test_compiled_and_plain_kernels_make_the_same_candidates(
    scatter: Scatter, advance_terms: AdvanceTerms
) -> None:
    for seed in range(15):
        scene = scatter(seed, 10, 6)
        body = scene.bodies[seed % 10]
        terms = advance_terms(scene, body)
        compiled.use("compiled")
        fast = candidates(body, terms, scene, towards=PLACES)
        compiled.use("plain")
        assert candidates(body, terms, scene, towards=PLACES) == fast
