"""Records that were cut off, changed or made to do harm: each is refused in a sentence, none gets through."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.dice import RandomHand
from sandtable.game.drivers.replay import replay, verify
from sandtable.game.files.record import Record, Seeded, text_of
from sandtable.game.files.record_files import BadRecord, load
from sandtable.game.files.typed_files import BadFile
from tests.game.skirmish import SKIRMISH, begin, kept, take

FIRE = 0


def made(answers: int = 5) -> Record:
    return kept(take(begin(RandomHand(3)), (FIRE,) * answers), Seeded(3))


WHOLE = made()
TEXT = text_of(WHOLE)
HEADING = TEXT.index(b'"entries":[\n') + len(b'"entries":[\n')


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records") / "a.battle.json"


def refusal(path: Path, content: bytes) -> str:
    """What load says to a file with this content."""
    path.write_bytes(content)
    with pytest.raises(BadRecord) as refused:
        load(path)
    words = str(refused.value)
    assert words.startswith(str(path)), "the file is named"
    assert len(words) < 500 + len(str(path)), "a refusal is a sentence"
    return words.removeprefix(f"{path}: ")


def resealed(content: bytes) -> bytes:
    """A text that was changed and sealed again."""
    above = content[: content.rindex(b'"seal"')]
    return above + b'"seal":"%s"}\n' % sha256(above).hexdigest().encode()


def changed(old: bytes, new: bytes) -> bytes:
    assert old in TEXT
    return resealed(TEXT.replace(old, new, 1))


def test_the_file_as_it_was_written_is_loaded(path: Path) -> None:
    path.write_bytes(TEXT)
    assert load(path) == WHOLE
    assert resealed(TEXT) == TEXT


# ----------------------------------------------------------------------- cut off
def test_a_file_cut_off_anywhere_is_refused(path: Path) -> None:
    for length in range(len(TEXT)):
        words = refusal(path, TEXT[:length])
        if length < HEADING:
            assert re.search(r"not a battle record|breaks off in its heading|empty", words)
            continue
        steps = re.fullmatch(r"the record breaks off after (\d+) whole steps?", words)
        assert steps is not None
        lines = TEXT[HEADING:length].count(b"\n")
        assert min(lines, len(WHOLE.entries)) <= int(steps[1]) <= min(lines + 1, len(WHOLE.entries))


def test_a_cut_off_file_says_how_many_whole_steps_it_holds(path: Path) -> None:
    third = TEXT.index(b'"number":1')  # in the fourth step
    assert refusal(path, TEXT[:third]) == "the record breaks off after 3 whole steps"
    first = TEXT.index(b'"number":0')
    assert refusal(path, TEXT[:first]).endswith("after 1 whole step")
    assert "line 8: the record breaks off in its heading" in refusal(path, TEXT[: TEXT.index(b'"dice"')])


# ----------------------------------------------------------------------- changed
def test_a_change_of_any_one_byte_is_noticed(path: Path) -> None:
    for place in range(len(TEXT)):
        refusal(path, TEXT[:place] + bytes([TEXT[place] ^ 1]) + TEXT[place + 1 :])


@settings(max_examples=200, deadline=None)
@given(place=st.integers(0, len(TEXT) - 1), mask=st.integers(1, 255))
def test_a_change_of_any_byte_to_any_other_is_noticed(path: Path, place: int, mask: int) -> None:
    refusal(path, TEXT[:place] + bytes([TEXT[place] ^ mask]) + TEXT[place + 1 :])


@settings(max_examples=100, deadline=None)
@given(place=st.integers(0, len(TEXT)), more=st.binary(min_size=1, max_size=8))
def test_bytes_put_in_anywhere_are_noticed(path: Path, place: int, more: bytes) -> None:
    refusal(path, TEXT[:place] + more + TEXT[place:])


@settings(max_examples=200, deadline=None)
@given(place=st.integers(0, TEXT.rindex(b'"seal"') - 1), mask=st.integers(1, 255))
def test_a_changed_byte_sealed_anew_is_refused_or_found_out_by_the_rules(
    path: Path, place: int, mask: int
) -> None:
    path.write_bytes(resealed(TEXT[:place] + bytes([TEXT[place] ^ mask]) + TEXT[place + 1 :]))
    try:
        loaded = load(path)
    except BadRecord:
        return
    names = loaded.seats != WHOLE.seats  # who sat there is nothing the rules could tell
    version = loaded.system_version != WHOLE.system_version  # this is remarked on
    words = loaded.scenario != WHOLE.scenario and _unworded(loaded.scenario) == _unworded(WHOLE.scenario)
    assert names or version or words or not verify(loaded, SKIRMISH).is_ok


def _unworded(value: object) -> object:
    """A scenario without what it calls things, which is nothing to the rules of a skirmish."""
    if isinstance(value, dict):
        words = ("id", "name", "date", "place", "history")
        return {key: _unworded(part) for key, part in value.items() if key not in words}
    return [_unworded(part) for part in value] if isinstance(value, list) else value


def test_a_changed_file_names_the_line_that_cannot_be_read_any_more(path: Path) -> None:
    words = refusal(path, TEXT.replace(b'"number":1', b'"nimber":1'))
    assert words.startswith("line 13: the record was changed after it was sealed")
    words = refusal(path, TEXT.replace(b"Ann", b"Bob"))
    assert words.startswith("the record was changed after it was sealed")


# ----------------------------------------------------------------------- not a record of this kind
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty; a record begins"),
        (b"\0" * 100, "line 1: this is not a battle record"),
        (b'{"format":"sandtable.batt', "line 1: this is not a battle record, or it is damaged"),
        (gzip.compress(TEXT), "line 1: this is not a battle record"),
        (b"\xef\xbb\xbf" + TEXT, "line 1: this is not a battle record"),
        (TEXT.replace(b"sandtable.battle", b"chess"), 'format: must be "sandtable.battle", not "chess"'),
        (TEXT.replace(b'"version":1', b'"version":2'), "version: must be 1, not 2; a later Sandtable wrote"),
        (TEXT.replace(b'"version":1', b'"version":0'), "version: must be 1, not 0; there is no such"),
    ],
)  # fmt: skip
def test_another_format_or_version_is_named(path: Path, content: bytes, words: str) -> None:
    assert refusal(path, content).startswith(words)


# ----------------------------------------------------------------------- made to do harm, and sealed
ANSWER = b'"answer":{"kind":"fire","paces":0}'
TOO_DEEP = "line 10: Lists or objects are nested more than 50 deep"
SCENARIO, A_STEP = TEXT.split(b"\n")[3].rstrip(b","), TEXT.split(b"\n")[10]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (changed(b'"seat":0', b'"seat":"red"'), "line 10, seat: Expected `int`, got `str`"),
        (changed(b'"seat":0', b'"seat":-1'), "line 10, seat: Expected `int` >= 0"),
        (changed(b'"seat":0', b'"seat":true'), "line 10, seat: Expected `int`, got `bool`"),
        (changed(b'"seat":0', b'"seat":' + b"9" * 30), "line 10, seat: Expected `int` <= 1000000"),
        (changed(b'"seat":0', b'"seat":' + b"9" * 5000), "line 10, seat: Integer value out of range"),
        (changed(b'"seat":0', b'"seat":1e999'), "line 10, seat: Number out of range"),
        (changed(b'"seat":0', b'"seat":NaN'), "line 10: JSON is malformed: invalid character (byte 24)"),
        (changed(b'"number":0', b'"number":10000001'), "line 11, number: Expected `int` <= 1000000"),
        (changed(b"[[2,4,3],", b"[[2,4,9999],"), "line 11, faces[0][2]: Expected `int` <= 1000"),
        (changed(b"[[2,4,3],[4,4,1]]", b"[2,4,3]"), "line 11, faces[0]: Expected `array`, got `int`"),
        (changed(b'"type":"answer"', b'"type":"bribe"'), "line 10, type: Invalid value 'bribe'"),
        (changed(b'"type":"answer"', b'"type":"' + b"x" * 60_000 + b'"'), "line 10, type: Invalid value"),
        (changed(b'"seat":0', b'"' + b"x" * 60_000 + b'":0'), "line 10: Object contains unknown field"),
        (changed(b'"seat":0', b'"saet":0'), "line 10: Object contains unknown field `saet`"),
        (changed(b'"seat":0,', b""), "line 10: Object missing required field `seat`"),
        (changed(b'"seat":0', b'"seat":0,"luck":7'), "line 10: Object contains unknown field `luck`"),
        (changed(b'"seat":0', b'"seat":1,"seat":0'), "line 10: is not written as Sandtable writes it"),
        (changed(b'"seat":0', b'"seat": 0'), "line 10: is not written as Sandtable writes it"),
        (changed(b'{"type":"answer",', b'{"type":"answer"  ,'), "line 10: is not written as Sandtable"),
        (changed(b'"question":"', b'"question":"\\u0041'), "line 10, question: Expected `str` matching"),
        (changed(b'"start":"', b'"start":"x'), "start: Expected `str` matching"),
        (changed(SCENARIO, b'"scenario":"copse"'), "scenario: Expected `object`, got `str`"),
        (changed(SCENARIO, b'"scenario":{}'), "the scenario must have an id, a text of 1 to 200 characters"),
        (changed(SCENARIO, b'"scenario":{"id":7}'), "the scenario must have an id"),
        (changed(b'"id":"copse"', b'"id":""'), "the scenario must have an id"),
        (changed(b'"id":"copse"', b'"id":"' + b"x" * 300 + b'"'), "the scenario must have an id"),
        (changed(b'"men":0', b'"men":1e999'), "scenario[...]: Number out of range"),
        (changed(b'"men":0', b'"men":0,"men":1'), "line 4: is not written as Sandtable writes it"),
        (changed(b'"men":0', b'"men": 0'), "line 4: is not written as Sandtable writes it"),
        (changed(b'"men":0', b'"men":' + b"[" * 60 + b"]" * 60), "scenario: Lists or objects are nested"),
        (changed(b'"men":0', b'"men":' + b"[" * 900 + b"]" * 900), "scenario: Lists or objects are nested"),
        (changed(b'"men":0', b'"men":' + b"[" * 9999 + b"]" * 9999), "Lists or objects are nested more"),
        (changed(b'"men":0', b'"men":"' + b"x" * 2**21 + b'"'), "line 4: is longer than 2,097,152 bytes"),
        (changed(b'"seed":3', b'"seed":null,"luck":1'), "dice: Object contains unknown field `luck`"),
        (changed(b'"how":"seeded"', b'"how":"loaded"'), "dice.how: Invalid value 'loaded'"),
        (changed(b'"kind":"agent"', b'"kind":"ghost"'), "seats[1].kind: Invalid enum value 'ghost'"),
        (changed(b'"readings":{}', b'"readings":{\n}'), 'line 9: must be "entries":[ and nothing else'),
        (changed(b'"end":{', b'"end":{"luck":1,'), "line 19, end: Object contains unknown field `luck`"),
        (changed(b'"outcome":null', b'"outcome":[]'), "line 19, end.outcome: Expected `object | null`"),
        (changed(b"}\n],", b"},\n],"), "line 17: is not written as Sandtable writes it"),
        (changed(b"},\n{", b"}\n{"), "line 10: is not written as Sandtable writes it"),
        (changed(b"Ann", b"A" * 300), "seats[0].name: Expected `str` of length <= 200"),
        (changed(b"Ann", b"A\xffn"), "the text is not UTF-8: invalid start byte"),
        (changed(ANSWER, b'"answer":' + b"[" * 10_000 + b"]" * 10_000), TOO_DEEP),
        (changed(ANSWER, b'"answer":' + b"[" * 10_000), TOO_DEEP),
        (changed(ANSWER, b'"answer":' + b'{"a":' * 200 + b"1" + b"}" * 200), TOO_DEEP),
        (changed(ANSWER, b'"answer":"' + b"x" * 70_000 + b'"'), "line 10: is longer than 65,536 bytes"),
        (changed(A_STEP, b",".join([A_STEP] * 5000)), "line 11: is longer than 65,536 bytes"),
        (resealed(TEXT + TEXT), "line 19: JSON is malformed: trailing characters"),
        (resealed(TEXT.split(b"\n")[0] + b'\n"seal":""}\n'), "line 3: the record breaks off in its heading"),
        (resealed(TEXT.replace(b"\n", b"\r\n")), "line 1: this is not a battle record"),
    ],
)  # fmt: skip
def test_a_hostile_file_is_refused_with_the_place_and_what_would_be_right(
    path: Path, content: bytes, words: str
) -> None:
    assert refusal(path, content).startswith(words)


def test_a_file_of_a_million_steps_is_refused_by_its_length(path: Path) -> None:
    words = refusal(path, changed(A_STEP, b"{},\n" * 1_000_000 + A_STEP))
    assert words.startswith("the file has 1,000,020 lines; a record has at most 100,000")


def test_a_file_of_fifty_megabytes_is_refused_unread(path: Path) -> None:
    path.write_bytes(TEXT)
    os.truncate(path, 50_000_000)
    with pytest.raises(BadRecord, match=r"the file has 50,000,000 bytes; a record has at most 16,777,216"):
        load(path)
    path.unlink()


def test_a_hostile_record_that_is_well_formed_is_found_out_by_replay(path: Path) -> None:
    content = changed(ANSWER, b'"answer":' + b"[" * 40 + b'"' + b"x" * 60_000 + b'"' + b"]" * 40)
    path.write_bytes(content)
    (finding,) = verify(load(path), SKIRMISH).findings
    assert finding.step == 1
    assert "the rules now refuse it" in finding.words
    assert len(finding.words) < 1000


# ----------------------------------------------------------------------- scenarios made to do harm
UNITS = TEXT.split(b'"units":[')[1].split(b"]}")[0]
POINTS = b"[" + b",".join(b"[%d.5,1]" % (place % 9) for place in range(200)) + b"]"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"men":0', b'"men":-1', "scenario.men: no squad has -1 men"),
        (b'"men":0', b'"men":' + b"9" * 400, "scenario.men: no squad has 999"),
        (b'"men":0', b'"men":null', "scenario.men: must be a whole number, not null"),
        (b'"men":0', b'"mne":0', "scenario.mne: there is no such key here"),
        (b'"id":"copse"', b'"id":"../../copse"', "scenario.id: must be a text of the form"),
        (b'"turn_limit":8', b'"turn_limit":0', "scenario.turn_limit: a battle of 0 turns cannot be fought"),
        (b'"turn_limit":8', b'"turn_limit":' + b"9" * 300, "scenario.turn_limit: a battle of 999"),
        (b'"width":10.0', b'"width":1e300', "scenario.table.width: must be a number above 0 up to 1000"),
        (b'"width":10.0', b'"width":' + b"9" * 400, "scenario.table.width: must be a number above 0"),
        (b'"width":10.0', b'"width":2', "scenario.units[0]: Red stands 4.5 in over the right edge"),
        (b'"x":5.0,"y":9.0', b'"x":5,"y":3.5', "scenario.units[1]: Blue overlaps Red"),
        (b'"x":5.0,"y":9.0', b'"x":null,"y":null', "scenario.units[1]: b has no x and y"),
        (b'"facing":180.0', b'"facing":-1', "scenario.units[1].facing: must be a number from 0 below 360"),
        (b'"profile":"squad"', b'"profile":"tank"', 'scenario.units[0].profile: there is no profile "tank"'),
        (b'"profile":"squad"', b'"profile":"' + b"x" * 10**6 + b'"', "scenario.units[0].profile: there"),
        (b'"edge":"top"', b'"edge":"bottom"', "scenario.sides[1].edge: the bottom edge already belongs"),
        (b'"first_player":"red"', b'"first_player":"green"', 'scenario.first_player: "green" is neither'),
        (UNITS, b",".join([UNITS] * 151), "scenario.units: 302 rows are too many; at most 300 are read"),
        (b'"special":[]', b'"special":[' + b"{}," * 99 + b"{}]", "scenario.special[0].id: is missing"),
        (b'"zone":[]', b'"zone":[[1]]', "scenario.sides[0].zone[0]: must be a list of 2"),
        (
            b'"objectives":[]',
            b'"objectives":[{"area":%s,"id":"o"}]' % POINTS,
            "scenario.objectives[0].area: 200 points are too many",
        ),
    ],
)  # fmt: skip
def test_an_absurd_scenario_in_a_record_is_refused_with_its_key_before_anything_is_mustered(
    path: Path, old: bytes, new: bytes, words: str
) -> None:
    path.write_bytes(changed(old, new))
    loaded = load(path)
    with pytest.raises(BadRecord) as refused:
        replay(loaded, SKIRMISH)
    assert str(refused.value).startswith(words)
    assert len(str(refused.value)) < 500, "a refusal is a sentence"
    (finding,) = verify(loaded, SKIRMISH).findings
    assert finding.words == str(refused.value)


def test_a_scenario_may_be_longer_than_a_step_and_may_break_off_like_all_else(path: Path) -> None:
    long = changed(b"Nobody remembers.", b"Once more. " * 20_000)
    path.write_bytes(long)
    assert replay(load(path), SKIRMISH).log == replay(WHOLE, SKIRMISH).log
    for length in (150_000, long.index(b"\n", 150_000)):
        assert refusal(path, long[:length]).startswith("line 4: the record breaks off in its heading")


# ----------------------------------------------------------------------- not even a file
def _folder(place: Path) -> None:
    place.mkdir()


def _link(place: Path) -> None:
    (place.parent / "target").write_bytes(TEXT)
    place.symlink_to(place.parent / "target")


def _broken_link(place: Path) -> None:
    place.symlink_to(place.parent / "nowhere")


def _pipe(place: Path) -> None:
    os.mkfifo(place)


def _nothing(place: Path) -> None:
    assert not place.exists()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (_folder, "this is a folder; name a record in it"),
        (_link, "this is a link, which may lead anywhere; name the record itself"),
        (_broken_link, "this is a link"),
        (_pipe, "this is a device or a pipe; a record is a plain file"),
        (_nothing, "there is no such file; name a record"),
    ],
)
def test_only_a_plain_file_is_opened(make: Callable[[Path], None], words: str, tmp_path: Path) -> None:
    make(tmp_path / "a.battle.json")
    with pytest.raises(BadFile, match=words):
        load(tmp_path / "a.battle.json")


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("/dev/zero", "this is a device or a pipe"),
        ("a\0b", "this cannot be the name of a file"),
        ("a" * 999, "the file cannot be opened"),
    ],
)
def test_a_device_or_an_impossible_name_is_refused(place: str, words: str) -> None:
    with pytest.raises(BadRecord, match=words):
        load(Path(place))
