"""Lights before a formed advance fall back instead of stopping it (turn.manoeuvre.lights-fall-back)."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import tell
from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.eagle.arcs import is_in_front
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import values
from sandtable.systems.eagle.events import UnitShifted
from sandtable.systems.eagle.ground import barred_kinds, goings_of
from sandtable.systems.eagle.leader_moves import swept
from sandtable.systems.eagle.nearness import SLACK, enemies_within, foes_by_distance
from sandtable.systems.eagle.passage import pass_through
from sandtable.systems.eagle.shapes import girth
from sandtable.table.forced import FlightTerms, flee, slide_towards
from sandtable.table.measure import gap, gaps_to_all, ground_under
from sandtable.table.movement import (
    Course,
    Keep,
    Leg,
    Plan,
    Slide,
    Terms,
    Wheel,
    closest_approaches,
    leg_amount,
    leg_end,
)
from sandtable.table.room import Demands, Place, about_centre, with_room
from sandtable.table.space import (
    FULL_TURN,
    HAIR,
    HALF_TURN,
    INCH,
    RADIAN,
    Body,
    Point,
    Pose,
    Scene,
    Shape,
    heading_between,
    hundredths,
    inches,
    standing,
)

RULE: Final = "movement.lights-fall-back.detail"

OUT_OF_REACH: Final = 24 * INCH
"""No move comes near lights farther off than this: the longest is 17 in, and 4 in are kept."""


class _Limits(Struct, frozen=True):
    inches: float
    foot: float
    mounted: float
    apart: float


@cache
def _limits() -> _Limits:
    return values(RULE, _Limits)


def drives_lights(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Do enemy lights fall back before a unit: is it formed HI, MI or CAV out of combat?

    movement.lights-fall-back.detail
    """
    return unit.formed and not battle.is_engaged(unit.id)


def yielding(battle: EagleBattle, mover: EagleUnit) -> tuple[int, ...]:
    """The enemy lights that give way before a unit: LI and LC ahead of it that are not in combat.

    movement.lights-fall-back.detail: not those in ground that the unit may not enter
    """
    if battle.units[mover.id] is not mover:
        return _yielding(battle, mover)
    known = _known(battle)
    if mover.id not in known:
        known[mover.id] = _yielding(battle, mover)
    return known[mover.id]


@by_identity(most=4)
def _known(battle: EagleBattle) -> dict[int, tuple[int, ...]]:
    """A cache per battle: the lights that give way before each unit, needed several times for each move."""
    del battle
    return {}


def _yielding(battle: EagleBattle, mover: EagleUnit) -> tuple[int, ...]:
    if not drives_lights(battle, mover):
        return ()
    units, found = battle.units, list[int]()
    for number in enemies_within(battle, mover, OUT_OF_REACH):
        light = units[number]
        yields = light.is_light and not battle.is_engaged(number) and is_in_front(mover, light)
        if yields and not _is_sheltered(battle, mover, light):
            found.append(number)
    return tuple(found)


def _is_sheltered(battle: EagleBattle, mover: EagleUnit, light: EagleUnit) -> bool:
    """Does a light unit stand in ground that the mover may not enter?"""
    barred = barred_kinds(battle, mover)
    pieces = battle.field.pieces
    if not any(piece.kind in barred for piece in pieces):
        return False
    return any(pieces[number].kind in barred for number in ground_under(light, battle.field))


class Fallback(NamedTuple):
    """Where a light unit falls back to, whether that is far enough, and the friends it passes."""

    unit: int
    to: Pose
    clear: bool
    passed: tuple[int, ...]


def fallbacks(
    battle: EagleBattle, mover: EagleUnit, plan: Plan, to: Pose, shape: Shape, gives_way: tuple[int, ...]
) -> tuple[Fallback, ...]:
    """How lights fall back before a move along a plan, just far enough to be 4 in from its end.

    movement.lights-fall-back.detail: one after another, the nearest first
    """
    there, heading, found = Body(mover.id, mover.side, to, shape), _heading(mover, to), list[Fallback]()
    for number in approached(battle, mover, plan, there, gives_way):
        fallen = _fallback(battle, battle.units[number], there, heading)
        battle = battle.with_unit(replace(battle.units[number], pose=fallen.to))
        found.append(fallen)
    return tuple(found)


async def give_ground(battle: EagleBattle, fallen: tuple[Fallback, ...]) -> EagleBattle:
    """Lights fall back before a formed advance.

    turn.manoeuvre.lights-fall-back, movement.lights-fall-back.detail
    """
    for light in fallen:
        was = battle.units[light.unit].pose
        battle = await tell(battle, UnitShifted(light.unit, light.to, RULE))
        battle = await pass_through(battle, light.unit, light.passed)
        battle = await swept(battle, light.unit, was)
    return battle


def _heading(mover: EagleUnit, to: Pose) -> int:
    """The direction of a move: from its old front to its new one."""
    here = standing(mover)
    if (here.x, here.y) == (to.x, to.y):
        return to.heading
    return heading_between(Point(here.x, here.y), Point(to.x, to.y))


def approached(
    battle: EagleBattle, mover: EagleUnit, plan: Plan, there: Body, gives_way: tuple[int, ...]
) -> tuple[int, ...]:
    """The lights to which a move comes nearer than 4 in, on its way or at its end, the nearest first."""
    limit = inches(_limits().inches) - SLACK
    far = sum([_swept_by(mover, leg) for leg in plan]) + limit
    if all(isinstance(leg, Slide | Wheel) for leg in plan):
        gives_way = _met_within(battle, mover, gives_way, far + INCH)
    else:
        gives_way = in_reach(battle, mover, gives_way, far)
    if not gives_way:
        return ()
    near = gaps_to_all(there, scene_of(battle))
    least = {number: near[number] for number in gives_way}
    course, pose = Course(mover, Terms(0, ()), scene_of(battle)), standing(mover)
    for leg in plan:
        if isinstance(leg, Slide | Wheel):
            nearest = closest_approaches(course, leg, pose, mover.shape)
            least = {number: min(length, nearest[number][0]) for number, length in least.items()}
        pose = leg_end(leg, pose, mover.shape)
    return tuple(
        sorted(
            (number for number in gives_way if least[number] < limit),
            key=lambda number: (hundredths(least[number]), number),
        )
    )


def in_reach(battle: EagleBattle, mover: EagleUnit, lights: tuple[int, ...], far: float) -> tuple[int, ...]:
    """The lights that a unit may come near by a move in which no part of it goes farther than *far*.

    Facing about or turning on the spot keeps it within the circle around it.
    """
    return _met_within(battle, mover, lights, far + 2 * girth(mover.shape) + INCH) if lights else ()


def _met_within(
    battle: EagleBattle, mover: EagleUnit, lights: tuple[int, ...], most: float
) -> tuple[int, ...]:
    """Those among *lights* within a distance of a unit."""
    near = [number for length, number in foes_by_distance(battle, mover) if length <= most]
    return tuple([light for light in lights if light in near])


def _swept_by(mover: EagleUnit, leg: Leg) -> float:
    """The farthest that any part of a unit can go on a slide or a wheel."""
    if isinstance(leg, Wheel):
        return leg_amount(leg) * RADIAN * girth(mover.shape)
    return leg_amount(leg) if isinstance(leg, Slide) else 0.0


def _fallback(battle: EagleBattle, light: EagleUnit, there: Body, heading: int) -> Fallback:
    """Where a light unit stands that falls back before a mover, and whether that is far enough.

    movement.lights-fall-back.detail: at most 8 in, or 12 mounted; facing the mover; stopped by the edge, by
    closed ground and by other enemies within an inch. The mover itself is no obstacle, at its start or its
    end.
    """
    limits = _limits()
    apart = inches(limits.inches)
    wanted = _needed(
        light, there, heading, apart, inches(limits.mounted if light.is_mounted else limits.foot)
    )
    enemies = tuple(one for one in battle.numbers_unbroken(1 - light.side) if one != there.id)
    keeps = (Keep(enemies, inches(limits.apart), rule=RULE),) if enemies else ()
    passable = tuple(one.id for one in battle.units if one.pose is not None and one.id != light.id)
    flight = FlightTerms(
        wanted,
        heading,
        choose=("any",),
        keeps=keeps,
        slack=SLACK,
        goings=goings_of(battle, light),
        passable=tuple(one for one in passable if one not in enemies),
    )
    scene = scene_of(battle).replaced(replace(battle.units[there.id], pose=None))
    move = flee(light, flight, scene)
    taken = move.taken
    passed = (
        () if taken is None else tuple(one for one in taken.passed if battle.units[one].side == light.side)
    )
    gone = replace(light, pose=move.end)
    faced = _faced(battle, gone, scene, (heading + HALF_TURN) % FULL_TURN)
    return Fallback(light.id, faced, gap(replace(light, pose=faced), there) >= apart - SLACK, passed)


def _needed(light: EagleUnit, there: Body, heading: int, apart: int, most: int) -> int:
    """How far a light unit must go in a direction to be *apart* from the mover's end."""
    low, high = 0, most
    while low < high:
        tried = (low + high) // 2
        leg = slide_towards(standing(light), heading, tried)
        pose = standing(light) if leg is None else leg_end(leg, standing(light), light.shape)
        if gap(replace(light, pose=pose), there) >= apart - HAIR:
            high = tried
        else:
            low = tried + 1
    return low


def _faced(battle: EagleBattle, light: EagleUnit, scene: Scene, heading: int) -> Pose:
    """A light unit turned to face the mover, if it has room to turn."""
    pose = about_centre(light, light.shape, heading)
    demands = Demands(barred_kinds(battle, light))
    return pose if with_room(light, (Place(pose, light.shape),), scene, demands) else standing(light)
