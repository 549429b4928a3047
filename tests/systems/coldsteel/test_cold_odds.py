"""The resolutions of coldsteel by themselves: figures, odds, policies, and odds against play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import NoPolicy, best
from sandtable.game.rules.resolution import Resolution
from sandtable.systems.coldsteel.book import rulebook
from sandtable.systems.coldsteel.morale import Again, OfficerReroll
from sandtable.systems.coldsteel.policies import POLICIES, decide_sparingly, decide_steadily
from sandtable.systems.coldsteel.resolutions import FIGURES, RESOLUTIONS
from sandtable.systems.coldsteel.shooting_decisions import PickShooter
from tests.conformance.chances import check_agreement, check_odds, check_words, play
from tests.conformance.facts import some_facts


@pytest.mark.parametrize("resolution", RESOLUTIONS, ids=lambda one: one.id)
def test_odds_add_up_and_agree_with_play(resolution: Resolution) -> None:
    random = Random(11)
    for seed in range(2):
        facts: Any = some_facts(resolution.facts, random)
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
        facts: Any = some_facts(resolution.facts, Random(3))
        chances = check_odds(resolution, facts, decide_steadily, resolution.id)
        assert {resolution.parting.heading(outcome) for outcome in chances} <= set(
            resolution.parting.headings
        )


def test_figures_of_what_the_table_calls_cite_rules() -> None:
    assert {procedure.__name__ for procedure in FIGURES} == {"volley", "shot", "strike"}


def test_policies_say_what_they_do_not_decide() -> None:
    question = PickShooter(0, (1, 2))
    for policy, name in ((decide_steadily, "steady"), (decide_sparingly, "sparing")):
        with pytest.raises(
            NoPolicy, match=f"the {name} policy does not say how shooting.pick-unit is decided"
        ):
            policy(question)
    for modifier, steady in ((1, Again.BOTH), (2, Again.KEEP)):
        reroll = OfficerReroll(0, tuple(Again), unit=0, modifier=modifier, shown=(2, 3))
        assert decide_steadily(reroll) is steady
        assert decide_sparingly(reroll) is Again.KEEP
