"""Step f on the table: every unit without an order gets one and carries it out (turn.command.f)."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from msgspec import Struct

from sandtable.game.ask.questions import Choose, Decision, do, tell
from sandtable.game.ask.refusal import Refusal
from sandtable.systems.liberty import arrivals, falling_back, forms, generals, marching
from sandtable.systems.liberty.actions import Action
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.command import order_given
from sandtable.systems.liberty.events import CommandPhaseEnded, OrderFailed, StepBegan, UnitDisordered
from sandtable.systems.liberty.movement import is_in_difficult
from sandtable.systems.liberty.orders import OrderResult, Standing, obstacles, order_paid, order_row
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.spending import buying, pay
from sandtable.systems.liberty.states import State
from sandtable.table.space.ground import Field

OFFERED = (Order.HOLD, Order.REFORM, Order.ADVANCE, Order.RETIRE, Order.RUN, Order.RETREAT)
"""The orders of step f; RALLY is given in step c and CHARGE in step e (turn.command.one-order)."""


HOLD, REFORM, RETIRE, RETREAT = Order.HOLD, Order.REFORM, Order.RETIRE, Order.RETREAT
MARCHES = (Order.ADVANCE, Order.RUN)
# To look up a member of an enumeration takes as long as a call: those that each order asks for have names.


class Command(NamedTuple):
    """An order for a unit."""

    unit: int
    order: Order


Option = Command | generals.Ride | arrivals.Entry | None
"""What the acting player may do next in step f; nothing means that all other units HOLD."""


async def order_step(battle: LibertyBattle) -> LibertyBattle:
    """One unit gets its order, one comes on, or one General moves; the player may let all that are left HOLD.

    turn.command.f, turn.command.one-order, turn.step-order, leaders.move.when. While a unit can come on the
    phase does not end (edge.arrivals, deploy.reserve).
    """
    entries = arrivals.options(battle) if battle.reserves else ()
    options: list[Option] = [*commands(battle), *entries, *generals.rides(battle)]
    if not options:
        return await end_command_phase(battle)
    if not entries:
        options.append(None)
    chosen = options[0] if len(options) == 1 else await Choose("order-give", battle.active, tuple(options))
    match chosen:
        case Command():
            return await carry_out(battle, battle.units[chosen.unit], chosen.order)
        case arrivals.Entry():
            battle = await arrivals.enter(battle, chosen)
            return await carry_out(battle, battle.units[chosen.unit], chosen.order)
        case generals.Ride():
            return await generals.ride(battle, chosen)
        case None:
            return await hold_all(battle, awaiting_orders(battle))


async def hold_all(battle: LibertyBattle, waiting: tuple[Regiment, ...]) -> LibertyBattle:
    """Units for which nothing is named HOLD, and test for it if SHAKEN (turn.command.one-order)."""
    for unit in waiting:
        battle = await carry_out(battle, battle.units[unit.id], Order.HOLD)
    return await end_command_phase(battle)


async def end_command_phase(battle: LibertyBattle) -> LibertyBattle:
    """The Command phase is over: markers come off those that got no order (turn.command.no-order)."""
    battle = await generals.end_of_phase(battle)
    battle = await tell(battle, CommandPhaseEnded())
    return await tell(battle, StepBegan(Step.SHOOTING))


# --------------------------------------------------------------------- who may be ordered what
def awaiting_orders(battle: LibertyBattle) -> tuple[Regiment, ...]:
    """The acting player's units that may still be given an order.

    turn.command.no-order: not those engaged, disordered or ROUTING (disorder.effect).
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
    """Every order that may be given to the acting player's units that wait for one."""
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
    """A unit that waited for an order, and those that might be given to it."""

    unit: Regiment
    field: Field
    orders: tuple[Command, ...]


_waiting: Final[dict[int, _Waiting]] = {}
"""The units that waited for an order last, by number: asked for again after each order to one of them."""


def _orders_for(battle: LibertyBattle, unit: Regiment, known: _Waiting | None) -> tuple[Command, ...]:
    """The orders that may be given to a unit without one; where it stands as it stood when it waited last,
    they are the same."""
    if unit.disorder or unit.routing:
        return ()
    if known is not None and known.orders and known.field is battle.field and _stands_as(known.unit, unit):
        return known.orders
    return _open_orders(unit.id, unit.arm, is_in_difficult(battle, unit))


def _stands_as(was: Regiment, unit: Regiment) -> bool:
    """Is all that decides which orders a waiting unit may be given as it was?"""
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
    """The orders of step f for a unit that waits for one, by its arm and the ground (orders.by-type).

    Nothing else of how it stands bars any of them: that is for RALLY and CHARGE.
    """
    stands = Standing(arm=arm, in_difficult=difficult)
    return tuple([Command(unit, order) for order in OFFERED if not obstacles(order, stands)])


def standing(battle: LibertyBattle, unit: Regiment) -> Standing:
    """How a unit stands when an order for it is thought of (orders.by-type, formation.effects)."""
    return Standing(
        arm=unit.arm,
        state=unit.state,
        hits=unit.hits,
        disordered=unit.disorder > 0,
        routing=unit.routing,
        engaged=battle.is_engaged(unit.id),
        march_column=unit.formation is Formation.MARCH_COLUMN,
        in_difficult=is_in_difficult(battle, unit),
    )


def why_not(battle: LibertyBattle, question: Decision[Any], answer: object) -> Refusal | None:
    """The rule that keeps an order from being given in step f, if one does."""
    if question.decision != "order-give":
        return None
    command = _meant(answer)
    if command is None or not 0 <= command.unit < len(battle.units):
        return None
    unit = battle.units[command.unit]
    rule = "turn.command.one-order"
    if unit.side != battle.active:
        return Refusal(f"{unit.name} is not yours to order; order a unit of your own army", rule=rule)
    if unit.pose is None:
        return Refusal(f"{unit.name} is not on the table; order a unit that is", rule=rule)
    if unit.order is not None:
        return Refusal(f"{unit.name} has had its order of this turn, {unit.order}", rule=rule)
    barred = obstacles(command.order, standing(battle, unit))
    if barred:
        return Refusal(f"{unit.name} cannot be given {command.order}: {barred[0].words}", rule=barred[0].rule)
    if command.order not in OFFERED:
        step = "c" if command.order is Order.RALLY else "e"
        return Refusal(f"{command.order} is given in step {step}, this is step f", rule=rule)
    return None


def _meant(answer: object) -> Command | None:
    """The order that an answer means, as it comes from a player or from a file; none if it is no order."""
    match answer:
        case Command():
            return answer
        case [int(unit), str(order)] if order in {one.value for one in Order}:
            return Command(unit, Order(order))
        case _:
            return None


# --------------------------------------------------------------------- carrying an order out
async def obeys(battle: LibertyBattle, unit: Regiment, order: Order) -> tuple[LibertyBattle, bool]:
    """Does a unit pass the test for its order?"""
    facts = order_given(battle, unit, order, buying(battle, Action.A_DIRECT_ORDER, unit.side, unit.id))
    paid = await do(order_paid, facts)
    battle = await pay(battle, unit.side, unit.id, paid.spent)
    return battle, paid.value is OrderResult.CARRIED_OUT


@cache
def _is_tested(order: Order, state: State) -> bool:
    """Does an order need a test? Not where the state of a unit is not named for it (orders.auto)."""
    return bool(order_row(order).dice(state))


async def carry_out(battle: LibertyBattle, unit: Regiment, order: Order) -> LibertyBattle:
    """Give a unit an order: the test, then what the order does; failing, it is DISORDERED.

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
