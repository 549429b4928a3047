"""Generals on the table: attaching, detaching and moving them, and their displacement by units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from math import ceil

from msgspec import Struct

from sandtable.game.ask.questions import do, tell
from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.actions import Buying
from sandtable.systems.liberty.battle import General, LibertyBattle, Regiment, Step
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.danger import survives
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
from sandtable.systems.liberty.leader_decisions import AttachGeneral, Attachment, GiveWay, Ride
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
from sandtable.systems.liberty.turn_events import MarkersTaken, StepBegan
from sandtable.table.forced import is_swept
from sandtable.table.measure import is_overlapping, is_within
from sandtable.table.space import INCH, TOLERANCE, Pose, Scene, Shape

RIDING_STEPS = (Step.RALLYING, Step.ROUTING, Step.CHARGING, Step.ORDERS)
MOVES_LATE = "leaders.move.when"


# ------------------------------------------------------------------ step a
async def attach(battle: LibertyBattle) -> LibertyBattle:
    """Step a, one General at a time; then step b takes the markers off.

    turn.command.a, turn.command.b, leaders.attach.when
    """
    options = attachments(battle)
    chosen = await AttachGeneral(battle.active, (*options, None)) if options else None
    if chosen is None:
        battle = await tell(battle, MarkersTaken())
        return await tell(battle, StepBegan(Step.RALLYING))
    if chosen.unit is not None:
        return await tell(battle, GeneralAttached(chosen.general, chosen.unit))
    return await tell(battle, GeneralDetached(chosen.general, _behind_his_unit(battle, chosen.general)))


def attachments(battle: LibertyBattle) -> tuple[Attachment, ...]:
    """All options of the acting player's Generals in step a, each General once.

    leaders.attach.how, leaders.attach.distance: changing units is one move. leaders.detach.how,
    leaders.detach.later: a General who leaves a unit stays unattached, and must be able to get clear of the
    enemy.
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
    """The acting player's Generals on the table who have not acted in step a."""
    active, found = battle.active, []
    for number, general in enumerate(battle.generals):
        if general.side == active and general.pose and not general.moved and not general.detached:
            found.append(number)
    return found


class Known(Struct, frozen=True, gc=False):
    """A General's options in step a, and his place if he left his unit, if it is certain."""

    scene: Scene
    general: General
    options: tuple[Attachment, ...]
    behind: Pose | None


_chosen: dict[int, Known] = {}
"""The options of each General by number, valid for one scene and one state of the General."""


def _found_out(battle: LibertyBattle, scene: Scene) -> tuple[Attachment, ...]:
    """Work out and keep the options of all Generals who may act."""
    numbers, found = _free_to_act(battle), list[Attachment]()
    for number, chance in zip(numbers, chances(battle, numbers), strict=True):
        options = _attachments_of(number, (*chance.units, None) if chance.leaves else chance.units)
        _chosen[number] = Known(scene, battle.generals[number], options, chance.behind)
        found += options
    return tuple(found)


@lru_cache(maxsize=1024)
def _attachments_of(number: int, units: tuple[int | None, ...]) -> tuple[Attachment, ...]:
    """A General paired with each unit he may join; None stands for leaving his own."""
    return tuple([Attachment(number, unit) for unit in units])


def _is_of(battle: LibertyBattle, general: General) -> bool:
    """Is he one of the acting player's Generals on the table?"""
    return general.side == battle.active and general.pose is not None


def _behind_his_unit(battle: LibertyBattle, number: int) -> Pose:
    known = _chosen.get(number)
    same = known is not None and known.scene is scene_of(battle) and known.general is battle.generals[number]
    return (known.behind if known is not None and same else None) or place_behind(battle, number)


# ------------------------------------------------------------------ moving
def rides(battle: LibertyBattle) -> tuple[Ride, ...]:
    """The Generals of the acting player who may move now: unattached, once a turn.

    leaders.move.once, leaders.move.when: at any moment of the Command phase after step a, or only in step f.
    """
    found = _afield(battle.generals).rides[battle.active]
    if not found or battle.step is Step.ORDERS:
        return found
    return found if battle.step in RIDING_STEPS and battle.readings.of(MOVES_LATE) != 1 else ()


class Afield(Struct, frozen=True, gc=False):
    """The unattached Generals: number, side and place of each; and the moves still open to each side."""

    generals: tuple[General, ...]
    places: list[tuple[int, int, int, int]]
    rides: tuple[tuple[Ride, ...], tuple[Ride, ...]]


_last_afield: Afield | None = None


def _afield(generals: tuple[General, ...]) -> Afield:
    """The unattached Generals; kept for one tuple of Generals, as every order and move asks for them."""
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
    """The Generals who left a unit, are within 4 in of an enemy and can still get clear of it.

    leaders.detach.later
    """
    return tuple(
        Ride(number)
        for number, general in enumerate(battle.generals)
        if general.detached
        and _may_ride(battle, general)
        and general.pose is not None
        and not is_within(PROXIMITY, nearest_enemy(battle, body_of(battle, number)))
        and can_get_clear(battle, number, general.pose)
    )


async def end_of_phase(battle: LibertyBattle) -> LibertyBattle:
    """Move the Generals who must get clear before the Command phase ends (leaders.detach.later)."""
    for due in must_ride(battle):
        battle = await _ride(battle, due.general, must=True)
    return battle


# ------------------------------------------------------------------ giving way
async def give_way(battle: LibertyBattle, start: Regiment, unit: int, near: Sequence[int]) -> LibertyBattle:
    """Displace the Generals among *near* that a unit's move from *start* touched or ended on.

    A General touched by an enemy's move goes to his brigade (leaders.overrun); one under a friend's final
    place is shifted by the shortest distance that clears him (leaders.displaced). Attached Generals are never
    displaced.
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
    """The Generals whom an enemy's move from *start*, or a friend's end of it, may touch."""
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
    """The distance between the places of such a unit and a General beyond which they cannot touch."""
    base = base_of_general()
    return ceil((shape.width + base.width) / 2 + shape.depth + base.depth + 2 * TOLERANCE + 1)


async def _to_brigade(battle: LibertyBattle, number: int) -> LibertyBattle:
    """A General goes the shortest way into contact with the nearest unit of his brigade, without attaching.

    leaders.overrun: his owner chooses among equally near units; with no unit left he is taken off.
    """
    near = nearest_of_brigade(battle, number)
    if not near:
        return await tell(battle, GeneralTakenOff(number))
    unit = near[0].id
    if len(near) > 1:
        side, units = battle.generals[number].side, tuple(each.id for each in near)
        unit = await GiveWay(side, units, general=number)
    return await tell(battle, GeneralSetDown(number, place_beside(battle, number, battle.units[unit])))


async def lose_unit(battle: LibertyBattle, unit: int) -> LibertyBattle:
    """The General of a BROKEN unit is killed on a 1, else set down unattached.

    leaders.unit-lost. In a melee this die serves as that of the round, so he rolls only once.
    """
    for number, general in enumerate(battle.generals):
        if general.attached_to == unit:
            if not await survives():
                return await kill(battle, number)
            return await _to_brigade(battle, number)
    return battle


async def kill(battle: LibertyBattle, general: int) -> LibertyBattle:
    """A General is killed; his brigade is never in command again (leaders.killed)."""
    return await tell(battle, GeneralKilled(general))
