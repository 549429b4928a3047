"""Lunges: the ways in which a body turns once, advances straight ahead and so touches another body.

Many opening turns are answered in one call. The terms of the course apply on the way: ground, marks, friends
to pass and the table's sides. The bodies that may be touched are named, and a lunge ends at the first touch
of one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from sandtable.table import compiled
from sandtable.table.charge.kernels.advance_prices import price_all_ahead
from sandtable.table.charge.kernels.turn_then_advance import LUNGE, Asked, lunge_all, lunge_any
from sandtable.table.movement.course import Course, pose_row
from sandtable.table.movement.kernels.moving_boxes import NEVER
from sandtable.table.movement.kernels.paths import kept_until
from sandtable.table.movement.kernels.survey import SLIDE, WHEEL
from sandtable.table.movement.legs import KINDS, Wheel, leg_end
from sandtable.table.movement.terms import Opening
from sandtable.table.space.lengths import COSINES, RADIAN, SINES, TOLERANCE, turn_between
from sandtable.table.space.pose import Pose
from sandtable.table.space.shape import Shape, frontage

LungeOpening = Literal["wheel", "pivot"]
"""How a lunge opens: a wheel, which costs the path of the outer front corner, or a pivot about the middle,
which is free and judged by its end alone."""


class Nearness(NamedTuple):
    """How near counts as touching, and by how much a way may exceed its allowance."""

    touch: float
    slack: float


class Lunge(NamedTuple):
    """One way to touch a body: the opening turn (tenths of a degree, clockwise positive), the body, where the
    way ends, its whole cost, and the length of the advance."""

    turn: int
    body: int
    end: Pose
    cost: float
    run: float


def lunges(
    course: Course,
    turns: Sequence[int],
    bodies: Sequence[int],
    first: LungeOpening,
    near: Nearness,
    start: Pose | None = None,
) -> tuple[Lunge, ...]:
    """The lunges of a body, turn by turn, that touch one of some bodies before any other of them.

    They begin where the body stands, or at another *start*. Bodies within what counts as touching are touched
    at once. Where the wheel itself touches a body it ends there, and only the first such turn is listed.
    """
    if not turns or not bodies:
        return ()
    asked = _asked_of(course, bodies, near)
    told = compiled.zeros(len(turns) * len(bodies) * LUNGE)
    room = compiled.zeros(2 * len(bodies))
    wheels = int(first == "wheel")
    lunge_all(pose_row(start or course.pose), compiled.wholes(turns), wheels, course.world, asked, room, told)
    found: dict[tuple[int, Pose], Lunge] = {}
    paid = [at for at, cost in enumerate(compiled.listed(told[::LUNGE])) if cost < NEVER]
    for at in paid:
        turn, body = turns[at // len(bodies)], bodies[at % len(bodies)]
        cost, run, x, y, heading = compiled.listed(told[at * LUNGE : (at + 1) * LUNGE])
        end = Pose(int(x), int(y), int(heading))
        found.setdefault((body, end), Lunge(turn, body, end, cost, run))
    return tuple(found.values())


def can_lunge(
    course: Course,
    turns: Sequence[int],
    bodies: Sequence[int],
    wanted: Sequence[int],
    first: LungeOpening,
    near: Nearness,
) -> bool:
    """Whether any of the `lunges` of a body touches one of the *wanted* bodies."""
    if not turns or not wanted:
        return False
    found = lunge_any(
        pose_row(course.pose),
        compiled.wholes(turns),
        int(first == "wheel"),
        course.world,
        _asked_of(course, bodies, near),
        compiled.wholes([int(body in wanted) for body in bodies]),
        compiled.zeros(2 * len(bodies)),
        compiled.zeros(len(bodies) * LUNGE),
    )
    return found == 1


def lunge_reach(shape: Shape, widest: int, allowance: float, first: LungeOpening, near: Nearness) -> float:
    """A distance beyond which no lunge with a turn of up to *widest* touches a body.

    A pivot moves no corner farther than the length of the diagonal. A wheel costs the path of its outer front
    corner; the rear corner goes farther by as much as the diagonal is longer than the front.
    """
    diagonal = math.hypot(shape.width, shape.depth)
    beyond = diagonal if first == "pivot" else (diagonal - shape.width) * widest * RADIAN
    return allowance + beyond + near.touch + near.slack + TOLERANCE


def _asked_of(course: Course, bodies: Sequence[int], near: Nearness) -> Asked:
    """The bodies, allowances and sizes as the kernel reads them."""
    named = [0] * len(course.scene.bodies)
    for body in bodies:
        named[body] = 1
    shape = course.body.shape
    return (
        compiled.wholes(bodies),
        compiled.wholes(named),
        compiled.floats(map(float, course.allowances())),
        shape.width / 2,
        shape.depth / 2,
        float(near.touch),
        float(near.slack),
    )


def stays_on(course: Course, lunge: Lunge, kinds: tuple[str, ...]) -> bool:
    """Whether the middle of the front stays on ground of some kinds on the whole way of a lunge that
    wheels."""
    world, shape, pose = course.through(Opening(kinds, (), "front")).world, course.body.shape, course.pose
    turn = turn_between(pose.heading, lunge.end.heading)
    if turn:
        wheel = Wheel("right" if turn > 0 else "left", abs(turn))
        wheeled = leg_end(wheel, pose, shape)
        inside = shape.width / 2 if turn > 0 else -shape.width / 2
        still = (0.0, 0.0, 0.0)
        if kept_until(WHEEL, pose_row(pose), pose_row(wheeled), inside, abs(turn), still, world) < abs(turn):
            return False
        pose = wheeled
    way = (SINES[pose.heading], COSINES[pose.heading], lunge.run)
    kept = kept_until(SLIDE, pose_row(pose), pose_row(lunge.end), 0.0, 0, way, world)
    return lunge.run <= TOLERANCE or kept >= lunge.run - TOLERANCE


def prices_ahead(
    course: Course, ways: Sequence[tuple[int, int]], start: Pose | None = None
) -> Sequence[float]:
    """The cost of each way straight ahead with its ground, at one for each inch of good ground.

    A way is a wheel (tenths of a degree, clockwise positive; 0 for none) and the length of the advance after
    it; it begins where the body stands, or at another *start*. Bodies on it do not count.
    """
    if not ways:
        return ()
    shape, told = course.body.shape, compiled.zeros(len(ways))
    price_all_ahead(
        pose_row(start or course.pose),
        frontage(shape) / 2,
        math.hypot(shape.width, shape.depth),
        KINDS.index("advance"),
        compiled.wholes([turn for turn, _ in ways]),
        compiled.wholes([length for _, length in ways]),
        course.world,
        told,
    )
    return compiled.listed(told)
