"""Whole battles: how many militia fights in a second beside random games of chess, how long a captain takes.

A battle is fought from its muster to its end on one core with compiled kernels, each scenario in a process of
its own, as whoever simulates one has it. Militia fights a dozen battles again and again, which are the same
in every round, and beside them a new dozen in each round, as whoever simulates thousands has them: what is
remembered by its value is of less use there. The peer is no rival: random games of chess say how fast a
random game of a well-known engine in Python is on the same machine.
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
"""The dice of militia's battles, which differ several times over in length; captains fight the first few."""
NEW_SEEDS: Final = 1_001
"""The first of the dice for battles that are fought only once."""
CAPTAINS: Final = 3
TURNS: Final = 12
SMALL: Final = 10
"""The size at which plain kernels fight as well; with more units they take minutes."""
JUDGED: Final = ("guilford-1781", "rossbach-1757", "maida", "river-43", "alma")
"""One battle of twenty to thirty units of each system, held to the targets; the others are only told."""
SETS: Final = "scale"
"""The variant by which a system offers several sets of figures; battles are fought in each of them."""
MILITIA_TARGET: Final = 1 / 25
CAPTAIN_TARGET: Final = 5.0
"""Seconds a battle where it is judged: at least 25 battles in a second, and no more than 5 s."""


def questions(effort: Effort) -> Iterator[Question]:
    """Every scenario of every system, captains on those that are judged, and armies of growing size."""
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
    """The sets of figures in which a system is played, each with its words; none where there is only one."""
    book = system.rulebook()
    variant = next((one for one in book.variants if one.id == SETS), None)
    if variant is None:
        yield "", Readings()
        return
    for number, choice in enumerate(variant.choices):
        yield f", {choice}", book.choose({SETS: number})


def scenario_battle(words: str, system: System[Any], battle: Battle[Any], *, judged: bool) -> Question:
    """Militia against militia; on the scenarios that are judged beside random games of chess."""
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
    """Captain against captain: how long a battle takes."""
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
    """Fights a battle out once for each seed; answers with how the battles stand at the end."""
    return lambda: [fingerprint(fight(system, battle, seed, agent)) for seed in seeds]


def fought_once(system: System[Any], battle: Battle[Any]) -> Callable[[], list[str]]:
    """Fights a dozen battles out that were not fought before, whenever it is run."""
    firsts = count(NEW_SEEDS, len(SEEDS))

    def run() -> list[str]:
        first = next(firsts)
        return fought(system, battle, tuple(range(first, first + len(SEEDS))))()

    return run


def fight(system: System[Any], battle: Battle[Any], seed: int, agent: str = "militia") -> Battle[Any]:
    """Two agents of one kind against each other to the end."""
    agents = (AGENTS[agent](seed), AGENTS[agent](-seed))
    game: Game[Battle[Any]] = Game(system, battle, RandomHand(seed))
    game.play_out(lambda position: agents[position.question.seat].decide(position))
    return game.battle
