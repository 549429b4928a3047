"""Tallies: every figure with the steps that made it."""

from __future__ import annotations

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.game.rules.tally import Effect, Modifier, Tally


def test_what_a_die_must_show_is_written_with_a_plus_whatever_changes_it() -> None:
    need = Tally.of(4, "regulars", "a", sign="+")
    assert (need.shown, need.plus(1, "poorly trained", "b").shown) == ("4+", "5+")
    assert Tally.of(-0.5, "worn", "a").shown == "\N{MINUS SIGN}0.5"


def test_two_and_a_half_dice_a_base_for_three_bases_round_up_to_eight() -> None:
    tally = (
        Tally.of(2.5, "infantry, per base", "dice.infantry")
        .times(3, "bases", "dice.combine")
        .rounded_up("parts count whole", "dice.round")
    )
    assert tally.total == 8
    assert tally.rules == ("dice.infantry", "dice.combine", "dice.round")


def test_the_steps_are_shown_each_with_its_sign_its_words_and_its_rule() -> None:
    tally = (
        Tally.of(10, "ten men", "men.ten")
        .plus(-3, "three ill", "men.ill")
        .plus(0.5, "a boy", "men.boy")
        .times(2, "twice as brave", "men.brave")
        .at_most(12, "no more fit in", "men.room")
        .at_least(14, "the colonel insists", "men.colonel")
    )
    assert str(tally) == (
        "14 = 10 ten men [men.ten]\n"
        "  -3 three ill [men.ill]\n"
        "  +0.5 a boy [men.boy]\n"
        "  x2 twice as brave [men.brave]\n"
        "  at most 12: no more fit in [men.room]\n"
        "  at least 14: the colonel insists [men.colonel]"
    )


def test_a_step_that_changes_nothing_is_left_out() -> None:
    tally = Tally.of(4, "four", "four")
    assert tally.plus(0, "nothing", "x") == tally
    assert tally.times(1, "once", "x") == tally
    assert tally.at_least(3, "not needed", "x") == tally
    assert tally.at_most(5, "not reached", "x") == tally
    assert tally.rounded_up("whole already", "x") == tally


def test_halves_are_rounded_up() -> None:
    half = Tally.of(2.5, "two and a half", "half")
    assert half.rounded_up("up", "up").total == 3
    assert Tally.of(-0.5, "minus", "minus").rounded_up("up", "up").total == 0


def test_a_whole_total_is_a_whole_number_and_not_a_part() -> None:
    tally = Tally.of(1.5, "one and a half", "a").plus(0.5, "half", "b")
    assert isinstance(tally.total, int)
    assert str(tally).startswith("2 = 1.5 one and a half")


def test_a_modifier_says_what_it_did() -> None:
    assert str(Modifier(Effect.PLUS, 2, "uphill", "slope")) == "+2 uphill [slope]"
    assert str(Modifier(Effect.ROUND_UP, 0, "up", "round")) == "round up: up [round]"


halves = st.integers(-40, 40).map(lambda number: number / 2)
steps = st.lists(st.tuples(st.sampled_from(["plus", "at_least", "at_most"]), halves), max_size=8)


@given(halves, steps)
@settings(deadline=None, max_examples=100)
def test_the_steps_that_are_shown_lead_to_the_total_that_is_shown(
    base: float, taken: list[tuple[str, float]]
) -> None:
    tally = Tally.of(base, "base", "base")
    for number, (kind, value) in enumerate(taken):
        tally = getattr(tally, kind)(value, "words", f"step.{number}")
    figure = math.nan
    for step in tally.steps:
        figure = {
            Effect.BASE: step.value,
            Effect.PLUS: figure + step.value,
            Effect.AT_LEAST: max(figure, step.value),
            Effect.AT_MOST: min(figure, step.value),
        }[step.effect]
    assert figure == tally.total
