"""Moves of lone leaders: where they may ride, the units they reach, and enemies that run into them.

command.move, command.move.manoeuvre, command.leader.move-rules
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from sandtable.game.ask.placing import AROUND, PlacePoint
from sandtable.game.ask.questions import tell
from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.systems.eagle.book import apart_of
from sandtable.systems.eagle.leader_decisions import REACH, Ride, RideByAction, RideFreely
from sandtable.systems.eagle.leader_events import LeaderRode
from sandtable.systems.eagle.leader_losses import JoinWhenReached, rejoin
from sandtable.systems.eagle.losses import settle
from sandtable.systems.eagle.nearness import SLACK, are_same
from sandtable.systems.eagle.terrain import impassable_kinds
from sandtable.table.forced import (
    Obstruction,
    are_overlapping,
    bounds_of,
    grown_rectangle,
    is_point_inside,
    is_way_free,
    obstruction,
    rectangle_around,
    shortest_way,
)
from sandtable.table.measure import (
    distance_from_ground,
    distance_to_edges,
    distance_to_point,
    gap,
    is_surely_beyond,
)
from sandtable.table.room import ReachOfPoint, reach_of_points
from sandtable.table.space import (
    COSINES,
    FULL_TURN,
    INCH,
    SINES,
    Body,
    Field,
    Point,
    Pose,
    Scene,
    Shape,
    block,
    boxes,
    corners,
    hull,
    nearest_in_box,
    relief,
    rings,
    standing,
)

RULE: Final = "command.leader.move-rules"

POINT: Final = block(1, files=1, width=2, depth=2)
"""The point from which a leader is measured: the middle of his marker (dice.measure)."""

RADIUS: Final = INCH / 2
"""The radius of a leader's marker, which is an inch across (troops.bases)."""

Ring = tuple[Point, ...]


CLEAR: Final = apart_of(RULE) + 2
"""The distance that a lone leader keeps from enemy units: the first whole hundredth beyond 1 in, because up
to 0.01 in more counts as within (command.leader.move-rules, dice.measure)."""


# --------------------------------------------------------------------- the free move
def leaders_open(battle: EagleBattle, side: int) -> tuple[int, ...]:
    """The leaders of a side that may make their free move now: alone, once, and not after steadying.

    command.move.manoeuvre, command.move.again, command.steady.no-move
    """
    alone = [one for one in battle.leaders if one.side == side and one.place is not None]
    return tuple([one.id for one in alone if not one.rode and not one.steadied and can_ride(battle, one)])


async def manoeuvre_leader(battle: EagleBattle, leader: int) -> EagleBattle:
    """A lone leader makes his free move of the Manoeuvre phase, which does not attach him to a unit.

    command.move.manoeuvre
    """
    rider = battle.leaders[leader]
    question = ride_of(battle, rider, RideFreely)
    assert can_ride(battle, rider), f"{rider.name} can stay where he is, at least"
    place = marked(await question)
    return await tell(battle, LeaderRode(leader, place, free=True))


def marked(place: Point) -> Point:
    """A chosen place, in whole hundredths, as the marker of a leader stores it."""
    return Point(float(place.x), float(place.y))


def ride_of(battle: EagleBattle, leader: Leader, decision: type[RideByAction | RideFreely]) -> Ride:
    """The question of where a leader rides: around impassable ground and enemies, 1 in clear of these.

    command.leader.move-rules: he may ride away from an enemy within the inch at his start. Obstacles beyond
    his reach are left out.
    """
    start, reach = battle.place_of(leader), decision.reach
    bars = _within(scene_of(battle), leader.side, start, reach + 10.0)
    return decision(
        leader.side,
        near=marker_at(battle, leader, start),
        within=reach,
        away=battle.numbers_on_table(1 - leader.side),
        apart=CLEAR + 1,  # A question lets a distance fall short by the tolerance, 0.01 in (dice.measure).
        off=_closed_pieces(battle.field) if any(bar.body < 0 for bar in bars) else (),
        scene=scene_of(battle),
        where=RULE,
        around=tuple(_figures(battle, start, bars)),
        slack=SLACK,
        leader=leader.id,
        token=leader.key,
    )


@lru_cache(maxsize=4)
def _closed_pieces(field: Field) -> tuple[str, ...]:
    """The pieces of ground that leaders may not stand on."""
    return tuple(piece.id for piece in field.pieces if piece.kind in impassable_kinds())


def can_ride(battle: EagleBattle, leader: Leader, outlook: Outlook | None = None) -> bool:
    """Is there any place for a leader who rides alone?

    His own place is one, unless an enemy is too near, or his marker lies on impassable ground, as it may with
    a unit beside a river.
    """
    start = battle.place_of(leader) if outlook is None else outlook.start
    enemies = battle.on_table(1 - leader.side)
    asked, known = (leader.side, start, battle.field), _rides.get(leader.id)
    if known is None or known[0] != asked or not are_same(known[1], enemies):
        rides = _can_stay(battle, outlook or outlook_of(battle, leader)) or _can_leave(battle, leader)
        known = _rides[leader.id] = asked, enemies, rides
    return known[2]


_rides: Final[dict[int, tuple[tuple[int, Point, Field], tuple[EagleUnit, ...], bool]]] = {}
"""A cache by leader: whether he can ride, with the start and the enemies for which that holds.

His friends do not count. It breaks if anything else comes to bar a leader's way.
"""


class Outlook(Struct):
    """A cache entry: the certain ways from a leader's place and, on demand, the units that he reaches.

    It holds for one scene, that is, until a unit moves.
    """

    side: int
    start: Point
    told: ReachOfPoint
    reached: frozenset[int] | None = None


def outlook_of(battle: EagleBattle, leader: Leader) -> Outlook:
    """The outlook of a leader from where he is."""
    side, start = leader.side, battle.place_of(leader)
    return look_about(scene_of(battle), side, (start,))[side, start]


def look_about(scene: Scene, side: int, places: Sequence[Point]) -> dict[tuple[int, Point], Outlook]:
    """The outlooks of several places, found by one kernel call, with all others known in this scene.

    The dictionary is fetched once, because another thread may replace it in the cache.
    """
    known = _outlooks(scene)
    anew = [place for place in places if (side, place) not in known]
    if anew:
        bars = [bar.box for bar in ground_bars(scene.field)]
        for place, told in zip(anew, reach_of_points(anew, side, scene, LIMIT, CLEAR, bars), strict=True):
            known[side, place] = Outlook(side, place, told)
    return known


@by_identity(most=4)
def _outlooks(scene: Scene) -> dict[tuple[int, Point], Outlook]:
    """The known outlooks by side and place, one dictionary per scene."""
    del scene
    return {}


def _can_leave(battle: EagleBattle, leader: Leader) -> bool:
    """Is there a place for a leader besides his own?

    No way leads out of impassable ground, so there is none if his marker lies well inside it.
    """
    question, start = ride_of(battle, leader, RideFreely), battle.place_of(leader)
    deep = any(
        is_point_inside(start, figure) and _rim(figure, start) > POINT.width * 2 for figure in question.around
    )
    return not deep and (_leads_straight_away(battle, question, start) or question.has_place)


def _leads_straight_away(battle: EagleBattle, question: PlacePoint, start: Point) -> bool:
    """Does a straight way certainly lead to a place at the end of a leader's reach?

    A cheap test before all places of the question are searched. Its points differ slightly from those of the
    question, so they need some room to spare.
    """
    field, figures, room = battle.field, question.around, 10.0
    if any(_is_at_rim(figure, start, room) for figure in figures):
        return False
    for heading in range(0, FULL_TURN, FULL_TURN // AROUND):
        reach = question.within + 1
        x, y = start.x + reach * SINES[heading], start.y + reach * COSINES[heading]
        if not (room <= x <= field.width - room and room <= y <= field.depth - room):
            continue
        there = Point(x, y)
        if not _is_open_ground(field, there) or any(_is_at_rim(one, there, room) for one in figures):
            continue
        if not is_way_free(start, there, figures, room):
            continue
        if all(
            is_surely_beyond(battle.units[enemy], there, CLEAR + room)
            or distance_to_point(battle.units[enemy], there, "footprint") >= CLEAR + room
            for enemy in question.away
        ):
            return True
    return False


def _rim(figure: Ring, place: Point) -> float:
    """How far a place is from the outline of a figure."""
    return distance_to_edges(place.x, place.y, figure)[0]


def _is_at_rim(figure: Ring, place: Point, room: float) -> bool:
    """Is a place nearer than *room* to the outline of a figure? Its box rules out most."""
    left, low, right, high = bounds_of(figure)
    x, y = place
    if x <= left - room or right + room <= x or y <= low - room or high + room <= y:
        return False
    return _rim(figure, place) < room


def _can_stay(battle: EagleBattle, outlook: Outlook) -> bool:
    """May a leader ride to the place where his marker stands, given the ground and enemies near it?

    It is one of the places that the question of a ride considers (command.leader.move-rules).
    """
    side, start = outlook.side, outlook.start
    place = Point(round(start.x), round(start.y) - POINT.depth // 2)
    if not _is_open_ground(battle.field, place):
        return False
    if outlook.told.enemy > 2 * CLEAR:
        return True
    x, y = start
    for enemy in battle.on_table(1 - side):
        pose, shape = standing(enemy), enemy.shape
        far = shape.width / 2 + shape.depth + 1.0 + 2 * CLEAR
        if -far < pose.x - x < far and -far < pose.y - y < far:
            if distance_to_point(enemy, place, "footprint") < CLEAR:
                return False
            figure = _with_room(pose, shape, enemy.id).figure
            if is_point_inside(place, figure) and not is_point_inside(start, figure):
                return False
    return True


@lru_cache(maxsize=2048)
def _is_open_ground(field: Field, place: Point) -> bool:
    """Does a place lie on the table and off all impassable ground?"""
    x, y = place
    if not (0 <= x <= field.width and 0 <= y <= field.depth):
        return False
    bounds, closed = relief(field).bounds, _closed_pieces(field)
    for number, piece in enumerate(field.pieces):
        if piece.id in closed:
            left, low, right, high = bounds[4 * number : 4 * number + 4]
            if left - 1 < x < right + 1 and low - 1 < y < high + 1:
                if distance_from_ground(field, number, place) <= 0.0:
                    return False
                if any(is_point_inside(place, ring[:-1]) for ring in rings(piece)):
                    return False
    return True


def marker_at(battle: EagleBattle, leader: Leader, place: Point) -> Body:
    """The middle of a leader's marker as a body; its number follows those of the units."""
    return Body(len(battle.units) + leader.id, leader.side, Pose(round(place.x), round(place.y)), POINT)


# --------------------------------------------------------------------- units in reach
def joinable(battle: EagleBattle, leader: Leader, outlook: Outlook | None = None) -> tuple[int, ...]:
    """The unbroken units of his army that a leader reaches by one move and can join.

    command.move, command.attach, command.leader.move-rules, leaders.routed
    """
    outlook, attached = outlook or outlook_of(battle, leader), leader.attached
    if outlook.reached is None:
        outlook.reached = _reached(battle, outlook)
    reached = outlook.reached if attached is None else outlook.reached - {attached}
    return tuple(filter(reached.__contains__, battle.numbers_unbroken(leader.side)))


LIMIT: Final = REACH + SLACK
"""The longest way of a leader to a unit that he joins (command.move)."""


def _reached(battle: EagleBattle, outlook: Outlook) -> frozenset[int]:
    """The units of a side that a leader reaches from where he is.

    The kernel decides most of them; only doubtful ones need a search for a way.
    """
    told, start = outlook.told, outlook.start
    if not told.doubtful:
        return frozenset(told.open)
    bars, units = _within(scene_of(battle), outlook.side, start, LIMIT + 2.0), battle.units
    return frozenset(
        [*told.open, *[one for one in told.doubtful if _reaches(battle, start, units[one], bars)]]
    )


def _within(scene: Scene, side: int, start: Point, reach: float) -> list[Obstruction]:
    """The barriers to leaders of a side that may lie within a distance of a place, the ground first."""
    (x, y), room = start, reach + 2 * CLEAR
    left, low, right, high = x - reach, y - reach, x + reach, y + reach
    bars = list(ground_bars(scene.field))
    for body in scene.bodies:
        pose, shape = body.pose, body.shape
        if body.side != side and pose is not None:
            far = room + shape.width / 2 + shape.depth + 1.0
            if -far < pose.x - x < far and -far < pose.y - y < far:
                bars.append(_with_room(pose, shape, body.id))
    found: list[Obstruction] = []
    for bar in bars:
        west, south, east, north = bar.box
        if east > left and west < right and north > low and south < high:
            found.append(bar)
    return found


def _reaches(battle: EagleBattle, start: Point, unit: EagleUnit, bars: list[Obstruction]) -> bool:
    """Does a way of one move lead to a unit? Enemies near that unit do not keep him off it.

    ``bars`` must include all barriers in his reach.
    """
    there = nearest_in_box(boxes(unit, "footprint"), start)
    (ax, ay), (bx, by) = start, there
    if math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay)) > LIMIT:
        return False
    left, right = (ax - 1.0, bx + 1.0) if ax < bx else (bx - 1.0, ax + 1.0)
    low, high = (ay - 1.0, by + 1.0) if ay < by else (by - 1.0, ay + 1.0)
    across: list[Obstruction] = []
    for bar in bars:
        west, south, east, north = bar.box
        if east > left and west < right and north > low and south < high:
            across.append(bar)
    if not across or is_way_free(start, there, _figures(battle, start, across, unit), 0.0):
        return True
    around = grown_rectangle(rectangle_around((start,)), LIMIT)
    figures = _figures(battle, start, [bar for bar in bars if are_overlapping(bar.box, around)], unit)
    goals = (there, *corners(standing(unit), unit.shape))
    return shortest_way(start, goals, figures, 0.0, LIMIT) <= LIMIT


def _figures(
    battle: EagleBattle, start: Point, bars: list[Obstruction], goal: EagleUnit | None = None
) -> list[Ring]:
    """The outlines of barriers.

    command.leader.move-rules: an enemy has no inch about it if the leader starts within that inch, or goes to
    a unit that stands within it.
    """
    found: list[Ring] = []
    for bar in bars:
        figure = bar.figure
        if bar.body >= 0:
            enemy = battle.units[bar.body]
            if is_point_inside(start, figure) or (goal is not None and _is_near(enemy, goal)):
                figure = corners(standing(enemy), enemy.shape)
        found.append(figure)
    return found


def _is_near(enemy: EagleUnit, goal: EagleUnit) -> bool:
    """Does a unit stand within the inch that is kept from an enemy?"""
    return gap(enemy, goal, "footprint") <= CLEAR


@lru_cache(maxsize=4)
def ground_bars(field: Field) -> tuple[Obstruction, ...]:
    """The ground that bars all lone leaders."""
    pieces = (piece for piece in field.pieces if piece.kind in impassable_kinds())
    return tuple(obstruction(ring[:-1]) for piece in pieces for ring in rings(piece))


@lru_cache(maxsize=1024)
def _with_room(pose: Pose, shape: Shape, enemy: int) -> Obstruction:
    """The rectangle around an enemy with the inch kept from it; cached, because most units stand still."""
    half, depth = shape.width / 2 + CLEAR, shape.depth + CLEAR
    corners_of = ((-half, CLEAR), (half, CLEAR), (half, -depth), (-half, -depth))
    return obstruction([pose.at(x, y) for x, y in corners_of], enemy)


# --------------------------------------------------------------------- enemies upon them
async def swept(battle: EagleBattle, mover: int, start: Pose | None = None) -> EagleBattle:
    """Lone enemy leaders that a unit has touched by its move join a friend, or are killed.

    command.leader.move-rules; *start* is where the unit stood before, if it did not flee
    """
    unit = battle.units[mover]
    if unit.pose is None:
        return battle
    side = unit.side
    lone = [leader for leader in battle.leaders if leader.side != side and leader.place is not None]
    if not lone:
        return battle
    track = battle.track_of(mover)
    before = start or (track.start if track is not None else unit.pose)
    for leader in lone:
        if _is_touched(leader, unit, before):
            battle = await settle(await rejoin(battle, leader.id, JoinWhenReached))
    return battle


def _is_touched(leader: Leader, unit: EagleUnit, before: Pose) -> bool:
    """Does a unit touch the marker of a leader on its way? (command.leader.move-rules, troops.bases)

    The ground it sweeps is taken as the convex hull of its old and new outlines.
    """
    assert leader.place is not None
    now, far = standing(unit), unit.shape.width + unit.shape.depth + RADIUS + SLACK + 1.0
    x, y = leader.place
    if max(before.x, now.x) + far <= x or x <= min(before.x, now.x) - far:
        return False  # Cheap test first: most are far away.
    if max(before.y, now.y) + far <= y or y <= min(before.y, now.y) - far:
        return False
    swept_over = hull((*corners(before, unit.shape), *corners(now, unit.shape)))
    if is_point_inside(leader.place, swept_over):
        return True
    return _rim(swept_over, leader.place) <= RADIUS + SLACK
