"""Orders: the worked cases, every row of the order table, who may be ordered, and A Direct Order!."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import best, odds
from sandtable.systems.liberty.actions import Buying, Paid
from sandtable.systems.liberty.battle import Order
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.orders import (
    Discipline,
    OrderFacts,
    OrderGiven,
    OrderResult,
    Standing,
    dice,
    may_shoot,
    need,
    obstacles,
    order_paid,
    order_result,
    order_row,
    order_summary,
    order_tallies,
    order_test,
    rerolls,
)
from sandtable.systems.liberty.policies import decide_cautiously
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.states import State
from sandtable.systems.liberty.testing import Quality

Case = Callable[[str], dict[str, Any]]


def succeeds(facts: OrderFacts) -> Fraction:
    return Fraction(odds(do(order_test, facts), decide_cautiously, exact=True).chance(bool))


def results(facts: OrderGiven) -> dict[OrderResult, Fraction]:
    chances = odds(do(order_result, facts), decide_cautiously, exact=True)
    return {result: Fraction(chance) for result, chance in chances.items()}


def test_a_worn_regular_unit_told_to_advance(case: Case) -> None:
    """lib-007"""
    facts = OrderFacts(order=Order.ADVANCE, state=State.WORN)
    assert dice(facts).total == case("lib-007")["dice"]
    assert need(Order.ADVANCE).total == case("lib-007")["need"]
    assert succeeds(facts) == Fraction(5, 8)


def test_drilled_in_command_and_supported_troops_told_to_run(case: Case) -> None:
    """lib-008"""
    facts = OrderFacts(order=Order.RUN, state=State.WORN, drilled=True, in_command=True, supported=True)
    assert dice(facts).total == case("lib-008")["dice"]
    assert rerolls(facts).total == case("lib-008")["rerolls"]
    assert succeeds(facts) == Fraction(59, 64)


def test_shaken_militia_told_to_hold(case: Case) -> None:
    """lib-009: orders.fail.disordered"""
    facts = OrderGiven(order=Order.HOLD, state=State.SHAKEN, quality=Quality.MILITIA)
    assert dice(facts).total == case("lib-009")["dice"]
    assert results(facts)[OrderResult.DISORDERED] == Fraction(4, 9)


def test_an_order_not_named_for_a_state_needs_no_dice(case: Case) -> None:
    """lib-010: orders.auto"""
    green = {"quality": Quality.MILITIA, "unreliable": True, "drilled": True}
    advance = OrderGiven(order=Order.ADVANCE, state=State.STEADY, **green)  # type: ignore[arg-type] # mixed
    retire = OrderGiven(order=Order.RETIRE, state=State.SHAKEN, **green)  # type: ignore[arg-type] # mixed
    assert [dice(facts).total for facts in (advance, retire)] == case("lib-010")["dice"]
    assert results(advance) == results(retire) == {OrderResult.CARRIED_OUT: 1}


def test_a_direct_order_is_a_new_test(case: Case) -> None:
    """lib-017: action.direct-order"""
    facts = OrderGiven(order=Order.ADVANCE, state=State.WORN, direct_order=Buying.WHEN_NEEDED)
    chance = results(facts)[OrderResult.CARRIED_OUT]
    assert chance == Fraction(55, 64)
    assert float(chance) == case("lib-017")["p"]


def test_the_best_policy_buys_a_direct_order_too() -> None:
    """action.direct-order, with its point put to the test by looking ahead"""
    facts = OrderGiven(order=Order.ADVANCE, state=State.WORN, direct_order=Buying.ALWAYS)
    chances = odds(do(order_result, facts), best, exact=True)
    assert chances.chance(lambda result: result is OrderResult.CARRIED_OUT) == Fraction(55, 64)


@pytest.mark.parametrize("policy", [decide_cautiously, best])
def test_an_order_says_whether_a_point_was_spent_on_it(policy: Any) -> None:
    """action.direct-order: only the 3/8 that fail at first are paid for, and 3/8 of these in vain"""
    facts = OrderGiven(order=Order.ADVANCE, state=State.WORN, direct_order=Buying.ALWAYS)
    assert odds(do(order_paid, facts), policy, exact=True) == {
        Paid(OrderResult.CARRIED_OUT): Fraction(5, 8),
        Paid(OrderResult.CARRIED_OUT, (Action.A_DIRECT_ORDER,)): Fraction(15, 64),
        Paid(OrderResult.DISORDERED, (Action.A_DIRECT_ORDER,)): Fraction(9, 64),
    }


def test_an_order_that_needs_no_test_costs_no_point() -> None:
    """orders.auto, action.direct-order"""
    facts = OrderGiven(order=Order.ADVANCE, state=State.STEADY, direct_order=Buying.ALWAYS)
    assert dict(odds(do(order_paid, facts), decide_cautiously)) == {Paid(OrderResult.CARRIED_OUT): 1}


def test_a_direct_order_helps_a_charge_only_when_it_has_no_success() -> None:
    """action.direct-order.charge: 1/16 fail and 1/6 falter; only the first sixteenth is rolled again."""
    facts = OrderGiven(order=Order.CHARGE, state=State.STEADY, direct_order=Buying.ALWAYS)
    assert results(facts) == {
        OrderResult.DISORDERED: Fraction(1, 256),
        OrderResult.FALTERS: Fraction(1, 6) * Fraction(17, 16),
        OrderResult.CARRIED_OUT: Fraction(37, 48) * Fraction(17, 16),
    }


def test_a_routing_unit_that_fails_to_rally_is_not_disordered() -> None:
    """disorder.routing-ignores, orders.fail.disordered, disorder.cause"""
    standing = OrderGiven(order=Order.RALLY, state=State.SHAKEN)
    routing = OrderGiven(order=Order.RALLY, state=State.SHAKEN, routing=True)
    assert results(standing)[OrderResult.DISORDERED] == Fraction(7, 12)
    assert results(routing)[OrderResult.GOES_ON_ROUTING] == Fraction(7, 12)


@pytest.mark.parametrize(
    ("order", "numbers", "needed"),
    [
        (Order.HOLD, (0, 0, 2), 1),
        (Order.REFORM, (0, 0, 2), 1),
        (Order.ADVANCE, (0, 3, 2), 2),
        (Order.RETIRE, (0, 0, 0), 0),
        (Order.RUN, (0, 3, 2), 2),
        (Order.RETREAT, (0, 0, 0), 0),
        (Order.RALLY, (4, 3, 2), 2),
    ],
)
def test_the_order_table(order: Order, numbers: tuple[int, int, int], needed: int) -> None:
    """orders.hold, orders.reform, orders.advance, orders.retire, orders.run, orders.retreat, orders.rally"""
    rolled = tuple(dice(OrderFacts(order=order, state=state)).whole for state in State)
    assert rolled == numbers
    assert need(order).whole == needed


def test_a_charge_is_tested_when_steady_or_worn_and_barred_when_shaken() -> None:
    """orders.charge, orders.data"""
    assert dice(OrderFacts(order=Order.CHARGE, state=State.STEADY)).total == 4
    assert dice(OrderFacts(order=Order.CHARGE, state=State.WORN)).total == 3
    with pytest.raises(ValueError, match="SHAKEN unit cannot be given CHARGE"):
        OrderFacts(order=Order.CHARGE, state=State.SHAKEN)


def test_disordered_and_route_are_no_orders() -> None:
    """orders.target-free, orders.issue: exactly the eight that a player may give."""
    words = ["HOLD", "REFORM", "ADVANCE", "RETIRE", "RUN", "RETREAT", "CHARGE", "RALLY"]
    assert [order.value for order in Order] == words
    assert [order_row(order).order for order in Order] == words


def test_each_condition_gives_an_order_test_one_reroll() -> None:
    """dice.reroll.tests, dice.reroll.reliable, special.reliable, special.optional-dice"""
    assert rerolls(Discipline()).total == 0
    assert rerolls(Discipline(reliable=True)).rules == ("dice.reroll.tests", "dice.reroll.reliable")
    assert rerolls(Discipline(reliable=True, in_command=True, supported=True)).total == 3
    assert dice(OrderFacts(order=Order.HOLD, state=State.SHAKEN, drilled=True)).total == 3


def test_who_may_shoot_after_an_order() -> None:
    """orders.data, orders.charge.falters, orders.rally.ok.other, orders.rally.ok.routing, disorder.effect"""
    done = OrderResult.CARRIED_OUT
    shooting = [order for order in Order if may_shoot(order, done)]
    assert shooting == [Order.HOLD, Order.REFORM, Order.ADVANCE, Order.RETIRE, Order.RALLY]
    assert may_shoot(Order.CHARGE, OrderResult.FALTERS)
    assert not may_shoot(Order.RALLY, done, routing=True)
    assert not may_shoot(Order.ADVANCE, OrderResult.DISORDERED)


def barring(order: Order, unit: Standing) -> list[str]:
    return [refusal.rule for refusal in obstacles(order, unit)]


def test_a_unit_in_good_order_may_be_given_any_order_but_rally() -> None:
    """orders.rally.min"""
    assert [order for order in Order if obstacles(order, Standing())] == [Order.RALLY]
    assert barring(Order.RALLY, Standing()) == ["orders.rally.min"]
    assert not obstacles(Order.RALLY, Standing(hits=1))
    assert not obstacles(Order.RALLY, Standing(routing=True))


@pytest.mark.parametrize("how", ["engaged", "disordered"])
def test_engaged_and_disordered_units_get_no_order(how: str) -> None:
    """turn.command.no-order"""
    unit = Standing(hits=3, **{how: True})  # type: ignore[arg-type] # the flags of a Standing
    assert all("turn.command.no-order" in barring(order, unit) for order in Order)


def test_a_routing_unit_only_attempts_to_rally() -> None:
    """turn.command.no-order, turn.command.c"""
    assert [order for order in Order if not obstacles(order, Standing(routing=True))] == [Order.RALLY]
    with pytest.raises(ValueError, match="only RALLY"):
        OrderGiven(order=Order.HOLD, routing=True)


def test_who_cannot_charge() -> None:
    """charge.may.not-shaken, charge.may.types, charge.may.extra, orders.by-type, states.shaken.no-charge"""
    assert barring(Order.CHARGE, Standing(state=State.SHAKEN, hits=16)) == ["charge.may.not-shaken"]
    assert barring(Order.CHARGE, Standing(march_column=True)) == ["charge.may.extra"]
    chargers = [arm for arm in Arm if not obstacles(Order.CHARGE, Standing(arm=arm))]
    assert chargers == [Arm.INFANTRY, Arm.MOUNTED, Arm.DISMOUNTED, Arm.SKIRMISHERS]


def test_who_cannot_run_or_retreat() -> None:
    """orders.by-type, movement.no-run"""
    guns, bog = Standing(arm=Arm.UNLIMBERED), Standing(in_difficult=True)
    assert barring(Order.RUN, guns) == barring(Order.RETREAT, guns) == ["orders.by-type"]
    assert barring(Order.RUN, bog) == ["movement.no-run"]
    assert barring(Order.RETREAT, bog) == []
    assert not obstacles(Order.RUN, Standing(arm=Arm.LIMBERED))


def test_the_figures_and_headings_of_an_order() -> None:
    """orders.success"""
    facts = OrderGiven(order=Order.RUN, state=State.SHAKEN)
    figures = {name: tally.total for name, tally in order_tallies(facts).items()}
    assert figures == {"dice": 2, "rerolls": 0, "need": 2}
    assert order_summary(facts, OrderResult.CARRIED_OUT) == ("the order succeeds", "it may not shoot")
    assert order_summary(facts, OrderResult.DISORDERED)[0] == "the unit is disordered"
