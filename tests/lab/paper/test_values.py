"""Single values of facts: what a type accepts, in words, and how a typed text is read."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct, inspect

from sandtable.lab.paper.values import Unfit, read_value, unwrapped, words_for


class Arm(Enum):
    """An arm by a number and a name."""

    FOOT = "foot"
    HORSE = "mounted"


class Men(Struct):
    """Two figures that belong together."""

    rank: int
    file: int


Bounded = Annotated[int, Meta(ge=1, le=9)]
Share = Annotated[float, Meta(gt=0, lt=1)]


def read(kind: Any, given: object) -> object:
    """A value of a kind."""
    return read_value(inspect.type_info(kind), given, "fire.dice")


def refusal(kind: Any, given: object) -> str:
    """Why a value is not one of a kind."""
    with pytest.raises(Unfit) as refused:
        read(kind, given)
    assert (refused.value.where or "").startswith("fire.dice")
    return str(refused.value)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (bool, "yes or no"),
        (int, "a whole number"),
        (Bounded, "a whole number from 1 to 9"),
        (Share, "a number above 0 below 1"),
        (Annotated[int, Meta(ge=0)], "a whole number from 0"),
        (str, "a text"),
        (Arm, "one of foot, mounted"),
        (Literal["a", "b"], "one of a, b"),
        (int | None, "a whole number or none"),
        (tuple[int, ...], "any number of values with commas between them, each a whole number"),
        (Annotated[list[int], Meta(max_length=2)], "at most 2 values with commas between them, each a whole"),
        (Men, "rank/file"),
        (bytes, "something only a program can give"),
    ],
)
def test_a_type_says_what_it_accepts(kind: Any, words: str) -> None:
    assert words_for(inspect.type_info(kind)).startswith(words)


@pytest.mark.parametrize(
    ("kind", "given", "value"),
    [
        (bool, "Yes", True),
        (bool, "off", False),
        (bool, "0", False),
        (bool, True, True),
        (Bounded, "1", 1),
        (Bounded, "9", 9),
        (Bounded, 9, 9),
        (Bounded, 3.0, 3),
        (Share, "0.01", 0.01),
        (Share, 0.99, 0.99),
        (str, "any", "any"),
        (Arm, "FOOT", "foot"),
        (Arm, "horse", "mounted"),
        (Arm, "Mounted", "mounted"),
        (int | None, "none", None),
        (int | None, "", None),
        (int | None, None, None),
        (int | None, "3", 3),
        (int | Literal["all"], "all", "all"),
        (tuple[int, ...], "", []),
        (tuple[int, ...], "1,2", [1, 2]),
        (tuple[int, ...], [1, "2"], [1, 2]),
        (Annotated[list[int], Meta(max_length=2)], "1,2", [1, 2]),
        (Men, "3/4", {"rank": 3, "file": 4}),
    ],
)
def test_a_typed_text_is_read_as_a_value(kind: Any, given: object, value: object) -> None:
    assert read(kind, given) == value


@pytest.mark.parametrize(
    ("kind", "given", "words"),
    [
        (bool, "perhaps", 'fire.dice must be yes or no, not "perhaps"'),
        (bool, 1, "must be yes or no"),
        (Bounded, "0", "must be a whole number from 1 to 9"),
        (Bounded, "10", 'from 1 to 9, not "10"'),
        (Bounded, 2.5, 'from 1 to 9, not "2.5"'),
        (Bounded, True, "must be a whole number"),
        (Bounded, None, "must be a whole number"),
        (Share, "0", "above 0 below 1"),
        (Share, "1", "above 0 below 1"),
        (float, "nan", "must be a number"),
        (float, "inf", "must be a number"),
        (int, "1e999", "must be a whole number"),
        (str, 3, "must be a text"),
        (Arm, "hors", 'one of foot, mounted, not "hors"'),
        (Literal["grape", "ball"], "grap", 'not "grap"; did you mean grape?'),
        (int | None, "many", "must be a whole number or none"),
        (int | Literal["all"], "none", "must be"),
        (Annotated[list[int], Meta(max_length=2)], "1,2,3", 'not "1,2,3"'),
        (tuple[int, ...], 3, "any number of values"),
        (Men, "3", 'must be rank/file, not "3"; write all of them with slashes, such as 8/16'),
        (Men, "3/x", "fire.dice.file must be a whole number"),
    ],
)
def test_what_is_no_value_is_refused_with_what_is_allowed(kind: Any, given: object, words: str) -> None:
    assert words in refusal(kind, given)


def test_the_outermost_description_of_a_type_counts() -> None:
    kind = Annotated[int, Meta(extra_json_schema={"description": "how many"})]
    assert unwrapped(inspect.type_info(kind))[1] == "how many"
    assert unwrapped(inspect.type_info(int))[1] == ""
