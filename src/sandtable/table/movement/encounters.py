"""What a leg or a plan meets: bodies, pieces of ground and the edge of the table."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.measure.distance import distances_from
from sandtable.table.movement.course import Course, pose_row
from sandtable.table.movement.kernels import rows as world_rows
from sandtable.table.movement.kernels import survey
from sandtable.table.movement.kernels.closest_approach import APPROACH, closest
from sandtable.table.movement.kernels.rows import World
from sandtable.table.movement.legs import (
    Advance,
    Leg,
    Oblique,
    Plan,
    Retire,
    Shift,
    Wheel,
    bearing,
    end_shape,
    leg_amount,
    leg_end,
)
from sandtable.table.movement.terms import Terms
from sandtable.table.space.body import Body
from sandtable.table.space.lengths import RADIAN, TOLERANCE
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Outline, Scene
from sandtable.table.space.shape import Shape, frontage

Span = tuple[float, float]
"""From where to where along a leg: hundredths of a slide, tenths of a turn."""


AmountAt = Callable[[float], float]
"""Converts a moment as kernels give it (for a wheel, a squared chord) into the amount of the leg by then."""


class BodyMet(Struct, frozen=True, gc=False):
    """A body on the way of a leg.

    *stop* is where it stops the leg (infinite: nowhere), *across* from where to where the mover overlaps it,
    *gap* and *end_gap* are the distances at start and end, and *keeps* says whether the end keeps the
    distances that held at the start.
    """

    body: int
    stop: float
    across: Span | None
    gap: float
    end_gap: float
    keeps: bool


class LandMet(Struct, frozen=True, gc=False):
    """A piece of ground on the way of a leg: where it bars the leg (infinite: nowhere), from where to where
    the mover is in it, and whether it is in it before and after."""

    piece: int
    bar: float
    spans: tuple[Span, ...]
    before: bool
    after: bool


class Encounters(Struct, frozen=True, gc=False):
    """One leg, where it starts and ends, and what it meets; *leaves* is where it leaves the table.

    Bodies that are too far away to touch it or to limit it, and ground that it never enters, are left out.
    """

    leg: Leg
    start: Pose
    end: Pose
    shape: Shape
    end_shape: Shape
    bodies: tuple[BodyMet, ...]
    lands: tuple[LandMet, ...]
    leaves: float


def encounters_of(course: Course, leg: Leg, pose: Pose, shape: Shape) -> Encounters:
    """What a leg of the body of a course meets, made from a pose in a shape."""
    how, inside = motion_of(leg, shape)
    if how == survey.SET_DOWN:
        return _set_down(course, leg, pose, leg_end(leg, pose, shape), shape, end_shape(leg, shape))
    world, (found, ground), here = course.world_of(shape), course.survey_rows, (pose.x, pose.y, pose.heading)
    goes, far = leg_amount(leg), course.far
    leaves, near, met, there = survey.survey(how, here, here, inside, goes, world, far, found, ground)
    amount_at = turn_of_chord if how == survey.WHEEL else None
    bodies = _bodies_met(found, listed_by_survey(world, world_rows.NEAR, near), amount_at) if near else ()
    lands = (
        _lands_met(ground, world, listed_by_survey(world, world_rows.LANDS, met), amount_at) if met else ()
    )
    return Encounters(
        leg, pose, Pose(*there), shape, shape, bodies, lands, amount_at(leaves) if amount_at else leaves
    )


def _set_down(
    course: Course, leg: Leg, pose: Pose, ended: Pose, shape: Shape, shape_after: Shape
) -> Encounters:
    """What a turn or reform meets: the ground and bodies under its end, compared with those at its start."""
    before, after = _survey(course, shape, pose, pose), _survey(course, shape_after, pose, ended)
    leaves = 0.0 if after.leaves > max(TOLERANCE, before.leaves) else math.inf
    bodies, lands = _bodies_set_down(before, after, course.far), _lands_set_down(before, after)
    return Encounters(leg, pose, ended, shape, shape_after, bodies, lands, leaves)


class Survey(NamedTuple):
    """The numbers of one survey: bodies, pieces of ground, and how far the body sticks out of the table."""

    found: list[float]
    lands: list[float]
    leaves: float


def _survey(course: Course, shape: Shape, pose: Pose, ended: Pose) -> Survey:
    world, (found, lands) = course.world_of(shape), course.survey_rows
    leaves, _, _, _ = survey.survey(
        survey.SET_DOWN, pose_row(pose), pose_row(ended), 0.0, 0, world, course.far, found, lands
    )
    return Survey(compiled.listed(found)[:], compiled.listed(lands)[:], leaves)


def listed_by_survey(world: World, where: int, count: int) -> list[int]:
    """The numbers of the bodies or pieces of ground that the last kernel call listed in a world."""
    first = world[1][where] + 1
    return compiled.listed(world[1][first : first + count])


@lru_cache(maxsize=4096)
def motion_of(leg: Leg, shape: Shape) -> tuple[int, float]:
    """Whether a leg slides, wheels or sets down, and its bearing or how far to the right its pivot is."""
    match leg:
        case Advance() | Oblique() | Shift() | Retire():
            return survey.SLIDE, float(bearing(leg))
        case Wheel():
            return survey.WHEEL, frontage(shape) / 2 if leg.side == "right" else -frontage(shape) / 2
        case _:
            return survey.SET_DOWN, 0.0


def turn_of_chord(chord: float) -> float:
    """The turn of a squared chord of the unit circle, in tenths of a degree; infinite beyond a half turn."""
    return 2.0 * math.asin(math.sqrt(chord) / 2.0) / RADIAN if chord <= 4.0 else math.inf


def closest_approaches(course: Course, leg: Leg, pose: Pose, shape: Shape) -> list[Span]:
    """The least distance of a slide or wheel to each body, and where along the leg; infinite if absent."""
    how, inside = motion_of(leg, shape)
    assert how != survey.SET_DOWN
    found = compiled.zeros(len(course.scene.bodies) * APPROACH)
    wheels = int(how == survey.WHEEL)
    closest(pose_row(pose), inside, leg_amount(leg), wheels, course.world_of(shape), found)
    amount_at = turn_of_chord if wheels else float
    row = compiled.listed(found)
    return [(row[n], amount_at(row[n + 1])) for n in range(0, len(row), APPROACH)]


def pieces_crossed(body: Body, legs: Plan, scene: Scene, outline: Outline = "bases") -> tuple[int, ...]:
    """The numbers of the pieces of ground through which a plan leads a body, in the order of entering."""
    course = Course(body, Terms(0, (), outline=outline), scene)
    pose, shape = course.pose, body.shape
    found: list[int] = []
    for leg in legs:
        met = encounters_of(course, leg, pose, shape)
        found += [land.piece for land in met.lands if land.spans]
        pose, shape = met.end, met.end_shape
    return tuple(dict.fromkeys(found))


def nearest_approach(
    body: Body, legs: Plan, scene: Scene, others: Sequence[int], outline: Outline = "bases"
) -> float:
    """The least distance from a body on its plan to the nearest of some others; infinite without legs."""
    course = Course(body, Terms(0, (), outline=outline), scene)
    pose, shape, least = course.pose, body.shape, math.inf
    for leg in legs:
        ended, shape_after = leg_end(leg, pose, shape), end_shape(leg, shape)
        if leg_amount(leg):
            near = closest_approaches(course, leg, pose, shape)
        else:
            placed = Body(body.id, body.side, ended, shape_after)
            near = [(gap, 0.0) for gap in distances_from(placed, scene, outline)]
        least = min([least, *[near[other][0] for other in others]])
        pose, shape = ended, shape_after
    return least


def _bodies_met(found: compiled.Floats, near: list[int], amount_at: AmountAt | None) -> tuple[BodyMet, ...]:
    """The bodies that a survey listed."""
    met: list[BodyMet] = []
    for number in near:
        row = compiled.listed(found[number * survey.FOUND : (number + 1) * survey.FOUND])
        stop, across, until, gap, end_gap, keeps = row
        span = (max(across, 0.0), until) if across <= until else None
        if amount_at:
            stop, span = amount_at(stop), (amount_at(span[0]), amount_at(span[1])) if span else None
        met.append(BodyMet(number, stop, span, gap, end_gap, keeps == 1.0))
    return tuple(met)


def _bodies_set_down(before: Survey, after: Survey, far: float) -> tuple[BodyMet, ...]:
    """The bodies nearer than *far* to a body that is set down, before or after."""
    gaps = zip(
        before.found[survey.GAP :: survey.FOUND],
        after.found[survey.END_GAP :: survey.FOUND],
        strict=True,
    )
    return tuple(
        BodyMet(number, math.inf, None, gap, end_gap, keeps=True)
        for number, (gap, end_gap) in enumerate(gaps)
        if gap < far or end_gap < far
    )


def _lands_met(
    lands: compiled.Floats, world: World, pieces: list[int], amount_at: AmountAt | None
) -> tuple[LandMet, ...]:
    """The pieces of ground that a survey listed."""
    met: list[LandMet] = []
    for piece in pieces:
        row = compiled.listed(lands[piece * survey.LAND : (piece + 1) * survey.LAND])
        bar, first, last, over = row
        shares = compiled.listed(world[0][int(first) : int(last)])
        if amount_at:
            bar, shares = amount_at(bar), [amount_at(share) for share in shares]
        spans = tuple(zip(shares[::2], shares[1::2], strict=True))
        met.append(LandMet(piece, bar, spans, bool(spans) and spans[0][0] <= 0.0, over == 1.0))
    return tuple(met)


def _lands_set_down(before: Survey, after: Survey) -> tuple[LandMet, ...]:
    """The pieces of ground in which a body that is set down was or is."""
    overs = zip(
        before.lands[survey.OVER :: survey.LAND],
        after.lands[survey.OVER :: survey.LAND],
        strict=True,
    )
    return tuple(
        LandMet(piece, math.inf, (), was == 1.0, over == 1.0)
        for piece, (was, over) in enumerate(overs)
        if was or over
    )
