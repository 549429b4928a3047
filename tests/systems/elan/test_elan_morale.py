"""Morale: who tests, when, and what failing does."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan.elan_tests import ElanTest, Purpose, Rally, rally
from sandtable.systems.elan.morale import (
    Morale,
    MoraleFacts,
    lost_to_test,
    morale_summary,
    morale_test,
    must_test,
    threshold,
)
from sandtable.systems.elan.troops import Losses, Quality

LINE = MoraleFacts(bases=6)


def chance(facts: MoraleFacts, result: Morale) -> Fraction:
    return Fraction(odds(do(morale_test, facts), exact=True).get(result, 0))


def test_a_unit_tests_from_a_third_of_its_losses_on() -> None:
    """morale-01: morale.test, morale.pass, morale.trigger, morale.threshold, morale.fail-other"""
    assert not must_test(replace(LINE, lost=5))
    assert must_test(replace(LINE, lost=6))
    assert chance(replace(LINE, lost=6), Morale.RETREATS) == Fraction(5, 12)
    assert chance(replace(LINE, lost=6), Morale.STANDS) == Fraction(7, 12)


def test_a_garrison_tests_only_when_it_is_spent() -> None:
    """morale-02: morale.garrison, morale.fail-spent, morale.after-fortification"""
    garrison = replace(LINE, sheltered=True)
    assert not must_test(replace(garrison, lost=11))
    assert must_test(replace(garrison, lost=12))
    assert dict(odds(do(morale_test, replace(garrison, lost=12)), exact=True)) == {
        Morale.STANDS: Fraction(7, 12),
        Morale.ROUTS: Fraction(5, 12),
    }


def test_morale_and_then_rally_may_both_fail() -> None:
    """morale-03: the chance to be off the table by the end of the next Rally phase"""
    retreats = chance(replace(LINE, lost=6), Morale.RETREATS)
    routs = odds(do(rally, ElanTest(purpose=Purpose.RALLY)), exact=True)[Rally.ROUTS]
    assert retreats * routs == Fraction(25, 144)


def test_fatigue_alone_calls_for_no_test() -> None:
    """morale-04: shooting.fatigue-scope"""
    battery = MoraleFacts(bases=2, lost=2, hit=False)
    assert not must_test(battery)
    assert must_test(replace(battery, hit=True))
    assert chance(battery, Morale.NO_TEST) == 1


def test_a_battery_that_has_lost_all_is_removed_and_tests_no_more() -> None:
    """morale-06: troops.destroyed"""
    battery = MoraleFacts(bases=2, lost=4 + 2)
    assert not must_test(battery)
    assert chance(battery, Morale.REMOVED) == 1


def test_a_unit_in_contact_does_not_test() -> None:
    """morale.trigger"""
    assert not must_test(replace(LINE, lost=12, in_contact=True))


def test_a_spent_unit_that_fails_routs_whoever_leads_it() -> None:
    """morale.fail-spent, leaders.elan-bonus"""
    spent = replace(LINE, lost=12, quality=Quality.E, commander=2)
    assert chance(spent, Morale.ROUTS) == Fraction(15, 36)
    assert morale_summary(spent, Morale.ROUTS) == ("the unit routs",)


@pytest.mark.parametrize(("bases", "third", "two_thirds"), [(6, 6, 12), (4, 4, 8), (2, 2, 4), (1, 1, 2)])
def test_the_losses_at_which_it_tests_are_the_thresholds(bases: int, third: int, two_thirds: int) -> None:
    """troops.one-third, troops.strength, scale.rounding"""
    unit = MoraleFacts(bases=bases)
    sheltered = replace(unit, sheltered=True)
    assert (lost_to_test(unit).total, lost_to_test(sheltered).total) == (third, two_thirds)
    assert (threshold(unit), threshold(sheltered)) == (Losses.ONE_THIRD, Losses.TWO_THIRDS)
    for lost in range(3 * bases):
        assert must_test(replace(unit, lost=lost)) is (lost >= third)
        assert must_test(replace(sheltered, lost=lost)) is (lost >= two_thirds)
