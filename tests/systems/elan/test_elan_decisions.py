"""Every decision of the rulebook is asked of somebody, or nobody has anything to choose in it."""

from __future__ import annotations

import pytest

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.play import Game
from sandtable.game.rulebook import Readings
from sandtable.systems.elan.book import rulebook
from sandtable.systems.elan.options import Reading, effect_on
from sandtable.systems.elan.system import SYSTEM
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.wording import PROMPTS
from tests.systems.elan.bivouac import HUSSARS, battle, unit

NOT_ASKED = {
    "setup.options": "chosen with the battle: the variants and readings of the rulebook (scale.default)",
    "charge.path": "the program takes the shortest legal way (charge.path)",
}

BATTLES = (
    ("quatre-bras", {"deployment": 1}),
    ("alma", {"scale": 1}),
    ("mcphersons-ridge", {"scale": 2, "deployment": 1}),
    ("swiepwald", {"scale": 2}),
)


def test_every_decision_of_the_rulebook_is_put_into_words_or_asks_nobody() -> None:
    decisions = {decision.id for decision in rulebook().decisions}
    assert len(decisions) == 31
    assert decisions - set(PROMPTS) == set(NOT_ASKED)


def test_nothing_is_asked_that_is_no_decision_of_the_rulebook() -> None:
    assert set(PROMPTS) <= {decision.id for decision in rulebook().decisions}


def test_militia_battles_come_to_most_decisions() -> None:
    """What chance does not lead to in a few battles has tests of its own chapter."""
    asked: set[str] = set()
    for seed, (scenario, choices) in enumerate(BATTLES, start=1):
        readings = rulebook().choose(choices)
        game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), readings), RandomHand(seed))
        agents = Militia(seed), Militia(seed + 100)
        while game.question is not None:
            asked.add(game.question.decision)
            game.answer(agents[game.question.seat].decide(game.position()))
    assert {"charge.declare", "charge.reaction", "melee.order", "move.path", "fire.target"} <= asked
    assert {"setup.deploy", "arrivals.place", "attach.change", "move.commander", "morale.order"} <= asked
    assert len(asked) >= 22


# --------------------------------------------------------------------- readings
def test_every_rule_with_readings_is_asked_for_its_reading() -> None:
    assert {rule.id for rule in rulebook().readings()} == set(Reading)
    assert len(Reading) == 7


@pytest.mark.parametrize(("reading", "closed"), [(0, True), (1, False)])
def test_a_wood_is_closed_to_mounted_skirmishers_unless_read_otherwise(reading: int, *, closed: bool) -> None:
    """terrain.skirmish-cavalry"""
    hussars = unit(0, 50, 20, profile=HUSSARS, formation=Formation.SKIRMISH)
    fought = battle(hussars, readings=Readings((("terrain.skirmish-cavalry", reading),) if reading else ()))
    assert effect_on(fought, hussars, "wood").closed is closed
    assert not effect_on(fought, hussars, "rough").disorders
