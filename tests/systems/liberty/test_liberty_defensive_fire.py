"""Defensive fire as a resolution of its own, and the figures that accounts of a battle show."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import do
from sandtable.game.drivers.odds import odds
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.game.story.calls import figured_calls
from sandtable.systems.liberty.actions import Buyer, Buying, hits_paid
from sandtable.systems.liberty.charge_home import (
    Charger,
    DefensiveFire,
    defensive_fire,
    defensive_fire_summary,
)
from sandtable.systems.liberty.morale import Result
from sandtable.systems.liberty.policies import decide_cautiously
from sandtable.systems.liberty.shooting import Fire
from sandtable.systems.liberty.states import Wear
from sandtable.systems.liberty.system import SYSTEM

ONE_BASE = Fire(bases=1, range=11)
"""Three dice, each of which costs a hit one time in three."""


@pytest.mark.parametrize("determined", [False, True])
def test_a_charger_one_hit_from_breaking_is_stopped_by_any_loss(determined: bool) -> None:  # noqa: FBT001
    """charge.response.fire.detail: 1 - (2/3)^3, determined or not."""
    charger = Charger(wear=Wear(5, 16, 16), hits=15)
    facts = DefensiveFire(fire=ONE_BASE, charger=charger, determined=determined)
    chances = odds(do(defensive_fire, facts), decide_cautiously, exact=True)
    assert chances.chance(lambda end: end.result is Result.BROKEN) == Fraction(19, 27)


def test_a_determined_charge_goes_on_whatever_it_loses_short_of_breaking() -> None:
    """charge.result.3"""
    facts = DefensiveFire(fire=ONE_BASE, determined=True)
    chances = odds(do(defensive_fire, facts), decide_cautiously, exact=True)
    assert chances.chance(lambda end: end.result is Result.NONE) == 1
    assert {defensive_fire_summary(facts, end)[0] for end in chances} == {"the charge goes on"}


def test_the_figures_of_a_volley_at_the_table_are_those_of_its_odds() -> None:
    buyer = Buyer(0, 0, Buying.NEVER)
    figures = SYSTEM.figures(do(hits_paid, ONE_BASE, buyer))
    assert {name: tally.total for name, tally in figures.items()} == {"dice": 3, "to hit": 4, "save": 5}


def test_every_volley_melee_and_test_of_a_battle_is_heard_with_its_figures() -> None:
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario("trenton-1776"), Readings()), RandomHand(3))
    agents = Militia(1), Militia(2)
    while game.question:
        game.answer(agents[game.question.seat].decide(game.position()))
    named = [tuple(name for name, _ in call.tallies) for call in figured_calls(game)]
    assert ("dice", "to hit", "save") in named
    assert ("dice", "rerolls", "need") in named
    rules = {rule for call in figured_calls(game) for _, tally in call.tallies for rule in tally.rules}
    assert {"combatdice.infantry", "morale.roll", "movement.rates"} <= rules
