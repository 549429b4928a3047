"""Every question about a move compares its limits as the rulebook of its system says."""

from __future__ import annotations

import pytest

from sandtable import systems
from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.moves import PlanMove
from sandtable.game.ask.placing import PlacePoint
from sandtable.game.drivers.play import Game
from sandtable.table.space import HAIR

SLACKS = {
    "coldsteel": 0.5,  # geometry.inclusive: 0.005 in
    "eagle": 1.0,  # dice.measure: 0.01 in
    "elan": 1.0,  # scale.tolerance: 0.01 in
    "liberty": 0.0,  # movement.measure: nothing is rounded
    "tricorn": 0.5,  # geometry.table: 0.005 in
}
"""By how much the rulebooks let a length pass a limit, in hundredths of an inch."""
ANSWERS = 300


@pytest.mark.parametrize("name", systems.names())
def test_moves_and_places_are_compared_with_the_slack_of_the_rulebook(name: str) -> None:
    system = systems.load(name)
    met = set()
    for scenario in system.scenarios()[:2]:
        start = system.muster(system.scenario(scenario), system.rulebook().choose({}))
        game, agents = Game(system, start, RandomHand(7)), [Militia(7), Militia(8)]
        for _ in range(ANSWERS):
            question = game.question
            if question is None:
                break
            if isinstance(question, PlanMove):
                met.add(question.terms.slack)
            elif isinstance(question, PlacePoint):
                met.add(question.slack)
            game.answer(agents[question.seat].decide(game.position()))
    assert met == {SLACKS[name] + HAIR}
