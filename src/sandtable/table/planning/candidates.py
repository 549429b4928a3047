"""Candidates: a bounded list of sensible legal moves for agents.

A wish is a plan that a body might want to make. Each leg of a wish is made as far as it goes, so that almost
every wish gives a legal plan. Wishes are: to stand, to go straight ahead, obliques, shifts and retirements in
full and by half, wheels to both sides and towards places of interest and then straight ahead, turns and
about-faces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple, get_args

from sandtable.table.movement.check import judge
from sandtable.table.movement.conditions import keeps_to_paths, pieces_astride
from sandtable.table.movement.course import Course
from sandtable.table.movement.legs import (
    KINDS,
    LEG_SIDES,
    LONGEST,
    AboutFace,
    Advance,
    Leg,
    Plan,
    Turn,
    Wheel,
    kind_of,
    leg_amount,
    shortened,
)
from sandtable.table.movement.prices import leg_variants
from sandtable.table.movement.stages import stage_table
from sandtable.table.movement.terms import LegTerms, Terms, has_front_clear
from sandtable.table.planning.dubins import wheel_towards
from sandtable.table.planning.longest import longest_leg
from sandtable.table.space.body import Body, centre
from sandtable.table.space.lengths import DEGREE, FULL_TURN, RADIAN, TOLERANCE, turn_between
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import frontage

MOST: Final = 24
"""The most candidates by default."""
WHEELS: Final = (15 * DEGREE, 30 * DEGREE, 60 * DEGREE)
"""The wheels to both sides among the wishes."""
PLACES: Final = 4
"""The most places of interest that are used."""
STRAIGHT: Final = 3
"""The number of common wishes to stand or to go straight ahead; they come first."""
TO_A_PLACE: Final = 2
"""A place of interest counts as so many wishes when one is drawn."""
NUMBERS: Final = {kind: KINDS.index(kind_of(kind)) for kind in get_args(Leg)}
"""The number of each kind of leg."""
DRAWS: Final = 8
"""After so many drawn plans that are not legal, all candidates are listed."""


class Candidate(NamedTuple):
    """A legal plan, where it ends and what it costs."""

    plan: Plan
    end: Pose
    cost: float


def candidates(
    body: Body, terms: Terms, scene: Scene, *, towards: Sequence[Point] = (), most: int = MOST
) -> tuple[Candidate, ...]:
    """At most so many sensible legal plans, standing still first; *towards* are places of interest."""
    return candidates_on(Course(body, terms, scene), towards=towards, most=most)


def candidates_on(
    course: Course, *, towards: Sequence[Point] = (), most: int = MOST
) -> tuple[Candidate, ...]:
    """Sensible legal plans of the body of a course."""
    found: dict[Plan, Candidate] = {}
    for wish in _wishes(course, towards):
        made = _candidate_for(course, wish)
        if made.plan not in found and _is_legal(course, made):
            found[made.plan] = made
        if len(found) == most:
            break
    return tuple(found.values())


def has_candidate(course: Course, *, towards: Sequence[Point] = ()) -> bool:
    """Whether any sensible plan is legal; common wishes are tried from the last, most often a free one."""
    common = common_wishes(course.terms.allowance, course.terms.legs)
    for wish in chain(reversed(common), _to_places(course, towards, common[1][0])):
        if _is_legal(course, _candidate_for(course, wish)):
            return True
    return False


def _is_legal(course: Course, made: Candidate) -> bool:
    """Whether a candidate is legal; only strict terms can object to one."""
    return passes_strict_terms(course, made.plan, made.end, made.cost) if is_strict(course.terms) else True


def is_strict(terms: Terms) -> bool:
    """May these terms object to a plan whose legs were each made as far as they go?"""
    return bool(terms.zones or terms.keep_to or terms.least or has_front_clear(terms.goings))


def passes_strict_terms(course: Course, plan: Plan, ended: Pose, cost: float) -> bool:
    """Whether strict terms allow a plan whose legs were made as far as they go, by its end and cost.

    Only zones, and a plan that may be a hair too short, need the check.
    """
    terms = course.terms
    if cost < terms.least - 2 * TOLERANCE:
        return False
    if plan and has_front_clear(terms.goings) and pieces_astride(course, ended, course.body.shape):
        return False
    if terms.zones or terms.least:
        return judge(course, plan).is_legal
    return keeps_to_paths(course, plan)


def _candidate_for(course: Course, wish: Plan) -> Candidate:
    """The candidate for a wish: its legs as far as each goes, without those that are not allowed there."""
    terms, at, stage = course.terms, course.start, 0
    table = stage_table(terms.legs)
    plan: Plan = ()
    for leg in wish:
        after = table[stage * len(KINDS) + NUMBERS[leg.__class__]]
        if after >= 0 and len(plan) < terms.most_legs:
            done, there = longest_leg(course, leg, at)
            if done is not None:
                plan, at, stage = (*plan, done), there, after
    return Candidate(plan, at.pose, at.spent)


def _wishes(course: Course, towards: Sequence[Point]) -> Iterator[Plan]:
    """All wishes, the most useful first."""
    common = common_wishes(course.terms.allowance, course.terms.legs)
    yield from common[:STRAIGHT]
    yield from _to_places(course, towards, common[1][0])
    yield from common[STRAIGHT:]


def draw_wish(
    course: Course, draw: Callable[[int], int], towards: Sequence[Point], common: tuple[Plan, ...]
) -> Plan:
    """A wish drawn by chance: one of the common ones, or a way to one of the places of interest."""
    number = draw(len(common) + TO_A_PLACE * min(len(towards), PLACES))
    if number < len(common):
        return common[number]
    ways = tuple(_to_place(course, towards[draw(len(towards))], common[1][0]))
    return ways[draw(len(ways))] if ways else common[1]


@lru_cache(maxsize=1024)
def common_wishes(allowance: int, legs: tuple[LegTerms, ...]) -> tuple[Plan, ...]:
    """The wishes that do not depend on where a body stands: to stand, to go ahead, then all others."""
    far = max(min(allowance, LONGEST), 1)
    full = Advance(far)
    half = _half(full)
    others: list[Plan] = [(Wheel(side, turn), full) for turn in WHEELS for side in LEG_SIDES]
    others += _straight_slides(far, legs)
    for side in LEG_SIDES:
        others += [(Wheel(side, WHEELS[1]),), (half, Wheel(side, WHEELS[1]))]
    others += [(AboutFace(), full), (AboutFace(),)]
    # A leg that is not allowed would be left out, and the rest of the wish would stand in the list twice.
    made = {"advance", *(leg_terms.kind for leg_terms in legs)}
    may_be_made = (wish for wish in others if all(kind_of(leg) in made for leg in wish))
    return (), (full,), (half,), *may_be_made


def _half(leg: Leg) -> Leg:
    """Half as much of a leg."""
    return shortened(leg, max(leg_amount(leg) // 2, 1)) or leg


def _to_places(course: Course, places: Sequence[Point], full: Leg) -> Iterator[Plan]:
    """Wishes to go to the first few places of interest."""
    for place in places[:PLACES]:
        yield from _to_place(course, place, full)


def _to_place(course: Course, place: Point, full: Leg) -> Iterator[Plan]:
    """A wheel and a turn towards a place, each alone and with an advance after it."""
    pose, shape, terms = course.pose, course.body.shape, course.terms
    if terms.for_leg("wheel") is not None:
        wheel, width = None, frontage(shape)
        for side in LEG_SIDES:
            found = wheel_towards(pose, place, width, side)
            if found is not None and found[0] and (wheel is None or found[0] < wheel.turn):
                wheel = Wheel(side, found[0])
        if wheel is not None:
            yield (wheel, full)
            yield (wheel,)
    if terms.for_leg("turn") is None:
        return
    here = centre(pose, shape)
    way = round(math.atan2(place.x - here.x, place.y - here.y) / RADIAN) % FULL_TURN
    turn_there = turn_between(pose.heading, way)
    if turn_there:
        yield (Turn(turn_there), full)
        yield (Turn(turn_there),)


def _straight_slides(far: int, legs: tuple[LegTerms, ...]) -> Iterator[Plan]:
    """Obliques, shifts and retirements, in full and by half."""
    for leg_terms in legs:
        if leg_terms.kind in ("oblique", "shift", "retire"):
            slides = [variant.leg(far) for variant in leg_variants(leg_terms)]
            for leg in slides:
                yield (leg,)
            for leg in slides:
                yield (_half(leg),)
