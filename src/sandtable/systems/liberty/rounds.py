"""A round of melee on the table: leading Generals, blows, hits, broken units, Generals at risk.

An ordinary round and the free round of a pursuit both use it.
"""

from __future__ import annotations

from sandtable.game.ask.questions import do, tell
from sandtable.systems.liberty import generals, victory
from sandtable.systems.liberty.actions import Buyer
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.breaking import remove
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.events import HitsChanged
from sandtable.systems.liberty.melee import dice, led
from sandtable.systems.liberty.melee_facts import Engaged, Leading, Melee, Side
from sandtable.systems.liberty.melee_ground import Lineup, general_with
from sandtable.systems.liberty.melee_results import Both, Stands, general_is_killed
from sandtable.systems.liberty.spending import buying, pay

UNLED = Leading.NONE


async def lead(battle: LibertyBattle, lines: Lineup) -> tuple[LibertyBattle, Lineup]:
    """Units with a General attached may let him lead; the acting player decides first.

    action.lead-the-fight, cp.order
    """
    units = dict(_led(lines))
    if not units:
        return battle, lines
    for number in sorted(units, key=lambda number: (battle.units[number].side != battle.active, number)):
        side = battle.units[number].side
        may = buying(battle, Action.LEAD_THE_FIGHT, side, number)
        paid = await do(led, units[number], Buyer(side, number, may))
        battle = await pay(battle, side, number, paid.spent)
        units[number] = paid.value
    return battle, _with(lines, units)


def dice_of(lines: Lineup) -> Both[int]:
    """The dice that every unit of both sides rolls (melee.dice.order)."""
    (first, second), ours, theirs = lines.melee.sides, lines.melee.arms(0), lines.melee.arms(1)
    return (
        tuple([dice(unit, theirs).whole for unit in first.units]),
        tuple([dice(unit, ours).whole for unit in second.units]),
    )


async def mark(battle: LibertyBattle, lines: Lineup, lost: Both[int]) -> LibertyBattle:
    """All hits of a round are marked at once (melee.sequence)."""
    for side in (0, 1):
        for number, hits in zip(lines.sides[side], lost[side], strict=True):
            if hits:
                battle = await tell(battle, HitsChanged(number, hits))
    return battle


async def clear(battle: LibertyBattle, lines: Lineup, stand: Stands) -> LibertyBattle:
    """Remove the units broken by the hits of a round at one instant; then roll the dice for Generals.

    melee.broken-by-hits, leaders.melee.risk, melee.general-before-test. The die for the General of a broken
    unit is rolled as it is removed and serves for both (leaders.unit-lost).
    """
    broken: list[int] = []
    if None in stand[0] or None in stand[1]:
        numbers, states = (*lines.sides[0], *lines.sides[1]), (*stand[0], *stand[1])
        broken = [number for number, state in zip(numbers, states, strict=True) if state is None]
        battle = await remove(battle, tuple(broken))
    if victory.is_decided(battle):
        return battle
    for number, unit in _led(lines):
        general = general_with(battle, number)
        if number not in broken and general is not None and await general_is_killed(unit):
            battle = await generals.kill(battle, general)
    return battle


def _led(lines: Lineup) -> list[tuple[int, Engaged]]:
    """The units of a melee with a General attached, with their numbers."""
    found: list[tuple[int, Engaged]] = []
    for numbers, side in zip(lines.sides, lines.melee.sides, strict=True):
        for number, unit in zip(numbers, side.units, strict=True):
            if unit.fighter.general is not UNLED:
                found.append((number, unit))
    return found


def _with(lines: Lineup, units: dict[int, Engaged]) -> Lineup:
    """A melee with some of its units changed."""
    first, second = (
        Side(
            tuple(units.get(number, unit) for number, unit in zip(lines.sides[side], of.units, strict=True)),
            of.seat,
        )
        for side, of in enumerate(lines.melee.sides)
    )
    return lines._replace(melee=Melee((first, second)))
