"""Records of Cowpens fought by agents as far as a test wants, so that nobody has to click through it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sandtable import systems
from sandtable.agents import AGENTS
from sandtable.dice import RandomHand
from sandtable.game.play import Game
from sandtable.game.record import Seat, SeatKind, Seeded, record, text_of
from sandtable.game.rulebook import Readings

BRITISH = 1


@cache
def cowpens(turn: int, decision: str, agent: str = "captain", seed: int = 1) -> bytes:
    """The record of a battle up to a decision of the British in a turn, which is not taken."""
    return next(
        _kept(game, agent, seed)
        for game in _fight(agent, seed)
        if (question := game.question) is not None
        and (game.mark.battle.turn, question.seat, question.decision) == (turn, BRITISH, decision)
    )


@cache
def cowpens_to_the_end(agent: str = "militia", seed: int = 1) -> bytes:
    """The record of a battle fought to its end."""
    *_, last = _fight(agent, seed)
    return _kept(last, agent, seed)


def _fight(agent: str, seed: int) -> Iterator[Game[Any]]:
    """A battle at each of its decisions, and at its end."""
    liberty = systems.load("liberty")
    scenario = liberty.scenario("cowpens-1781")
    game = Game(liberty, liberty.muster(scenario, Readings()), RandomHand(seed=seed))
    seats = tuple(AGENTS[agent](seed + place) for place in range(2))
    while game.question is not None:
        yield game
        game.answer(seats[game.question.seat].decide(game.position()))
    yield game


def _kept(game: Game[Any], agent: str, seed: int) -> bytes:
    scenario = systems.load("liberty").scenario("cowpens-1781")
    seats = (Seat(agent, SeatKind.AGENT), Seat(agent, SeatKind.AGENT))
    return text_of(record(game, scenario=scenario, seats=seats, dice=Seeded(seed)))
