"""Battles to report: toy soldiers and a duel, fought by agents with seeded dice."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.agents import AGENTS
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Seat, SeatKind
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Readings
from sandtable.report import ReportedBattle
from tests.conformance.duel.system import DUEL
from tests.conformance.toy.system import SYSTEM as TOY

SEATS = (Seat("greedy", SeatKind.AGENT), Seat("militia", SeatKind.AGENT))


def fought(
    system: System[Any], scenario_id: str, *, seed: int = 3, answers: int | None = None
) -> ReportedBattle:
    """A battle between two agents, stopped after so many answers if a number is given."""
    scenario = system.scenario(scenario_id)
    game = Game(system, system.muster(scenario, Readings()), RandomHand(seed))
    agents = [AGENTS["greedy"](seed), AGENTS["militia"](seed)]
    while game.question is not None and answers != 0:
        game.answer(agents[game.question.seat].decide(game.position()))
        answers = None if answers is None else answers - 1
    return ReportedBattle(game, scenario, SEATS, Readings(), f"Dice by seed {seed}.")


@pytest.fixture(scope="session")
def palms() -> ReportedBattle:
    """Toy soldiers around a wood."""
    return fought(TOY, "potted-palms")


@pytest.fixture(scope="session")
def half_fought() -> ReportedBattle:
    """The same battle, stopped early."""
    return fought(TOY, "potted-palms", answers=9)


@pytest.fixture(scope="session")
def duel() -> ReportedBattle:
    """A duel, whose events change turn, side and phase constantly."""
    return fought(DUEL, "dawn")


@pytest.fixture(scope="session")
def awkward() -> ReportedBattle:
    """Toy soldiers whose names and history are full of HTML characters."""
    scenario = TOY.scenario("hearthrug")
    units = tuple(
        replace(unit, name=f"{unit.name} & <b>Sons</b> \"'") if unit.id == "red-1" else unit
        for unit in scenario.units
    )
    setting = replace(scenario, units=units, name="<Hearthrug> & Co", history="Who <knows> & cares")
    game = Game(TOY, TOY.muster(setting, Readings()), RandomHand(5))
    agents = [AGENTS["militia"](1), AGENTS["militia"](2)]
    while game.question is not None:
        game.answer(agents[game.question.seat].decide(game.position()))
    return ReportedBattle(game, setting)
