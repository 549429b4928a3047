"""Inclining: after which wheels, and inclined how, a slide may run into a body before anything else."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.charge.kernels.oblique_charges import MOST, ROOM, STAGES, TRY, incline_upon
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.movement.course import Course, pose_row
from sandtable.table.movement.kernels.effects import LEG, RATE
from sandtable.table.space.body import Body, standing
from sandtable.table.space.lengths import DEGREE
from sandtable.table.space.shape import frontage

__all__ = ["STAGES", "Fan", "Incline", "inclines_upon"]


class Fan(Struct, frozen=True):
    """The ways that are looked at: *wheels* to begin with, to the right for a positive turn, the first of
    them none; the *widest* incline of a slide after it, and how far wheel and slide *reach* together.

    A way that leads *spare* too far is looked at all the same.
    """

    wheels: tuple[int, ...]
    widest: int
    reach: int
    spare: int = 0


class Incline(NamedTuple):
    """A way that may run into the body: the place of its wheel, that of its incline, and where it leads."""

    wheel: int
    slide: int
    heading: int


def inclines_upon(
    course: Course,
    mover: Body,
    fan: Fan,
    target: Body,
    stages: tuple[int, int],
    distance: int,
    *,
    back: int = 0,
    paid: bool = False,
) -> tuple[int, list[Incline]]:
    """Those ways of a mover that may run into a target within a distance before anything else halts them.

    They are looked at in stages, and told of the first of these in which there are any: without a wheel,
    straight ahead, towards the target's middle and inclined most; the same after each wheel; and then, with
    or without one, towards the target's corners and inclined half. The *course* is that of the mover, or of
    somebody else who goes that far *back* of it and meets other things. With *paid* a slide must be paid for,
    whatever ground it leads over: ways that it slows too much are left out.
    """
    here, there, shape, size = standing(mover), standing(target), mover.shape, target.shape
    wheels, swings = _wheels(fan.wheels, compiled.now.mode)
    found = compiled.whole_zeros(ROOM + len(fan.wheels) * MOST * TRY)
    near = math.hypot(shape.width / 2, shape.depth) + math.hypot(size.width / 2, size.depth / 2) + fan.spare
    count = incline_upon(
        pose_row(here),
        (frontage(shape), shape.width),
        wheels,
        swings,
        pose_row(there),
        (size.width, size.depth),
        (target.id, fan.widest, back),
        (near, float(fan.reach), float(distance), float(fan.spare)),
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
    """A slide that costs what it is long, with the allowances of a course, as the kernels read it."""
    row = [0.0] * LEG + [float(allowance) for allowance in course.allowances()]
    row[RATE] = 1.0
    return compiled.floats(row)


@lru_cache(maxsize=16)
def _wheels(turns: tuple[int, ...], mode: compiled.Mode) -> tuple[Wholes, Floats]:
    """Wheels as the kernel reads them: each turn, and how far it swings a body one wide."""
    assert mode == compiled.mode()
    return compiled.wholes(turns), compiled.floats([math.radians(abs(turn) / DEGREE) for turn in turns])
