"""Initiative: who passes, and what a unit may do then."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.game.ask.questions import do
from sandtable.systems.tricorn.initiative import (
    Freedom,
    Initiative,
    freedom,
    initiative,
    initiative_summary,
    initiative_tallies,
    need,
)
from sandtable.systems.tricorn.ratings import Rating
from tests.systems.tricorn.worked import chance, figures


def test_the_chances_of_the_ratings() -> None:
    """initiative-odds: turn.initiative.roll, command.rating.good, command.rating.poor"""
    expected = figures("initiative-odds")
    passes = {rating: chance(do(initiative, Initiative(rating=rating)), bool) for rating in Rating}
    assert (passes[Rating.GOOD], passes[Rating.POOR]) == (expected["good"], expected["poor"])
    assert (passes[Rating.EXCELLENT], passes[Rating.AVERAGE]) == (Fraction(5, 6), Fraction(2, 3))


@pytest.mark.parametrize(
    ("rating", "number", "radius"),
    [
        (Rating.EXCELLENT, "2+", 12),
        (Rating.GOOD, "2+", 10),
        (Rating.AVERAGE, "3+", 8),
        (Rating.POOR, "3+", 6),
    ],
)
def test_each_rating_has_its_number_and_its_radius(rating: Rating, number: str, radius: int) -> None:
    """command.rating.excellent, command.rating.good, command.rating.average, command.rating.poor"""
    tally = need(Initiative(rating=rating))
    assert (tally.shown, rating.radius) == (number, radius)
    assert tally.rules == (f"command.rating.{rating}",)
    assert initiative_tallies(Initiative(rating=rating)) == {"needed on 1D6": tally}


def test_a_poor_general_who_fails_bars_melee_and_removal_but_not_the_half_move() -> None:
    """initiative-poor-fails: turn.initiative.fail.half-move, turn.initiative.fail.no-removal,
    command.poor.no-melee"""
    expected = figures("initiative-poor-fails")
    after = freedom(Rating.POOR, passed=False, in_command=True)
    assert after == Freedom(full_move=False, may_remove=False, may_start_melee=False)
    assert (after.may_start_melee, after.may_remove) == (expected["may_contact"], expected["may_remove"])
    assert freedom(Rating.AVERAGE, passed=False, in_command=True).may_start_melee


def test_a_unit_out_of_command_acts_as_though_the_roll_had_failed_and_starts_no_melee() -> None:
    """command-out-of-radius: command.radius.effect, turn.initiative.pass"""
    assert freedom(Rating.AVERAGE, passed=True, in_command=False) == Freedom(
        full_move=False, may_remove=False, may_start_melee=False
    )
    assert freedom(Rating.AVERAGE, passed=True, in_command=True) == Freedom(
        full_move=True, may_remove=True, may_start_melee=True
    )


def test_the_roll_is_told_with_what_it_leaves() -> None:
    """command.poor.no-melee"""
    facts = Initiative(rating=Rating.POOR)
    assert initiative_summary(facts, True)[:2] == ("the roll is passed", "Full Move")  # noqa: FBT003
    assert initiative_summary(facts, False) == (  # noqa: FBT003 - what the roll came to
        "the roll is failed",
        "Half Move",
        "it may not remove Disorder",
        "it may not start a melee",
    )
