"""The paper of every system: cards, marks, and parties whose facts stand and whose marks can be marked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from sandtable import systems
from sandtable.game.files.profiles import Profiles
from sandtable.game.kit.roster_cards import Paper, Plain, Unsuited
from sandtable.game.kit.system import System
from sandtable.lab.paper.facts import read_facts
from sandtable.lab.paper.values import Unfit
from tests.systems.on_paper import Seated, any_marks, filled, marks_at_start, resolution_of, thrown

SYSTEMS = [systems.load(name) for name in systems.names()]
PARTIES = [
    pytest.param(system, id, party.id, id=f"{system.id}-{id}-{party.id}")
    for system in SYSTEMS
    for id, parties in system.paper().parties.items()
    for party in parties
]
RESOLUTIONS = [
    pytest.param(system, id, id=f"{system.id}-{id}")
    for system in SYSTEMS
    for id, parties in system.paper().parties.items()
    if parties
]

FOR_WANT_OF = {("liberty", "charge"): "is out of range"}
"""What only the facts of the table can mend: a slow unit does not come as far as a form supposes."""

ENOUGH = 20

each_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
each_party = pytest.mark.parametrize(("system", "id", "party"), PARTIES)
each_resolution = pytest.mark.parametrize(("system", "id"), RESOLUTIONS)


@each_system
def test_every_resolution_is_named_with_its_parties_or_with_none(system: System[Any]) -> None:
    assert set(system.paper().parties) == {one.id for one in system.resolutions()}


@each_system
def test_every_profile_of_a_unit_has_one_card(system: System[Any]) -> None:
    cards = [card.profile for card in system.paper().cards]
    roster = system.roster()
    assert isinstance(roster, Profiles)
    assert cards == list(roster.unit_ids)


@each_system
def test_a_card_names_only_marks_that_there_are_and_begins_within_its_limits(system: System[Any]) -> None:
    paper = system.paper()
    known = {mark.id: mark for mark in paper.marks}
    for card in paper.cards:
        assert card.title
        assert card.army
        assert card.figures
        assert set(card.marks) <= set(known)
        assert {mark for mark in card.most if known[mark].kind != "count"} == set()
        for id, start in marks_at_start(paper, card.profile).items():
            if known[id].kind == "count":
                assert isinstance(start, int)
                assert 0 <= start <= card.most.get(id, known[id].most or start)


@each_system
def test_marks_have_titles_and_choices_where_they_need_them(system: System[Any]) -> None:
    for mark in system.paper().marks:
        assert mark.title, mark
        assert bool(mark.choices) == (mark.kind == "choice"), mark


@each_party
def test_what_a_card_says_are_facts_that_stand(system: System[Any], id: str, party: str) -> None:
    """Whatever has happened to a unit, it gives facts that are accepted or is refused in a sentence."""
    kind = resolution_of(system, id).facts
    told: dict[str, Mapping[str, Plain]] = {}
    for seated in _units(system):
        facts = _facts_or_refusal(system, id, party, seated)
        if isinstance(facts, str):
            assert len(facts) > len("nobody can do that"), facts
        else:
            assert facts
            told.setdefault(str(facts), facts)
    assert told, f"nobody can be the {party} of {id}"
    for facts in told.values():
        try:
            read_facts(kind, facts)
        except Unfit as fault:
            if FOR_WANT_OF.get((system.id, id), "-") not in str(fault):
                pytest.fail(f"a card fills in {facts}: {fault}")


def _units(system: System[Any]) -> Iterator[Seated]:
    """Every profile as it begins, and some to which this and that has happened."""
    paper, random = system.paper(), Random(7)
    for card in paper.cards:
        yield Seated(card.profile, marks_at_start(paper, card.profile))
    for _ in range(40):
        profile = random.choice(paper.cards).profile
        yield Seated(profile, any_marks(paper, profile, random))


def _facts_or_refusal(system: System[Any], id: str, party: str, seated: Seated) -> Mapping[str, Plain] | str:
    try:
        return filled(system, id, {party: seated})
    except Unsuited as fault:
        return str(fault)


@each_party
def test_a_party_nobody_knows_is_refused(system: System[Any], id: str, party: str) -> None:
    one = system.paper().party(id, party)
    with pytest.raises(Unsuited, match="there is no profile"):
        one.fills("nobody", {})
    with pytest.raises(Unsuited, match="there is no mark"):
        one.fills(system.paper().cards[0].profile, {"no-such-mark": 1})


@each_resolution
def test_marks_after_an_outcome_are_marks_that_can_be_marked(system: System[Any], id: str) -> None:
    paper, fought = system.paper(), 0
    for parties in _meetings(system, id):
        try:
            after = thrown(system, id, parties, seed=fought)
        except (Unfit, ValueError):
            continue  # these two cannot meet so
        if after is None:
            continue
        for party, changes in after.changes.items():
            profile, marks = parties[party]
            assert all(marks[mark] != value for mark, value in changes.items())
            _assert_can_be_marked(paper, profile, {**marks, **changes})
        fought += 1
        if fought == ENOUGH:
            break
    assert fought


def _meetings(system: System[Any], id: str) -> Iterator[dict[str, Seated]]:
    """Units of any kind in any state, as the parties of a resolution."""
    paper, random = system.paper(), Random(11)
    for _ in range(400):
        profiles = {party.id: random.choice(paper.cards).profile for party in paper.parties[id]}
        yield {
            party: Seated(profile, any_marks(paper, profile, random)) for party, profile in profiles.items()
        }


def _assert_can_be_marked(paper: Paper, profile: str, marks: dict[str, Any]) -> None:
    for mark in paper.marks:
        value, most = marks[mark.id], paper.card(profile).most.get(mark.id, mark.most)
        match mark.kind:
            case "flag":
                assert isinstance(value, bool)
            case "choice":
                assert value in mark.choices
            case "count":
                assert value >= 0
                assert most is None or value <= most, f"{mark.id} of {profile} is {value}, more than {most}"
