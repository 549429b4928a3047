"""Falling back: slides to the rear and whom they pass, and a turn about where there is room for it."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from sandtable.table import compiled
from sandtable.table.forced.kernels.fall_back import face_about, slide_through
from sandtable.table.forced.kernels.slide_fan import fan_out
from sandtable.table.measure.terrain import is_on_table
from sandtable.table.movement.course import Course
from sandtable.table.movement.encounters import listed_by_survey
from sandtable.table.movement.kernels import rows as place
from sandtable.table.movement.legs import Retire, bearing
from sandtable.table.movement.terms import LegTerms, MoveMark
from sandtable.table.planning.longest import mover_leg_row, variant_of
from sandtable.table.space.body import Body
from sandtable.table.space.pose import Pose
from sandtable.table.space.shape import Shape


class Fall(Struct, frozen=True, gc=False):
    """A slide to the rear: its course, its length, the marks it makes, a bit for each, where it ends, and the
    bodies that it passes, by number."""

    course: Course
    goes: int
    marks: int
    end: Pose
    passed: tuple[int, ...]


def fall_back(course: Course, most: int, slant: int = 0) -> Fall | None:
    """A slide to the rear that goes no farther than so much, as far as it is free, paid for and may end; none
    if it does not go at all."""
    shape, terms, at = course.body.shape, course.terms, course.pose
    row = _row(slant, terms.legs, terms.marks, terms.allowance, shape, compiled.now.mode)
    world = course.world_of(shape)
    goes, marks, count, there = slide_through((at.x, at.y, at.heading), most, world, row)
    if not goes:
        return None
    passed = tuple(listed_by_survey(world, place.NEAR, count)) if count else ()
    return Fall(course, goes, marks, Pose(*there), passed)


def lengths_back(course: Course, most: int, slants: tuple[int, ...]) -> list[int]:
    """How far the body of a course may slide to the rear at each of several slants, no farther than so much:
    as far as `fall_back` goes."""
    shape, terms, at, mode = course.body.shape, course.terms, course.pose, compiled.now.mode
    row = _row(0, terms.legs, terms.marks, terms.allowance, shape, mode).copy()
    lengths = compiled.whole_zeros(len(slants))
    here, world = (at.x, at.y, at.heading), course.world_of(shape)
    fan_out(here, most, world, row, _bearings(slants, mode), lengths)
    return compiled.listed(lengths)


@lru_cache(maxsize=64)
def _bearings(slants: tuple[int, ...], mode: str) -> compiled.Wholes:
    """The bearings of ways to the rear, as a mode of the kernels wants them."""
    assert mode == compiled.mode()
    return compiled.wholes([bearing(Retire(1, slant)) for slant in slants])


@lru_cache(maxsize=1024)
def _row(
    slant: int,
    legs: tuple[LegTerms, ...],
    marks: tuple[MoveMark, ...],
    allowance: int,
    shape: Shape,
    mode: str,
) -> compiled.Floats:
    """The row of a way to the rear; it is not to be changed."""
    return mover_leg_row(variant_of(Retire(1, slant)), legs, marks, allowance, shape, mode)


def about_turned(course: Course, at: Pose) -> Pose | None:
    """Where the front of the body of a course is once it has turned about on its centre from a pose; none if
    it would overlap somebody there or stand over the edge of the table."""
    shape, field = course.body.shape, course.scene.field
    half, far = shape.depth / 2, shape.width + shape.depth
    free, there = face_about((at.x, at.y, at.heading), half, course.world_of(shape))
    if not free:
        return None
    pose = Pose(*there)
    inside = far <= pose.x <= field.width - far and far <= pose.y <= field.depth - far
    return pose if inside or is_on_table(Body(0, 0, pose, shape), field) else None
