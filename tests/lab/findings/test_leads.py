"""When battles were decided."""

from __future__ import annotations

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
