"""What a battle holds is exact: whole hundredths of an inch, tenths of a degree, whole counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import to_builtins

from sandtable.agents import Militia
from sandtable.dice import RandomHand
from sandtable.game.battle.log import Happened
from sandtable.game.drivers.play import Game
from sandtable.systems.eagle.book import rulebook
from sandtable.systems.eagle.system import SYSTEM
from tests.systems.eagle.arena import LEGION, battle, leader, unit


def parts(value: Any, path: str) -> Iterator[str]:
    """The paths of all numbers in a value that are not whole."""
    if isinstance(value, float) and not value.is_integer():
        yield f"{path} = {value}"
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from parts(one, f"{path}.{key}")
    elif isinstance(value, list | tuple):
        for one in value:
            yield from parts(one, path)


@pytest.mark.parametrize("scenario", ["boudica-61", "graupius-83", "river-43"])
def test_states_events_and_options_of_a_battle_hold_whole_numbers_only(scenario: str) -> None:
    """dice.measure, turn.combat.position, after.pursue.detail, leaders.replacement.place"""
    readings = rulebook().choose({"deployment": 1})
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), readings), RandomHand(5))
    agents, asked, found = (Militia(5), Militia(6)), 0, set[str]()
    while game.question is not None:
        asked += 1
        if asked % 20 == 0:
            found |= set(parts(to_builtins(game.battle), "battle"))
        found |= set(parts(to_builtins(getattr(game.question, "options", ())), game.question.decision))
        game.answer(agents[game.question.seat].decide(game.position()))
    events = (entry.event for entry in game.log if isinstance(entry, Happened))
    for event in events:
        found |= set(parts(to_builtins(event), type(event).__name__))
    assert not found


def test_the_marker_of_an_attached_leader_stands_at_a_whole_hundredth() -> None:
    """command.attach: half of a base of 0.75 in behind a front that looks aslant"""
    fought = battle(unit(0, 20, 20, 30, profile=LEGION), leaders=(leader(0, attached=0),))
    # 0.375 in at 30 degrees: 0.1875 in to the left and 0.3248 in down.
    assert fought.place_of(fought.leaders[0]) == (1981, 1968)
