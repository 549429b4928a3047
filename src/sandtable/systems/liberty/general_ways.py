"""Where Generals stand and ride: their bases, the way to a unit, the terms of a ride, and displacement."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.command import is_in_command
from sandtable.systems.liberty.leader_decisions import RideClear, RideGeneral
from sandtable.systems.liberty.movement import PROXIMITY, kinds_of_ground
from sandtable.systems.liberty.rates import general_rates
from sandtable.systems.liberty.roster import roster
from sandtable.table.forced import (
    Obstruction,
    Rectangle,
    are_overlapping,
    bounds_of,
    common_rectangle,
    grown_rectangle,
    is_way_free,
    obstruction,
    pose_beside,
    rectangle_around,
    rectangle_of_ways,
    shortest_way,
    step_aside,
)
from sandtable.table.measure import distance, gaps_to_all, is_within, nearest
from sandtable.table.movement import FREE, Going, Keep, LegTerms, Passing, Terms
from sandtable.table.room import Errand, ReachedGoals, StandingRoom, reached_goals, standing_rooms
from sandtable.table.space import (
    COSINES,
    FULL_TURN,
    INCH,
    QUARTER_TURN,
    SINES,
    Body,
    Field,
    Point,
    Pose,
    Scene,
    Shape,
    centre,
    corners,
    heading_between,
    rings,
    standing,
)

CLEAR = INCH // 10
"""How far behind a unit a General who leaves it is set down, and the least distance he rides if he must."""

HALF_RIGHT = QUARTER_TURN // 2
WAYS_OUT = (0, HALF_RIGHT, -HALF_RIGHT, 2 * QUARTER_TURN)
"""Directions to get clear of the enemy, as turns from straight away."""

RIDES = (
    LegTerms("advance", rule="movement.generals", words="ride"),
    LegTerms("turn", FREE, rule="movement.generals", words="turn"),
    LegTerms("oblique", angles=(HALF_RIGHT,), rule="movement.generals", words="ride"),
    LegTerms("shift", rule="movement.generals", words="ride"),
    LegTerms("retire", angles=(0, HALF_RIGHT), rule="movement.generals", words="ride"),
)
"""A General rides in any direction: he turns freely, or keeps his facing in eight directions."""

OFF_ENEMIES = Keep(
    (),
    PROXIMITY,
    when="end",
    nearer="refused",
    rule="leaders.table-presence",
    words="4 in from every enemy",
)
THROUGH_FRIENDS = Passing((), rule="leaders.table-presence", words="through friends")


# ------------------------------------------------------------------------ his base
@cache
def base_of_general() -> Shape:
    """The base that every General stands on (troops.sizes.generals)."""
    return roster().general.shape()


def body_of(battle: LibertyBattle, number: int, pose: Pose | None = None) -> Body:
    """A General's base at his place or at *pose*; his number as a body follows those of the units."""
    general = battle.generals[number]
    return Body(len(battle.units) + number, general.side, pose or general.pose, base_of_general())


def general_on(battle: LibertyBattle, body: Body) -> int:
    """The number of the General that a body is."""
    return body.id - len(battle.units)


def scene_with(scene: Scene, body: Body) -> Scene:
    """The table with one General's base on it; other Generals are in no one's way."""
    first, shape = len(scene.bodies), base_of_general()
    absent = [Body(number, body.side, None, shape) for number in range(first, body.id)]
    return scene.joined(*absent, body)


def brigade_of(battle: LibertyBattle, number: int) -> tuple[Regiment, ...]:
    """The units of a General's brigade on the table."""
    general = battle.generals[number]
    brigade = general.brigade
    return tuple([unit for unit in battle.on_table(general.side) if unit.brigade == brigade])


def nearest_enemy(battle: LibertyBattle, body: Body) -> float:
    """The distance to the nearest enemy unit."""
    return standing_rooms((body,), scene_of(battle), kinds_of_ground("impassable"))[0].enemy


# ------------------------------------------------------------------------ joining a unit
class Chances(Struct, frozen=True, gc=False):
    """A General's options in step a: the units he can join, whether he may leave his, and his place then.

    The place is None where it is not certain.
    """

    units: tuple[int, ...]
    leaves: bool = False
    behind: Pose | None = None


def chances(battle: LibertyBattle, numbers: Sequence[int]) -> list[Chances]:
    """For Generals of one side: the other units of the brigade within reach, and whether one may leave his.

    leaders.attach.distance, movement.generals, leaders.detach.later
    """
    scene, rate, solid = scene_of(battle), general_rates().advance * INCH, kinds_of_ground("impassable")
    riders, left = _riders(battle, numbers)
    goals, spots = reached_goals(riders, scene, rate, solid), standing_rooms(left, scene, solid)
    found, n = [], 0
    for rider, there in zip(riders, goals, strict=True):
        units = _in_reach(scene, rider, there, rate) if there.doubtful else there.open
        if battle.generals[rider.body.id - len(battle.units)].attached_to is None:
            found.append(Chances(units))
            continue
        body, spot = left[n], spots[n]
        found.append(Chances(units, _may_go(scene, body, spot), body.pose if spot.clear else None))
        n += 1
    return found


def _riders(battle: LibertyBattle, numbers: Sequence[int]) -> tuple[list[Errand], list[Body]]:
    """Generals with the other units of their brigades; and attached ones as set down behind their units."""
    side, first, shape = battle.generals[numbers[0]].side, len(battle.units), base_of_general()
    brigades: dict[str, list[int]] = {}
    for unit in battle.on_table(side):
        brigades.setdefault(unit.brigade, []).append(unit.id)
    riders, left = [], []
    for number in numbers:
        general = battle.generals[number]
        joined, goals = general.attached_to, brigades.get(general.brigade, [])
        if joined is not None:
            goals = [unit for unit in goals if unit != joined]
            left.append(Body(first + number, side, behind(battle.units[joined]), shape))
        riders.append(Errand(Body(first + number, side, general.pose, shape), goals))
    return riders, left


def _in_reach(scene: Scene, rider: Errand, found: ReachedGoals, rate: int) -> tuple[int, ...]:
    """The units that a General can reach; doubtful ways are examined exactly."""
    body = rider.body
    more = [number for number in found.doubtful if _is_way_open(scene, body, scene.bodies[number], rate)]
    return tuple([number for number in rider.goals if number in found.open or number in more])


def _may_go(scene: Scene, body: Body, spot: StandingRoom) -> bool:
    """May a General leave his unit from this spot? The spot bounds how far he would be displaced."""
    if spot.clear:
        return is_within(PROXIMITY, spot.enemy) or _can_ride_clear(scene, body)
    return spot.enemy - spot.aside - 1 >= PROXIMITY or may_leave(scene, body)


def _is_way_open(scene: Scene, body: Body, unit: Body, rate: int) -> bool:
    """Is there a way to a unit around enemies and impassable ground? (leaders.table-presence)"""
    around = rectangle_around((*corners(standing(body), body.shape), *corners(standing(unit), unit.shape)))
    figures = _barriers(scene, body.side, around)
    if not figures:
        return True
    here, clearance = centre(standing(body), body.shape), body.shape.width / 2
    near = nearest(body, unit)
    there = Point(here.x + near.there.x - near.here.x, here.y + near.there.y - near.here.y)
    if is_way_free(here, there, figures, clearance):
        return True
    goals, longest = _beside(body, unit), rate + INCH
    in_reach = grown_rectangle(rectangle_around((here,)), rate)
    # A box a little larger than any short enough way can touch.
    along = common_rectangle(
        in_reach, grown_rectangle(rectangle_of_ways(here, goals, longest), body.shape.width + INCH)
    )
    figures = _enemies_in(scene, body.side, along) + _solid_in(scene.field, in_reach)
    return is_within(shortest_way(here, goals, figures, clearance, longest), rate)


def _beside(body: Body, unit: Body) -> tuple[Point, ...]:
    """The centre of a General's base where it touches the middle of each side of a unit."""
    half, deep = (unit.shape.width + body.shape.width) / 2, body.shape.depth / 2
    flank = -unit.shape.depth / 2
    places = ((0, -unit.shape.depth - deep), (-half, flank), (half, flank), (0, deep))
    return tuple(standing(unit).at(right, forward) for right, forward in places)


def _barriers(scene: Scene, side: int, box: Rectangle) -> list[tuple[Point, ...]]:
    """The outlines of the enemies of a side and of all impassable ground that lie in a box."""
    return _enemies_in(scene, side, box) + _solid_in(scene.field, box)


def _enemies_in(scene: Scene, side: int, box: Rectangle) -> list[tuple[Point, ...]]:
    """The outlines of the enemies of a side that lie in a box."""
    left, low, right, high = box
    found: list[tuple[Point, ...]] = []
    for unit in scene.bodies:
        pose, shape = unit.pose, unit.shape
        if unit.side == side or pose is None:
            continue
        size = shape.width + shape.depth
        if left - size < pose.x < right + size and low - size < pose.y < high + size:
            figure = corners(pose, shape)
            west, south, east, north = bounds_of(figure)
            if east > left and west < right and north > low and south < high:
                found.append(figure)
    return found


def _solid_in(field: Field, box: Rectangle) -> list[tuple[Point, ...]]:
    """The outlines of all impassable ground that lies in a box."""
    return [bar.figure for bar in _impassable(field) if are_overlapping(bar.box, box)]


@lru_cache(maxsize=16)
def _impassable(field: Field) -> tuple[Obstruction, ...]:
    """All impassable ground of a field (terrain.impassable)."""
    solid = kinds_of_ground("impassable")
    return tuple(
        obstruction(ring[:-1]) for piece in field.pieces if piece.kind in solid for ring in rings(piece)
    )


# ------------------------------------------------------------------------ leaving, giving way
def place_behind(battle: LibertyBattle, number: int) -> Pose:
    """Where a General who leaves his unit is set down: just clear of it behind its rear edge."""
    joined = battle.generals[number].attached_to
    assert joined is not None
    return clear_place(battle, body_of(battle, number, behind(battle.units[joined])))


def behind(unit: Regiment) -> Pose:
    """The place of a General's base a little behind the rear edge of his unit."""
    return standing(unit).shifted(0, -unit.shape.depth - CLEAR)


def clear_place(battle: LibertyBattle, body: Body) -> Pose:
    """The nearest place where a General stands on no unit and on no impassable ground."""
    return _clear_place(scene_of(battle), body)


@lru_cache(maxsize=32)
def _clear_place(scene: Scene, body: Body) -> Pose:
    return step_aside(body, scene, kinds_of_ground("impassable"))


def place_beside(battle: LibertyBattle, number: int, unit: Regiment) -> Pose:
    """The place of a General who goes the shortest way into contact with a unit (leaders.overrun)."""
    return pose_beside(body_of(battle, number), unit, scene_of(battle), kinds_of_ground("impassable"))


def nearest_of_brigade(battle: LibertyBattle, number: int) -> tuple[Regiment, ...]:
    """The unit of his brigade nearest to a General, or several equally near ones (leaders.overrun)."""
    brigade = brigade_of(battle, number)
    if not brigade:
        return ()
    far = gaps_to_all(body_of(battle, number), scene_of(battle))
    least = min(max(far[unit.id], 0.0) for unit in brigade)
    return tuple(unit for unit in brigade if is_within(far[unit.id], least))


# ------------------------------------------------------------------------ riding
def ride_terms(scene: Scene, side: int, allowance: int) -> Terms:
    """The terms of a General's move: any way, past friends, ending 4 in from every enemy.

    leaders.table-presence, movement.generals
    """
    enemies = tuple([unit.id for unit in scene.bodies if unit.side != side and unit.pose])
    friends = tuple([unit.id for unit in scene.bodies if unit.side == side and unit.pose])
    return _ride_terms(enemies, friends, allowance)


@lru_cache(maxsize=64)
def _ride_terms(enemies: tuple[int, ...], friends: tuple[int, ...], allowance: int) -> Terms:
    """The terms by the numbers of the units on the table."""
    return Terms(
        allowance=allowance,
        legs=RIDES,
        goings=_barred_to_riders(),
        keeps=(replace(OFF_ENEMIES, bodies=enemies),) if enemies else (),
        passing=(replace(THROUGH_FRIENDS, bodies=friends),) if friends else (),
        rule="leaders.move.once",
        words="a General's move",
        overlap_rule="leaders.table-presence",
        edge_rule="edge.others",
    )


@cache
def _barred_to_riders() -> tuple[Going, ...]:
    """The ground that bars Generals (leaders.table-presence)."""
    solid = kinds_of_ground("impassable")
    return tuple(Going(kind, entry="barred", rule="leaders.table-presence") for kind in solid)


def ride_of(battle: LibertyBattle, number: int, allowance: int, *, must: bool = False) -> RideGeneral:
    """The decision where a General rides; one who must get clear of the enemy may not stay."""
    body, scene = body_of(battle, number), scene_of(battle)
    if must:
        return _ride_clear(scene, body, allowance)
    enemies, friends = battle.numbers_on_table(1 - body.side), battle.numbers_on_table(body.side)
    terms, toward = _ride_terms(enemies, friends, allowance), _units_to_see(battle, number)
    return RideGeneral(body.side, body, terms, scene_with(scene, body), toward, general=number)


def _ride_clear(scene: Scene, body: Body, allowance: int) -> RideClear:
    terms = replace(ride_terms(scene, body.side, allowance), least=CLEAR)
    toward, general = _ways_out(scene, body, allowance), body.id - len(scene.bodies)
    return RideClear(body.side, body, terms, scene_with(scene, body), toward, general=general)


def can_get_clear(battle: LibertyBattle, number: int, pose: Pose) -> bool:
    """Could a General at this place end the phase 4 in from every enemy? (leaders.detach.later)"""
    return _gets_clear(scene_of(battle), body_of(battle, number, pose))


def _gets_clear(scene: Scene, body: Body) -> bool:
    """Is a General 4 in from every enemy, or can he ride there?"""
    enemy = standing_rooms((body,), scene, kinds_of_ground("impassable"))[0].enemy
    return is_within(PROXIMITY, enemy) or _can_ride_clear(scene, body)


@lru_cache(maxsize=32)
def _can_ride_clear(scene: Scene, body: Body) -> bool:
    """Does any ride get him clear? Kept for a scene."""
    return _ride_clear(scene, body, general_rates().advance * INCH).has_any()


@lru_cache(maxsize=32)
def may_leave(scene: Scene, body: Body) -> bool:
    """Could a General set down here, or displaced from here, still get clear of the enemy?

    leaders.detach.later
    """
    return _gets_clear(scene, Body(body.id, body.side, _clear_place(scene, body), body.shape))


def _units_to_see(battle: LibertyBattle, number: int) -> tuple[Point, ...]:
    """The centres of the units of his brigade, those out of command first."""
    in_order = sorted(brigade_of(battle, number), key=lambda unit: is_in_command(battle, unit))
    return tuple([centre(standing(unit), unit.shape) for unit in in_order])


def _ways_out(scene: Scene, body: Body, allowance: int) -> tuple[Point, ...]:
    """Places away from the nearest enemy and to both sides, as far as a General rides."""
    here = centre(standing(body), body.shape)
    enemies = [unit for unit in scene.bodies if unit.side != body.side and unit.pose]
    enemy = min(enemies, key=lambda unit: distance(body, unit))
    away = heading_between(centre(standing(enemy), enemy.shape), here)
    headings = [(away + turn) % FULL_TURN for turn in WAYS_OUT]
    return tuple(
        Point(here.x + allowance * SINES[way], here.y + allowance * COSINES[way]) for way in headings
    )
