"""Orders: which unit may be given which, in which states it is tested, with how many dice, and the result."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Annotated, assert_never

from msgspec import Meta, Struct

from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty.actions import Buyer, Buying, Paid, buy
from sandtable.systems.liberty.battle import Order
from sandtable.systems.liberty.book import table
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.morale import passes
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.testing import DiceTest, Quality, faces, roll

NOT_ALLOWED = -1


class OrderRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the order table: dice by state (0 is no test, -1 not allowed), need, move, shooting.

    orders.data
    """

    order: str
    steady: int
    worn: int
    shaken: int
    need: int
    move: str
    shoot: bool

    def dice(self, state: State) -> int:
        """The dice of the test in a state."""
        match state:
            case State.STEADY:
                return self.steady
            case State.WORN:
                return self.worn
            case State.SHAKEN:
                return self.shaken
            case _:
                assert_never(state)


@cache
def order_row(order: Order) -> OrderRow:
    """The row of an order.

    orders.data, orders.hold, orders.reform, orders.advance, orders.retire, orders.run, orders.retreat,
    orders.charge, orders.rally
    """
    return next(row for row in table("orders.data", OrderRow) if row.order == order.value)


# ----------------------------------------------------------------------- facts
class Discipline(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a unit that affect its ORDER tests."""

    quality: Annotated[Quality, Meta(description="its quality")] = Quality.REGULAR
    in_command: Annotated[bool, Meta(description="within its General's command range")] = False
    supported: Annotated[bool, Meta(description="two STEADY or WORN friends within 12 in")] = False
    reliable: Annotated[bool, Meta(description="special rule Reliable")] = False
    drilled: Annotated[bool, Meta(description="special rule Drilled")] = False
    unreliable: Annotated[bool, Meta(description="special rule Unreliable")] = False
    seat: Annotated[int, Meta(description="the seat that decides for the unit", ge=0, le=1)] = 0
    unit: int = -1


class OrderFacts(Discipline, frozen=True, cache_hash=True, kw_only=True):
    """The facts of an order given to a unit."""

    order: Annotated[Order, Meta(description="the order given")] = Order.ADVANCE
    state: Annotated[State, Meta(description="state of the unit")] = State.WORN

    def __post_init__(self) -> None:
        if order_row(self.order).dice(self.state) == NOT_ALLOWED:
            raise ValueError(
                f"a {self.state} unit cannot be given {self.order}; give it another order (orders.charge)"
            )


class OrderGiven(OrderFacts, frozen=True, cache_hash=True, kw_only=True):
    """An order to a unit that may be routing, and whether A Direct Order! may be bought."""

    routing: Annotated[bool, Meta(description="the unit is ROUTING")] = False
    direct_order: Annotated[Buying, Meta(description="A Direct Order! may be bought, and when")] = (
        Buying.NEVER
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.routing and self.order is not Order.RALLY:
            raise ValueError(
                f"a ROUTING unit cannot be given {self.order}, only RALLY (turn.command.no-order)"
            )


# --------------------------------------------------------------------- tallies
def dice_for(unit: Discipline, order: Order, state: State) -> Tally:
    """How many dice an ORDER test rolls; none in states not named for the order.

    orders.auto, special.drilled, special.optional-dice
    """
    return _dice_for(order, state, unit.drilled)


@cache
def _dice_for(order: Order, state: State, drilled: bool) -> Tally:  # noqa: FBT001 - remembered by position
    by_state = order_row(order).dice(state)
    if not by_state:
        return Tally.of(0, f"{order} is not tested when {state}", "orders.auto")
    tally = Tally.of(by_state, f"{state} unit given {order}", "orders.data")
    return tally.plus(1, "Drilled", "special.drilled") if drilled else tally


def dice(facts: OrderFacts) -> Tally:
    """How many dice are rolled for an order."""
    return dice_for(facts, facts.order, facts.state)


@cache
def need(order: Order) -> Tally:
    """The successes that make an order succeed (orders.success)."""
    return Tally.of(order_row(order).need, f"successes needed for {order}", "orders.data")


def rerolls(unit: Discipline) -> Tally:
    """How many single dice may be rerolled: one for each condition met.

    dice.reroll.tests, special.reliable
    """
    return _rerolls(unit.in_command, unit.supported, unit.reliable)


@cache
def _rerolls(in_command: bool, supported: bool, reliable: bool) -> Tally:  # noqa: FBT001 - by position
    tally = Tally.of(0, "rerolls", "dice.reroll.tests")
    if in_command:
        tally = tally.plus(1, "in command", "dice.reroll.in-command")
    if supported:
        tally = tally.plus(1, "supported", "dice.reroll.supported")
    return tally.plus(1, "Reliable", "dice.reroll.reliable") if reliable else tally


def as_test(unit: Discipline, order: Order, state: State, aims: tuple[int, ...]) -> DiceTest:
    """The ORDER test of a unit, ready to be rolled."""
    return DiceTest(
        dice=dice_for(unit, order, state).whole,
        faces=faces(unit.quality, unreliable=unit.unreliable),
        rerolls=rerolls(unit).whole,
        aims=aims,
        seat=unit.seat,
        unit=unit.unit,
    )


# ---------------------------------------------------------------------- throws
class OrderResult(StrEnum):
    """The result of an order."""

    CARRIED_OUT = "carried out"
    FALTERS = "falters"
    DISORDERED = "DISORDERED"
    GOES_ON_ROUTING = "goes on routing"


async def order_test(facts: OrderFacts) -> bool:
    """Does the order succeed? Without a test it does, else by its successes.

    orders.issue, orders.auto, orders.success
    """
    test = as_test(facts, facts.order, facts.state, (order_row(facts.order).need,))
    return await passes(test) if test.dice else True


async def order_result(facts: OrderGiven) -> OrderResult:
    """The result of an order (orders.issue)."""
    return (await do(order_paid, facts)).value


async def order_paid(facts: OrderGiven) -> Paid[OrderResult]:
    """The result of an order, with A Direct Order! if it is bought.

    A CHARGE with one success falters; a ROUTING unit cannot be DISORDERED (orders.fail.disordered,
    disorder.cause, disorder.routing-ignores).
    """
    needed = order_row(facts.order).need
    test = as_test(facts, facts.order, facts.state, (needed,))
    if not test.dice:
        return Paid(OrderResult.CARRIED_OUT)
    fewest = 1 if facts.order is Order.CHARGE else needed
    buyer = Buyer(facts.seat, facts.unit, facts.direct_order)
    rolled = await do(successes_of, test, fewest, buyer)
    if rolled.value >= needed:
        return rolled.leads_to(OrderResult.CARRIED_OUT)
    if rolled.value >= fewest:
        return rolled.leads_to(OrderResult.FALTERS)
    return rolled.leads_to(OrderResult.GOES_ON_ROUTING if facts.routing else OrderResult.DISORDERED)


async def successes_of(test: DiceTest, fewest: int, buyer: Buyer) -> Paid[int]:
    """The successes of an ORDER test; with fewer than *fewest* it has failed and may be taken anew.

    action.direct-order, action.direct-order.charge
    """
    successes = await do(roll, test)
    spent = () if successes >= fewest else await buy(Action.A_DIRECT_ORDER, buyer, aims=test.aims)
    return Paid(await do(roll, test) if spent else successes, spent)


def may_shoot(order: Order, result: OrderResult, *, routing: bool = False) -> bool:
    """May the unit shoot this turn? After a CHARGE only if it faltered, after a RALLY not if it was ROUTING.

    orders.data, orders.charge.falters, orders.rally.ok.other, orders.rally.ok.routing, disorder.effect
    """
    if order is Order.CHARGE:
        return result is OrderResult.FALTERS
    return result is OrderResult.CARRIED_OUT and order_row(order).shoot and not routing


# ------------------------------------------------------------ which orders are open
class Standing(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The facts of a unit that decide which orders it may be given."""

    arm: Annotated[Arm, Meta(description="type of the unit")] = Arm.INFANTRY
    state: Annotated[State, Meta(description="its state")] = State.STEADY
    hits: Annotated[int, Meta(description="hits it has", ge=0, le=30)] = 0
    disordered: Annotated[bool, Meta(description="it carries a disorder marker after step b")] = False
    routing: Annotated[bool, Meta(description="it is ROUTING")] = False
    engaged: Annotated[bool, Meta(description="it is engaged in melee")] = False
    march_column: Annotated[bool, Meta(description="it is in March Column")] = False
    in_difficult: Annotated[
        bool, Meta(description="it stands in DIFFICULT terrain that it does not ignore")
    ] = False


GUNS = (Arm.UNLIMBERED, Arm.LIMBERED)


def obstacles(order: Order, unit: Standing) -> tuple[Refusal, ...]:
    """Why a unit may not be given an order; empty if it may."""
    barred = (*_of_every_order(order, unit), *_of_this_order(order, unit))
    return tuple(Refusal(words, rule=rule) for holds, words, rule in barred if holds)


def _of_every_order(order: Order, unit: Standing) -> tuple[tuple[bool, str, str], ...]:
    """Engaged and DISORDERED units get no order, ROUTING ones only RALLY (turn.command.no-order)."""
    rule = "turn.command.no-order"
    return (
        (unit.engaged, "a unit engaged in melee gets no order", rule),
        (unit.disordered, "a unit with a disorder marker gets no order", rule),
        (unit.routing and order is not Order.RALLY, "a ROUTING unit only attempts RALLY", rule),
    )


def _of_this_order(order: Order, unit: Standing) -> tuple[tuple[bool, str, str], ...]:
    """What bars a unit from this order (orders.by-type, orders.rally.min, states.shaken.no-charge)."""
    unlimbered = unit.arm is Arm.UNLIMBERED
    match order:
        case Order.CHARGE:
            return (
                (unit.state is State.SHAKEN, "a SHAKEN unit cannot charge", "charge.may.not-shaken"),
                (unit.arm in GUNS, "artillery cannot charge", "charge.may.types"),
                (unit.march_column, "a unit in March Column cannot charge", "charge.may.extra"),
            )
        case Order.RUN:
            return (
                (unlimbered, "unlimbered artillery has no RUN rate", "orders.by-type"),
                (unit.in_difficult, "no unit can RUN in DIFFICULT terrain", "movement.no-run"),
            )
        case Order.RETREAT:
            return ((unlimbered, "unlimbered artillery has no RUN rate", "orders.by-type"),)
        case Order.RALLY:
            unhurt = not unit.routing and not unit.hits
            return ((unhurt, "a unit without hits has nothing to rally from", "orders.rally.min"),)
        case _:
            return ()


# ------------------------------------------------------------------ figures and headings
def order_tallies(facts: OrderFacts) -> Mapping[str, Tally]:
    """The figures of an ORDER test."""
    return {"dice": dice(facts), "rerolls": rerolls(facts), "need": need(facts.order)}


def order_summary(facts: OrderGiven, result: OrderResult) -> tuple[str, ...]:
    """The result of the order, and whether the unit may shoot after it."""
    heading = {
        OrderResult.CARRIED_OUT: "the order succeeds",
        OrderResult.FALTERS: "the charge falters",
        OrderResult.DISORDERED: "the unit is disordered",
        OrderResult.GOES_ON_ROUTING: "the unit goes on routing",
    }[result]
    shoots = may_shoot(facts.order, result, routing=facts.routing)
    return (heading, "it may shoot" if shoots else "it may not shoot")
