"""One battle of a plan: fight it to its end and sum it up in plain figures."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from sandtable.agents import Agent
from sandtable.dice import RandomHand
from sandtable.game.battle.battle import Battle
from sandtable.game.battle.log import Decided, Happened
from sandtable.game.battle.position import Position
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Seat, SeatKind, Seeded, record
from sandtable.game.files.record_files import save
from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import BadHouseRule
from sandtable.lab.findings.study import Study, study
from sandtable.lab.runs.plan import PlannedBattle, StartingPoint, agent_for

Progress = Callable[[Battle[Any]], None]
"""Called with the battle at the beginning of every turn."""


class UnitEnd(Struct, frozen=True, array_like=True):
    """How a unit ended: whether it is on the table, its state, and how often the log names it first."""

    stands: bool
    state: str
    deeds: int


class FinishedBattle(Struct, frozen=True, tag="fought"):
    """A battle that was fought to its end.

    ``scores`` are both sides' at the beginning of each turn and at the end; ``worn`` are the units lost by
    each side; ``unasked`` are the house rules whose tables were not read.
    """

    number: int
    seed: int
    agents: tuple[str, ...]
    winner: int | None
    degree: str
    rule: str
    turns: int
    decisions: int
    throws: int
    scores: tuple[tuple[float, float], ...]
    worn: tuple[int, int]
    units: tuple[UnitEnd, ...]
    study: Study | None = None
    unasked: tuple[str, ...] = ()


class FailedBattle(Struct, frozen=True, tag="broken"):
    """A battle that raised an error: the message, the traceback and the file with its record."""

    number: int
    seed: int
    agents: tuple[str, ...]
    words: str
    record: str
    trace: str


Result = FinishedBattle | FailedBattle


def play_out(game: Game[Any], agents: list[Agent], progress: Progress = lambda _: None) -> Game[Any]:
    """Let agents play a game to its end."""
    turn = 0

    def decide(position: Position[Any]) -> object:
        nonlocal turn
        if game.battle.turn != turn:
            turn = game.battle.turn
            progress(game.battle)
        return agents[position.question.seat].decide(position)

    game.play_out(decide)
    return game


def agents_for(planned: PlannedBattle) -> list[Agent]:
    """The agents of a battle, by seat."""
    return [agent_for(name, planned.seed, seat) for seat, name in enumerate(planned.agents)]


def fight(start: StartingPoint, planned: PlannedBattle, *, closely: bool, failed: Path) -> Result:
    """Fight a battle; if it fails, its record is saved in the folder *failed*.

    Only BadHouseRule is raised: it would make every battle of the run fail.
    """
    scores: list[tuple[float, float]] = []
    try:
        game = Game(start.system, start.battle(), RandomHand(planned.seed))
    except BadHouseRule:  # it would stop every battle of the run
        raise
    except Exception as fault:  # any other error fails this battle only
        return _broken(planned, fault, "")
    try:
        play_out(game, agents_for(planned), lambda battle: scores.append(_scores(start.system, battle)))
        return summary_of(
            start, planned, game, (*scores, _scores(start.system, game.battle)), closely=closely
        )
    except BadHouseRule:
        raise
    except Exception as fault:
        return _broken(planned, fault, _keep(start, planned, game, failed))


def summary_of(
    start: StartingPoint,
    planned: PlannedBattle,
    game: Game[Any],
    scores: tuple[tuple[float, float], ...],
    *,
    closely: bool,
) -> FinishedBattle:
    """Sum up a battle that is over."""
    system, battle = start.system, game.battle
    outcome, units = battle.outcome, battle.units
    gone = [unit.side for unit in units if unit.pose is None]
    return FinishedBattle(
        number=planned.number,
        seed=planned.seed,
        agents=planned.agents,
        winner=None if outcome is None else outcome.winner,
        degree="" if outcome is None else outcome.degree,
        rule="" if outcome is None else outcome.rule,
        turns=battle.turn,
        decisions=sum(isinstance(entry, Decided) for entry in game.log),
        throws=game.throws,
        scores=scores,
        worn=(gone.count(0), gone.count(1)),
        units=_ends(system, game),
        study=study(game, start.scenario) if closely else None,
        unasked=system.rulebook().unasked,
    )


def _ends(system: System[Any], game: Game[Any]) -> tuple[UnitEnd, ...]:
    deeds = [0] * len(game.battle.units)
    for entry in game.log:
        if isinstance(entry, Happened):
            for unit in entry.event.parties()[:1]:
                deeds[unit] += 1
    return tuple(
        UnitEnd(unit.pose is not None, system.card(game.battle, unit).state, deeds[unit.id])
        for unit in game.battle.units
    )


def _scores(system: System[Any], battle: Battle[Any]) -> tuple[float, float]:
    return round(system.score(battle, 0), 3), round(system.score(battle, 1), 3)


# --------------------------------------------------------------------- what goes wrong
def _broken(planned: PlannedBattle, fault: Exception, kept: str) -> FailedBattle:
    words = f"{type(fault).__name__}: {fault}"
    return FailedBattle(*planned, words=words, record=kept, trace="".join(traceback.format_exception(fault)))


def _keep(start: StartingPoint, planned: PlannedBattle, game: Game[Any], folder: Path) -> str:
    """Save the record up to the failure; replaying it and letting the agents continue fails again."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"battle-{planned.number:06}.json"
    seats = tuple(Seat(name, SeatKind.AGENT) for name in planned.agents)
    save(
        record(
            game, scenario=start.scenario, seats=seats, dice=Seeded(planned.seed), readings=start.readings
        ),
        file,
    )
    return file.name
