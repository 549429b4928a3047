"""The lab: battles per second for every system, and the gain from more processes or a cluster.

For each system the scenario nearest to twelve units a side is fought on one core, by militia and by captains:
battles and questions per second, and the share of each part of the program. Then with fewer units; then the
same battles by two processes and by two workers of a Ray cluster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from msgspec.structs import replace

from benchmarks.modes import COMPILED, in_mode
from benchmarks.rooms import HOUSE, SWITCH, looking_in
from benchmarks.stopwatch import Effort, Peer, Question, SelfTimed, Side
from sandtable import systems
from sandtable.agents import AGENTS
from sandtable.dice import RandomHand
from sandtable.game.battle.log import Decided
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Readings
from sandtable.lab.runs import cluster, processes
from sandtable.lab.runs.battle import Result
from sandtable.lab.runs.plan import Plan

USUAL: Final = 24
"""Twelve units a side."""
BATTLES: Final = {"militia": 12, "captain": 2}
"""The number of battles of each agent."""
TARGETS: Final = {"militia": 1 / 50, "captain": 0.25}
"""Seconds per battle."""
PARTS: Final = ("geometry", "rules", "agent", "driver", "elsewhere")
SHARES: Final = (0.25, 0.5, 0.75, 1.0)
"""The shares of an army for which growth is measured."""
GROWING: Final = 6
SHARED_OUT: Final = 24
"""Battles that processes share in a round."""
TURNS: Final = 15
TWO: Final = 2
SPEED_UP: Final = 1.8
NO_SLOWER: Final = 0.95
"""What a cluster may cost: five per cent."""


class SampledBattles(NamedTuple):
    """Battles of one kind: seconds and questions per battle, and the samples of each part."""

    seconds: float
    questions: float
    parts: dict[str, int]


def questions(effort: Effort) -> Iterator[Question]:
    """Every system alone; then many battles at once."""
    for name in systems.names():
        system = systems.load(name)
        usual = nearest(system, USUAL)
        for agent in ("militia",) if effort.quick else tuple(BATTLES):
            yield from _of_battles(system, usual, agent, quick=effort.quick)
        if not effort.quick:
            yield from growth(system)
    if not effort.quick:
        yield from many_at_once()


# ------------------------------------------------------------------ one core
def nearest(system: System[Any], units: int) -> str:
    """The scenario whose number of units is nearest."""
    return min(system.scenarios(), key=lambda id: abs(len(system.scenario(id).units) - units))


def _of_battles(system: System[Any], scenario: str, agent: str, *, quick: bool) -> Iterator[Question]:
    """Battles and questions per second, and the seconds of each part per battle."""
    whole = system.scenario(scenario)
    fought = replace(whole, turn_limit=1) if quick else whole
    battles = 1 if quick else BATTLES[agent]
    words = f"{system.id}, {scenario} ({len(fought.units)} units), {agent}"
    watched = cache(lambda: watch(system, fought, agent, battles))
    yield Question(
        words=words,
        sides=(
            Side(
                name="battles",
                way=SelfTimed(lambda: (watched().seconds, None)),
                reads=None,
                under=None if quick else TARGETS[agent],
            ),
            Side(
                name="questions",
                way=SelfTimed(lambda: (watched().seconds / watched().questions, None)),
                reads=None,
            ),
        ),
        most_rounds=1,
        per_second=True,
    )
    sides = tuple(_part(watched, part) for part in PARTS)
    yield Question(words=f"{words}: where the time goes", sides=sides, most_rounds=1)


def _part(watched: Callable[[], SampledBattles], part: str) -> Side:
    def ask() -> tuple[float, object]:
        seen = watched()
        return seen.seconds * seen.parts.get(part, 0) / (sum(seen.parts.values()) or 1), None

    return Side(name=part, way=SelfTimed(ask), reads=None)


def watch(system: System[Any], scenario: Scenario, agent: str, battles: int) -> SampledBattles:
    """Fight battles and sample them; the first is not counted, as it compiles and fills caches."""
    battle = system.muster(scenario, Readings())
    parts: Counter[str] = Counter()
    with in_mode(COMPILED)():
        _fight(system, battle, agent, 0)
        start = process_time()
        with looking_in(parts, part_of):
            asked = sum(_fight(system, battle, agent, seed) for seed in range(1, battles + 1))
        return SampledBattles((process_time() - start) / battles, asked / battles, dict(parts))


def _fight(system: System[Any], battle: Any, agent: str, seed: int) -> int:
    """Fight a battle and return the number of questions answered."""
    agents = (AGENTS[agent](seed), AGENTS[agent](-seed))
    game: Game[Any] = Game(system, battle, RandomHand(seed))
    game.play_out(lambda position: agents[position.question.seat].decide(position))
    return sum(isinstance(entry, Decided) for entry in game.log)


@lru_cache(maxsize=1024)
def part_of(file: str) -> str:
    """The part of the program that a file belongs to; empty if it is not ours or only runs kernels."""
    if not file.startswith(HOUSE) or file.endswith(SWITCH):
        return ""
    room, *within = Path(file).relative_to(HOUSE).parts
    match room:
        case "table":
            return "geometry"
        case "agents":
            return "agent"
        case "systems":
            return "agent" if "doctrine" in within else "rules"
        case "game" | "dice" | "ask.py":
            return "driver"
        case _:
            return "elsewhere"


# ------------------------------------------------------------------ growth
def growth(system: System[Any]) -> Iterator[Question]:
    """Militia with a part of both armies of a scenario, and with all of them."""
    for scenario in thinned(system):
        side = Side(name="militia", way=SelfTimed(_timed(system, scenario)), reads=None)
        yield Question(
            words=f"{system.id}, {scenario.id} with fewer units",
            sides=(side,),
            size=len(scenario.units),
            most_rounds=1,
            per_second=True,
        )


def _timed(system: System[Any], scenario: Scenario) -> Callable[[], tuple[float, object]]:
    return cache(lambda: (watch(system, scenario, "militia", GROWING).seconds, None))


def thinned(system: System[Any]) -> tuple[Scenario, ...]:
    """The largest scenario of a system that can be fought with fewer units, in several sizes."""
    ids = sorted(system.scenarios(), key=lambda id: -len(system.scenario(id).units))
    for id in ids:
        sizes = tuple(_part_of(system.scenario(id), share) for share in SHARES)
        try:
            for scenario in sizes:
                system.muster(scenario, Readings())
        except KeyError:
            continue  # the scenario names units that are missing now
        return sizes
    return ()


def _part_of(scenario: Scenario, share: float) -> Scenario:
    kept: list[Any] = []
    for side in scenario.sides:
        own = [unit for unit in scenario.units if unit.side == side.id]
        kept += own[: max(1, round(len(own) * share))]
    return replace(scenario, units=tuple(kept))


# ------------------------------------------------------------------ many at once
def many_at_once() -> Iterator[Question]:
    """The battles of a run by two processes beside one, and by two workers of a Ray cluster.

    All are started and warm; they fight the same battles in turns.
    """
    plan = _plan()
    with ExitStack() as held:
        failed = Path(held.enter_context(TemporaryDirectory()))
        one = _by("one process", held.enter_context(processes.battle_processes(plan, jobs=1, failed=failed)))
        two = _by(
            "two processes", held.enter_context(processes.battle_processes(plan, jobs=TWO, failed=failed))
        )
        faster = replace(two, peers=(Peer(one.name, at_least=SPEED_UP),))
        yield _shared_out("battles of a run, liberty", faster, replace(one, shown=False))
        if cluster.is_installed():
            workers = cluster.cluster_workers(plan, address=cluster.LOCAL, workers=TWO, failed=failed)
            ray = _by("Ray, two workers", held.enter_context(workers))
            as_fast = replace(ray, peers=(Peer(two.name, at_least=NO_SLOWER),))
            yield _shared_out("battles of a run by Ray, liberty", as_fast, replace(two, shown=False))


def _shared_out(words: str, *sides: Side) -> Question:
    return Question(words=words, sides=sides, most_rounds=TURNS, per_second=True)


class BattleFighters(Protocol):
    """Fights battles of a plan by their numbers."""

    def fight(self, numbers: Iterable[int]) -> Iterable[Result]:
        """Every battle once, as they end."""


def _by(name: str, fighters: BattleFighters) -> Side:
    return Side(name=name, way=SelfTimed(lambda: shared_out(fighters)), reads=_in_order, per_run=SHARED_OUT)


def shared_out(fighters: BattleFighters) -> tuple[float, list[Result]]:
    """The wall-clock time of some battles, and their results."""
    start = perf_counter()
    results = list(fighters.fight(range(SHARED_OUT)))
    return perf_counter() - start, results


def _in_order(results: list[Result]) -> list[Result]:
    return sorted(results, key=lambda result: result.number)


def _plan() -> Plan:
    system = systems.load("liberty")
    plain = msgspec.json.decode(msgspec.json.encode(system.scenario(nearest(system, USUAL))))
    return Plan("liberty", plain, ("militia", "militia"), battles=SHARED_OUT)
