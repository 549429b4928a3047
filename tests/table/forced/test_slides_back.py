"""Slides to the rear: told all at once, and what they pass, against the one check."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from sandtable.table.compiled import Mode
from sandtable.table.forced import about_turned, lengths_back, slide_back
from sandtable.table.measure import gaps_to_all, is_on_table, touches
from sandtable.table.movement import (
    AboutFace,
    Advance,
    Course,
    Going,
    Keep,
    LegTerms,
    MoveMark,
    Oblique,
    Passing,
    Retire,
    Shift,
    Terms,
    Wheel,
    encounters_of,
    ground_obstacles,
    judge,
    leg_end,
)
from sandtable.table.planning import longest_leg
from sandtable.table.space import Body, Pose, Scene

Scatter = Callable[[int, int, int], Scene]

SLANTS = (0, 150, -150, 300, -300, 450, -450)


def back_terms(scene: Scene, body: Body) -> Terms:
    """To the rear past friends, 4 in from every enemy, water bars it and rough ground is told of."""
    friends = tuple(other.id for other in scene.bodies if other.side == body.side and other.id != body.id)
    enemies = tuple(other.id for other in scene.bodies if other.side != body.side)
    return Terms(
        1400,
        (LegTerms("retire", widest=450, alone=True),),
        goings=(Going("water", entry="barred"), Going("rough", mark="slow"), Going("forest", multiplier=2.0)),
        keeps=(Keep(enemies, 400),),
        passing=(Passing(friends),),
        marks=(MoveMark("slow", 1400),),
    )


def test_a_fan_of_slides_goes_as_far_as_each_slide_goes(scatter: Scatter, mode: Mode) -> None:
    gone = 0
    for seed in range(6):
        scene = scatter(seed, 10, 5)
        for body in scene.bodies:
            course = Course(body, back_terms(scene, body), scene)
            legs = [longest_leg(course, Retire(1400, slant), course.start)[0] for slant in SLANTS]
            alone = [leg.distance if isinstance(leg, Retire) else 0 for leg in legs]
            assert lengths_back(course, 1400, SLANTS) == alone
            gone += sum(map(bool, alone))
    assert gone > 100


def test_the_check_says_the_same_of_a_slide_as_who_made_it(scatter: Scatter, mode: Mode) -> None:
    passed, marked = 0, 0
    for seed in range(8):
        scene = scatter(seed, 12, 6)
        for body in scene.bodies:
            course = Course(body, back_terms(scene, body), scene)
            for slant in (0, 150, -300):
                leg, after = longest_leg(course, Retire(1400, slant), course.start)
                if leg is None:
                    continue
                verdict = judge(course, (leg,))
                assert verdict.is_legal
                assert after.pose == verdict.end
                assert after.spent == pytest.approx(verdict.cost, abs=1e-6)
                assert bool(after.marks) == ("slow" in verdict.marks)
                fall = slide_back(course, 1400, slant)
                assert fall is not None
                assert (Retire(fall.goes, slant), fall.marks, fall.end) == (leg, after.marks, after.pose)
                assert fall.passed == verdict.passed
                passed, marked = passed + bool(verdict.passed), marked + bool(verdict.marks)
    assert passed > 5
    assert marked > 5


def test_a_slide_that_may_go_less_far_goes_as_under_terms_that_allow_no_more(
    scatter: Scatter, mode: Mode
) -> None:
    gone = 0
    for seed in range(16):
        scene = scatter(seed, 12, 6)
        for body in scene.bodies:
            terms = replace(back_terms(scene, body), goings=(Going("water", entry="barred"), ROUGH))
            shorter = replace(terms, allowance=700, goings=(Going("water", entry="barred"),), marks=())
            fall = slide_back(Course(body, terms, scene), 700)
            alone = slide_back(Course(body, shorter, scene), 700)
            if fall is None or alone is None:
                assert fall is alone
                continue
            assert (fall.goes, fall.end, fall.passed) == (alone.goes, alone.end, alone.passed)
            gone += fall.marks
    assert gone > 5


def test_a_body_turns_about_where_it_is_on_the_table_and_overlaps_nobody(
    scatter: Scatter, mode: Mode
) -> None:
    rng, told = random.Random(7), {True: 0, False: 0}
    for seed in range(6):
        scene = scatter(seed, 10, 2)
        for body in scene.bodies:
            course = Course(body, back_terms(scene, body), scene)
            for _ in range(20):
                pose = Pose(rng.randint(100, 4700), rng.randint(100, 3500), rng.randrange(3600))
                turned = replace(body, pose=leg_end(AboutFace(), pose, body.shape))
                gaps = gaps_to_all(turned, scene)
                gaps[body.id] = math.inf
                fits = touches(-min(gaps)) and is_on_table(turned, scene.field)
                assert about_turned(course, pose) == (turned.pose if fits else None)
                told[fits] += 1
    assert min(told.values()) > 100


def test_a_survey_leads_to_where_the_leg_ends(scatter: Scatter, mode: Mode) -> None:
    legs = (
        Advance(733),
        Oblique("left", 371, 512),
        Shift("right", 399),
        Retire(641, -123),
        Wheel("left", 317),
        Wheel("right", 1800),
    )
    for seed in range(3):
        scene = scatter(seed, 8, 3)
        for body in scene.bodies:
            course = Course(body, back_terms(scene, body), scene)
            for leg in legs:
                met = encounters_of(course, leg, course.pose, body.shape)
                assert (met.end, met.end_shape) == (leg_end(leg, course.pose, body.shape), body.shape)


def test_the_ground_against_a_leg_is_what_the_check_tells_of_it(scatter: Scatter, mode: Mode) -> None:
    barred, across = 0, 0
    for seed in range(8):
        scene = scatter(seed, 10, 8)
        for body in scene.bodies:
            rough = Going("rough", front_clear=True, rule="across")
            terms = Terms(1400, (LegTerms("advance"), LegTerms("retire")), goings=(WATER, rough))
            for leg in (Advance(10), Advance(700), Retire(900)):
                told = [
                    one for one in judge(Course(body, terms, scene), (leg,)).obstacles if one.code == "ground"
                ]
                assert ground_obstacles(Course(body, terms, scene), leg) == told
                barred += sum(one.rule == "wet" for one in told)
                across += sum(one.rule == "across" for one in told)
    assert min(barred, across) > 5


WATER = Going("water", entry="barred", rule="wet")
ROUGH = Going("rough", mark="slow")
