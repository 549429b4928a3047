"""Battles fought by agents: who won, by how much, and what it cost each unit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from sandtable.agents import AGENTS
from sandtable.cli.errors import Misuse
from sandtable.cli.reports.muster import Muster
from sandtable.dice import RandomHand
from sandtable.game.battle.battle import Battle
from sandtable.game.battle.log import Decided
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Record, Seat, SeatKind, Seeded, record
from sandtable.game.files.typed_files import suggest
from sandtable.game.kit.system import System
from sandtable.game.rules.house_rules import Plain
from sandtable.lab.runs.battle import Progress, agents_for, play_out
from sandtable.lab.runs.plan import PlannedBattle


class UnitLosses(Struct, frozen=True):
    """A unit at the end: its state and markers, its first state, and whether it is on the table."""

    number: int
    side: int
    name: str
    kind: str
    began: str
    state: str
    markers: tuple[tuple[str, int], ...]
    on_table: bool


class BattleReport(Struct, frozen=True):
    """The result of one battle; ``winner`` is the number of a side, null for a draw."""

    seed: int
    winner: int | None
    degree: str
    words: str
    rule: str
    turns: int
    decisions: int
    throws: int
    units: tuple[UnitLosses, ...]


class FightReport(Struct, frozen=True):
    """The results of one or more battles of a scenario, and how often each side won.

    ``unasked`` are the house rules whose tables were not read.
    """

    system: str
    scenario: str
    sides: tuple[str, ...]
    agents: tuple[str, ...]
    readings: dict[str, int]
    house_rules: dict[str, Plain]
    unasked: tuple[str, ...]
    wins: tuple[int, ...]
    draws: int
    turns_on_average: float
    battles: tuple[BattleReport, ...]


def named_agents(text: str) -> tuple[str, ...]:
    """The agents in a text such as ``greedy,militia``, one for each side; a single name plays both."""
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in AGENTS:
            raise Misuse(f'there is no agent "{name}"; {suggest(name, AGENTS)}')
    if len(names) > 2:
        raise Misuse(f"a battle has two sides, but {len(names)} agents are named: {text}")
    return names * 2 if len(names) == 1 else names


def fight(muster: Muster, agents: tuple[str, ...], seed: int, progress: Progress) -> Game[Any]:
    """Fight one battle to its end."""
    game = Game(muster.system, muster.battle, RandomHand(seed))
    return play_out(game, agents_for(PlannedBattle(0, seed, agents)), progress)


def battle_report(muster: Muster, game: Game[Any], seed: int) -> BattleReport:
    """Report a battle that is over."""
    outcome = game.battle.outcome
    return BattleReport(
        seed=seed,
        winner=None if outcome is None else outcome.winner,
        degree="" if outcome is None else outcome.degree,
        words="nothing more happens" if outcome is None else outcome.words,
        rule="" if outcome is None else outcome.rule,
        turns=game.battle.turn,
        decisions=sum(isinstance(entry, Decided) for entry in game.log),
        throws=game.throws,
        units=tuple(losses(muster.system, muster.battle, game.battle)),
    )


def losses(system: System[Any], start: Battle[Any], end: Battle[Any]) -> Iterator[UnitLosses]:
    """Every unit with its present and its first state."""
    for before, after in zip(start.units, end.units, strict=True):
        card = system.card(end, after)
        yield UnitLosses(
            number=after.id + 1,
            side=after.side,
            name=card.name,
            kind=card.kind,
            began=system.card(start, before).state,
            state=card.state,
            markers=card.markers,
            on_table=after.pose is not None,
        )


def fight_report(muster: Muster, agents: tuple[str, ...], battles: tuple[BattleReport, ...]) -> FightReport:
    """Report all battles together."""
    won = Counter(battle.winner for battle in battles)
    return FightReport(
        system=muster.system.id,
        scenario=muster.scenario,
        sides=muster.sides,
        agents=agents,
        readings=dict(muster.readings.chosen),
        house_rules=dict(muster.system.rulebook().house_rules.figures),
        unasked=muster.system.rulebook().unasked,
        wins=tuple(won[side] for side in range(len(muster.sides))),
        draws=won[None],
        turns_on_average=sum(battle.turns for battle in battles) / len(battles),
        battles=battles,
    )


def record_of(muster: Muster, game: Game[Any], agents: tuple[str, ...], seed: int) -> Record:
    """The record of a battle between agents."""
    seats = tuple(Seat(name, SeatKind.AGENT) for name in agents)
    return record(game, scenario=muster.setting, seats=seats, dice=Seeded(seed), readings=muster.readings)
