"""Golden playthroughs: a battle of each scenario in words. `make golden` writes them anew; read why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.narration import LogLine, Narrator
from sandtable.game.play import Game
from sandtable.game.rulebook import Readings
from sandtable.systems.coldsteel.system import SYSTEM

GOLDEN = Path(__file__).parent / "golden"
SEED = 1806


def told(line: LogLine) -> str:
    """A line of the playthrough: decisions as they were offered, dice with their faces, what happened."""
    match line.kind:
        case "decision":
            return f"  ? {line.words} [{line.rule}]"
        case "dice":
            faces = " | ".join(" ".join(map(str, cast)) for cast in line.faces)
            return f"  # {line.words} ({faces})" if faces else f"  # {line.words}"
        case "event":
            return line.words


def playthrough(scenario: str) -> str:
    """The battle that two militias fight with the golden seed."""
    start = SYSTEM.muster(SYSTEM.scenario(scenario), Readings())
    game = Game(SYSTEM, start, RandomHand(SEED))
    sides = Militia(SEED), Militia(SEED + 1)
    while game.question is not None:
        game.answer(sides[game.question.seat].decide(game.position()))
    lines = Narrator(SYSTEM, start, "all").tell(game.log)
    return "\n".join(told(line) for line in lines) + "\n"


@pytest.mark.parametrize("scenario", SYSTEM.scenarios())
def test_the_golden_battle_is_fought_as_it_was(scenario: str) -> None:
    path, text = GOLDEN / f"{scenario}.txt", playthrough(scenario)
    if os.environ.get("SANDTABLE_GOLDEN") == "rewrite":
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "the battle went another way: make golden, and read why"
