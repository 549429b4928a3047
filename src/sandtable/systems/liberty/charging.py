"""Step e on the table: charges declared by target, their tests, the responses, fire, and the moves.

The chargers test and move in the order in which their player names them (turn.step-order,
charge.multiple.order).
"""

from __future__ import annotations

from sandtable.game.ask.questions import do, tell
from sandtable.systems.liberty import generals, victory
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.charge_answers import answered
from sandtable.systems.liberty.charge_decisions import Charge, DeclareCharge, JoinCharge, PickFacing
from sandtable.systems.liberty.charge_events import ChargeDeclared, ChargeTested
from sandtable.systems.liberty.charge_moves import (
    Onset,
    bases_to_share,
    even_shares,
    falter,
    go_home,
    in_order,
)
from sandtable.systems.liberty.charge_ways import (
    ChargeWay,
    facings_open,
    is_open,
    legal_charges,
    measured,
    places_abreast,
    sides,
    survey,
    ways_to,
)
from sandtable.systems.liberty.charges import ChargeTest, Grade, charge_test_paid
from sandtable.systems.liberty.command import is_in_command, is_reliable, is_supported
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.events import OrderCarriedOut, OrderFailed, UnitDisordered
from sandtable.systems.liberty.leader_decisions import Ride
from sandtable.systems.liberty.movement import moving_scene
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.systems.liberty.spending import buying, pay
from sandtable.systems.liberty.turn_events import StepBegan
from sandtable.table.space import Side


# ------------------------------------------------------------------ step e
async def charge_step(battle: LibertyBattle) -> LibertyBattle:
    """One group of charges on one target from declaration to contact, or the start of step f.

    turn.command.e, charge.when, charge.sequence. A General may move between two charges (leaders.move.when).
    """
    charges = [Charge(unit, target) for unit, target in legal_charges(battle)]
    if not charges:
        return await tell(battle, StepBegan(Step.ORDERS))
    options: tuple[Charge | Ride | None, ...] = (*charges, *generals.rides(battle), None)
    chosen = await DeclareCharge(battle.active, options)
    match chosen:
        case None:
            return await tell(battle, StepBegan(Step.ORDERS))
        case Ride():
            return await generals.ride(battle, chosen)
        case Charge():
            return await charge(battle, chosen)


async def charge(battle: LibertyBattle, first: Charge) -> LibertyBattle:
    """All charges on one target: declared together, tested one by one, answered once, then moved.

    charge.multiple.order
    """
    ways = await declared(battle, first)
    for way in ways:
        battle = await tell(battle, ChargeDeclared(way.unit, way.target))
    onsets: tuple[Onset, ...] = ()
    for way in ways:
        battle, grade = await tested(battle, way)
        if grade >= Grade.CHARGE:
            onsets += (Onset(way, grade, battle.units[way.unit].under_fire),)
    return await _end(await carry_home(battle, onsets), onsets)


async def carry_home(battle: LibertyBattle, onsets: tuple[Onset, ...]) -> LibertyBattle:
    """The response to charges that got two or more successes, and their moves.

    charge.result.2, charge.result.3, orders.charge.charge, orders.charge.determined
    """
    if not onsets:
        return battle
    answer = await answered(battle, onsets)
    if victory.is_decided(answer.battle):
        return answer.battle
    return await go_home(answer.battle, answer.onsets)


async def _end(battle: LibertyBattle, onsets: tuple[Onset, ...]) -> LibertyBattle:
    """The activation of the chargers ends: markers come off, and they do not shoot (underfire.detail)."""
    for onset in onsets:
        if battle.units[onset.way.unit].pose is not None:
            battle = await tell(battle, OrderCarriedOut(onset.way.unit, Order.CHARGE, may_shoot=False))
    return battle


# ------------------------------------------------------------------ the declaration
async def declared(battle: LibertyBattle, first: Charge) -> tuple[ChargeWay, ...]:
    """The charges on one target in the order they are named, each on a facing that is open to it.

    charge.multiple.order, charge.facing.count
    """
    target = battle.units[first.target]
    ways: tuple[ChargeWay, ...] = (await faced(battle, ways_to(battle, battle.units[first.unit], target)),)
    while joining := joinable(battle, ways):
        options = (*dict.fromkeys(Charge(way.unit, way.target) for way in joining), None)
        named = await JoinCharge(battle.active, options, target=target.id)
        if named is None:
            break
        ways += (await faced(battle, tuple(way for way in joining if way.unit == named.unit)),)
    return ways


async def faced(battle: LibertyBattle, ways: tuple[ChargeWay, ...]) -> ChargeWay:
    """The way of a charge; where two facings are open the charging player chooses.

    charge.facing.count
    """
    if len(ways) == 1:
        return ways[0]
    options = tuple(way.side for way in ways)
    unit, target = ways[0].unit, ways[0].target
    side = await PickFacing(battle.units[unit].side, options, unit=unit, target=target)
    return next(way for way in ways if way.side == side)


def joinable(battle: LibertyBattle, ways: tuple[ChargeWay, ...]) -> tuple[ChargeWay, ...]:
    """The ways of further units that may charge the same target, each with a base in contact.

    charge.multiple
    """
    named, target = [way.unit for way in ways], battle.units[ways[0].target]
    found: list[ChargeWay] = []
    for unit, facing in facings_open(battle, target.id, named).items():
        for side in facing:
            found += joined(battle, ways, battle.units[unit], side)
    return tuple(found)


def joined(
    battle: LibertyBattle, ways: tuple[ChargeWay, ...], unit: Regiment, side: Side
) -> tuple[ChargeWay, ...]:
    """The way of a unit that joins the chargers of one side of their target, if all of them have room.

    charge.multiple, charge.contact.split
    """
    scene, target = moving_scene(battle), ways[0].target
    named = tuple(way.unit for way in ways)
    beside = [way.unit for way in ways if way.side == side]
    if not beside:
        alone = survey(scene, unit.id, target, side, named)
        return (alone,) if alone is not None and is_open(battle, alone) else ()
    units = in_order(scene, (*beside, unit.id), target, side)
    free = bases_to_share(scene, units, target, side)
    poses = places_abreast(scene, units, target, side, free, even_shares(len(free), len(units)))
    if poses is None:
        return ()
    fellows = (*named, unit.id)
    places = zip(units, poses, strict=True)
    found = {one: survey(scene, one, target, side, fellows, pose) for one, pose in places}
    if any(way is None or not is_open(battle, way) for way in found.values()):
        return ()
    own = found[unit.id]
    return (own,) if own is not None else ()


# ------------------------------------------------------------------ the test
async def tested(battle: LibertyBattle, way: ChargeWay) -> tuple[LibertyBattle, Grade]:
    """A unit's CHARGE test, and its result if the charge does not go home.

    charge.test, charge.result.0, charge.result.1, orders.charge.failed, orders.charge.falters
    """
    unit = battle.units[way.unit]
    paid = await do(charge_test_paid, charge_test_facts(battle, unit))
    battle = await pay(battle, unit.side, unit.id, paid.spent)
    battle = await tell(battle, ChargeTested(unit.id, way.target, paid.value))
    if paid.value is Grade.FAILED:
        battle = await tell(battle, OrderFailed(unit.id, Order.CHARGE))
        battle = await tell(battle, UnitDisordered(unit.id))
    elif paid.value is Grade.FALTERS:
        battle = await falter(battle, way)
        battle = await tell(battle, OrderCarriedOut(unit.id, Order.CHARGE, may_shoot=True))
    return battle, paid.value


def charge_test_facts(battle: LibertyBattle, unit: Regiment) -> ChargeTest:
    """The facts of a CHARGE test as the battle stands (charge.test, action.press-the-charge)."""
    return ChargeTest(
        quality=unit.profile.quality,
        in_command=is_in_command(battle, unit),
        supported=is_supported(battle, unit),
        reliable=is_reliable(battle, unit),
        drilled=unit.has(SpecialRule.DRILLED),
        unreliable=unit.has(SpecialRule.UNRELIABLE),
        seat=unit.side,
        unit=unit.id,
        state=unit.state,
        press_the_charge=buying(battle, Action.PRESS_THE_CHARGE, unit.side, unit.id),
        direct_order=buying(battle, Action.A_DIRECT_ORDER, unit.side, unit.id),
        points=battle.camps[unit.side].points.left,
    )


# ------------------------------------------------------------------ charges without an order
async def determined_charge(
    battle: LibertyBattle, unit: int, target: int, *, rolled: int | None = None
) -> LibertyBattle:
    """The automatic determined charge of a breakthrough or pursuit; *rolled* is a distance already known.

    Facing, response, fire and contact are as usual; there is no test for the fire and no under-fire loss
    (breakthrough.detail, pursuit.new-enemy.detail). A pursuit reaches the enemy it has met unless that enemy
    rides off.
    """
    ways = ways_to(battle, battle.units[unit], battle.units[target], determined=True)
    if not ways and rolled is None:
        return battle
    if not ways:
        scene = moving_scene(battle)
        ways = tuple(measured(scene, unit, target, side) for side in sides(scene, unit, target))
    way = await faced(battle, ways)
    battle = await tell(battle, ChargeDeclared(unit, target))
    onset = Onset(way, Grade.DETERMINED, rolled=rolled, certain=rolled is not None)
    return await carry_home(battle, (onset,))
