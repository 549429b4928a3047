"""Odds as comma-separated values, with how they were found and how far off they may be."""

from __future__ import annotations

from math import sqrt

import pytest

from sandtable.dice import Odds
from sandtable.lab.paper.effort import USUAL
from sandtable.lab.paper.odds_report import HeadingRow, OddsReport, ValueRow, as_csv
from sandtable.lab.paper.sampling import FoundOdds, Method, standard_error


def report(method: Method) -> OddsReport:
    """The odds of a volley."""
    return OddsReport(
        system="toy",
        resolution="volley",
        title="A volley",
        policy=None,
        facts=None,
        figures=(),
        measured="hits",
        mean=0.25,
        values=(ValueRow(0, 0.75, 1.0, "3/4"), ValueRow(1, 0.25, 0.25, None)),
        headings=(HeadingRow("shaken", 0.5, "1/2"),),
        outcomes=(),
        parting=(HeadingRow("stands", 0.5, None),),
        method=method,
    )


def test_exact_odds_are_values_then_parts_then_headings() -> None:
    assert as_csv(report(Method(exact=True))).splitlines() == [
        "what,outcome,chance,or more,fraction,method,error",
        "hits,0,0.75,1.0,3/4,exact,0.0",
        "hits,1,0.25,0.25,,exact,0.0",
        "parting,stands,0.5,,,exact,0.0",
        "heading,shaken,0.5,,1/2,exact,0.0",
    ]


def test_sampled_odds_have_the_error_of_each_chance() -> None:
    lines = as_csv(report(Method(exact=False, thrown=100, seed=7))).splitlines()
    assert lines[3] == "parting,stands,0.5,,,thrown 100 times with seed 7,0.05"


@pytest.mark.parametrize(
    ("chance", "error"), [(0.5, 0.05), (0.1, 0.03), (0.0, 0.0), (1.0, 0.0), (1.0 + 1e-12, 0.0), (-1e-12, 0.0)]
)
def test_a_chance_counted_in_a_hundred_throws_is_off_by_so_much(chance: float, error: float) -> None:
    assert standard_error(chance, 100) == pytest.approx(error)


def test_sampled_odds_are_told_with_the_largest_error_and_that_of_the_mean() -> None:
    odds = Odds({0: 0.5, 2: 0.5})
    exact, sampled = FoundOdds(odds, 0), FoundOdds(odds, 100)
    assert exact.method(USUAL, [0.5]) == Method(exact=True)
    assert exact.mean_error(odds) is None
    method = sampled.method(USUAL, [0.1, 0.5, 0.9], sampled.mean_error(odds))
    assert (method.exact, method.thrown, method.seed) == (False, 100, 1)
    assert method.error == pytest.approx(0.05)
    assert method.mean_error == pytest.approx(sqrt(1 / 100))
