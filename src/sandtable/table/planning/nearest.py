"""The legal plan nearest to a wanted pose, as for a body dragged on the map.

These are tried: the closed forms of wheels and straight legs, a single leg of each kind, slides to the place
with the facing kept, turns on the centre; and, where none of them gets there, the same from the nearest poses
of the reach. Each is cut back to its last legal pose. The nearest end wins, then the cheapest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from sandtable.table.movement.course import Course
from sandtable.table.movement.legs import (
    LEG_SIDES,
    LONGEST,
    AboutFace,
    Advance,
    LegKind,
    LegSide,
    Oblique,
    Plan,
    Retire,
    Shift,
    Turn,
    Wheel,
    kind_of,
    leg_end,
)
from sandtable.table.movement.terms import Terms
from sandtable.table.movement.verdict import Verdict
from sandtable.table.planning.dubins import dubins, miss, on_grid, rank, wheel_towards
from sandtable.table.planning.longest import cut_back
from sandtable.table.planning.reach import plan_from, reached_poses, sweep
from sandtable.table.space.body import Body, centre
from sandtable.table.space.lengths import (
    COSINES,
    DEGREE,
    FULL_TURN,
    INCH,
    QUARTER_TURN,
    RADIAN,
    SINES,
    TOLERANCE,
    turn_between,
)
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape, frontage

SECTOR: Final = 15 * DEGREE
NEIGHBOURS: Final = 3
"""The number of poses of the reach from which the wanted pose is tried."""


class Suggestion(Struct, frozen=True, gc=False):
    """A legal plan towards a wanted pose, its verdict, and by how much it misses (see ``dubins.miss``)."""

    plan: Plan
    verdict: Verdict
    miss: float


def nearest_plan(body: Body, wanted: Pose, terms: Terms, scene: Scene) -> Suggestion:
    """The legal plan that ends nearest to a wanted pose; standing still is always one of those tried."""
    course = Course(body, terms, scene)
    best = _best(course, [(), *direct_plans(course.pose, wanted, body.shape, terms)], wanted)
    if best.miss <= TOLERANCE:
        return best
    return _nearer(best, _best(course, [*_neighbours(course, wanted)], wanted))


def _best(course: Course, plans: list[Plan], wanted: Pose) -> Suggestion:
    """The best of some plans, each cut back to its last legal pose."""
    best: Suggestion | None = None
    for plan in dict.fromkeys(plans):
        cut, verdict = cut_back(course, plan)
        made = Suggestion(cut, verdict, miss(verdict.end, wanted, course.body.shape))
        best = made if best is None else _nearer(best, made)
    assert best is not None
    return best


def _nearer(one: Suggestion, other: Suggestion) -> Suggestion:
    """The better of two by end and cost, then the one with fewer legs, then the first."""
    return min(one, other, key=lambda made: (*rank(made.miss, made.verdict.cost), len(made.plan)))


def direct_plans(start: Pose, wanted: Pose, shape: Shape, terms: Terms) -> Iterator[Plan]:
    """Plans that lead to a wanted pose, or as near as their legs can, on an empty table."""
    kinds = [leg_terms.kind for leg_terms in terms.legs]
    for plan in _all_plans(start, wanted, shape, terms):
        if plan and all(kind_of(leg) in kinds for leg in plan):
            yield plan


def _all_plans(start: Pose, wanted: Pose, shape: Shape, terms: Terms) -> Iterator[Plan]:
    for path in dubins(start, wanted, frontage(shape)):
        plan = on_grid(path, start, wanted, shape)
        if plan is not None:
            yield plan
    right, forward = start.local(Point(wanted.x, wanted.y))
    yield from _slides(right, forward, terms)
    yield from _wheels(start, wanted, shape)
    yield from _turns(start, wanted, shape)


def _slides(right: float, forward: float, terms: Terms) -> Iterator[Plan]:
    """Slides to a place that lies so far to the right and forward, with the facing kept."""
    side: LegSide = "right" if right > 0 else "left"
    ahead: Plan = _leg(Advance, forward) or _leg(Retire, -forward)
    aside: Plan = (Shift(side, round(abs(right))),) if 0 < round(abs(right)) <= LONGEST else ()
    yield ahead
    yield aside
    yield ahead + aside
    for angle in _slants(terms, "oblique", right, forward):
        slant, rest = _slanted(abs(right), forward, angle)
        if 0 < slant <= LONGEST:
            yield (*_leg(Advance, rest), Oblique(side, angle, slant))
    for angle in _slants(terms, "retire", right, -forward):
        slant, rest = _slanted(abs(right), -forward, angle)
        if 0 < slant <= LONGEST:
            yield (*_leg(Retire, rest), Retire(slant, angle if side == "right" else -angle))


def _leg(kind: type[Advance | Retire], length: float) -> Plan:
    """A plan of one straight leg of this length; empty if that is 0."""
    return (kind(min(round(length), LONGEST)),) if round(length) > 0 else ()


def _slanted(aside: float, ahead: float, angle: int) -> tuple[int, float]:
    """How long a slanting leg must be to go so far aside, and how much is then left straight ahead."""
    slant = aside / SINES[angle]
    if slant * COSINES[angle] > ahead + 1:
        slant = max(ahead, 0.0) / COSINES[angle] if ahead > 0 else aside
    return round(slant), ahead - slant * COSINES[angle]


def _slants(terms: Terms, kind: LegKind, right: float, ahead: float) -> list[int]:
    """The slants worth trying: the one that leads straight there, if allowed, and those that are listed."""
    leg_terms = terms.for_leg(kind)
    if leg_terms is None or right == 0:
        return []
    straight = round(math.atan2(abs(right), ahead) / RADIAN) if ahead > 0 else QUARTER_TURN
    if leg_terms.angles:
        return [angle for angle in leg_terms.angles if angle]
    return [min(straight, leg_terms.widest)] if leg_terms.widest and straight > 0 else []


def _wheels(start: Pose, wanted: Pose, shape: Shape) -> Iterator[Plan]:
    """A wheel to the wanted heading, before or after going on; and a wheel towards the wanted place."""
    turn = turn_between(start.heading, wanted.heading)
    wheel: Plan = (Wheel("right" if turn > 0 else "left", abs(turn)),) if turn else ()
    _, forward = start.local(Point(wanted.x, wanted.y))
    yield wheel
    yield (*_leg(Advance, forward), *wheel)
    for side in LEG_SIDES:
        found = wheel_towards(start, Point(wanted.x, wanted.y), frontage(shape), side)
        if found is not None and found[0]:
            yield (Wheel(side, found[0]), *_leg(Advance, found[1]))


def _turns(start: Pose, wanted: Pose, shape: Shape) -> Iterator[Plan]:
    """Turns on the centre before and after a straight leg; and an about-face with wheels and straight
    legs."""
    here, there = centre(start, shape), centre(wanted, shape)
    way = round(math.atan2(there.x - here.x, there.y - here.y) / RADIAN) % FULL_TURN
    apart = math.hypot(there.x - here.x, there.y - here.y)
    first, second = turn_between(start.heading, way), turn_between(way, wanted.heading)
    if apart > TOLERANCE:
        yield (*_turn(first), *_leg(Advance, apart), *_turn(second))
    yield _turn(turn_between(start.heading, wanted.heading))
    about = leg_end(AboutFace(), start, shape)
    yield (AboutFace(),)
    for path in dubins(about, wanted, frontage(shape)):
        plan = on_grid(path, about, wanted, shape)
        if plan is not None:
            yield (AboutFace(), *plan)
    right, forward = about.local(centre(wanted, shape))
    if abs(right) <= TOLERANCE and turn_between(start.heading, wanted.heading) == 0:
        yield (AboutFace(), *_leg(Advance, forward + shape.depth / 2), AboutFace())


def _turn(turn: int) -> Plan:
    """A plan of one turn on the centre; empty if it is 0."""
    return (Turn(turn),) if turn else ()


def _neighbours(course: Course, wanted: Pose) -> Iterator[Plan]:
    """Plans to the poses of the reach that are nearest to the wanted one, and on from there."""
    shape, terms = course.body.shape, course.terms
    tree = sweep(course, INCH, SECTOR)
    near = sorted(
        reached_poses(tree),
        key=lambda reached: (miss(reached.pose, wanted, shape), reached.cost, reached.node),
    )
    for reached in near[:NEIGHBOURS]:
        plan = plan_from(tree, reached.node)
        yield plan
        for more in direct_plans(reached.pose, wanted, shape, terms):
            yield (*plan, *more)
