"""Zones of Control: the ground before a unit on which an enemy is pinned (movement.zoc).

A zone is a cone before the front edge, as far as terrain does not hide it from the middle of that edge. Where
terrain that hides stands in it, it is told in narrow slices as they are seen from there.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from sandtable.game.kept import by_identity
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import inches_of, values
from sandtable.systems.tricorn.contact import is_in_contact
from sandtable.systems.tricorn.nearness import SLACK, middle_of
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.screens import SCREENING, hidden_from
from sandtable.table.body import Body, Front, corners, face, standing
from sandtable.table.corridor import planes
from sandtable.table.ground import Field
from sandtable.table.measure import COSINES, DEGREE, FULL_TURN, QUARTER_TURN, SINES, TOLERANCE, inches
from sandtable.table.plane import HalfPlane, apart, clipped
from sandtable.table.pose import Point
from sandtable.table.relief import relief
from sandtable.table.terrain import level_at

Ring = tuple[Point, ...]

REACH: Final = inches(inches_of("movement.zoc"))
"""How far a zone reaches from the front edge (movement.zoc)."""
STEPS: Final = 8
"""The rounded corners of a zone are told by so many points; they are true to 0.002 in."""
SLICE: Final = 3 * DEGREE
"""How wide a slice is told where terrain hides part of a zone."""


class _Angles(Struct, frozen=True):
    angles: tuple[int, int]


@lru_cache(maxsize=2)
def opening(*, narrow: bool) -> int:
    """How far a zone opens outward from each front corner, by either reading, in tenths of a degree.

    movement.zoc.shape
    """
    return values("movement.zoc.shape", _Angles).angles[int(narrow)] * DEGREE


def exerts_zone(battle: TricornBattle, unit: TricornUnit) -> bool:
    """Does a unit control the ground before it? (movement.zoc.none, formation.column)"""
    if unit.pose is None or unit.is_column or unit.is_abandoned or unit.is_garrison:
        return False
    return not is_in_contact(battle, unit.id)


def zone_of(battle: TricornBattle, unit: TricornUnit, *, grown: float = 0.0) -> tuple[Ring, ...]:
    """The zone of a unit as convex rings, whether it exerts one or not; *grown* on all sides by so much.

    movement.zoc, movement.zoc.shape
    """
    narrow = battle.is_other(Reading.NARROW_ZONE)
    front, level = face(standing(unit), unit.shape, "front"), level_at(battle.field, middle_of(unit))
    return zone_at(battle.field, front, level, opening(narrow=narrow), grown)


def in_zone(battle: TricornBattle, unit: TricornUnit, other: Body) -> bool:
    """Is any part of a body in the zone before a unit, its border included? (movement.zoc.shape)"""
    if not _is_near(unit, other):
        return False
    figure = corners(standing(other), other.shape)
    return any(clipped(figure, planes_of(ring), SLACK) for ring in zone_of(battle, unit))


def _is_near(unit: Body, other: Body) -> bool:
    """Might a body reach into the zone before a unit? Circles are compared, so this is soon said."""
    here, there = standing(unit), standing(other)
    reach = REACH + unit.shape.width / 2 + other.shape.width / 2 + other.shape.depth + SLACK
    dx, dy = there.x - here.x, there.y - here.y
    return dx * dx + dy * dy <= reach * reach


@lru_cache(maxsize=4096)
def planes_of(ring: Ring) -> tuple[HalfPlane, ...]:
    """The half planes of a ring, remembered: zones stand longer than they are asked about."""
    return planes(ring)


def holds(ring: Ring, point: Point) -> bool:
    """Does a ring hold a point, its border included? (movement.zoc.shape)"""
    return all(plane.excess(point) <= SLACK for plane in planes_of(ring))


def zones_against(battle: TricornBattle, side: int) -> tuple[TricornUnit, ...]:
    """The enemies of a side that exert a zone (movement.zoc.none)."""
    known = _zoners(battle.units)
    if side not in known:
        known[side] = tuple([enemy for enemy in battle.enemies_of(side) if exerts_zone(battle, enemy)])
    return known[side]


@by_identity(most=8)
def _zoners(units: tuple[TricornUnit, ...]) -> dict[int, tuple[TricornUnit, ...]]:
    """Against each side, the enemies that exert a zone, filled in when it is asked.

    Units alone decide about it, and it is asked again for every one that might move.
    """
    del units
    return {}


@lru_cache(maxsize=1024)
def zone_at(field: Field, front: Front, level: int, angle: int, grown: float) -> tuple[Ring, ...]:
    """The zone before an edge of a unit that stands on a level (movement.zoc.shape).

    Units stand longer than they move: it is remembered.
    """
    ring = _cone(front, angle, grown)
    if not _may_be_screened(field, level, ring):
        return (ring,)
    rays = [_ray(field, front, level, ring, turn) for turn in range(-QUARTER_TURN, QUARTER_TURN + 1, SLICE)]
    if all(seen == whole for seen, whole in rays):
        return (ring,)
    return tuple(_slices(front, [seen for seen, _ in rays]))


def _may_be_screened(field: Field, level: int, ring: Ring) -> bool:
    """Does terrain that hides lie in a ring: woods, buildings, or ground higher than the unit's own level?"""
    xs, ys, bounds = [x for x, _ in ring], [y for _, y in ring], relief(field).bounds
    left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
    return any(
        (piece.kind in SCREENING or piece.level > 0)
        and bounds[4 * n] <= right
        and bounds[4 * n + 1] <= top
        and bounds[4 * n + 2] >= left
        and bounds[4 * n + 3] >= bottom
        and (piece.kind in SCREENING or piece.level > level)
        and bool(clipped(piece.polygon, planes_of(ring)))
        for n, piece in enumerate(field.pieces)
    )


def _cone(front: Front, angle: int, grown: float) -> Ring:
    """The zone as it would be on open ground, anticlockwise."""
    half, reach = front.width / 2 + grown, REACH + grown
    right = [
        (half + reach * SINES[turn], reach * COSINES[turn])
        for turn in (angle * step // STEPS for step in range(STEPS + 1))
    ]
    left = [(-x, y) for x, y in reversed(right)]
    local = [(-half, -grown), *left, *right, (half, -grown)]
    return tuple(dict.fromkeys(front.at(x, y) for x, y in reversed(local)))


def _ray(field: Field, front: Front, level: int, ring: Ring, turn: int) -> tuple[float, float]:
    """How far one sees in a direction from the middle of the edge, and how far the cone goes there."""
    end = _end_of(front, ring, turn)
    whole = apart(front.middle, end)
    return min(whole, hidden_from(field, front.middle, end, level)), whole


def _end_of(front: Front, ring: Ring, turn: int) -> Point:
    """Where a ray from the middle of an edge leaves a convex ring."""
    way, (x, y) = (front.heading + turn) % FULL_TURN, front.middle
    dx, dy = SINES[way], COSINES[way]
    length = 4.0 * REACH + front.width
    for plane in planes_of(ring):
        out = plane.a * dx + plane.b * dy
        if out > 0.0:
            length = min(length, max(plane.c - plane.a * x - plane.b * y, 0.0) / out)
    return Point(x + length * dx, y + length * dy)


def _slices(front: Front, lengths: list[float]) -> list[Ring]:
    """The part of a zone that is seen, cut into as few convex parts as one pass along it finds."""
    turns = range(-QUARTER_TURN, QUARTER_TURN + 1, SLICE)
    shown: list[Ring] = []
    run: list[Point] = []
    for turn, seen in zip(turns, lengths, strict=True):
        point = _out(front, turn, seen)
        if len(run) > 1 and _turns_left(run[-2], run[-1], point):
            shown += _closed(front, run)
            run = run[-1:]
        run.append(point)
    return shown + _closed(front, run)


def _turns_left(a: Point, b: Point, c: Point) -> bool:
    """Does the way from one point over a second to a third bend to the left?"""
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > TOLERANCE


def _out(front: Front, turn: int, length: float) -> Point:
    way = (front.heading + turn) % FULL_TURN
    return Point(front.middle.x + length * SINES[way], front.middle.y + length * COSINES[way])


def _closed(front: Front, run: list[Point]) -> list[Ring]:
    """A ring from the middle of the edge through some points, if they enclose anything."""
    if len(run) < 2 or max(apart(front.middle, point) for point in run) <= TOLERANCE:
        return []
    ring = (front.middle, *reversed(run))
    return [ring] if _area(ring) > TOLERANCE * TOLERANCE else []


def _area(ring: Ring) -> float:
    return abs(sum(a.x * b.y - a.y * b.x for a, b in pairwise([*ring, ring[0]]))) / 2
