"""The Manoeuvres step: the units of a side re-form, move, charge or stand (movement.either-or)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from sandtable.game.ask.questions import tell
from sandtable.systems.coldsteel import arriving, charging, cold_steel, houses, reforming
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.cold_steel import Duty
from sandtable.systems.coldsteel.events import TraitSpent, UnitHeld, UnitMoved
from sandtable.systems.coldsteel.movement import move_allowance, plan_of, takes_road
from sandtable.systems.coldsteel.movement_decisions import (
    ChooseDrillOrder,
    ChooseManoeuvre,
    Drill,
    DrillOrder,
    Manoeuvre,
    ManoeuvreKind,
    PickManoeuvre,
    UseDrill,
)
from sandtable.systems.coldsteel.steps import step_done
from sandtable.systems.coldsteel.troops import Trait

END_STEP: Final = None
"""The answer that ends the step: no other unit manoeuvres (turn.may-decline)."""


KINDS: Final = tuple(ManoeuvreKind)
RE_FORMING: Final = (ManoeuvreKind.STAND, ManoeuvreKind.REFORM, ManoeuvreKind.LEAVE)
MOVING: Final = (
    ManoeuvreKind.STAND,
    ManoeuvreKind.ADVANCE,
    ManoeuvreKind.ROAD,
    ManoeuvreKind.CHARGE,
    ManoeuvreKind.ENTER,
)
"""The alternatives of a manoeuvre: a unit re-forms or moves, not both (movement.either-or)."""


STAND: Final = Manoeuvre(ManoeuvreKind.STAND)
REFORM: Final = Manoeuvre(ManoeuvreKind.REFORM)
ADVANCE: Final = Manoeuvre(ManoeuvreKind.ADVANCE)


# --------------------------------------------------------------------- the step
async def manoeuvre_step(battle: ColdSteelBattle) -> ColdSteelBattle:
    """The owner names the next unit to manoeuvre, or ends the step.

    turn.unit-order, turn.may-decline, setup.reinforcements, cards.cold-steel
    """
    arrivals = arriving.due(battle, battle.active)
    free = (*arrivals, *units_open(battle))
    if not free:
        return await step_done(battle)
    compelled = arrivals or any(cold_steel.binds(battle, battle.units[unit]) for unit in free)
    options: tuple[int | None, ...] = free if compelled else (*free, END_STEP)
    chosen = options[0]
    if len(options) > 1:
        chosen = await PickManoeuvre(battle.active, options)
    if chosen is None:
        return await step_done(battle)
    return await act(battle, chosen)


def units_open(battle: ColdSteelBattle) -> tuple[int, ...]:
    """The units of the side that may still manoeuvre: they passed and are not engaged.

    turn.unit-order, morale.passed-effect, morale.status, movement.engaged
    """
    fighting = battle.fighting
    return tuple(
        [
            unit.id
            for unit in battle.on_table(battle.active)
            if not unit.named and not unit.failed and unit.id not in fighting
        ]
    )


async def act(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """Carry out a unit's manoeuvre: it arrives, is drilled, or does one thing of its owner's choice.

    setup.reinforcements, cards.veteran-drill-sergeant, cards.cold-steel, movement.either-or
    """
    one = battle.units[unit]
    if one.pose is None:
        return await arriving.arrive(battle, unit)
    if one.plays(Trait.VETERAN_DRILL_SERGEANT) and await _drilled(one):
        return await _both(await tell(battle, TraitSpent(unit)), unit)
    duty = cold_steel.duty(battle, one)
    if duty is not Duty.NONE:
        return await cold_steel.obey(battle, unit, duty)
    return await _one_of(battle, unit, KINDS)


async def _drilled(unit: ColdSteelUnit) -> bool:
    """Does the owner use the Veteran Drill Sergeant now? (cards.drill-scope, cards.permanent)"""
    said = await UseDrill(unit.side, tuple(Drill), unit=unit.id)
    return said is Drill.USE


async def _both(battle: ColdSteelBattle, unit: int) -> ColdSteelBattle:
    """A drilled unit re-forms and moves in either order, each part in its formation at that time.

    A unit that has charged is engaged and does not re-form (movement.engaged); a unit that has entered a
    building has ended its manoeuvre (building.enter). cards.drill-scope
    """
    side = battle.units[unit].side
    order = await ChooseDrillOrder(side, tuple(DrillOrder), unit=unit)
    parts = (RE_FORMING, MOVING) if order is DrillOrder.RE_FORM_FIRST else (MOVING, RE_FORMING)
    at_home = battle.units[unit].is_garrison
    for kinds in parts:
        entered = battle.units[unit].is_garrison and not at_home
        if not entered and not battle.is_engaged(unit):
            battle = await _one_of(battle, unit, kinds)
    return battle


async def _one_of(battle: ColdSteelBattle, unit: int, kinds: tuple[ManoeuvreKind, ...]) -> ColdSteelBattle:
    """A unit makes one manoeuvre of the given kinds (manoeuvre.choose-kind)."""
    one = battle.units[unit]
    options = manoeuvres(battle, one)
    if kinds is not KINDS:
        options = tuple([option for option in options if option.kind in kinds])
    chosen = STAND
    if len(options) > 1:
        chosen = await ChooseManoeuvre(one.side, options, unit=unit)
    return await carry_out(battle, unit, chosen)


# --------------------------------------------------------------------- what is open to a unit
def manoeuvres(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[Manoeuvre, ...]:
    """All manoeuvres open to a unit that may manoeuvre, standing first.

    turn.may-decline, movement.either-or
    """
    return (STAND, *_re_forming(battle, unit), *_moving(battle, unit))


def _re_forming(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Manoeuvre]:
    """A new formation or facing; for a garrison, leaving its building (formation.change, building.leave)."""
    if unit.is_garrison:
        if houses.exits(battle, unit):
            yield Manoeuvre(ManoeuvreKind.LEAVE)
    elif reforming.may_reform(battle, unit):
        yield REFORM


def _moving(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Iterator[Manoeuvre]:
    """Moves, also along a road; charges; and entering a building straight ahead.

    A garrison does not move, nor does a unit held back by its Cowardly Officer.

    building.no-sortie, cards.cowardly-scope, movement.segments, movement.road-use, charge.who, building.enter
    """
    if unit.is_garrison or unit.held_back:
        return
    if move_allowance(battle, unit).total > 0:
        yield ADVANCE
    if takes_road(battle, unit):
        yield Manoeuvre(ManoeuvreKind.ROAD)
    if charging.may_charge(battle, unit):
        yield Manoeuvre(ManoeuvreKind.CHARGE)
    for doorway in houses.doorways(battle, unit):
        yield Manoeuvre(ManoeuvreKind.ENTER, doorway.building)


# --------------------------------------------------------------------- what it does
async def carry_out(battle: ColdSteelBattle, unit: int, manoeuvre: Manoeuvre) -> ColdSteelBattle:
    """Carry out the manoeuvre that the owner chose."""
    match manoeuvre.kind:
        case ManoeuvreKind.STAND:
            return await tell(battle, UnitHeld(unit))
        case ManoeuvreKind.REFORM:
            return await reforming.reform(battle, unit)
        case ManoeuvreKind.LEAVE:
            return await houses.leave(battle, unit)
        case ManoeuvreKind.ADVANCE | ManoeuvreKind.ROAD:
            return await advance(battle, unit, by_road=manoeuvre.kind is ManoeuvreKind.ROAD)
        case ManoeuvreKind.CHARGE:
            return await charging.charge(battle, unit)
        case ManoeuvreKind.ENTER:
            return await houses.enter(battle, unit, manoeuvre.building)
        case _:
            assert_never(manoeuvre.kind)


async def advance(battle: ColdSteelBattle, unit: int, *, by_road: bool = False) -> ColdSteelBattle:
    """A unit moves as its owner plans; at a building's wall it may enter; with an empty plan it stands.

    movement.segments, movement.swept, building.enter, movement.counts-as-manoeuvre
    """
    verdict = await plan_of(battle, battle.units[unit], by_road=by_road)
    building = await houses.ask_to_enter(battle, unit, verdict.end, verdict.cost, by_road=by_road)
    if building:
        return await houses.enter(battle, unit, building)
    if not verdict.plan:
        return await tell(battle, UnitHeld(unit))
    return await tell(battle, UnitMoved(unit, verdict.end))
