"""Golden playthroughs: battles of two militias in words, kept beside the tests that fight them again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.battle.log import Decided
from sandtable.game.drivers.play import Game
from sandtable.game.kit.system import System
from sandtable.game.rules.rulebook import Readings
from sandtable.game.story.narration import LogLine, Narrator


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


def playthrough(
    system: System[Any],
    scenario: str,
    seed: int,
    readings: Readings | None = None,
    untold: tuple[str, ...] = (),
) -> str:
    """The battle that two militias fight with a golden seed; answers to ``untold`` decisions are left out."""
    start = system.muster(system.scenario(scenario), readings or Readings())
    game = Game(system, start, RandomHand(seed))
    sides = Militia(seed), Militia(seed + 1)
    while game.question is not None:
        game.answer(sides[game.question.seat].decide(game.position()))
    narrator, lines = Narrator(system, start, "all"), []
    for count, entry in enumerate(game.log, start=1):
        told_now = narrator.tell(game.log[:count])
        if not (isinstance(entry, Decided) and entry.question.decision in untold):
            lines += [told(line) for line in told_now]
    return "\n".join(lines) + "\n"


def assert_golden(path: Path, text: str) -> None:
    """The battle is fought as it was; `make golden` writes it anew instead."""
    if os.environ.get("SANDTABLE_GOLDEN") == "rewrite":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "the battle went another way: make golden, and read why"
