"""Distances: between the nearest points of bodies, points, pieces of ground and the edges of the table.

Bodies are measured base by base; ``outline="footprint"`` measures the rectangle around the bases instead.
Lengths are hundredths of an inch and not rounded. Bodies that touch or overlap are 0 apart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import Final, NamedTuple, assert_never

from sandtable.table import compiled
from sandtable.table.measure.kernels import ground_near
from sandtable.table.measure.kernels.nearest import nearest_of_pair
from sandtable.table.measure.kernels.part_gaps import gaps_of_each
from sandtable.table.measure.kernels.placed import (
    gap_of_footprints,
    gap_of_pair,
    tell_boxes,
    tell_extent,
    tell_footprint,
)
from sandtable.table.space.body import Body, standing
from sandtable.table.space.ground import Field, TableSide
from sandtable.table.space.ground_rows import ground_rows
from sandtable.table.space.kernels import boxes as boxes_kernel
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.scene_rows import STAND
from sandtable.table.space.lengths import HAIR, TOLERANCE
from sandtable.table.space.plane import (
    apart,
    box_corners,
    box_planes,
    clipped,
    nearest_in_box,
    split_boxes,
)
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Gaps, Outline, Row, Scene, boxes, moved_bodies
from sandtable.table.space.shape import Shape, parts
from sandtable.table.space.shape_rows import shape_place


class Nearest(NamedTuple):
    """The distance between two things and the point on each of them where it is measured."""

    distance: float
    here: Point
    there: Point


class Distances(NamedTuple):
    """The distances of all pairs of bodies; infinite where one of the two is not on the table."""

    bodies: int
    gaps: Sequence[float]

    def between(self, one: int, other: int) -> float:
        """The distance between two bodies, by number."""
        return max(self.gaps[one * self.bodies + other], 0.0)

    def from_one(self, one: int) -> Sequence[float]:
        """The distances of one body from all, by number, or minus the depths to which they overlap."""
        return self.gaps[one * self.bodies : (one + 1) * self.bodies]

    def gap(self, one: int, other: int) -> float:
        """The distance between two bodies, by number, or minus the depth to which they overlap."""
        return self.gaps[one * self.bodies + other]


def is_within(length: float, limit: float) -> bool:
    """Whether a length is no more than a limit, exactly; slack that a rule allows is part of the limit."""
    return length <= limit + HAIR


def touches(gap: float) -> bool:
    """Whether two things with this gap touch or overlap, by the tolerance of touching."""
    return gap <= TOLERANCE + HAIR


def gap(one: Body, other: Body, outline: Outline = "bases") -> float:
    """The distance between two bodies, or minus the depth to which they overlap."""
    here, there = one.pose or standing(one), other.pose or standing(other)
    (mine, _), (theirs, empty) = shape_place(one.shape), shape_place(other.shape)
    measure = gap_of_pair if outline == "bases" else gap_of_footprints
    return measure(
        (here.x, here.y, here.heading),
        mine,
        (there.x, there.y, there.heading),
        theirs,
        empty,
    )


def gap_of_boxes(one: list[float], other: list[float]) -> float:
    """The distance between two bodies given by their boxes, or minus the depth to which they overlap.

    It runs in plain Python, so that the check of a file does not load the compiler.
    """
    return boxes_kernel.gap_between.plain(one, other)


def gaps_of_parts(pose: Pose, parts: tuple[Shape, ...], other: Body) -> list[float]:
    """The gap between each of some parts of a body at a pose and another body, measured as in `gap`."""
    rows, starts = _parts_at(pose, parts, compiled.now.mode)
    gaps = compiled.zeros(len(parts))
    gaps_of_each(rows, starts, measured(other), gaps)
    return compiled.listed(gaps)


@lru_cache(maxsize=1024)
def _parts_at(pose: Pose, parts: tuple[Shape, ...], mode: str) -> tuple[compiled.Floats, compiled.Wholes]:
    """The boxes of some parts of a body one after another, and which is the first of each."""
    assert mode == compiled.mode()
    rows = [boxes(Body(0, 0, pose, part)) for part in parts]
    starts = accumulate([len(row) // BOX for row in rows], initial=0)
    return compiled.floats(list(chain.from_iterable(rows))), compiled.wholes(list(starts))


def distance(one: Body, other: Body, outline: Outline = "bases") -> float:
    """The distance between the nearest points of two bodies; 0 if they touch or overlap."""
    return max(gap(one, other, outline), 0.0)


def distances(scene: Scene, outline: Outline = "bases") -> Distances:
    """The distances of all pairs of bodies; if only a few moved since the last scene, only theirs are
    measured."""
    mirror, bodies = scene.mirror, scene.bodies
    known = mirror.gaps.get(outline)
    if known is None or known.bodies is not bodies:
        changed = moved_bodies(known.bodies, bodies) if known is not None else []
        if known is None or len(changed) * FEW > len(bodies):
            gaps = _all_gaps(*mirror.boxes(outline))
        else:
            gaps = _gaps_after(known.gaps, changed, *mirror.boxes(outline))
        known = mirror.gaps[outline] = Gaps(bodies, gaps)
    return Distances(len(bodies), known.gaps)


def gaps_from(number: int, scene: Scene) -> Sequence[float]:
    """The distances of one body of the scene from all, the same floats as in `distances`; read from there if
    all pairs are measured already."""
    mirror, count = scene.mirror, len(scene.bodies)
    known = mirror.gaps.get("bases")
    if known is not None and known.bodies is scene.bodies:
        return known.gaps[number * count : (number + 1) * count]
    row = compiled.zeros(count)
    boxes_kernel.gaps_of_one(*mirror.boxes("bases"), number, row)
    return compiled.listed(row)


FEW: Final = 4
"""If at most one body of so many moved, only the distances of those that moved are measured."""


def _all_gaps(numbers: compiled.Floats, starts: compiled.Wholes) -> list[float]:
    count = len(starts) - 1
    gaps = compiled.zeros(count * count)
    boxes_kernel.all_gaps(numbers, starts, gaps)
    return compiled.listed(gaps)


def _gaps_after(
    before: list[float], changed: list[int], numbers: compiled.Floats, starts: compiled.Wholes
) -> list[float]:
    """The gaps of all pairs, with those of the bodies that moved measured anew."""
    gaps, count = before.copy(), len(starts) - 1
    row = compiled.zeros(count)
    for number in changed:
        boxes_kernel.gaps_of_one(numbers, starts, number, row)
        gaps[number * count : (number + 1) * count] = gaps[number::count] = compiled.listed(row)
    return gaps


def distances_from(body: Body, scene: Scene, outline: Outline = "bases") -> list[float]:
    """The distances from a body, which may stand elsewhere than in the scene, to every body; 0 to itself."""
    numbers, starts = scene.mirror.boxes(outline)
    gaps = compiled.zeros(len(scene.bodies))
    boxes_kernel.gaps_from(measured(body, outline), numbers, starts, gaps)
    found = [0.0 if length < 0.0 else length for length in compiled.listed(gaps)]
    found[body.id] = 0.0
    return found


def gaps_of(number: int, scene: Scene, outline: Outline = "bases") -> list[float]:
    """The gaps from a body of the scene to every body, measured as in `gaps_to_all`."""
    rows = scene.mirror.rows(outline)
    gaps = compiled.zeros(len(scene.bodies))
    boxes_kernel.gaps_from(rows.of_one(number), rows.boxes, rows.starts, gaps)
    return compiled.listed(gaps)


def gaps_to_all(body: Body, scene: Scene, outline: Outline = "bases") -> list[float]:
    """The distances from a body to every body of the scene, or minus the depths to which they overlap.

    They are infinite to bodies off the table; to the body itself it is the gap to where it stands in the
    scene.
    """
    numbers, starts = scene.mirror.boxes(outline)
    gaps = compiled.zeros(len(scene.bodies))
    boxes_kernel.gaps_from(measured(body, outline), numbers, starts, gaps)
    return compiled.listed(gaps)


def footprint_middles(scene: Scene) -> tuple[list[float], list[float]]:
    """The x and the y of the middle of the rectangle around each body, by number; 0 for those not on the
    table. The lists are kept for the last scene and never changed."""
    global _middles
    last = _middles
    if last is None or last[0] is not scene:
        stands = compiled.listed(scene.mirror.feet.stands)
        last = _middles = scene, (stands[2::STAND], stands[3::STAND])
    return last[1]


_middles: tuple[Scene, tuple[list[float], list[float]]] | None = None


def sure_gap(one: Row, other: Row) -> float:
    """A lower bound of the gap between two boxes, from the sides of the first; negative if they may
    overlap."""
    dx, dy, sin, cos = other[0] - one[0], other[1] - one[1], one[4], one[5]
    tilt, upright = other[4] * cos - other[5] * sin, other[5] * cos + other[4] * sin
    right, forward = dx * cos - dy * sin, dx * sin + dy * cos
    return boxes_kernel.separation(right, forward, one[2], one[3], other[2], other[3], tilt, upright)


def is_measured_from(one: Body, other: Body) -> bool:
    """Whether two bodies are measured from the first of them, so that both orders give the same floats.

    They are measured from the lower-numbered; if the numbers are the same, from the one with the lower pose.
    """
    if one.id != other.id:
        return one.id < other.id
    here, there = standing(one), standing(other)
    return (here.x, here.y, here.heading) <= (there.x, there.y, there.heading)


def nearest(one: Body, other: Body, outline: Outline = "bases") -> Nearest:
    """The distance between two bodies, with the nearest point of each; overlapping bodies share a point."""
    if is_measured_from(one, other):
        return _nearest(one, other, outline)
    length, there, here = _nearest(other, one, outline)
    return Nearest(length, here, there)


def _nearest(one: Body, other: Body, outline: Outline) -> Nearest:
    here, there = standing(one), standing(other)
    if outline == "bases":
        (mine, _), (theirs, empty) = shape_place(one.shape), shape_place(other.shape)
        length, x, y, there_x, there_y = nearest_of_pair(
            (here.x, here.y, here.heading),
            mine,
            (there.x, there.y, there.heading),
            theirs,
            empty,
        )
        if length >= 0.0:
            return Nearest(length, Point(x, y), Point(there_x, there_y))
    return _nearest_of_rows(boxes(one, outline), boxes(other, outline))


@lru_cache(maxsize=2048)
def _nearest_of_rows(one: Row, other: Row) -> Nearest:
    pairs = [_nearest_of_boxes(here, there) for here in split_boxes(one) for there in split_boxes(other)]
    return min(pairs, key=_by_distance)


def is_surely_beyond(body: Body, point: Point, reach: float) -> bool:
    """Whether a body is certainly farther from a point than *reach*, judged by a circle around it."""
    pose, shape = body.pose or standing(body), body.shape
    return math.hypot(point.x - pose.x, point.y - pose.y) > reach + shape.width + shape.depth + TOLERANCE


def nearest_to_point(body: Body, point: Point, outline: Outline = "bases") -> Point:
    """The point of a body that is nearest to a given point; the point itself if it lies inside."""
    row = boxes(body, outline)
    if not row:
        standing(body)
    if len(row) == BOX:
        return nearest_in_box(row, point)
    found = [nearest_in_box(one, point) for one in split_boxes(row)]
    return min(found, key=lambda there: apart(point, there))


def distance_to_point(body: Body, point: Point, outline: Outline = "bases") -> float:
    """The distance from a point to the nearest point of a body; 0 inside it."""
    row = boxes(body, outline)
    if not row:
        standing(body)
    if len(row) > BOX:
        return apart(point, nearest_to_point(body, point, outline))
    return box_to_point(row, point.x, point.y)


def box_to_point(row: Row, there_x: float, there_y: float) -> float:
    """The distance from a point to a box; 0 inside it."""
    # The same operations as in nearest_in_box, so that both give the same float.
    x, y, wide, deep, sin, cos, _, _ = row
    dx, dy = there_x - x, there_y - y
    right, forward = dx * cos - dy * sin, dx * sin + dy * cos
    across = wide if right > wide else -wide if right < -wide else right
    along = deep if forward > deep else -deep if forward < -deep else forward
    if across == right and along == forward:
        return 0.0
    dx, dy = x + across * cos + along * sin - there_x, y - across * sin + along * cos - there_y
    return math.sqrt(dx * dx + dy * dy)


def distances_to_ground(body: Body, field: Field, outline: Outline = "bases") -> list[float]:
    """The distances from a body to every piece of ground in order; 0 where it lies on or touches it."""
    return list(_gaps_to_ground(standing(body), body.shape, field, outline, compiled.now.mode))


@lru_cache(maxsize=4096)
def _gaps_to_ground(pose: Pose, shape: Shape, field: Field, outline: Outline, mode: str) -> tuple[float, ...]:
    """Kept by pose and shape, because ground never moves and bodies seldom do."""
    gaps = compiled.zeros(len(field.pieces))
    ground = ground_rows(field, compiled.now.mode)
    ground_near.gaps_to_ground(measured(Body(0, 0, pose, shape), outline), ground, gaps)
    return tuple(compiled.listed(gaps))


def distance_to_ground(body: Body, field: Field, piece: int, outline: Outline = "bases") -> float:
    """The distance from a body to the piece of ground at this place of the field's list; 0 on it."""
    return distances_to_ground(body, field, outline)[piece]


def distance_to_edge(body: Body, field: Field, edge: TableSide) -> float:
    """The distance from a body to a side of the table; negative by as much as it sticks out over it."""
    left, bottom, right, top = extent(standing(body), body.shape)
    match edge:
        case "top":
            return field.depth - top
        case "bottom":
            return bottom
        case "left":
            return left
        case "right":
            return field.width - right
        case _:
            assert_never(edge)


def extent(pose: Pose, shape: Shape) -> tuple[float, float, float, float]:
    """The least x and y of a body and the greatest."""
    place, empty = shape_place(shape)
    left, right, low, high = tell_extent((pose.x, pose.y, pose.heading), place, empty)
    return left, low, right, high


def measured(body: Body, outline: Outline = "bases") -> compiled.Floats:
    """The boxes of a body on the table, as kernels read them."""
    at, (place, empty) = body.pose or standing(body), shape_place(body.shape)
    if outline == "footprint":
        row = compiled.zeros(BOX)
        tell_footprint((at.x, at.y, at.heading), place, empty, row)
    else:
        row = compiled.zeros(BOX * len(parts(body.shape)))
        tell_boxes((at.x, at.y, at.heading), place, empty, row)
    return row


def nearest_of_figures(one: Sequence[Point], other: Sequence[Point]) -> Nearest:
    """The nearest points of two convex figures or segments, neither of which lies inside the other."""
    nearest = math.inf, 0.0, 0.0, 0.0, 0.0
    for x, y in one:
        found = distance_to_edges(x, y, other)
        if found[0] < nearest[0]:
            nearest = found[0], x, y, found[1], found[2]
    for x, y in other:
        found = distance_to_edges(x, y, one)
        if found[0] < nearest[0]:
            nearest = found[0], found[1], found[2], x, y
    least, here_x, here_y, there_x, there_y = nearest
    return Nearest(least, Point(here_x, here_y), Point(there_x, there_y))


def distance_to_edges(x: float, y: float, figure: Sequence[Point]) -> tuple[float, float, float]:
    """The distance from a point to the edges of a figure, and the x and y of their nearest point."""
    return distance_to_line(x, y, (*figure, figure[0]))


def distance_to_line(x: float, y: float, line: Sequence[Point]) -> tuple[float, float, float]:
    """The distance from a point to a line through some points, and the x and y of its nearest point.

    The floats are those that `nearest_on_segment` and `apart` give for each segment.
    """
    least, at_x, at_y = math.inf, 0.0, 0.0
    ax, ay = line[0]
    for bx, by in line[1:]:
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        share = ((x - ax) * dx + (y - ay) * dy) / square if square else 0.0
        share = 0.0 if share < 0.0 else 1.0 if share > 1.0 else share
        there_x, there_y = ax + share * dx, ay + share * dy
        length = math.sqrt((there_x - x) * (there_x - x) + (there_y - y) * (there_y - y))
        if length < least:
            least, at_x, at_y = length, there_x, there_y
        ax, ay = bx, by
    return least, at_x, at_y


def _nearest_of_boxes(one: Row, other: Row) -> Nearest:
    """The nearest points of two boxes, one of them a corner; or the middle of their overlap."""
    common = clipped(box_corners(one), box_planes(other))
    return _shared(common) if common else nearest_of_figures(box_corners(one), box_corners(other))


def _by_distance(pair: Nearest) -> float:
    """The key by which pairs of points are compared."""
    return pair.distance


def _shared(points: Sequence[Point]) -> Nearest:
    """The middle of the points that two things have in common, as their nearest point."""
    x, y = sum(point.x for point in points) / len(points), sum(point.y for point in points) / len(points)
    return Nearest(0.0, Point(x, y), Point(x, y))
