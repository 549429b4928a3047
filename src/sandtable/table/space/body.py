"""Bodies: what stands on the table. The unit of a system subclasses a body and adds its state."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, assert_never

from msgspec import Struct

from sandtable.table.space.lengths import COSINES, FULL_TURN, HALF_TURN, QUARTER_TURN, SINES
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Base, Shape

Side = Literal["front", "right", "rear", "left"]
"""A side of a body, and the arc that opens from it."""

SIDES: Final[tuple[Side, ...]] = ("front", "right", "rear", "left")


class Body(Struct, frozen=True, gc=False):
    """A body of bases: its number (its place in the list of bodies), its side, pose and shape.

    A body that is not on the table (destroyed, not yet arrived) has no pose; it keeps its number.
    """

    id: int
    side: int
    pose: Pose | None
    shape: Shape


@lru_cache(maxsize=8192)
def corners(pose: Pose, shape: Shape) -> tuple[Point, Point, Point, Point]:
    """Front left, front right, rear right and rear left corner of the footprint."""
    half, depth = shape.width / 2, shape.depth
    return pose.at(-half, 0), pose.at(half, 0), pose.at(half, -depth), pose.at(-half, -depth)


def centre(pose: Pose, shape: Shape) -> Point:
    """The middle of the footprint."""
    # The same operations as in Pose.at, so that both give the same float.
    half, heading = shape.depth / 2, pose.heading
    return tuple.__new__(Point, (pose.x - half * SINES[heading], pose.y - half * COSINES[heading]))


class Front(NamedTuple):
    """An edge that looks out at a heading: its middle, its heading and its length."""

    middle: Point
    heading: int
    width: float

    def at(self, right: float, forward: float) -> Point:
        """The point that lies *right* and *forward* of the middle."""
        sin, cos = SINES[self.heading], COSINES[self.heading]
        x, y = self.middle
        return tuple.__new__(Point, (x + right * cos + forward * sin, y - right * sin + forward * cos))

    def local(self, point: Point) -> Point:
        """How far *point* lies to the right (x) and forward (y) of the middle."""
        sin, cos = SINES[self.heading], COSINES[self.heading]
        (x, y), (there_x, there_y) = self.middle, point
        dx, dy = there_x - x, there_y - y
        return tuple.__new__(Point, (dx * cos - dy * sin, dx * sin + dy * cos))

    @property
    def left(self) -> Point:
        """The left end, as seen looking outwards."""
        return self.at(-self.width / 2, 0)

    @property
    def right(self) -> Point:
        """The right end, as seen looking outwards."""
        return self.at(self.width / 2, 0)


def face(pose: Pose, shape: Shape, side: Side) -> Front:
    """One side of the footprint, looking outwards."""
    half, depth = shape.width / 2, shape.depth
    match side:
        case "front":
            return Front(Point(pose.x, pose.y), pose.heading, shape.width)
        case "right":
            return Front(pose.at(half, -depth / 2), (pose.heading + QUARTER_TURN) % FULL_TURN, depth)
        case "rear":
            return Front(pose.at(0, -depth), (pose.heading + HALF_TURN) % FULL_TURN, shape.width)
        case "left":
            return Front(pose.at(-half, -depth / 2), (pose.heading - QUARTER_TURN) % FULL_TURN, depth)
        case _:
            assert_never(side)


def base_centre(pose: Pose, base: Base) -> Point:
    """The middle of one base of a body that stands at *pose*."""
    sin, cos = SINES[base.turn % FULL_TURN], COSINES[base.turn % FULL_TURN]
    return pose.at(base.x - base.depth / 2 * sin, base.y - base.depth / 2 * cos)


def base_front(pose: Pose, base: Base) -> Point:
    """The middle of the front edge of one base of a body that stands at *pose*."""
    return pose.at(base.x, base.y)


def standing(body: Body) -> Pose:
    """The pose of a body that must be on the table to be measured."""
    if body.pose is None:
        raise ValueError(f"body {body.id} is not on the table: it has no pose to measure from")
    return body.pose
