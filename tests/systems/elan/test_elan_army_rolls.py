"""Rolls of whole armies: initiative and army morale."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.elan.army_morale import (
    ArmyFacts,
    ArmyMorale,
    army_summary,
    army_tallies,
    army_test,
    is_past_break_point,
    needed,
)
from sandtable.systems.elan.initiative import Rivals, initiative, initiative_summary, initiative_tallies
from tests.systems.elan.planned import thrown


# ------------------------------------------------------------------ initiative
def test_a_better_commander_wins_the_initiative_oftener() -> None:
    """initiative-01"""
    assert odds(do(initiative, Rivals(first=2, second=1)), exact=True)[0] == Fraction(21, 31)


@pytest.mark.parametrize(("first", "second"), list(product((0, 1, 2), repeat=2)))
def test_initiative_by_counting_all_rolls_that_are_no_tie(first: int, second: int) -> None:
    """turn.initiative.roll"""
    margins = [one + first - two - second for one, two in product(range(1, 7), repeat=2)]
    decided = [margin for margin in margins if margin]
    expected = Fraction(sum(margin > 0 for margin in decided), len(decided))
    assert odds(do(initiative, Rivals(first=first, second=second)), exact=True)[0] == expected


def test_ties_are_thrown_again_by_both() -> None:
    """turn.initiative.roll, turn.initiative"""
    assert thrown(do(initiative, Rivals(first=2, second=1)), 3, 4, 2, 6) == 1
    assert initiative_summary(Rivals(), 1) == ("the second wins the initiative",)
    assert [tally.total for tally in initiative_tallies(Rivals(first=2, second=0)).values()] == [2, 0]


# ----------------------------------------------------------------- army morale
def test_an_army_of_thirteen_tests_from_its_seventh_loss_on() -> None:
    """army-01: army.break-point, army.break-test, army.break-count"""
    six, seven = ArmyFacts(lost=6, total=13, leadership=1), ArmyFacts(lost=7, total=13, leadership=1)
    assert not is_past_break_point(six)
    assert dict(odds(do(army_test, six), exact=True)) == {ArmyMorale.NO_TEST: 1}
    ends = odds(do(army_test, seven), exact=True)
    assert dict(ends) == {ArmyMorale.HOLDS: Fraction(13, 18), ArmyMorale.BREAKS: Fraction(5, 18)}
    assert army_tallies(seven)["lost units at which it tests"].total == 7


def test_exactly_half_is_not_past_the_break_point() -> None:
    """army.break-point, army.break-count"""
    assert not is_past_break_point(ArmyFacts(lost=6, total=12))
    assert is_past_break_point(ArmyFacts(lost=7, total=12))
    assert army_tallies(ArmyFacts(lost=0, total=12))["lost units at which it tests"].total == 7


def test_the_army_commander_is_added_if_he_is_there() -> None:
    """army.leadership, army.break-fail"""
    assert [needed(ArmyFacts(leadership=leadership)).total for leadership in (0, 1, 2)] == [7, 6, 5]
    headless = ArmyFacts(lost=13, total=13, leadership=0)
    assert odds(do(army_test, headless), exact=True)[ArmyMorale.BREAKS] == Fraction(5, 12)
    assert army_summary(headless, ArmyMorale.BREAKS) == ("the army breaks",)
