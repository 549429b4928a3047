"""Traces: what the legs of a plan do on the table, in pure geometry. Systems price them and name their
obstacles.

Slides are exact: a rectangle that slides sweeps a convex polygon, and all moments at which it meets ground,
bodies or the edge of the table are closed forms. So are those of wheels, whose corners run on circles. Only
the swept outline of a wheel is drawn with straight pieces, one for each degree: on a circle of 10 in they
miss it by less than 0.001 in. Turns on the centre, about-faces and reforms are traced by where they end:
their way is not swept.

>>> from sandtable.table.space.ground import Field
>>> from sandtable.table.movement.legs import Advance, Wheel
>>> from sandtable.table.space.shape import block
>>> line = Body(0, 0, Pose(2000, 1000), block(4, files=4, width=200, depth=200))
>>> wheel, advance = trace(line, (Wheel("right", 300), Advance(250)), Scene(Field(7200, 4800), (line,)))
>>> round(wheel.outer, 2), round(wheel.front, 2), round(wheel.farthest, 2)
(418.88, 209.44, 431.77)
>>> advance.farthest
250.0
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from sandtable.table.measure.terrain import level_at
from sandtable.table.movement.conditions import way
from sandtable.table.movement.course import Course, as_lists, stand
from sandtable.table.movement.encounters import LandMet, Meeting, Span, approaches, meet, turned, way_of
from sandtable.table.movement.kernels.ground_crossed import slide_piece_spans, turn_piece_span
from sandtable.table.movement.kernels.moving_boxes import NEVER
from sandtable.table.movement.kernels.rows import ABSENT, HAIR, MINE, ROLE, SPANS, row_of, take_stand
from sandtable.table.movement.kernels.runs import chord_of
from sandtable.table.movement.kernels.slide_stops import gap_to
from sandtable.table.movement.legs import (
    RADIAN,
    Leg,
    Plan,
    Slide,
    Wheel,
    along,
    amount,
    end,
    end_shape,
    sine_cosine,
)
from sandtable.table.movement.prices import lever
from sandtable.table.movement.terms import Terms
from sandtable.table.space.body import Body, centre, corners
from sandtable.table.space.lengths import DEGREE, FULL_TURN, QUARTER_TURN, TOLERANCE
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.scene import Outline, Scene
from sandtable.table.space.shape import Shape, frontage


class GroundCrossed(Struct, frozen=True, gc=False):
    """A piece of ground on the way: where along the leg the outline first touches it, from where to where it
    is in it, and how far the middle of the front goes meanwhile."""

    piece: str
    kind: str
    touched: float
    spans: tuple[tuple[float, float], ...]
    length: float
    ends_in_it: bool


class BodyPassed(Struct, frozen=True, gc=False):
    """A body on the way: from where to where along the leg the mover lies across it, and if it ends clear."""

    body: int
    start: float
    stop: float
    ends_clear: bool


class Approach(Struct, frozen=True, gc=False):
    """The least distance to a body on the way, where along the leg, and where the front middle then is."""

    body: int
    distance: float
    at: float
    place: Point


class Trace(Struct, frozen=True, gc=False):
    """One leg on the table. Places along it are hundredths of a slide, tenths of a degree of a wheel.

    *front*, *outer* and *farthest* are the lengths of the ways of the middle of the front, of the outer front
    corner and of the corner that moves farthest. *leaves* is where it leaves the table, if it does. Levels
    are those under the middle of the footprint. *outline* is what is swept; of a body that is set down, where
    it lies.
    """

    leg: Leg
    start: Pose
    end: Pose
    shape: Shape
    front: float
    outer: float
    farthest: float
    ground: tuple[GroundCrossed, ...]
    passed: tuple[BodyPassed, ...]
    approaches: tuple[Approach, ...]
    leaves: float | None
    levels: tuple[int, int]
    outline: tuple[Point, ...]


def trace(body: Body, legs: Plan, scene: Scene, outline: Outline = "bases") -> tuple[Trace, ...]:
    """Trace the legs of a plan one after another."""
    course = Course(body, Terms(0, (), outline=outline), scene)
    pose, shape = course.pose, body.shape
    traces: list[Trace] = []
    for leg in legs:
        met = meet(course, leg, pose, shape)
        traces.append(_trace(course, met))
        pose, shape = met.end, met.end_shape
    return tuple(traces)


def pieces_crossed(body: Body, legs: Plan, scene: Scene, outline: Outline = "bases") -> tuple[int, ...]:
    """The pieces of ground in which the legs of a plan lead a body, by their place in the list.

    They are those of which its traces tell from where to where it is in them.
    """
    course = Course(body, Terms(0, (), outline=outline), scene)
    pose, shape = course.pose, body.shape
    found: list[int] = []
    for leg in legs:
        met = meet(course, leg, pose, shape)
        found += [land.piece for land in met.lands if land.spans]
        pose, shape = met.end, met.end_shape
    return tuple(dict.fromkeys(found))


def nearest_approach(
    body: Body, legs: Plan, scene: Scene, others: Sequence[int], outline: Outline = "bases"
) -> float:
    """How near the legs of a plan bring a body to the nearest of some others; infinite without legs.

    It is the least of what their traces tell of these bodies, found without all the rest of them.
    """
    course = Course(body, Terms(0, (), outline=outline), scene)
    pose, shape, least = course.pose, body.shape, math.inf
    for leg in legs:
        ended, shape_after = end(leg, pose, shape), end_shape(leg, shape)
        if amount(leg):
            near = approaches(course, leg, pose, shape)
        else:
            near = _near_set_down(course, ended, shape_after)
        least = min([least, *[near[other][0] for other in others]])
        pose, shape = ended, shape_after
    return least


def _trace(course: Course, met: Meeting) -> Trace:
    front, outer, farthest = _lengths(met)
    field = course.scene.field
    levels = (
        level_at(field, centre(met.start, met.shape)),
        level_at(field, centre(met.end, met.end_shape)),
    )
    goes = amount(met.leg)
    leaves = met.leaves if met.leaves < goes or (not goes and met.leaves == 0.0) else None
    return Trace(
        met.leg,
        met.start,
        met.end,
        met.end_shape,
        front,
        outer,
        farthest,
        tuple(_crossed(course, met, land) for land in met.lands if land.spans or land.after),
        _passed(met),
        _approaches(course, met),
        leaves,
        levels,
        swept(met.leg, met.start, met.shape) if goes else corners(met.end, met.end_shape),
    )


def _lengths(met: Meeting) -> tuple[float, float, float]:
    """The ways of the front middle, of the outer front corner and of the farthest corner in a leg."""
    if isinstance(met.leg, Slide):
        return (float(met.leg.distance),) * 3
    if isinstance(met.leg, Wheel):
        front, outer, farthest = (
            met.leg.turn * lever("wheel", of, met.shape) for of in ("path", "outer corner", "farthest corner")
        )
        return front, outer, farthest
    moved = math.hypot(met.end.x - met.start.x, met.end.y - met.start.y)
    return moved, moved, moved


def _crossed(course: Course, met: Meeting, land: LandMet) -> GroundCrossed:
    piece = course.scene.field.pieces[land.piece]
    unit = lever("wheel", "path", met.shape) if isinstance(met.leg, Wheel) else 1.0
    length = sum(stop - start for start, stop in land.spans) * unit
    return GroundCrossed(piece.id, piece.kind, _touched(course, met, land), land.spans, length, land.after)


def _touched(course: Course, met: Meeting, land: LandMet) -> float:
    """Where along a leg the outline first comes to a piece of ground."""
    if land.before or not amount(met.leg):
        return 0.0
    world = as_lists(course.world_of(met.shape))
    take_stand(world, stand(met.start))
    leg = met.leg
    if isinstance(leg, Wheel):
        _, inside = way_of(leg, met.shape)
        pivot = (*met.start.at(inside, 0), 1.0 if leg.side == "right" else -1.0)
        first, _ = turn_piece_span(world, land.piece, pivot, chord_of(leg.turn, world[2]), HAIR)
        return turned(first) if first < NEVER else float(leg.turn)
    assert isinstance(leg, Slide)
    spans = world[1][SPANS]
    end = slide_piece_spans(world, land.piece, MINE, way(leg, met.start), HAIR, spans)
    return world[0][spans] if end > spans else float(leg.distance)


def _passed(met: Meeting) -> tuple[BodyPassed, ...]:
    """The bodies that a leg lies across at any moment, or on which it is set down."""
    goes = float(amount(met.leg))
    spans = [(other, other.across or (goes, goes)) for other in met.bodies]
    return tuple(
        BodyPassed(other.body, start, stop, other.end_gap >= -TOLERANCE)
        for other, (start, stop) in spans
        if other.across or other.end_gap < -TOLERANCE
    )


def _approaches(course: Course, met: Meeting) -> tuple[Approach, ...]:
    """How near a leg comes to each other body; a body that is set down, by where it lies."""
    goes = amount(met.leg)
    if goes:
        near = approaches(course, met.leg, met.start, met.shape)
    else:
        near = _near_set_down(course, met.end, met.end_shape)
    found: list[Approach] = []
    for body, (distance, at) in enumerate(near):
        if distance < math.inf:
            stance = along(met.leg, met.start, met.shape, at / goes if goes else 1.0)
            found.append(Approach(body, distance, at, Point(stance.x, stance.y)))
    return tuple(found)


def _near_set_down(course: Course, pose: Pose, shape: Shape) -> list[Span]:
    """How near a body that is set down anew lies to each other."""
    placed = Course(_moved(course.body, pose, shape), course.terms, course.scene)
    return [(max(gap, 0.0), 0.0) for gap in gaps_of(placed)]


def gaps_of(course: Course) -> list[float]:
    """The gaps from a body, as it stands, to all others; infinite to those not there and to itself."""
    world = as_lists(course.world)
    take_stand(world, stand(course.pose))
    index = world[1]
    return [
        gap_to(world, MINE, body) if world[0][row_of(index, body) + ROLE] != ABSENT else math.inf
        for body in range(len(course.scene.bodies))
    ]


def _moved(body: Body, pose: Pose, shape: Shape) -> Body:
    return Body(body.id, body.side, pose, shape)


def swept(leg: Leg, start: Pose, shape: Shape) -> tuple[Point, ...]:
    """The outline of what the footprint sweeps in a slide or wheel."""
    if isinstance(leg, Wheel):
        return _swept_by_wheel(leg, start, shape)
    assert isinstance(leg, Slide)
    dx, dy, length = way(leg, start)
    here = corners(start, shape)
    there = [Point(x + dx * length, y + dy * length) for x, y in here]
    return _hull([*here, *there])


def _hull(points: list[Point]) -> tuple[Point, ...]:
    """The smallest convex ring around some points, clockwise."""
    ordered = sorted(points)
    return tuple(_chain(ordered)[:-1] + _chain(ordered[::-1])[:-1])


def _chain(points: list[Point]) -> list[Point]:
    """The upper boundary of points given from left to right."""
    chain: list[Point] = []
    for point in points:
        while len(chain) > 1 and _left_turn(chain[-2], chain[-1], point) >= 0:
            chain.pop()
        chain.append(point)
    return chain


def _left_turn(a: Point, b: Point, c: Point) -> float:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _swept_by_wheel(leg: Wheel, start: Pose, shape: Shape) -> tuple[Point, ...]:
    """The ring that a footprint sweeps about its inside front corner.

    Seen from that corner it is the farthest point in each direction: at first that of the footprint at the
    start, then the circle of its far rear corner, at last that of the footprint at the end.
    """
    sense = 1 if leg.side == "right" else -1
    if frontage(shape) < shape.width:
        return _swept_by_parts(leg, start, shape)
    pivot = start.at(sense * shape.width / 2, 0)
    across, along_flank = float(shape.width), float(shape.depth)
    farthest = math.atan2(along_flank, across) / RADIAN
    looks = [0.0, farthest, farthest + leg.turn, float(QUARTER_TURN + leg.turn)]
    looks += map(float, range(DEGREE, QUARTER_TURN + leg.turn, DEGREE))
    ring = [pivot]
    for look in sorted(looks):
        lean = min(max(farthest, look - leg.turn), look, float(QUARTER_TURN))
        radius = _radius(across, along_flank, lean)
        heading = start.heading + sense * (leg.turn - QUARTER_TURN - look)
        sin, cos = sine_cosine(heading % FULL_TURN)
        ring.append(Point(pivot.x + radius * sin, pivot.y + radius * cos))
    return tuple(ring)


def _swept_by_parts(leg: Wheel, start: Pose, shape: Shape) -> tuple[Point, ...]:
    """The ring around a footprint at each degree of a wheel about a corner of a narrower front."""
    half, points = shape.width / 2, list[Point]()
    for turn in (*range(0, leg.turn, DEGREE), leg.turn):
        stance = along(leg, start, shape, turn / leg.turn)
        points += [stance.at(x, y) for x in (-half, half) for y in (0.0, -shape.depth)]
    return _hull(points)


def _radius(across: float, deep: float, lean: float) -> float:
    """How far a rectangle reaches from its corner in a direction that leans so far from its front."""
    sin, cos = sine_cosine(lean)
    by_flank = across / cos if cos > 1e-9 else math.inf
    by_rear = deep / sin if sin > 1e-9 else math.inf
    return min(by_flank, by_rear)
