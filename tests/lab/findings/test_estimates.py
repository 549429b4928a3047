"""Shares and means: against figures from published tables and against simulation."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from sandtable.lab.findings.estimates import Estimate, edge_of, mean_of, share_of


@pytest.mark.parametrize(
    ("count", "among", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_shares_have_the_intervals_that_newcombe_printed(
    count: int, among: int, low: float, high: float
) -> None:
    found = share_of(count, among)
    assert found.low == pytest.approx(low, abs=6e-5)
    assert found.high == pytest.approx(high, abs=6e-5)


def test_of_nothing_nothing_is_known() -> None:
    assert (share_of(0, 0).low, share_of(0, 0).high) == (0, 1)
    assert (mean_of([]).low, mean_of([7.0]).high, mean_of([7.0]).value) == (-inf, inf, 7)


@pytest.mark.parametrize(("count", "t"), [(2, 12.706), (3, 4.303), (5, 2.776), (11, 2.228), (31, 2.042)])
def test_means_have_students_interval(count: int, t: float) -> None:
    values = [float(number) for number in range(count)]
    spread = (sum((value - (count - 1) / 2) ** 2 for value in values) / (count - 1)) ** 0.5
    found = mean_of(values)
    assert found.high - found.value == pytest.approx(t * spread / count**0.5, rel=0.006)


def test_intervals_hold_what_they_promise() -> None:
    dice = Random(1)
    held = sum(
        found.low <= 0.3 <= found.high
        for found in (share_of(sum(dice.random() < 0.3 for _ in range(40)), 40) for _ in range(2_000))
    )
    assert 0.93 <= held / 2_000 <= 0.97


def test_results_that_are_all_alike_are_not_held_for_certain() -> None:
    found = edge_of([0.0] * 30)
    assert (found.low, found.high) == (-0.1, 0.1)
    assert edge_of([1.0] * 30).high == 1
    assert not edge_of([1.0, -1.0] * 5).excludes_nought


@pytest.mark.parametrize(
    ("freedom", "t", "short"),
    [(3, 3.182446, 0.024), (4, 2.776445, 0.0072), (8, 2.306004, 0.00042), (20, 2.085963, 0.00001)],
)
def test_students_quantile_is_as_printed_or_a_little_less(freedom: int, t: float, short: float) -> None:
    values = [0.0, *[1.0] * freedom]
    spread = (freedom / (freedom + 1) / freedom) ** 0.5
    found = mean_of(values)
    reach = (found.high - found.low) / 2
    assert 0 <= t - reach / spread * (freedom + 1) ** 0.5 < short


def test_the_sign_of_a_figure_is_certain_if_its_interval_lies_on_one_side_of_nought() -> None:
    assert Estimate(1.0, 0.1, 2.0).excludes_nought
    assert Estimate(-1.0, -2.0, -0.1).excludes_nought
    assert not Estimate(1.0, 0.0, 2.0).excludes_nought
    assert not Estimate(-1.0, -2.0, 0.0).excludes_nought


def test_the_bounds_of_results_stay_between_defeat_and_victory() -> None:
    assert (edge_of([1.0, 1.0, 0.0]).high, edge_of([-1.0, -1.0, 0.0]).low) == (1, -1)
    assert edge_of([1.0]).high == inf
    assert edge_of([0.5, 0.5]).low == -1.0
    assert edge_of([-1.0] * 30).low == -1
    assert edge_of([-1.0] * 30).high == pytest.approx(-0.9)
