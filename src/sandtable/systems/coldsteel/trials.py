"""The Morale step: each unit of a side takes its test, with its consequences.

The test itself is in `morale.py`; this module takes its facts from the table and applies its result.
"""

from __future__ import annotations

from typing import NamedTuple, assert_never

from sandtable.game.ask.questions import do, tell
from sandtable.systems.coldsteel import driven_out, retreating
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Removal
from sandtable.systems.coldsteel.events import LuckyRerollUsed, MoraleTested, UnitHeldBack, UnitRetreated
from sandtable.systems.coldsteel.morale import MoraleFacts, Result, Second, morale_test
from sandtable.systems.coldsteel.morale import retreat as retreat_tally
from sandtable.systems.coldsteel.morale_decisions import GarrisonTie, PickTester, RetreatTie, WallTie
from sandtable.systems.coldsteel.morale_events import GarrisonDrivenOut, RetreatBarred, SoldiersMutinied
from sandtable.systems.coldsteel.morale_facts import facts_of
from sandtable.systems.coldsteel.nearness import enemies_of, nearest_of
from sandtable.systems.coldsteel.precision import SLACK, TOUCH
from sandtable.systems.coldsteel.removing import remove
from sandtable.systems.coldsteel.room import is_legal
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.steps import step_done
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.measure import gap
from sandtable.table.room import Place
from sandtable.table.space import INCH, standing


# --------------------------------------------------------------------- the step
async def morale_step(battle: ColdSteelBattle) -> ColdSteelBattle:
    """The owner names the next unit to test; the step ends when all have tested.

    Losses cause no other test (morale.no-casualty-effect).

    morale.every-unit, turn.unit-order, turn.may-decline
    """
    waiting = untested(battle)
    if not waiting:
        return await step_done(battle)
    unit = waiting[0]
    if len(waiting) > 1:
        unit = await PickTester(battle.active, waiting)
    return await take_test(battle, unit)


def untested(battle: ColdSteelBattle) -> tuple[int, ...]:
    """The units of the side that have yet to test in this step; each tests once (morale.every-unit)."""
    return tuple([unit.id for unit in battle.on_table(battle.active) if not unit.named])


async def take_test(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """A unit tests; its test is settled completely before the next unit is named.

    turn.unit-order, morale.roll, leaders.officer-reroll, cards.lucky-scope
    """
    facts = facts_of(battle, battle.units[unit])
    test = await do(morale_test, facts)
    told = MoraleTested(unit, test.total, test.passed, rerolled=test.again is Second.BOTH)
    battle = await tell(battle, told)
    if test.again is Second.ONE:
        battle = await tell(battle, LuckyRerollUsed(unit))
    return await _settle(battle, facts, test.result)


async def _settle(battle: ColdSteelBattle, facts: MoraleFacts, result: Result) -> ColdSteelBattle:
    """Apply the result of a test to its unit.

    morale.passed-effect, morale.fail, morale.rout, morale.overrun, cards.cowardly-scope, cards.flogged-scope
    """
    unit = facts.unit
    match result:
        case Result.PASSES:
            return battle
        case Result.HELD_BACK:
            return await tell(battle, UnitHeldBack(unit))
        case Result.ROUTS:
            if facts.card is Trait.FLOGGED_SOLDIERS:
                battle = await tell(battle, SoldiersMutinied(unit, facts.has(Figure.OFFICER)))
            return await remove(battle, (unit,), Removal.ROUTED)
        case Result.OVERRUN:
            return await remove(battle, (unit,), Removal.OVERRUN)
        case Result.RETREATS:
            return await retreat(battle, unit, retreat_tally(facts).whole * INCH)
        case _:
            assert_never(result)


# --------------------------------------------------------------------- retreat
async def retreat(battle: ColdSteelBattle, unit: int, distance: float) -> ColdSteelBattle:
    """A unit retreats from the nearest enemy, or is driven out of its building.

    An engaged unit that cannot move at all is overrun (morale.retreat.still-engaged).

    morale.fail, morale.retreat.direction, morale.retreat.edge, building.retreat
    """
    one = battle.units[unit]
    enemy = await _nearest_enemy(battle, one)
    if one.is_garrison:
        return await _leave_building(battle, one, enemy, distance)
    way = retreating.way_of(battle, one, enemy)
    back = retreating.fall_back(battle, one, way, distance)
    if back.lost:
        return await remove(battle, (unit,), Removal.LEFT)
    if back.to != standing(one):
        return await _fall_back(battle, UnitRetreated(unit, one.formation, one.files, one.shape, back.to))
    if battle.is_engaged(unit):
        return await remove(battle, (unit,), Removal.OVERRUN)
    return await tell(battle, RetreatBarred(unit))


async def _nearest_enemy(battle: ColdSteelBattle, unit: ColdSteelUnit) -> int | None:
    """The nearest enemy, from which a unit retreats; its owner chooses between equally near ones.

    morale.retreat.direction, building.retreat, geometry.engaged-zero
    """
    nearest = nearest_of(battle, unit.id, enemies_of(battle, unit))
    if len(nearest) <= 1:
        return nearest[0] if nearest else None
    tie = GarrisonTie if unit.is_garrison else RetreatTie
    return await tie(unit.side, nearest, unit=unit.id)


async def _leave_building(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: int | None, distance: float
) -> ColdSteelBattle:
    """A garrison is placed in column outside, is lost off the table, or has nowhere to go.

    building.retreat
    """
    outside = await _driven_out(battle, unit, enemy, distance)
    if outside.place is None:
        return await remove(battle, (unit.id,), Removal.DESTROYED)
    if outside.lost:
        return await remove(battle, (unit.id,), Removal.LEFT)
    to, shape = outside.place
    files = files_of(unit.arm, Formation.COLUMN, unit.models)
    return await _fall_back(battle, GarrisonDrivenOut(unit.id, unit.building, files, shape, to))


class Outside(NamedTuple):
    """The place of a garrison driven out; None if no wall serves; ``lost`` if it is off the table."""

    place: Place | None
    lost: bool = False


async def _driven_out(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: int | None, distance: float
) -> Outside:
    """Place a garrison outside the first wall that serves, trying the farthest from an enemy first.

    Its owner chooses between equally far walls. A garrison that ends off the table is lost
    (building.retreat).
    """
    left = driven_out.by_farness(battle, unit, enemy)
    while left:
        farthest = tuple(heading for heading, length in left if length >= left[0][1] - SLACK)
        heading = farthest[0]
        if len(farthest) > 1:
            heading = await WallTie(unit.side, farthest, unit=unit.id)
        place = driven_out.beyond_wall(battle, unit, heading, distance)
        if driven_out.is_off_table(place, battle.field):
            return Outside(place, lost=True)
        if is_legal(battle, unit, place):
            return Outside(place)
        left = tuple(wall for wall in left if wall[0] != heading)
    return Outside(None)


async def _fall_back(battle: ColdSteelBattle, back: UnitRetreated | GarrisonDrivenOut) -> ColdSteelBattle:
    """A unit ends its retreat; if it still touches an enemy that it was engaged with, it is overrun there.

    morale.retreat.still-engaged, charge.target-gone, charge.engagement-persists
    """
    foes = battle.foes_of(back.unit)
    battle = await tell(battle, back)
    there = battle.units[back.unit]
    if any(gap(there, battle.units[foe], "footprint") <= TOUCH for foe in foes):
        return await remove(battle, (back.unit,), Removal.OVERRUN)
    return battle
