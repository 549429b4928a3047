"""Command: who is in command, who is supported, and so how well a unit stands its tests."""

from __future__ import annotations

from sandtable.game.battle import scene_of
from sandtable.systems.liberty.battle import General, LibertyBattle, Order, Regiment
from sandtable.systems.liberty.morale import Nerve
from sandtable.systems.liberty.orders import OrderFacts
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.states import State
from sandtable.table.body import Body
from sandtable.table.distance import distance, distances_from, within
from sandtable.table.measure import INCH

SUPPORT_RANGE = 12 * INCH
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
    if general is None:
        return False
    if general.attached_to is not None:
        return general.attached_to == unit.id
    return within(distance(unit, _on_his_base(general)), unit.profile.command_range * INCH)


def is_supported(battle: LibertyBattle, unit: Regiment) -> bool:
    """Are two STEADY or WORN friends of any brigade within 12 in?

    dice.reroll.supported, dice.reroll.supported.who. A unit with the Steady rule needs one within 10 in
    (special.steady, special.steady.alt); Natives are never supported (special.natives).
    """
    if unit.has(SpecialRule.NATIVES):
        return False
    friends = [
        friend
        for friend in battle.on_table(unit.side)
        if friend.id != unit.id and friend.state is not State.SHAKEN
    ]
    far = distances_from(unit, scene_of(battle))
    lengths = [far[friend.id] for friend in friends]
    if unit.has(SpecialRule.STEADY) and any(within(length, STEADY_RANGE) for length in lengths):
        return True
    return sum(within(length, SUPPORT_RANGE) for length in lengths) >= SUPPORTERS


def nerve_of(battle: LibertyBattle, unit: Regiment) -> Nerve:
    """How well a unit stands a MORALE test here and now."""
    return Nerve(
        quality=unit.profile.quality,
        in_command=is_in_command(battle, unit),
        supported=is_supported(battle, unit),
        brave=unit.has(SpecialRule.BRAVE),
        reliable=unit.has(SpecialRule.RELIABLE),
        stubborn=unit.has(SpecialRule.STUBBORN),
        unreliable=unit.has(SpecialRule.UNRELIABLE),
        flat_successes=battle.readings.of(FLAT_SUCCESSES) == 1,
        reliable_in_morale=battle.readings.of(RELIABLE_SCOPE) == 1,
        seat=unit.side,
        unit=unit.id,
    )


def order_facts(battle: LibertyBattle, unit: Regiment, order: Order) -> OrderFacts:
    """The facts of an order given to a unit here and now."""
    return OrderFacts(
        order=order,
        state=unit.state,
        quality=unit.profile.quality,
        in_command=is_in_command(battle, unit),
        supported=is_supported(battle, unit),
        reliable=unit.has(SpecialRule.RELIABLE),
        drilled=unit.has(SpecialRule.DRILLED),
        unreliable=unit.has(SpecialRule.UNRELIABLE),
        seat=unit.side,
        unit=unit.id,
    )


def general_of(battle: LibertyBattle, unit: Regiment) -> General | None:
    """The General of a unit's brigade, while he lives."""
    for general in battle.generals:
        if general.brigade == unit.brigade and general.side == unit.side:
            return general
    return None


def _on_his_base(general: General) -> Body:
    return Body(-1, general.side, general.pose, roster().general.shape())
