"""Candidates: a bounded set of sensible moves for agents, each of which passes the one check.

They are made leg by leg as far as each leg goes, so that none needs to be thrown away: standing, going
straight ahead, obliques, shifts and retirements in full and by half, wheels to both sides and towards places
of interest with the rest of the allowance straight ahead, turns and about-faces.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from sandtable.table.body import Body, centre
from sandtable.table.check import judge
from sandtable.table.course import Course
from sandtable.table.dubins import wheel_towards
from sandtable.table.further import Runner, Standing
from sandtable.table.legs import (
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
from sandtable.table.measure import DEGREE, FULL_TURN, turn_between
from sandtable.table.pose import Point, Pose
from sandtable.table.pricing import samples
from sandtable.table.scene import Scene
from sandtable.table.stages import stage_table
from sandtable.table.terms import Terms

MOST: Final = 24
"""So many candidates at most."""
WHEELS: Final = (15 * DEGREE, 30 * DEGREE, 60 * DEGREE)
"""The wheels tried to both sides."""
PLACES: Final = 4
"""Of the places of interest the first few count."""


class Candidate(NamedTuple):
    """A legal plan, where it ends and what it costs."""

    plan: Plan
    end: Pose
    cost: float


def candidates(
    body: Body, terms: Terms, scene: Scene, *, towards: tuple[Point, ...] = (), most: int = MOST
) -> tuple[Candidate, ...]:
    """Sensible legal plans, at most so many, standing still first; *towards* names places of interest."""
    course = Course(body, terms, scene)
    maker = _Maker(Runner(course))
    found: dict[Plan, Candidate] = {}
    strict = terms.zones or terms.keep_to or terms.least or any(going.front_clear for going in terms.goings)
    for wish in _wishes(course, towards[:PLACES]):
        made = maker.make(wish)
        if made.plan not in found and (not strict or judge(course, made.plan).is_legal):
            found[made.plan] = made
        if len(found) == most:
            break
    return tuple(found.values())


class _Maker:
    """Makes wished-for legs one after another as far as each goes; what is made is remembered by its wish."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._table = stage_table(runner.course.terms.legs)
        self._made: dict[Plan, tuple[Plan, Standing, int]] = {(): ((), runner.start, 0)}

    def make(self, wish: Plan) -> Candidate:
        """The candidate that comes nearest to a wish; legs that may not follow or cannot be made are left
        out."""
        plan, at, _ = self._follow(wish)
        return Candidate(plan, at.pose, at.spent)

    def _follow(self, wish: Plan) -> tuple[Plan, Standing, int]:
        made = self._made.get(wish)
        if made is None:
            plan, at, stage = self._follow(wish[:-1])
            made = self._made[wish] = self._with_leg(plan, at, stage, wish[-1])
        return made

    def _with_leg(self, plan: Plan, at: Standing, stage: int, leg: Leg) -> tuple[Plan, Standing, int]:
        after = self._table[stage * len(KINDS) + KINDS.index(kind_of(leg))]
        if after < 0 or len(plan) >= self._runner.course.terms.most_legs:
            return plan, at, stage
        done, there = self._runner.further(leg, at)
        return ((*plan, done), there, after) if done is not None else (plan, at, stage)


def _wishes(course: Course, towards: tuple[Point, ...]) -> Iterator[Plan]:
    """What might be wished for, the most useful first."""
    full = Advance(max(min(course.terms.allowance, LONGEST), 1))
    half = _half(full)
    yield ()
    yield (full,)
    yield (half,)
    for place in towards:
        yield from _to_place(course, place, full)
    for turn in WHEELS:
        for side in SIDES:
            yield (Wheel(side, turn), full)
    yield from _straight_slides(course)
    for side in SIDES:
        yield (Wheel(side, WHEELS[1]),)
        yield (half, Wheel(side, WHEELS[1]))
    yield (AboutFace(), full)
    yield (AboutFace(),)


def _half(leg: Leg) -> Leg:
    """Half as much of a leg."""
    return shortened(leg, max(amount(leg) // 2, 1)) or leg


def _to_place(course: Course, place: Point, full: Leg) -> Iterator[Plan]:
    """Wheels and turns towards a place, then on; and the wheel alone."""
    pose, shape = course.pose, course.body.shape
    turns = [(wheel_towards(pose, place, shape.width, side), side) for side in SIDES]
    wheels = sorted((found[0], side) for found, side in turns if found is not None and found[0])
    for turn, side in wheels[:1]:
        wheel = Wheel(side, turn)
        yield (wheel, full)
        yield (wheel,)
    here = centre(pose, shape)
    way = round(math.atan2(place.x - here.x, place.y - here.y) / RADIAN) % FULL_TURN
    turn_there = turn_between(pose.heading, way)
    if turn_there:
        yield (Turn(turn_there), full)
        yield (Turn(turn_there),)


def _straight_slides(course: Course) -> Iterator[Plan]:
    """Obliques, shifts and retirements, in full and by half."""
    for said in course.terms.legs:
        if said.kind in ("oblique", "shift", "retire"):
            legs = [sample.leg(max(min(course.terms.allowance, LONGEST), 1)) for sample in samples(said)]
            for leg in legs:
                yield (leg,)
            for leg in legs:
                yield (_half(leg),)
