"""Provisos of a move that are rarer than distance, bodies and ground: paths to keep to, zones, the front
rank."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, starmap

from sandtable.table.body import Body, centre, corners
from sandtable.table.course import Course, as_lists, stand
from sandtable.table.distance import distances_from
from sandtable.table.kernels.boxes import BOX
from sandtable.table.kernels.keeping_to import kept_until
from sandtable.table.kernels.moving import NEVER
from sandtable.table.kernels.moving_ground import lies_over, slide_ring_spans, turn_edge_span
from sandtable.table.kernels.moving_rows import MINE, Way, place
from sandtable.table.kernels.rings import EDGE, box_over_ring
from sandtable.table.legs import RADIAN, Leg, Reform, Slide, Wheel, amount, bearing, kind_of
from sandtable.table.measure import COSINES, DEGREE, FULL_TURN, HALF_TURN, SINES, TOLERANCE, turn_between
from sandtable.table.meeting import Meeting, approaches, turned, way_of
from sandtable.table.obstacles import place_at
from sandtable.table.plane import Segment, apart, nearest_on_segment
from sandtable.table.pose import Point, Pose
from sandtable.table.scene import boxes
from sandtable.table.shape import Shape
from sandtable.table.terms import KeepTo, Opening, Zone
from sandtable.table.verdict import Obstacle


def provisos(course: Course, met: list[Meeting]) -> Iterator[Obstacle]:
    """What the rarer provisos have against a move."""
    for keep_to in course.terms.keep_to:
        yield from _off_path(course, met, keep_to)
        yield from _across_path(course, met, keep_to)
    if met and any(going.front_clear for going in course.terms.goings):
        yield from _astride(course, met[-1], len(met) - 1)
    if course.terms.zones:
        yield from _bound(course, met)


def _off_path(course: Course, met: list[Meeting], keep_to: KeepTo) -> Iterator[Obstacle]:
    """Where a move leaves the path it must keep to."""
    path = course.through(Opening(keep_to.kinds, (), keep_to.points))
    for number, meeting in enumerate(met):
        at = _on_path_until(path, meeting)
        if at < amount(meeting.leg) - TOLERANCE or at < 0.0:
            words = keep_to.words or f"the move must keep to the {' or '.join(keep_to.kinds)}"
            place = place_at(meeting, max(at, 0.0))
            yield Obstacle("path", words, keep_to.rule, number, max(at, 0.0), place=place)
            return


def _across_path(course: Course, met: list[Meeting], keep_to: KeepTo) -> Iterator[Obstacle]:
    """Where a body turns upon the path it must keep to and does not come to face along it."""
    for number, meeting in enumerate(met):
        turns = isinstance(meeting.leg, Reform) and meeting.leg.turn != 0
        if keep_to.along and turns and not _faces_along(course, meeting.end, keep_to):
            words = f"the turn must follow the {' or '.join(keep_to.kinds)}"
            yield Obstacle("path", words, keep_to.rule, number, place=Point(meeting.end.x, meeting.end.y))
            return


def _faces_along(course: Course, pose: Pose, keep_to: KeepTo) -> bool:
    """Does a pose face along a line of the path, one way or the other, where the middle of its front is?"""
    here = Point(pose.x, pose.y)
    for piece in course.scene.field.pieces:
        if piece.kind not in keep_to.kinds:
            continue
        for edge in starmap(Segment, pairwise(piece.line)):
            if apart(nearest_on_segment(edge, here), here) > piece.width / 2 + TOLERANCE:
                continue
            heading = round(math.atan2(edge.end.x - edge.start.x, edge.end.y - edge.start.y) / RADIAN)
            off = abs(turn_between(heading % FULL_TURN, pose.heading))
            if min(off, HALF_TURN - off) <= keep_to.along:
                return True
    return False


def _on_path_until(path: Course, meeting: Meeting) -> float:
    """How far along a leg all points that matter stay on the path; -1 if they are off it at once."""
    leg, world = meeting.leg, path.world_of(meeting.end_shape)
    how, inside = way_of(leg, meeting.shape)
    slid = way(leg, meeting.start) if isinstance(leg, Slide) else (0.0, 0.0, 0.0)
    return kept_until(how, stand(meeting.start), stand(meeting.end), inside, amount(leg), slid, world)


def way(leg: Slide, pose: Pose) -> Way:
    """The way of a slide from a pose, as the kernels want it."""
    toward = (pose.heading + bearing(leg)) % FULL_TURN
    return (SINES[toward], COSINES[toward], float(leg.distance))


def _astride(course: Course, last: Meeting, number: int) -> Iterator[Obstacle]:
    """Obstacles across which the front rank may not come to stand."""
    shape = last.end_shape
    front = Shape(shape.front_rank, shape.width, max(base.depth for base in shape.front_rank))
    world = as_lists(course.world_of(front))
    place(world, stand(last.end), MINE)
    for at, piece in enumerate(course.scene.field.pieces):
        going = course.terms.for_ground(piece.kind, piece.id)
        if going is not None and going.front_clear and lies_over(world, at, MINE, TOLERANCE):
            words = f"the front rank may not come to stand across the {piece.kind}"
            where = place_at(last, math.inf)
            yield Obstacle("ground", words, going.rule, number, place=where, piece=piece.id)


def _bound(course: Course, met: list[Meeting]) -> Iterator[Obstacle]:
    """Legs that the zones of other bodies do not allow once the mover is, or has been, in one of them."""
    began = _zones_at(course, course.pose, course.body.shape)
    binding: list[Zone] = []
    for number, meeting in enumerate(met):
        held = _zones_at(course, meeting.start, meeting.shape) if number else began
        held = held + [zone for zone in binding if zone not in held]
        entered = [(zone, _entry(course, zone, meeting)) for zone in course.terms.zones if zone not in held]
        came = [(zone, at) for zone, at in entered if at < amount(meeting.leg)]
        since = 0.0 if held else min([at for _, at in came], default=0.0)
        binding = held + [zone for zone, _ in came]
        if binding and not (
            _obeys(course, meeting, binding, starts_inside=bool(began))
            and _passes_nobody(course, meeting, since)
        ):
            words = binding[0].words or f"in the zone of body {binding[0].body} this {kind_of(meeting.leg)}"
            told = words if binding[0].words else f"{words} may not be made"
            place = place_at(meeting, since)
            yield Obstacle("zone", told, binding[0].rule, number, since, place=place, body=binding[0].body)


def _passes_nobody(course: Course, meeting: Meeting, since: float) -> bool:
    """Does a leg, from where a zone binds it, lie across nobody whom zones keep it from passing?"""
    zoned = (met for met in meeting.bodies if (one := course.passings.get(met.body)) and one.zoned)
    return not any(met.across is not None and met.across[1] > since + TOLERANCE for met in zoned)


def _obeys(course: Course, meeting: Meeting, zones: list[Zone], *, starts_inside: bool) -> bool:
    """Whether a leg is one of those the zones allow, and leads as they demand."""
    kind = kind_of(meeting.leg)
    if not all(kind in zone.allows for zone in zones):
        return False
    if kind in ("advance", "oblique"):
        near = approaches(course, meeting.leg, meeting.start, meeting.shape)
        mover = Body(course.body.id, course.body.side, meeting.end, meeting.shape)
        gaps = distances_from(mover, course.scene, course.terms.outline)
        return any(gaps[zone.body] <= near[zone.body][0] + TOLERANCE for zone in zones)
    if kind == "wheel":
        return any(_turns_towards(course, meeting, zone) for zone in zones)
    return starts_inside or kind == "reform"


def _turns_towards(course: Course, meeting: Meeting, zone: Zone) -> bool:
    """Whether a wheel lessens the angle between the facing and the direction to the middle of a body."""
    other = course.scene.bodies[zone.body]
    assert other.pose is not None
    x, y = centre(other.pose, other.shape)
    off: list[int] = []
    for pose in (meeting.start, meeting.end):
        mine = centre(pose, meeting.shape)
        toward = round(math.degrees(math.atan2(x - mine.x, y - mine.y)) * DEGREE)
        off.append(abs(turn_between(pose.heading, toward % FULL_TURN)))
    return off[1] < off[0]


def _zones_at(course: Course, pose: Pose, shape: Shape) -> list[Zone]:
    """The zones a body that stands so is in."""
    around = _bounds(corners(pose, shape))
    return [
        zone
        for zone in course.terms.zones
        if _may_reach(zone, around) and _is_in(_with_ring(course, pose, shape, zone), zone)
    ]


Bounds = tuple[float, float, float, float]
"""An upright rectangle: left, bottom, right, top."""


def _may_reach(zone: Zone, around: Bounds) -> bool:
    """Might something within a rectangle lie in a zone? Only that around the zone is looked at, so this is
    soon said."""
    west, south, east, north = _bounds(zone.ring)
    left, bottom, right, top = around
    return west <= right and left <= east and south <= top and bottom <= north


def _around(meeting: Meeting) -> Bounds:
    """A rectangle that a body does not reach out of on a leg."""
    leg, pose, shape = meeting.leg, meeting.start, meeting.shape
    if isinstance(leg, Slide):
        return _bounds((*corners(pose, shape), *corners(meeting.end, shape)))
    reach = shape.width + math.hypot(shape.width / 2, shape.depth)
    return pose.x - reach, pose.y - reach, pose.x + reach, pose.y + reach


@lru_cache(maxsize=4096)
def _bounds(ring: tuple[Point, ...]) -> Bounds:
    """The rectangle around a ring."""
    return min(x for x, _ in ring), min(y for _, y in ring), max(x for x, _ in ring), max(y for _, y in ring)


def _with_ring(course: Course, pose: Pose, shape: Shape, zone: Zone) -> list[float]:
    """The boxes of the mover that stands so, and behind them the edges of a zone."""
    row = list(boxes(Body(course.body.id, course.body.side, pose, shape), course.terms.outline))
    ring = [*zone.ring, zone.ring[0]]
    for (ax, ay), (bx, by) in pairwise(ring):
        row += (float(ax), float(ay), float(bx), float(by))
    return row


def _edges(row: list[float], zone: Zone) -> tuple[int, int]:
    """The first edge of the ring in such a row, and the one after its last."""
    last = len(row) // EDGE
    return last - len(zone.ring), last


def _is_in(row: list[float], zone: Zone) -> bool:
    first, last = _edges(row, zone)
    return any(box_over_ring(row, first, last, row, i, TOLERANCE) for i in range(0, first * EDGE, BOX))


def _entry(course: Course, zone: Zone, meeting: Meeting) -> float:
    """How far along a leg the mover comes into a zone; infinite if it does not."""
    leg: Leg = meeting.leg
    if not _may_reach(zone, _around(meeting)):
        return math.inf
    row = _with_ring(course, meeting.start, meeting.shape, zone)
    first, last = _edges(row, zone)
    boxes_end, entry = first * EDGE, math.inf
    if isinstance(leg, Slide):
        row += [0.0] * (8 * len(zone.ring) + 8)
        for i in range(0, boxes_end, BOX):
            end = slide_ring_spans(row, i, way(leg, meeting.start), first, last, 0, TOLERANCE, last * EDGE)
            entry = min(entry, row[last * EDGE]) if end > last * EDGE else entry
    elif isinstance(leg, Wheel):
        _, inside = way_of(leg, meeting.shape)
        pivot = (*meeting.start.at(inside, 0), 1.0 if leg.side == "right" else -1.0)
        moment, final = NEVER, -NEVER
        for i in range(0, boxes_end, BOX):
            for e in range(first * EDGE, last * EDGE, EDGE):
                moment, final = turn_edge_span(row, i, pivot, e, TOLERANCE, moment, final)
        entry = turned(moment)
    return entry
