"""Command: who is in command, who is supported, and so how well a unit stands its tests."""

from __future__ import annotations

from functools import lru_cache

from sandtable.game.battle import scene_of
from sandtable.systems.liberty.actions import Buying
from sandtable.systems.liberty.aim import works_around
from sandtable.systems.liberty.battle import General, LibertyBattle, Order, Regiment
from sandtable.systems.liberty.morale import Nerve
from sandtable.systems.liberty.orders import OrderGiven
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.states import State
from sandtable.table.body import Body
from sandtable.table.distance import distance, gaps_of, within
from sandtable.table.measure import COSINES, HAIR, INCH, SINES, TOLERANCE
from sandtable.table.pose import Pose
from sandtable.table.shape import Shape

SUPPORT_RANGE = 12 * INCH
SUPPORT_SQUARED = SUPPORT_RANGE * SUPPORT_RANGE
NEAR_ENOUGH = float(SUPPORT_RANGE + TOLERANCE + HAIR)
SUPPORTERS = 2
STEADY_RANGE = 10 * INCH

FLAT_SUCCESSES = "tests.success.morale-conflict"
RELIABLE_SCOPE = "dice.reroll.reliable.scope"


def is_in_command(battle: LibertyBattle, unit: Regiment) -> bool:
    """Is any part of the unit within its General's range, 30 in if Independent?

    command.range, command.range.measure, special.independent. While he is attached to a unit, only that unit
    is in command of him (leaders.attach.command).
    """
    general = general_of(battle, unit)
    if general is None or general.pose is None:
        return False
    if general.attached_to is not None:
        return general.attached_to == unit.id
    assert unit.pose is not None
    here, there, limit = unit.pose, general.pose, unit.profile.command_range * INCH
    if (there.x - here.x) ** 2 + (there.y - here.y) ** 2 <= limit * limit:
        return True  # they are no farther apart than the middles of their front edges
    return within(_distance_to_base(here, unit.shape, there), limit)


@lru_cache(maxsize=128)
def _distance_to_base(pose: Pose, shape: Shape, general: Pose) -> float:
    """From a unit to a General's base (command.range.measure); most tests find both where they stood."""
    return distance(Body(0, 0, pose, shape), Body(1, 0, general, roster().general.shape()))


def is_supported(battle: LibertyBattle, unit: Regiment) -> bool:
    """Are two STEADY or WORN friends of any brigade within 12 in?

    dice.reroll.supported, dice.reroll.supported.who. A unit with the Steady rule needs one within 10 in
    (special.steady, special.steady.alt); Natives are never supported (special.natives).
    """
    special = unit.specials
    if SpecialRule.NATIVES in special:
        return False
    sound, steady = _sound_friends(battle, unit), SpecialRule.STEADY in special
    if len(sound) < SUPPORTERS and not (steady and sound):
        return False
    if _surely_near(unit, sound) >= SUPPORTERS:
        return True
    far = gaps_of(unit.id, scene_of(battle))
    near = [friend for friend in sound if far[friend.id] <= NEAR_ENOUGH]
    return len(near) >= SUPPORTERS or (steady and any(within(far[one.id], STEADY_RANGE) for one in near))


def _sound_friends(battle: LibertyBattle, unit: Regiment) -> list[Regiment]:
    """The STEADY and WORN friends of a unit that may be within 12 in of it, judged by circles round them."""
    assert unit.pose is not None
    x, y, own, shaken = unit.pose.x, unit.pose.y, unit.id, State.SHAKEN
    around = NEAR_ENOUGH + unit.shape.width / 2 + unit.shape.depth
    found: list[Regiment] = []
    for friend in battle.on_table(unit.side):
        there, shape = friend.pose, friend.shape
        assert there is not None
        right, forward, reach = there.x - x, there.y - y, around + shape.width / 2 + shape.depth
        if (
            right * right + forward * forward <= reach * reach
            and not friend.routing
            and friend.state is not shaken
            and friend.id != own
        ):
            found.append(friend)
    return found


def _surely_near(unit: Regiment, friends: list[Regiment]) -> int:
    """How many friends are within 12 in beyond doubt, two at most: told by the points of the front edges that
    lie nearest to the middle of the other's. Nobody is farther off than that."""
    assert unit.pose is not None
    x, y, half, heading = unit.pose.x, unit.pose.y, unit.shape.width / 2, unit.pose.heading
    sin, cos = SINES[heading], COSINES[heading]
    near = 0
    for friend in friends:
        there = friend.pose
        assert there is not None
        dx: float = there.x - x
        dy: float = there.y - y
        if dx * dx + dy * dy > SUPPORT_SQUARED:
            theirs, lean, upright = friend.shape.width / 2, SINES[there.heading], COSINES[there.heading]
            along, back = dx * cos - dy * sin, dy * lean - dx * upright
            along = half if along > half else -half if along < -half else along
            back = theirs if back > theirs else -theirs if back < -theirs else back
            dx, dy = dx + back * upright - along * cos, dy - back * lean + along * sin
            if dx * dx + dy * dy > SUPPORT_SQUARED:
                continue
        near += 1
        if near == SUPPORTERS:
            break
    return near


def nerve_of(battle: LibertyBattle, unit: Regiment) -> Nerve:
    """How well a unit stands a MORALE test here and now."""
    special = unit.specials
    return Nerve(
        quality=unit.profile.quality,
        in_command=is_in_command(battle, unit),
        supported=is_supported(battle, unit),
        brave=SpecialRule.BRAVE in special,
        reliable=is_reliable(battle, unit),
        stubborn=SpecialRule.STUBBORN in special,
        unreliable=SpecialRule.UNRELIABLE in special,
        flat_successes=battle.readings.of(FLAT_SUCCESSES) == 1,
        reliable_in_morale=battle.readings.of(RELIABLE_SCOPE) == 1,
        seat=unit.side,
        unit=unit.id,
    )


def is_reliable(battle: LibertyBattle, unit: Regiment) -> bool:
    """Has a unit the special rule Reliable, by its list or by the works it occupies? (fort.reliable)"""
    return unit.has(SpecialRule.RELIABLE) or bool(works_around(battle, unit))


def order_given(battle: LibertyBattle, unit: Regiment, order: Order, direct_order: Buying) -> OrderGiven:
    """The facts of an order given to a unit here and now."""
    return OrderGiven(
        order=order,
        state=unit.state,
        quality=unit.profile.quality,
        in_command=is_in_command(battle, unit),
        supported=is_supported(battle, unit),
        reliable=is_reliable(battle, unit),
        drilled=unit.has(SpecialRule.DRILLED),
        unreliable=unit.has(SpecialRule.UNRELIABLE),
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
