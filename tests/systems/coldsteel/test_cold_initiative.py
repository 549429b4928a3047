"""Initiative: a die each, ties thrown again."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sandtable.dice import Ties, Winner
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.systems.coldsteel.initiative import (
    Rivals,
    Turns,
    contest,
    initiative,
    initiative_summary,
    initiative_tallies,
    turns_led,
)
from tests.systems.throwing import carry_out

Case = Callable[[str], dict[str, Any]]


def test_ties_are_thrown_again_and_each_side_leads_half_of_the_turns(case: Case) -> None:
    """turn-01: turn.initiative.roll, turn.initiative.winner, turn.initiative.tie"""
    expected = case("turn-01")
    tie = contest(Ties.STAND).odds(exact=True)[Winner.NEITHER]
    assert tie == Fraction(expected["tie"])
    # Throws that go on with this chance come to a geometric number of them.
    assert 1 / (1 - Fraction(tie)) == Fraction(expected["mean_throws"])
    chances = odds(do(initiative, Rivals()), exact=True)
    assert {chances[0], chances[1]} == {Fraction(expected["player1_each"])}


def test_the_higher_throw_makes_its_player_the_first() -> None:
    """turn.initiative.winner, turn.initiative.tie"""
    assert carry_out(do(initiative, Rivals()), [5, 2]) == 0
    assert carry_out(do(initiative, Rivals()), [3, 3, 6, 6, 1, 4]) == 1


def test_the_initiative_is_thrown_afresh_every_turn() -> None:
    """turn.initiative.every-turn: one side may lead several turns running."""
    known = odds(do(turns_led, Turns(turns=3)), exact=True)
    assert [known[led] for led in range(4)] == [Fraction(share, 8) for share in (1, 3, 3, 1)]
    assert initiative_summary(Turns(turns=3), 3) == ("the first side is Player 1 every time",)
    assert initiative_summary(Turns(turns=3), 0) == ("the second side is Player 1 every time",)
    assert initiative_summary(Turns(turns=3), 2) == ("each side is Player 1 at some time",)


def test_each_player_throws_one_die_for_each_turn() -> None:
    """turn.initiative.roll, turn.initiative.every-turn"""
    for turns in (1, 4):
        (dice,) = initiative_tallies(Turns(turns=turns)).values()
        assert dice.whole == turns
