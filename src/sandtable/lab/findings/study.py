"""A closer look at one battle: the rules that applied, and the luck of the dice.

It re-runs every procedure and takes several times as long as the battle itself, so a run studies only some of
its battles and says how many.
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
    """How often each rule applied, and each side's successes above the mean of its dice."""

    rules: dict[str, int]
    luck: tuple[float, float]


def study(game: Game[Any], scenario: Scenario) -> Study:
    """Study a battle that is over."""
    sides = fortune(game, scenario, None).sides
    luck = [round(side.actual - side.expected, 3) for side in sides]
    return Study(rules_at_work(game), (luck[0], luck[1]))


def rules_at_work(game: Game[Any]) -> dict[str, int]:
    """Count how often the log names each rule: events, decisions, costs of legs, figures, outcome."""
    found: Counter[str] = Counter()
    asked = {decision.id: decision.rules for decision in game.system.rulebook().decisions}
    for entry in game.log:
        if isinstance(entry, Happened):
            found.update(entry.event.cites())
        elif isinstance(entry, Decided):
            found.update(asked.get(entry.question.decision, ()))
            found.update(filter(None, priced(entry)))
    for call in figured_calls(game):
        for _, tally in call.tallies:
            found.update(step.rule for step in tally.steps if step.rule)
    if game.battle.outcome is not None and game.battle.outcome.rule:
        found[game.battle.outcome.rule] += 1
    return dict(sorted(found.items()))
