"""The captain: he fights by the doctrine of a system, and looks ahead where a system has none."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.agents import AGENTS, Captain, Greedy
from sandtable.dice import PlannedHand, RandomHand
from sandtable.game.battle.log import answers
from sandtable.game.battle.position import Position
from sandtable.game.drivers.play import Game
from sandtable.game.kit.doctrine import Doctrine
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.liberty.system import SYSTEM
from tests.conformance.duel.system import DUEL, Duel, DuelSystem


class Saluting:
    """A doctrine of perfect manners."""

    def decide(self, position: Position[Any]) -> object:
        """Salute whatever happens."""
        del position
        return "salute"


class Schooled(DuelSystem):
    """A system that has written its doctrine down."""

    def doctrine(self) -> Doctrine:
        """Manners."""
        return Saluting()


def opening(system: DuelSystem) -> Position[Duel]:
    """The first question of a duel whose tricks are dealt."""
    dealt = replace(
        DUEL.muster(DUEL.scenario("dawn"), Readings()), tricks=("cut", "riposte"), spare=("flourish",)
    )
    return Game(system, dealt, PlannedHand([])).position()


@pytest.mark.parametrize("seed", range(3))
def test_a_captain_does_what_the_doctrine_says(seed: int) -> None:
    assert Captain(seed).decide(opening(Schooled())) == "salute"


@pytest.mark.parametrize("seed", range(5))
def test_where_there_is_no_doctrine_a_captain_plays_like_greedy(seed: int) -> None:
    assert DUEL.doctrine() is None
    position = opening(DUEL)
    assert Captain(seed).decide(position) == Greedy(seed).decide(position)


def fought(scenario: str, agents: tuple[str, str], seed: int) -> Game[Any]:
    """A battle of a scenario between two agents."""
    game = Game(SYSTEM, SYSTEM.muster(SYSTEM.scenario(scenario), Readings()), RandomHand(seed))
    seated = [AGENTS[name](seed + seat) for seat, name in enumerate(agents)]
    while game.question is not None:
        game.answer(seated[game.question.seat].decide(game.position()))
    return game


@pytest.mark.parametrize("scenario", ["cowpens-1781", "guilford-1781", "trenton-1776"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_captain_beats_militia_from_either_side(scenario: str, seat: int) -> None:
    agents = ("captain", "militia") if seat == 0 else ("militia", "captain")
    outcome = fought(scenario, agents, seed=4).battle.outcome
    assert outcome is not None
    assert outcome.winner == seat


def test_two_captains_fight_the_same_battle_with_the_same_dice() -> None:
    one, two = (fought("trenton-1776", ("captain", "captain"), seed=9) for _ in range(2))
    first, second = ([given.settled for given in answers(game.log)] for game in (one, two))
    assert first == second
    assert one.battle == two.battle
