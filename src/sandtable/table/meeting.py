"""Meetings: what one leg meets on its way, told in plain values from one survey."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from sandtable.table import kernels
from sandtable.table.course import Course, stand
from sandtable.table.kernels import moving_survey as told
from sandtable.table.kernels.moving_closest import APPROACH, closest
from sandtable.table.kernels.moving_rows import World
from sandtable.table.legs import (
    RADIAN,
    Advance,
    Leg,
    Oblique,
    Retire,
    Shift,
    Wheel,
    amount,
    bearing,
    end,
    end_shape,
)
from sandtable.table.measure import TOLERANCE
from sandtable.table.pose import Pose
from sandtable.table.shape import Shape

Span = tuple[float, float]
"""From where to where along a leg: hundredths of a slide, tenths of a turn."""


Gone = Callable[[float], float]
"""Turns a moment of the kernels into how far a leg has gone by then."""


class BodyMet(NamedTuple):
    """How a leg lies to another body: where it is stopped by it (infinite: nowhere), from where to where it
    lies across it, the gaps before and after, and whether its end keeps the limits held before."""

    body: int
    stop: float
    across: Span | None
    gap: float
    end_gap: float
    keeps: bool


class LandMet(NamedTuple):
    """How a leg lies to a piece of ground: where it is barred by it (infinite: nowhere), from where to where
    it is in it, and whether it is in it before and after."""

    piece: int
    bar: float
    spans: tuple[Span, ...]
    before: bool
    after: bool


class Meeting(NamedTuple):
    """One leg, where it starts and ends, and all that it meets; *leaves* is where it leaves the table.

    Bodies that it neither touches nor has to keep a distance from, and ground it never is in, are left out.
    """

    leg: Leg
    start: Pose
    end: Pose
    shape: Shape
    end_shape: Shape
    bodies: tuple[BodyMet, ...]
    lands: tuple[LandMet, ...]
    leaves: float


def meet(course: Course, leg: Leg, pose: Pose, shape: Shape) -> Meeting:
    """Survey a leg that a body makes from a pose in a shape."""
    ended, shape_after = end(leg, pose, shape), end_shape(leg, shape)
    how, inside = way_of(leg, shape)
    after = _survey(course, shape_after, how, pose, ended, inside, amount(leg))
    far = max((keep.distance for keep in course.terms.keeps), default=0) + TOLERANCE
    if how != told.SET_DOWN:
        gone = turned if how == told.WHEEL else float
        bodies, lands = _bodies(after, gone, far), _lands(after, gone)
        return Meeting(leg, pose, ended, shape, shape_after, bodies, lands, gone(after.leaves))
    before = _survey(course, shape, how, pose, pose, inside, 0)
    leaves = 0.0 if after.leaves > max(TOLERANCE, before.leaves) else math.inf
    bodies, lands = _bodies_set_down(before, after, far), _lands_set_down(before, after)
    return Meeting(leg, pose, ended, shape, shape_after, bodies, lands, leaves)


class Survey(NamedTuple):
    """The numbers of one survey."""

    found: list[float]
    lands: list[float]
    leaves: float
    world: World


def _survey(
    course: Course, shape: Shape, how: int, pose: Pose, ended: Pose, inside: float, much: int
) -> Survey:
    world = course.world_of(shape)
    found = kernels.zeros(len(course.scene.bodies) * told.FOUND)
    lands = kernels.zeros(len(course.scene.field.pieces) * told.LAND)
    leaves = told.survey(how, stand(pose), stand(ended), inside, much, world, found, lands)
    return Survey(kernels.listed(found), kernels.listed(lands), leaves, world)


def way_of(leg: Leg, shape: Shape) -> tuple[int, float]:
    """How a leg is made, and its bearing or the place of its pivot to the right of the front."""
    match leg:
        case Advance() | Oblique() | Shift() | Retire():
            return told.SLIDE, float(bearing(leg))
        case Wheel():
            return told.WHEEL, shape.width / 2 if leg.side == "right" else -shape.width / 2
        case _:
            return told.SET_DOWN, 0.0


def turned(chord: float) -> float:
    """The turn of a chord, in tenths of a degree; beyond 180 degrees it is infinite."""
    return 2.0 * math.asin(math.sqrt(chord) / 2.0) / RADIAN if chord <= 4.0 else math.inf


def approaches(course: Course, leg: Leg, pose: Pose, shape: Shape) -> list[Span]:
    """How near a slide or wheel comes to each body, and where along the leg; infinite for those not there."""
    how, inside = way_of(leg, shape)
    assert how != told.SET_DOWN
    found = kernels.zeros(len(course.scene.bodies) * APPROACH)
    wheels = int(how == told.WHEEL)
    closest(stand(pose), inside, amount(leg), wheels, course.world_of(shape), found)
    gone = turned if wheels else float
    row = kernels.listed(found)
    return [(row[n], gone(row[n + 1])) for n in range(0, len(row), APPROACH)]


def _bodies(survey: Survey, gone: Gone, far: float) -> tuple[BodyMet, ...]:
    """What a survey found of the bodies that stop the leg, lie across it, or are no farther than this."""
    rows = zip(*(survey.found[n :: told.FOUND] for n in range(told.FOUND)), strict=True)
    return tuple(
        BodyMet(
            number,
            gone(stop),
            (gone(max(across, 0.0)), gone(until)) if across <= until else None,
            gap,
            end_gap,
            keeps == 1.0,
        )
        for number, (stop, across, until, gap, end_gap, keeps) in enumerate(rows)
        if stop < math.inf or across <= until or gap < far or end_gap < far or keeps != 1.0
    )


def _bodies_set_down(before: Survey, after: Survey, far: float) -> tuple[BodyMet, ...]:
    """How a body that is set down anew lies to others that are no farther than this."""
    gaps = zip(before.found[told.GAP :: told.FOUND], after.found[told.END_GAP :: told.FOUND], strict=True)
    return tuple(
        BodyMet(number, math.inf, None, gap, end_gap, keeps=True)
        for number, (gap, end_gap) in enumerate(gaps)
        if gap < far or end_gap < far
    )


def _lands(survey: Survey, gone: Gone) -> tuple[LandMet, ...]:
    """What a survey found of the ground that the leg meets."""
    met: list[LandMet] = []
    for piece in range(len(survey.lands) // told.LAND):
        bar, first, last, over = survey.lands[piece * told.LAND : (piece + 1) * told.LAND]
        if first == last and bar == math.inf and not over:
            continue
        row = survey.world[0][int(first) : int(last)]
        spans = tuple((gone(row[n]), gone(row[n + 1])) for n in range(0, len(row), 2))
        met.append(LandMet(piece, gone(bar), spans, bool(spans) and spans[0][0] <= 0.0, over == 1.0))
    return tuple(met)


def _lands_set_down(before: Survey, after: Survey) -> tuple[LandMet, ...]:
    """How a body that is set down anew lies to the ground that it is or was in."""
    overs = zip(before.lands[told.OVER :: told.LAND], after.lands[told.OVER :: told.LAND], strict=True)
    return tuple(
        LandMet(piece, math.inf, (), was == 1.0, over == 1.0)
        for piece, (was, over) in enumerate(overs)
        if was or over
    )
