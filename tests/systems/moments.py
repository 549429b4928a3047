"""Moments of a battle between two militias, to compare at each what is soon told with what is told the long
way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.battle.battle import Battle
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Readings

B = TypeVar("B", bound=Battle[Any])


def moments(system: System[B], scenario: str, *, seed: int, every: int, most: int) -> Iterator[B]:
    """The battle at every so-manieth question, and no more than so many of them."""
    agents = Militia(seed), Militia(-seed)
    game: Game[B] = Game(system, system.muster(system.scenario(scenario), Readings()), RandomHand(seed))
    for number in range(every * most):
        if game.question is None:
            return
        if number % every == 0:
            yield game.battle
        game.answer(agents[game.question.seat].decide(game.position()))
