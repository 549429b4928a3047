"""Arcs: what lies before the front, the flanks and the rear of a body.

Lines run outwards from the corners of the footprint at an angle from straight ahead (at the front corners) or
straight behind (at the rear corners): 45 degrees for the usual quarters, 22.5 for a narrow cone, 90 degrees
where all that lies beyond the line of the front edge counts as front. Between them lie the flanks. A point
within the slack of a line lies on it; `Arcs.border` says whether lines belong to front and rear or to the
flanks.

>>> from sandtable.table.space.shape import block
>>> line = block(4, files=4, width=200, depth=200)
>>> arc_of(Pose(0, 0), line, Point(300, 500)), arc_of(Pose(0, 0), line, Point(-700, 100))
('front', 'left')
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from sandtable.table.measure.distance import Nearest, is_within, nearest_of_figures
from sandtable.table.space.body import SIDES, Body, Front, Side, base_centre, standing
from sandtable.table.space.lengths import COSINES, DEGREE, HAIR, SINES
from sandtable.table.space.plane import HalfPlane, box_corners, clipped, is_met, split_boxes
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Outline, Row, boxes
from sandtable.table.space.shape import Shape

Cone = tuple[HalfPlane, HalfPlane, HalfPlane]
"""An arc as the common part of half planes: beyond the edge, and inside the line from either end."""


class Arcs(Struct, frozen=True):
    """How the table around a body is divided: the angles at its corners, to which arcs the lines belong, and
    within which slack of a line something lies on it (a hair: exactly)."""

    front: int = 45 * DEGREE
    rear: int = 45 * DEGREE
    border: Literal["front and rear", "flanks"] = "front and rear"
    slack: float = HAIR

    @property
    def beyond(self) -> float:
        """How far the front and rear arcs reach beyond their lines; below 0 if those belong to the flanks."""
        return self.slack if self.border == "front and rear" else -self.slack


QUARTERS: Final = Arcs()
"""Lines at 45 degrees from all four corners, which belong to front and rear."""


@lru_cache(maxsize=1024)
def cone(width: float, angle: int) -> Cone:
    """The arc that opens from an edge at an angle on either side, in the frame of the edge."""
    sin, cos = SINES[angle], COSINES[angle]
    reach = cos * width / 2
    return HalfPlane(0.0, -1.0, 0.0), HalfPlane(cos, -sin, reach), HalfPlane(-cos, -sin, reach)


def front_cone(shape: Shape, arcs: Arcs = QUARTERS) -> Cone:
    """The front arc in the frame of the body."""
    return cone(shape.width, arcs.front)


def rear_cone(shape: Shape, arcs: Arcs = QUARTERS) -> Cone:
    """The rear arc in the frame of the body."""
    sin, cos, depth = SINES[arcs.rear], COSINES[arcs.rear], float(shape.depth)
    reach = cos * shape.width / 2 - sin * depth
    return HalfPlane(0.0, 1.0, -depth), HalfPlane(cos, sin, reach), HalfPlane(-cos, sin, reach)


def arc_of(pose: Pose, shape: Shape, point: Point, arcs: Arcs = QUARTERS) -> Side:
    """The arc of a body in which a point lies; a point inside the body lies in the flank on its side."""
    return _side_of(pose.local(point), front_cone(shape, arcs), rear_cone(shape, arcs), arcs.beyond)


def is_in_arc(
    body: Body,
    other: Body,
    side: Literal["front", "rear"],
    arcs: Arcs = QUARTERS,
    outline: Outline = "bases",
) -> bool:
    """Whether any part of another body lies in the front or rear arc of a body."""
    pose = standing(body)
    arc = front_cone(body.shape, arcs) if side == "front" else rear_cone(body.shape, arcs)
    return any(is_met(_local(pose, row), arc, arcs.beyond) for row in _rows(other, outline))


def bases_by_arc(body: Body, other: Body, arcs: Arcs = QUARTERS) -> dict[Side, int]:
    """How many bases of another body have their centres in each arc of a body."""
    pose, there = standing(body), standing(other)
    counts: dict[Side, int] = dict.fromkeys(SIDES, 0)
    for base in other.shape.bases:
        counts[arc_of(pose, body.shape, base_centre(there, base), arcs)] += 1
    return counts


def range_in_arc(
    front: Front, angle: int, target: Body, outline: Outline = "footprint", *, slack: float = HAIR
) -> Nearest | None:
    """The distance from an edge to the part of a target in the arc that opens from it, if there is any.

    A target that is not in the arc but within its slack is measured to the part within the slack.
    """
    opening, edge = cone(front.width, angle), (Point(-front.width / 2, 0.0), Point(front.width / 2, 0.0))
    parts = []
    for row in _rows(target, outline):
        figure = [front.local(corner) for corner in box_corners(row)]
        inside = clipped(figure, opening) or clipped(figure, opening, slack)
        if inside:
            parts.append(nearest_of_figures(edge, inside))
    if not parts:
        return None
    length, here, there = min(parts)
    return Nearest(length, front.at(*here), front.at(*there))


def is_enfiladed(pose: Pose, shape: Shape, eye: Point) -> bool:
    """Whether a straight line from a point beyond one flank can pass through both flank edges."""
    right, forward = pose.local(eye)
    beyond = abs(right) - shape.width / 2
    aside = abs(forward + shape.depth / 2) - shape.depth / 2
    return beyond > HAIR and is_within(aside, max(beyond, 0.0) * shape.depth / shape.width)


def _side_of(local: Point, front: Cone, rear: Cone, slack: float) -> Side:
    """The arc in which a point in the frame of the body lies."""
    if all(plane.excess(local) <= slack for plane in front):
        return "front"
    if all(plane.excess(local) <= slack for plane in rear):
        return "rear"
    return "left" if local.x < 0.0 else "right"


def _rows(body: Body, outline: Outline) -> list[Row]:
    """The boxes of a body that stands on the table."""
    standing(body)
    return split_boxes(boxes(body, outline))


def _local(pose: Pose, row: Row) -> list[Point]:
    """The corners of a box in the frame of a body."""
    sin, cos, here_x, here_y = SINES[pose.heading], COSINES[pose.heading], pose.x, pose.y
    offsets = [(x - here_x, y - here_y) for x, y in box_corners(row)]
    return [tuple.__new__(Point, (dx * cos - dy * sin, dx * sin + dy * cos)) for dx, dy in offsets]
