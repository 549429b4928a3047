"""Candidates: few, sensible, in a fixed order, and all of them legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest
from msgspec.structs import replace

from sandtable.table import compiled
from sandtable.table.movement import (
    FREE,
    Advance,
    Course,
    Fixed,
    Going,
    LegTerms,
    PerInch,
    Shift,
    Terms,
    Wheel,
    Zone,
    check,
)
from sandtable.table.movement.legs import kind_of
from sandtable.table.planning import candidates, has_candidate
from sandtable.table.planning.candidates import MOST, _candidate_for, _is_legal, _wishes
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, block

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
            made = _candidate_for(course, wish)
            verdict = check(body, made.plan, terms, course.scene)
            assert _is_legal(course, made) is verdict.is_legal, made
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
