"""A plan drawn by chance and judged in one pass is the one that is made and judged leg by leg."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from random import Random
from typing import get_args

import pytest

from sandtable.table import compiled
from sandtable.table.movement import (
    FREE,
    Course,
    Fixed,
    Going,
    KeepTo,
    LegTerms,
    MoveMark,
    Opening,
    Passing,
    PerInch,
    Terms,
    Verdict,
    check,
)
from sandtable.table.movement.legs import kind_of
from sandtable.table.planning import random_verdict
from sandtable.table.planning.candidates import (
    DRAWS,
    MOST,
    _candidate_for,
    _wishes,
    common_wishes,
    draw_wish,
    is_strict,
)
from sandtable.table.space import Body, Point, Scene

pytestmark = pytest.mark.usefixtures("plain_kernels")

Scatter = Callable[[int, int, int], Scene]

PLACES = (Point(2400, 1800), Point(400, 3000), Point(4500, 300))
MARKS = MoveMark("slow", 900), MoveMark("back", 700), MoveMark("mixed", 500)
LEGS = (
    LegTerms("advance"),
    LegTerms("wheel", PerInch(of="outer corner"), when="ends", times=1),
    LegTerms("oblique", widest=225),
    LegTerms("retire", mark="back", without=("advance", "oblique")),
    LegTerms("turn", FREE),
    LegTerms("about-face", Fixed(100)),
)
FREELY = Going("forest"), Going("hill", mark="slow"), Going("water", entry="barred")
DEARLY = Going("forest", multiplier=2.0), Going("hill", toll=100, mark="slow")


def terms_of(body: Body, scene: Scene, goings: tuple[Going, ...], toll: int, most_legs: int) -> Terms:
    """Terms that are not strict, by which all others may be passed."""
    others = tuple(other.id for other in scene.bodies if other.id != body.id)
    passing = (Passing(others, toll=toll, mark="mixed"),)
    opening = Opening(("hill",), ("forest",))
    return Terms(1600, LEGS, goings, opening, passing=passing, marks=MARKS, most_legs=most_legs)


def drawn_from(seed: int) -> Callable[[int], int]:
    """Draws that a seed repeats."""
    dice = Random(seed)
    return lambda count: dice.randrange(count)


@pytest.mark.parametrize(("goings", "toll", "most_legs"), [(FREELY, 0, 48), (DEARLY, 50, 48), (FREELY, 0, 1)])
def test_a_plan_that_is_drawn_is_made_and_judged_as_leg_by_leg(
    scatter: Scatter, goings: tuple[Going, ...], toll: int, most_legs: int
) -> None:
    seen: Counter[str] = Counter()
    for mode, seed in product(get_args(compiled.Mode), range(3)):
        compiled.use(mode)
        scene = scatter(seed, 12, 8)
        for body, chance in product(scene.bodies[:5], range(14)):
            terms = terms_of(body, scene, goings, toll, most_legs)
            assert not is_strict(terms)
            verdict = random_verdict(Course(body, terms, scene), drawn_from(chance), towards=PLACES)
            assert verdict == judged_one_by_one(Course(body, terms, scene), drawn_from(chance))
            seen.update(map(kind_of, verdict.plan))
            seen.update(verdict.marks)
            seen["passed"] += bool(verdict.passed)
            seen["over ground"] += bool(verdict.ground)
    assert set(seen) >= {"advance", "wheel", "retire", "back", "passed", "over ground"}


def judged_one_by_one(course: Course, draw: Callable[[int], int]) -> Verdict | None:
    """The verdict on the first plan drawn that the check allows; none if it allows none."""
    terms = course.terms
    common = common_wishes(terms.allowance, terms.legs)
    for _ in range(DRAWS):
        plan = _candidate_for(course, draw_wish(course, draw, PLACES, common)).plan
        verdict = check(course.body, plan, terms, course.scene)
        if verdict.is_legal:
            return verdict
    plans = dict.fromkeys(_candidate_for(course, wish).plan for wish in _wishes(course, PLACES))
    verdicts = [check(course.body, plan, terms, course.scene) for plan in plans]
    legal = [verdict for verdict in verdicts if verdict.is_legal][:MOST]
    return legal[draw(len(legal))] if legal else None


@pytest.mark.parametrize(
    "terms",
    [
        Terms(800, LEGS[:2], (Going("hill", front_clear=True),), least=200),
        Terms(800, LEGS[:2], (Going("hill", front_clear=True), Going("forest", front_clear=True))),
        Terms(900, LEGS, keep_to=(KeepTo(("hill", "forest", "water"), "front"),), marks=MARKS),
        Terms(900, LEGS, least=900, marks=MARKS),
    ],
)
def test_under_strict_terms_only_what_stands_is_drawn(scatter: Scatter, terms: Terms) -> None:
    assert is_strict(terms)
    stood: Counter[bool] = Counter()
    for mode, seed in product(get_args(compiled.Mode), range(4)):
        compiled.use(mode)
        scene = scatter(seed, 8, 12)
        for body, chance in product(scene.bodies[:4], range(6)):
            slow = judged_one_by_one(Course(body, terms, scene), drawn_from(chance))
            if slow is not None:
                assert random_verdict(Course(body, terms, scene), drawn_from(chance), towards=PLACES) == slow
                stood[bool(slow.plan)] += 1
    assert stood[True] > 20
