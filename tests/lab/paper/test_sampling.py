"""Sampled odds agree with the exact ones within their error, and say that they are sampled."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

import pytest

from sandtable import systems
from sandtable.dice import Count, Total
from sandtable.dice.die import D6
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import NoPolicy, OddsDriver, TreeTooLarge, odds
from sandtable.lab.paper.effort import MOST_STEPS, Effort
from sandtable.lab.paper.facts import read_facts
from sandtable.lab.paper.odds_report import OddsReport, as_csv, find_resolution, odds_report
from sandtable.lab.paper.sampling import sampled_odds
from sandtable.lab.paper.sweep import sweep
from sandtable.lab.paper.values import Unfit

FEW = Effort(steps=50, throws=4_000, seed=3)
COLDSTEEL = systems.load("coldsteel")
MELEE = find_resolution(COLDSTEEL, "melee")
LARGEST: Mapping[str, object] = {"attacker.models": 30, "defender.models": 30, "defender.troops": "lancers"}


def told(effort: Effort, facts: Mapping[str, object]) -> OddsReport:
    """The facts of a melee."""
    return odds_report(
        COLDSTEEL, MELEE, read_facts(MELEE.facts, facts), policy=None, exact=False, effort=effort
    )


# --------------------------------------------------------------------- how far a tree is followed
async def volley(muskets: int) -> int:
    hits = await Count(muskets, at_least=4)
    return hits - await Count(hits, at_least=5)


def test_a_tree_is_followed_as_far_as_it_is_worth_and_no_further() -> None:
    """Three muskets take 20 steps: one for each of 4 counts of hits; for h of them h + 1 counts of saves, one
    step for the first and two for each other, which is led past the hits again.
    """
    assert OddsDriver(most=20).odds(do(volley, 3)) == odds(do(volley, 3))
    with pytest.raises(TreeTooLarge, match="more than 19 steps"):
        OddsDriver(most=19).odds(do(volley, 3))


def test_each_question_is_worth_the_same_and_what_is_remembered_costs_nothing() -> None:
    driver = OddsDriver(most=20)
    for _ in range(3):
        driver.odds(do(volley, 3))
        driver.odds(do(volley, 2))


def test_the_largest_tree_of_the_five_rule_sets_is_followed_to_every_end() -> None:
    largest = told(Effort(), LARGEST)
    assert largest.method.exact
    with pytest.raises(TreeTooLarge):
        OddsDriver(COLDSTEEL.policies()["steady"], most=MOST_STEPS // 8).odds(
            do(MELEE.procedure, read_facts(MELEE.facts, LARGEST))
        )


# --------------------------------------------------------------------- thrown instead
def test_thrown_odds_lie_within_five_standard_errors_of_the_exact_ones() -> None:
    exact, thrown = told(Effort(), LARGEST), told(FEW, LARGEST)
    assert exact.method.exact
    assert not thrown.method.exact
    chances = {row.words: row.chance for row in thrown.parting}
    for row in exact.parting:
        error = sqrt(row.chance * (1 - row.chance) / FEW.throws)
        assert abs(chances[row.words] - row.chance) <= 5 * error
    assert exact.mean is not None
    assert thrown.mean is not None
    assert thrown.method.mean_error is not None
    assert abs(thrown.mean - exact.mean) <= 5 * thrown.method.mean_error


@pytest.mark.parametrize("policy", ["cautious", "best"])
def test_decisions_inside_are_taken_by_the_policy_that_was_named(policy: str) -> None:
    liberty = systems.load("liberty")
    order = find_resolution(liberty, "order")
    facts = read_facts(order.facts, {"in_command": True, "supported": True})
    exact = odds(do(order.procedure, facts), liberty.policies()[policy])
    thrown = sampled_odds(do(order.procedure, facts), liberty.policies()[policy], FEW._replace(steps=999))
    for outcome, chance in exact.items():
        error = sqrt(float(chance) * (1 - float(chance)) / FEW.throws)
        assert abs(float(thrown.chance(outcome)) - float(chance)) <= 5 * error


def test_the_best_policy_is_refused_where_it_cannot_look_to_the_end() -> None:
    liberty = systems.load("liberty")
    facts = read_facts(find_resolution(liberty, "order").facts, {"in_command": True, "supported": True})
    with pytest.raises(Unfit, match="name a policy that does not look ahead"):
        odds_report(
            liberty,
            find_resolution(liberty, "order"),
            facts,
            policy="best",
            exact=False,
            effort=Effort(steps=0),
        )


def test_a_decision_without_a_policy_is_no_question_of_chance() -> None:
    liberty = systems.load("liberty")
    facts = read_facts(find_resolution(liberty, "order").facts, {"in_command": True})
    with pytest.raises(NoPolicy, match="name a policy"):
        sampled_odds(do(find_resolution(liberty, "order").procedure, facts), None, FEW)


def test_the_same_seed_gives_the_same_figures_and_another_gives_others() -> None:
    first, again = told(FEW, {}), told(FEW, {})
    assert first == again
    assert told(FEW._replace(seed=4), {}).outcomes != first.outcomes


# --------------------------------------------------------------------- and said so
async def coin(_: int) -> int:
    return await Total(1, D6) // 4


def test_the_error_is_that_of_the_chance_that_may_be_off_the_most() -> None:
    """A coin thrown 10,000 times is off by half a hundredth: the root of 1/2 times 1/2 in 10,000."""
    seen = sampled_odds(do(coin, 0), None, Effort(throws=10_000))
    assert float(seen.chance(1)) == pytest.approx(0.5, abs=5 * 0.005)
    thrown = told(FEW, LARGEST)
    biggest = max(row.at_least * (1 - row.at_least) for row in thrown.values)
    assert thrown.method.error >= sqrt(biggest / FEW.throws) - 1e-12
    assert thrown.method.error <= 0.5 / sqrt(FEW.throws)
    assert (thrown.method.thrown, thrown.method.seed) == (4_000, 3)


def test_comma_separated_values_say_how_they_were_found() -> None:
    lines = as_csv(told(FEW, {})).splitlines()
    assert lines[0].endswith(",method,error")
    assert '"thrown 4,000 times with seed 3"' in lines[1]
    assert all(line.endswith(",exact,0.0") for line in as_csv(told(Effort(), {})).splitlines()[1:])


def test_a_sweep_throws_only_where_it_must() -> None:
    found = sweep(
        COLDSTEEL,
        MELEE,
        {"defender.models": 4},
        ["attacker.models=2,20"],
        policy=None,
        show=None,
        effort=Effort(steps=500, throws=1_000),
    )
    assert [cell.method.exact for cell in found.cells] == [True, False]
    assert [cell.at for cell in found.thrown] == [("20",)]
