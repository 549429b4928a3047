"""The check: whether a plan is legal, what it costs, and what stands against it.

Plans of people, agents and files all pass it. A leg is judged over everything that it sweeps, and its end
again where it lies on the grid. A limit is broken only by more than the slack of the terms. Code that looks
for a stop (the reach, the suggestions, a plan cut back) stops on the legal side of a touch or limit.

>>> from sandtable.table.space.ground import Field
>>> from sandtable.table.movement.legs import Advance, Wheel
>>> from sandtable.table.space.shape import block
>>> from sandtable.table.movement.terms import LegTerms, PerInch
>>> line = Body(0, 0, Pose(2000, 1000), block(4, files=4, width=200, depth=200))
>>> scene = Scene(Field(7200, 4800), (line,))
>>> terms = Terms(800, (LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner"))))
>>> verdict = check(line, (Wheel("right", 300), Advance(400)), terms, scene)
>>> round(verdict.costs[0].cost, 4), verdict.obstacles[0].words
(418.879, 'the advance of 4.00 in costs 4.00 in; only 3.81 in is left')
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import Struct

from sandtable.table.measure.distance import touches
from sandtable.table.movement.conditions import unmet_conditions
from sandtable.table.movement.costs import cost_words, inches, leg_cost
from sandtable.table.movement.course import Course
from sandtable.table.movement.encounters import Encounters, encounters_of
from sandtable.table.movement.legs import Leg, Plan, Wheel, kind_of
from sandtable.table.movement.obstacles import barring_ground, front_at, limit_obstacles, path_obstacles
from sandtable.table.movement.prices import tariff_of
from sandtable.table.movement.stages import START, PlanStage, are_in_order, follow
from sandtable.table.movement.terms import LegTerms, PerInch, Terms, has_front_clear
from sandtable.table.movement.verdict import CostItem, LegCost, Obstacle, Verdict
from sandtable.table.space.body import Body
from sandtable.table.space.lengths import GRID, TOLERANCE
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape

__all__ = ["CostItem", "LegCost", "Obstacle", "Verdict", "check", "judge"]


UNSPENT_IN_FULL_MOVE = 1.0
"""Legs are whole hundredths, so a move that leaves at most one of them unspent counts as made in full."""


def check(body: Body, plan: Plan, terms: Terms, scene: Scene) -> Verdict:
    """The verdict on a plan of a body under some terms."""
    return judge(Course(body, terms, scene), plan)


def judge(course: Course, plan: Plan) -> Verdict:
    """The verdict on a plan of the body of a course, kept on the course."""
    verdict = course.verdicts.get(plan)
    if verdict is None:
        verdict = course.verdicts[plan] = verdict_on(course, plan, make_legs(course, plan))
    return verdict


def verdict_if_legal(course: Course, plan: Plan) -> Verdict | None:
    """The verdict on a legal plan, or None.

    It stops at the first leg that costs more than is left, where `judge` would list all obstacles.
    """
    verdict = course.verdicts.get(plan)
    if verdict is None:
        results, left = list[LegResult](), float(course.terms.allowance)
        for made in _leg_results(course, plan):
            if made.cost.cost > left + course.terms.slack:
                return None
            results.append(made)
            left -= made.cost.cost
        course.leg_results[plan] = results
        verdict = course.verdicts[plan] = verdict_on(course, plan, results)
    return verdict if verdict.is_legal else None


class Traversal(Struct, frozen=True, gc=False):
    """The pieces of ground and the bodies that a plan goes through, by number, and the marks it makes.

    They stand in the order in which they are met and may repeat.
    """

    lands: list[int]
    bodies: list[int]
    marks: list[str]


def unobstructed_verdict(
    course: Course, plan: Plan, costs: list[LegCost], end: Pose, traversal: Traversal
) -> Verdict:
    """The verdict on a plan that is known to have no obstacles and in which the body does not reform."""
    terms, shape, pieces = course.terms, course.body.shape, course.scene.field.pieces
    lands, bodies, allowance = traversal.lands, traversal.bodies, terms.allowance
    marks: tuple[str, ...] = ()
    spent = sum([cost.cost for cost in costs])
    ground = tuple(dict.fromkeys([pieces[number].id for number in lands])) if lands else ()
    passed = tuple(dict.fromkeys(bodies)) if bodies else ()
    if traversal.marks:
        marks = tuple(dict.fromkeys(traversal.marks))
        allowance = allowance_after(terms, marks)
    left = allowance - spent
    return Verdict(tuple(costs), allowance, spent, left, end, shape, (), marks, ground, passed, plan)


def marks_without_surcharge(course: Course, lands: list[int], bodies: list[int]) -> list[str] | None:
    """The marks made by ground and bodies on the way of a leg; None if one of them may change the cost."""
    marks: list[str] = []
    goings = course.goings if lands else ()
    for land in lands:
        going = goings[land]
        if going is not None and going.entry == "free":
            if going.multiplier != 1.0 or going.toll:
                return None
            if going.mark:
                marks.append(going.mark)
    if not bodies or not [each for each in course.terms.passing if each.toll or each.mark]:
        return marks
    passings = course.passings
    for body in bodies:
        passing = passings[body]
        if passing.toll:
            return None
        if passing.mark:
            marks.append(passing.mark)
    return marks


def allowance_after(terms: Terms, marks: tuple[str, ...]) -> int:
    """The allowance that holds once some marks are made."""
    return min([terms.allowance, *[mark.allowance for mark in terms.marks if mark.name in marks]])


def ground_obstacles(course: Course, leg: Leg) -> list[Obstacle]:
    """The obstacles of ground to one leg, as the verdict on it lists them."""
    encounters = encounters_of(course, leg, course.pose, course.body.shape)
    found = [one for land in encounters.lands for one in barring_ground(course, encounters, land, 0)]
    if has_front_clear(course.terms.goings):
        found += [one for one in unmet_conditions(course, [encounters]) if one.code == "ground"]
    return found


class LegResult(Struct, frozen=True, gc=False):
    """One leg of a plan: what it meets, what it costs and the marks it makes."""

    encounters: Encounters
    cost: LegCost
    marks: tuple[str, ...]


def make_legs(course: Course, plan: Plan) -> list[LegResult]:
    """What each leg of a plan meets and costs, up to the most legs allowed; kept on the course."""
    results = course.leg_results.get(plan)
    if results is None:
        results = course.leg_results[plan] = list(_leg_results(course, plan))
    return results


def _leg_results(course: Course, plan: Plan) -> Iterator[LegResult]:
    pose, shape = course.pose, course.body.shape
    for leg in plan[: course.terms.most_legs]:
        made = make_leg(course, leg, pose, shape)
        yield made
        pose, shape = made.encounters.end, made.encounters.end_shape


def make_leg(course: Course, leg: Leg, pose: Pose, shape: Shape) -> LegResult:
    """What one leg meets and costs."""
    encounters = encounters_of(course, leg, pose, shape)
    return LegResult(encounters, *leg_cost(encounters, course))


def verdict_on(course: Course, plan: Plan, results: list[LegResult]) -> Verdict:
    """The verdict on a plan by what its legs meet and cost."""
    terms = course.terms
    met = [made.encounters for made in results]
    costs = tuple([made.cost for made in results])
    marks = tuple(dict.fromkeys([mark for made in results for mark in made.marks]))
    allowance, spent = terms.allowance, sum([cost.cost for cost in costs])
    if marks:
        allowance = allowance_after(terms, marks)
    obstacles: list[Obstacle] = []
    if len(plan) > terms.most_legs:
        obstacles.append(_too_many_legs(plan, terms))
    if not are_in_order(tuple([leg.__class__ for leg in plan[: terms.most_legs]]), terms.legs):
        obstacles += _legs_out_of_order(plan, terms)
    for number, encounters in enumerate(met):
        obstacles += limit_obstacles(encounters.leg, number, terms)
        obstacles += path_obstacles(course, encounters, number)
    if spent > allowance:
        obstacles += _over_allowance(met, costs, allowance, terms)
    if terms.least or (met and met[-1].bodies):
        obstacles += _end_obstacles(met, spent, course)
    if terms.keep_to or terms.zones or has_front_clear(terms.goings):
        obstacles += unmet_conditions(course, met)
    end, shape = (met[-1].end, met[-1].end_shape) if met else (course.pose, course.body.shape)
    ground, passed = _ground_entered(course, met), _bodies_passed(course, met)
    left, against = allowance - spent, tuple(obstacles)
    return Verdict(costs, allowance, spent, left, end, shape, against, marks, ground, passed, plan)


def _too_many_legs(plan: Plan, terms: Terms) -> Obstacle:
    words = f"a plan has at most {terms.most_legs} legs, not {len(plan)}"
    over = len(plan) - terms.most_legs
    return Obstacle("legs", words, "", terms.most_legs, 0.0, len(plan), terms.most_legs, over)


def _legs_out_of_order(plan: Plan, terms: Terms) -> Iterator[Obstacle]:
    """Legs that are not allowed, or not in their place. The next legs are judged as if it were absent."""
    stage: PlanStage = START
    for number, leg in enumerate(plan[: terms.most_legs]):
        after = follow(stage, kind_of(leg), terms.legs)
        if isinstance(after, str):
            leg_terms = terms.for_leg(kind_of(leg))
            yield Obstacle("order", after, leg_terms.rule if leg_terms else terms.rule, number)
        else:
            stage = after


def _over_allowance(
    met: list[Encounters], costs: tuple[LegCost, ...], allowance: int, terms: Terms
) -> Iterator[Obstacle]:
    """The first leg that costs more than is left of the allowance."""
    left = float(allowance)
    for number, (encounters, cost) in enumerate(zip(met, costs, strict=True)):
        if cost.cost > left + terms.slack:
            words = _price_words(encounters, cost, max(left, 0.0), terms)
            missing = cost.cost - left
            yield Obstacle(
                "allowance",
                words,
                terms.rule,
                number,
                0.0,
                cost.cost,
                left,
                missing,
                front_at(encounters, 0.0),
            )
            return
        left -= cost.cost


def _price_words(encounters: Encounters, cost: LegCost, left: float, terms: Terms) -> str:
    """What a leg costs and what is left of the allowance, in words."""
    leg: Leg = encounters.leg
    leg_terms = terms.for_leg(kind_of(leg)) or LegTerms("advance")
    if isinstance(leg, Wheel) and isinstance(leg_terms.price, PerInch) and len(cost.items) == 1:
        point = "middle of the front" if leg_terms.price.of == "path" else leg_terms.price.of
        return f"the {point} wheels {inches(cost.cost)}; only {inches(left)} is left"
    words = cost_words(leg, leg_terms, tariff_of(leg_terms, encounters.shape, terms.allowance))
    return f"the {words} costs {inches(cost.cost)}; only {inches(left)} is left"


def _end_obstacles(met: list[Encounters], spent: float, course: Course) -> Iterator[Obstacle]:
    """Obstacles to where a move ends: a body not cleared, a distance not kept, a move not made in full."""
    terms = course.terms
    if terms.least and spent < terms.least - max(terms.slack, UNSPENT_IN_FULL_MOVE):
        words = f"this move must be made in full: {inches(terms.least)}, not {inches(spent)}"
        yield Obstacle("full", words, terms.rule, 0, 0.0, spent, terms.least, terms.least - spent)
    if not met or not met[-1].bodies:
        return
    last, number = met[-1], len(met) - 1
    at_end = [keep for keep in terms.keeps if keep.when == "end"]
    for other in last.bodies:
        passing = course.passings.get(other.body)
        if passing is not None and other.end_gap < -TOLERANCE:
            deep = inches(-other.end_gap)
            opening, rest = "the move ends on ", f" and overlaps it by {deep}; it may not stop there"
            place = front_at(last, math.inf)
            yield Obstacle("ends-on", opening, passing.rule, number, place=place, body=other.body, rest=rest)
        for keep in at_end:
            limit, gap, slack = float(keep.distance), max(other.end_gap, 0.0), terms.slack
            if keep.nearer != "refused":
                before = next((first.gap for first in met[0].bodies if first.body == other.body), math.inf)
                if before < limit - slack:
                    limit, slack = 0.0 if touches(before) else before, max(slack, GRID)
            if other.body in keep.bodies and gap < limit - slack:
                opening, rest = f"it ends {inches(gap)} from ", f"; it must keep {inches(limit)} away"
                place, missing = front_at(last, math.inf), limit - gap
                yield Obstacle(
                    "near", opening, keep.rule, number, 0.0, gap, limit, missing, place, other.body, rest=rest
                )


def _ground_entered(course: Course, met: list[Encounters]) -> tuple[str, ...]:
    """The names of the pieces of ground that a move goes through, in the order in which it enters them.

    Ground that an opening sets aside, or in which a body only turns or reforms, is left out.
    """
    pieces = course.scene.field.pieces
    inside = [land.piece for encounters in met for land in encounters.lands if land.spans]
    return tuple(dict.fromkeys([pieces[number].id for number in inside])) if inside else ()


def _bodies_passed(course: Course, met: list[Encounters]) -> tuple[int, ...]:
    """The bodies that a move passes through, in the order in which it meets them."""
    across = [other.body for encounters in met for other in encounters.bodies if other.across]
    return tuple(dict.fromkeys([body for body in across if body in course.passings])) if across else ()
