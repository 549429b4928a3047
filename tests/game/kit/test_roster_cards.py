"""Rosters on paper: marks read off a Struct, cards with their limits, and refusals in sentences."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct, structs

from sandtable.game.files.profiles import NotOnRoster
from sandtable.game.kit.roster_cards import Given, Ledger, Mark, RosterCard, Unsuited, figures, stated, under


class Order(StrEnum):
    """How a troop stands."""

    LINE = "line"
    SQUARE = "square"


class Suffered(Struct, frozen=True, kw_only=True):
    """What a troop carries."""

    hits: Annotated[int, Meta(title="Hits", ge=0, le=9)] = 0
    routing: Annotated[bool, Meta(title="Routing")] = False
    order: Annotated[Order, Meta(title="Formation")] = Order.LINE
    charm: Annotated[Order | None, Meta(title="Charm")] = None


class Wear(Struct, frozen=True):
    """Two figures that belong together."""

    worn: int
    broken: int


class Shot(Struct, frozen=True, kw_only=True):
    """Facts of a shot."""

    wear: Wear = Wear(3, 6)
    hits: int = 0
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.hits > self.wear.broken:
            raise ValueError("it is broken")


LEDGER: Ledger[Suffered] = Ledger(
    kind=Suffered,
    cards=(
        RosterCard(profile="line", title="Line", army="Red", most={"hits": 6}, marks={"hits": 1}),
        RosterCard(profile="guard", title="Guard", army="Red"),
    ),
)


def fills(profile: str, marks: Suffered) -> Given:
    if profile == "guard":
        raise NotOnRoster("the guard is not here")
    return stated(Shot, hits=marks.hits, wear=Wear(3, 6))


def suffers(facts: Any, lost: int, marks: Suffered) -> Suffered:
    return structs.replace(marks, hits=marks.hits + lost, routing=lost > 2)


TARGET = LEDGER.party("target", "Who is shot at", fills, suffers)
PAPER = LEDGER.paper({"volley": (TARGET,), "initiative": ()})


def test_marks_are_read_off_the_fields_of_a_struct() -> None:
    assert LEDGER.marks == (
        Mark(id="hits", title="Hits", kind="count", most=9, start=0),
        Mark(id="routing", title="Routing", kind="flag", start=False),
        Mark(id="order", title="Formation", kind="choice", choices=("line", "square"), start="line"),
        Mark(id="charm", title="Charm", kind="choice", choices=("none", "line", "square"), start="none"),
    )


def test_marks_that_are_not_given_are_as_the_card_begins() -> None:
    assert LEDGER.read("line", {"routing": True}) == Suffered(hits=1, routing=True)
    assert LEDGER.read("guard", {}) == Suffered()
    assert LEDGER.read("line", {"charm": "none"}).charm is None
    assert LEDGER.read("line", {"charm": "square"}).charm is Order.SQUARE


@pytest.mark.parametrize(
    ("profile", "given", "words"),
    [
        ("lime", {}, 'there is no profile "lime"; .* did you mean line'),
        ("line", {"hist": 1}, "there is no mark hist"),
        ("line", {"hits": 7}, "hits of Line are a whole number from 0 to 6, not 7"),
        ("guard", {"hits": 10}, "hits of Guard are a whole number from 0 to 9, not 10"),
        ("line", {"hits": -1}, "from 0 to 6, not -1"),
        ("line", {"hits": True}, "a whole number"),
        ("line", {"hits": "3"}, "a whole number"),
        ("line", {"routing": 1}, "routing of Line is true or false, not 1"),
        ("line", {"order": "ring"}, "order of Line is one of line, square"),
    ],
)
def test_marks_that_cannot_be_are_refused_in_a_sentence(profile: str, given: Given, words: str) -> None:
    with pytest.raises(Unsuited, match=words):
        LEDGER.read(profile, given)


def test_a_party_fills_in_facts_and_a_fact_of_parts_is_a_text() -> None:
    assert TARGET.fills("line", {"hits": 4}) == {"hits": 4, "wear": "3/6"}


def test_a_profile_that_the_roster_refuses_is_refused() -> None:
    with pytest.raises(Unsuited, match="the guard is not here"):
        TARGET.fills("guard", {})


def test_only_changed_marks_are_told_and_a_count_ends_where_its_mark_does() -> None:
    assert TARGET.suffers(Shot(), 2, {"hits": 3}) == {"hits": 5}
    assert TARGET.suffers(Shot(), 3, {"hits": 8}) == {"hits": 9, "routing": True}
    assert TARGET.suffers(Shot(), 0, {"hits": 3}) == {}


def test_a_party_that_suffers_nothing_changes_no_mark() -> None:
    shooter = LEDGER.party("shooter", "Who shoots", fills)
    assert shooter.suffers(Shot(), 5, {"hits": 2}) == {}


def test_a_choice_that_ends_is_told_as_none() -> None:
    loses = LEDGER.party("unit", "", fills, lambda facts, out, marks: structs.replace(marks, charm=None))
    assert loses.suffers(Shot(), 0, {"charm": "line"}) == {"charm": "none"}


def test_facts_that_a_kind_refuses_are_refused_in_its_words() -> None:
    with pytest.raises(Unsuited, match="it is broken"):
        stated(Shot, hits=7)


def test_several_words_of_one_fact_are_a_list() -> None:
    assert stated(Shot, names=("ann", "bob")) == {"names": ["ann", "bob"]}


def test_parties_are_found_by_resolution_and_id() -> None:
    assert PAPER.party("volley", "target") is TARGET
    assert PAPER.card("guard").title == "Guard"
    with pytest.raises(Unsuited, match="there is no resolution voley"):
        PAPER.party("voley", "target")
    with pytest.raises(Unsuited, match="initiative involves no unit"):
        PAPER.party("initiative", "target")
    with pytest.raises(Unsuited, match="volley has no targe"):
        PAPER.party("volley", "targe")


def test_figures_of_a_card_leave_out_what_is_empty() -> None:
    printed = figures({"Order dice": 3, "Special": ""})
    assert [(one.name, one.value) for one in printed] == [("Order dice", "3")]
    assert under("fire", {"range": 7}) == {"fire.range": 7}
