"""Army morale and victory: losses, commands that lose heart, broken armies and points."""

from __future__ import annotations

import pytest

from sandtable.game.ask.questions import do
from sandtable.systems.tricorn.army_break import (
    Army,
    ArmyMorale,
    Gains,
    Verdict,
    army_morale,
    army_summary,
    army_tallies,
    break_point,
    is_broken,
    is_demoralized,
    losses,
    points,
    verdict,
    winner_by_points,
)
from tests.systems.tricorn.worked import exact, figures


def test_a_command_that_lost_half_its_units_is_demoralized() -> None:
    """army-demoralized-three: army.demoralized, army.loss-count"""
    expected = figures("army-demoralized-three")
    found = {
        "x": is_demoralized(lost=2, began=5),
        "y": is_demoralized(lost=2, began=4),
        "z": is_demoralized(lost=1 + 1, began=3),
    }
    assert found == expected


def test_an_army_breaks_at_half_its_units_its_c_c_counting_as_one() -> None:
    """army-break: army.break-point, leaders.casualty.cc"""
    expected, army = figures("army-break"), Army(units=13, lost=6, chief_lost=True)
    assert break_point(army).total == expected["break_point"]
    assert losses(army).total == expected["losses"]
    assert is_broken(army) is expected["broken"]
    assert not is_broken(Army(units=13, lost=6))


def test_abandoned_batteries_count_as_lost_for_the_check() -> None:
    """army.loss-count"""
    assert losses(Army(lost=2, abandoned=1)).total == 3


def test_a_printed_break_point_goes_before_half_the_army() -> None:
    """army.break-point"""
    assert [is_broken(Army(units=14, lost=5, printed=printed)) for printed in (0, 5)] == [False, True]


def test_who_alone_stands_wins() -> None:
    """victory.break"""
    whole, broken = Army(), Army(lost=7)
    assert verdict(whole, whole) == Verdict(decided=False)
    assert verdict(whole, broken) == Verdict(decided=True, winner=0)
    assert verdict(broken, whole) == Verdict(decided=True, winner=1)


def test_of_two_broken_armies_the_one_less_worn_wins() -> None:
    """victory.break"""
    small, large = Army(units=10, lost=6), Army(units=20, lost=11)  # 6 of 5 against 11 of 10
    assert verdict(small, large) == Verdict(decided=True, winner=1)
    assert verdict(large, small) == Verdict(decided=True, winner=0)
    assert verdict(Army(units=10, lost=6), Army(units=20, lost=12)) == Verdict(decided=True)


def test_points_for_units_officers_objectives_and_the_start() -> None:
    """victory.points"""
    gains = Gains(units=3, generals=1, chief=True, objectives=4, start=5)
    assert points(gains).total == 6 + 1 + 2 + 4 + 5


def test_a_lead_of_three_points_wins_and_less_is_a_draw() -> None:
    """victory.points"""
    sides = [(Gains(units=2), Gains(start=1)), (Gains(units=1), Gains()), (Gains(), Gains(objectives=3))]
    assert [winner_by_points(*both) for both in sides] == [0, None, 1]


def test_the_check_throws_no_dice() -> None:
    """turn.end.army-morale, army.break-point"""
    facts = ArmyMorale(first=Army(lost=7), second=Army(lost=8))
    assert exact(do(army_morale, facts)) == {Verdict(decided=True, winner=0): 1}
    assert army_summary(facts, Verdict(decided=True, winner=0)) == (
        "the first army breaks",
        "the second army breaks",
        "the first army wins",
    )
    assert army_summary(ArmyMorale(), Verdict(decided=False)) == ("no army breaks",)
    assert army_summary(facts, Verdict(decided=True))[-1] == "the battle is drawn"
    assert army_tallies(facts)["break point of the first army"].total == 7


def test_more_losses_than_units_are_refused() -> None:
    with pytest.raises(ValueError, match="12 units lost and 3 abandoned are more than the 14 it had"):
        Army(lost=12, abandoned=3)
