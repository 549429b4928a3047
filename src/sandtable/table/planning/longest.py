"""The longest legal part of a leg or a plan: as far as the way is free, the cost is paid and it may end."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import assert_never

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.movement.check import LegResult, make_leg, make_legs, verdict_on
from sandtable.table.movement.costs import priced_amount, terms_and_tariff
from sandtable.table.movement.course import Course, PlanState
from sandtable.table.movement.legs import (
    AboutFace,
    Advance,
    Leg,
    Oblique,
    Plan,
    Reform,
    Retire,
    Shift,
    Turn,
    Wheel,
    kind_of,
    shortened,
)
from sandtable.table.movement.prices import LegVariant, variant_row
from sandtable.table.movement.terms import LegTerms, MoveMark, Terms, allowances_of, mark_bits
from sandtable.table.movement.verdict import Verdict
from sandtable.table.planning.kernels.longest import run
from sandtable.table.space.body import Body
from sandtable.table.space.lengths import HALF_TURN
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape, frontage


def longest_leg(course: Course, leg: Leg, at: PlanState) -> tuple[Leg | None, PlanState]:
    """The leg made as far as it goes from a state of the plan, and the state after it; None if not at all.

    Neither its place in the plan nor its slant is checked.
    """
    known = course.longest_legs.get((leg, at))
    if known is None:
        known = course.longest_legs[leg, at] = _longest_leg(course, leg, at)
    return known


def _longest_leg(course: Course, leg: Leg, at: PlanState) -> tuple[Leg | None, PlanState]:
    pose, shape, before, marked = at
    terms = course.terms
    wanted = wanted_row(leg, terms.legs, terms.marks, terms.allowance, shape, compiled.now.mode)
    if wanted is None:
        return None, at
    most, row = wanted
    here, world = (pose.x, pose.y, pose.heading), course.world_of(shape)
    size, spent, marks, there = run(here, most, before, marked, world, row)
    made = leg if size == most else shortened(leg, size)
    if made is None or not size:
        return None, at
    return made, PlanState(Pose(*there), shape, spent, marks)


def wanted_row(
    leg: Leg, legs: tuple[LegTerms, ...], marks: tuple[MoveMark, ...], allowance: int, shape: Shape, mode: str
) -> tuple[int, Floats] | None:
    """The amount of a leg and its row for the kernel; None if the leg is not allowed or is a reform."""
    if isinstance(leg, Reform) or kind_of(leg) not in [leg_terms.kind for leg_terms in legs]:
        return None
    return wanted_amount(leg), mover_leg_row(variant_of(leg), legs, marks, allowance, shape, mode)


def wanted_amount(leg: Leg) -> int:
    """The amount of a leg that can be made in part, or the half turn of an about-face."""
    return HALF_TURN if isinstance(leg, AboutFace) else priced_amount(leg)


@lru_cache(maxsize=2048)
def mover_leg_row(
    variant: LegVariant,
    legs: tuple[LegTerms, ...],
    marks: tuple[MoveMark, ...],
    allowance: int,
    shape: Shape,
    mode: str,
) -> Floats:
    """The row of a leg, then the sizes of the mover, then the allowances. It is shared: do not change it."""
    assert mode == compiled.mode()
    leg_terms, tariff = terms_and_tariff(variant.kind, shape, legs, allowance)
    assert leg_terms.kind == variant.kind
    row = variant_row(variant, leg_terms, tariff, mark_bits(marks, leg_terms.mark), 1)
    sizes = (float(frontage(shape)), float(shape.depth), math.hypot(shape.width, shape.depth))
    return compiled.floats((*row, *sizes, *map(float, allowances_of(allowance, marks))))


def variant_of(leg: Leg) -> LegVariant:
    """The variant of a leg: its kind, side and slant without its amount."""
    match leg:
        case Advance() | AboutFace() | Reform():
            return LegVariant(kind_of(leg))
        case Wheel() | Shift():
            return LegVariant(kind_of(leg), leg.side)
        case Oblique():
            return LegVariant("oblique", leg.side, leg.angle)
        case Retire():
            return LegVariant("retire", "right" if leg.slant >= 0 else "left", abs(leg.slant))
        case Turn():
            return LegVariant("turn", "right" if leg.turn > 0 else "left")
    assert_never(leg)


def longest_legal(body: Body, plan: Plan, terms: Terms, scene: Scene) -> Plan:
    """The plan cut back to its last legal pose; the empty plan if there is none but where the body stands."""
    return cut_back(Course(body, terms, scene), plan)[0]


def farthest_legal(body: Body, plan: Plan, terms: Terms, scene: Scene) -> Verdict:
    """The verdict on the plan cut back to its last legal pose."""
    return cut_back(Course(body, terms, scene), plan)[1]


def cut_back(course: Course, plan: Plan) -> tuple[Plan, Verdict]:
    """The longest legal beginning of a plan, and the verdict on it."""
    results = make_legs(course, plan)
    verdict = verdict_on(course, plan, results)
    if verdict.is_legal:
        return plan, verdict
    worst = min((obstacle.leg for obstacle in verdict.obstacles), default=0)
    last = len(results) - 1
    for number in range(min(worst, last) if _is_early(verdict) else last, -1, -1):
        at = _state_after(course, results[:number])
        for leg in _cuts(plan[number], number, longest_leg(course, plan[number], at)[0], verdict):
            cut = (*plan[:number], leg)
            made = [*results[:number], make_leg(course, leg, at.pose, at.shape)]
            cut_verdict = verdict_on(course, cut, made)
            if cut_verdict.is_legal:
                return cut, cut_verdict
    return (), verdict_on(course, (), [])


def _is_early(verdict: Verdict) -> bool:
    """Whether an obstacle bars the way and not only the end, so that no later leg can be made."""
    return any(obstacle.code not in ("ends-on", "full", "near") for obstacle in verdict.obstacles)


def _cuts(leg: Leg, number: int, made: Leg | None, verdict: Verdict) -> list[Leg]:
    """The cut-back forms of a leg, the longest first: as far as it goes, or up to an obstacle on its way."""
    ats = [obstacle.at for obstacle in verdict.obstacles if obstacle.leg == number and obstacle.at > 0]
    short = [shortened(leg, math.floor(at)) for at in sorted(ats, reverse=True)]
    return [cut for cut in dict.fromkeys([made, *short]) if cut is not None]


def _state_after(course: Course, results: list[LegResult]) -> PlanState:
    """The state of a plan after some legs."""
    if not results:
        return course.start
    names = dict.fromkeys(mark for made in results for mark in made.marks)
    marks = sum(mark_bits(course.terms.marks, name) for name in names)
    last = results[-1].encounters
    return PlanState(last.end, last.end_shape, sum(made.cost.cost for made in results), marks)
