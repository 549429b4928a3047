"""What a record may hold at most, and what it leaves out: the last value allowed, and the first refused."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.dice import RandomHand
from sandtable.game.battle.battle import Outcome
from sandtable.game.files.record import (
    AnswerStep,
    Dice,
    End,
    Fork,
    Record,
    Ruled,
    Seat,
    Seeded,
    Step,
    ThrowStep,
    Typed,
    as_plain_data,
    heading_of,
    seal_of,
    sealed,
    text_of,
)
from sandtable.game.files.record_files import BadRecord, load, parse, save
from tests.game.skirmish import begin, kept, take

WHOLE = kept(take(begin(RandomHand(3)), (0,) * 5), Seeded(3))
FIRST = WHOLE.entries[0]
MEBIBYTE = 1024 * 1024
DIGEST = "0123456789abcdef"


def answering(answer: object) -> Record:
    """The record with another first answer."""
    assert isinstance(FIRST, AnswerStep)
    return sealed(replace(WHOLE, entries=(replace(FIRST, answer=answer), *WHOLE.entries[1:])))


def nested(depth: int) -> object:
    """A list in a list, and so on."""
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


def again(record: Record) -> Record:
    """The record as it is read from its text."""
    return parse(text_of(record), "a.battle.json")


def refusal(record: Record) -> str:
    """Why a record is not read from its text."""
    with pytest.raises(BadRecord) as refused:
        again(record)
    return str(refused.value)


# --------------------------------------------------------------------- sizes
def test_a_step_is_nested_50_deep_at_most_its_own_table_included() -> None:
    assert again(answering(nested(49))) == answering(nested(49))
    assert "nested more than 50 deep" in refusal(answering(nested(50)))


def test_brackets_side_by_side_are_not_deep() -> None:
    wide = answering([[] for _ in range(60)])
    assert again(wide) == wide
    tables = answering({"a": [{"b": {}} for _ in range(60)]})
    assert again(tables) == tables


def test_a_scenario_is_nested_50_deep_at_most_its_own_table_included() -> None:
    deepest = sealed(replace(WHOLE, scenario=WHOLE.scenario | {"men": nested(49)}))
    assert again(deepest) == deepest
    deeper = sealed(replace(WHOLE, scenario=WHOLE.scenario | {"men": {"a": nested(49)}}))
    assert "scenario: Lists or objects are nested more than 50 deep" in refusal(deeper)


def test_a_line_has_64_kibibytes_at_most_with_its_end() -> None:
    line = text_of(answering("")).split(b"\n")[9]
    longest = 65_536 - len(line) - 1
    assert again(answering("x" * longest)) == answering("x" * longest)
    assert "line 10: is longer than 65,536 bytes" in refusal(answering("x" * (longest + 1)))


def test_the_line_of_the_scenario_has_2_mebibytes_at_most() -> None:
    def told(length: int) -> Record:
        return sealed(replace(WHOLE, scenario=WHOLE.scenario | {"history": "x" * length}))

    longest = 2 * MEBIBYTE - len(text_of(told(0)).split(b"\n")[3]) - 1
    assert again(told(longest)) == told(longest)
    assert "line 4: is longer than 2,097,152 bytes" in refusal(told(longest + 1))


def test_only_the_scenario_may_have_so_long_a_line() -> None:
    long = sealed(replace(WHOLE, system="x" * 70_000))
    assert "line 2: is longer than 65,536 bytes" in refusal(long)
    assert "line 5: is longer than 65,536 bytes" in refusal(sealed(replace(WHOLE, start="x" * 70_000)))


def test_the_first_line_and_the_last_are_measured_too() -> None:
    with pytest.raises(BadRecord, match="line 1: is longer than 65,536 bytes"):
        parse(b"x" * 65_536 + b"\n", "a.battle.json")
    with pytest.raises(BadRecord, match="not a battle record"):
        parse(b"x" * 65_535 + b"\n", "a.battle.json")
    with pytest.raises(BadRecord, match="line 3: is longer than 65,536 bytes"):
        parse(b"\n\n" + b"x" * 65_537, "a.battle.json")
    with pytest.raises(BadRecord, match="not a battle record"):
        parse(b"\n\n" + b"x" * 65_536, "a.battle.json")


def test_a_record_has_100000_lines_at_most() -> None:
    with pytest.raises(BadRecord, match="not a battle record"):
        parse(b"\n" * 100_000, "a.battle.json")
    with pytest.raises(BadRecord, match="the file has 100,001 lines"):
        parse(b"\n" * 100_001, "a.battle.json")


def test_a_file_has_16_mebibytes_at_most(tmp_path: Path) -> None:
    path = tmp_path / "a.battle.json"
    path.write_bytes(b"")
    os.truncate(path, 16 * MEBIBYTE)
    with pytest.raises(BadRecord, match="line 1: is longer"):
        load(path)
    os.truncate(path, 16 * MEBIBYTE + 1)
    with pytest.raises(BadRecord, match="the file has 16,777,217 bytes"):
        load(path)
    with pytest.raises(BadRecord, match="the file has 16,777,217 bytes"):
        parse(bytes(16 * MEBIBYTE + 1), "a.battle.json")


def test_what_is_wrong_with_a_hostile_text_is_told_in_160_letters() -> None:
    text = text_of(WHOLE).replace(b'"seat":0', b'"' + b"x" * 999 + b'":0', 1)
    above = text[: text.rindex(b'"seal"')]
    with pytest.raises(BadRecord) as refused:
        parse(above + b'"seal":"%s"}\n' % seal_of(above).encode(), "a.battle.json")
    assert len(refused.value.problem.words) == 160


# --------------------------------------------------------------------- values
ANSWERED = {"type": "answer", "seat": 0, "decision": "order", "answer": 1, "question": DIGEST}
THROWN = {"type": "throw", "number": 0, "purpose": "to hit", "faces": [[6]], "throw": DIGEST}
FAIR = {"how": "fair", "commitment": "0" * 64}
ENDED = {"state": DIGEST, "question": None, "outcome": None, "over": False}


@pytest.mark.parametrize(
    ("kind", "row", "key", "last", "beyond"),
    [
        (Step, ANSWERED, "seat", 0, -1),
        (Step, ANSWERED, "seat", 1_000_000, 1_000_001),
        (Step, ANSWERED, "decision", "x" * 200, "x" * 201),
        (Step, ANSWERED, "question", "f" * 16, "f" * 17),
        (Step, ANSWERED, "question", "f" * 16, "f" * 15),
        (Step, THROWN, "faces", [[1000]], [[1001]]),
        (Step, THROWN, "faces", [[-1000]], [[-1001]]),
        (Step, THROWN, "number", 1_000_000, 1_000_001),
        (Step, THROWN, "epoch", 0, -1),
        (Dice, {"how": "seeded"}, "seed", 2**63 - 1, 2**63),
        (Dice, {"how": "seeded"}, "seed", -(2**63), -(2**63) - 1),
        (Dice, FAIR, "contributions", ["ab" * 8], ["ab" * 7]),
        (Dice, FAIR, "contributions", ["ab" * 64], ["ab" * 65]),
        (Dice, FAIR, "secret", "0" * 64, "0" * 65),
        (Seat, {"kind": "person"}, "name", "x" * 200, "x" * 201),
        (Ruled, {"step": 0}, "words", "x" * 200, "x" * 201),
    ],
)
def test_a_value_of_a_record_may_be_as_large_as_its_limit(
    kind: type[object], row: dict[str, object], key: str, last: object, beyond: object
) -> None:
    msgspec.convert({**row, key: last}, kind)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**row, key: beyond}, kind)


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        (Step, ANSWERED),
        (Step, THROWN),
        (Dice, FAIR),
        (Dice, {"how": "seeded", "seed": 1}),
        (Dice, {"how": "typed"}),
        (Seat, {"name": "Ann", "kind": "person"}),
        (Fork, {"of": "game", "step": 1, "entries": 2}),
        (Ruled, {"step": 1, "words": "answered for Ann"}),
        (End, ENDED),
        (Record, as_plain_data(WHOLE)),
    ],
)
def test_no_part_of_a_record_has_a_foreign_key(kind: type[object], row: dict[str, object]) -> None:
    msgspec.convert(row, kind)
    with pytest.raises(msgspec.ValidationError, match="unknown field `luck`"):
        msgspec.convert({**row, "luck": 7}, kind)


@pytest.mark.parametrize(
    ("id", "words"), [("x" * 200, ""), ("x", ""), ("x" * 201, "must have an id"), ("", "must")]
)
def test_the_id_of_a_scenario_has_1_to_200_letters(id: str, words: str) -> None:
    row = {**as_plain_data(WHOLE), "scenario": {"id": id}}
    if words:
        with pytest.raises(msgspec.ValidationError, match=words):
            msgspec.convert(row, Record)
    else:
        assert msgspec.convert(row, Record).scenario_id == id


# --------------------------------------------------------------------- what is left out
def test_what_a_step_or_an_end_does_not_have_is_not_written() -> None:
    assert as_plain_data(AnswerStep(0, "order", 1, DIGEST)) == ANSWERED
    assert as_plain_data(ThrowStep(0, "to hit", ((6,),), DIGEST)) == THROWN
    assert as_plain_data(End(DIGEST, None, None, False)) == ENDED  # noqa: FBT003


def test_the_heading_has_a_line_for_each_key_that_is_not_empty() -> None:
    always = ("system", "system_version", "scenario", "start", "readings", "seats", "dice")
    assert heading_of(WHOLE) == always
    full = replace(
        WHOLE,
        house_rules={"skirmish.win": 3},
        fork=Fork("game", 1, 2),
        take_backs=1,
        rulings=(Ruled(1, "answered for Ann"),),
    )
    assert heading_of(full) == (*always[:5], "house_rules", *always[5:], "fork", "take_backs", "rulings")
    assert again(sealed(full)) == sealed(full)


def test_a_record_without_steps_has_no_line_for_them() -> None:
    bare = sealed(replace(WHOLE, entries=()))
    assert b'"entries":[\n],\n' in text_of(bare)
    assert again(bare) == bare


def test_a_new_record_is_of_version_1_and_has_no_take_backs() -> None:
    text = text_of(WHOLE)
    assert text.startswith(b'{"format":"sandtable.battle","version":1,\n')
    assert WHOLE.take_backs == 0
    assert [step.epoch for step in WHOLE.entries if isinstance(step, ThrowStep)] == [0] * 3


def test_a_battle_is_over_by_the_rules_or_by_its_players() -> None:
    assert WHOLE.end is not None
    assert not WHOLE.is_over
    assert not replace(WHOLE, end=None).is_over
    assert replace(WHOLE, end=replace(WHOLE.end, over=True)).is_over
    resigned = Outcome(0, "won", "Blue resigned", "")
    assert replace(WHOLE, end=replace(WHOLE.end, closed=resigned)).is_over


def test_the_casts_of_a_record_are_counted_over_all_its_throws() -> None:
    thrown = [step for step in WHOLE.entries if isinstance(step, ThrowStep)]
    assert WHOLE.casts == sum(len(step.faces) for step in thrown)
    assert WHOLE.casts > len(thrown)
    assert replace(WHOLE, dice=Typed(), entries=(FIRST,)).casts == 0


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a folder cannot be synchronised")
def test_a_saved_file_and_its_name_outlive_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synchronised: list[bool] = []
    monkeypatch.setattr(os, "fsync", lambda file: synchronised.append(stat.S_ISDIR(os.fstat(file).st_mode)))
    save(WHOLE, tmp_path / "a.battle.json")
    assert synchronised == [False, True]
