"""Every decision of the rulebook is asked of somebody, or nobody has anything to choose in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.ask.questions import Decision
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.book import rulebook
from sandtable.systems.elan.charge_decisions import ChooseReaction, DeclareCharge, PickCharge
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.values import Leave
from sandtable.systems.elan.options import Reading, effect_on
from sandtable.systems.elan.shooting_decisions import PickNearest, PickTarget
from sandtable.systems.elan.system import SYSTEM
from sandtable.systems.elan.troops import Formation
from sandtable.table.movement import Advance
from tests.systems.elan.bivouac import HUSSARS, area, battle, unit
from tests.systems.elan.test_elan_ground_inches import verdict

NOT_ASKED = {
    "setup.options": "chosen with the battle: the variants and readings of the rulebook (scale.default)",
    "charge.path": "the program takes the shortest legal way (charge.path)",
}

BATTLES = (
    ("alma", 2, 1),
    ("alma", 1, 3),
    ("swiepwald", 2, 3),
    ("quatre-bras", 1, 4),
    *(
        (scenario, scale, seed)
        for seed in (4, 5)
        for scenario in ("alma", "quatre-bras")
        for scale in (0, 1, 2)
    ),
)
"""Scenario, set and seed of militia battles with free deployment; the first four ask everything now."""


def questions(scenario: str, scale: int, seed: int) -> Iterator[tuple[ElanBattle, Decision[Any]]]:
    """What two militias are asked in a battle that begins with free deployment, each with its battle."""
    start = SYSTEM.muster(SYSTEM.scenario(scenario), rulebook().choose({"scale": scale, "deployment": 1}))
    game = Game(SYSTEM, start, RandomHand(seed))
    agents = Militia(seed), Militia(seed + 100)
    while game.question is not None:
        yield game.battle, game.question
        game.answer(agents[game.question.seat].decide(game.position()))


def test_every_decision_is_asked_of_militias_in_some_battle() -> None:
    wanted = {decision.id for decision in rulebook().decisions} - set(NOT_ASKED)
    for battle_of in BATTLES:
        wanted -= {question.decision for _, question in questions(*battle_of)}
        if not wanted:
            return
    assert not wanted, "no battle came to these"


# --------------------------------------------------------------------- what hangs on an option
@pytest.mark.parametrize(("scenario", "scale", "seed"), [("alma", 1, 3), ("alma", 2, 3)])
def test_stakes_have_the_facts_of_their_resolution(scenario: str, scale: int, seed: int) -> None:
    seen = set[type[Any]]()
    for fought, question in questions(scenario, scale, seed):
        for option in question.offered():
            for stake in question.stakes(fought, option):
                assert isinstance(stake.facts, stake.resolution.facts)
                assert fought.units[stake.by].side != fought.units[stake.against].side
                assert stake.title[0].isupper()
                seen.add(type(question))
    assert seen >= {DeclareCharge, PickCharge, ChooseReaction, PickTarget, PickNearest}


# --------------------------------------------------------------------- readings
def test_every_rule_with_readings_is_asked_for_its_reading() -> None:
    assert {rule.id for rule in rulebook().readings()} == set(Reading)
    assert len(Reading) == 7


@pytest.mark.parametrize(("reading", "closed"), [(0, False), (1, True)])
def test_a_wood_is_open_to_mounted_skirmishers_unless_read_otherwise(reading: int, *, closed: bool) -> None:
    """terrain.skirmish-cavalry"""
    hussars = unit(0, 50, 20, profile=HUSSARS, formation=Formation.SKIRMISH)
    fought = battle(hussars, readings=Readings((("terrain.skirmish-cavalry", reading),) if reading else ()))
    assert effect_on(fought, hussars, "wood").closed is closed
    assert not effect_on(fought, hussars, "rough").disorders


def test_mounted_skirmishers_ride_into_a_wood_unless_it_is_read_otherwise() -> None:
    """terrain.skirmish-cavalry"""
    wood = area("wood", (40, 25), (60, 25), (60, 35), (40, 35))
    fought = (
        unit(0, 50, 24, profile=HUSSARS, formation=Formation.SKIRMISH),
        unit(1, 5, 70, 180, side=1),
    )
    leave = Leave(unit=0, span=900)
    assert verdict(InchGround(battle(*fought, pieces=(wood,))), leave, Advance(200))
    other = battle(*fought, pieces=(wood,), readings=Readings((("terrain.skirmish-cavalry", 1),)))
    assert not verdict(InchGround(other), leave, Advance(200))
