"""Rally: recovering hits, stopping a rout, Reinforce!, and what a failure costs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import best, odds
from sandtable.systems.liberty.actions import Buying, Paid
from sandtable.systems.liberty.command_points import Action
from sandtable.systems.liberty.orders import rerolls
from sandtable.systems.liberty.policies import decide_cautiously
from sandtable.systems.liberty.rally import (
    Rally,
    RallyEnd,
    RallyFacts,
    Rallying,
    dice,
    rally,
    rally_paid,
    rally_summary,
    rally_tallies,
    rally_test,
    reinforced,
)
from sandtable.systems.liberty.states import Wear
from sandtable.systems.liberty.testing import Quality

Case = Callable[[str], dict[str, Any]]


def outcomes(facts: RallyFacts) -> dict[Rally, Fraction]:
    chances = odds(do(rally, facts), decide_cautiously, exact=True)
    return {outcome: Fraction(chance) for outcome, chance in chances.items()}


def passing(facts: RallyFacts) -> Fraction:
    ends = (RallyEnd.RECOVERS, RallyEnd.STOPS)
    return sum((chance for outcome, chance in outcomes(facts).items() if outcome.end in ends), Fraction(0))


def hits_left(facts: RallyFacts) -> dict[int, Fraction]:
    """The hits a unit may have after it recovered some."""
    ends = sorted(outcomes(facts).items(), key=lambda entry: entry[0].hits)
    return {outcome.hits: chance for outcome, chance in ends if outcome.end is RallyEnd.RECOVERS}


def test_a_shaken_router_must_rally(case: Case) -> None:
    """lib-015: orders.rally.ok.routing, orders.rally.fail.routing"""
    expected = case("lib-015")
    facts = RallyFacts(routing=True, hits=17, in_command=True)
    assert dice(facts).total == expected["dice"]
    assert rerolls(facts).total == expected["rerolls"]
    assert outcomes(facts) == {
        Rally(RallyEnd.STOPS, 17): Fraction(5, 8),
        Rally(RallyEnd.ROUTS_ON, 18): Fraction(1, 8),
        Rally(RallyEnd.ROUTS_ON, 19): Fraction(1, 8),
        Rally(RallyEnd.ROUTS_ON, 20): Fraction(1, 8),
    }


def test_reinforce_turns_one_success_into_a_rally(case: Case) -> None:
    """lib-016: action.reinforce, action.reinforce.when, orders.rally.ok.other"""
    expected = case("lib-016")
    plain = RallyFacts(hits=9)
    bought = RallyFacts(hits=9, reinforce=Buying.WHEN_NEEDED)
    assert (passing(plain), passing(bought)) == (Fraction(5, 8), Fraction(7, 8))
    assert float(passing(bought)) == expected["p"]
    six_to_eight, four_to_six = Fraction(5, 8) / 3, Fraction(1, 4) / 3
    assert hits_left(plain) == {6: six_to_eight, 7: six_to_eight, 8: six_to_eight}
    assert hits_left(bought) == {
        4: four_to_six,
        5: four_to_six,
        6: four_to_six + six_to_eight,
        7: six_to_eight,
        8: six_to_eight,
    }
    assert [min(hits_left(plain)), max(hits_left(plain))] == expected["hits_plain"]


def test_reinforce_bought_every_time_recovers_more_whenever_the_test_is_passed(case: Case) -> None:
    """lib-016, reinforced in every case: action.reinforce"""
    bought = RallyFacts(hits=9, reinforce=Buying.ALWAYS)
    low, high = case("lib-016")["hits_reinforced"]
    assert list(hits_left(bought)) == list(range(low, high + 1))
    assert passing(bought) == Fraction(7, 8)


def test_reinforce_needs_a_success() -> None:
    """action.reinforce.when"""
    bought = RallyFacts(hits=9, reinforce=Buying.ALWAYS)
    assert dict(odds(do(reinforced, bought, 0, 1), decide_cautiously)) == {Paid(Rallying.FAILED): 1}
    reached = Paid(Rallying.REINFORCED, (Action.REINFORCE,))
    assert dict(odds(do(reinforced, bought, 1, 1), decide_cautiously)) == {reached: 1}


def test_by_the_other_reading_reinforce_only_adds_hits_to_a_rally_that_passed() -> None:
    """action.reinforce.when"""
    late = RallyFacts(hits=9, reinforce=Buying.ALWAYS, reinforce_after_passing=True)
    assert passing(late) == Fraction(5, 8)
    assert {outcome.hits for outcome in outcomes(late)} == {4, 5, 6, 9}


def test_a_router_that_is_reinforced_stops_and_recovers_nothing() -> None:
    """action.reinforce.routing"""
    router = RallyFacts(routing=True, hits=17, reinforce=Buying.ALWAYS)
    stopped = [outcome.hits for outcome in outcomes(router) if outcome.end is RallyEnd.STOPS]
    assert stopped == [17]
    assert passing(router) == Fraction(3, 4)
    healed = RallyFacts(routing=True, hits=17, reinforce=Buying.ALWAYS, reinforce_heals_routers=True)
    stopped = [outcome.hits for outcome in outcomes(healed) if outcome.end is RallyEnd.STOPS]
    assert sorted(stopped) == [12, 13, 14]


def test_a_direct_order_gives_a_rally_a_second_test() -> None:
    """action.direct-order: 3/8 fail, and 3/8 of these again"""
    assert passing(RallyFacts(hits=9, direct_order=Buying.ALWAYS)) == Fraction(55, 64)


def test_with_both_actions_only_tests_without_a_success_are_taken_anew() -> None:
    """action.direct-order, action.reinforce: 1/8 of three-dice tests show no success at all"""
    both = RallyFacts(hits=9, direct_order=Buying.WHEN_NEEDED, reinforce=Buying.WHEN_NEEDED)
    assert passing(both) == 1 - Fraction(1, 8) ** 2
    chances = odds(do(rally_test, both), best, exact=True)
    assert chances.chance(lambda paid: paid.value is not Rallying.FAILED) == Fraction(63, 64)


def test_a_rally_says_which_actions_were_bought_for_it() -> None:
    """action.reinforce.when, action.direct-order, cp.once

    Of three dice of Regulars 5/8 have two successes, 1/4 one, 1/8 none.
    """
    both = RallyFacts(hits=9, direct_order=Buying.WHEN_NEEDED, reinforce=Buying.WHEN_NEEDED)
    bought = odds(do(rally_paid, both), decide_cautiously, exact=True).map(lambda paid: paid.spent)
    anew, reinforce = Action.A_DIRECT_ORDER, Action.REINFORCE
    assert bought == {
        (): Fraction(5, 8),
        (reinforce,): Fraction(1, 4),
        (anew,): Fraction(1, 8) * Fraction(3, 4),
        (anew, reinforce): Fraction(1, 8) * Fraction(1, 4),
    }


def test_the_last_point_of_a_rally_is_not_spent_twice() -> None:
    """cp.once: once it is ordered anew nothing is left to reinforce it with"""
    last = RallyFacts(hits=9, direct_order=Buying.ALWAYS, reinforce=Buying.ALWAYS, points=1)
    bought = odds(do(rally_paid, last), decide_cautiously, exact=True).map(lambda paid: paid.spent)
    assert bought == {(Action.REINFORCE,): Fraction(7, 8), (Action.A_DIRECT_ORDER,): Fraction(1, 8)}
    assert passing(last) == Fraction(7, 8) + Fraction(1, 8) * Fraction(5, 8)


def test_a_failed_rally_disorders_a_unit_that_does_not_rout() -> None:
    """orders.rally.fail.other"""
    assert outcomes(RallyFacts(hits=9))[Rally(RallyEnd.DISORDERED, 9)] == Fraction(3, 8)


def test_a_failed_rally_may_break_a_router() -> None:
    """orders.rally.broken, orders.rally.fail.routing: from 22 of 24 hits two of three D3 break it"""
    ends = outcomes(RallyFacts(routing=True, hits=22))
    failed = Fraction(7, 12)
    assert ends[Rally(RallyEnd.ROUTS_ON, 23)] == failed / 3
    assert ends[Rally(RallyEnd.BROKEN, 24)] == ends[Rally(RallyEnd.BROKEN, 25)] == failed / 3


def test_no_unit_recovers_below_no_hits() -> None:
    """orders.rally.min"""
    left = hits_left(RallyFacts(hits=2))
    assert list(left) == [0, 1]
    assert left[0] == 2 * left[1]


def test_who_cannot_rally() -> None:
    """orders.rally.min, states.broken.at-least"""
    with pytest.raises(ValueError, match="without hits"):
        RallyFacts(hits=0)
    with pytest.raises(ValueError, match="broken at 24"):
        RallyFacts(hits=24)
    assert RallyFacts(hits=0, routing=True).state == "STEADY"


def test_a_rally_is_tested_in_every_state() -> None:
    """orders.rally"""
    wear = Wear(6, 12, 18)
    assert [dice(RallyFacts(wear=wear, hits=hits)).total for hits in (5, 6, 12)] == [4, 3, 2]


def test_a_recovery_brings_the_state_up_to_date() -> None:
    """orders.rally.min, states.extra"""
    facts = RallyFacts(hits=9)
    assert rally_summary(facts, Rally(RallyEnd.RECOVERS, 7)) == (
        "the unit recovers hits",
        "the unit ends steady",
    )
    assert rally_summary(facts, Rally(RallyEnd.BROKEN, 24)) == ("the unit breaks",)
    assert {name: tally.total for name, tally in rally_tallies(facts).items()} == {
        "dice": 3,
        "rerolls": 0,
        "need": 2,
    }


@pytest.mark.parametrize("quality", list(Quality))
def test_the_chance_to_rally_counted_die_by_die(quality: Quality) -> None:
    """orders.rally, tests.success.militia, tests.success.regular, tests.success.elite"""
    single = {Quality.MILITIA: 5, Quality.REGULAR: 4, Quality.ELITE: 3}[quality]
    throws = [
        [2 if face == 6 else int(face >= single) for face in throw]
        for throw in product(range(1, 7), repeat=3)
    ]
    passed = sum(sum(throw) >= 2 for throw in throws)
    assert passing(RallyFacts(hits=9, quality=quality)) == Fraction(passed, 216)
