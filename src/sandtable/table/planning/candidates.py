"""Candidates: a bounded set of sensible moves for agents, each of which passes the one check.

They are made leg by leg as far as each leg goes, so that none needs to be thrown away: standing, going
straight ahead, obliques, shifts and retirements in full and by half, wheels to both sides and towards places
of interest with the rest of the allowance straight ahead, turns and about-faces.
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
    LONGEST,
    RADIAN,
    SIDES,
    AboutFace,
    Advance,
    Leg,
    Plan,
    Turn,
    Wheel,
    amount,
    kind_of,
    shortened,
)
from sandtable.table.movement.prices import leg_variants
from sandtable.table.movement.stages import stage_table
from sandtable.table.movement.terms import LegTerms, Terms, has_front_clear
from sandtable.table.planning.dubins import wheel_towards
from sandtable.table.planning.longest import longest_leg
from sandtable.table.space.body import Body, centre
from sandtable.table.space.lengths import DEGREE, FULL_TURN, TOLERANCE, turn_between
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import frontage

MOST: Final = 24
"""So many candidates at most."""
WHEELS: Final = (15 * DEGREE, 30 * DEGREE, 60 * DEGREE)
"""The wheels tried to both sides."""
PLACES: Final = 4
"""Of the places of interest the first few count."""
STRAIGHT: Final = 3
"""So many wishes lead straight ahead or nowhere; they come first."""
TO_A_PLACE: Final = 2
"""Ways to each place, as far as the chance of drawing one of them goes."""
NUMBERS: Final = {kind: KINDS.index(kind_of(kind)) for kind in get_args(Leg)}
"""The numbers of the kinds of legs."""
DRAWS: Final = 8
"""So often a plan is drawn that may not stand, until all are listed."""


class Candidate(NamedTuple):
    """A legal plan, where it ends and what it costs."""

    plan: Plan
    end: Pose
    cost: float


def candidates(
    body: Body, terms: Terms, scene: Scene, *, towards: Sequence[Point] = (), most: int = MOST
) -> tuple[Candidate, ...]:
    """Sensible legal plans, at most so many, standing still first; *towards* names places of interest."""
    return candidates_on(Course(body, terms, scene), towards=towards, most=most)


def candidates_on(
    course: Course, *, towards: Sequence[Point] = (), most: int = MOST
) -> tuple[Candidate, ...]:
    """Sensible legal plans of the body whose course this is."""
    found: dict[Plan, Candidate] = {}
    for wish in _wishes(course, towards):
        made = _candidate_for(course, wish)
        if made.plan not in found and _is_legal(course, made):
            found[made.plan] = made
        if len(found) == most:
            break
    return tuple(found.values())


def has_candidate(course: Course, *, towards: Sequence[Point] = ()) -> bool:
    """Whether any sensible plan is legal; nobody asks which, so whoever can just retire is soon told."""
    common = common_wishes(course.terms.allowance, course.terms.legs)
    for wish in chain(reversed(common), _to_places(course, towards, common[1][0])):
        if _is_legal(course, _candidate_for(course, wish)):
            return True
    return False


def _is_legal(course: Course, made: Candidate) -> bool:
    """Whether a plan made as far as it goes is legal; only some terms can object to one that is."""
    return passes_strict_terms(course, made.plan, made.end, made.cost) if is_strict(course.terms) else True


def is_strict(terms: Terms) -> bool:
    """May terms object to a plan that was made as far as it goes?"""
    return bool(terms.zones or terms.keep_to or terms.least or has_front_clear(terms.goings))


def passes_strict_terms(course: Course, plan: Plan, ended: Pose, cost: float) -> bool:
    """Whether strict terms have nothing against a plan that was made as far as it goes, where it ends and
    what it costs: only zones, and whether it is long enough by a hair, take a judgement to find out."""
    terms = course.terms
    if cost < terms.least - 2 * TOLERANCE:
        return False
    if plan and has_front_clear(terms.goings) and pieces_astride(course, ended, course.body.shape):
        return False
    if terms.zones or terms.least:
        return judge(course, plan).is_legal
    return keeps_to_paths(course, plan)


def _candidate_for(course: Course, wish: Plan) -> Candidate:
    """The candidate that comes nearest to a wish: its legs one after another, as far as each goes; those that
    may not follow or cannot be made are left out."""
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
    """What might be wished for, the most useful first."""
    common = common_wishes(course.terms.allowance, course.terms.legs)
    yield from common[:STRAIGHT]
    yield from _to_places(course, towards, common[1][0])
    yield from common[STRAIGHT:]


def draw_wish(
    course: Course, draw: Callable[[int], int], towards: Sequence[Point], common: tuple[Plan, ...]
) -> Plan:
    """One of the common wishes, or a way to one of the places; they count for no more than a few of them
    would."""
    number = draw(len(common) + TO_A_PLACE * min(len(towards), PLACES))
    if number < len(common):
        return common[number]
    ways = tuple(_to_place(course, towards[draw(len(towards))], common[1][0]))
    return ways[draw(len(ways))] if ways else common[1]


@lru_cache(maxsize=1024)
def common_wishes(allowance: int, legs: tuple[LegTerms, ...]) -> tuple[Plan, ...]:
    """The wishes that are the same wherever a body stands: straight ahead or not at all, then all others."""
    far = max(min(allowance, LONGEST), 1)
    full = Advance(far)
    half = _half(full)
    others: list[Plan] = [(Wheel(side, turn), full) for turn in WHEELS for side in SIDES]
    others += _straight_slides(far, legs)
    for side in SIDES:
        others += [(Wheel(side, WHEELS[1]),), (half, Wheel(side, WHEELS[1]))]
    others += [(AboutFace(), full), (AboutFace(),)]
    # A leg that may not be made would be left out, and what remains be wished for twice.
    made = {"advance", *(leg_terms.kind for leg_terms in legs)}
    may_be_made = (wish for wish in others if all(kind_of(leg) in made for leg in wish))
    return (), (full,), (half,), *may_be_made


def _half(leg: Leg) -> Leg:
    """Half as much of a leg."""
    return shortened(leg, max(amount(leg) // 2, 1)) or leg


def _to_places(course: Course, places: Sequence[Point], full: Leg) -> Iterator[Plan]:
    """Ways to the first few of some places."""
    for place in places[:PLACES]:
        yield from _to_place(course, place, full)


def _to_place(course: Course, place: Point, full: Leg) -> Iterator[Plan]:
    """Wheels and turns towards a place, then on; and the wheel alone."""
    pose, shape, terms = course.pose, course.body.shape, course.terms
    if terms.for_leg("wheel") is not None:
        wheel, width = None, frontage(shape)
        for side in SIDES:
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
