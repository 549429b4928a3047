"""Every decision of the rulebook is asked of somebody, or nobody has anything to choose in it."""

from __future__ import annotations

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.book import rulebook
from sandtable.systems.liberty.system import SYSTEM
from sandtable.systems.liberty.wording import PROMPTS

NOT_ASKED = {
    "initiative": "dice alone decide it (turn.initiative.method)",
    "veterans-roll": "dice alone decide it (special.veterans)",
    "army-choice": "made in the file of a free battle (army.choice)",
    "brigade-assignment": "made in the file of a scenario (command.assign)",
    "counter-charge-rerolls": "asked as test-rerolls, which they are",
    "stubborn": "used by default (special.optional-dice)",
    "tough-fighters": "used by default (special.optional-dice)",
}


def test_every_decision_of_the_rulebook_is_put_into_words_or_asks_nobody() -> None:
    decisions = {decision.id for decision in rulebook().decisions}
    assert len(decisions) == 49
    assert decisions - set(PROMPTS) == set(NOT_ASKED)


def test_nothing_is_asked_that_is_no_decision_of_the_rulebook() -> None:
    assert set(PROMPTS) <= {decision.id for decision in rulebook().decisions}


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
