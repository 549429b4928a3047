"""A closer look at a battle: which rules were at work in it, and whose dice were lucky.

It takes several times as long as the battle itself, since every procedure is followed once more; so a run
studies some of its battles, and says how many.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from sandtable.game.battle.log import Decided, Happened
from sandtable.game.drivers.play import Game
from sandtable.game.files.scenario_rows import Scenario
from sandtable.game.story.calls import figured_calls
from sandtable.game.story.luck import fortune
from sandtable.game.story.narration import priced


class Study(Struct, frozen=True):
    """How often each rule was at work, and by how many successes each side's dice beat their mean."""

    rules: dict[str, int]
    luck: tuple[float, float]


def study(game: Game[Any], scenario: Scenario) -> Study:
    """A battle that is over, looked at closely."""
    sides = fortune(game, scenario, None).sides
    luck = [round(side.actual - side.expected, 3) for side in sides]
    return Study(rules_at_work(game), (luck[0], luck[1]))


def rules_at_work(game: Game[Any]) -> dict[str, int]:
    """How often the log names each rule: events, decisions, prices of legs, steps of figures, the outcome."""
    found: Counter[str] = Counter()
    asked = {decision.id: decision.rules for decision in game.system.rulebook().decisions}
    for entry in game.log:
        if isinstance(entry, Happened):
            found.update(game.system.cites(entry.event))
        elif isinstance(entry, Decided):
            found.update(asked.get(entry.question.decision, ()))
            found.update(filter(None, priced(entry)))
    for call in figured_calls(game):
        for _, tally in call.tallies:
            found.update(step.rule for step in tally.steps if step.rule)
    if game.battle.outcome is not None and game.battle.outcome.rule:
        found[game.battle.outcome.rule] += 1
    return dict(sorted(found.items()))
