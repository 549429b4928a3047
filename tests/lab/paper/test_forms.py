"""Forms: every fact that people can state is a field with its bounds, choices and default."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import NODEFAULT

from sandtable import systems
from sandtable.game.rules.resolution import Resolution
from sandtable.lab.paper.facts import leaves, read_facts
from sandtable.lab.paper.forms import Choice, FactField, FactForm, form_of, is_asked
from sandtable.lab.paper.odds_report import find_resolution
from sandtable.lab.paper.values import Unfit


def form(system: str, resolution: str) -> FactForm:
    found = systems.load(system)
    return form_of(found, find_resolution(found, resolution))


def field(system: str, resolution: str, key: str) -> FactField:
    return next(one for one in form(system, resolution).fields if one.key == key)


def test_a_whole_number_has_its_bounds() -> None:
    bases = field("liberty", "volley", "fire.bases")
    assert (bases.group, bases.label) == ("Fire", "Bases")
    assert (bases.kind, bases.least, bases.most, bases.default) == ("whole", 0, 12, 4)


def test_a_fact_deep_inside_others_says_where_it_stands() -> None:
    command = field("liberty", "volley", "target.nerve.in_command")
    assert (command.group, command.label) == ("Target · nerve", "In command")
    assert (command.kind, command.default) == ("flag", False)


def test_a_fact_at_the_top_stands_in_no_group() -> None:
    assert field("liberty", "order", "in_command").group == ""


def test_words_of_a_list_are_choices() -> None:
    state = field("liberty", "volley", "fire.state")
    assert state.kind == "choice"
    assert [choice.value for choice in state.choices][:2] == ["STEADY", "WORN"]
    assert state.default == "STEADY"


def test_a_value_of_several_figures_has_its_parts() -> None:
    wear = field("liberty", "volley", "target.wear")
    assert wear.kind == "parts"
    assert [part.name for part in wear.parts] == ["worn", "shaken", "broken"]
    assert wear.default == {"worn": 8, "shaken": 16, "broken": 24}


def test_a_fact_that_may_be_nothing_has_that_among_its_choices() -> None:
    card = field("coldsteel", "morale", "card")
    assert card.kind == "choice"
    assert card.choices[0] == Choice(None, "none")
    commander = field("elan", "morale", "commander")
    assert (commander.kind, commander.least, commander.most) == ("whole", 0, 2)
    assert commander.choices == (Choice(None, "none"),)


def test_a_list_says_how_many_of_its_choices_it_takes() -> None:
    command = field("coldsteel", "morale", "command")
    assert (command.kind, command.most, command.default) == ("list", 4, ())
    assert "officer" in [choice.value for choice in command.choices]


def test_a_text_offers_what_stands_on_the_cards() -> None:
    weapon = field("liberty", "volley", "fire.weapon")
    assert weapon.kind == "text"
    assert {"Smoothbore Musket", "Rifled Musket", "6pdr Artillery"} <= {
        choice.value for choice in weapon.choices
    }


def test_numbers_that_mean_something_only_in_a_battle_are_not_asked() -> None:
    keys = {one.key for one in form("liberty", "volley").fields}
    assert keys
    assert not {"unit", "seat", "target.nerve.unit", "target.nerve.seat"} & keys


def _extremes(one: FactField) -> list[Any]:
    """Values that a page may send for a field: its ends, every choice, both values of a flag."""
    offered: list[Any] = [choice.value for choice in one.choices]
    match one.kind:
        case "whole" | "number":
            return offered + [end for end in (one.least, one.most) if end is not None]
        case "flag":
            return [True, False]
        case "list":
            return [offered[:1], offered[: int(one.most or 0)]]
        case "parts":
            return ["/".join(str(int(part.least or 0) + place) for place, part in enumerate(one.parts))]
        case _:
            return offered


@pytest.mark.parametrize("system", systems.names())
def test_whatever_a_field_offers_is_read_as_a_fact(system: str) -> None:
    """The value may conflict with other facts, but then the error is about the facts together."""
    found = systems.load(system)
    for resolution in found.resolutions():
        for one in form_of(found, resolution).fields:
            for value in _extremes(one):
                assert _misread(resolution, one.key, value) is None


def _misread(resolution: Resolution, key: str, value: object) -> str | None:
    """Why a value is refused for the fact itself; None if it is not."""
    try:
        read_facts(resolution.facts, {key: value})
    except Unfit as fault:
        return None if str(fault).startswith("these facts are not allowed") else str(fault)
    return None


@pytest.mark.parametrize("system", systems.names())
def test_a_fact_that_is_not_asked_has_a_default(system: str) -> None:
    for resolution in systems.load(system).resolutions():
        for leaf in leaves(resolution.facts):
            assert is_asked(leaf) or leaf.default is not NODEFAULT
