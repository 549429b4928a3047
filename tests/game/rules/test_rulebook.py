"""A rulebook gives rules, decisions, tables and readings by id, and refuses files that are not sound."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import Struct

from sandtable.game.files.typed_files import BadFile, decode_toml
from sandtable.game.rules.rulebook import (
    Basis,
    NotInRulebook,
    Readings,
    Rulebook,
    load_rulebook,
    parse_rulebook,
)

HEAD = """
system = "toy"
title = "Toy battles"
period = "any"
complete = false
"""

RULES = """
[[rule]]
id = "movement.wheel"
where = "MOVEMENT"
text = "A wheel costs the way of the outer corner."
basis = "stated"

[[rule]]
id = "movement.wheel.geometry"
where = "MOVEMENT"
text = "The pivot is the inside corner."
basis = "ruling"
why = "The sheet names no pivot."
readings = ["the inside front corner", "the inside rear corner", "the centre"]

[[rule]]
id = "movement.wheelbarrow"
where = "(not in the sheet)"
text = "Wheelbarrows do not wheel."
basis = "inferred"
why = "They are never mentioned."

[[rule]]
id = "movement.rates"
where = "MOVEMENT > table"
text = "Rates by type."
basis = "stated"
rows = [
  { unit = "foot", inches = 8, ground = ["open", "rough"] },
  { unit = "horse", inches = 14, ground = ["open"] },
]

[[decision]]
id = "wheel-or-not"
who = "mover"
when = "he moves"
options = "wheel, or go straight"
constraints = "movement.wheel"
"""


class Rate(Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    inches: int
    ground: tuple[str, ...]


def book(text: str = HEAD + RULES) -> Rulebook:
    return parse_rulebook(decode_toml(text.encode(), dict[str, object], "toy.toml"), "toy.toml")


def refused(text: str) -> BadFile:
    with pytest.raises(BadFile) as caught:
        book(text)
    return caught.value


def test_a_rule_is_found_by_its_id() -> None:
    rule = book()["movement.wheel.geometry"]
    assert rule.basis is Basis.RULING
    assert rule.why == "The sheet names no pivot."
    assert "movement.wheel" in book()
    assert "movement" not in book()


def test_an_unknown_rule_is_refused_with_the_closest_ids() -> None:
    with pytest.raises(
        NotInRulebook, match=r'toy has no rule "movement\.whel".*did you mean movement\.wheel\?'
    ):
        book()["movement.whel"]
    with pytest.raises(NotInRulebook, match="toy has no decision"):
        book().decision("wheel")


def test_the_details_of_a_rule_stand_below_it_and_not_beside_it() -> None:
    assert [rule.id for rule in book().children("movement.wheel")] == ["movement.wheel.geometry"]
    assert len(book().children("movement")) == 4


def test_a_table_is_loaded_into_the_systems_own_type() -> None:
    rows = book().rows("movement.rates", Rate)
    assert rows == (Rate("foot", 8, ("open", "rough")), Rate("horse", 14, ("open",)))


def test_a_table_that_does_not_fit_its_type_is_refused_with_its_place_in_the_file() -> None:
    with pytest.raises(BadFile) as caught:
        book((HEAD + RULES).replace("inches = 14", 'inches = "far"')).rows("movement.rates", Rate)
    assert str(caught.value).startswith("toy.toml: rule[3].rows[1].inches: must be a whole number")
    with pytest.raises(BadFile, match=r"rule\[0\]\.rows: is missing; movement\.wheel must have a table"):
        book().rows("movement.wheel", Rate)


def test_the_rules_with_readings_are_listed() -> None:
    assert [rule.id for rule in book().readings()] == ["movement.wheel.geometry"]


def test_readings_not_chosen_are_the_default() -> None:
    chosen = book().choose({})
    assert chosen == Readings()
    assert chosen.of("movement.wheel.geometry") == 0


def test_choosing_the_default_by_name_is_the_same_as_not_choosing() -> None:
    assert book().choose({"movement.wheel.geometry": 0}) == book().choose({})


def test_chosen_readings_are_hashable_and_survive_json() -> None:
    chosen = book().choose({"movement.wheel.geometry": 2})
    assert chosen.of("movement.wheel.geometry") == 2
    again = msgspec.json.decode(msgspec.json.encode(chosen), type=Readings)
    assert again == chosen
    assert hash(again) == hash(chosen)


def test_a_reading_that_is_not_offered_is_refused() -> None:
    with pytest.raises(
        NotInRulebook, match=r"has no reading 3; it has 0: the inside front corner; 1: .*; 2: the centre"
    ):
        book().choose({"movement.wheel.geometry": 3})
    with pytest.raises(NotInRulebook, match="has no reading -1"):
        book().choose({"movement.wheel.geometry": -1})
    with pytest.raises(NotInRulebook, match="has only one reading"):
        book().choose({"movement.wheel": 1})
    with pytest.raises(NotInRulebook, match="has no rule"):
        book().choose({"movement.fly": 1})


@pytest.mark.parametrize(
    ("find", "put", "key", "words"),
    [
        (
            'id = "movement.rates"',
            'id = "movement.wheel"',
            "rule[0].id",
            "is used 2 times, in rule[0] and rule[3]",
        ),
        (
            'why = "The sheet names no pivot."',
            "",
            "rule[1].why",
            "movement.wheel.geometry is ruling and must say why",
        ),
        (', "the inside rear corner", "the centre"]', "]", "rule[1].readings", "two readings or more"),
        ('"the inside rear corner"', '"the centre"', "rule[1].readings", "all different"),
        ('basis = "inferred"', 'basis = "guessed"', "rule[2].basis", "one of stated, inferred, ruling"),
        ('id = "movement.rates"', 'id = "Movement rates"', "rule[3].id", "a text of the form"),
        ("complete = false", "", "complete", "is missing; it must be true or false"),
        ('text = "Rates by type."', 'txet = "Rates"', "rule[3].txet", "did you mean text?"),
        ('title = "Toy battles"', 'titel = "Toy"', "titel", "did you mean title?"),
        ('when = "he moves"', "", "decision[0].when", "is missing"),
        (
            'constraints = "movement.wheel"',
            'constraints = ""\nrules = ["movement.fly"]',
            "decision[0].rules[0]",
            "no rule",
        ),
        ("complete = false", 'complete = false\nown_keys = ["text"]', "own_keys[0]", "a key of every rule"),
    ],
)
def test_a_rulebook_that_is_not_sound_is_refused(find: str, put: str, key: str, words: str) -> None:
    text = HEAD + RULES
    assert find in text
    problem = refused(text.replace(find, put)).problem
    assert problem.key == key
    assert words in problem.words


class Reach(Struct, frozen=True, forbid_unknown_fields=True):
    band: int
    max_inches: int
    need: int


def test_a_system_may_give_its_rules_keys_of_its_own() -> None:
    text = (
        HEAD
        + """
own_keys = ["band", "max_inches", "need"]
[[rule]]
id = "shooting.band.2"
where = "SHOOTING"
text = "Up to 12 inches: 5 or more."
basis = "stated"
band = 2
max_inches = 12
need = 5
"""
    )
    assert book(text).values("shooting.band.2", Reach) == Reach(2, 12, 5)
    wrong = book(text.replace("need = 5", 'need = "five"'))
    with pytest.raises(BadFile) as caught:
        wrong.values("shooting.band.2", Reach)
    assert caught.value.problem.key == "rule[0].need"


def test_a_key_that_is_neither_common_nor_declared_is_refused() -> None:
    problem = refused(
        HEAD + RULES.replace('basis = "stated"\nrows', 'basis = "stated"\nmodifier = 1\nrows')
    ).problem
    assert problem.key == "rule[3].modifier"


def test_options_may_be_a_sentence_or_a_list_and_decisions_may_cite_rules() -> None:
    decision = """
[[decision]]
id = "choose-a-card"
who = "player"
when = "his turn"
options = ["play it", "keep it"]
constraints = "one a turn"
rules = ["movement.wheel"]
"""
    found = book(HEAD + RULES + decision)
    assert found.decision("choose-a-card").options == ("play it", "keep it")
    assert found.decision("choose-a-card").rules == ("movement.wheel",)
    assert found.decision("wheel-or-not").options == "wheel, or go straight"


def test_a_rulebook_may_say_how_damaged_spots_are_read() -> None:
    text = (
        HEAD
        + 'notes = ["Distances are in inches."]\n'
        + RULES
        + """
[[reading]]
where = "Table 3"
printed = "a blank cell"
read_as = "no modifier"
why = "the row below is blank too"
"""
    )
    found = book(text)
    assert found.notes == ("Distances are in inches.",)
    assert found.repairs[0].read_as == "no modifier"


def test_a_rulebook_is_loaded_from_an_installed_package() -> None:
    found = load_rulebook("sandtable.systems.liberty")
    assert found.system == "liberty"
    assert found.path.endswith("rulebook.toml")


# --------------------------------------------------------------------- variants
VARIANT = """
[[variant]]
id = "scale"
text = "The scale of the figures."
rule = "movement.rates"
choices = ["large", "small"]
"""


def book_with(text: str) -> Rulebook:
    return parse_rulebook(
        decode_toml((HEAD + RULES + text).encode(), dict[str, object], "toy.toml"), "toy.toml"
    )


def test_a_variant_is_chosen_like_a_reading_and_its_first_choice_is_the_default() -> None:
    book = book_with(VARIANT)
    assert book.offered("scale") == ("large", "small")
    assert book.choose({"scale": 0}) == Readings()
    chosen = book.choose({"scale": 1, "movement.wheel.geometry": 2})
    assert (chosen.of("scale"), chosen.of("movement.wheel.geometry")) == (1, 2)
    with pytest.raises(NotInRulebook, match="scale has no reading 2; it has 0: large; 1: small"):
        book.choose({"scale": 2})


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('rule = "movement.rates"', 'rule = "movement.rite"', 'there is no rule "movement.rite"'),
        ('id = "scale"', 'id = "movement.wheel"', '"movement.wheel" is used 2 times'),
        ('choices = ["large", "small"]', 'choices = ["large"]', "choices"),
    ],
)
def test_a_variant_that_is_not_sound_is_refused(old: str, new: str, words: str) -> None:
    with pytest.raises(BadFile, match=words):
        book_with(VARIANT.replace(old, new))
