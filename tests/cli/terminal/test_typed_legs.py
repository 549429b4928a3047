"""Moves as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.cli.errors import Misuse
from sandtable.cli.terminal.typed_legs import is_leg, plan_in_words, read_legs
from sandtable.table.movement import AboutFace, Advance, Leg, Oblique, Retire, Shift, Turn, Wheel


@pytest.mark.parametrize(
    ("typed", "leg"),
    [
        ("advance 4", Advance(400)),
        ("Advance 3.25 in", Advance(325)),
        ("wheel left 30", Wheel("left", 300)),
        ("wheel right 22.5 degrees", Wheel("right", 225)),
        ("oblique right 3", Oblique("right", 450, 300)),
        ("oblique left 3 at 30", Oblique("left", 300, 300)),
        ("shift left 2", Shift("left", 200)),
        ("retire 2", Retire(200)),
        ("retire 2 leaning 30 left", Retire(200, -300)),
        ("turn left 90", Turn(-900)),
        ("about-face", AboutFace()),
        ("about face", AboutFace()),
    ],
)
def test_a_leg_is_typed_in_inches_and_degrees(typed: str, leg: Leg) -> None:
    assert is_leg(typed)
    assert read_legs(typed) == (leg,)


@pytest.mark.parametrize("between", [", ", "; ", " then ", ","])
def test_legs_are_typed_one_after_another(between: str) -> None:
    assert read_legs(between.join(("advance 4", "wheel left 30"))) == (Advance(400), Wheel("left", 300))


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("advance", "is not a leg of a move"),
        ("wheel 30", "wheel left 30"),
        ("advance 0", "goes 1 to"),
        ("wheel left 200", "a wheel is"),
        ("turn left 0", "no turn"),
        ("advance " + "9" * 400, "is not a leg of a move"),
    ],
)
def test_what_is_no_leg_is_refused_with_how_legs_are_written(typed: str, words: str) -> None:
    with pytest.raises(Misuse, match=words):
        read_legs(typed)


def test_standing_still_has_words_too() -> None:
    assert plan_in_words(()) == "stand still"


SIDES = st.sampled_from(["left", "right"])
LENGTHS = st.integers(1, 20_000)
LEGS = st.one_of(
    st.builds(Advance, LENGTHS),
    st.builds(Wheel, SIDES, st.integers(1, 1800)),
    st.builds(Oblique, SIDES, st.integers(1, 899), LENGTHS),
    st.builds(Shift, SIDES, LENGTHS),
    st.builds(Retire, LENGTHS, st.integers(-899, 899)),
    st.builds(Turn, st.integers(-1800, 1800).filter(bool)),
    st.just(AboutFace()),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(LEGS, min_size=1, max_size=5).map(tuple))
def test_the_words_of_a_plan_mean_the_plan(plan: tuple[Leg, ...]) -> None:
    assert read_legs(plan_in_words(plan)) == plan
