"""Generals on the table: attaching, detaching and moving them, and what happens to those in the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import ceil
from typing import NamedTuple

from msgspec import Struct

from sandtable.game.ask.questions import Choose, do, tell
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.actions import Action, Buying
from sandtable.systems.liberty.battle import General, LibertyBattle, Regiment, Step
from sandtable.systems.liberty.danger import survives
from sandtable.systems.liberty.events import MarkersTaken, StepBegan
from sandtable.systems.liberty.general_ways import (
    base_of_general,
    body_of,
    can_get_clear,
    chances,
    clear_place,
    nearest_enemy,
    nearest_of_brigade,
    place_behind,
    place_beside,
    ride_of,
)
from sandtable.systems.liberty.leader_events import (
    GeneralAttached,
    GeneralDetached,
    GeneralKilled,
    GeneralMoved,
    GeneralSetDown,
    GeneralTakenOff,
)
from sandtable.systems.liberty.movement import PROXIMITY
from sandtable.systems.liberty.rates import MarchFacts, general_rates, march_paid
from sandtable.systems.liberty.spending import buying, pay
from sandtable.table.forced.making_way import is_swept
from sandtable.table.measure.contact import is_overlapping
from sandtable.table.measure.distance import within
from sandtable.table.space.lengths import INCH, TOLERANCE
from sandtable.table.space.pose import Pose
from sandtable.table.space.scene import Scene
from sandtable.table.space.shape import Shape

RIDING_STEPS = (Step.RALLYING, Step.ROUTING, Step.CHARGING, Step.ORDERS)
MOVES_LATE = "leaders.move.when"


# ------------------------------------------------------------------ step a
class Attachment(NamedTuple):
    """What a General may do in step a: join a unit of his brigade, or leave the one he is with."""

    general: int
    unit: int | None


async def attach(battle: LibertyBattle) -> LibertyBattle:
    """Step a, one General at a time; then step b takes the markers off.

    turn.command.a, turn.command.b, leaders.attach.when
    """
    options = attachments(battle)
    chosen = await Choose("attach", battle.active, (*options, None)) if options else None
    if chosen is None:
        battle = await tell(battle, MarkersTaken())
        return await tell(battle, StepBegan(Step.RALLYING))
    if chosen.unit is not None:
        return await tell(battle, GeneralAttached(chosen.general, chosen.unit))
    return await tell(battle, GeneralDetached(chosen.general, _behind_his_unit(battle, chosen.general)))


def attachments(battle: LibertyBattle) -> tuple[Attachment, ...]:
    """All that the acting player's Generals may do in step a, each once.

    leaders.attach.how, leaders.attach.distance: one who changes units makes one move. leaders.detach.how,
    leaders.detach.later: one who leaves a unit stays unattached, and must be able to get clear of the enemy.
    """
    scene = scene_of(battle)
    found: list[Attachment] = []
    for number in _free_to_act(battle):
        known = _chosen.get(number)
        if known is None or known.scene is not scene or known.general is not battle.generals[number]:
            return _found_out(battle, scene)
        found += known.options
    return tuple(found)


def _free_to_act(battle: LibertyBattle) -> list[int]:
    """The acting player's Generals on the table who have done nothing yet in step a."""
    active, found = battle.active, []
    for number, general in enumerate(battle.generals):
        if general.side == active and general.pose and not general.moved and not general.detached:
            found.append(number)
    return found


class Known(Struct, frozen=True, gc=False):
    """What a General may do in step a, and where he would stand if he left his unit, if that is certain."""

    scene: Scene
    general: General
    options: tuple[Attachment, ...]
    behind: Pose | None


_chosen: dict[int, Known] = {}
"""What a General may do in step a, by his number: the same as long as nobody moves."""


def _found_out(battle: LibertyBattle, scene: Scene) -> tuple[Attachment, ...]:
    """What Generals may do in step a who are asked about for the first time."""
    numbers, found = _free_to_act(battle), list[Attachment]()
    for number, chance in zip(numbers, chances(battle, numbers), strict=True):
        options = _attachments_of(number, (*chance.units, None) if chance.leaves else chance.units)
        _chosen[number] = Known(scene, battle.generals[number], options, chance.behind)
        found += options
    return tuple(found)


@lru_cache(maxsize=1024)
def _attachments_of(number: int, units: tuple[int | None, ...]) -> tuple[Attachment, ...]:
    """A General with each of some units he may join; with none if he may leave his."""
    return tuple([Attachment(number, unit) for unit in units])


def _is_of(battle: LibertyBattle, general: General) -> bool:
    """Is he one of the acting player's Generals on the table?"""
    return general.side == battle.active and general.pose is not None


def _behind_his_unit(battle: LibertyBattle, number: int) -> Pose:
    known = _chosen.get(number)
    same = known is not None and known.scene is scene_of(battle) and known.general is battle.generals[number]
    return (known.behind if known is not None and same else None) or place_behind(battle, number)


# ------------------------------------------------------------------ moving
class Ride(NamedTuple):
    """A General about to make his move of the turn."""

    general: int


def rides(battle: LibertyBattle) -> tuple[Ride, ...]:
    """The Generals of the acting player that may move now: unattached, once a turn.

    leaders.move.once, leaders.move.when: at any moment of the Command phase after step a, or only in step f.
    """
    found = _afield(battle.generals).rides[battle.active]
    if not found or battle.step is Step.ORDERS:
        return found
    return found if battle.step in RIDING_STEPS and battle.readings.of(MOVES_LATE) != 1 else ()


class Afield(Struct, frozen=True, gc=False):
    """The Generals who stand by themselves on the table: the number, the side and the place of each; and of
    either side those who have their move yet to make."""

    generals: tuple[General, ...]
    places: list[tuple[int, int, int, int]]
    rides: tuple[tuple[Ride, ...], tuple[Ride, ...]]


_last_afield: Afield | None = None


def _afield(generals: tuple[General, ...]) -> Afield:
    """The Generals afield: asked at each order and at each move of a unit, and mostly the same."""
    global _last_afield
    last = _last_afield
    if last is None or last.generals is not generals:
        last = _last_afield = _looked_for(generals)
    return last


def _looked_for(generals: tuple[General, ...]) -> Afield:
    places: list[tuple[int, int, int, int]] = []
    rides: tuple[list[Ride], list[Ride]] = ([], [])
    for number, general in enumerate(generals):
        pose = general.pose
        if general.attached_to is None and pose is not None:
            places.append((number, general.side, pose.x, pose.y))
            if not general.moved:
                rides[general.side].append(_to_ride(number))
    return Afield(generals, places, (tuple(rides[0]), tuple(rides[1])))


@cache
def _to_ride(general: int) -> Ride:
    return Ride(general)


def _may_ride(battle: LibertyBattle, general: General) -> bool:
    return _is_of(battle, general) and general.attached_to is None and not general.moved


async def ride(battle: LibertyBattle, chosen: Ride) -> LibertyBattle:
    """A General's move of up to 24 in, and Double Time! before it (movement.generals, action.double-time)."""
    return await _ride(battle, chosen.general, must=False)


async def _ride(battle: LibertyBattle, number: int, *, must: bool) -> LibertyBattle:
    side, unit, inches = battle.generals[number].side, -1 - number, general_rates().advance
    double_time = buying(battle, Action.DOUBLE_TIME, side, unit)
    if double_time is not Buying.NEVER:
        facts = MarchFacts(general=True, double_time=double_time, wanted=inches, seat=side, unit=unit)
        paid = await do(march_paid, facts)
        battle, inches = await pay(battle, side, unit, paid.spent), paid.value
    move = await ride_of(battle, number, inches * INCH, must=must)
    return await tell(battle, GeneralMoved(number, move.end))


def must_ride(battle: LibertyBattle) -> tuple[Ride, ...]:
    """The Generals who left a unit, stand within 4 in of an enemy and can still get clear of him.

    leaders.detach.later
    """
    return tuple(
        Ride(number)
        for number, general in enumerate(battle.generals)
        if general.detached
        and _may_ride(battle, general)
        and general.pose is not None
        and not within(PROXIMITY, nearest_enemy(battle, body_of(battle, number)))
        and can_get_clear(battle, number, general.pose)
    )


async def end_of_phase(battle: LibertyBattle) -> LibertyBattle:
    """Generals that must get clear of the enemy before the Command phase ends do (leaders.detach.later)."""
    for due in must_ride(battle):
        battle = await _ride(battle, due.general, must=True)
    return battle


# ------------------------------------------------------------------ giving way
async def give_way(battle: LibertyBattle, start: Regiment, unit: int, near: Sequence[int]) -> LibertyBattle:
    """Those Generals give way, of some that are near, whom a unit's move from *start* touched or ended upon.

    An enemy's move sends a General off to his brigade (leaders.overrun); a friend who ends on him shifts him
    by the shortest distance that clears him (leaders.displaced). Attached Generals are in nobody's way.
    """
    moved = battle.units[unit]
    assert moved.pose is not None
    for number in near:
        body = body_of(battle, number)
        if body.side != moved.side:
            if is_swept(body, start.pose or moved.pose, start.shape, moved.pose, moved.shape):
                battle = await _to_brigade(battle, number)
        elif is_overlapping(body, moved):
            battle = await tell(battle, GeneralSetDown(number, clear_place(battle, body)))
    return battle


def in_the_way(battle: LibertyBattle, start: Regiment, unit: int) -> list[int]:
    """The Generals who stand so near to a unit's move from *start*, or their friend's end of it, that it may
    touch them."""
    places, moved = _afield(battle.generals).places, battle.units[unit]
    there = moved.pose
    if there is None or not places:
        return []
    found, wide, here = [], _extent(moved.shape), start.pose or there
    wider = wide if start.shape is moved.shape else max(wide, _extent(start.shape))
    x, y, left, low = there.x, there.y, here.x, here.y
    left, right = (left - wider, x + wider) if left < x else (x - wider, left + wider)
    low, high = (low - wider, y + wider) if low < y else (y - wider, low + wider)
    for number, side, at_x, at_y in places:
        if left < at_x < right and low < at_y < high:
            at_end = x - wide < at_x < x + wide and y - wide < at_y < y + wide
            if at_end or side != moved.side:
                found.append(number)
    return found


@lru_cache(maxsize=256)
def _extent(shape: Shape) -> int:
    """So far from the place of a General none of a unit of such a shape touches him, by the place of it."""
    base = base_of_general()
    return ceil((shape.width + base.width) / 2 + shape.depth + base.depth + 2 * TOLERANCE + 1)


async def _to_brigade(battle: LibertyBattle, number: int) -> LibertyBattle:
    """A General goes the shortest way into contact with the nearest unit of his brigade, without attaching.

    leaders.overrun: his owner chooses if several are equally near; with no unit left he is taken off.
    """
    near = nearest_of_brigade(battle, number)
    if not near:
        return await tell(battle, GeneralTakenOff(number))
    unit = near[0].id
    if len(near) > 1:
        side, units = battle.generals[number].side, tuple(each.id for each in near)
        unit = await Choose("general-place", side, units, about=(number,))
    return await tell(battle, GeneralSetDown(number, place_beside(battle, number, battle.units[unit])))


async def lose_unit(battle: LibertyBattle, unit: int) -> LibertyBattle:
    """The General attached to a unit that was BROKEN: killed on a 1, else set down unattached.

    leaders.unit-lost. In a melee this is the die of the round, so none is rolled for him after it.
    """
    for number, general in enumerate(battle.generals):
        if general.attached_to == unit:
            if not await survives():
                return await kill(battle, number)
            return await _to_brigade(battle, number)
    return battle


async def kill(battle: LibertyBattle, general: int) -> LibertyBattle:
    """A General is killed and out of the game; his brigade is never in command again (leaders.killed)."""
    return await tell(battle, GeneralKilled(general))
