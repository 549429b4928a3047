"""Lunges: every way in which a body may turn once, go straight ahead and so come to touch another.

It is asked of many opening turns at once. What the terms of a course say of ground, marks, friends to pass
and the table's sides holds on the way; those who may be touched are named, and a lunge ends at the first
touch of one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from sandtable.table import compiled
from sandtable.table.charge.kernels.turn_then_advance import LUNGE, Asked, lunge_all
from sandtable.table.movement.course import Course, pose_row
from sandtable.table.movement.kernels.moving_boxes import NEVER
from sandtable.table.movement.kernels.paths import kept_until
from sandtable.table.movement.kernels.survey import SLIDE, WHEEL
from sandtable.table.movement.legs import Wheel, end
from sandtable.table.movement.terms import Opening
from sandtable.table.space.lengths import COSINES, SINES, TOLERANCE, turn_between
from sandtable.table.space.pose import Pose

First = Literal["wheel", "pivot"]
"""How a lunge opens. A wheel is paid for by the way of the outer front corner; a pivot about the middle is
free, and judged by where it ends alone."""


class Nearness(NamedTuple):
    """How near is touching, and by how much a way may be longer than is paid for."""

    touch: float
    slack: float


class Lunge(NamedTuple):
    """One way to touch a body: the opening turn (tenths of a degree, clockwise positive), whom it touches,
    where it ends, what it costs in all, and how far it leads straight ahead."""

    turn: int
    body: int
    end: Pose
    cost: float
    run: float


def lunges(
    course: Course,
    turns: Sequence[int],
    bodies: Sequence[int],
    first: First,
    near: Nearness,
    start: Pose | None = None,
) -> tuple[Lunge, ...]:
    """The lunges of a body, turn by turn, that touch one of some bodies before any other of them.

    They begin where the body stands, or at another *start* that it has come to.
    Bodies that it would touch within what counts as touching are touched at once. Where the wheel itself
    brings the body against another it ends there, and the first of the turns that does so stands for all.
    """
    if not turns or not bodies:
        return ()
    asked = asked_of(course, bodies, near)
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


def asked_of(course: Course, bodies: Sequence[int], near: Nearness) -> Asked:
    """What is asked of a course, as the kernel reads it."""
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
    """Does the middle of the front stay on ground of these kinds on the whole way of a lunge that wheels?"""
    world, shape, pose = course.through(Opening(kinds, (), "front")).world, course.body.shape, course.pose
    turn = turn_between(pose.heading, lunge.end.heading)
    if turn:
        wheel = Wheel("right" if turn > 0 else "left", abs(turn))
        wheeled = end(wheel, pose, shape)
        inside = shape.width / 2 if turn > 0 else -shape.width / 2
        still = (0.0, 0.0, 0.0)
        if kept_until(WHEEL, pose_row(pose), pose_row(wheeled), inside, abs(turn), still, world) < abs(turn):
            return False
        pose = wheeled
    way = (SINES[pose.heading], COSINES[pose.heading], lunge.run)
    kept = kept_until(SLIDE, pose_row(pose), pose_row(lunge.end), 0.0, 0, way, world)
    return lunge.run <= TOLERANCE or kept >= lunge.run - TOLERANCE
