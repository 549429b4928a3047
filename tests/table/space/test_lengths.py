"""A measurement becomes a fact in one place, rounded there by a stated rule."""

from __future__ import annotations

from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.table.space import hundredths


@pytest.mark.parametrize(
    ("length", "whole"),
    [(0.0, 0), (0.49, 0), (0.5, 1), (1.5, 2), (2.5, 3), (-0.5, -1), (-2.5, -3), (-2.49, -2)],
)
def test_a_length_becomes_the_nearest_whole_hundredth_and_halves_go_away_from_zero(
    length: float, whole: int
) -> None:
    assert hundredths(length) == whole


@pytest.mark.parametrize("noise", [-6.5e-13, 0.0, 6.5e-13])
def test_the_last_places_of_a_length_do_not_make_another_fact(noise: float) -> None:
    assert hundredths(100.0 + noise) == 100
    assert hundredths(100.5 + noise) == 101
    assert hundredths(-100.5 + noise) == -101


@given(st.fractions(min_value=-4000, max_value=4000, max_denominator=1000))
def test_a_fact_is_what_exact_arithmetic_makes_of_it(length: Fraction) -> None:
    exact = floor(abs(length) + Fraction(1, 2))
    assert hundredths(float(length)) == (exact if length >= 0 else -exact)
