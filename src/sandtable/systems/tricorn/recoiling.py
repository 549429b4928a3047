"""Recoils and withdrawals: the effects of the morale table on units, and on the friends they run into.

A unit that gives ground moves along a straight path (`giving_ground.py`). Each friend it reaches checks its
morale, and the result is carried out before the unit goes on, so that it makes room or holds the unit.
"""

from __future__ import annotations

import math
from typing import assert_never

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do, tell
from sandtable.systems.tricorn.abandoned import abandon
from sandtable.systems.tricorn.battle import Removal, TricornBattle, TricornUnit
from sandtable.systems.tricorn.book import markers_of
from sandtable.systems.tricorn.disorder import LAST_ROW
from sandtable.systems.tricorn.disorder_events import MarkersGained, UnitRecoiled, UnitWithdrew
from sandtable.systems.tricorn.driven_out import outside
from sandtable.systems.tricorn.giving_ground import (
    Met,
    Rest,
    Stop,
    friends_met,
    guns_left,
    passed_over,
    rest_on,
    stops_on,
)
from sandtable.systems.tricorn.morale import Effect, Occasion, recoiled_into, target, withdrawal
from sandtable.systems.tricorn.morale_events import (
    FriendRunInto,
    GarrisonDrivenOut,
    GroundBarred,
    MoraleTested,
)
from sandtable.systems.tricorn.nearness import SLACK, middle_of
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.pushes import Push, facing_of, has_room, heading_along, turned_so_far
from sandtable.systems.tricorn.removing import remove
from sandtable.systems.tricorn.shapes import base_depth
from sandtable.systems.tricorn.trials import trial_of
from sandtable.systems.tricorn.words import markers_words, name
from sandtable.table.forced import Direction, drifted_pose
from sandtable.table.room import about_centre, facing_about
from sandtable.table.space import INCH, Pose, standing


# --------------------------------------------------------------------- what the table does
async def carry_out(battle: TricornBattle, unit: int, effect: Effect, push: Push) -> TricornBattle:
    """Carry out the result of the morale table for a unit.

    morale.row.1, morale.row.2, morale.row.2.artillery, morale.row.3, morale.row.4, recoil.artillery
    """
    match effect:
        case Effect.NONE:
            return battle
        case Effect.RECOIL:
            return await recoil(battle, unit, push)
        case Effect.WITHDRAW:
            return await withdraw(await recoil(battle, unit, push), unit, push)
        case Effect.ABANDON:
            return await abandon(battle, unit)
        case Effect.ELIMINATED:
            battle = await recoil(battle, unit, push)
            gone = battle.units[unit].pose is None
            return battle if gone else await remove(battle, unit, Removal.ELIMINATED)
        case _:
            assert_never(effect)


# --------------------------------------------------------------------- recoils
async def recoil(battle: TricornBattle, unit: int, push: Push) -> TricornBattle:
    """A unit recoils one base depth, once in a combat; guns never do.

    melee.recoil.distance, melee.one-recoil, formation.base-depth, recoil.path, recoil.artillery,
    recoil.counts, recoil.blocked
    """
    one = battle.units[unit]
    if one.pose is None or one.is_artillery or unit in battle.recoiled:
        return battle
    if push.way is None:
        return await barred(battle, unit)
    if one.is_garrison:
        return await leave_place(battle, unit, push.way)
    return await _give_ground(battle, unit, push, push.way)


async def _give_ground(battle: TricornBattle, unit: int, push: Push, way: Direction) -> TricornBattle:
    """A unit goes back as far as friends, enemies and the ground allow, then faces the enemy that drove it
    back.

    recoil.path, recoil.friend-holds, recoil.order, recoil.pushed, movement.flank-contact.recoil,
    movement.table-edge, terrain.compulsory
    """
    rest = rest_of_recoil(battle, battle.units[unit], way)
    while fresh := unchecked(battle, unit, friends_met(battle, battle.units[unit], way, rest.gone)):
        battle = await run_into(battle, await first_of(battle, unit, fresh), unit, way)
        rest = rest_of_recoil(battle, battle.units[unit], way)
    if rest.lost:
        return await remove(battle, unit, Removal.OFF_TABLE)
    to = faced(battle, battle.units[unit], push, drifted_pose(standing(battle.units[unit]), way, rest.gone))
    battle = await tell(battle, UnitRecoiled(unit, to, round(rest.gone)))
    return await barred(battle, unit) if rest.blocked else battle


def rest_of_recoil(battle: TricornBattle, unit: TricornUnit, way: Direction) -> Rest:
    """Where a recoil ends at present: a friend in the way that has already checked holds the unit in contact.

    recoil.friend-holds, artillery.abandoned
    """
    depth = float(base_depth(unit.category))
    held = [
        Stop(met.at, met.at, marks=False)
        for met in (friends_met(battle, unit, way, math.inf) if battle.jostled else ())
        if (met.friend, unit.id) in battle.jostled
    ]
    guns = [left for left in guns_left(battle) if (left.id, unit.id) not in battle.jostled]
    return rest_on(battle, unit, way, depth, (*stops_on(battle, unit, way), *held), guns)


def faced(battle: TricornBattle, unit: TricornUnit, push: Push, at: Pose) -> Pose:
    """The pose of a unit at a place, turned about its centre towards the enemy that drove it back.

    recoil.path, movement.flank-contact.recoil, shooting.recoil-direction
    """
    there = replace(unit, pose=at)
    heading = facing_of(battle, push, middle_of(there))
    if heading is None:
        return at
    return about_centre(there, unit.shape, turned_so_far(battle, there, heading))


async def leave_place(battle: TricornBattle, unit: int, way: Direction) -> TricornBattle:
    """A garrison recoils out of its stronghold, or is blocked if there is no room outside.

    terrain.garrison.recoil
    """
    one = battle.units[unit]
    place = outside(battle, one, heading_along(way))
    if place is None:
        return await barred(battle, unit)
    return await tell(battle, GarrisonDrivenOut(unit, one.garrison, place.pose, place.shape))


async def barred(battle: TricornBattle, unit: int) -> TricornBattle:
    """A unit that cannot go as far as it must gains a marker, once in a combat; at 4 markers it is
    eliminated.

    recoil.blocked, disorder.max
    """
    if unit in battle.blocked:
        return battle
    battle = await tell(battle, GroundBarred(unit, markers_of("recoil.blocked")))
    return await broken(battle, unit)


async def broken(battle: TricornBattle, unit: int) -> TricornBattle:
    """Eliminate a unit that reached 4 markers without consulting the table (disorder.max)."""
    if battle.units[unit].markers < LAST_ROW:
        return battle
    return await remove(battle, unit, Removal.ELIMINATED)


# --------------------------------------------------------------------- friends in the way
def unchecked(battle: TricornBattle, unit: int, met: tuple[Met, ...]) -> tuple[int, ...]:
    """The nearest friends that a unit runs into and that have not checked for it in this combat, all that are
    equally near.

    recoil.order, morale.recoiled-into.once
    """
    fresh = [one for one in met if (one.friend, unit) not in battle.jostled]
    return tuple(one.friend for one in fresh if one.at <= fresh[0].at + SLACK)


class PickFriendRunInto(Choose[int], frozen=True, kw_only=True):
    """Choose the friend that tests first of several equally near that a unit runs into (recoil.order)."""

    decision: str = "recoil.equal-friends"
    rule = "recoil.order"
    title = "Which unit tests first?"
    kind = Kind.ORDER

    unit: int

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: TricornBattle) -> str:
        return f"{name(battle, self.unit)} runs into friends equally near: which tests its morale first?"

    def label(self, battle: TricornBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: TricornBattle, option: int) -> Face:
        return Face(f"{name(battle, option)} first", markers_words(battle, option), option)


async def first_of(battle: TricornBattle, unit: int, friends: tuple[int, ...]) -> int:
    """The friend that checks first of several at the same distance: the owner chooses (recoil.order)."""
    if len(friends) == 1:
        return friends[0]
    return await PickFriendRunInto(battle.units[unit].side, friends, unit=unit)


async def run_into(battle: TricornBattle, friend: int, unit: int, way: Direction) -> TricornBattle:
    """A friend that a unit runs into checks its morale; if it fails, the row of its own markers applies, in
    the direction in which the unit was going.

    morale.recoiled-into, morale.recoiled-into.fail, morale.recoiled-into.chain, morale.recoiled-into.levels,
    recoil.pushed, recoil.order
    """
    battle = await tell(battle, FriendRunInto(friend, unit))
    trial = trial_of(battle, friend, Occasion.RECOILED_INTO)
    told = await do(recoiled_into, trial)
    passed = bool(told.passed)
    battle = await tell(battle, MoraleTested(friend, trial.occasion, target(trial).whole, passed))
    return await carry_out(battle, friend, told.effect, Push(way))


# --------------------------------------------------------------------- withdrawals
async def withdraw(battle: TricornBattle, unit: int, push: Push) -> TricornBattle:
    """A unit withdraws from where its recoil ended, and gains a permanent marker.

    A unit that cannot leave its place or is blocked on all sides does not begin (recoil.blocked).

    morale.row.2, morale.row.2.distance, morale.row.2.permanent, terrain.garrison.recoil
    """
    one = battle.units[unit]
    if one.pose is None:
        return battle
    if push.way is not None and not one.is_garrison:
        length = INCH * await do(withdrawal, one.category)
        battle = await _go_back(battle, unit, push.way, float(length))
    if battle.units[unit].pose is None:
        return battle
    return await _take_permanent(battle, unit)


async def _go_back(battle: TricornBattle, unit: int, way: Direction, length: float) -> TricornBattle:
    """A unit turns about its centre and goes straight ahead through friends, which check as it reaches them.

    withdraw.path, recoil.blocked, recoil.order, movement.table-edge, terrain.compulsory
    """
    turned = about_turned(battle.units[unit], way)
    rest = rest_of_withdrawal(battle, turned, way, length)
    while fresh := unchecked(battle, unit, friends_met(battle, turned, way, rest.gone)):
        battle = await run_into(battle, await first_of(battle, unit, fresh), unit, way)
        rest = rest_of_withdrawal(battle, turned, way, length)
    if rest.lost:
        return await remove(battle, unit, Removal.OFF_TABLE)
    to, gone = end_of_withdrawal(battle, battle.units[unit], way, rest.gone)
    battle = await tell(battle, UnitWithdrew(unit, to, round(gone)))
    return await barred(battle, unit) if rest.blocked else battle


def about_turned(unit: TricornUnit, way: Direction) -> TricornUnit:
    """A unit turned about its centre to face along a path (withdraw.path)."""
    return replace(unit, pose=facing_about(middle_of(unit), unit.shape, heading_along(way)))


def rest_of_withdrawal(battle: TricornBattle, turned: TricornUnit, way: Direction, length: float) -> Rest:
    """Where a withdrawal ends at present, clear of other bodies (withdraw.path)."""
    return rest_on(battle, turned, way, length, stops_on(battle, turned, way), passed_over(battle, turned))


def end_of_withdrawal(
    battle: TricornBattle, unit: TricornUnit, way: Direction, gone: float
) -> tuple[Pose, float]:
    """The pose at which a withdrawal ends, with its back to the enemy, and its length.

    A unit that is blocked at once turns as far as there is room (withdraw.path, recoil.path).
    """
    to = drifted_pose(standing(about_turned(unit, way)), way, gone)
    if has_room(battle, replace(unit, pose=to)):
        return to, gone
    there = replace(unit, pose=drifted_pose(standing(unit), way, gone))
    if not has_room(battle, there):
        there, gone = unit, 0.0
    return about_centre(there, unit.shape, turned_so_far(battle, there, heading_along(way))), gone


async def _take_permanent(battle: TricornBattle, unit: int) -> TricornBattle:
    """Add the permanent marker of a withdrawal, or make one of the present markers permanent; it causes no
    test.

    morale.row.2.permanent, morale.row.2.permanent.adds, disorder.permanent, morale.when
    """
    one = battle.units[unit]
    if battle.is_other(Reading.PERMANENT_CONVERTS):
        return await tell(battle, MarkersGained(unit, 0, converted=1)) if one.removable else battle
    battle = await tell(battle, MarkersGained(unit, 1, permanent=1))
    return await broken(battle, unit)
