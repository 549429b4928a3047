"""Golden playthroughs: a battle in each set of figures in words. `make golden` writes them anew; read why."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.log import Decided
from sandtable.game.narration import LogLine, Narrator
from sandtable.game.play import Game
from sandtable.systems.elan.system import SYSTEM

GOLDEN = Path(__file__).parent / "golden"
BATTLES = (("swiepwald", "large", 1851), ("alma", "small", 1876), ("quatre-bras", "hex", 1851))
FIGHTING_ON = "concede"


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


def playthrough(scenario: str, scale: str, seed: int) -> str:
    """The battle that two militias fight with a golden seed; that both fight on is not told each time."""
    book = SYSTEM.rulebook()
    readings = book.choose({"scale": book.offered("scale").index(scale)})
    start = SYSTEM.muster(SYSTEM.scenario(scenario), readings)
    game = Game(SYSTEM, start, RandomHand(seed))
    sides = Militia(seed), Militia(seed + 1)
    while game.question is not None:
        game.answer(sides[game.question.seat].decide(game.position()))
    narrator, lines = Narrator(SYSTEM, start, "all"), []
    for count, entry in enumerate(game.log, start=1):
        told_now = narrator.tell(game.log[:count])
        if not (isinstance(entry, Decided) and entry.question.decision == FIGHTING_ON):
            lines += [told(line) for line in told_now]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("scenario", "scale", "seed"), BATTLES)
def test_the_golden_battle_is_fought_as_it_was(scenario: str, scale: str, seed: int) -> None:
    path, text = GOLDEN / f"{scenario}-{scale}.txt", playthrough(scenario, scale, seed)
    if os.environ.get("SANDTABLE_GOLDEN") == "rewrite":
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), "the battle went another way: make golden, and read why"
