"""House rules: how figures of a rulebook are named and set, what is refused, and what a record says of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from sandtable.dice import RandomHand
from sandtable.game.drivers.replay import Topic, replay, verify
from sandtable.game.files.record import Record, Seeded, seal_of, sealed, text_of
from sandtable.game.files.record_files import BadRecord, load, save
from sandtable.game.files.typed_files import BadFile, decode_toml
from sandtable.game.rules.house_rules import PRINTED, BadHouseRule, FigureKind, HouseRules, RuleFigure
from sandtable.game.rules.rulebook import Rulebook, parse_rulebook
from tests.game.skirmish import SKIRMISH, begin, kept, take

BOOK = """
system = "toy"
title = "Toy battles"
period = "any"
complete = true
own_keys = ["inches", "steady"]

[printed]
"morale.table" = "morale.cover"
"fire.dice.*.figures" = ""

[[rule]]
id = "fire.to-hit"
where = "FIRE"
text = "Recruits hit on 5+, the Old Guard on 3+."
basis = "stated"
rows = [{ quality = "Recruits", to_hit = 5 }, { quality = "The Old Guard", to_hit = 3 }]

[[rule]]
id = "fire.dice"
where = "FIRE"
text = "Dice by troops and range."
basis = "stated"
rows = [
  { troops = "foot", range = "near", dice = 2.5, bonus = "D3", bands = [0, 7], figures = 12, aimed = true },
  { troops = "foot", range = "far", dice = 1, bonus = "2D6+1", bands = [8, 14], figures = 12, aimed = false },
  { troops = "horse", range = "near", dice = 1, bonus = "none", bands = [0, 5], figures = 6, aimed = false },
]

[[rule]]
id = "fire.dice.foot"
where = "FIRE"
text = "Foot halts to fire."
basis = "stated"
steady = 2

[[rule]]
id = "morale.cover"
where = "MORALE"
text = "Cover within 4 in steadies."
basis = "stated"
inches = 4

[[rule]]
id = "morale.table"
where = "MORALE"
text = "A summary."
basis = "stated"
rows = [{ low = 2, high = 6 }, { low = 7, high = 12 }]

[[rule]]
id = "talk"
where = "END"
text = "Shake hands."
basis = "stated"
"""


def book(text: str = BOOK) -> Rulebook:
    return parse_rulebook(decode_toml(text.encode(), dict[str, object], "toy.toml"), "toy.toml")


class ToHit(Struct, frozen=True, forbid_unknown_fields=True):
    quality: str
    to_hit: int


class Steady(Struct, frozen=True):
    steady: int


# ------------------------------------------------------------------ what can be set
def test_figures_go_by_rule_row_and_column_and_rows_by_as_many_words_as_tell_them_apart() -> None:
    keys = {figure.key: figure for figure in book().figures()}
    assert keys["fire.to-hit.the-old-guard.to_hit"].value == 3
    assert keys["fire.dice.foot-far.bands.2"].value == 14
    assert keys["morale.cover.inches"].value == 4
    assert keys["fire.dice.foot.steady"].value == 2
    assert len(keys) == 2 + 3 * 5 + 1 + 1


def test_a_figure_is_of_the_kind_of_its_column() -> None:
    kinds = {figure.key: figure.kind for figure in book().figures()}
    assert kinds["fire.to-hit.recruits.to_hit"] is FigureKind.WHOLE
    assert kinds["fire.dice.foot-far.dice"] is FigureKind.NUMBER
    assert kinds["fire.dice.foot-far.aimed"] is FigureKind.YES_OR_NO
    assert kinds["fire.dice.horse-near.bonus"] is FigureKind.AMOUNT


def test_what_is_only_printed_is_not_offered() -> None:
    keys = [figure.key for figure in book().figures()]
    assert not [key for key in keys if key.startswith("morale.table") or key.endswith("figures")]


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("morale.tabel", "printed.morale.tabel: there are no such figures"),
        ("morale.table", 'printed.morale.table: no rule reads "morale.covers"; .*did you mean|morale.cover'),
    ],
)
def test_a_rulebook_that_marks_as_printed_what_is_not_there_is_refused(key: str, words: str) -> None:
    text = BOOK.replace('"morale.table" = "morale.cover"', f'"{key}" = "morale.covers"')
    with pytest.raises(BadFile, match=words):
        book(text)


# ------------------------------------------------------------------ setting them
def test_a_figure_that_is_set_is_read_by_whoever_asks_for_the_table() -> None:
    changed = book().by(
        book().settle({"fire.to-hit.the-old-guard.to_hit": "4", "fire.dice.foot.steady": "1"})
    )
    assert [row.to_hit for row in changed.rows("fire.to-hit", ToHit)] == [5, 4]
    assert changed.values("fire.dice.foot", Steady) == Steady(1)
    assert [row.to_hit for row in book().rows("fire.to-hit", ToHit)] == [5, 3]


def test_a_rule_whose_figure_is_set_says_so() -> None:
    changed = book().by(book().settle({"morale.cover.inches": "6"}))
    assert changed["morale.cover"].text == (
        "Cover within 4 in steadies. House rule here: morale.cover.inches is 6, not 4."
    )
    assert str(changed.house_rules) == "morale.cover.inches=6"


def test_a_figure_set_to_what_is_printed_is_no_house_rule() -> None:
    assert book().settle({"morale.cover.inches": "4", "fire.dice.foot-far.dice": "1.0"}) == PRINTED


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("fire.dice.foot-near.dice", "3", 3),
        ("fire.dice.foot-near.dice", "-0.5", -0.5),
        ("fire.dice.foot-near.aimed", "no", False),
        ("fire.dice.foot-near.bonus", "D6", "D6"),
        ("fire.dice.foot-near.bonus", "3D6+2", "3D6+2"),
        ("fire.dice.foot-near.bonus", "none", "none"),
        ("fire.dice.foot-near.bands.2", "9", 9),
    ],
)
def test_a_text_means_a_figure_of_its_kind(key: str, value: str, wanted: object) -> None:
    assert dict(book().settle({key: value}).figures) == {key: wanted}


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("fire.to-hitt.recruits.to_hit", "4", "does not begin with a rule; .*fire.to-hit"),
        ("fire.to-hit.recruit.to_hit", "4", 'fire.to-hit has no "recruit"; .*did you mean recruits'),
        ("fire.to-hit.recruits.tohit", "4", 'recruits has no "tohit"; .*did you mean to_hit'),
        ("fire.dice.foot-far.bands.3", "4", 'bands has no "3"; allowed are 1, 2'),
        ("fire.to-hit.recruits.quality", "4", "fire.to-hit.recruits.quality holds words"),
        ("fire.to-hit.recruits.to_hit.2", "4", "to_hit is itself the figure, 5"),
        ("fire.to-hit", "4", "names 2 figures: say which, such as fire.to-hit.recruits.to_hit"),
        ("talk", "4", "talk has none"),
        ("morale.table.1.low", "3", "no rule reads it; the rules read morale.cover"),
        ("fire.dice.foot-far.figures", "3", "is only printed, and no rule reads it$"),
        ("fire.to-hit.recruits.to_hit", "four", 'must be a whole number .*not "four" .it is 5'),
        ("fire.to-hit.recruits.to_hit", "nan", "must be a whole number"),
        ("fire.to-hit.recruits.to_hit", "2000000", "from -1000000 to 1000000"),
        ("fire.dice.foot-far.aimed", "2", "must be yes or no"),
        ("fire.dice.foot-far.bonus", "many", "must be written like D3, 2D6.1, none"),
        ("fire.dice.foot-far.bonus", "D0", "must be written like"),
    ],
)
def test_what_cannot_be_set_is_refused_with_what_would_be_right(key: str, value: str, words: str) -> None:
    with pytest.raises(BadHouseRule, match=words):
        book().settle({key: value})


def test_a_figure_that_does_not_fit_its_table_is_refused_as_the_table_is_read() -> None:
    changed = book().by(book().settle({"fire.to-hit.the-old-guard.to_hit": "3.5"}))
    with pytest.raises(BadHouseRule, match=r'the-old-guard.to_hit must be a whole number, not "3.5"'):
        changed.rows("fire.to-hit", ToHit)
    single = book().by(book().settle({"fire.dice.foot.steady": "0.5"}))
    with pytest.raises(BadHouseRule, match=r"fire.dice.foot.steady must be a whole number"):
        single.values("fire.dice.foot", Steady)


def test_a_fault_of_the_file_itself_is_still_the_files() -> None:
    changed = book().by(book().settle({"fire.to-hit.the-old-guard.to_hit": "4"}))
    with pytest.raises(BadFile, match=r"rule\[0\].rows"):
        changed.rows("fire.to-hit", Steady)


def test_house_rules_that_nobody_asked_for_are_known() -> None:
    changed = book().by(book().settle({"fire.to-hit.recruits.to_hit": "4", "morale.cover.inches": "5"}))
    assert list(changed.unasked) == ["fire.to-hit.recruits.to_hit", "morale.cover.inches"]
    changed.rows("fire.to-hit", ToHit)
    assert list(changed.unasked) == ["morale.cover.inches"]


@given(
    st.sampled_from([one for one in book().figures() if one.kind in (FigureKind.WHOLE, FigureKind.NUMBER)]),
    st.integers(-1000, 1000),
)
def test_whatever_number_is_set_stands_where_it_was_set_and_nowhere_else(
    figure: RuleFigure, number: int
) -> None:
    before = {one.key: one.value for one in book().figures()}
    after = {one.key: one.value for one in book().by(book().settle({figure.key: number})).figures()}
    assert after == before | {figure.key: number}


# ------------------------------------------------------------------ the record
def set_record() -> Record:
    """The record of a skirmish that was fought by a house rule."""
    plain = kept(take(begin(RandomHand(3)), (0,) * 5), Seeded(3))
    return sealed(replace(plain, house_rules={"fire.to-hit": 4}))


def test_a_record_without_house_rules_is_written_as_ever_and_one_with_them_says_so() -> None:
    plain = kept(take(begin(RandomHand(3)), (0,) * 5), Seeded(3))
    assert b"house_rules" not in text_of(plain)
    lines = text_of(set_record()).split(b"\n")
    assert lines[6] == b'"house_rules":{"fire.to-hit":4},'
    assert lines[:6] + lines[7:-2] == text_of(plain).split(b"\n")[:-2]


def test_a_record_with_house_rules_comes_back_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "set.battle.json"
    save(set_record(), file)
    assert load(file) == set_record()


def test_a_record_with_house_rules_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    file, text = tmp_path / "set.battle.json", text_of(set_record())
    entries = text.index(b'"entries":[\n') + len(b'"entries":[\n')
    for length in range(entries, len(text), 7):
        file.write_bytes(text[:length])
        with pytest.raises(BadRecord, match="breaks off after"):
            load(file)


def test_house_rules_put_into_a_record_or_taken_out_of_it_break_its_seal(tmp_path: Path) -> None:
    file = tmp_path / "set.battle.json"
    for text in (
        text_of(set_record()).replace(b'"house_rules":{"fire.to-hit":4},\n', b""),
        text_of(set_record()).replace(b'{"fire.to-hit":4}', b'{"fire.to-hit":3}'),
    ):
        file.write_bytes(text)
        with pytest.raises(BadRecord, match="changed after it was sealed"):
            load(file)


def test_an_empty_list_of_house_rules_is_not_how_a_record_is_written(tmp_path: Path) -> None:
    file = tmp_path / "set.battle.json"
    content = text_of(set_record()).replace(b'{"fire.to-hit":4}', b"{}").rpartition(b'"seal"')[0]
    file.write_bytes(content + b'"seal":"%s"}\n' % seal_of(content).encode())
    with pytest.raises(BadRecord, match="not written as Sandtable writes it"):
        load(file)


def test_a_record_is_replayed_by_its_own_house_rules_or_not_at_all() -> None:
    words = "fought by the house rules fire.to-hit=4, but those here are none"
    with pytest.raises(BadRecord, match=words):
        replay(set_record(), SKIRMISH)
    (finding,) = verify(set_record(), SKIRMISH).findings
    assert (finding.topic, words in finding.words) == (Topic.RULES, True)


def test_house_rules_are_the_same_in_whatever_order_they_are_named() -> None:
    assert HouseRules.of({"b": 2, "a": 1}) == HouseRules.of({"a": 1, "b": 2})
    assert str(HouseRules.of({"b": True, "a": 0.5})) == "a=0.5, b=yes"
