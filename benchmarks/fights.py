"""Whole battles of militia against militia: how many are fought in a second, for information."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from benchmarks.armies import scenario as scenario_of
from benchmarks.modes import COMPILED, PLAIN, in_mode
from benchmarks.stopwatch import Effort, Loop, Peer, Question, Side
from sandtable import systems
from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.battle import Battle, fingerprint
from sandtable.game.play import Game
from sandtable.game.rulebook import Readings
from sandtable.game.system import System
from sandtable.systems.liberty.system import SYSTEM

SEEDS: Final = (1, 2, 3)
TURNS: Final = 12
SMALL: Final = 10
"""The size at which plain kernels fight as well; with more units they take minutes."""


def questions(effort: Effort) -> Iterator[Question]:
    """Every scenario of every system, and armies of growing size for a dozen turns."""
    for name in () if effort.quick else systems.names():
        system = systems.load(name)
        for scenario in system.scenarios():
            battle = system.muster(system.scenario(scenario), Readings())
            yield Question(
                words=f"{name}, {scenario}",
                sides=(_compiled(fought(system, battle, SEEDS), len(SEEDS)),),
                most_rounds=3,
                per_second=True,
            )
    for units in effort.sizes:
        yield random_battle(units, TURNS if not effort.quick else 1)


def random_battle(units: int, turns: int) -> Question:
    """One battle of an army of so many units."""
    run = fought(SYSTEM, SYSTEM.muster(scenario_of(units, turns), Readings()), SEEDS[:1])
    plain = Side(name=PLAIN, way=Loop(run), during=in_mode(PLAIN), shown=False)
    if units == SMALL:
        sides: tuple[Side, ...] = (_compiled(run, 1, Peer(plain.name)), plain)
    else:
        sides = (_compiled(run, 1),)
    return Question(words="random battle", size=units, sides=sides, most_rounds=3, per_second=True)


def _compiled(run: Callable[[], object], battles: int, *peers: Peer) -> Side:
    return Side(name="militia", way=Loop(run), per_run=battles, during=in_mode(COMPILED), peers=peers)


def fought(system: System[Any], battle: Battle[Any], seeds: tuple[int, ...]) -> Callable[[], list[str]]:
    """Fights a battle out once for each seed; answers with how the battles stand at the end."""
    return lambda: [fingerprint(fight(system, battle, seed)) for seed in seeds]


def fight(system: System[Any], battle: Battle[Any], seed: int) -> Battle[Any]:
    """Militia against militia to the end."""
    agents = (Militia(seed), Militia(-seed))
    game: Game[Battle[Any]] = Game(system, battle, RandomHand(seed))
    while game.question is not None:
        game.answer(agents[game.question.seat].decide(game.position()))
    return game.battle
