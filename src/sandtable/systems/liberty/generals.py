"""Generals on the table: attaching, detaching and moving them, and what happens to those in the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from msgspec import Struct

from sandtable.game.battle import scene_of
from sandtable.game.kept import by_identity
from sandtable.game.questions import Choose, do, tell
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
from sandtable.table.contact import is_overlapping
from sandtable.table.distance import within
from sandtable.table.making_way import is_swept
from sandtable.table.measure import INCH, TOLERANCE
from sandtable.table.pose import Pose
from sandtable.table.scene import Scene
from sandtable.table.shape import Shape

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
    scene, active = scene_of(battle), battle.active
    found: list[tuple[Attachment, ...]] = []
    unknown: dict[int, int] = {}
    for number, general in enumerate(battle.generals):
        if general.side != active or general.moved or general.detached or general.pose is None:
            continue
        known = _chosen.get(number)
        if known is not None and known.general is general and known.scene is scene:
            found.append(known.options)
        else:
            unknown[number] = len(found)
            found.append(())
    if unknown:
        for options, place in zip(_found_out(battle, scene, list(unknown)), unknown.values(), strict=True):
            found[place] = options
    return tuple(chain.from_iterable(found))


class Known(Struct, frozen=True, gc=False):
    """What a General may do in step a, and where he would stand if he left his unit, if that is certain."""

    scene: Scene
    general: General
    options: tuple[Attachment, ...]
    behind: Pose | None


_chosen: dict[int, Known] = {}
"""What a General may do in step a, by his number: the same as long as nobody moves."""


def _found_out(battle: LibertyBattle, scene: Scene, numbers: list[int]) -> list[tuple[Attachment, ...]]:
    """What some Generals may do in step a, who are asked about for the first time."""
    told: list[tuple[Attachment, ...]] = []
    for number, chance in zip(numbers, chances(battle, numbers), strict=True):
        options = _attachments_of(number, (*chance.units, None) if chance.leaves else chance.units)
        told.append(options)
        _chosen[number] = Known(scene, battle.generals[number], options, chance.behind)
    return told


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
    global _riders
    known = _riders
    if known is None or known[0] is not battle.generals or known[1] != battle.active:
        known = _riders = battle.generals, battle.active, _riding(battle.generals, battle.active)
    found = known[2]
    if not found or battle.step is Step.ORDERS:
        return found
    return found if battle.step in RIDING_STEPS and battle.readings.of(MOVES_LATE) != 1 else ()


def _riding(generals: tuple[General, ...], side: int) -> tuple[Ride, ...]:
    """The Generals of a side that are on the table, unattached, and have not moved."""
    loose = _unattached(generals)
    return tuple([Ride(number) for number, own, _ in loose if own == side and not generals[number].moved])


_riders: tuple[tuple[General, ...], int, tuple[Ride, ...]] | None = None
"""The Generals of a side that have their move yet to make: asked at each order, and mostly the same."""


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
    loose, moved = _unattached(battle.generals), battle.units[unit]
    there = moved.pose
    if there is None or not loose:
        return []
    found, wide = [], _extent(moved.shape)
    here, x, y = start.pose or there, there.x, there.y
    wider = wide if start.shape is moved.shape else max(wide, _extent(start.shape))
    left, right = (here.x - wider, x + wider) if here.x < x else (x - wider, here.x + wider)
    low, high = (here.y - wider, y + wider) if here.y < y else (y - wider, here.y + wider)
    for number, side, at in loose:
        if not left < at.x < right or not low < at.y < high:
            continue
        if side != moved.side or (abs(at.x - x) < wide and abs(at.y - y) < wide):
            found.append(number)
    return found


@by_identity(most=16)
def _unattached(generals: tuple[General, ...]) -> list[tuple[int, int, Pose]]:
    """The Generals who stand by themselves on the table: the number, the side and the place of each."""
    return [
        (number, general.side, general.pose)
        for number, general in enumerate(generals)
        if general.attached_to is None and general.pose is not None
    ]


@lru_cache(maxsize=256)
def _extent(shape: Shape) -> float:
    """So far from the place of a General none of a unit of such a shape touches him, by the place of it."""
    base = base_of_general()
    return (shape.width + base.width) / 2 + shape.depth + base.depth + 2 * TOLERANCE + 1


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
