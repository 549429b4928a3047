"""Arcs: what lies before the front, the flanks and the rear of a body.

Lines run outwards from the corners of the footprint at an angle from straight ahead (at the front corners) or
straight behind (at the rear corners): 45 degrees for the usual quarters, 22.5 for a narrow cone, 90 degrees
where all that lies beyond the line of the front edge counts as front. Between them lie the flanks. What lies
within the slack of a line lies on it; the line belongs to front and rear, or to the flanks, as one says.

>>> from sandtable.table.space.shape import block
>>> line = block(4, files=4, width=200, depth=200)
>>> arc_of(Pose(0, 0), line, Point(300, 500)), arc_of(Pose(0, 0), line, Point(-700, 100))
('front', 'left')
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from msgspec import Struct

from sandtable.table.measure.distance import Nearest, nearest_of_figures, within
from sandtable.table.space.body import SIDES, Body, Front, Side, base_centre, standing
from sandtable.table.space.lengths import COSINES, DEGREE, HAIR, SINES, TOLERANCE
from sandtable.table.space.plane import HalfPlane, Segment, area, box_corners, clipped, is_met, split_boxes
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Outline, Row, boxes
from sandtable.table.space.shape import Shape

Shares = dict[Side, float]
"""How much of something lies in each arc; the four shares add up to 1."""

Cone = tuple[HalfPlane, HalfPlane, HalfPlane]
"""An arc as the common part of half planes: beyond the edge, and inside the line from either end."""


class Arcs(Struct, frozen=True):
    """How the table around a body is divided: the angles at its corners, to whom the lines belong, and within
    which slack of a line the rules of a system take something to lie on it (a hair: exactly)."""

    front: int = 45 * DEGREE
    rear: int = 45 * DEGREE
    border: Literal["front and rear", "flanks"] = "front and rear"
    slack: float = HAIR

    @property
    def beyond(self) -> float:
        """How far the front and rear arcs reach beyond their lines."""
        return self.slack if self.border == "front and rear" else -self.slack


QUARTERS: Final = Arcs()
"""Lines at 45 degrees from all four corners, which count as front or rear."""


@lru_cache(maxsize=1024)
def cone(width: float, angle: int) -> Cone:
    """The arc that opens from an edge at an angle on either side, in the frame of that edge."""
    sin, cos = SINES[angle], COSINES[angle]
    reach = cos * width / 2
    return HalfPlane(0.0, -1.0, 0.0), HalfPlane(cos, -sin, reach), HalfPlane(-cos, -sin, reach)


def front_cone(shape: Shape, arcs: Arcs = QUARTERS) -> Cone:
    """The front arc in the body's own frame."""
    return cone(shape.width, arcs.front)


def rear_cone(shape: Shape, arcs: Arcs = QUARTERS) -> Cone:
    """The rear arc in the body's own frame."""
    sin, cos, depth = SINES[arcs.rear], COSINES[arcs.rear], float(shape.depth)
    reach = cos * shape.width / 2 - sin * depth
    return HalfPlane(0.0, 1.0, -depth), HalfPlane(cos, sin, reach), HalfPlane(-cos, sin, reach)


def arc_of(pose: Pose, shape: Shape, point: Point, arcs: Arcs = QUARTERS) -> Side:
    """The arc of a body in which a point lies; a point inside the body lies in the flank on its side."""
    return _side_of(pose.local(point), front_cone(shape, arcs), rear_cone(shape, arcs), arcs.beyond)


def is_in_arc(body: Body, other: Body, side: Side, arcs: Arcs = QUARTERS, outline: Outline = "bases") -> bool:
    """Whether any part of another body lies in this arc of a body."""
    pose = standing(body)
    figures = [_local(pose, row) for row in _rows(other, outline)]
    match side:
        case "front":
            return any(is_met(figure, front_cone(body.shape, arcs), arcs.beyond) for figure in figures)
        case "rear":
            return any(is_met(figure, rear_cone(body.shape, arcs), arcs.beyond) for figure in figures)
        case "left" | "right":
            least = TOLERANCE * TOLERANCE
            return any(_areas(body.shape, figure, arcs)[side] > least for figure in figures)


def share_of_edge(pose: Pose, shape: Shape, edge: Front, arcs: Arcs = QUARTERS) -> Shares:
    """How much of the length of an edge lies in each arc of a body; one along a line lies on one side."""
    segment = Segment(pose.local(edge.left), pose.local(edge.right))
    front, rear = (
        _settled(cone, segment, arcs) for cone in (front_cone(shape, arcs), rear_cone(shape, arcs))
    )
    cuts = {0.0, 1.0}
    for plane in (*front, *rear):
        before, after = plane.excess(segment.start), plane.excess(segment.end)
        if (before < 0.0 < after) or (after < 0.0 < before):
            cuts.add(before / (before - after))
    shares: Shares = dict.fromkeys(SIDES, 0.0)
    for start, end in pairwise(sorted(cuts)):
        side = _side_of(segment.at((start + end) / 2), front, rear, 0.0)
        if side in ("front", "rear"):
            shares[side] += end - start
        else:
            left = _share_left(segment.at(start).x, segment.at(end).x)
            shares["left"] += left * (end - start)
            shares["right"] += (1.0 - left) * (end - start)
    return shares


def share_of_body(body: Body, other: Body, arcs: Arcs = QUARTERS, outline: Outline = "bases") -> Shares:
    """How much of the area of another body lies in each arc of a body."""
    pose = standing(body)
    figures = [_local(pose, row) for row in _rows(other, outline)]
    found = [_areas(body.shape, figure, arcs) for figure in figures]
    whole = sum(area(figure) for figure in figures)
    return {side: sum(areas[side] for areas in found) / whole for side in SIDES}


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
    """The distance from an edge to what of a target lies in the arc that opens from it, if anything does; to
    what lies within the slack of the arc where nothing lies in it."""
    opening, edge = cone(front.width, angle), (Point(-front.width / 2, 0.0), Point(front.width / 2, 0.0))
    found = []
    for row in _rows(target, outline):
        figure = [front.local(corner) for corner in box_corners(row)]
        seen = clipped(figure, opening) or clipped(figure, opening, slack)
        if seen:
            found.append(nearest_of_figures(edge, seen))
    if not found:
        return None
    length, here, there = min(found)
    return Nearest(length, front.at(*here), front.at(*there))


def is_enfiladed(pose: Pose, shape: Shape, eye: Point) -> bool:
    """Whether a straight line from a point beyond one flank can pass through both flank edges."""
    right, forward = pose.local(eye)
    beyond = abs(right) - shape.width / 2
    aside = abs(forward + shape.depth / 2) - shape.depth / 2
    return beyond > HAIR and within(aside, max(beyond, 0.0) * shape.depth / shape.width)


def rakes(eye: Point, one: Segment, other: Segment) -> bool:
    """Whether a straight line from a point can pass through two segments, their ends included."""
    rays = [_seen_from(eye, segment) for segment in (one, other)]
    return any(_is_between(ray, *rays[1]) for ray in rays[0]) or any(
        _is_between(ray, *rays[0]) for ray in rays[1]
    )


def _seen_from(eye: Point, segment: Segment) -> tuple[Point, Point]:
    """The ways from a point to the two ends of a segment, the one farther clockwise first."""
    ways = (
        Point(segment.start.x - eye.x, segment.start.y - eye.y),
        Point(segment.end.x - eye.x, segment.end.y - eye.y),
    )
    return ways if _turn(*ways) >= 0.0 else (ways[1], ways[0])


def _turn(one: Point, other: Point) -> float:
    """Positive if the second way lies anticlockwise of the first, 0 if they lie along one line."""
    return one.x * other.y - one.y * other.x


def _is_between(way: Point, first: Point, last: Point) -> bool:
    """Whether a way lies between two others that are less than half a turn apart, or along one of them."""
    ahead = way.x * (first.x + last.x) + way.y * (first.y + last.y) >= 0.0
    return ahead and _turn(first, way) >= 0.0 and _turn(way, last) >= 0.0


def _side_of(local: Point, front: Cone, rear: Cone, slack: float) -> Side:
    """The arc in which a point of the body's own frame lies."""
    if all(plane.excess(local) <= slack for plane in front):
        return "front"
    if all(plane.excess(local) <= slack for plane in rear):
        return "rear"
    return "left" if local.x < 0.0 else "right"


def _settled(cone: Cone, segment: Segment, arcs: Arcs) -> Cone:
    """A cone whose lines are moved by the slack where a segment lies along them."""
    beyond, right, left = (
        plane._replace(c=plane.c + arcs.beyond)
        if all(abs(plane.excess(end)) <= arcs.slack for end in segment)
        else plane
        for plane in cone
    )
    return beyond, right, left


def _share_left(start: float, end: float) -> float:
    """How much of the way from one place to another lies left of the middle, at 0."""
    if min(start, end) >= 0.0:
        return 0.0
    if max(start, end) <= 0.0:
        return 1.0
    return -min(start, end) / abs(end - start)


def _rows(body: Body, outline: Outline) -> list[Row]:
    """The boxes of a body that stands on the table."""
    standing(body)
    return split_boxes(boxes(body, outline))


def _local(pose: Pose, row: Row) -> list[Point]:
    """The corners of a box in the frame of a body."""
    sin, cos, here_x, here_y = SINES[pose.heading], COSINES[pose.heading], pose.x, pose.y
    offs = [(x - here_x, y - here_y) for x, y in box_corners(row)]
    return [tuple.__new__(Point, (dx * cos - dy * sin, dx * sin + dy * cos)) for dx, dy in offs]


def _areas(shape: Shape, figure: list[Point], arcs: Arcs) -> dict[Side, float]:
    """How much of the area of a convex figure, in the body's own frame, lies in each arc."""
    front, rear = front_cone(shape, arcs), rear_cone(shape, arcs)
    areas: dict[Side, float] = {"front": area(clipped(figure, front)), "rear": area(clipped(figure, rear))}
    halves: dict[Side, HalfPlane] = {"left": HalfPlane(1.0, 0.0, 0.0), "right": HalfPlane(-1.0, 0.0, 0.0)}
    for side, half in halves.items():
        part = clipped(figure, (half,))
        areas[side] = area(part) - area(clipped(part, front)) - area(clipped(part, rear))
    return areas
