"""Chances: the odds of every resolution add up, exact and in floats, and agree with repeated play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import fsum, inf, log
from random import Random
from typing import Any

from msgspec import Struct

from sandtable.dice import Odds, RandomHand
from sandtable.game.ask.questions import Do, do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.drivers.odds import best, odds
from sandtable.game.drivers.run import ProcedureRun
from sandtable.game.kit.system import Policy, System
from sandtable.game.rules.resolution import Resolution
from tests.conformance.asking import is_known
from tests.conformance.bout import require
from tests.conformance.facts import from_wire, some_facts

SLACK = 1e-9
FALSE_ALARM = 1e-9
"""How likely a resolution that plays by its odds would be accused, if the seeds were not fixed."""


def check_resolution(
    system: System[Any], resolution: Resolution, facts: Struct, plays: int, seed: int
) -> None:
    """The figures and the odds of one resolution with these facts, under every policy."""
    where = f"{system.id} {resolution.id} with {facts!r}"
    require(from_wire(facts) == facts, f"{where}: the facts are not the same when they come back from JSON")
    check_tallies(system, resolution, facts, where)
    policies: Mapping[str, Policy | None] = system.policies() or {"no policy": None}
    for name, policy in policies.items():
        by = f"{where}, {name}"
        chances = check_odds(resolution, facts, policy, by)
        for outcome in chances:
            check_words(resolution, facts, outcome, by)
        if policy is not best:
            played = play(do(resolution.procedure, facts), policy, plays, seed)
            check_agreement(chances, played, by)


def check_tallies(system: System[Any], resolution: Resolution, facts: Struct, where: str) -> None:
    """Every step of every figure names a rule of the rulebook."""
    for name, tally in resolution.tallies(facts).items():
        require(tally.steps, f"{where}: the figure {name!r} has no reason")
        for step in tally.steps:
            words = f"{where}: the figure {name!r} rests on {step.rule!r}, which is no rule"
            require(is_known(system, step.rule), words)


def check_odds(resolution: Resolution, facts: Struct, policy: Policy | None, where: str) -> Odds[Any]:
    """The chances of all outcomes add up to one, and are the same in floats as in fractions."""
    call = do(resolution.procedure, facts)
    exact, floats = odds(call, policy, exact=True), odds(call, policy)
    require(
        {type(chance) for chance in exact.values()} == {Fraction}, f"{where}: the exact odds are not exact"
    )
    require(sum(exact.values()) == 1, f"{where}: the exact chances add up to {sum(exact.values())}")
    require(abs(fsum(floats.values()) - 1) <= SLACK, f"{where}: the chances add up to {sum(floats.values())}")
    for outcome in {**exact, **floats}:
        gap = abs(float(exact.get(outcome, 0)) - floats.get(outcome, 0.0))
        require(
            gap <= SLACK,
            f"{where}: {outcome!r} is {exact.get(outcome)} exactly, {floats.get(outcome)} in floats",
        )
    return exact


def check_words(resolution: Resolution, facts: Struct, outcome: object, where: str) -> None:
    """Every outcome can be put under a heading, and measured where there is a measure."""
    headings = resolution.summary(facts, outcome)
    require(headings and all(headings), f"{where}: the outcome {outcome!r} comes under no heading")
    if resolution.measure is not None:
        require(resolution.measured, f"{where}: nothing says what is measured")
        measured = resolution.measure(outcome)
        require(isinstance(measured, int), f"{where}: {outcome!r} measures {measured!r}, no whole number")


def play(call: Do[Any], policy: Policy | None, plays: int, seed: int) -> Counter[Any]:
    """How often each outcome came in so many plays."""
    hand = RandomHand(seed)
    return Counter(_play_once(call, policy, hand) for _ in range(plays))


def _play_once(call: Do[Any], policy: Policy | None, hand: RandomHand) -> Any:
    run: ProcedureRun[Any] = ProcedureRun(
        call, lambda throw: throw.cast(hand), lambda battle, event: event.apply(battle)
    )
    while run.pending is not None:
        require(policy is not None, f"{run.pending.decision} is asked, and the system names no policy")
        assert policy is not None
        settled = run.pending.judge(policy(run.pending))
        require(not isinstance(settled, Refusal), f"the policy breaks the rules: {settled}")
        run.answer(settled)
    return run.result


def check_agreement(chances: Odds[Any], played: Counter[Any], where: str) -> None:
    """No outcome came more or less often than its chance allows.

    By Chernoff's bound an outcome of chance p comes in a share of q of n plays, or in one farther off, with a
    chance of at most exp(-n D(q, p)), where D is the relative entropy. All outcomes share one false alarm.
    """
    plays = played.total()
    for outcome in played:
        require(outcome in chances, f"{where}: {outcome!r} was played, and the odds do not know it")
    limit = log(2 * len(chances) / FALSE_ALARM)
    for outcome, chance in chances.items():
        share = played[outcome] / plays
        surprise = plays * _relative_entropy(share, float(chance))
        words = (
            f"{where}: {outcome!r} came in {share:.4f} of {plays} plays, its chance is {float(chance):.4f}"
        )
        require(surprise <= limit, words)


def _relative_entropy(share: float, chance: float) -> float:
    return _part(share, chance) + _part(1 - share, 1 - chance)


def _part(share: float, chance: float) -> float:
    if share <= 0:
        return 0.0
    return inf if chance <= 0 else share * log(share / chance)


def samples(resolution: Resolution, random: Random, count: int) -> list[Struct]:
    """Some facts for a resolution."""
    return [some_facts(resolution.facts, random) for _ in range(count)]
