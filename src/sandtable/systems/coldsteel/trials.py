"""The Morale step: each unit of a side takes its test, with its consequences.

The test itself is in `morale.py`; this module takes its facts from the table and applies its result.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, assert_never

from sandtable.game.ask.questions import Choose, do, tell
from sandtable.systems.coldsteel import driven_out, retreating
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Removal
from sandtable.systems.coldsteel.book import inches_of
from sandtable.systems.coldsteel.events import LuckyRerollUsed, MoraleTested, UnitHeldBack, UnitRetreated
from sandtable.systems.coldsteel.morale import (
    MoraleFacts,
    Result,
    Second,
    Split,
    Stance,
    morale_test,
)
from sandtable.systems.coldsteel.morale import (
    retreat as retreat_tally,
)
from sandtable.systems.coldsteel.morale_events import GarrisonDrivenOut, RetreatBarred, SoldiersMutinied
from sandtable.systems.coldsteel.nearness import all_within, enemies_of, nearest_of
from sandtable.systems.coldsteel.options import Reading
from sandtable.systems.coldsteel.precision import TOUCH, limit_of
from sandtable.systems.coldsteel.removing import remove
from sandtable.systems.coldsteel.shapes import files_of
from sandtable.systems.coldsteel.steps import step_done
from sandtable.systems.coldsteel.troops import Figure, Formation, Trait
from sandtable.table.measure import gap
from sandtable.table.space import INCH, standing

PICK_UNIT: Final = "morale.pick-unit"
ENEMY_TIE: Final = "morale.retreat-tie"
ENEMY_OF_GARRISON_TIE: Final = "building.retreat-enemy-tie"

CAVALRY_NEAR: Final = 12
"""The distance in inches within which enemy cavalry shakes a unit (morale.mod.cavalry)."""
CLOSE: Final = 6
"""The distance in inches within which any enemy shakes Light Infantry (troops.light.morale-near)."""


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
        unit = await Choose(PICK_UNIT, battle.active, waiting)
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


# --------------------------------------------------------------------- facts
def facts_of(battle: ColdSteelBattle, unit: ColdSteelUnit) -> MoraleFacts:
    """The facts of a unit's test at this instant.

    morale.when-measured, turn.last-turn, morale.first-turn, geometry.engaged-zero, morale.cavalry-means,
    cards.fearsome-scope, troops.light.melee-means
    """
    near = _near(battle, unit)
    readings = battle.readings
    return MoraleFacts(
        models=unit.models,
        command=unit.command,
        troops=unit.troop_class,
        formation=unit.formation,
        starting=unit.profile.models,
        card=unit.trait,
        by_muskets=unit.muskets_before,
        by_guns=unit.guns_before,
        cavalry_near=near.cavalry,
        enemy_near=near.any_close,
        fearsome_near=near.fearsome,
        stance=stance_of(battle, unit.id),
        rerolled=unit.rerolled,
        luck_spent=unit.lucky_used,
        fired_split=SPLITS[readings.of(Reading.FIRED_SPLIT)],
        light_once=readings.of(Reading.LIGHT_IN_MELEE) != 0,
        charged_retreats=readings.of(Reading.JUST_CHARGED) != 0,
        seat=unit.side,
        unit=unit.id,
    )


SPLITS: Final = tuple(Split)
"""The readings of fire received, by number (morale.fired-split)."""


class _Near(NamedTuple):
    """Whether enemies near a testing unit include cavalry, any unit close by, or a Fearsome Reputation."""

    cavalry: bool = False
    any_close: bool = False
    fearsome: bool = False


NOBODY_NEAR: Final = _Near()


@cache
def _reaches() -> tuple[float, float, float]:
    """The distances within which cavalry, any enemy, and a Fearsome Reputation count."""
    return limit_of(CAVALRY_NEAR), limit_of(CLOSE), limit_of(dreaded_within())


def _near(battle: ColdSteelBattle, unit: ColdSteelUnit) -> _Near:
    """The enemies that count for a unit's test at this instant (morale.when-measured)."""
    reaches = _reaches()
    lengths = all_within(battle, unit, max(reaches))
    if not lengths:
        return NOBODY_NEAR
    units, (riders, close, dreaded) = battle.units, reaches
    return _Near(
        True in [length <= riders and units[enemy].is_cavalry for enemy, length in lengths],
        True in [length <= close for _, length in lengths],
        True in [length <= dreaded and units[enemy].plays(DREADED) for enemy, length in lengths],
    )


DREADED: Final = Trait.FEARSOME_REPUTATION


@cache
def dreaded_within() -> int:
    """The range of a Fearsome Reputation in inches (cards.fearsome-reputation)."""
    return inches_of("cards.fearsome-reputation")


def stance_of(battle: ColdSteelBattle, unit: int) -> Stance:
    """How a testing unit is engaged: since an earlier turn, since this one, or not at all.

    morale.overrun-when, morale.retreat.still-engaged
    """
    if not battle.is_engaged(unit):
        return Stance.FREE
    return Stance.LOCKED if battle.is_locked(unit) else Stance.JUST_CHARGED


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
    tie = ENEMY_OF_GARRISON_TIE if unit.is_garrison else ENEMY_TIE
    return await Choose(tie, unit.side, nearest, about=(unit.id,))


async def _leave_building(
    battle: ColdSteelBattle, unit: ColdSteelUnit, enemy: int | None, distance: float
) -> ColdSteelBattle:
    """A garrison is placed in column outside, is lost off the table, or has nowhere to go.

    building.retreat
    """
    outside = await driven_out.driven_out(battle, unit, enemy, distance)
    if outside.place is None:
        return await remove(battle, (unit.id,), Removal.DESTROYED)
    if outside.lost:
        return await remove(battle, (unit.id,), Removal.LEFT)
    to, shape = outside.place
    files = files_of(unit.arm, Formation.COLUMN, unit.models)
    return await _fall_back(battle, GarrisonDrivenOut(unit.id, unit.building, files, shape, to))


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
