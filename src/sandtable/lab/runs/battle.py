"""One battle of a plan: fought to its end and summed up in plain figures."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

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
from sandtable.lab.runs.plan import Bout, Ground, agent_for

SIDES: Final = 2
Progress = Callable[[Battle[Any]], None]
"""Told of the battle whenever a turn begins."""


class UnitEnd(Struct, frozen=True, array_like=True):
    """What became of a unit: if it still stood on the table, its state, and how often it was heard of."""

    stands: bool
    state: str
    deeds: int


class Fought(Struct, frozen=True, tag="fought"):
    """A battle that was fought to its end.

    ``scores`` are both sides' at the beginning of each turn and at the end; ``worn`` are units that no longer
    stand, side by side; ``unasked`` are house rules whose tables nothing had asked for by its end.
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


class Broken(Struct, frozen=True, tag="broken"):
    """A battle that could not be fought to its end: what went wrong, and the record that leads there."""

    number: int
    seed: int
    agents: tuple[str, ...]
    words: str
    record: str
    trace: str


Result = Fought | Broken


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


def seated(bout: Bout) -> list[Agent]:
    """The agents of a battle in their seats."""
    return [agent_for(name, bout.seed, seat) for seat, name in enumerate(bout.agents)]


def fight(ground: Ground, bout: Bout, *, closely: bool, failed: Path) -> Result:
    """Fight a battle; one that fails leaves its record in the folder *failed*, and the others go on.

    Only a house rule that does not fit its table is raised: it would break every battle.
    """
    scores: list[tuple[float, float]] = []
    try:
        game = Game(ground.system, ground.battle(), RandomHand(bout.seed))
    except BadHouseRule:  # no battle of the run can be fought by it
        raise
    except Exception as fault:  # whatever it is, it is told and the run goes on
        return _broken(bout, fault, "")
    try:
        play_out(game, seated(bout), lambda battle: scores.append(_scores(ground.system, battle)))
        return summed_up(ground, bout, game, (*scores, _scores(ground.system, game.battle)), closely=closely)
    except BadHouseRule:
        raise
    except Exception as fault:
        return _broken(bout, fault, _keep(ground, bout, game, failed))


def summed_up(
    ground: Ground, bout: Bout, game: Game[Any], scores: tuple[tuple[float, float], ...], *, closely: bool
) -> Fought:
    """A battle that is over in plain figures."""
    system, battle = ground.system, game.battle
    outcome, units = battle.outcome, battle.units
    gone = [unit.side for unit in units if unit.pose is None]
    return Fought(
        number=bout.number,
        seed=bout.seed,
        agents=bout.agents,
        winner=None if outcome is None else outcome.winner,
        degree="" if outcome is None else outcome.degree,
        rule="" if outcome is None else outcome.rule,
        turns=battle.turn,
        decisions=sum(isinstance(entry, Decided) for entry in game.log),
        throws=game.throws,
        scores=scores,
        worn=(gone.count(0), gone.count(1)),
        units=_ends(system, game),
        study=study(game, ground.scenario) if closely else None,
        unasked=system.rulebook().unasked,
    )


def _ends(system: System[Any], game: Game[Any]) -> tuple[UnitEnd, ...]:
    deeds = [0] * len(game.battle.units)
    for entry in game.log:
        if isinstance(entry, Happened):
            for unit in system.parties(entry.event)[:1]:
                deeds[unit] += 1
    return tuple(
        UnitEnd(unit.pose is not None, system.card(game.battle, unit).state, deeds[unit.id])
        for unit in game.battle.units
    )


def _scores(system: System[Any], battle: Battle[Any]) -> tuple[float, float]:
    return round(system.score(battle, 0), 3), round(system.score(battle, 1), 3)


# --------------------------------------------------------------------- what goes wrong
def _broken(bout: Bout, fault: Exception, kept: str) -> Broken:
    words = f"{type(fault).__name__}: {fault}"
    return Broken(*bout, words=words, record=kept, trace="".join(traceback.format_exception(fault)))


def _keep(ground: Ground, bout: Bout, game: Game[Any], folder: Path) -> str:
    """The record of a battle as far as it came; replaying it and letting its agents go on fails again."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"battle-{bout.number:06}.json"
    seats = tuple(Seat(name, SeatKind.AGENT) for name in bout.agents)
    save(
        record(game, scenario=ground.scenario, seats=seats, dice=Seeded(bout.seed), readings=ground.readings),
        file,
    )
    return file.name
