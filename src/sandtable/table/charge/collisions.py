"""Collisions: which slides of a body may run into another body before anything else halts them.

These are quick tests that leave out what certainly fails; ``forced.slides`` says how far a slide really goes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.charge.kernels import collisions as kernels
from sandtable.table.charge.kernels.collisions import BEYOND, MOST, ROOM, STAGES, TRY
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.movement.course import Course, pose_row
from sandtable.table.movement.kernels.effects import LEG, RATE
from sandtable.table.space.body import Body, standing
from sandtable.table.space.lengths import DEGREE
from sandtable.table.space.pose import Pose
from sandtable.table.space.shape import frontage

__all__ = ["STAGES", "Incline", "InclineTerms", "inclines_into", "may_run_into"]


def may_run_into(
    course: Course,
    ways: Sequence[tuple[Pose, int]],
    distance: int,
    body: int,
    until: float,
    together: float,
) -> list[bool]:
    """For each way, a pose and a direction, whether it may run into a body within *until*, and at most
    *together* beyond the first thing that halts it."""
    rows = compiled.wholes(
        list(chain.from_iterable([(pose.x, pose.y, pose.heading, heading) for pose, heading in ways]))
    )
    found = compiled.whole_zeros(len(ways))
    kernels.may_run_into(rows, distance + BEYOND, until, together, body, course.world, found)
    return [one == 1 for one in compiled.listed(found)]


class InclineTerms(Struct, frozen=True):
    """The ways to try: the opening *wheels* (to the right for a positive turn; the first is no wheel), the
    *widest* incline of the slide after it, and how far wheel and slide *reach* together.

    A way that is too long by no more than *spare* is tried all the same.
    """

    wheels: tuple[int, ...]
    widest: int
    reach: int
    spare: int = 0


class Incline(NamedTuple):
    """A way that may run into a body: the places of its wheel and of its incline, and its heading."""

    wheel: int
    slide: int
    heading: int


def inclines_into(
    course: Course,
    mover: Body,
    terms: InclineTerms,
    target: Body,
    stages: tuple[int, int],
    distance: int,
    *,
    back: int = 0,
    paid: bool = False,
) -> tuple[int, list[Incline]]:
    """The ways of a mover that may run into a target within a distance before anything else halts them, of
    the first stage that has any, and that stage.

    The stages are: without a wheel, straight ahead, towards the middle of the target and at the widest
    incline; the same after each wheel; then, with or without a wheel, towards the corners of the target and
    at half the widest incline. The *course* is that of the mover, or of another body that follows it *back*
    behind and meets other things. With *paid*, ways that the ground slows too much are left out.
    """
    here, there, shape, size = standing(mover), standing(target), mover.shape, target.shape
    wheels, swings = _wheels(terms.wheels, compiled.now.mode)
    found = compiled.whole_zeros(ROOM + len(terms.wheels) * MOST * TRY)
    near = math.hypot(shape.width / 2, shape.depth) + math.hypot(size.width / 2, size.depth / 2) + terms.spare
    count = kernels.first_inclines(
        pose_row(here),
        (frontage(shape), shape.width),
        wheels,
        swings,
        pose_row(there),
        (size.width, size.depth),
        (target.id, terms.widest, back),
        (near, float(terms.reach), float(distance), float(terms.spare)),
        stages,
        _leg_of(course) if paid else compiled.zeros(0),
        course.world,
        found,
    )
    if not count:
        return stages[1], []
    told = compiled.listed(found)
    return told[0], [Incline(*told[m : m + TRY]) for m in range(ROOM, ROOM + count * TRY, TRY)]


def _leg_of(course: Course) -> Floats:
    """The row of a slide that costs one for each inch, followed by the allowances of a course."""
    row = [0.0] * LEG + [float(allowance) for allowance in course.allowances()]
    row[RATE] = 1.0
    return compiled.floats(row)


@lru_cache(maxsize=16)
def _wheels(turns: tuple[int, ...], mode: compiled.Mode) -> tuple[Wholes, Floats]:
    """The turns of wheels, and the arc of each for a body of width 1, as rows."""
    assert mode == compiled.mode()
    return compiled.wholes(turns), compiled.floats([math.radians(abs(turn) / DEGREE) for turn in turns])
