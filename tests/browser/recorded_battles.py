"""Records of battles fought by agents up to the point that a test needs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from sandtable import systems
from sandtable.agents import AGENTS
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import Seat, SeatKind, Seeded, record, text_of
from sandtable.game.rules.rulebook import Readings

BRITISH = 1


@cache
def cowpens(turn: int, decision: str) -> bytes:
    """The record of Cowpens up to a decision of the British in a turn, which is not taken."""
    return fought_until("cowpens-1781", turn, BRITISH, decision)


@cache
def cowpens_to_the_end() -> bytes:
    """The record of a battle fought to its end, quickly."""
    *_, last = _fight("cowpens-1781", "militia", 1)
    return _kept(last, "cowpens-1781", "militia", 1)


def fought_until(scenario: str, turn: int, seat: int, decision: str, seed: int = 1) -> bytes:
    """The record of a battle between captains up to a decision of a side in a turn, which is not taken."""
    return next(
        _kept(game, scenario, "captain", seed)
        for game in _fight(scenario, "captain", seed)
        if (question := game.question) is not None
        and (game.checkpoint.battle.turn, question.seat, question.decision) == (turn, seat, decision)
    )


def _fight(scenario: str, agent: str, seed: int) -> Iterator[Game[Any]]:
    """A battle at each of its decisions, and at its end."""
    liberty = systems.load("liberty")
    game = Game(liberty, liberty.muster(liberty.scenario(scenario), Readings()), RandomHand(seed=seed))
    seats = tuple(AGENTS[agent](seed + place) for place in range(2))
    while game.question is not None:
        yield game
        game.answer(seats[game.question.seat].decide(game.position()))
    yield game


def _kept(game: Game[Any], scenario: str, agent: str, seed: int) -> bytes:
    setting = systems.load("liberty").scenario(scenario)
    seats = (Seat(agent, SeatKind.AGENT), Seat(agent, SeatKind.AGENT))
    return text_of(record(game, scenario=setting, seats=seats, dice=Seeded(seed)))


@cache
def short_elan(scenario: str, turns: int, **options: int) -> bytes:
    """The record of a battle of elan that has just been mustered, and that has only so many turns.

    Whoever would arrive later arrives in the last of them.
    """
    elan = systems.load("elan")
    readings = elan.rulebook().choose(options)
    whole: Any = elan.scenario(scenario)
    arrivals = tuple(replace(one, turn=min(one.turn, turns)) for one in whole.arrivals)
    setting = replace(whole, turn_limit=turns, arrivals=arrivals)
    game = Game(elan, elan.muster(setting, readings), RandomHand(seed=1))
    seats = (Seat("captain", SeatKind.AGENT), Seat("captain", SeatKind.AGENT))
    return text_of(record(game, scenario=setting, seats=seats, dice=Seeded(1), readings=readings))


@cache
def hexes_until(scenario: str, turn: int, seat: int, decision: str, seed: int = 1) -> bytes:
    """The record of a battle of elan on hexes between captains up to a decision, which is not taken."""
    elan = systems.load("elan")
    setting, readings = elan.scenario(scenario), elan.rulebook().choose({"scale": 2})
    game = Game(elan, elan.muster(setting, readings), RandomHand(seed=seed))
    captains = tuple(AGENTS["captain"](seed + place) for place in range(2))
    while (question := game.question) is not None:
        if (game.checkpoint.battle.turn, question.seat, question.decision) == (turn, seat, decision):
            break
        game.answer(captains[question.seat].decide(game.position()))
    seats = (Seat("captain", SeatKind.AGENT), Seat("captain", SeatKind.AGENT))
    return text_of(record(game, scenario=setting, seats=seats, dice=Seeded(seed), readings=readings))
