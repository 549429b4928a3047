"""The rarer conditions of a move: paths to keep to, zones of other bodies, ground under the front rank."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, pairwise, starmap
from typing import Final, NamedTuple

from sandtable.table import compiled
from sandtable.table.compiled import Floats, Wholes
from sandtable.table.measure.distance import distances_from
from sandtable.table.movement.course import Course, pose_row
from sandtable.table.movement.encounters import Encounters, closest_approaches, motion_of, turn_of_chord
from sandtable.table.movement.kernels.paths import kept_until, stands_across
from sandtable.table.movement.kernels.rows import MY_BOXES, SlideLine
from sandtable.table.movement.kernels.survey import WHEEL
from sandtable.table.movement.kernels.zones import ZONED, zones_on
from sandtable.table.movement.legs import Leg, Plan, Reform, Slide, bearing, kind_of, leg_amount, leg_end
from sandtable.table.movement.obstacles import front_at
from sandtable.table.movement.terms import KeepTo, Opening, Zone
from sandtable.table.movement.verdict import Obstacle
from sandtable.table.space.body import Body, centre
from sandtable.table.space.kernels.boxes import BOX
from sandtable.table.space.kernels.outlines import EDGE
from sandtable.table.space.lengths import (
    COSINES,
    DEGREE,
    FULL_TURN,
    GRID,
    HALF_TURN,
    RADIAN,
    SINES,
    TOLERANCE,
    turn_between,
)
from sandtable.table.space.plane import Segment, apart, nearest_on_segment
from sandtable.table.space.pose import Point, Pose
from sandtable.table.space.shape import Shape

Zones = tuple[Zone, ...]


def unmet_conditions(course: Course, met: list[Encounters]) -> Iterator[Obstacle]:
    """The obstacles that these conditions put to a move."""
    for keep_to in course.terms.keep_to:
        yield from _off_path(course, met, keep_to)
        yield from _across_path(course, met, keep_to)
    if met and any(going.front_clear for going in course.terms.goings):
        yield from _astride_obstacles(course, met[-1], len(met) - 1)
    if course.terms.zones:
        yield from zone_obstacles(course, met, course.terms.zones)


def _off_path(course: Course, met: list[Encounters], keep_to: KeepTo) -> Iterator[Obstacle]:
    """The first leg that leaves the path to which the move must keep."""
    path = _course_on_path(course, keep_to)
    for number, encounters in enumerate(met):
        at = _on_path_until(path, encounters.leg, encounters.start, encounters.end, encounters.end_shape)
        if _is_short(at, encounters.leg):
            words = keep_to.words or f"the move must keep to the {' or '.join(keep_to.kinds)}"
            place = front_at(encounters, max(at, 0.0))
            yield Obstacle("path", words, keep_to.rule, number, max(at, 0.0), place=place)
            return


def _across_path(course: Course, met: list[Encounters], keep_to: KeepTo) -> Iterator[Obstacle]:
    """The first reform that turns the body on its path without bringing it to face along the path."""
    for number, encounters in enumerate(met):
        turns = isinstance(encounters.leg, Reform) and encounters.leg.turn != 0
        if keep_to.along and turns and not _faces_along(course, encounters.end, keep_to):
            words = f"the turn must follow the {' or '.join(keep_to.kinds)}"
            yield Obstacle(
                "path", words, keep_to.rule, number, place=Point(encounters.end.x, encounters.end.y)
            )
            return


def _faces_along(course: Course, pose: Pose, keep_to: KeepTo) -> bool:
    """Does a pose face along the path, in either direction, where the middle of its front is?"""
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


def keeps_to_paths(course: Course, plan: Plan) -> bool:
    """Does a plan without reforms stay on every path to which it must keep?"""
    shape = course.body.shape
    for keep_to in course.terms.keep_to:
        path, pose = _course_on_path(course, keep_to), course.pose
        for leg in plan:
            ended = leg_end(leg, pose, shape)
            if _is_short(_on_path_until(path, leg, pose, ended, shape), leg):
                return False
            pose = ended
    return True


def _course_on_path(course: Course, keep_to: KeepTo) -> Course:
    """The course of the same body with its path as the opening."""
    return course.through(Opening(keep_to.kinds, (), keep_to.points))


def _is_short(at: float, leg: Leg) -> bool:
    """Does a leg go farther than it stays on its path?"""
    return at < leg_amount(leg) - TOLERANCE or at < 0.0


def _on_path_until(path: Course, leg: Leg, start: Pose, ended: Pose, shape: Shape) -> float:
    """How far along a leg all points of the body that count stay on the path; -1 if one starts off it."""
    how, inside = motion_of(leg, shape)
    slid = _slide_line(leg, start) if isinstance(leg, Slide) else (0.0, 0.0, 0.0)
    return kept_until(
        how, pose_row(start), pose_row(ended), inside, leg_amount(leg), slid, path.world_of(shape)
    )


def _slide_line(leg: Slide, pose: Pose) -> SlideLine:
    """The direction and length of a slide from a pose, as kernels read them."""
    toward = (pose.heading + bearing(leg)) % FULL_TURN
    return (SINES[toward], COSINES[toward], float(leg.distance))


def _astride_obstacles(course: Course, last: Encounters, number: int) -> Iterator[Obstacle]:
    """Ground across which the front rank stands at the end of a move and may not."""
    for at in pieces_astride(course, last.end, last.end_shape):
        piece, going = course.scene.field.pieces[at], course.goings[at]
        assert going is not None
        words = f"the front rank may not stand across the {piece.kind}"
        where = front_at(last, math.inf)
        yield Obstacle("ground", words, going.rule, number, place=where, piece=piece.id)


def pieces_astride(course: Course, pose: Pose, shape: Shape) -> list[int]:
    """The numbers of the pieces of ground across which the front rank stands at a pose and may not."""
    lines = [at for at, going in enumerate(course.goings) if going is not None and going.front_clear]
    across = compiled.whole_zeros(len(lines))
    stands_across(pose_row(pose), course.world_of(_front_of(shape)), compiled.wholes(lines), across)
    return [at for at, over in zip(lines, compiled.listed(across), strict=True) if over]


@lru_cache(maxsize=256)
def _front_of(shape: Shape) -> Shape:
    """The front rank of a shape."""
    return Shape(shape.front_rank, shape.width, max(base.depth for base in shape.front_rank))


def zone_obstacles(course: Course, met: list[Encounters], zones: tuple[Zone, ...]) -> Iterator[Obstacle]:
    """Legs that zones do not allow once the mover is, or has been, in one of them."""
    began = False
    binding: list[int] = []
    for number, encounters in enumerate(met):
        inside, entries = zones_met(course, zones, encounters.leg, encounters.start, encounters.shape)
        began = began or (not number and any(inside))
        held = [n for n, here in enumerate(inside) if here]
        held += [n for n in binding if n not in held]
        came = [n for n, at in enumerate(entries) if at < leg_amount(encounters.leg) and n not in held]
        if not (held or came):
            continue
        since = 0.0 if held else min([entries[n] for n in came])
        binding = held + came
        bound = [zones[n] for n in binding]
        if not (
            _obeys_zones(course, encounters, bound, starts_inside=began)
            and _passes_no_zoned_body(course, encounters, since)
        ):
            zone, place = bound[0], front_at(encounters, since)
            opening = zone.words or "in the zone of "
            rest = None if zone.words else f" this {kind_of(encounters.leg)} is not allowed"
            yield Obstacle("zone", opening, zone.rule, number, since, place=place, body=zone.body, rest=rest)


def _passes_no_zoned_body(course: Course, encounters: Encounters, since: float) -> bool:
    """Does a leg pass, from where a zone binds it, none of the bodies that may not be passed in a zone?"""
    zoned = (met for met in encounters.bodies if (one := course.passings.get(met.body)) and one.zoned)
    return not any(met.across is not None and met.across[1] > since + TOLERANCE for met in zoned)


def _obeys_zones(course: Course, encounters: Encounters, zones: list[Zone], *, starts_inside: bool) -> bool:
    """Whether zones allow the kind of a leg and the direction in which it leads."""
    kind = kind_of(encounters.leg)
    if not all(kind in zone.allows for zone in zones):
        return False
    if kind in ("advance", "oblique"):
        near = closest_approaches(course, encounters.leg, encounters.start, encounters.shape)
        mover = Body(course.body.id, course.body.side, encounters.end, encounters.shape)
        gaps = distances_from(mover, course.scene, course.terms.outline)
        off = course.terms.slack + GRID
        return any(gaps[zone.body] <= near[zone.body][0] + off for zone in zones)
    if kind == "wheel":
        return any(_turns_towards(course, encounters, zone) for zone in zones)
    return starts_inside or kind == "reform"


def _turns_towards(course: Course, encounters: Encounters, zone: Zone) -> bool:
    """Whether a wheel turns the mover towards the middle of the body that has the zone."""
    other = course.scene.bodies[zone.body]
    assert other.pose is not None
    x, y = centre(other.pose, other.shape)
    off: list[int] = []
    for pose in (encounters.start, encounters.end):
        mine = centre(pose, encounters.shape)
        toward = round(math.degrees(math.atan2(x - mine.x, y - mine.y)) * DEGREE)
        off.append(abs(turn_between(pose.heading, toward % FULL_TURN)))
    return off[1] < off[0]


class ZonesMet(NamedTuple):
    """For each zone, whether the mover starts a leg in it, and how far along the leg it enters it.

    The entry is infinite if the leg does not enter the zone.
    """

    inside: list[bool]
    entries: list[float]


class ZoneRows(NamedTuple):
    """Zones as the kernel reads them: the edges of all rings, the first edge of each, the rectangle around
    each, and how many numbers the kernel needs for spans."""

    edges: Floats
    starts: Wholes
    bounds: Floats
    spans: int


def zones_met(course: Course, zones: Zones, leg: Leg, pose: Pose, shape: Shape) -> ZonesMet:
    """Where a leg of the body of a course, from a pose and in a shape, starts in zones or enters them."""
    rows, world = zone_rows(zones), course.world_of(shape)
    how, inside = motion_of(leg, shape)
    room = compiled.zeros(int(world[1][MY_BOXES]) * BOX + len(rows.edges) + rows.spans)
    met = compiled.zeros(ZONED * len(zones))
    zones_on(
        how, pose_row(pose), inside, leg_amount(leg), world, rows.edges, rows.starts, rows.bounds, room, met
    )
    row = compiled.listed(met)
    entries = [turn_of_chord(moment) for moment in row[1::2]] if how == WHEEL else row[1::2]
    return ZonesMet([number == 1.0 for number in row[::2]], entries)


_known_zone_rows: Final[dict[int, tuple[Zones, compiled.Mode, ZoneRows]]] = {}
"""Rows by the id of their zones, so that zones need not be compared by value for each plan. An entry holds
its zones: while it stands, no other zones can get that id."""
_MOST_KNOWN: Final = 64


def zone_rows(zones: Zones) -> ZoneRows:
    """The rows of some zones; those of the last few are kept."""
    found, mode = _known_zone_rows.get(id(zones)), compiled.now.mode
    if found is not None and found[1] == mode:
        return found[2]
    rows = _lay_out_zones(zones)
    if len(_known_zone_rows) >= _MOST_KNOWN:
        _known_zone_rows.clear()
    _known_zone_rows[id(zones)] = zones, mode, rows
    return rows


def _lay_out_zones(zones: Zones) -> ZoneRows:
    rings = [_ring_row(zone.ring) for zone in zones]
    lengths = [len(edges) // EDGE for edges, _ in rings]
    return ZoneRows(
        compiled.floats([number for edges, _ in rings for number in edges]),
        compiled.wholes(accumulate(lengths, initial=0)),
        compiled.floats([number for _, bounds in rings for number in bounds]),
        8 * max(lengths) + 8,
    )


@lru_cache(maxsize=4096)
def _ring_row(ring: tuple[Point, ...]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The edges of a ring, and the rectangle around it: left, bottom, right, top."""
    edges: list[float] = []
    for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
        edges += (float(ax), float(ay), float(bx), float(by))
    xs, ys = edges[::EDGE], edges[1::EDGE]
    return tuple(edges), (min(xs), min(ys), max(xs), max(ys))
