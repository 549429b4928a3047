"""The corpus: every scenario of a system with every variant, by default and by second readings.

Digests, fired rules and the long check of records all fight battles of this list, so that a scenario or a
variant that is added is covered by all of them.

>>> from sandtable import systems
>>> [str(setting) for setting in settings(systems.load("tricorn"))][:2]
['tricorn/blenheim-1704', 'tricorn/blenheim-1704, second readings']
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from sandtable.agents import AGENTS
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Record, Seat, SeatKind, Seeded, record
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Readings, Rulebook
from sandtable.lab.runs.plan import agent_for


class Setting(NamedTuple):
    """A scenario with the variants and readings that it is fought by."""

    system: System[Any]
    scenario: Scenario
    readings: Readings
    name: str

    def __str__(self) -> str:
        return self.name


class CorpusBattle(NamedTuple):
    """A finished battle of the corpus, and what is needed to fight it again."""

    setting: Setting
    agents: tuple[str, str]
    seed: int
    game: Game[Any]

    def record(self) -> Record:
        """The record of the battle."""
        seats = tuple(Seat(name, SeatKind.AGENT) for name in self.agents)
        scenario, readings = self.setting.scenario, self.setting.readings
        return record(self.game, scenario=scenario, seats=seats, dice=Seeded(self.seed), readings=readings)


def settings(system: System[Any]) -> Iterator[Setting]:
    """Every scenario with each choice of each variant, by the default and by the second readings."""
    book = system.rulebook()
    seconds = {rule.id: 1 for rule in book.rules if len(rule.readings) > 1}
    for id in system.scenarios():
        scenario = system.scenario(id)
        for words, options in _variants(book):
            name = f"{system.id}/{id}{words}"
            yield Setting(system, scenario, book.choose(options), name)
            if seconds:
                yield Setting(system, scenario, book.choose(options | seconds), f"{name}, second readings")


def _variants(book: Rulebook) -> Iterator[tuple[str, dict[str, int]]]:
    """The default, then each other choice of each variant alone."""
    yield "", {}
    for variant in book.variants:
        for number, choice in enumerate(variant.choices[1:], start=1):
            yield f" {variant.id}={choice}", {variant.id: number}


def fight(setting: Setting, agents: tuple[str, str], seed: int) -> CorpusBattle:
    """Fight a battle of the corpus to its end."""
    unknown = [name for name in agents if name not in AGENTS]
    assert not unknown, f"there is no agent {unknown}"
    game = Game(setting.system, setting.system.muster(setting.scenario, setting.readings), RandomHand(seed))
    seats = [agent_for(name, seed, seat) for seat, name in enumerate(agents)]
    game.play_out(lambda position: seats[position.question.seat].decide(position))
    return CorpusBattle(setting, agents, seed, game)


def drawn(system: System[Any], battles: int, seed: int) -> Iterator[tuple[Setting, int]]:
    """Draw settings of a system in shuffled order, each with its own seed."""
    offered = list(settings(system))
    Random(f"{system.id}, {seed}").shuffle(offered)
    for number in range(battles):
        yield offered[number % len(offered)], seed + number
