"""Every decision of the rulebook is asked of somebody."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.systems.eagle.book import rulebook
from sandtable.systems.eagle.system import SYSTEM
from tests.conformance.described import decision_classes

BATTLES: tuple[tuple[str, dict[str, int]], ...] = (
    ("river-43", {}),
    ("boudica-61", {"deployment": 1}),
    ("graupius-83", {}),
)

RARE = {
    "decision.after-order": "aftermath",
    "decision.charge-halt": "closing",
    "decision.count-support": "fighting",
    "decision.evader-facing": "closing",
    "decision.late-evade": "closing",
    "decision.lead-unit": "fighting",
    "decision.leader-control-modifier": "controlling",
    "decision.quarry": "aftermath",
    "decision.relieve-ranks": "after_combat",
    "decision.repeat-target": "charging",
    "decision.success-halt": "aftermath",
    "decision.support-follow": "closing",
    "decision.swing": "fleeing",
    "decision.victory-halt": "aftermath",
    "decision.which-opponent": "after_combat",
}
"""What chance seldom leads to, and the chapter in whose tests a small battle does."""


def test_militia_battles_come_to_all_decisions_but_the_rare_ones() -> None:
    asked: set[str] = set()
    for seed, (scenario, choices) in enumerate(BATTLES, start=1):
        readings = rulebook().choose(choices)
        game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), readings), RandomHand(seed))
        agents = Militia(seed), Militia(seed + 100)
        while game.question is not None:
            asked.add(game.question.decision)
            game.answer(agents[game.question.seat].decide(game.position()))
    assert {*decision_classes(SYSTEM).values()} - asked <= set(RARE)


@pytest.mark.parametrize("decision", sorted(RARE))
def test_what_is_rare_has_a_small_battle_in_its_chapter(decision: str) -> None:
    tests = Path(__file__).with_name(f"test_eagle_{RARE[decision]}.py").read_text(encoding="utf-8")
    assert f'"{decision}"' in tests
