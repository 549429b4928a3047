"""Facts typed on a command line or read from a file."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta, Struct, inspect

from sandtable.lab.paper.facts import flattened, is_compound, pairs, read_facts, schema
from sandtable.lab.paper.values import Unfit


class Arm(StrEnum):
    """Two arms."""

    FOOT = "Foot"
    MOUNTED = "Mounted Men"


class Wear(Struct, frozen=True):
    """Three figures that belong together."""

    worn: int
    shaken: int
    broken: Annotated[int, Meta(le=30)]


class Nerve(Struct, frozen=True, kw_only=True):
    """Facts inside facts inside facts."""

    brave: Annotated[bool, Meta(description="special rule Brave")] = False
    mood: Literal["glad", "sad"] = "sad"


class Target(Struct, frozen=True, kw_only=True):
    """Facts inside facts."""

    hits: Annotated[int, Meta(description="hits it has", ge=0, le=30)]
    wear: Annotated[Wear, Meta(description="its values")] = Wear(8, 16, 24)
    nerve: Nerve = Nerve()


class Shot(Struct, frozen=True, kw_only=True):
    """The facts of a shot."""

    arm: Arm = Arm.FOOT
    dice: float = 2.5
    weapon: str = "musket"
    ranges: tuple[int, ...] = ()
    hill: int | None = None
    target: Target


def test_keys_of_facts_inside_facts_are_dotted() -> None:
    shot = read_facts(Shot, {"target.hits": "5", "target.nerve.brave": "yes", "dice": "3"})
    assert (shot.target.hits, shot.target.nerve.brave, shot.dice) == (5, True, 3.0)
    assert shot.target.wear == Wear(8, 16, 24)


@pytest.mark.parametrize("text", ["mounted men", "MOUNTED MEN", "Mounted", "mounted"])
def test_words_of_a_list_are_taken_in_any_case_and_by_name(text: str) -> None:
    assert read_facts(Shot, {"arm": text, "target.hits": "0"}).arm is Arm.MOUNTED


@pytest.mark.parametrize(
    ("text", "meant"), [("yes", True), ("TRUE", True), ("no", False), ("false", False), ("0", False)]
)
def test_yes_and_no_are_true_and_false(text: str, *, meant: bool) -> None:
    assert read_facts(Shot, {"target.nerve.brave": text, "target.hits": "0"}).target.nerve.brave is meant


def test_figures_that_belong_together_are_written_with_slashes_or_one_by_one() -> None:
    together = read_facts(Shot, {"target.hits": "0", "target.wear": "6/12/18"})
    alone = read_facts(Shot, {"target.hits": "0", "target.wear.shaken": "12"})
    assert together.target.wear == Wear(6, 12, 18)
    assert alone.target.wear == Wear(8, 12, 24)


def test_lists_and_nothing_can_be_typed() -> None:
    shot = read_facts(Shot, {"target.hits": "0", "ranges": "7,14,28", "hill": "none"})
    assert (shot.ranges, shot.hill) == ((7, 14, 28), None)
    assert read_facts(Shot, {"target.hits": "0", "hill": "2"}).hill == 2


def test_a_file_means_the_same_as_typed_facts() -> None:
    raw = {"arm": "Foot", "target": {"hits": 5, "nerve": {"brave": True}, "wear": {"worn": 4}}}
    typed = {"arm": "foot", "target.hits": "5", "target.nerve.brave": "yes", "target.wear.worn": "4"}
    assert read_facts(Shot, flattened(raw)) == read_facts(Shot, typed)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "target.hits is missing; it must be a whole number from 0 to 30"),
        ({"target.hits": "31"}, 'target.hits must be a whole number from 0 to 30, not "31"'),
        ({"target.hits": "2.5"}, "target.hits must be a whole number"),
        ({"target.hits": "many"}, "target.hits must be a whole number"),
        ({"target.hits": True}, "target.hits must be a whole number"),
        ({"arm": "Fot"}, "one of Foot, Mounted Men.*did you mean Foot?"),
        ({"target.nerve.mood": "mad"}, "one of glad, sad"),
        ({"target.nerve.brave": "perhaps"}, "target.nerve.brave must be yes or no"),
        ({"target.hit": "3"}, "there is no fact target.hit; allowed are .*did you mean target.hits?"),
        ({"target": "3"}, "there is no fact target;"),
        ({"target.wear": "8/16"}, "worn/shaken/broken.*slashes"),
        ({"target.wear": "8/16/31"}, "target.wear.broken must be a whole number to 30"),
        ({"target.wear.borken": "8"}, "target.wear.broken"),
        ({"dice": "nan"}, "dice must be a number"),
        ({"weapon": 7}, "weapon must be a text"),
    ],
)
def test_a_fact_that_does_not_fit_is_refused_with_what_is_allowed(
    given: dict[str, object], words: str
) -> None:
    with pytest.raises(Unfit, match=words):
        read_facts(Shot, given)


@pytest.mark.parametrize(("texts", "words"), [(["range"], "key=value"), (["a=1", "a=2"], "twice")])
def test_what_is_no_fact_is_refused(texts: list[str], words: str) -> None:
    with pytest.raises(Unfit, match=words):
        pairs(texts)


def test_the_schema_lists_every_fact_with_default_and_description() -> None:
    facts = {fact.key: fact for fact in schema(Shot)}
    assert list(facts) == [
        "arm",
        "dice",
        "weapon",
        "ranges",
        "hill",
        "target.hits",
        "target.wear",
        "target.nerve.brave",
        "target.nerve.mood",
    ]
    assert facts["arm"].kind == "one of Foot, Mounted Men"
    assert facts["arm"].default == "Foot"
    assert facts["target.hits"].default is None
    assert facts["target.hits"].description == "hits it has"
    assert facts["target.wear"].default == {"worn": 8, "shaken": 16, "broken": 24}


@settings(max_examples=60, deadline=None)
@given(
    arm=st.sampled_from(Arm),
    hits=st.integers(0, 30),
    wear=st.tuples(st.integers(-99, 99), st.integers(-99, 99), st.integers(-99, 30)),
    brave=st.booleans(),
)
def test_facts_that_are_typed_out_are_read_back(
    arm: Arm, hits: int, wear: tuple[int, int, int], *, brave: bool
) -> None:
    typed = {
        "arm": arm.value,
        "target.hits": str(hits),
        "target.wear": "/".join(map(str, wear)),
        "target.nerve.brave": str(brave),
    }
    wanted = Shot(arm=arm, target=Target(hits=hits, wear=Wear(*wear), nerve=Nerve(brave=brave)))
    assert read_facts(Shot, typed) == wanted


class Mixed(Struct, frozen=True):
    """A figure beside figures that belong together."""

    count: int
    wear: Wear


def test_only_figures_that_must_all_be_given_belong_together() -> None:
    assert is_compound(cast("inspect.StructType", inspect.type_info(Wear)))
    assert not is_compound(cast("inspect.StructType", inspect.type_info(Mixed)))
    assert not is_compound(cast("inspect.StructType", inspect.type_info(Nerve)))
