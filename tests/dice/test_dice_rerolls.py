"""Rerolls of single dice: the state, the two policies, and figures worked out elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice import Odds, Rerollable, Spread, Successes, best, cautious
from tests.dice.prospects import prospects

MILITIA = (0, 0, 0, 0, 1, 2)
REGULAR = (0, 0, 0, 1, 1, 2)
ELITE = (0, 0, 1, 1, 1, 2)

Policy = Callable[[Rerollable], int | None]


def totals_after(dice: int, rerolls: int, table: tuple[int, ...], policy: Policy) -> Odds[int]:
    """The odds of the successes when a policy picks each reroll."""

    def settle(state: Rerollable) -> Odds[int]:
        pick = policy(state)
        if pick is None:
            return Odds.certain(state.total)
        return Successes(1, table).odds(exact=True).then(lambda worth: settle(state.after(pick, worth)))

    return Spread(dice, table).odds(exact=True).then(lambda spread: settle(Rerollable.of(spread, rerolls)))


def cautiously(need: int | None) -> Policy:
    return lambda state: cautious(state, need)


def as_well_as_possible(table: tuple[int, ...], *aims: int) -> Policy:
    return lambda state: best(state, table, aims)


@pytest.mark.parametrize(
    ("dice", "rerolls", "table", "need", "chance"),
    [
        (4, 2, REGULAR, 2, Fraction(59, 64)),  # lib-008
        (3, 1, MILITIA, 1, Fraction(65, 81)),  # lib-013
        (2, 1, REGULAR, 2, Fraction(5, 8)),  # lib-015
        (3, 1, ELITE, 3, Fraction(13, 18)),  # lib-020
        (4, 2, MILITIA, 2, Fraction(569, 729)),  # lib-021
        (2, 2, REGULAR, 3, Fraction(5, 16)),  # lib-022, cautious
    ],
)
def test_cautious_rerolls_pass_as_often_as_the_worked_cases_say(
    dice: int, rerolls: int, table: tuple[int, ...], need: int, chance: Fraction
) -> None:
    assert totals_after(dice, rerolls, table, cautiously(need)).at_least(need) == chance


def test_a_charge_test_with_five_elite_dice_and_three_cautious_rerolls() -> None:
    """lib-012"""
    odds = totals_after(5, 3, ELITE, cautiously(None)).map(lambda total: min(total, 3))
    assert dict(odds) == {
        0: Fraction(1, 6561),
        1: Fraction(4, 2187),
        2: Fraction(67, 6561),
        3: Fraction(6481, 6561),
    }


def test_a_counter_charge_with_one_cautious_reroll() -> None:
    """lib-037"""
    odds = totals_after(4, 1, REGULAR, cautiously(2)).map(lambda total: min(total, 2))
    assert dict(odds) == {2: Fraction(83, 96), 1: Fraction(5, 48), 0: Fraction(1, 32)}


def test_the_best_rerolls_beat_the_cautious_ones_where_a_single_success_must_be_risked() -> None:
    """lib-022"""
    odds = totals_after(2, 2, REGULAR, as_well_as_possible(REGULAR, 3))
    assert odds.at_least(3) == Fraction(461, 1296)


def test_two_single_successes_short_of_three_are_worth_a_risk() -> None:
    state = Rerollable.of((0, 2, 0), left=1)
    assert cautious(state, 3) is None
    assert best(state, REGULAR, (3,)) == 1
    assert prospects(state, REGULAR, (3,)) == (Fraction(1, 6),)


def test_a_second_aim_decides_between_picks_that_serve_the_first_alike() -> None:
    # Neither pick can reach 9, so only the second aim is left to choose by.
    state = Rerollable.of((1, 1, 0), left=1)
    assert best(state, REGULAR, (9,)) is None
    assert best(state, REGULAR, (9, 2)) == 0
    assert prospects(state, REGULAR, (9, 2)) == (Fraction(0), Fraction(1, 2))


def test_a_die_is_never_rerolled_twice() -> None:
    state = Rerollable.of((1, 0, 0), left=3).after(0, 0)
    assert state == Rerollable((0, 0, 0), 0, 2)
    assert state.options() == (None,)
    with pytest.raises(ValueError, match="No die worth 0 may be rerolled"):
        state.after(0, 1)


def test_without_rerolls_left_the_dice_stay_as_they_lie() -> None:
    state = Rerollable.of((2, 1, 0), left=0)
    assert state.options() == (None,)
    assert cautious(state, 5) is None
    assert best(state, REGULAR, (5,)) is None


def test_the_new_result_stands_even_if_worse() -> None:
    state = Rerollable.of((0, 1, 1), left=1)
    assert state.total == 3
    assert state.after(2, 0).total == 1


def test_a_cautious_player_stops_when_the_need_is_met() -> None:
    state = Rerollable.of((2, 0, 1), left=2)
    assert cautious(state, 2) is None
    assert cautious(state, 3) == 0
    assert cautious(state) == 0


def test_negative_dice_or_rerolls_are_refused() -> None:
    with pytest.raises(ValueError, match="no negative numbers of dice or rerolls"):
        Rerollable((1, -1), 0, 1)
    with pytest.raises(ValueError, match="no negative numbers of dice or rerolls"):
        Rerollable.of((1, 1), left=-1)


Dice = tuple[tuple[int, bool], ...]


def try_everything(
    dice: Dice, left: int, table: tuple[int, ...], aims: tuple[int, ...]
) -> tuple[Fraction, ...]:
    """Every die for itself, every choice, every face: the slow twin of the solver."""
    total = sum(worth for worth, _ in dice)
    chances = [tuple(Fraction(total >= aim) for aim in aims)]
    for place, (_, rerolled) in enumerate(dice):
        if left and not rerolled:
            after = [
                try_everything((*dice[:place], (worth, True), *dice[place + 1 :]), left - 1, table, aims)
                for worth in table
            ]
            chances.append(
                tuple(sum(column, Fraction(0)) / len(table) for column in zip(*after, strict=True))
            )
    return max(chances)


@given(
    st.lists(st.integers(0, 2), min_size=1, max_size=3),
    st.integers(0, 2),
    st.sampled_from([MILITIA, REGULAR, ELITE, (0, 1, 3)]),
    st.lists(st.integers(0, 6), min_size=1, max_size=2),
)
@settings(max_examples=40, deadline=None)
def test_the_solver_finds_what_trying_everything_finds(
    shown: list[int], left: int, table: tuple[int, ...], aims: list[int]
) -> None:
    state = Rerollable.of((shown.count(0), shown.count(1), shown.count(2), 0), left)
    dice = tuple((worth, False) for worth in shown)
    assert prospects(state, table, tuple(aims)) == try_everything(dice, left, table, tuple(aims))


@given(st.integers(1, 3), st.integers(0, 2), st.integers(1, 4))
@settings(max_examples=20, deadline=None)
def test_picking_what_the_solver_picks_gives_what_it_promises(dice: int, rerolls: int, need: int) -> None:
    promised = sum(
        (
            prospects(Rerollable.of(spread, rerolls), REGULAR, (need,))[0] * chance
            for spread, chance in Spread(dice, REGULAR).odds(exact=True).items()
        ),
        Fraction(0),
    )
    kept = totals_after(dice, rerolls, REGULAR, as_well_as_possible(REGULAR, need)).at_least(need)
    assert kept == promised
    assert kept >= totals_after(dice, rerolls, REGULAR, cautiously(need)).at_least(need)


def test_cautious_rerolls_agree_with_throwing_every_face_by_hand() -> None:
    passed = 0
    for first in product(REGULAR, repeat=3):
        for spare in REGULAR:
            total = sum(first)
            if total < 2 and 0 in first:
                total += spare
            passed += total >= 2
    assert totals_after(3, 1, REGULAR, cautiously(2)).at_least(2) == Fraction(passed, 6**4)
