"""Dice: the average die, rounding, and what is within a distance."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from msgspec import Struct

from sandtable.dice import Single
from sandtable.systems.eagle.book import table
from sandtable.systems.eagle.dice import AVERAGE, D6, is_beyond, is_within, rounded_up


class _Face(Struct, frozen=True):
    face: int
    chance: int


def test_the_average_die_shows_what_the_rulebook_says_and_neither_one_nor_six() -> None:
    """dice.average"""
    assert Counter(AVERAGE.faces) == {row.face: row.chance for row in table("dice.average", _Face)}
    assert not {1, 6} & set(AVERAGE.faces)
    assert Single(AVERAGE).odds(exact=True).mean() == Fraction(7, 2)


def test_an_ordinary_die_has_six_equal_faces() -> None:
    """dice.d6"""
    assert dict(Single(D6).odds(exact=True)) == dict.fromkeys(range(1, 7), Fraction(1, 6))


@pytest.mark.parametrize(
    ("total", "share", "whole"), [(3, 2, 2), (-1, 2, 0), (4, 2, 2), (1, 3, 1), (-5, 3, -1)]
)
def test_parts_are_rounded_towards_plus_infinity(total: int, share: int, whole: int) -> None:
    """dice.rounding"""
    assert rounded_up(total, share) == whole


def test_within_takes_in_the_limit_and_a_hundredth_and_beyond_is_all_else() -> None:
    """dice.measure"""
    assert [is_within(distance, 4) for distance in (3.99, 4.0, 4.01, 4.02)] == [True, True, True, False]
    assert [is_beyond(distance, 4) for distance in (4.0, 4.01, 4.02, 4.5)] == [False, False, True, True]
