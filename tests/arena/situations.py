"""Small situations of every system for tests, as the texts of scenario files, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from sandtable import systems
from sandtable.agents import Agent, Militia
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.replay import verify
from sandtable.game.files.record import Seat, SeatKind, Seeded, record
from sandtable.game.files.typed_files import BadFile
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Readings

SEATS = Seat("militia", SeatKind.AGENT), Seat("militia", SeatKind.AGENT)


def written(value: object) -> str:
    """A plain value as TOML has it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"'
        case dict():
            return "{ " + ", ".join(f"{key} = {written(one)}" for key, one in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(written, value)) + "]"
        case _:
            return str(value)


def text_of(units: Iterable[dict[str, Any]], **more: object) -> str:
    """The text of a scenario with these units, and with these keys at its top."""
    return "\n".join(f"{key} = {written(value)}" for key, value in {**more, "units": list(units)}.items())


def refusal(system: str | System[Any], text: str) -> tuple[str, str]:
    """The key and the words with which a situation is refused."""
    owner = systems.load(system) if isinstance(system, str) else system
    with pytest.raises(BadFile) as caught:
        owner.parse_scenario(text)
    return caught.value.problem.key, caught.value.problem.words


def assert_is_an_ordinary_battle(
    system: System[Any], text: str, seed: int = 1, agent: Callable[[int], Agent] = Militia
) -> Game[Any]:
    """It is fought to its end by two agents, and its record verifies."""
    scenario = system.parse_scenario(text)
    game = Game(system, system.muster(scenario, Readings()), RandomHand(seed))
    sides = agent(seed), agent(seed + 1)
    while game.question is not None:
        game.answer(sides[game.question.seat].decide(game.position()))
    kept = record(game, scenario=scenario, seats=SEATS, dice=Seeded(seed))
    assert verify(kept, system).findings == ()
    return game


def readings(system: str, *rules: str) -> Readings:
    """The other readings of these rules."""
    return systems.load(system).rulebook().choose(dict.fromkeys(rules, 1))
