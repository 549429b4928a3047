"""Step f on the table: every unit without an order gets one and carries it out (turn.command.f)."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from sandtable.game.ask.questions import do, tell
from sandtable.systems.liberty import arrivals, falling_back, forms, generals, marching
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.command import order_given
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.events import OrderFailed, UnitDisordered
from sandtable.systems.liberty.leader_decisions import Ride
from sandtable.systems.liberty.movement import is_in_difficult
from sandtable.systems.liberty.order_decisions import OFFERED, Command, GiveOrder, Option
from sandtable.systems.liberty.orders import OrderResult, Standing, obstacles, order_paid, order_row
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.spending import buying, pay
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.turn_events import CommandPhaseEnded, StepBegan
from sandtable.table.space import Field

HOLD, REFORM, RETIRE, RETREAT = Order.HOLD, Order.REFORM, Order.RETIRE, Order.RETREAT
MARCHES = (Order.ADVANCE, Order.RUN)
# These names save the look-up of an enumeration's member, which costs as much as a call, in every order.


async def order_step(battle: LibertyBattle) -> LibertyBattle:
    """One unit gets its order, one comes on, or one General moves; or the player lets all the rest HOLD.

    turn.command.f, turn.command.one-order, turn.step-order, leaders.move.when. While a unit can come on the
    phase does not end (edge.arrivals, deploy.reserve).
    """
    entries = arrivals.options(battle) if battle.reserves else ()
    options: list[Option] = [*commands(battle), *entries, *generals.rides(battle)]
    if not options:
        return await end_command_phase(battle)
    if not entries:
        options.append(None)
    chosen = options[0]
    if len(options) > 1:
        chosen = await GiveOrder(battle.active, tuple(options), battle=battle)
    match chosen:
        case Command():
            return await carry_out(battle, battle.units[chosen.unit], chosen.order)
        case arrivals.Entry():
            battle = await arrivals.enter(battle, chosen)
            return await carry_out(battle, battle.units[chosen.unit], chosen.order)
        case Ride():
            return await generals.ride(battle, chosen)
        case None:
            return await hold_all(battle, awaiting_orders(battle))


async def hold_all(battle: LibertyBattle, waiting: tuple[Regiment, ...]) -> LibertyBattle:
    """Units without an order HOLD, and test for it if SHAKEN (turn.command.one-order)."""
    for unit in waiting:
        battle = await carry_out(battle, battle.units[unit.id], Order.HOLD)
    return await end_command_phase(battle)


async def end_command_phase(battle: LibertyBattle) -> LibertyBattle:
    """End the Command phase: markers come off the units without an order (turn.command.no-order)."""
    battle = await generals.end_of_phase(battle)
    battle = await tell(battle, CommandPhaseEnded())
    return await tell(battle, StepBegan(Step.SHOOTING))


# --------------------------------------------------------------------- which orders are open
def awaiting_orders(battle: LibertyBattle) -> tuple[Regiment, ...]:
    """The acting player's units that may still be given an order.

    turn.command.no-order: units that are engaged, disordered or ROUTING are not (disorder.effect).
    """
    engaged = battle.engaged
    return tuple(
        [
            unit
            for unit in battle.on_table(battle.active)
            if unit.order is None and not unit.disorder and not unit.routing and unit.id not in engaged
        ]
    )


def commands(battle: LibertyBattle) -> list[Command]:
    """Every order that may be given to the acting player's waiting units."""
    field, engaged, waiting = battle.field, battle.engaged, _waiting
    found: list[Command] = []
    for unit in battle.on_table(battle.active):
        if unit.order is None:
            number = unit.id
            if engaged and number in engaged:
                continue
            known = waiting.get(number)
            if known is None or known.unit is not unit or known.field is not field:
                known = waiting[number] = _Waiting(unit, field, _orders_for(battle, unit, known))
            found += known.orders
    return found


class _Waiting(Struct, frozen=True, gc=False):
    """A waiting unit, its field, and the orders open to it."""

    unit: Regiment
    field: Field
    orders: tuple[Command, ...]


_waiting: Final[dict[int, _Waiting]] = {}
"""The orders last open to each unit, by number; another unit value or field drops them."""


def _orders_for(battle: LibertyBattle, unit: Regiment, known: _Waiting | None) -> tuple[Command, ...]:
    """The orders open to a unit without one; the kept ones while nothing that decides them has changed."""
    if unit.disorder or unit.routing:
        return ()
    if known is not None and known.orders and known.field is battle.field and _stands_as(known.unit, unit):
        return known.orders
    return _open_orders(unit.id, unit.arm, is_in_difficult(battle, unit))


def _stands_as(was: Regiment, unit: Regiment) -> bool:
    """Is everything that decides which orders a unit may be given unchanged?"""
    return (
        unit.pose is was.pose
        and unit.shape is was.shape
        and unit.formation is was.formation
        and unit.dismounted is was.dismounted
        and unit.profile_id == was.profile_id
        and unit.special == was.special
    )


@cache
def _open_orders(unit: int, arm: Arm, difficult: bool) -> tuple[Command, ...]:  # noqa: FBT001 - by position
    """The orders of step f for a waiting unit, by its arm and the ground (orders.by-type).

    Nothing else about a unit bars an order of step f; the further conditions are for RALLY and CHARGE.
    """
    stands = Standing(arm=arm, in_difficult=difficult)
    return tuple([Command(unit, order) for order in OFFERED if not obstacles(order, stands)])


# --------------------------------------------------------------------- carrying an order out
async def obeys(battle: LibertyBattle, unit: Regiment, order: Order) -> tuple[LibertyBattle, bool]:
    """Does a unit pass the test for its order?"""
    facts = order_given(battle, unit, order, buying(battle, Action.A_DIRECT_ORDER, unit.side, unit.id))
    paid = await do(order_paid, facts)
    battle = await pay(battle, unit.side, unit.id, paid.spent)
    return battle, paid.value is OrderResult.CARRIED_OUT


@cache
def _is_tested(order: Order, state: State) -> bool:
    """Does an order need a test? Only in the states named for it (orders.auto)."""
    return bool(order_row(order).dice(state))


async def carry_out(battle: LibertyBattle, unit: Regiment, order: Order) -> LibertyBattle:
    """Give a unit an order: the test, then the order's effect; if it fails, the unit is DISORDERED.

    orders.issue, orders.fail.disordered, orders.hold, orders.reform
    """
    if _is_tested(order, unit.state):
        battle, obeyed = await obeys(battle, unit, order)
        if not obeyed:
            battle = await tell(battle, OrderFailed(unit.id, order))
            return await tell(battle, UnitDisordered(unit.id))
    if order in MARCHES:
        return await marching.march(battle, unit.id, order)
    if order is RETIRE:
        return await falling_back.retire(battle, unit.id)
    if order is RETREAT:
        return await falling_back.retreat(battle, unit.id)
    if order is REFORM:
        battle = await forms.reform(battle, unit)
    else:
        assert order is HOLD, f"{order} is not given in step f"
    return await marching.arrive(battle, unit.id, order)
