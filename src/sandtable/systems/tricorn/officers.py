"""Officers on the table: their own moves, joining and leaving units, escaping from enemies.

leaders.move, leaders.attach, leaders.contacted
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from sandtable.game.ask.questions import tell
from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.tricorn.battle import Allowance, Officer, TricornBattle, TricornUnit, whole
from sandtable.systems.tricorn.book import inches_of
from sandtable.systems.tricorn.command_events import OfficerAppeared, OfficerStayed
from sandtable.systems.tricorn.nearness import BASE, SLACK, distance_to, is_within, middle_of
from sandtable.systems.tricorn.officer_decisions import RIDE, Errand, Join, MoveOfficer, PickRefuge, Ride
from sandtable.systems.tricorn.officer_events import OfficerEscaped, OfficerLost, OfficerMoved
from sandtable.systems.tricorn.shapes import solid
from sandtable.systems.tricorn.terrain import IMPASSABLE
from sandtable.systems.tricorn.words import token_of
from sandtable.systems.tricorn.zones import REACH as ZONE
from sandtable.systems.tricorn.zones import exerts_zone, in_zone, zone_of
from sandtable.table.forced import (
    Obstruction,
    Rectangle,
    are_overlapping,
    grown_rectangle,
    is_point_inside,
    is_swept,
    is_way_free,
    obstruction,
    rectangle_around,
    shortest_way,
)
from sandtable.table.measure import nearest_to_point
from sandtable.table.space import Body, Field, Point, Pose, apart, corners, rings, standing

REFUGE: Final = inches_of("leaders.contacted")
"""How near friends must be for an officer to escape to them (leaders.contacted)."""
RADIUS: Final = BASE.width // 2
"""Half the width of an officer's base (leaders.base)."""

Ring = tuple[Point, ...]
Enemies = Sequence[TricornUnit]


# --------------------------------------------------------------------- his own move
def may_move(battle: TricornBattle) -> bool:
    """May the active officer still make his own move in this activation? (leaders.move, turn.passed-move)"""
    activation = battle.activation
    if activation is None or activation.officer_moved or activation.allowance is Allowance.NONE:
        return False
    return battle.officers[activation.officer].is_here


async def move_officer(battle: TricornBattle) -> TricornBattle:
    """The active officer joins a unit, rides to a point, or stays (leaders.move, leaders.attach)."""
    assert battle.activation is not None
    officer = battle.officers[battle.activation.officer]
    rides = (Errand.RIDE,) if can_ride(battle, officer) else ()
    joins = [Join(unit) for unit in joinable(battle, officer)]
    options, token = (Errand.STAY, *rides, *joins), token_of(battle, officer.id)
    said = await MoveOfficer(officer.side, options, officer=officer.id, token=token)
    if isinstance(said, Join):
        return await tell(battle, OfficerMoved(officer.id, None, said.unit))
    if said is Errand.STAY:
        return await tell(battle, OfficerStayed(officer.id))
    place = await ride_of(battle, officer)
    return await tell(battle, OfficerMoved(officer.id, place))


def can_ride(battle: TricornBattle, officer: Officer) -> bool:
    """Is there any place to which an officer can ride? A quick test first: his own place, if nothing is near
    it.

    leaders.move
    """
    start = start_of(battle, officer)
    middle = middle_of(start)
    here = grown_rectangle(rectangle_around((middle,)), RADIUS + 2.0)
    field = battle.field
    on_table = here.left >= 0 and here.low >= 0 and here.right <= field.width and here.high <= field.depth
    enemies = _near(battle.on_table(1 - officer.side), here)
    if on_table and not _solid(battle, enemies, here) and not _zones(battle, enemies, here):
        return True
    return ride_of(battle, officer).has_place


def ride_of(battle: TricornBattle, officer: Officer) -> Ride:
    """The question of where an officer rides on his own.

    He may not cross enemies or impassable ground, nor enter a Zone of Control, but may leave one
    (leaders.move). From a unit he starts anywhere at its edge (leaders.attach).
    """
    start = start_of(battle, officer)
    near = grown_rectangle(rectangle_around(corners(standing(start), start.shape)), RIDE + RADIUS)
    enemies = _near(battle.on_table(1 - officer.side), near)
    zones = _zones(battle, enemies, near)
    solid = [bar.figure for bar in _solid(battle, enemies, near)]
    closed = [zone.figure for zone in zones if not _holds(zone, start)]
    return Ride(
        officer.side,
        near=start,
        within=RIDE,
        away=(),
        apart=0,
        off=tuple(piece.id for piece in battle.field.pieces if piece.kind in IMPASSABLE),
        scene=scene_of(battle),
        officer=officer.id,
        token=token_of(battle, officer.id),
        where="leaders.move",
        around=(*solid, *closed),
        shut=tuple(zone.figure for zone in zones),
        clearance=RADIUS,
        slack=SLACK,
    )


def start_of(battle: TricornBattle, officer: Officer) -> Body:
    """The body from which an officer's move is measured: his base, or the unit he is with."""
    if officer.attached is not None:
        return battle.units[officer.attached]
    assert officer.place is not None
    point = Pose(round(officer.place.x), round(officer.place.y))
    return Body(len(battle.units) + officer.id, officer.side, point, solid(1, 1))


def joinable(battle: TricornBattle, officer: Officer) -> tuple[int, ...]:
    """The units that an officer can reach and join: of his command, or any for a Commander in Chief; each
    unit has at most one officer.

    leaders.attach, leaders.move
    """
    start = start_of(battle, officer)
    about = grown_rectangle(rectangle_around(corners(standing(start), start.shape)), REACH + 2.0)
    enemies = _near(battle.on_table(1 - officer.side), about)
    is_open = not (enemies or _solid(battle, (), about))
    bars, taken = _Bars(battle, start, enemies), [one.attached for one in battle.officers]
    return tuple(
        [
            unit.id
            for unit in battle.on_table(officer.side)
            if (officer.chief or unit.command == officer.command)
            and unit.id not in taken
            and not unit.is_abandoned
            and not _is_far(start, unit)
            and ((is_open and _is_close(start, unit)) or _can_reach(start, unit, bars))
        ]
    )


REACH: Final = RIDE + RADIUS + SLACK
"""How far from his start an officer's base may come to touch something (leaders.move)."""


def _is_far(start: Body, unit: TricornUnit) -> bool:
    """Is a unit certainly out of an officer's reach? A quick test that saves the search for a path."""
    here, there, mine, theirs = standing(start), standing(unit), start.shape, unit.shape
    reach = REACH + mine.width + mine.depth + theirs.width + theirs.depth
    return abs(there.x - here.x) > reach or abs(there.y - here.y) > reach


def _is_close(start: Body, unit: TricornUnit) -> bool:
    """Is a unit certainly near enough for an officer with a free path, measured to its middle?"""
    here, there = standing(start), middle_of(unit)
    return math.hypot(there.x - here.x, there.y - here.y) <= RIDE


def _can_reach(start: Body, unit: TricornUnit, bars: _Bars) -> bool:
    """Can an officer ride to a unit within his rate? A zone in which that unit stands does not block him."""
    here = nearest_to_point(start, middle_of(unit), "footprint")
    there = nearest_to_point(unit, here, "footprint")
    if apart(here, there) > REACH:
        return False
    left, right = (here.x, there.x) if here.x < there.x else (there.x, here.x)
    low, high = (here.y, there.y) if here.y < there.y else (there.y, here.y)
    on_the_way = bars.before(unit, Rectangle(left - 1.0, low - 1.0, right + 1.0, high + 1.0))
    if not on_the_way or is_way_free(here, there, on_the_way, 0.0):
        return True
    goals = (there, *corners(standing(unit), unit.shape))
    about = bars.before(unit, grown_rectangle(rectangle_around((here,)), REACH))
    return shortest_way(here, goals, about, 0.0, REACH) <= REACH


class _Bars:
    """The obstacles of an officer's ride from one start; each enemy is measured once, when a path first leads
    near it."""

    def __init__(self, battle: TricornBattle, start: Body, enemies: Enemies) -> None:
        self._battle, self._start = battle, start
        self._impassable = _impassable(battle.field)
        self._about = [
            (pose.x - reach, pose.y - reach, pose.x + reach, pose.y + reach, enemy)
            for enemy, reach in _reaches(enemies)
            if (pose := enemy.pose) is not None
        ]
        self._known: dict[int, tuple[Obstruction, list[Obstruction]]] = {}

    def before(self, unit: TricornUnit, box: Rectangle) -> list[Ring]:
        """The obstacles on his way to a unit that may lie in a box (leaders.move)."""
        left, low, right, high = box
        near = [
            enemy
            for west, south, east, north, enemy in self._about
            if west <= right and left <= east and south <= high and low <= north
        ]
        if not near and not self._impassable:
            return []
        solid: list[Ring] = []
        zones: list[Ring] = []
        for enemy in near:
            body, shut = self._known.get(enemy.id) or self._look_at(enemy)
            if are_overlapping(body.box, box):
                solid.append(body.figure)
            before = [zone.figure for zone in shut if are_overlapping(zone.box, box)]
            if before and not in_zone(self._battle, enemy, unit):
                zones += before
        solid += [bar.figure for bar in self._impassable if are_overlapping(bar.box, box)]
        return solid + zones

    def _look_at(self, enemy: TricornUnit) -> tuple[Obstruction, list[Obstruction]]:
        """The body of an enemy, and the parts of its zone in which the officer does not begin."""
        shut = [zone for zone in _zone(self._battle, enemy) if not _holds(zone, self._start)]
        found = _body(enemy), shut
        self._known[enemy.id] = found
        return found


def _zones(battle: TricornBattle, enemies: Enemies, box: Rectangle) -> list[Obstruction]:
    """The Zones of Control of these enemies that may lie in a box (movement.zoc)."""
    return [zone for enemy in enemies for zone in _zone(battle, enemy) if are_overlapping(zone.box, box)]


def _zone(battle: TricornBattle, enemy: TricornUnit) -> list[Obstruction]:
    """The Zone of Control of an enemy as its convex parts; empty if it exerts none (movement.zoc)."""
    return _zone_bars(zone_of(battle, enemy)) if exerts_zone(battle, enemy) else []


@by_identity(most=256)
def _zone_bars(rings: tuple[Ring, ...]) -> list[Obstruction]:
    """The parts of a zone as obstacles, cached while the enemy's zone is the same object."""
    return [obstruction(ring) for ring in rings]


def _body(enemy: TricornUnit) -> Obstruction:
    """The body of an enemy as an obstacle (leaders.move)."""
    known, shape = _bodies_at(standing(enemy)), enemy.shape
    found = known.get((shape.width, shape.depth))
    if found is None:
        found = known[shape.width, shape.depth] = obstruction(corners(standing(enemy), shape))
    return found


@by_identity(most=256)
def _bodies_at(pose: Pose) -> dict[tuple[int, int], Obstruction]:
    """Obstacles at one pose, by width and depth; valid for one pose object."""
    del pose
    return {}


def _solid(battle: TricornBattle, enemies: Enemies, box: Rectangle) -> list[Obstruction]:
    """The obstacles that no officer crosses and that may lie in a box: enemies and impassable ground.

    leaders.move
    """
    found = [_body(enemy) for enemy in enemies]
    return [bar for bar in (*found, *_impassable(battle.field)) if are_overlapping(bar.box, box)]


def _near(enemies: Enemies, box: Rectangle) -> list[TricornUnit]:
    """The enemies whose body or zone may reach into a box; it saves exact tests."""
    left, low, right, high = box
    near: list[TricornUnit] = []
    for enemy, reach in _reaches(enemies):
        pose = enemy.pose
        if pose is None or not left - reach <= pose.x <= right + reach:
            continue
        if low - reach <= pose.y <= high + reach:
            near.append(enemy)
    return near


def _reaches(enemies: Enemies) -> list[tuple[TricornUnit, int]]:
    """An upper bound of how far each enemy and its zone reach from the middle of its front."""
    return [(enemy, ZONE + enemy.shape.width + enemy.shape.depth) for enemy in enemies]


@by_identity(most=4)
def _impassable(field: Field) -> tuple[Obstruction, ...]:
    """The impassable ground of a table as obstacles (leaders.move)."""
    closed = [ring[:-1] for piece in field.pieces if piece.kind in IMPASSABLE for ring in rings(piece)]
    return tuple(obstruction(ring) for ring in closed)


def _holds(zone: Obstruction, start: Body) -> bool:
    """Does an officer begin within a zone, so that he may leave it?"""
    pose = standing(start)
    points = (*corners(pose, start.shape), pose.at(0, -start.shape.depth / 2))
    if not are_overlapping(zone.box, grown_rectangle(rectangle_around(points), 1.0)):
        return False
    return any(is_point_inside(point, zone.figure) for point in points)


# --------------------------------------------------------------------- out of the way
async def give_way(battle: TricornBattle, unit: int, swept: tuple[Body, ...]) -> TricornBattle:
    """Unattached enemy officers that a unit touched on its path escape or are lost (leaders.contacted).

    ``swept`` is the unit at the places along its path, in order.
    """
    mover, box = battle.units[unit], _box_around(swept)
    for officer in battle.officers:
        place = officer.place
        if officer.side == mover.side or place is None:
            continue
        if box.left <= place.x <= box.right and box.low <= place.y <= box.high and _is_touched(place, swept):
            battle = await _escape(battle, officer, mover)
    return battle


def _box_around(swept: tuple[Body, ...]) -> Rectangle:
    """A box that contains every officer a unit could touch at or between some places."""
    poses = [standing(body) for body in swept]
    wide = max([body.shape.width + body.shape.depth for body in swept]) + 2 * RADIUS
    return grown_rectangle(rectangle_around([Point(pose.x, pose.y) for pose in poses]), wide)


def _is_touched(place: Point, swept: tuple[Body, ...]) -> bool:
    """Does a unit touch the base of an officer anywhere on its path?"""
    base = Body(0, 0, Pose(round(place.x), round(place.y) + RADIUS), BASE)
    steps = pairwise(swept) if len(swept) > 1 else ((swept[0], swept[0]),)
    return any(is_swept(base, standing(one), one.shape, standing(two), two.shape) for one, two in steps)


async def _escape(battle: TricornBattle, officer: Officer, enemy: TricornUnit) -> TricornBattle:
    """An officer escapes to the nearest friends within 12 in, on the side away from the enemy; without any he
    is lost."""
    friends = refuges(battle, officer)
    if not friends:
        return await tell(battle, OfficerLost(officer.id))
    unit = friends[0]
    if len(friends) > 1:
        token = token_of(battle, officer.id)
        unit = await PickRefuge(officer.side, friends, officer=officer.id, token=token)
    place = away_from(battle.units[unit], middle_of(enemy), battle.field)
    return await tell(battle, OfficerEscaped(officer.id, place, unit))


def refuges(battle: TricornBattle, officer: Officer) -> tuple[int, ...]:
    """The nearest friendly unit within 12 in, or several equally near (leaders.contacted)."""
    assert officer.place is not None
    able = battle.enemies_of(1 - officer.side)
    far = {unit.id: distance_to(unit, officer.place) for unit in able}
    near = [length for length in far.values() if is_within(length, REFUGE)]
    if not near:
        return ()
    return tuple(unit for unit, length in far.items() if length <= min(near) + SLACK)


def away_from(unit: TricornUnit, enemy: Point, field: Field) -> Point:
    """Where an officer stands who touches a unit on the side away from an enemy (leaders.contacted)."""
    middle = middle_of(unit)
    length = apart(enemy, middle)
    way = (0.0, -1.0) if length == 0 else ((middle.x - enemy.x) / length, (middle.y - enemy.y) / length)
    low, high = 0, unit.shape.width + unit.shape.depth + 2 * RADIUS
    while low < high:
        tried = (low + high) // 2
        there = Point(middle.x + tried * way[0], middle.y + tried * way[1])
        if distance_to(unit, there) < RADIUS:
            low = tried + 1
        else:
            high = tried
    return on_table(Point(middle.x + low * way[0], middle.y + low * way[1]), field)


def on_table(place: Point, field: Field) -> Point:
    """The nearest point on the grid at which an officer's base lies on the table (leaders.move)."""
    x, y = whole(place)
    return Point(
        min(max(x, float(RADIUS)), float(field.width - RADIUS)),
        min(max(y, float(RADIUS)), float(field.depth - RADIUS)),
    )


# --------------------------------------------------------------------- coming on
async def appear_with(battle: TricornBattle, unit: int) -> TricornBattle:
    """A General whose command arrives enters with its first unit, touching it (setup.arrivals)."""
    mover = battle.units[unit]
    officer = battle.general_of(mover)
    if officer.is_here or officer.lost:
        return battle
    return await tell(battle, OfficerAppeared(officer.id, beside(mover, battle.field)))


def beside(unit: TricornUnit, field: Field) -> Point:
    """A place at which an officer touches a unit: behind it, otherwise at a flank, otherwise in front."""
    pose, shape = standing(unit), unit.shape
    aside, level = shape.width / 2 + RADIUS, -shape.depth / 2
    for right, forward in ((0.0, -shape.depth - RADIUS), (-aside, level), (aside, level), (0.0, RADIUS)):
        place = pose.at(right, forward)
        there = on_table(Point(place.x, place.y), field)
        if apart(place, there) <= 1:
            return there
    return on_table(pose.at(0.0, -shape.depth - RADIUS), field)
