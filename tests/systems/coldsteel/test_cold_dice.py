"""Dice: numbers needed, dice that score, and the Lucky Officer's die."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import best, odds
from sandtable.game.rules.tally import Tally
from sandtable.systems.coldsteel.dice import (
    DirtyVolley,
    Musketry,
    Score,
    Scoring,
    can_succeed,
    lowered,
    needed,
    score,
)
from sandtable.systems.coldsteel.luck import Pick
from sandtable.systems.coldsteel.policies import decide_sparingly, decide_steadily
from tests.systems.throwing import carried_out, carry_out

FOUR = Tally.of(4, "Band 1", "shooting.band-1", sign="+")
BONUS = (1, "Marksmen (card)", "cards.marksmen")
MALUS = (-1, "Conscripts (card)", "cards.conscripts")


def test_a_bonus_lowers_the_number_needed_and_a_malus_raises_it() -> None:
    """dice.modifier-direction"""
    assert needed(FOUR, [BONUS]).total == 3
    assert needed(FOUR, [MALUS]).total == 5
    assert needed(FOUR, [BONUS, MALUS]).total == 4


def test_a_natural_one_always_fails_on_a_single_die_but_not_in_a_total() -> None:
    """dice.natural-one"""
    two = Tally.of(2, "lancers in the turn they charge", "troops.lancers.wound", sign="+")
    assert needed(two, [BONUS]).total == 2
    assert needed(two, [BONUS]).rules[-1] == "dice.natural-one"
    assert lowered(two, [BONUS]).total == 1


def test_a_six_is_no_success_by_itself() -> None:
    """dice.no-automatic-six"""
    six = Tally.of(6, "Band 3", "shooting.band-3", sign="+")
    assert can_succeed(needed(six, []))
    assert not can_succeed(needed(six, [MALUS]))


def test_dice_are_read_one_by_one_and_sixes_counted_among_those_that_score() -> None:
    """dice.separate, casualties.six-natural"""
    assert carry_out(do(score, Scoring(dice=6, need=4)), [4, 3, 6, 6, 1, 5]) == Score(4, 2)


def enumerated(dice: int, need: int) -> dict[tuple[int, int], Fraction]:
    """Hits and sixes of all throws, counted face by face."""
    counted = Counter(
        (sum(face >= need for face in faces), sum(face == 6 for face in faces))
        for faces in product(range(1, 7), repeat=dice)
    )
    return {scored: Fraction(ways, 6**dice) for scored, ways in counted.items()}


@pytest.mark.parametrize("need", [2, 3, 4, 5, 6])
def test_the_odds_of_scoring_dice_agree_with_all_throws(need: int) -> None:
    chances = odds(do(score, Scoring(dice=4, need=need)), exact=True)
    assert {(one.hits, one.sixes): chance for one, chance in chances.items()} == enumerated(4, need)


# ----------------------------------------------------------------- the Lucky Officer's die
LUCKY = Scoring(dice=3, need=4, lucky=True, seat=1, unit=7)


def test_a_lucky_die_is_picked_on_seeing_all_dice_and_its_second_throw_stands() -> None:
    """cards.lucky-officer, cards.lucky-scope, dice.reroll"""
    assert carry_out(do(score, LUCKY), [1, 4, 6, 5], [Pick.MISS]) == Score(3, 1, lucky=True)
    assert carry_out(do(score, LUCKY), [1, 4, 6, 2], [Pick.SIX]) == Score(1, 0, lucky=True)
    assert carry_out(do(score, LUCKY), [1, 4, 6, 6], [Pick.HIT]) == Score(2, 2, lucky=True)
    assert carry_out(do(score, LUCKY), [1, 4, 6], [None]) == Score(2, 1)


def test_only_dice_that_lie_there_can_be_picked_and_a_miss_is_named_first() -> None:
    """cards.lucky-scope"""
    _, asked = carried_out(do(score, LUCKY), [1, 2, 6], [None])
    assert asked[0].sensible() == (Pick.MISS, None, Pick.SIX)
    assert (asked[0].decision, asked[0].seat) == ("cards.lucky-reroll", 1)
    _, asked = carried_out(do(score, LUCKY), [4, 5, 4], [None])
    assert asked[0].sensible() == (None, Pick.HIT)


def test_a_lucky_die_turns_half_of_the_misses_on_four_or_more() -> None:
    """cards.lucky-officer: three dice at 4+, one miss thrown again if there is one."""
    chances = odds(do(score, LUCKY), decide_steadily, exact=True).map(lambda one: one.hits)
    one_more = Fraction(1, 2) * (1 - Fraction(1, 8))
    assert chances.mean() == Fraction(3, 2) + one_more
    assert odds(do(score, LUCKY), decide_sparingly, exact=True).map(lambda one: one.hits).mean() == Fraction(
        3, 2
    )
    assert odds(do(score, LUCKY), best, exact=True) == odds(do(score, LUCKY), decide_steadily, exact=True)


def test_no_dice_ask_for_no_luck() -> None:
    _, asked = carried_out(do(score, Scoring(dice=0, need=4, lucky=True)))
    assert not asked


# ----------------------------------------------------------------- dirty muskets
@given(st.lists(st.integers(1, 6), max_size=8), st.integers(2, 6))
@settings(max_examples=60, deadline=None)
def test_dirty_muskets_count_hits_sixes_and_ones(faces: list[int], need: int) -> None:
    """cards.dirty-scope"""
    thrown = DirtyVolley(dice=len(faces), at_least=need).read(tuple(faces))
    assert thrown.hits == len([face for face in faces if face >= need])
    assert (thrown.sixes, thrown.ones) == (faces.count(6), faces.count(1))


@pytest.mark.parametrize("need", [2, 4, 6])
def test_the_odds_of_dirty_muskets_agree_with_all_throws(need: int) -> None:
    """cards.dirty-scope"""
    pool = DirtyVolley(dice=4, at_least=need)
    counted = Counter(pool.read(faces) for faces in product(range(1, 7), repeat=4))
    assert pool.ways() == {**dict.fromkeys(pool.ways(), 0), **counted}
    assert pool.in_words(Musketry(3, 1, 1)) == "3 of 4, 1 natural 6, 1 natural 1"
