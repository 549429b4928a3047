"""Giving ground after combat: where a unit falls back, follows up or passes through to (after.fall-back).

Geometry only; its effects are in ``aftermath``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.game.battle.battle import scene_of
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import apart_of, reach_of
from sandtable.systems.eagle.contact import bounded
from sandtable.systems.eagle.ground import goings_of
from sandtable.systems.eagle.nearness import SLACK
from sandtable.systems.eagle.terrain import LAYERS
from sandtable.table.forced import FlightTerms, flee
from sandtable.table.measure import distances_to_ground, gap, ground_under, is_overlapping
from sandtable.table.movement import Keep
from sandtable.table.space import (
    FULL_TURN,
    HALF_TURN,
    TOLERANCE,
    Base,
    Body,
    Point,
    Pose,
    Scene,
    Shape,
    corners,
    hundredths,
    standing,
)

IN_TOUCH: Final = 2 * TOLERANCE
"""Units in contact that rounding to the grid has parted by no more than this still touch."""


class Shift(NamedTuple):
    """A unit and its new pose."""

    unit: int
    to: Pose


def do_touch(one: EagleUnit, other: EagleUnit) -> bool:
    """Do two units touch where they stand now? (melee.contact)"""
    return gap(bounded(one), bounded(other)) <= IN_TOUCH


# --------------------------------------------------------------------- falling back
def back_of(pose: Pose) -> int:
    """The heading straight back from a pose."""
    return (pose.heading + HALF_TURN) % FULL_TURN


def fall_back(battle: EagleBattle, unit: EagleUnit) -> tuple[Shift, ...]:
    """The new poses of a unit that falls back and of friends close behind it; empty if it cannot.

    after.fall-back, after.fall-back.blocked: an inch straight back, facing kept; impassable ground, the table
    edge, enemies, and friends who are themselves in combat block it
    """
    heading, inch = back_of(standing(unit)), reach_of("after.fall-back")
    group = pushed_by(battle, unit, heading)
    if any(battle.is_engaged(friend.id) for friend in group if friend.id != unit.id):
        return ()
    others = scene_of(battle).replaced(*(Body(one.id, one.side, None, one.shape) for one in group))
    shifts = [_slid(battle, one, heading, inch, others) for one in group]
    free = [shift for shift in shifts if shift is not None]
    return tuple(free) if len(free) == len(shifts) else ()


def _slid(battle: EagleBattle, unit: EagleUnit, heading: int, distance: int, scene: Scene) -> Shift | None:
    """Where a unit stands after a slide with its facing kept; none if something is in its way."""
    alone = scene.replaced(unit)
    routers = tuple(one.id for one in battle.units if one.routing)
    flight = FlightTerms(distance, heading, choose=("any",), goings=goings_of(battle, unit), passable=routers)
    taken = flee(unit, flight, alone).taken
    return Shift(unit.id, taken.end) if taken is not None and taken.gone >= distance else None


def pushed_by(battle: EagleBattle, unit: EagleUnit, heading: int) -> tuple[EagleUnit, ...]:
    """A unit that falls back, the friends within an inch behind it, and those behind them.

    after.fall-back.blocked
    """
    group, look = [unit], [unit]
    while look:
        strip = _strip_behind(look.pop(0), heading, reach_of("after.fall-back.blocked"))
        for friend in battle.unbroken(unit.side):
            if friend not in group and is_overlapping(strip, bounded(friend)):
                group.append(friend)
                look.append(friend)
    return tuple(group)


def _strip_behind(unit: EagleUnit, heading: int, depth: int) -> Body:
    """The strip of ground behind a unit, as seen from one pushed towards a heading."""
    pose, shape = standing(unit), unit.shape
    if back_of(pose) == heading:
        return Body(unit.id, unit.side, pose.shifted(0, -shape.depth), _rectangle(shape.width, depth))
    there = Pose(pose.x, pose.y, back_of(Pose(0, 0, heading)))
    spread = [there.local(corner) for corner in corners(pose, shape)]
    left, right = min(point.x for point in spread), max(point.x for point in spread)
    rear = min(point.y for point in spread)
    return Body(
        unit.id, unit.side, there.shifted((left + right) / 2, rear), _rectangle(round(right - left), depth)
    )


def _rectangle(width: int, depth: int) -> Shape:
    return Shape((Base(0, 0, width, depth),), width, depth)


# --------------------------------------------------------------------- following up
def follow_up(battle: EagleBattle, unit: EagleUnit, fallen: EagleUnit) -> Pose | None:
    """Where a unit stands that follows up an enemy which has fallen back; none if there is no room.

    after.follow-up, after.follow-up.which: it goes the same way, at most an inch, and so lies against it as
    before
    """
    heading = back_of(standing(fallen))
    routers = tuple(one.id for one in battle.units if one.routing)
    flight = FlightTerms(
        reach_of("after.follow-up.which"),
        heading,
        choose=("any",),
        goings=goings_of(battle, unit),
        passable=routers,
    )
    move = flee(unit, flight, scene_of(battle))
    if move.taken is None:
        return None
    there = Body(unit.id, unit.side, move.taken.end, unit.shape)
    touches = gap(there, bounded(fallen)) <= IN_TOUCH
    return move.taken.end if touches else None


# ------------------------------------------------------------------ passing through
def distance_through(
    battle: EagleBattle, unit: EagleUnit, opponents: tuple[int, ...], backers: tuple[int, ...]
) -> int:
    """The length of a pass-through: 4 inches beyond the far edge of the opponents' formation.

    after.pass-through, after.pass-through.detail: more if the unit, or a supporter that passes with it, needs
    that to stand an inch clear of them
    """
    pose = standing(unit)
    far = max(
        (
            pose.local(corner).y
            for foe in opponents
            for corner in corners(standing(battle.units[foe]), battle.units[foe].shape)
        ),
        default=0.0,
    )
    tail = max(
        -pose.local(corner).y
        for one in (unit, *(battle.units[backer] for backer in backers))
        for corner in corners(standing(one), one.shape)
    )
    clear = tail + apart_of("after.pass-through.detail")
    return hundredths(far + max(reach_of("after.pass-through"), clear))


def pass_through(
    battle: EagleBattle, unit: EagleUnit, heading: int, distance: int, opponents: tuple[int, ...]
) -> Pose | None:
    """Where a unit stands that has passed through its opponents; none if it cannot get clear of them.

    after.pass-through.detail: fresh enemies stop it an inch short of them, closed ground at its edge
    """
    fresh = tuple(
        enemy.id
        for enemy in battle.unbroken(1 - unit.side)
        if enemy.id not in opponents and not do_touch(unit, enemy)
    )
    keep = Keep(fresh, apart_of("after.pass-through.detail"), rule="after.pass-through.detail")
    flight = FlightTerms(
        distance,
        heading,
        choose=("any",),
        keeps=(keep,) if fresh else (),
        slack=SLACK,
        goings=goings_of(battle, unit),
        passable=(*opponents, *(friend.id for friend in battle.on_table(unit.side) if friend.id != unit.id)),
    )
    taken = flee(unit, flight, scene_of(battle)).taken
    if taken is None:
        return None
    there = Body(unit.id, unit.side, taken.end, unit.shape)
    clear = all(gap(there, battle.units[foe], "footprint") > IN_TOUCH for foe in opponents)
    return taken.end if clear else None


# ------------------------------------------------------------------------ the ground
def ground_swept(battle: EagleBattle, unit: EagleUnit, to: Pose) -> tuple[str, ...]:
    """The pieces of ground that any base of a unit crosses on a short straight shift, facing kept.

    terrain.rough.detail
    """
    if not battle.field.pieces:
        return ()
    aside, along = standing(unit).local(_point(to))
    swept = tuple(_stretched(base, aside, along) for base in unit.shape.bases)
    body = Body(unit.id, unit.side, unit.pose, Shape(swept, unit.shape.width, unit.shape.depth))
    return tuple(battle.field.pieces[place].id for place in ground_under(body, battle.field, LAYERS))


def pieces_at(battle: EagleBattle, unit: EagleUnit) -> tuple[str, ...]:
    """The pieces of ground that a unit stands on or touches (control.loot)."""
    pieces = battle.field.pieces
    lengths = distances_to_ground(unit, battle.field) if pieces else []
    return tuple(piece.id for piece, length in zip(pieces, lengths, strict=True) if length <= IN_TOUCH)


def _point(pose: Pose) -> Point:
    return Point(float(pose.x), float(pose.y))


def _stretched(base: Base, aside: float, along: float) -> Base:
    """A base extended by the ground over which it is shifted, to the side and forward."""
    ahead = max(0.0, along)
    return Base(
        x=round(base.x + aside / 2),
        y=round(base.y + ahead),
        width=round(base.width + abs(aside)),
        depth=round(base.depth + abs(along)),
        rank=base.rank,
    )
