"""The ways of charges on the table: the enemies in reach of a unit, its direction, and where it touches them.

A charge is a straight move of at most 4 inches to the first touch (charge.path). Formed units slide with
their facing kept, all others turn to their target first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.battle.battle import scene_of
from sandtable.game.battle.by_identity import by_identity
from sandtable.systems.eagle.arcs import arc_of, front_centre, is_in_front
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import reach_of, turn_of
from sandtable.systems.eagle.contact import bounded
from sandtable.systems.eagle.ground import barred_kinds, goings_of
from sandtable.systems.eagle.nearness import SLACK
from sandtable.systems.eagle.sight import sees
from sandtable.systems.eagle.terrain import LAYERS
from sandtable.systems.eagle.troops import Formation
from sandtable.table.charge import may_run_into
from sandtable.table.forced import Slider, slide_towards
from sandtable.table.measure import nearest, nearest_to_point
from sandtable.table.movement import Going, Keep, Passing, Terms, Turn, course_of, leg_end
from sandtable.table.room import Demands, Place, have_room
from sandtable.table.space import (
    FULL_TURN,
    HAIR,
    HALF_TURN,
    TOLERANCE,
    Body,
    Point,
    Pose,
    Scene,
    Side,
    centre,
    face,
    heading_between,
    standing,
    turn_between,
)

RULE: Final = "charge.path"
RANGE: Final = reach_of("charge.range")
"""The length of a charge, in hundredths of an inch (charge.range)."""

TOGETHER: Final = 1.0
"""A charge meets enemies together if it meets them within this distance of each other."""


class ChargeWay(NamedTuple):
    """A way to charge an enemy: the side struck, direction, facing, and distance to the touch.

    ``passed`` are the friends on the way (movement.passage).
    """

    target: int
    side: Side
    heading: int
    facing: int
    distance: int
    passed: tuple[int, ...] = ()


class Slide(NamedTuple):
    """A straight move on the table: its length, the enemies met at its end, and the friends passed."""

    gone: int
    met: int | None
    passed: tuple[int, ...]


class Heading(NamedTuple):
    """A direction in which a unit may charge, and its facing on the way."""

    facing: int
    heading: int


# --------------------------------------------------------------------- enemies in reach
def way_to(battle: EagleBattle, unit: EagleUnit, target: int) -> ChargeWay | None:
    """The straightest way in which a unit can charge an enemy from where it stands; none if there is none.

    charge.path, charge.range: the enemy is in its front arc and in sight of its front rank, and nothing else
    is in the way. charge.face: the centre of the front edge decides which side is struck
    """
    foe = battle.units[target]
    if not unit.turns_freely and not is_in_front(unit, foe):
        return None
    side, slider = arc_of(foe, front_centre(unit)), _slider(battle, unit, RANGE, (), ())
    for facing, heading in _open_headings(slider, unit, foe, side):
        pose = faced(battle, unit, facing)
        if pose is None:
            continue
        slide = _slid(slider, pose, heading, RANGE, (target,))
        if slide.met == target and _sees(battle, unit, pose, target):
            return ChargeWay(target, side, heading, facing, slide.gone, slide.passed)
    return None


def _open_headings(slider: Slider, unit: EagleUnit, foe: EagleUnit, side: Side) -> Iterator[Heading]:
    """The directions of a charge that may lead to the enemy before anything else, in order.

    The first is tried alone, because it often suffices.
    """
    tries = _headings(unit, foe, side)
    yield next(tries)
    others = list(tries)
    if not others:
        return
    ways = [(_turned(unit, facing), heading) for facing, heading in others]
    yield from compress(others, may_run_into(slider.course, ways, RANGE, foe.id, RANGE + SLACK, TOGETHER))


def faced(battle: EagleBattle, unit: EagleUnit, facing: int) -> Pose | None:
    """A unit turned about its centre to a facing; none if it is formed or has no room to turn.

    charge.path
    """
    pose = _turned(unit, facing)
    if pose is unit.pose:
        return pose
    if not unit.turns_freely:
        return None
    place, barred = Place(pose, unit.shape), barred_kinds(battle, unit)
    room = have_room(unit, (place,), scene_of(battle), Demands(barred, LAYERS))
    return pose if room[0] else None


def _turned(unit: EagleUnit, facing: int) -> Pose:
    """A unit turned about its centre to a facing, whether or not it has room."""
    pose = standing(unit)
    turn = turn_between(pose.heading, facing)
    return leg_end(Turn(turn), pose, unit.shape) if turn else pose


def _headings(unit: EagleUnit, foe: EagleUnit, side: Side) -> Iterator[Heading]:
    """The directions in which a unit may charge an enemy, the likeliest first.

    charge.path: formed units go up to 22.5 degrees off straight ahead, the others turn to face it first
    """
    pose, body = standing(unit), bounded(foe)
    if unit.turns_freely:
        middle = centre(pose, unit.shape)
        for heading in (
            heading_between(middle, nearest_to_point(body, middle)),
            heading_between(middle, centre(standing(foe), foe.shape)),
            (face(standing(foe), foe.shape, side).heading + HALF_TURN) % FULL_TURN,
        ):
            yield Heading(heading, heading)
        if not is_in_front(unit, foe):
            return
    for aside in _asides(unit, body):
        yield Heading(pose.heading, (pose.heading + aside) % FULL_TURN)


def _asides(unit: EagleUnit, body: Body) -> Iterator[int]:
    """Straight ahead, along the shortest line within the limit, and a few directions between.

    If any direction within the limit reaches an enemy with no other body in the way, one of the first two
    does.
    """
    yield 0
    widest, pose = turn_of(RULE), standing(unit)
    line = nearest(unit, body)
    short = turn_between(pose.heading, heading_between(line.here, line.there))
    to_middle = turn_between(pose.heading, heading_between(front_centre(unit), _middle(body)))
    tried = (short, to_middle, -widest // 2, widest // 2, -widest, widest)
    yield from dict.fromkeys(aside for one in tried if (aside := min(max(one, -widest), widest)))


def _middle(body: Body) -> Point:
    return centre(standing(body), body.shape)


def _sees(battle: EagleBattle, unit: EagleUnit, pose: Pose, target: int) -> bool:
    """Does a front-rank base of a unit at a pose see its target? (charge.path, shooting.sight)"""
    there = unit if pose == unit.pose else replace(unit, pose=pose)
    return bool(sees(battle, there, (target,)))


# --------------------------------------------------------------------- straight moves
def slide_to(
    battle: EagleBattle,
    unit: EagleUnit,
    pose: Pose,
    heading: int,
    distance: int,
    open_to: tuple[int, ...],
    goings: tuple[Going, ...] = (),
    keeps: tuple[Keep, ...] = (),
) -> Slide:
    """How far a unit goes straight ahead from a pose, and which of some enemies it meets first.

    charge.path, charge.missed: closed ground, the table edge and other units stop it; friendly light troops
    may be passed, and routers do not block (rout.state)
    """
    return _slid(_slider(battle, unit, distance, goings, keeps), pose, heading, distance, open_to)


def _slid(slider: Slider, pose: Pose, heading: int, distance: int, open_to: tuple[int, ...]) -> Slide:
    """How far a unit goes straight ahead, by a slider made for it, and which of some enemies it meets."""
    run = slider.run(pose, heading, distance)
    halts = [halt for halt in slider.halts(run) if halt.at <= distance + SLACK]
    first = halts[0] if halts else None
    if first is None:
        return Slide(_short(slider, pose, heading, min(run.gone, distance)), None, run.passed)
    met = next(
        (
            halt.body
            for halt in halts
            if halt.why == "body" and halt.body in open_to and halt.at <= first.at + TOGETHER
        ),
        None,
    )
    gone = max(int(min(first.at + HAIR, distance)), 0)
    if met is None:
        gone = _short(slider, pose, heading, gone)
    return Slide(gone, met, tuple(friend for friend in run.passed if gone))


def _slider(
    battle: EagleBattle,
    unit: EagleUnit,
    distance: int,
    goings: tuple[Going, ...],
    keeps: tuple[Keep, ...],
) -> Slider:
    terms = _terms(battle, unit, (distance, goings, keeps))
    return Slider(course_of(unit, terms, scene_against(battle, unit.side)))


Asked = tuple[int, tuple[Going, ...], tuple[Keep, ...]]
"""The length of a straight move, further effects of ground, and the distances to keep."""

_last: tuple[EagleBattle, EagleUnit, Asked, Terms] | None = None
"""The last terms, kept because a unit tries several directions on the same ones; battles are immutable."""


def _terms(battle: EagleBattle, unit: EagleUnit, asked: Asked) -> Terms:
    global _last
    last = _last
    if last is not None and last[0] is battle and last[1] is unit and last[2] == asked:
        return last[3]
    distance, goings, keeps = asked
    terms = Terms(
        distance,
        (),
        goings=(*goings, *goings_of(battle, unit)),
        keeps=keeps,
        passing=(Passing(passable(battle, unit)),),
        outline="bases",
        slack=SLACK,
    )
    _last = battle, unit, asked, terms
    return terms


def passable(battle: EagleBattle, unit: EagleUnit) -> tuple[int, ...]:
    """The units that a charge may pass: friendly light troops, and routers (charge.path, rout.state)."""
    number = unit.id
    lights = [one.id for one in battle.unbroken(unit.side) if one.is_light and one.id != number]
    routers = [one.id for side in (0, 1) for one in battle.routers(side) if one.id != number]
    return (*lights, *routers)


def _short(slider: Slider, pose: Pose, heading: int, gone: int) -> int:
    """How far a unit goes if it may not end on a friend: short of one that it cannot pass completely.

    charge.missed
    """
    shape = slider.course.body.shape
    while gone > 0:
        there = moved(pose, heading, gone, Body(slider.course.body.id, 0, pose, shape))
        gaps = slider.gaps(there)
        under = [gaps[body] for body in slider.course.passings if body != slider.course.body.id]
        deepest = min(under, default=0.0)
        if deepest >= -TOLERANCE:
            return gone
        gone = max(gone - max(int(-deepest), 1), 0)
    return 0


def moved(pose: Pose, heading: int, distance: int, body: Body) -> Pose:
    """The pose of a body that slides a distance in a direction, its facing kept."""
    leg = slide_towards(pose, heading, distance)
    return pose if leg is None else leg_end(leg, pose, body.shape)


# --------------------------------------------------------------------- as units are struck
def scene_against(battle: EagleBattle, side: int) -> Scene:
    """The table as a side meets its enemies: each as the rectangle around it, or as the bases of a wedge.

    formation.contact
    """
    return _as_struck(scene_of(battle))[side]


@by_identity(most=16)
def _as_struck(scene: Scene) -> tuple[Scene, Scene]:
    """The table as each side meets its enemies; the same scene if every unit fills its rectangle."""
    ragged = [unit for unit in scene.bodies if isinstance(unit, EagleUnit) and unit.pose and _is_ragged(unit)]
    first, second = (tuple(bounded(unit) for unit in ragged if unit.side != side) for side in (0, 1))
    return scene.replaced(*first) if first else scene, scene.replaced(*second) if second else scene


def _is_ragged(unit: EagleUnit) -> bool:
    """Does a unit leave gaps in the rectangle along which it is struck?"""
    if unit.formation is Formation.WEDGE:
        return False
    return len(set(unit.ranks)) > 1 or unit.formation is Formation.MULTI_LINE
