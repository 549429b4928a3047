from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice import AVERAGE, D3, D6, D20, Cup, Die, numbered, parse, parse_cups


def test_the_average_die_has_two_threes_and_two_fours() -> None:
    assert AVERAGE.faces == (2, 3, 3, 4, 4, 5)


def test_the_usual_dice_are_numbered_from_one() -> None:
    assert [die.faces[0] for die in (numbered(2), D3, D6, D20)] == [1, 1, 1, 1]
    assert [die.faces[-1] for die in (numbered(2), D3, D6, D20)] == [2, 3, 6, 20]
    assert numbered(6) is D6


@pytest.mark.parametrize(
    ("text", "cup"),
    [
        ("D6", Cup(1, D6)),
        ("2D6", Cup(2, D6)),
        ("2D3", Cup(2, D3)),
        ("D3+1", Cup(1, D3, plus=1)),
        ("2D3+1", Cup(2, D3, plus=1)),
        ("4D6-2", Cup(4, D6, plus=-2)),
        ("AvD", Cup(1, AVERAGE)),
        ("D20", Cup(1, D20)),
    ],
)
def test_a_cup_is_read_and_written_as_sheets_print_it(text: str, cup: Cup) -> None:
    assert parse(text) == cup
    assert str(cup) == text


def test_case_and_space_do_not_matter_in_the_name_of_a_cup() -> None:
    assert parse("  2d3 + 1 ") == Cup(2, D3, plus=1)
    assert parse("avd") == Cup(1, AVERAGE)


@given(
    st.integers(1, 300),
    st.one_of(st.integers(2, 1000).map(numbered), st.just(AVERAGE)),
    st.integers(-99, 99),
)
@settings(max_examples=60, deadline=None)
def test_every_cup_is_the_same_after_writing_and_reading(count: int, die: Die, plus: int) -> None:
    assert parse(str(Cup(count, die, plus))) == Cup(count, die, plus)


def test_a_sum_of_unlike_dice_is_read_into_cups() -> None:
    assert parse_cups("AvD+2D6+3") == (Cup(1, AVERAGE), Cup(2, D6, plus=3))
    assert parse_cups("1+D6+D3-2") == (Cup(1, D6), Cup(1, D3, plus=-1))


@pytest.mark.parametrize(
    "text", ["", "six", "3", "D", "2D", "D6D6", "2D6-D3", "D6+", "+", "2 D6 D6", "D6*2", "٣D6", "D6\n;"]
)
def test_text_that_names_no_dice_is_refused_with_examples(text: str) -> None:
    with pytest.raises(ValueError, match=r"names no dice: write them as 'D6', '2D3\+1'"):
        parse(text)


def test_unlike_dice_are_refused_where_one_cup_is_wanted() -> None:
    with pytest.raises(ValueError, match="names 2 kinds of dice where one is wanted"):
        parse("AvD+D6")


def test_a_cup_without_dice_or_with_too_many_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 300 dice, not 0"):
        parse("0D6")
    with pytest.raises(ValueError, match="1 to 300 dice, not 301"):
        Cup(301, D6)


@pytest.mark.parametrize("sides", [0, 1, 1001])
def test_a_numbered_die_has_two_to_a_thousand_sides(sides: int) -> None:
    with pytest.raises(ValueError, match=f"There is no D{sides}"):
        numbered(sides)


@pytest.mark.parametrize("faces", [(), (4,), (2, 2, 2)])
def test_a_die_that_always_shows_the_same_is_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="at least two of them differ"):
        Die("odd", faces)


def test_a_cup_knows_its_lowest_and_highest_total() -> None:
    assert (Cup(2, AVERAGE, plus=1).low, Cup(2, AVERAGE, plus=1).high) == (5, 11)


def test_a_die_has_2_to_1000_sides_and_a_cup_1_to_300_dice() -> None:
    assert len(numbered(2).faces) == 2
    assert len(numbered(1000).faces) == 1000
    for sides in (1, 1001):
        with pytest.raises(ValueError, match="a numbered die has 2 to 1000 sides"):
            numbered(sides)
    assert (Cup(1, D6).high, Cup(300, D6).high) == (6, 1800)
    for count in (0, 301):
        with pytest.raises(ValueError, match="A cup holds 1 to 300 dice"):
            _ = Cup(count, D6)
    assert len(Die("wide", tuple(range(1000))).faces) == 1000
    with pytest.raises(ValueError, match="up to 1000 sides"):
        _ = Die("wider", tuple(range(1001)))
    with pytest.raises(ValueError, match="at least two of them differ"):
        _ = Die("flat", (3, 3))
