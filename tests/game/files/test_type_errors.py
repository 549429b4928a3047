"""Type errors in words: which key is wrong, what it may hold, and what it holds."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import pytest
from msgspec import Meta, Struct

from sandtable.game.files.type_errors import suggest
from sandtable.game.files.typed_files import BadFile, convert


class Spot(NamedTuple):
    """A place."""

    x: int
    y: int


class Wagon(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="wagon"):
    """Something to load."""

    load: int
    horses: int = 2


class Gun(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="gun"):
    """Something to fire."""

    range: int
    crew: int = 4


class Train(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be wrong."""

    id: str = "train"
    parts: tuple[Gun | Wagon, ...] = ()
    stores: dict[str, dict[str, int]] = {}
    camps: tuple[dict[str, int], ...] = ()
    spot: Spot | None = None
    box: tuple[int, str] | None = None
    name: Annotated[str, Meta(min_length=1)] = "x"
    code: Annotated[str, Meta(pattern="^[a-z]+$")] = "x"
    loads: Annotated[tuple[int, ...], Meta(min_length=2)] = (1, 2)
    share: Annotated[float, Meta(gt=0, lt=1)] = 0.5
    least: Annotated[int, Meta(ge=0)] = 0
    most: Annotated[int, Meta(le=0)] = 0
    is_full: bool = False
    size: Literal["small", "large"] | None = None
    either: int | str | None = None


def refusal(raw: object, kind: type[object] = Train) -> tuple[str, str]:
    """The key and the words for a value that does not fit."""
    with pytest.raises(BadFile) as caught:
        convert(raw, kind, "train.toml")
    return caught.value.problem.key, caught.value.problem.words


GUN, WAGON = {"kind": "gun", "range": 9}, {"kind": "wagon", "load": 9}


@pytest.mark.parametrize(
    ("part", "key", "words"),
    [
        ({**GUN, "lod": 1}, "lod", "there is no such key here; allowed are kind, range, crew"),
        ({**WAGON, "lod": 1}, "lod", "there is no such key here; allowed are kind, load, horses; did you"),
        ({"kind": "gun"}, "range", "is missing; it must be a whole number"),
        ({"kind": "wagon"}, "load", "is missing; it must be a whole number"),
        ({"kind": "cart", "load": 1}, "kind", 'must be one of gun, wagon, not "cart"'),
        ({**WAGON, "load": "hay"}, "load", 'must be a whole number, not "hay"'),
    ],
)
def test_the_keys_of_the_kind_that_is_named_are_allowed(
    part: dict[str, object], key: str, words: str
) -> None:
    found, told = refusal({"parts": [GUN, part]})
    assert found == f"parts[1].{key}"
    assert told.startswith(words)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("name", "", "a text that is not empty"),
        ("code", "A", "a text of the form ^[a-z]+$"),
        ("id", 1, "a text"),
        ("loads", [1], "a list of at least 2 entries, each a whole number"),
        ("share", 1, "a number above 0 below 1"),
        ("least", -1, "a whole number from 0"),
        ("most", 1, "a whole number up to 0"),
        ("is_full", 1, "true or false"),
        ("size", "smal", "one of large, small"),
        ("spot", [1], "a list of 2: x, y"),
        ("box", [1], "a list of 2: a whole number, a text"),
        ("stores", 1, "a table"),
        ("parts", 1, "a list of a table with the keys kind, range, crew or a table with the keys kind, load"),
        ("either", 1.5, "a whole number or a text"),
    ],
)
def test_what_a_key_may_hold_is_said(key: str, value: object, words: str) -> None:
    found, told = refusal({key: value})
    assert found == key
    assert told.startswith(f"must be {words}")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "true"),
        (False, "false"),
        ("x" * 60, f'"{"x" * 60}"'),
        ("x" * 61, f'"{"x" * 60}..."'),
        ({}, "an empty table"),
        (dict.fromkeys("abcdefg", 1), "a table with the keys a, b, c, d, e"),
        ([], "an empty list"),
        ([1, 2, 3], "a list of 3"),
        (None, "null"),
        (10**70, f"1{'0' * 59}"),
    ],
)
def test_what_a_key_holds_is_said(value: object, words: str) -> None:
    assert refusal({"share": value})[1] == f"must be a number above 0 below 1, not {words}"


def test_a_word_that_is_almost_allowed_is_suggested_even_where_nothing_is_too() -> None:
    assert refusal({"size": "smal"})[1].endswith('not "smal"; did you mean small?')
    assert refusal({"size": 3})[1].endswith("not 3")


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ({"stores": {"hay": {"dry": 1}, "oats": {"old": 1, "new": "x"}}}, "stores.oats.new"),
        ({"stores": {"hay": {"dry": 1}, "oats": 3, "wine": {"red": 1}}}, "stores.oats"),
        ({"camps": [{"a": 1}, {"b": 1, "c": "x"}, {"d": "y"}]}, "camps[1].c"),
        ({"camps": [{"a": 1}, 3]}, "camps[1]"),
        ({"spot": [1, "x"]}, "spot[1]"),
        ({"box": [1, 2]}, "box[1]"),
        ({"box": ["x", "y"]}, "box[0]"),
    ],
)
def test_the_innermost_key_is_named(raw: object, key: str) -> None:
    assert refusal(raw)[0] == key


def test_of_many_wrong_entries_the_first_is_named() -> None:
    stores = {f"store-{number}": {"dry": 1 if number < 7 else "x"} for number in range(20)}
    assert refusal({"stores": stores}) == ("stores.store-7.dry", 'must be a whole number, not "x"')


def test_a_value_beside_the_keys_of_a_list_or_a_table_is_no_step() -> None:
    assert refusal([{"id": "a"}, {"id": 3}], tuple[Train, ...]) == ("[1].id", "must be a text, not 3")
    assert refusal(3, dict[str, int])[1] == "must be a table, not 3"
    assert refusal({3: 1}, dict[str, int]) == ("", "the keys of this table must be texts")


def test_the_innermost_id_says_where_to_look() -> None:
    class Yard(Struct, frozen=True):
        """A yard of trains."""

        id: str
        trains: tuple[Train, ...]

    inner = {"id": "yard", "trains": [{"id": "first"}, {"id": "second", "least": -1}]}
    assert refusal(inner, Yard)[1].endswith("not -1 (in second)")
    outer = {"id": "yard", "trains": [{"least": -1}]}
    assert refusal(outer, Yard)[1].endswith("not -1")
    long = {"id": "yard", "trains": [{"id": "x" * 101, "least": -1}]}
    assert refusal(long, Yard)[1].endswith(f"(in {'x' * 100})")


def test_up_to_sixteen_allowed_words_are_listed() -> None:
    words = [f"regiment-{number}" for number in range(17)]
    assert suggest("x", words[:16]) == f"allowed are {', '.join(words[:16])}"
    assert suggest("x", words) == "17 are known; the closest are regiment-0, regiment-1, regiment-2"


def test_the_three_closest_of_many_words_are_named() -> None:
    words = [*(f"brigade {number}" for number in range(20)), "battery", "batteries", "batter", "battering"]
    assert suggest("battry", words) == "24 are known; the closest are battery, batter, battering"


def test_of_words_that_are_only_a_little_alike_the_closest_are_still_named() -> None:
    words = [*(f"brigade {number}" for number in range(20)), "horse guns"]
    assert suggest("hrs gn", words) == "21 are known; the closest are horse guns"
    assert suggest("horses of gunners", words) == "21 are known; the closest are horse guns"
