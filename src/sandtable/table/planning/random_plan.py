"""Drawing: one sensible legal plan drawn by chance, made and judged in one piece of work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.movement.check import Way, in_favour, judge, marks_on
from sandtable.table.movement.costs import cost_by, price_of
from sandtable.table.movement.course import Course
from sandtable.table.movement.encounters import listed_in
from sandtable.table.movement.kernels import rows as place
from sandtable.table.movement.legs import KINDS, Leg, Plan, kind_of, shortened
from sandtable.table.movement.prices import Sample, Tariff
from sandtable.table.movement.stages import stage_table
from sandtable.table.movement.terms import LegTerms, Mark
from sandtable.table.movement.verdict import LegCost, Verdict
from sandtable.table.planning.candidates import (
    DRAWS,
    NUMBERS,
    any_wish,
    candidates_on,
    common_wishes,
    is_strict,
    stands,
)
from sandtable.table.planning.kernels.leg_through import run_through
from sandtable.table.planning.longest import asked, sample_of, wanted_of
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape

COUNT: Final = len(KINDS)
KNOWN: Final = 1024
"""So many legs and costs are remembered of one manual."""


def any_verdict(course: Course, draw: Callable[[int], int], *, towards: Sequence[Point] = ()) -> Verdict:
    """The verdict on one sensible legal plan, drawn by chance as `any_candidate` draws it."""
    manual = _manual_for(course)
    if not is_strict(course.terms):
        return made(course, any_wish(course, draw, towards, manual.wishes), manual)
    for _ in range(DRAWS):
        verdict = made(course, any_wish(course, draw, towards, manual.wishes), manual)
        if stands(course, verdict.plan, verdict.end, verdict.cost):
            return verdict
    found = candidates_on(course, towards=towards)
    return judge(course, found[draw(len(found))].plan)


def made(course: Course, wish: Plan, manual: Manual) -> Verdict:
    """The verdict on the plan that comes nearest to a wish, but for what strict terms have against it: its
    legs one after another, as far as each goes; those that may not follow or cannot be made are left out."""
    terms, shape, pose = course.terms, course.body.shape, course.pose
    stages, stage, spent, marked = manual.stages, 0, 0.0, 0
    plan: Plan = ()
    costs: list[LegCost] = []
    way = Way([], [], [])
    sure = True
    for leg in wish:
        after = stages[stage * COUNT + NUMBERS[leg.__class__]]
        told = manual.told(leg) if after >= 0 and len(plan) < terms.most_legs else None
        if told is None:
            continue
        world = course.world_of(shape)
        here, (wanted, row) = (pose.x, pose.y, pose.heading), told
        much, paid, marks, there, bodies, lands = run_through(here, wanted, spent, marked, world, row)
        done = leg if much == wanted else shortened(leg, much)
        if done is None or not much:
            continue
        cost, marks_made = manual.cost(done)
        costs.append(cost)
        if marks_made:
            way.marks.extend(marks_made)
        if bodies or lands:
            over = listed_in(world, place.LANDS, lands) if lands else []
            sure &= _noted(course, way, over, listed_in(world, place.NEAR, bodies) if bodies else [])
        plan, pose, stage, spent, marked = (*plan, done), Pose(*there), after, paid, marks
    return in_favour(course, plan, costs, pose, way) if sure else judge(course, plan)


def _noted(course: Course, way: Way, lands: list[int], bodies: list[int]) -> bool:
    """Note what one leg more leads through; is it sure that none of that changes the cost?"""
    marks = marks_on(course, lands, bodies)
    way.marks.extend(marks or ())
    way.lands.extend(lands)
    way.bodies.extend(bodies)
    return marks is not None


class Manual(Struct, frozen=True, gc=False):
    """How a body of one shape makes legs under some terms: which may follow which, what may be wished for,
    how much is wanted of each leg and its row, and what each costs that meets nothing, with the mark it
    makes."""

    legs: tuple[LegTerms, ...]
    marks: tuple[Mark, ...]
    allowance: int
    shape: Shape
    mode: compiled.Mode
    stages: tuple[int, ...]
    wishes: tuple[Plan, ...]
    rows: dict[Leg, tuple[int, Floats] | None]
    ways: dict[Sample, Floats]
    costs: dict[Leg, tuple[LegCost, tuple[str, ...]]]
    prices: dict[type[Leg], tuple[LegTerms, Tariff]]

    def told(self, leg: Leg) -> tuple[int, Floats] | None:
        """How much is wanted of a leg, and its row; none if it is not allowed or cannot be made in part."""
        known = self.rows
        found = known.get(leg)
        if found is None:
            if len(known) >= KNOWN:
                known.clear()
            found = known[leg] = self._asked(leg)
        return found

    def _asked(self, leg: Leg) -> tuple[int, Floats] | None:
        """As `asked` tells it: of legs made in the same way, however long, there is one row."""
        way = sample_of(leg)
        row = self.ways.get(way)
        if row is not None:
            return wanted_of(leg), row
        found = asked(leg, self.legs, self.marks, self.allowance, self.shape, self.mode)
        if found is not None:
            self.ways[way] = found[1]
        return found

    def cost(self, leg: Leg) -> tuple[LegCost, tuple[str, ...]]:
        """What a leg costs that meets nothing, and the mark it makes."""
        known = self.costs
        found = known.get(leg)
        if found is None:
            kind = leg.__class__
            price = self.prices.get(kind)
            if price is None:
                price = price_of(kind_of(leg), self.shape, self.legs, self.allowance)
                self.prices[kind] = price
            if len(known) >= KNOWN:
                known.clear()
            found = known[leg] = cost_by(leg, *price)
        return found


def _manual_for(course: Course) -> Manual:
    """The manual of the body whose course this is: mostly it is known of the very same terms."""
    terms, shape, mode = course.terms, course.body.shape, compiled.now.mode
    legs, marks, allowance = terms.legs, terms.marks, terms.allowance
    key = id(legs), id(marks), allowance, shape, mode
    known = _known_manuals.get(key)
    if known is None:
        if len(_known_manuals) >= KNOWN:
            _known_manuals.clear()
        known = _known_manuals[key] = legs, marks, _manual(legs, marks, allowance, shape, mode)
    return known[2]


_known_manuals: Final[
    dict[tuple[int, int, int, Shape, compiled.Mode], tuple[tuple[LegTerms, ...], tuple[Mark, ...], Manual]]
] = {}
"""Manuals, by the very legs and marks, which are held so that no others can have their ids."""


@lru_cache(maxsize=512)
def _manual(
    legs: tuple[LegTerms, ...], marks: tuple[Mark, ...], allowance: int, shape: Shape, mode: compiled.Mode
) -> Manual:
    wishes = common_wishes(allowance, legs)
    return Manual(legs, marks, allowance, shape, mode, stage_table(legs), wishes, {}, {}, {}, {})
