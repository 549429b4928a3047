"""When battles were decided."""

from __future__ import annotations

from math import log
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.lab.findings.leads import lead_history, logistic
from tests.lab.conftest import battle


@given(st.lists(st.tuples(st.floats(-50, 50), st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=30))
def test_likelihoods_stay_likelihoods_and_grow_with_the_lead_if_it_helps(
    pairs: list[tuple[float, float]],
) -> None:
    likely = logistic([lead for lead, _ in pairs], [won for _, won in pairs])
    chances = [likely(float(lead)) for lead in range(-60, 61, 5)]
    assert all(0 < chance < 1 for chance in chances)
    assert chances in (sorted(chances), sorted(chances, reverse=True))


def test_a_fair_coin_is_learnt_as_one() -> None:
    likely = logistic([5.0, 5.0, -5.0, -5.0], [1.0, 0.0, 1.0, 0.0])
    assert abs(likely(5.0) - 0.5) < 1e-6


def test_the_mean_of_what_is_learnt_is_what_was_seen() -> None:
    leads, won = [1.0, 2.0, 3.0, -4.0, 0.0] * 40, [1.0, 0.0, 1.0, 0.0, 1.0] * 40
    likely = logistic(leads, won)
    assert abs(sum(map(likely, leads)) / len(leads) - 0.6) < 1e-3


def test_a_battle_is_decided_when_its_winner_stays_ahead_for_good() -> None:
    early = [battle(n, 0, 0, 20, 20, 20) for n in range(20)] + [
        battle(n, 1, 0, -20, -20, -20) for n in range(20)
    ]
    found = lead_history(early)
    assert (found.decided, found.never_in_doubt, found.lead_changes) == (2, 0, 0)
    assert [turn.turn for turn in found.turns] == [1, 2, 3]
    assert found.turns[0].told == 0.5
    assert found.turns[1].told > 0.95


def test_a_lead_that_is_lost_decides_nothing() -> None:
    turned = [battle(n, 0, 5, -5, 5, 9) for n in range(10)] + [battle(n, 1, -5, 5, -5, -9) for n in range(10)]
    assert lead_history(turned).lead_changes == 2


def test_draws_are_never_decided() -> None:
    assert lead_history([battle(n, None, 0, 3, 3) for n in range(5)]).decided is None
    assert lead_history([]).turns == ()


def test_a_battle_that_ended_early_says_nothing_of_later_turns() -> None:
    found = lead_history([battle(0, 0, 1, 2), battle(1, 1, 1, 2, 3, 4)])
    assert [turn.battles for turn in found.turns] == [2, 1, 1]


def test_what_is_learnt_fits_best_with_a_small_penalty_on_certainty() -> None:
    """At the best fit the slope of the likelihood is that of the penalty, a hundredth of each figure."""
    leads, won = [8.0, 3.0, -1.0, -2.0, 5.0, -6.0], [1.0, 1.0, 0.5, 0.0, 0.0, 0.0]
    likely, scale = logistic(leads, won), fmean(map(abs, leads))
    base = _logit(likely(0.0))
    slope = _logit(likely(scale)) - base
    missed = [result - likely(lead) for lead, result in zip(leads, won, strict=True)]
    assert sum(missed) == pytest.approx(0.01 * base, abs=1e-7)
    assert sum(miss * lead / scale for miss, lead in zip(missed, leads, strict=True)) == pytest.approx(
        0.01 * slope, abs=1e-7
    )


def test_small_leads_are_learnt_by_the_point() -> None:
    """Leads of a tenth of a point are not blown up: the penalty is per point there."""
    leads, won = [0.1, 0.2, -0.1, -0.2], [1.0, 1.0, 0.0, 0.0]
    likely = logistic(leads, won)
    slope = _logit(likely(1.0)) - _logit(likely(0.0))
    missed = [result - likely(lead) for lead, result in zip(leads, won, strict=True)]
    assert sum(miss * lead for miss, lead in zip(missed, leads, strict=True)) == pytest.approx(
        0.01 * slope, abs=1e-7
    )


def _logit(chance: float) -> float:
    return log(chance / (1 - chance))


def test_without_battles_both_sides_are_equally_likely() -> None:
    assert logistic([], [])(7.0) == 0.5


def test_a_turn_tells_the_mean_lead_and_its_tenths() -> None:
    fought = [battle(lead, None if lead == 0 else int(lead < 0), lead, lead) for lead in range(-5, 6)]
    (turn,) = lead_history(fought).turns
    assert (turn.turn, turn.battles, turn.lead) == (1, 11, 0)
    assert turn.spread == (-4, 0, 4)
    assert turn.likely == pytest.approx(0.5)
    assert turn.told > 0.9


def test_before_anything_is_decided_the_winner_is_told_as_even() -> None:
    (turn,) = lead_history([battle(n, None, 3, 3) for n in range(3)]).turns
    assert turn.told == 0.5


def test_a_battle_that_was_never_in_doubt_is_counted() -> None:
    sure = [battle(n, n % 2, *((20, 20) if n % 2 == 0 else (-20, -20))) for n in range(40)]
    found = lead_history(sure)
    assert (found.decided, found.never_in_doubt) == (1, 40)


def test_a_lead_that_is_lost_again_was_not_decisive() -> None:
    """The winner leads by much in turn 2, not in turn 3, and again from turn 4 on."""
    fought = [battle(n, 0, 0, 20, 0, 20, 20) for n in range(20)]
    fought += [battle(n, 1, 0, -20, 0, -20, -20) for n in range(20)]
    assert lead_history(fought).decided == 4


def test_even_scores_change_no_lead() -> None:
    assert lead_history([battle(0, 0, 5, 0, 5, 0, -5)]).lead_changes == 1
