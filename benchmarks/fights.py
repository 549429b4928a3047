"""Whole battles: militia battles per second beside random games of chess, and seconds per captains' battle.

A battle is fought from its muster to its end on one core with compiled kernels, each scenario in its own
process. Militia fights the same dozen battles in every round, and a new dozen in each round, for which caches
by value help less. Random games of chess are no rival: they show the speed of the machine by a well-known
Python engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Final

from benchmarks import chess_games
from benchmarks.armies import scenario as scenario_of
from benchmarks.modes import COMPILED, PLAIN, in_mode
from benchmarks.stopwatch import Effort, Loop, Peer, Question, Side
from sandtable import systems
from sandtable.agents import AGENTS
from sandtable.dice import RandomHand
from sandtable.game.battle.battle import Battle, fingerprint
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.system import SYSTEM

SEEDS: Final = tuple(range(1, 13))
"""The seeds of the militia's battles, which differ much in length; captains fight the first few."""
NEW_SEEDS: Final = 1_001
"""The first seed of the battles that are fought only once."""
CAPTAINS: Final = 3
TURNS: Final = 12
SMALL: Final = 10
"""The largest size for plain kernels; with more units they take minutes."""
JUDGED: Final = ("guilford-1781", "rossbach-1757", "maida", "river-43", "alma")
"""One battle of twenty to thirty units of each system, which has targets; the others have none."""
SETS: Final = "scale"
"""The variant by which a system offers several sets of figures; battles are fought in each."""
MILITIA_TARGET: Final = 1 / 25
CAPTAIN_TARGET: Final = 5.0
"""Seconds per battle: militia at least 25 battles a second, captains at most 5 s."""


def questions(effort: Effort) -> Iterator[Question]:
    """Every scenario of every system, captains on those with targets, and armies of growing size."""
    for name in () if effort.quick else systems.names():
        system = systems.load(name)
        for scenario in system.scenarios():
            for words, readings in sets(system):
                battle = system.muster(system.scenario(scenario), readings)
                judged = scenario in JUDGED
                yield scenario_battle(f"{name}, {scenario}{words}", system, battle, judged=judged)
                if judged:
                    yield captains(f"{name}, {scenario}{words}, captains", system, battle)
    for units in effort.sizes:
        yield random_battle(units, TURNS if not effort.quick else 1)


def sets(system: System[Any]) -> Iterator[tuple[str, Readings]]:
    """The sets of figures of a system, each with its label; empty if there is only one."""
    book = system.rulebook()
    variant = next((one for one in book.variants if one.id == SETS), None)
    if variant is None:
        yield "", Readings()
        return
    for number, choice in enumerate(variant.choices):
        yield f", {choice}", book.choose({SETS: number})


def scenario_battle(words: str, system: System[Any], battle: Battle[Any], *, judged: bool) -> Question:
    """Militia against militia; scenarios with targets beside random games of chess."""
    peers = judged and chess_games.is_installed()
    ours = _militia("militia", fought(system, battle, SEEDS), judged=judged, peers=peers)
    new = _militia("militia, new dice", fought_once(system, battle), judged=judged, peers=peers)
    if judged and not peers:
        words = f"{words}; {chess_games.MISSING}"
    sides = (ours, new, *_chess()) if peers else (ours, new)
    return Question(words=words, sides=sides, most_rounds=5, per_second=True, apart=True)


def _militia(name: str, run: Callable[[], object], *, judged: bool, peers: bool) -> Side:
    return Side(
        name=name,
        way=Loop(run),
        per_run=len(SEEDS),
        during=in_mode(COMPILED),
        reads=None,
        under=MILITIA_TARGET if judged else None,
        peers=(Peer(chess_games.NAME),) if peers else (),
    )


def _chess() -> tuple[Side, ...]:
    way = Loop(lambda: chess_games.played(SEEDS))
    return (Side(name=chess_games.NAME, way=way, per_run=len(SEEDS), reads=None, shown=False),)


def captains(words: str, system: System[Any], battle: Battle[Any]) -> Question:
    """Captain against captain."""
    ours = Side(
        name="captain",
        way=Loop(fought(system, battle, SEEDS[:CAPTAINS], agent="captain")),
        per_run=CAPTAINS,
        during=in_mode(COMPILED),
        under=CAPTAIN_TARGET,
    )
    return Question(words=words, sides=(ours,), most_rounds=3, apart=True)


def random_battle(units: int, turns: int) -> Question:
    """One battle of an army of so many units."""
    run = fought(SYSTEM, SYSTEM.muster(scenario_of(units, turns), Readings()), SEEDS[:1])
    plain = Side(name=PLAIN, way=Loop(run), during=in_mode(PLAIN), shown=False)
    if units == SMALL:
        sides: tuple[Side, ...] = (_compiled(run, Peer(plain.name)), plain)
    else:
        sides = (_compiled(run),)
    return Question(
        words="random battle", size=units, sides=sides, most_rounds=3, per_second=True, apart=True
    )


def _compiled(run: Callable[[], object], *peers: Peer) -> Side:
    return Side(name="militia", way=Loop(run), during=in_mode(COMPILED), peers=peers)


def fought(
    system: System[Any], battle: Battle[Any], seeds: tuple[int, ...], agent: str = "militia"
) -> Callable[[], list[str]]:
    """Fight a battle for each seed and return the final states."""
    return lambda: [fingerprint(fight(system, battle, seed, agent)) for seed in seeds]


def fought_once(system: System[Any], battle: Battle[Any]) -> Callable[[], list[str]]:
    """Fight a dozen new battles at each call."""
    firsts = count(NEW_SEEDS, len(SEEDS))

    def run() -> list[str]:
        first = next(firsts)
        return fought(system, battle, tuple(range(first, first + len(SEEDS))))()

    return run


def fight(system: System[Any], battle: Battle[Any], seed: int, agent: str = "militia") -> Battle[Any]:
    """Let two agents of one kind fight to the end."""
    agents = (AGENTS[agent](seed), AGENTS[agent](-seed))
    game: Game[Battle[Any]] = Game(system, battle, RandomHand(seed))
    game.play_out(lambda position: agents[position.question.seat].decide(position))
    return game.battle
