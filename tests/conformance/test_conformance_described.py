"""Every decision and every event is described once, by its class."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.game.ask.questions import Choose, Decision, Event
from sandtable.game.kit.system import System
from sandtable.systems import load
from tests.conformance.described import decision_classes, event_classes

DESCRIBED = ("coldsteel", "eagle", "elan", "liberty", "tricorn")
"""The systems whose decisions and events are classes."""

SETTLED_BEFORE: dict[str, set[str]] = {
    "coldsteel": {"setup.free-deployment"},
    "eagle": set(),
    "elan": {
        "setup.options",
        "charge.path",  # the shortest legal way
    },
    "liberty": {
        "army-choice",  # the file of a free battle
        "brigade-assignment",  # the file of a scenario
        "initiative",  # dice alone
        "veterans-roll",  # dice alone
        "counter-charge-rerolls",  # asked as test-rerolls
        "stubborn",  # always used
        "tough-fighters",  # always used
    },
    "tricorn": {
        "setup.cc-command",
        "setup.choose-readings",
        "setup.deploy-mode",
        "setup.sides",
        # These are options of move.action.
        "move.break-off",
        "rally.try",
        # Only the two primaries of a melee gain markers, so no side has two units to test.
        "melee.morale-order",
    },
}
"""Decisions of the rulebook that are never asked: most are settled when a game is made."""


@pytest.fixture(params=DESCRIBED)
def system(request: pytest.FixtureRequest) -> System[Any]:
    found: System[Any] = load(request.param)
    return found


def test_the_rulebook_and_the_classes_know_the_same_decisions(system: System[Any]) -> None:
    ids = {one.id for one in system.rulebook().decisions}
    assert set(decision_classes(system).values()) == ids - SETTLED_BEFORE[system.id]


def test_every_decision_has_words_and_cites_a_rule_of_the_rulebook(system: System[Any]) -> None:
    rules = {rule.id for rule in system.rulebook().rules}
    for one in decision_classes(system):
        assert one.words is not Decision.words, f"{one.__name__} has no words"
        assert one.rule in rules, f"{one.__name__} cites {one.rule!r}"


def test_a_decision_is_of_its_class_alone(system: System[Any]) -> None:
    """No part of a system asks an unnamed choice: its words would stand somewhere else."""
    assert Choose not in decision_classes(system)
    for one in decision_classes(system):
        assert "about" not in vars(one), f"{one.__name__} names its subject by fields of its own"


def test_every_event_has_a_sentence_and_cites_rules_of_the_rulebook(system: System[Any]) -> None:
    rules = {rule.id for rule in system.rulebook().rules}
    for one in event_classes(system):
        assert one.sentence is not Event.sentence, f"{one.__name__} has no sentence"
        assert set(one.rules) <= rules, f"{one.__name__} cites {one.rules}"
        assert one.rules or one.cites is not Event.cites, f"{one.__name__} cites no rule"
