"""Zones of Control: the ground before a unit on which an enemy is pinned (movement.zoc).

A zone is a cone in front of the front edge, as far as it is visible from the middle of that edge. Where
terrain blocks sight in it, the zone is cut into narrow slices.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.battle import ABANDONED, COLUMNS, TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import inches_of, values
from sandtable.systems.tricorn.contact import contacts, is_in_contact
from sandtable.systems.tricorn.nearness import SLACK, gaps_from, middle_of
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.screens import SCREENING, hidden_from
from sandtable.table.charge import planes
from sandtable.table.forced import Rectangle, is_point_inside, rectangle_around
from sandtable.table.measure import level_at
from sandtable.table.space import (
    COSINES,
    DEGREE,
    FULL_TURN,
    INCH,
    QUARTER_TURN,
    SINES,
    TOLERANCE,
    Body,
    Field,
    Front,
    HalfPlane,
    Point,
    Pose,
    apart,
    clipped,
    corners,
    face,
    inches,
    is_met,
    relief,
    standing,
)

Ring = tuple[Point, ...]

REACH: Final = inches(inches_of("movement.zoc"))
"""How far a zone reaches from the front edge (movement.zoc)."""
STEPS: Final = 8
"""The number of points of a zone's rounded corner; the error is at most 0.002 in."""
SLICE: Final = 3 * DEGREE
"""The width of a slice where terrain hides part of a zone."""


class _Angles(Struct, frozen=True):
    angles: tuple[int, int]


@lru_cache(maxsize=2)
def opening(*, wide: bool) -> int:
    """The angle by which a zone opens outward from each front corner, by either reading, in tenths of a
    degree.

    movement.zoc.shape
    """
    return values("movement.zoc.shape", _Angles).angles[int(wide)] * DEGREE


ZONELESS: Final = (*COLUMNS, ABANDONED)
"""The formations that exert no zone (movement.zoc.none, formation.column)."""


def exerts_zone(battle: TricornBattle, unit: TricornUnit) -> bool:
    """Does a unit exert a Zone of Control? (movement.zoc.none, formation.column)"""
    if unit.pose is None or unit.garrison or unit.formation in ZONELESS:
        return False
    return not is_in_contact(battle, unit.id)


def zone_of(battle: TricornBattle, unit: TricornUnit, *, grown: float = 0.0) -> tuple[Ring, ...]:
    """The zone of a unit as convex rings, whether it exerts one or not, *grown* by this much on all sides.

    movement.zoc, movement.zoc.shape
    """
    pose, shape = standing(unit), unit.shape
    known, key = _kept_zones(pose), (shape.width, shape.depth, grown)
    found = known.get(key)
    if found is None or found.field is not battle.field or found.readings is not battle.readings:
        wide = battle.is_other(Reading.WIDE_ZONE)
        front, level = face(pose, shape, "front"), level_at(battle.field, middle_of(unit))
        rings = zone_at(battle.field, front, level, opening(wide=wide), grown)
        found = known[key] = _Kept(rings, battle.field, battle.readings)
    return found.rings


class _Kept(NamedTuple):
    """A cached zone, with the field and readings it is valid for."""

    rings: tuple[Ring, ...]
    field: Field
    readings: Readings


@by_identity(most=512)
def _kept_zones(pose: Pose) -> dict[tuple[int, int, float], _Kept]:
    """The zones at a pose by width, depth and growth; they save cutting a zone again while a unit keeps its
    pose object."""
    del pose
    return {}


def in_zone(battle: TricornBattle, unit: TricornUnit, other: Body) -> bool:
    """Is any part of a body in the zone before a unit, its border included? (movement.zoc.shape)"""
    return _may_reach(unit, other) and _reaches(battle, unit, other)


def is_in_zones(battle: TricornBattle, unit: TricornUnit) -> bool:
    """Does a unit stand in the Zone of Control of any enemy? (movement.zoc.effect, movement.zoc.none)"""
    gaps = gaps_from(unit, scene_of(battle))
    near = [enemy for enemy in zones_against(battle, unit.side) if gaps[enemy.id] <= BEYOND]
    return any(_reaches(battle, enemy, unit) for enemy in near)


BEYOND: Final = REACH + INCH
"""Bodies farther from a unit than this are certainly outside its zone."""


def _may_reach(unit: TricornUnit, other: Body) -> bool:
    """Might a body reach into the zone of a unit? A quick test by circles that saves the exact one."""
    here, there = standing(unit), standing(other)
    reach = REACH + SLACK + unit.shape.width / 2 + other.shape.width / 2 + other.shape.depth
    dx, dy = there.x - here.x, there.y - here.y
    return dx * dx + dy * dy <= reach * reach


def _reaches(battle: TricornBattle, unit: TricornUnit, other: Body) -> bool:
    """Does any part of a body lie in the zone before a unit, or on its border?"""
    figure = corners(standing(other), other.shape)
    return any(is_met(figure, planes_of(ring), SLACK) for ring in zone_of(battle, unit))


@by_identity(most=2048)
def planes_of(ring: Ring) -> tuple[HalfPlane, ...]:
    """The half planes of a ring, cached by ring object."""
    return planes(ring)


def zones_against(battle: TricornBattle, side: int) -> tuple[TricornUnit, ...]:
    """The enemies of a side that exert a zone (movement.zoc.none)."""
    known = _zoners(battle.units)
    if side not in known:
        touched = contacts(battle)
        known[side] = tuple(
            [
                enemy
                for enemy in battle.enemies_of(side)
                if not enemy.garrison and enemy.formation not in ZONELESS and enemy.id not in touched
            ]
        )
    return known[side]


@by_identity(most=8)
def _zoners(units: tuple[TricornUnit, ...]) -> dict[int, tuple[TricornUnit, ...]]:
    """The enemies that exert a zone, by side; valid while the tuple of units is the same object."""
    del units
    return {}


@lru_cache(maxsize=1024)
def zone_at(field: Field, front: Front, level: int, angle: int, grown: float) -> tuple[Ring, ...]:
    """The zone in front of an edge of a unit on this level, cached by these values (movement.zoc.shape)."""
    ring = _cone(front, angle, grown)
    screens = _screens_in(field, level, ring)
    if not screens:
        return (ring,)
    rooms = _rooms(front, ring)
    rays = [
        _ray(field, front, level, rooms, turn, screens)
        for turn in range(-QUARTER_TURN, QUARTER_TURN + 1, SLICE)
    ]
    if all(seen == whole for seen, whole in rays):
        return (ring,)
    return tuple(_slices(front, [seen for seen, _ in rays]))


class Screen(NamedTuple):
    """Terrain that blocks sight: its box, and the outline of a plain height, which hides only lower ground
    behind it.

    geometry.los
    """

    box: Rectangle
    height: Ring


def _screens_in(field: Field, level: int, ring: Ring) -> list[Screen]:
    """The terrain in a ring that blocks sight: woods, buildings, or ground higher than the unit's level."""
    around, bounds = rectangle_around(ring), relief(field).bounds
    boxes = [Rectangle(*bounds[4 * n : 4 * n + 4]) for n in range(len(field.pieces))]
    return [
        Screen(box, () if piece.kind in SCREENING or not _is_convex(piece.polygon) else piece.polygon)
        for box, piece in zip(boxes, field.pieces, strict=True)
        if (piece.kind in SCREENING or piece.level > level)
        and _meet(box, around)
        and clipped(piece.polygon, planes_of(ring))
    ]


def _is_convex(figure: Ring) -> bool:
    """Do all corners of a figure bend the same way?"""
    bends = [
        _turns_left(*corners)
        for corners in zip(figure, (*figure[1:], *figure[:1]), (*figure[2:], *figure[:2]), strict=True)
    ]
    return len(figure) > 2 and (all(bends) or not any(bends))


def _meet(one: Rectangle, other: Rectangle) -> bool:
    """Do two boxes have a point in common?"""
    across = one.left <= other.right and other.left <= one.right
    return across and one.low <= other.high and other.low <= one.high


def _cone(front: Front, angle: int, grown: float) -> Ring:
    """The zone on open ground, anticlockwise."""
    half, reach = front.width / 2 + grown, REACH + grown
    right = [
        (half + reach * SINES[turn], reach * COSINES[turn])
        for turn in (angle * step // STEPS for step in range(STEPS + 1))
    ]
    left = [(-x, y) for x, y in reversed(right)]
    local = [(-half, -grown), *left, *right, (half, -grown)]
    (x, y), sin, cos = front.middle, SINES[front.heading], COSINES[front.heading]
    points = [
        Point(x + aside * cos + ahead * sin, y - aside * sin + ahead * cos)
        for aside, ahead in reversed(local)
    ]
    return tuple(dict.fromkeys(points))


def _ray(
    field: Field, front: Front, level: int, rooms: list[HalfPlane], turn: int, screens: list[Screen]
) -> tuple[float, float]:
    """How far one sees in a direction from the middle of the edge, and how far the cone extends there.

    ``screens`` is all terrain in the cone that blocks sight: a ray that meets none of it is free, and so is a
    ray that climbs a height and ends on it.
    """
    end = _end_of(front, rooms, turn)
    (x, y), (end_x, end_y), whole = front.middle, end, apart(front.middle, end)
    left, right = (x, end_x) if x < end_x else (end_x, x)
    about = Rectangle(left, y, right, end_y) if y < end_y else Rectangle(left, end_y, right, y)
    met = [screen for screen in screens if _meet(about, screen.box)]
    if not met or all(screen.height and is_point_inside(end, screen.height) for screen in met):
        return whole, whole
    return min(whole, hidden_from(field, front.middle, end, level)), whole


def _rooms(front: Front, ring: Ring) -> list[HalfPlane]:
    """The half planes of a convex ring relative to the middle of an edge within it."""
    x, y = front.middle
    return [HalfPlane(a, b, max(c - a * x - b * y, 0.0)) for a, b, c in planes_of(ring)]


def _end_of(front: Front, rooms: list[HalfPlane], turn: int) -> Point:
    """Where a ray from the middle of an edge leaves a convex ring."""
    way, (x, y) = (front.heading + turn) % FULL_TURN, front.middle
    dx, dy = SINES[way], COSINES[way]
    length = 4.0 * REACH + front.width
    for a, b, room in rooms:
        out = a * dx + b * dy
        if out > 0.0 and room / out < length:
            length = room / out
    return Point(x + length * dx, y + length * dy)


def _slices(front: Front, lengths: list[float]) -> list[Ring]:
    """The visible part of a zone, cut into few convex parts in one pass."""
    turns = range(-QUARTER_TURN, QUARTER_TURN + 1, SLICE)
    (x, y), heading = front.middle, front.heading
    shown: list[Ring] = []
    run: list[Point] = []
    for turn, seen in zip(turns, lengths, strict=True):
        way = (heading + turn) % FULL_TURN
        point = Point(x + seen * SINES[way], y + seen * COSINES[way])
        if len(run) > 1 and _turns_left(run[-2], run[-1], point):
            shown += _closed(front, run)
            run = run[-1:]
        run.append(point)
    return shown + _closed(front, run)


def _turns_left(a: Point, b: Point, c: Point) -> bool:
    """Does the path over three points turn left?"""
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > TOLERANCE


def _closed(front: Front, run: list[Point]) -> list[Ring]:
    """A ring from the middle of the edge through these points; none if they enclose no area."""
    if len(run) < 2 or max([apart(front.middle, point) for point in run]) <= TOLERANCE:
        return []
    ring = (front.middle, *reversed(run))
    return [ring] if _area(ring) > TOLERANCE * TOLERANCE else []


def _area(ring: Ring) -> float:
    return abs(sum(a.x * b.y - a.y * b.x for a, b in pairwise([*ring, ring[0]]))) / 2
