"""The resolutions of eagle by themselves: figures, odds, policies, and odds against play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import NoPolicy, best
from sandtable.game.rules.resolution import Resolution
from sandtable.systems.eagle.book import rulebook
from sandtable.systems.eagle.charging import DeclareCharge
from sandtable.systems.eagle.flight import Extra, OptionalDie
from sandtable.systems.eagle.policies import POLICIES, decide_briskly, decide_sparingly
from sandtable.systems.eagle.resolutions import FIGURES, RESOLUTIONS
from tests.conformance.chances import check_agreement, check_odds, check_words, play
from tests.conformance.facts import some_facts


@pytest.mark.parametrize("resolution", RESOLUTIONS, ids=lambda one: one.id)
def test_odds_add_up_and_agree_with_play(resolution: Resolution) -> None:
    random = Random(11)
    for seed in range(4):
        facts: Any = some_facts(resolution.facts, random)
        for tally in resolution.tallies(facts).values():
            assert set(tally.rules) <= set(rulebook().ids)
        for name, policy in POLICIES.items():
            where = f"{resolution.id}, {name}, {facts!r}"
            chances = check_odds(resolution, facts, policy, where)
            for outcome in chances:
                check_words(resolution, facts, outcome, where)
                if resolution.parting is not None:
                    assert resolution.parting.heading(outcome) in resolution.parting.headings
            if policy is not best:
                check_agreement(chances, play(do(resolution.procedure, facts), policy, 200, seed), where)


def test_figures_of_what_the_table_calls_are_told() -> None:
    assert {procedure.__name__ for procedure in FIGURES} == {"shoot", "fight", "roll_move"}


def test_policies_say_what_they_do_not_decide() -> None:
    """movement.dice.choice"""
    question = DeclareCharge(0, (1, 2), unit=0)
    for policy, name in ((decide_briskly, "brisk"), (decide_sparingly, "sparing")):
        with pytest.raises(NoPolicy, match=f"the {name} policy does not say how decision.charge is decided"):
            policy(question)
    dice = OptionalDie(0, tuple(Extra), unit=-1, average=3, d6s=())
    assert (decide_briskly(dice), decide_sparingly(dice)) == (Extra.ROLL, Extra.STOP)
