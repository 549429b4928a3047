"""Élan tests: the chances of every class and commander, and what passing and failing does."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sandtable.dice import PlannedHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan.book import table
from sandtable.systems.elan.elan_tests import (
    BECOMES,
    ElanTest,
    Purpose,
    Rally,
    elan_roll,
    elan_summary,
    elan_test,
    needed,
    rally,
)
from sandtable.systems.elan.troops import Quality


def passing(quality: Quality, leadership: int = 0) -> Fraction:
    return Fraction(odds(do(elan_test, ElanTest(quality=quality, leadership=leadership)), exact=True)[True])


@pytest.mark.parametrize("leadership", [0, 1, 2])
@pytest.mark.parametrize(("quality", "value"), list(zip(Quality, (5, 6, 7, 8, 9), strict=True)))
def test_two_dice_and_leadership_reach_the_morale_value(
    quality: Quality, value: int, leadership: int
) -> None:
    """elan.test, leaders.elan-bonus, troops.quality: all 36 rolls counted."""
    rolls = product(range(1, 7), repeat=2)
    ways = sum(one + two + leadership >= value for one, two in rolls)
    assert passing(quality, leadership) == Fraction(ways, 36)
    assert needed(ElanTest(quality=quality, leadership=leadership)).total == value - leadership


def test_forming_square_with_and_without_a_commander() -> None:
    """charge-02: charge.form-square, charge.form-square-fail"""
    square = ElanTest(purpose=Purpose.FORM_SQUARE)
    assert odds(do(elan_test, square), exact=True)[True] == Fraction(7, 12)
    led = ElanTest(purpose=Purpose.FORM_SQUARE, leadership=1)
    assert odds(do(elan_test, led), exact=True)[True] == Fraction(13, 18)
    assert elan_summary(square, False) == ("failed", "the unit is caught in its formation, disordered")  # noqa: FBT003


def test_passing_through_friends_disorders_more_often_the_worse_the_class() -> None:
    """movement.action.interpenetrate: a class D unit and the class B unit it passes each test alone."""
    assert 1 - passing(Quality.D) == Fraction(7, 12)
    assert 1 - passing(Quality.B) == Fraction(5, 18)
    test = ElanTest(quality=Quality.D, purpose=Purpose.INTERPENETRATION)
    assert elan_summary(test, False) == ("failed", "the unit is disordered")  # noqa: FBT003
    assert elan_summary(test, True) == ("passed", "the unit keeps its order")  # noqa: FBT003


def test_a_fine_commander_steadies_a_good_unit() -> None:
    """morale-05"""
    test = ElanTest(quality=Quality.B, leadership=2)
    assert odds(do(elan_test, test), exact=True)[True] == Fraction(11, 12)
    again = ElanTest(quality=Quality.B, leadership=2, purpose=Purpose.RALLY)
    assert odds(do(rally, again), exact=True)[Rally.RALLIES] == Fraction(11, 12)


def test_a_retreating_unit_rallies_or_routs() -> None:
    """rally-01: rally.test, rally.pass, rally.fail"""
    ends = odds(do(rally, ElanTest(quality=Quality.D, purpose=Purpose.RALLY)), exact=True)
    assert dict(ends) == {Rally.RALLIES: Fraction(5, 12), Rally.ROUTS: Fraction(7, 12)}
    assert BECOMES[Purpose.RALLY] == ("the unit rallies, disordered and halted", "the unit routs")


def test_the_uses_are_those_of_the_list() -> None:
    """elan.uses"""
    listed = [row["purpose"] for row in table("elan.uses", dict[str, str])]
    assert listed == list(Purpose)
    assert set(BECOMES) == set(Purpose)


def test_the_value_itself_passes_and_one_less_does_not() -> None:
    """elan.test, elan.no-other-mods"""
    roll = elan_roll(ElanTest(quality=Quality.C, leadership=1, purpose=Purpose.CHARGE_HOME))
    assert roll.cast(PlannedHand([2, 4]))
    assert not roll.cast(PlannedHand([2, 3]))
    assert roll.purpose == "élan test, charge home"
