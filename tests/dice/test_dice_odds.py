from __future__ import annotations

import math
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice import Count, CountWith, Odds, Opposed, mix, parse

half = Fraction(1, 2)
ways = st.dictionaries(st.integers(-5, 5), st.integers(0, 20), min_size=1).filter(
    lambda w: sum(w.values()) > 0
)


def test_chances_that_do_not_add_up_to_one_are_refused() -> None:
    with pytest.raises(ValueError, match="add up to 3/4, not to 1"):
        Odds({"a": half, "b": Fraction(1, 4)})
    with pytest.raises(ValueError, match="not to 1"):
        Odds({"a": 0.5, "b": 0.499})
    with pytest.raises(ValueError, match="not to 1"):
        Odds({"a": math.nan})
    with pytest.raises(ValueError, match="not to 1"):
        Odds({})


def test_a_negative_chance_is_refused_even_if_the_total_is_right() -> None:
    with pytest.raises(ValueError, match="The chance of 'b' is -1/2"):
        Odds({"a": Fraction(3, 2), "b": -half})


def test_floats_may_miss_one_by_rounding() -> None:
    assert len(Odds(dict.fromkeys(range(10), 0.1))) == 10


def test_what_cannot_happen_is_not_listed() -> None:
    assert dict(Odds({"a": Fraction(1), "b": Fraction(0)})) == {"a": 1}
    assert dict(Odds.from_ways({"a": 3, "b": 0})) == {"a": 1.0}


def test_one_float_among_fractions_makes_all_of_them_floats() -> None:
    mixed = Odds({"a": half, "b": 0.5})
    assert all(type(chance) is float for chance in mixed.values())


def test_whole_numbers_are_exact_chances() -> None:
    sure = Odds({"a": 1})
    assert type(sure["a"]) is Fraction


def test_whole_numbers_among_fractions_stay_exact() -> None:
    mixed = Odds({"a": half, "b": half, "c": 0})
    assert all(type(chance) is Fraction for chance in mixed.values())
    assert dict(mixed) == {"a": half, "b": half}


def test_ways_need_at_least_one_and_none_negative() -> None:
    with pytest.raises(ValueError, match="at least one way"):
        Odds.from_ways({"a": 0})
    with pytest.raises(ValueError, match="no negative number"):
        Odds.from_ways({"a": 3, "b": -1})


def test_changing_the_dict_afterwards_does_not_change_the_odds() -> None:
    chances: dict[str, Fraction | float] = {"a": half, "b": half}
    odds = Odds(chances)
    chances["a"] = Fraction(1)
    assert odds["a"] == half


def test_a_chance_is_asked_for_by_outcome_or_by_question() -> None:
    odds = Odds.from_ways({1: 1, 2: 2, 3: 3}, exact=True)
    assert odds.chance(2) == Fraction(1, 3)
    assert odds.chance(9) == 0
    assert odds.chance(lambda outcome: outcome != 2) == Fraction(2, 3)
    assert odds.at_least(2) == Fraction(5, 6)
    assert odds.at_most(2) == half
    assert odds.mean() == Fraction(7, 3)


def test_equal_images_are_merged() -> None:
    assert dict(Odds.from_ways({-1: 1, 0: 2, 1: 1}, exact=True).map(abs)) == {1: half, 0: half}


def test_a_mixture_weighs_each_case_by_its_chance() -> None:
    left = Odds.certain("x")
    right = Odds.from_ways({"x": 1, "y": 1}, exact=True)
    assert dict(mix([(Fraction(1, 4), left), (Fraction(3, 4), right)])) == {
        "x": Fraction(5, 8),
        "y": Fraction(3, 8),
    }


def test_a_mixture_whose_weights_are_not_whole_is_refused() -> None:
    with pytest.raises(ValueError, match="add up to 1/2"):
        mix([(half, Odds.certain("x"))])


def test_hits_then_saves_are_hits_that_get_through() -> None:
    unsaved = (
        Count(2, at_least=4)
        .odds(exact=True)
        .then(lambda hits: Count(hits, at_least=5).odds(exact=True).map(lambda saved: hits - saved))
    )
    assert unsaved.mean() == Fraction(2, 3)
    assert unsaved[0] == Fraction(4, 9)


def test_rows_are_plain_json_with_the_fraction_where_it_is_known() -> None:
    tie = Opposed(parse("D6+3"), parse("D6+2"))
    assert msgspec.json.encode(tie.odds(exact=True).rows()) == (
        b'[{"outcome":"right","chance":0.3225806451612903,"fraction":"10/31"},'
        b'{"outcome":"left","chance":0.6774193548387096,"fraction":"21/31"}]'
    )
    sixes = CountWith(1, at_least=4, face=6)
    assert msgspec.json.encode(sixes.odds().rows()[0]) == b'{"outcome":[0,0],"chance":0.5}'


@given(ways)
@settings(max_examples=60, deadline=None)
def test_fractions_add_up_to_one_and_floats_agree_with_them(weights: dict[int, int]) -> None:
    exact = Odds.from_ways(weights, exact=True)
    assert sum(exact.values()) == 1
    assert Odds(dict(exact)) == exact
    floats = Odds.from_ways(weights)
    assert exact.floats() == floats
    assert float(exact.mean()) == pytest.approx(floats.mean(), abs=1e-12)
    assert floats.at_least(1) == pytest.approx(1 - float(exact.at_most(0)), abs=1e-12)


@given(ways, ways)
@settings(max_examples=40, deadline=None)
def test_the_mean_of_a_sum_is_the_sum_of_the_means(one: dict[int, int], other: dict[int, int]) -> None:
    left, right = Odds.from_ways(one, exact=True), Odds.from_ways(other, exact=True)
    together = left.then(lambda a: right.map(lambda b: a + b))
    assert together.mean() == left.mean() + right.mean()


def test_what_never_comes_has_no_chance_in_the_kind_of_number_of_the_odds() -> None:
    floats, exact = Odds({1: 0.5, 2: 0.5}), Odds({1: Fraction(1, 2), 2: Fraction(1, 2)})
    assert floats.chance(3) == 0
    assert floats.at_least(3) == 0
    assert type(floats.chance(3)) is float
    assert exact.chance(3) == 0
    assert type(exact.chance(3)) is Fraction
