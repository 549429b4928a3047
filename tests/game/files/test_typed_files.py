"""Files are read into typed values, or refused with the file, the key, what is wrong and what is allowed."""

from __future__ import annotations

import contextlib
import enum
import json
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta, Struct

from sandtable.game.files.typed_files import (
    BadFile,
    Problem,
    convert,
    decode_json,
    decode_toml,
    read_json,
    read_toml,
    suggest,
)


class Quality(enum.Enum):
    RAW = "raw"
    TRAINED = "trained"


class Gun(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    range: Annotated[int, Meta(ge=1, le=90)]
    facing: float = 0
    quality: Quality = Quality.RAW
    shot: Literal["ball", "canister"] = "ball"
    crew: dict[str, int] = {}
    place: tuple[float, float] | None = None


class Battery(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    guns: tuple[Gun, ...] = ()


def refusal(content: str | bytes, kind: type[object] = Battery) -> Problem:
    """What is said of a TOML text that is refused."""
    raw = content.encode() if isinstance(content, str) else content
    with pytest.raises(BadFile) as caught:
        decode_toml(raw, kind, "b.toml")
    return caught.value.problem


def test_a_good_file_becomes_typed_frozen_values(tmp_path: Path) -> None:
    file = tmp_path / "b.toml"
    file.write_text('name = "Royal"\n[[guns]]\nid = "left"\nrange = 45\nfacing = 22.5\nquality = "trained"')
    battery = read_toml(file, Battery)
    assert battery == Battery("Royal", (Gun("left", 45, 22.5, Quality.TRAINED),))


def test_json_and_toml_of_the_same_content_are_equal() -> None:
    content = {"name": "Royal", "guns": [{"id": "left", "range": 45, "place": [1, 2.5]}]}
    toml = b'name = "Royal"\nguns = [{ id = "left", range = 45, place = [1, 2.5] }]'
    assert decode_json(json.dumps(content).encode(), Battery, "b.json") == decode_toml(
        toml, Battery, "b.toml"
    )


def test_a_refusal_reads_file_key_and_words() -> None:
    assert (
        str(BadFile("b.toml", "guns[0].range", "must be a number"))
        == "b.toml: guns[0].range: must be a number"
    )
    assert str(BadFile("b.toml", "", "this is a folder")) == "b.toml: this is a folder"


@pytest.mark.parametrize(
    ("gun", "key", "words"),
    [
        ('id = "a", rnage = 4', "guns[1].rnage", "there is no such key here; allowed are id, range, facing"),
        ('id = "a", rnage = 4', "guns[1].rnage", "did you mean range?"),
        ('id = "a"', "guns[1].range", "is missing; it must be a whole number from 1 up to 90"),
        ('id = "a", range = 91', "guns[1].range", "must be a whole number from 1 up to 90, not 91"),
        ('id = "a", range = "far"', "guns[1].range", 'must be a whole number from 1 up to 90, not "far"'),
        ('id = "a", range = true', "guns[1].range", "not true"),
        ('id = "a", range = 4, facing = "n"', "guns[1].facing", 'must be a number, not "n"'),
        ('id = "a", range = 4, quality = "train"', "guns[1].quality", "must be one of raw, trained, not"),
        ('id = "a", range = 4, quality = "train"', "guns[1].quality", "did you mean trained?"),
        ('id = "a", range = 4, shot = "grape"', "guns[1].shot", "must be one of ball, canister, not"),
        (
            'id = "a", range = 4, place = [1]',
            "guns[1].place",
            "a list of 2: a number, a number, not a list of 1",
        ),
        ('id = "a", range = 4, place = [1, "x"]', "guns[1].place[1]", 'must be a number, not "x"'),
        ('id = "a", range = 4, crew = {g = 1, h = "x"}', "guns[1].crew.h", "must be a whole number, not"),
        ('id = "a", range = 4, facing = nan', "guns[1].facing", "nan is not a number that can be used here"),
        (
            'id = "a", range = 4, facing = 1e999',
            "guns[1].facing",
            "inf is not a number that can be used here",
        ),
        ("3", "guns", "must be a list of a table with the keys id, range"),
    ],
)
def test_a_wrong_value_is_named_by_its_key_and_what_is_allowed(gun: str, key: str, words: str) -> None:
    inside = f"{{ {gun} }}" if "=" in gun else gun
    guns = f'[{{ id = "good", range = 9 }}, {inside}]' if "=" in gun else gun
    problem = refusal(f'name = "Royal"\nguns = {guns}')
    assert (problem.path, problem.key) == ("b.toml", key)
    assert words in problem.words


def test_a_wrong_value_is_found_among_many_keys_that_are_not_named_beforehand() -> None:
    crew = {f"man-{number}": number for number in range(50)} | {"man-33": "absent"}
    with pytest.raises(BadFile) as caught:
        convert({"id": "a", "range": 4, "crew": crew}, Gun, "g.json")
    assert caught.value.problem.key == "crew.man-33"


def test_a_refusal_names_the_entry_by_its_id() -> None:
    problem = refusal('name = "R"\nguns = [{ id = "the-left-gun", range = 0 }]')
    assert problem.words.endswith("(in the-left-gun)")


def test_converting_a_part_of_a_file_says_where_the_part_stands() -> None:
    with pytest.raises(BadFile) as caught:
        convert([{"id": "a", "range": 4}, {"id": "b"}], tuple[Gun, ...], "book.toml", "rule[7].rows")
    assert caught.value.problem.key == "rule[7].rows[1].range"


def test_a_syntax_error_gives_line_and_column() -> None:
    assert "line 2, column 7" in refusal('name = "R"\nguns =\n').words
    assert "line 2, where the file ends" in refusal('name = "R"\nguns = [1,').words
    with pytest.raises(BadFile, match=r"trailing comma in object \(at line 2, column 8\)"):
        decode_json(b'{\n "a":1,}', dict[str, int], "b.json")
    with pytest.raises(BadFile, match=r"it ends too early \(at line 1, column 6\)"):
        decode_json(b'{"a":', dict[str, int], "b.json")


def test_a_file_that_is_not_text_is_refused_with_the_place_of_the_byte() -> None:
    assert "byte 0xff at line 2, column 3" in refusal(b"# a\n# \xff").words
    with pytest.raises(BadFile, match="not UTF-8 text: byte 0xfe at line 1, column 3"):
        decode_json(b'{"\xfe": 1}', dict[str, int], "b.json")


def test_a_byte_order_mark_is_passed_over() -> None:
    assert decode_toml('\ufeffname = "R"'.encode(), Battery, "b.toml").name == "R"
    assert decode_json('\ufeff{"name": "R"}'.encode(), Battery, "b.json").name == "R"


def test_a_missing_file_is_refused_with_the_closest_name(tmp_path: Path) -> None:
    (tmp_path / "cowpens-1781.toml").write_text("")
    with pytest.raises(
        BadFile, match=r"cowpen-1781\.toml: there is no such file; did you mean cowpens-1781\.toml\?"
    ):
        read_toml(tmp_path / "cowpen-1781.toml", Battery)
    with pytest.raises(BadFile, match=r"there is no such file, nor a folder .*nowhere"):
        read_toml(tmp_path / "nowhere" / "x.toml", Battery)
    with pytest.raises(BadFile, match="there is no such file"):
        read_toml(tmp_path / "a\0b.toml", Battery)


def test_a_folder_is_refused_with_a_file_in_it(tmp_path: Path) -> None:
    (tmp_path / "trenton.toml").write_text("")
    with pytest.raises(BadFile, match=r"this is a folder, not a file; name one in it, such as trenton\.toml"):
        read_toml(tmp_path, Battery)


def test_a_file_over_the_limit_is_refused_and_one_at_the_limit_is_read(tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    file.write_text('{"name": "R"}')
    assert read_json(file, Battery, limit=13).name == "R"
    with pytest.raises(BadFile, match="too large; at most 12 bytes are read"):
        read_json(file, Battery, limit=12)


def test_json_may_be_nested_a_hundred_deep_and_no_deeper() -> None:
    assert decode_json(b"[" * 100 + b"]" * 100, object, "b.json")
    with pytest.raises(BadFile, match="nested more than 100 deep"):
        decode_json(b"[" * 101 + b"]" * 101, object, "b.json")
    brackets_in_text = json.dumps(['[{"\\' * 200]).encode()
    assert decode_json(brackets_in_text, list[str], "b.json") == ['[{"\\' * 200]


def test_a_toml_file_is_read_up_to_2_mebibytes_and_a_json_file_up_to_32(tmp_path: Path) -> None:
    toml, json_file = tmp_path / "b.toml", tmp_path / "b.json"
    start = 'name = "R"\n#'
    toml.write_text(start + " " * (2 * 1024 * 1024 - len(start)))
    assert read_toml(toml, Battery).name == "R"
    with toml.open("a") as file:
        file.write(" ")
    with pytest.raises(BadFile, match="at most 2,097,152 bytes"):
        read_toml(toml, Battery)
    with json_file.open("wb") as empty:
        empty.truncate(32 * 1024 * 1024 + 1)
    with pytest.raises(BadFile, match="at most 33,554,432 bytes"):
        read_json(json_file, Battery)


def test_a_key_of_a_toml_file_may_have_31_dots() -> None:
    def deep(dots: int) -> bytes:
        return ("a." * dots + "a = 1").encode()

    assert decode_toml(deep(31), dict[str, object], "b.toml")
    with pytest.raises(BadFile, match="a key has 32 or more dots in it"):
        decode_toml(deep(32), dict[str, object], "b.toml")


def test_the_depth_of_json_is_that_of_open_brackets_of_both_kinds() -> None:
    flat = b"[" + b",".join([b'{"a":[]}'] * 101) + b"]"
    assert len(decode_json(flat, list[object], "b.json")) == 101
    with pytest.raises(BadFile, match="nested more than 100 deep"):
        decode_json(b'[{"a":' * 51 + b"1" + b"}]" * 51, object, "b.json")
    assert decode_json(b"3", int, "b.json") == 3


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("a = [1.0, [2.0, inf]]", "a[1][1]"),
        ("[b]\nc = 1.5\n[b.d]\ne = nan", "b.d.e"),
        ("a = [{ x = 1.0 }, { y = -inf }]\nz = inf", "a[1].y"),
    ],
)
def test_a_number_that_is_none_is_found_wherever_it_stands(text: str, key: str) -> None:
    assert refusal(text, dict[str, object]).key == key


def test_an_empty_folder_names_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"this is a folder, not a file$"):
        read_toml(tmp_path, Battery)


def test_json_that_ends_too_early_or_is_broken_on_a_later_line_says_where() -> None:
    with pytest.raises(BadFile, match=r"it ends too early \(at line 3, column 4\)"):
        decode_json(b'{\n"a":\n[1,', dict[str, int], "b.json")
    assert "line 3, where the file ends" in refusal('name = "R"\n\nguns = [1,').words


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'"' + b'\\"' * 100_000,
        b"9" * 100_000,
        b'{"name": "\\ud800"}',
        b"",
        b"null",
        b"[1e999]",
    ],
)
def test_hostile_json_is_refused_and_never_a_traceback(content: bytes) -> None:
    with pytest.raises(BadFile):
        decode_json(content, Battery, "b.json")


@pytest.mark.parametrize(
    "content",
    [
        "a = " + "[" * 20_000,
        "a = " + "{a = " * 20_000,
        "a." * 50_000 + "a = 1",
        "[" + "a . " * 50_000 + "a]",
        "a = {" + '"a".' * 50_000 + "a = 1}",
        "a = " + "9" * 10_000,
        "a = 1\na = 2",
        "a" * 100_000,
        '"' * 100_001,
        "name = 1979-05-27",
    ],
)
def test_hostile_toml_is_refused_and_never_a_traceback(content: str) -> None:
    assert refusal(content).path == "b.toml"


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    for decode in (decode_toml, decode_json):
        with contextlib.suppress(BadFile):
            assert isinstance(decode(content, Battery, "b"), Battery)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["id", "range", "facing", "quality", "shot", "crew", "place", "name", "guns", "x` - at `$.y"]
)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(KEYS, PLAIN | st.lists(st.dictionaries(KEYS, PLAIN, max_size=4), max_size=2), max_size=4)
)
def test_any_parsed_value_is_converted_as_msgspec_would_or_refused_with_a_key_of_the_file(
    raw: object,
) -> None:
    try:
        expected = msgspec.convert(raw, Battery)
    except msgspec.ValidationError:
        with pytest.raises(BadFile) as caught:
            convert(raw, Battery, "b")
        assert caught.value.problem.key
    else:
        assert repr(convert(raw, Battery, "b")) == repr(expected)


def test_many_allowed_words_are_counted_and_the_closest_named() -> None:
    words = [f"regiment-{number}" for number in range(40)]
    assert suggest("regimen-7", words).startswith("40 are known; the closest are regiment-7")
    assert suggest("x", []) == "none is allowed"
