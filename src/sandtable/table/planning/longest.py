"""How far a leg or a plan may be made under the terms: as far as it is free, paid for and may end there."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import assert_never

from sandtable.table import compiled
from sandtable.table.compiled import Floats
from sandtable.table.movement.check import Stride, pronounce, stride, walk
from sandtable.table.movement.costs import price_of, size_of
from sandtable.table.movement.course import Course, Standing, allowances_of, mark_bits
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
from sandtable.table.movement.prices import Sample, way_row
from sandtable.table.movement.terms import LegTerms, Mark, Terms
from sandtable.table.movement.verdict import Verdict
from sandtable.table.planning.kernels.longest import run
from sandtable.table.space.body import Body
from sandtable.table.space.lengths import HALF_TURN
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape, frontage


class Runner:
    """Makes legs one after another, each as far as it goes."""

    __slots__ = ("course", "start")

    def __init__(self, course: Course) -> None:
        self.course = course
        self.start = Standing(course.pose, course.body.shape)

    def further(self, leg: Leg, at: Standing) -> tuple[Leg | None, Standing]:
        """The leg made as far as it goes from a standing, and the standing after it; none if not at all.

        Its place in the plan and its slant are not looked at.
        """
        known = self.course.made.get((leg, at))
        if known is None:
            known = self.course.made[leg, at] = self._made(leg, at)
        return known

    def _made(self, leg: Leg, at: Standing) -> tuple[Leg | None, Standing]:
        pose, shape, before, marked = at
        terms = self.course.terms
        told = asked(leg, terms.legs, terms.marks, terms.allowance, shape, compiled.now.mode)
        if told is None:
            return None, at
        wanted, row = told
        here, world = (pose.x, pose.y, pose.heading), self.course.world_of(shape)
        much, spent, marks, there = run(here, wanted, before, marked, world, row)
        made = leg if much == wanted else shortened(leg, much)
        if made is None or not much:
            return None, at
        return made, Standing(Pose(*there), shape, spent, marks)


def asked(
    leg: Leg, legs: tuple[LegTerms, ...], marks: tuple[Mark, ...], allowance: int, shape: Shape, mode: str
) -> tuple[int, Floats] | None:
    """How much is wanted of a leg, and its row; none if it is not allowed or cannot be made in part."""
    if isinstance(leg, Reform) or kind_of(leg) not in [said.kind for said in legs]:
        return None
    return wanted_of(leg), leg_row_of(sample_of(leg), legs, marks, allowance, shape, mode)


def wanted_of(leg: Leg) -> int:
    """How much is wanted of a leg that can be made in part, or of an about-face."""
    return HALF_TURN if isinstance(leg, AboutFace) else size_of(leg)


@lru_cache(maxsize=2048)
def leg_row_of(
    sample: Sample,
    legs: tuple[LegTerms, ...],
    marks: tuple[Mark, ...],
    allowance: int,
    shape: Shape,
    mode: str,
) -> Floats:
    """The row of a leg, then the sizes of the mover, then the allowances; it is not to be changed."""
    assert mode == compiled.mode()
    said, paid = price_of(sample.kind, shape, legs, allowance)
    assert said.kind == sample.kind
    row = way_row(sample, said, paid, mark_bits(marks, said.mark), 1)
    sizes = (float(frontage(shape)), float(shape.depth), math.hypot(shape.width, shape.depth))
    return compiled.floats((*row, *sizes, *map(float, allowances_of(allowance, marks))))


def sample_of(leg: Leg) -> Sample:
    """The way in which a leg is made, whatever its length."""
    match leg:
        case Advance() | AboutFace() | Reform():
            return Sample(kind_of(leg))
        case Wheel() | Shift():
            return Sample(kind_of(leg), leg.side)
        case Oblique():
            return Sample("oblique", leg.side, leg.angle)
        case Retire():
            return Sample("retire", "right" if leg.slant >= 0 else "left", abs(leg.slant))
        case Turn():
            return Sample("turn", "right" if leg.turn > 0 else "left")
    assert_never(leg)


def longest_legal(body: Body, plan: Plan, terms: Terms, scene: Scene) -> Plan:
    """The plan cut back to its last legal pose; the empty plan if there is none but where the body stands."""
    return cut_back(Runner(Course(body, terms, scene)), plan)[0]


def farthest_legal(body: Body, plan: Plan, terms: Terms, scene: Scene) -> Verdict:
    """The verdict on the plan cut back to its last legal pose."""
    return cut_back(Runner(Course(body, terms, scene)), plan)[1]


def cut_back(runner: Runner, plan: Plan) -> tuple[Plan, Verdict]:
    """The longest legal beginning of a plan, and the verdict on it."""
    course = runner.course
    strides = walk(course, plan)
    verdict = pronounce(course, plan, strides)
    if verdict.is_legal:
        return plan, verdict
    worst = min((obstacle.leg for obstacle in verdict.obstacles), default=0)
    last = len(strides) - 1
    for number in range(min(worst, last) if _is_early(verdict) else last, -1, -1):
        at = _standing(runner, strides[:number])
        for leg in _cuts(plan[number], number, runner.further(plan[number], at)[0], verdict):
            cut = (*plan[:number], leg)
            judged = pronounce(course, cut, [*strides[:number], stride(course, leg, at.pose, at.shape)])
            if judged.is_legal:
                return cut, judged
    return (), pronounce(course, (), [])


def _is_early(verdict: Verdict) -> bool:
    """Whether something bars the way itself, not only the end of it: then no later leg can be made."""
    return any(obstacle.code not in ("ends-on", "full", "near") for obstacle in verdict.obstacles)


def _cuts(leg: Leg, number: int, made: Leg | None, verdict: Verdict) -> list[Leg]:
    """Ways to end a plan in one of its legs, the longest first: as far as it goes, or short of what bars
    it."""
    ats = [obstacle.at for obstacle in verdict.obstacles if obstacle.leg == number and obstacle.at > 0]
    short = [shortened(leg, math.floor(at)) for at in sorted(ats, reverse=True)]
    return [cut for cut in dict.fromkeys([made, *short]) if cut is not None]


def _standing(runner: Runner, strides: list[Stride]) -> Standing:
    """Where a body stands after some legs."""
    if not strides:
        return runner.start
    names = dict.fromkeys(mark for stride in strides for mark in stride.marks)
    marks = sum(mark_bits(runner.course.terms.marks, name) for name in names)
    last = strides[-1].meeting
    return Standing(last.end, last.end_shape, sum(stride.cost.cost for stride in strides), marks)
