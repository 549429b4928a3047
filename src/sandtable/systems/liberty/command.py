"""Units in command, supported units, and the facts of their tests that follow."""

from __future__ import annotations

from functools import cache

from sandtable.game.battle.battle import scene_of
from sandtable.systems.liberty.actions import Buying
from sandtable.systems.liberty.aim import is_fortified
from sandtable.systems.liberty.battle import General, LibertyBattle, Order, Regiment
from sandtable.systems.liberty.morale import Nerve
from sandtable.systems.liberty.orders import OrderGiven
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.states import SHAKEN
from sandtable.table.measure import distance, friends_within, is_within
from sandtable.table.space import HAIR, INCH, Body, Pose, Shape

SUPPORT_RANGE = 12 * INCH
STEADY_RANGE = 10 * INCH

NATIVES, STEADY, RELIABLE = SpecialRule.NATIVES, SpecialRule.STEADY, SpecialRule.RELIABLE
BRAVE, STUBBORN = SpecialRule.BRAVE, SpecialRule.STUBBORN
DRILLED, UNRELIABLE = SpecialRule.DRILLED, SpecialRule.UNRELIABLE
# These names save the look-up of an enumeration's member, which costs as much as a call, in every test.

FLAT_SUCCESSES = "tests.success.morale-conflict"
RELIABLE_SCOPE = "dice.reroll.reliable.scope"


def is_in_command(battle: LibertyBattle, unit: Regiment) -> bool:
    """Is any part of the unit within its General's range, 30 in if Independent?

    command.range, command.range.measure, special.independent. An attached General has only his own unit in
    command (leaders.attach.command).
    """
    general = general_of(battle, unit)
    if general is None or general.pose is None:
        return False
    if general.attached_to is not None:
        return general.attached_to == unit.id
    assert unit.pose is not None
    here, there, limit = unit.pose, general.pose, unit.profile.command_range * INCH
    right, forward, shape = there.x - here.x, there.y - here.y, unit.shape
    apart = right * right + forward * forward
    if apart <= limit * limit:
        return True  # the bases are no farther apart than the middles of their front edges
    beyond = limit + _around_general() + shape.width / 2 + shape.depth
    return apart <= beyond * beyond and is_within(_distance_to_base(here, shape, there), limit)


@cache
def _around_general() -> float:
    """How far a General's base extends from the middle of its front edge, plus a hair."""
    base = roster().general.shape()
    return base.width / 2 + base.depth + HAIR


def _distance_to_base(pose: Pose, shape: Shape, general: Pose) -> float:
    """The distance from a unit to a General's base (command.range.measure)."""
    return distance(Body(0, 0, pose, shape), Body(1, 0, general, roster().general.shape()))


def is_supported(battle: LibertyBattle, unit: Regiment) -> bool:
    """Are two STEADY or WORN friends of any brigade within 12 in?

    dice.reroll.supported, dice.reroll.supported.who. A unit with the Steady rule needs one within 10 in
    (special.steady, special.steady.alt); Natives are never supported (special.natives).
    """
    special = unit.specials
    if NATIVES in special:
        return False
    near, sound = friends_within(unit.id, scene_of(battle), SUPPORT_RANGE + HAIR), 0
    while near:
        number = near.bit_length() - 1
        near ^= 1 << number
        friend = battle.units[number]
        if not friend.routing and friend.state is not SHAKEN:
            if sound:
                return True
            sound = 1 << number
    if not sound or STEADY not in special:
        return False
    return bool(sound & friends_within(unit.id, scene_of(battle), STEADY_RANGE + HAIR))


def nerve_of(battle: LibertyBattle, unit: Regiment) -> Nerve:
    """The facts of a unit's MORALE test as the battle stands."""
    special = unit.specials
    return Nerve(
        quality=unit.profile.quality,
        in_command=is_in_command(battle, unit),
        supported=is_supported(battle, unit),
        brave=BRAVE in special,
        reliable=is_reliable(battle, unit),
        stubborn=STUBBORN in special,
        unreliable=UNRELIABLE in special,
        flat_successes=battle.readings.of(FLAT_SUCCESSES) == 1,
        reliable_in_morale=battle.readings.of(RELIABLE_SCOPE) == 1,
        seat=unit.side,
        unit=unit.id,
    )


def is_reliable(battle: LibertyBattle, unit: Regiment) -> bool:
    """Does a unit have the special rule Reliable, by its list or by the works it occupies? (fort.reliable)"""
    return unit.has(RELIABLE) or is_fortified(battle, unit)


def order_given(battle: LibertyBattle, unit: Regiment, order: Order, direct_order: Buying) -> OrderGiven:
    """The facts of an order given to a unit as the battle stands."""
    return OrderGiven(
        order=order,
        state=unit.state,
        quality=unit.profile.quality,
        in_command=is_in_command(battle, unit),
        supported=is_supported(battle, unit),
        reliable=is_reliable(battle, unit),
        drilled=unit.has(DRILLED),
        unreliable=unit.has(UNRELIABLE),
        seat=unit.side,
        unit=unit.id,
        routing=unit.routing,
        direct_order=direct_order,
    )


def general_of(battle: LibertyBattle, unit: Regiment) -> General | None:
    """The General of a unit's brigade, while he lives."""
    brigade, side = unit.brigade, unit.side
    for general in battle.generals:
        if general.brigade == brigade and general.side == side:
            return general
    return None
