"""Every registered system, and the toy, keeps the contract; no system is excepted by name.

The ordinary size fights a few seeded battles of every scenario. ``make soak`` fights on with fresh seeds for
as long as SANDTABLE_SOAK_MINUTES says.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from itertools import count, cycle
from random import Random, SystemRandom
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.agents import AGENTS
from sandtable.game.files.record import text_of
from sandtable.game.kit.system import System
from sandtable.table import compiled
from tests.conformance.bout import Bout, Broken, system_named, system_names, trace
from tests.conformance.chances import check_resolution, samples
from tests.conformance.keeping import check_scenario, recorded
from tests.conformance.suite import fight, fight_unwatched

PAIRS = (("militia", "militia"), ("greedy", "greedy"))
SCENARIOS = [(name, scenario) for name in system_names() for scenario in system_named(name).scenarios()]


def dealt(system: System[Any], number: int) -> tuple[tuple[str, int], ...]:
    """One choice of each variant of a system, those by default left out; another with every battle of it.

    After a round of its choices a variant moves on by one more, so that choices and agents meet otherwise.
    """
    offered = [(each.id, len(each.choices)) for each in system.rulebook().variants]
    chosen = [(option, (number + number // choices) % choices) for option, choices in offered]
    return tuple((option, choice) for option, choice in chosen if choice)


def bouts(name: str) -> Iterator[Bout]:
    """Every scenario of a system fought by every pair of agents, and every choice of every variant met."""
    system = system_named(name)
    scenarios, variants = system.scenarios(), system.rulebook().variants
    unmet = {(each.id, choice) for each in variants for choice in range(1, len(each.choices))}
    for number in count():
        if number >= len(PAIRS) * len(scenarios) and not unmet:
            return
        options = dealt(system, number)
        unmet -= set(options)
        scenario = scenarios[number // len(PAIRS) % len(scenarios)]
        yield Bout(name, scenario, PAIRS[number % len(PAIRS)], number + 1, options=options)


BOUTS = [bout for name in system_names() for bout in bouts(name)]
RESOLUTIONS = [(name, each.id) for name in system_names() for each in system_named(name).resolutions()]

NAMES = sorted(AGENTS)
FACTS = 6
PLAYS = 1000
SAMPLE = 40


@pytest.mark.parametrize("bout", BOUTS, ids=str)
def test_a_battle_begins_by_the_scenario_it_is_given(bout: Bout) -> None:
    system = system_named(bout.system)
    check_scenario(system, bout.scenario, bout.readings(system))


@pytest.mark.parametrize("bout", BOUTS, ids=str)
def test_a_battle_is_fought_as_the_contract_says(bout: Bout) -> None:
    fight(system_named(bout.system), bout)


@pytest.mark.parametrize(("name", "resolution"), RESOLUTIONS, ids=map("-".join, RESOLUTIONS))
def test_the_odds_of_a_resolution_add_up_and_agree_with_repeated_play(name: str, resolution: str) -> None:
    system = system_named(name)
    asked = next(each for each in system.resolutions() if each.id == resolution)
    for seed, facts in enumerate(samples(asked, Random(resolution), FACTS)):
        check_resolution(system, asked, facts, PLAYS, seed)


@pytest.mark.parametrize("bout", BOUTS, ids=str)
def test_the_same_seeds_fight_the_same_battle_and_others_another(bout: Bout) -> None:
    seeded = [replace(bout, agents=("militia", "militia"), seed=seed) for seed in (7, 7, 8)]
    system = system_named(bout.system)
    first, second, other = (trace(fight_unwatched(system, each, SAMPLE).log) for each in seeded)
    assert first == second
    assert first != other


@pytest.fixture
def kernels_restored() -> Iterator[None]:
    """Put the kernels back as they were."""
    mode = compiled.mode()
    yield
    compiled.use(mode)


@pytest.mark.usefixtures("kernels_restored")
@pytest.mark.parametrize("bout", BOUTS, ids=str)
def test_plain_and_compiled_geometry_fight_the_same_battle(bout: Bout) -> None:
    seeded, system = replace(bout, agents=("militia", "militia"), seed=9), system_named(bout.system)
    texts = []
    for mode in ("plain", "compiled"):
        compiled.use(mode)
        texts.append(text_of(recorded(fight_unwatched(system, seeded, SAMPLE), seeded)))
    assert texts[0] == texts[1]


# ----------------------------------------------------------------------- soak
@pytest.mark.soak
def test_nothing_breaks_in_hours_of_fighting(capsys: pytest.CaptureFixture[str]) -> None:
    minutes = float(os.environ["SANDTABLE_SOAK_MINUTES"])
    until = time.monotonic() + 60 * minutes
    broken: list[str] = []
    entries = 0
    for fought, bout in enumerate(fresh_bouts()):
        if time.monotonic() >= until:
            break
        try:
            entries += len(fight(system_named(bout.system), bout).log)
            check_fresh_odds(bout)
        except Broken as fault:
            broken.append(str(fault))
        left = max(until - time.monotonic(), 0) / 60
        with capsys.disabled():
            progress = f"{fought + 1} battles, {entries} entries, {len(broken)} broken, {left:.1f} min left"
            sys.stderr.write(f"{progress}: {bout}\n")
    assert not broken, "\n".join(broken)


def fresh_bouts() -> Iterator[Bout]:
    """One scenario after another, each time with other agents and a seed nobody has seen."""
    seeds = SystemRandom()
    for name, scenario in cycle(SCENARIOS):
        agents = seeds.choice(NAMES), seeds.choice(NAMES)
        every, stamina = seeds.choice((1, 5, 20)), seeds.choice((100, 100_000))
        system = system_named(name)
        chosen = ((each.id, seeds.randrange(len(each.choices))) for each in system.rulebook().variants)
        options = tuple((option, number) for option, number in chosen if number)
        yield Bout(name, scenario, agents, seeds.getrandbits(48), every, stamina, options)


def check_fresh_odds(bout: Bout) -> None:
    """The odds of one resolution of the system, with facts nobody has seen."""
    system, random = system_named(bout.system), Random(bout.seed)
    asked = random.choice(system.resolutions())
    (facts,) = samples(asked, random, 1)
    check_resolution(system, asked, facts, PLAYS, bout.seed)
