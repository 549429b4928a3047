"""The resolutions of tricorn by themselves: figures, odds, policies, and odds against play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import best
from sandtable.game.rules.resolution import Resolution
from sandtable.systems.tricorn.book import rulebook
from sandtable.systems.tricorn.policies import POLICIES, decide_warily
from sandtable.systems.tricorn.resolutions import FIGURES, RESOLUTIONS
from tests.conformance.chances import check_agreement, check_odds, check_words, play
from tests.conformance.facts import from_wire, some_facts


@pytest.mark.parametrize("resolution", RESOLUTIONS, ids=lambda one: one.id)
def test_odds_add_up_and_agree_with_play(resolution: Resolution) -> None:
    random = Random(11)
    for seed in range(3):
        facts: Any = some_facts(resolution.facts, random)
        assert from_wire(facts) == facts
        for tally in resolution.tallies(facts).values():
            assert set(tally.rules) <= set(rulebook().ids)
        for name, policy in POLICIES.items():
            where = f"{resolution.id}, {name}, {facts!r}"
            chances = check_odds(resolution, facts, policy, where)
            for outcome in chances:
                check_words(resolution, facts, outcome, where)
            if policy is not best:
                check_agreement(chances, play(do(resolution.procedure, facts), policy, 200, seed), where)


def test_every_parting_names_all_outcomes() -> None:
    for resolution in RESOLUTIONS:
        if resolution.parting is None:
            continue
        random = Random(3)
        for _ in range(3):
            facts: Any = some_facts(resolution.facts, random)
            chances = check_odds(resolution, facts, decide_warily, resolution.id)
            found = {resolution.parting.heading(outcome) for outcome in chances}
            assert found <= set(resolution.parting.headings)


def test_figures_of_what_the_table_calls_cite_rules() -> None:
    assert {procedure.__name__ for procedure in FIGURES} == {"shot", "strike", "morale_test"}
