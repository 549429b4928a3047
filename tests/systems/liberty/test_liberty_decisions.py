"""Battles of militia come to most decisions."""

from __future__ import annotations

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.system import SYSTEM


def test_militia_battles_come_to_most_decisions() -> None:
    """What chance does not lead to in a few battles has tests of its own chapter."""
    asked: set[str] = set()
    for seed, scenario in enumerate(SYSTEM.scenarios() * 3):
        game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), Readings()), RandomHand(seed))
        agents = Militia(seed), Militia(seed + 100)
        while game.question is not None:
            asked.add(game.question.decision)
            game.answer(agents[game.question.seat].decide(game.position()))
    assert {"charge-declare", "charge-response", "melee-next", "rally-give", "general-move"} <= asked
    assert len(asked) >= 30
