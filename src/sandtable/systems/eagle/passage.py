"""Passage of lines: which units are disordered when they pass through each other (movement.passage)."""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.eagle import losses
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import points_of, reach_of
from sandtable.systems.eagle.movement_events import DebtsSettled, LinesPassed, PassageMarked
from sandtable.systems.eagle.nearness import enemies_within, is_within, nearest_enemy_distance
from sandtable.systems.eagle.records import Cause
from sandtable.systems.eagle.shapes import girth
from sandtable.systems.eagle.troops import TroopClass
from sandtable.table.measure import gap
from sandtable.table.movement import Course, Plan, Terms, encounters_of, leg_amount, pose_along
from sandtable.table.space import FULL_TURN, INCH, TOLERANCE, Body, Pose, Scene, nearest_hundredth

RULE = "movement.passage"


def is_near_enemy(battle: EagleBattle, unit: EagleUnit, at: Body | None = None) -> bool:
    """Is a unit, or a body in its stead, within 8 in of an unbroken enemy?"""
    limit = reach_of(RULE)
    if at is None:
        return bool(enemies_within(battle, unit, limit))
    return any(is_within(gap(at, enemy), limit) for enemy in battle.unbroken(1 - unit.side))


def may_be_near_enemy(battle: EagleBattle, unit: EagleUnit, far: float) -> bool:
    """May a unit be within 8 in of an enemy on a move in which no part of it goes farther than *far*?

    If not, the place where it first overlapped a unit that it passed does not matter.
    """
    return nearest_enemy_distance(battle, unit) <= reach_of(RULE) + far + 2 * girth(unit.shape) + INCH


def is_stationary(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Has a unit not moved so far in this phase, or is it in contact? (movement.passage.detail)"""
    return not unit.moved or battle.is_engaged(unit.id)


def is_excused(battle: EagleBattle, mover: EagleUnit, friend: EagleUnit) -> bool:
    """Do two units pass without disorder because one of them is stationary?

    movement.passage: one stationary, one unformed, neither routing; movement.passage.legion: both HI of one
    Legion, one stationary, neither routing
    """
    if mover.routing or friend.routing or not is_stationary(battle, friend):
        return False
    if not (mover.formed and friend.formed):
        return True
    kin = mover.is_legion and mover.legion == friend.legion and mover.side == friend.side
    return kin and mover.troop_class is friend.troop_class is TroopClass.HI


def disordered_by(
    battle: EagleBattle, mover: EagleUnit, friend: EagleUnit, at: Body | None = None
) -> tuple[int, ...]:
    """The formed units of two that pass, if they first overlap within 8 in of the enemy.

    movement.passage, movement.passage.detail
    """
    first = (mover.id,) if mover.formed and is_near_enemy(battle, mover, at) else ()
    second = (friend.id,) if friend.formed and is_near_enemy(battle, friend) else ()
    return first + second


def first_overlaps(body: Body, plan: Plan, scene: Scene) -> dict[int, Body]:
    """The position of a body when it first overlapped each other body that it passed along a plan.

    movement.passage.detail
    """
    found: dict[int, Body] = {}
    pose, shape = body.pose, body.shape
    assert pose is not None
    course = Course(body, Terms(0, ()), scene)
    for leg in plan:
        met, goes = encounters_of(course, leg, pose, shape), leg_amount(leg)
        for other in met.bodies:
            if other.across or other.end_gap < -TOLERANCE:
                start = other.across[0] if other.across else goes
                there = pose_along(leg, pose, shape, min(start / max(goes, 1), 1.0))
                at = Pose(
                    nearest_hundredth(there.x), nearest_hundredth(there.y), round(there.heading) % FULL_TURN
                )
                found.setdefault(other.body, Body(body.id, body.side, at, shape))
        pose, shape = met.end, met.end_shape
    return found


async def pass_through(
    battle: EagleBattle, mover: int, friends: tuple[int, ...], where: dict[int, Body] | None = None
) -> EagleBattle:
    """A unit has moved through some friends; each unit that this disorders takes a point.

    movement.passage, movement.passage.detail: at most one a turn; ``where`` gives the position of the mover
    when it first overlapped each of them
    """
    for number in friends:
        one, friend = battle.units[mover], battle.units[number]
        due = disordered_by(battle, one, friend, (where or {}).get(number))
        excused = is_excused(battle, one, friend)
        battle = await tell(battle, LinesPassed(mover, number, due if excused else ()))
        if not excused:
            battle = await _mark(battle, due)
    return battle


async def settle_debts(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit that was passed while stationary moves after all: the points saved are now taken.

    movement.passage.detail
    """
    owed = battle.units[unit].owed
    if not owed:
        return battle
    return await _mark(await tell(battle, DebtsSettled(unit)), owed)


async def _mark(battle: EagleBattle, units: tuple[int, ...]) -> EagleBattle:
    """Units take their point for a passage, unless they have had one this turn (movement.passage.detail)."""
    for number in units:
        if battle.units[number].crossed or battle.units[number].pose is None:
            continue
        battle = await tell(battle, PassageMarked(number))
        battle = await losses.disorder(battle, number, points_of(RULE), Cause.MANOEUVRE, RULE)
    return battle
