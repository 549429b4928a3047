"""Initiative: a die each with the General's actions, ties thrown again."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sandtable.dice import Ties, Winner
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.eagle.initiative import (
    Rivals,
    contest,
    initiative,
    initiative_summary,
    initiative_tallies,
)
from tests.systems.throwing import carry_out

Case = Callable[[str], dict[str, Any]]


def test_the_better_general_has_the_initiative_more_often(case: Case) -> None:
    """turn-initiative: turn.initiative.roll"""
    expected, rivals = case("turn-initiative"), Rivals(first=3, second=2)
    roll = contest(rivals, Ties.STAND).odds(exact=True)
    assert roll[Winner.LEFT] == Fraction(expected["p_win_roll"])
    assert roll[Winner.NEITHER] == Fraction(expected["p_tie"])
    assert odds(do(initiative, rivals), exact=True)[0] == Fraction(expected["p_side1"])


def test_the_actions_of_the_general_are_added_and_ties_thrown_again() -> None:
    """turn.initiative.roll"""
    assert carry_out(do(initiative, Rivals(first=0, second=3)), [5, 1]) == 0
    assert carry_out(do(initiative, Rivals(first=0, second=3)), [5, 2, 3, 1]) == 1
    assert carry_out(do(initiative, Rivals(first=2, second=2)), [6, 6, 2, 2, 1, 4]) == 1


def test_what_each_side_adds_is_told() -> None:
    told = initiative_tallies(Rivals(first=3, second=0))
    assert [tally.total for tally in told.values()] == [3, 0]
    assert initiative_summary(Rivals(), 1) == ("the second side holds the initiative",)
