"""MORALE tests: the worked cases, exactly, under both ways of using rerolls."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from sandtable.game.odds import best, odds
from sandtable.game.questions import do
from sandtable.systems.liberty.morale import (
    Cause,
    MoraleFacts,
    Nerve,
    Result,
    dice,
    morale_test,
    passes,
    rerolls,
    result,
    success_faces,
)
from sandtable.systems.liberty.states import State, Wear
from sandtable.systems.liberty.testing import DiceTest, Quality, faces, reroll_cautiously

Case = Callable[[str], dict[str, Any]]


def after(facts: MoraleFacts) -> dict[Result, Fraction]:
    chances = odds(do(morale_test, facts), reroll_cautiously, exact=True)
    return {end: Fraction(chance) for end, chance in chances.items()}


def test_steady_militia_tests_after_shooting(case: Case) -> None:
    """lib-018"""
    facts = MoraleFacts(nerve=Nerve(quality=Quality.MILITIA), state=State.STEADY)
    assert dice(facts).total == case("lib-018")["dice"]
    assert after(facts) == {Result.NONE: Fraction(49, 81), Result.DISORDERED: Fraction(32, 81)}


def test_a_shaken_unit_that_lost_a_melee(case: Case) -> None:
    """lib-019"""
    chances = after(MoraleFacts(state=State.SHAKEN, cause=Cause.LOST_MELEE))
    assert chances == {Result.ROUTE: Fraction(5, 36), Result.BROKEN: Fraction(31, 36)}
    assert float(chances[Result.BROKEN]) == pytest.approx(case("lib-019")["p_broken"], abs=1e-6)


def test_a_stubborn_unit_takes_the_whole_test_again(case: Case) -> None:
    """lib-020"""
    guards = Nerve(quality=Quality.ELITE, stubborn=True, reliable=True, in_command=True)
    facts = MoraleFacts(nerve=guards, state=State.WORN, cause=Cause.LOST_MELEE)
    expected = case("lib-020")
    assert dice(facts).total == expected["dice"]
    assert rerolls(guards).total == expected["rerolls"]
    one_roll = DiceTest(dice=3, faces=success_faces(guards), rerolls=1, aims=(3,), seat=0)
    assert odds(do(passes, one_roll), reroll_cautiously, exact=True).chance(bool) == Fraction(13, 18)
    assert after(facts) == {Result.NONE: Fraction(299, 324), Result.ROUTE: Fraction(25, 324)}


def test_brave_militia_sees_a_friend_break(case: Case) -> None:
    """lib-021"""
    nerve = Nerve(quality=Quality.MILITIA, brave=True, in_command=True, supported=True)
    facts = MoraleFacts(nerve=nerve, state=State.WORN, cause=Cause.FRIEND_BROKEN)
    assert dice(facts).total == case("lib-021")["dice"]
    assert after(facts) == {Result.NONE: Fraction(569, 729), Result.RETIRE: Fraction(160, 729)}


def test_best_rerolls_pass_more_often_than_cautious_ones(case: Case) -> None:
    """lib-022: dice.reroll.policies"""
    test = DiceTest(dice=2, faces=(0, 0, 0, 1, 1, 2), rerolls=2, aims=(3,), seat=0)
    cautious = odds(do(passes, test), reroll_cautiously, exact=True).chance(bool)
    boldest = odds(do(passes, test), best, exact=True).chance(bool)
    assert (cautious, boldest) == (Fraction(5, 16), Fraction(461, 1296))
    assert float(boldest) == pytest.approx(case("lib-022")["p_best"], abs=1e-6)


def test_reliable_does_not_help_morale_unless_that_reading_is_chosen() -> None:
    """dice.reroll.reliable.scope"""
    assert rerolls(Nerve(reliable=True)).total == 0
    assert rerolls(Nerve(reliable=True, reliable_in_morale=True)).total == 1


def test_unreliable_units_get_one_success_for_a_six() -> None:
    """special.unreliable, tests.success.six"""
    assert faces(Quality.MILITIA, unreliable=False) == (0, 0, 0, 0, 1, 2)
    assert faces(Quality.ELITE, unreliable=True) == (0, 0, 1, 1, 1, 1)


def test_morale_successes_go_by_quality_unless_the_flat_reading_is_chosen() -> None:
    """tests.success.morale-conflict"""
    elite = Nerve(quality=Quality.ELITE)
    assert success_faces(elite) == (0, 0, 1, 1, 1, 2)
    assert success_faces(Nerve(quality=Quality.ELITE, flat_successes=True)) == (0, 0, 0, 1, 1, 2)


@pytest.mark.parametrize(
    ("state", "cause", "failed", "passed"),
    [
        (State.STEADY, Cause.LOST_MELEE, Result.RETIRE, Result.NONE),
        (State.STEADY, Cause.SHOOTING, Result.DISORDERED, Result.NONE),
        (State.WORN, Cause.LOST_MELEE, Result.ROUTE, Result.NONE),
        (State.WORN, Cause.FRIEND_BROKEN, Result.RETIRE, Result.NONE),
        (State.SHAKEN, Cause.LOST_MELEE, Result.BROKEN, Result.ROUTE),
        (State.SHAKEN, Cause.SHOOTING, Result.BROKEN, Result.NONE),
    ],
)
def test_the_result_table(state: State, cause: Cause, failed: Result, passed: Result) -> None:
    """morale.result.steady, morale.result.worn, morale.result.shaken, morale.result.data"""
    assert result(state, cause, passed=False) is failed
    assert result(state, cause, passed=True) is passed


def test_states_follow_from_hits() -> None:
    """states.steady, states.worn, states.shaken, states.broken.at-least, troops.sizes.meaning"""
    wear = Wear(8, 16, 24)
    assert [wear.state(hits) for hits in (0, 7, 8, 15, 16, 23)] == [
        State.STEADY,
        State.STEADY,
        State.WORN,
        State.WORN,
        State.SHAKEN,
        State.SHAKEN,
    ]
    assert [wear.breaks(hits) for hits in (23, 24, 25)] == [False, True, True]
