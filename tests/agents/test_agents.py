"""The computer opponents: they answer what is asked by what their seat knows, the same seed the same."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from sandtable.agents import AGENTS, Greedy, Militia
from sandtable.agents import greedy as greedy_module
from sandtable.dice import Count, PlannedHand, RandomHand
from sandtable.game.ask.questions import Choose, Do, do, tell
from sandtable.game.battle.position import Position
from sandtable.game.drivers.play import Game
from sandtable.game.rules.rulebook import Readings
from tests.conformance.duel.system import DUEL, BoutEnded, Duel, DuelSystem, Touched


def start() -> Duel:
    """A cut against a riposte, the flourish left over."""
    return replace(
        DUEL.muster(DUEL.scenario("dawn"), Readings()), tricks=("cut", "riposte"), spare=("flourish",)
    )


def defending() -> Position[Duel]:
    """The defender is to parry or dodge a lunge."""
    game = Game(DUEL, start(), PlannedHand([]))
    game.answer("lunge")
    return game.position()


def fought(first: str, second: str, seed: int) -> Game[Duel]:
    """A duel between two agents."""
    agents = [AGENTS[first](seed), AGENTS[second](seed + 1)]
    game = Game(DUEL, DUEL.muster(DUEL.scenario("dawn"), Readings()), RandomHand(seed))
    while game.question is not None:
        game.answer(agents[game.question.seat].decide(game.position()))
    return game


def test_every_agent_is_known_by_its_name() -> None:
    assert sorted(AGENTS) == ["captain", "greedy", "militia"]


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_the_same_seed_decides_the_same_and_another_seed_otherwise(name: str) -> None:
    game = Game(DUEL, start(), PlannedHand([]))
    position = game.position()
    agents = [AGENTS[name](seed) for seed in (5, 5, 6)]
    first, second, other = ([agent.decide(position) for _ in range(20)] for agent in agents)
    assert first == second
    assert first != other


def test_militia_gives_every_sensible_answer_about_equally_often() -> None:
    """With 3000 answers a third is off by more than 150 less than once in ten million times."""
    position = Game(DUEL, start(), PlannedHand([])).position()
    militia = Militia(1)
    given = Counter(militia.decide(position) for _ in range(3000))
    assert set(given) == {"lunge", "feint", "salute"}
    assert all(850 <= count <= 1150 for count in given.values())


@pytest.mark.parametrize("seed", range(5))
def test_greedy_dodges_because_a_dodge_costs_a_third_of_a_touch_less(seed: int) -> None:
    assert Greedy(seed).decide(defending()) == "dodge"


def test_greedy_settles_equals_at_random() -> None:
    """An attack is worth nothing until it is defended, so all three look alike."""
    position = Game(DUEL, start(), PlannedHand([])).position()
    assert {Greedy(seed).decide(position) for seed in range(30)} == {"lunge", "feint", "salute"}


class Charge(DuelSystem):
    """A choice between a sure touch and a throw with too many results to list."""

    def next(self, battle: Duel) -> Do[Duel] | None:
        """One charge after another."""
        return do(charge, battle)


async def charge(battle: Duel) -> Duel:
    """One touch for nothing, or ten throws with a touch each in two out of three."""
    if await Choose("attack", battle.active, ("sure", "wild")) == "sure":
        touches = 1
    else:
        touches = sum([await Count(1, at_least=3, purpose=f"charge {n}") for n in range(10)])
    battle = await tell(battle, Touched(battle.active, touches))
    return await tell(battle, BoutEnded())


@pytest.mark.parametrize("seed", range(5))
def test_greedy_samples_a_tree_that_is_too_wide_to_list(seed: int) -> None:
    assert greedy_module.MOST_FUTURES < 2**10
    game = Game(Charge(), start(), PlannedHand([]))
    assert Greedy(seed).decide(game.position()) == "wild"


class OneWay(DuelSystem):
    """A system that leaves no choice."""

    def next(self, battle: Duel) -> Do[Duel] | None:
        """One bout after another."""
        return do(only, battle)


async def only(battle: Duel) -> Duel:
    """There is one answer."""
    await Choose("attack", battle.active, ("salute",))
    return await tell(battle, BoutEnded())


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_where_there_is_one_answer_it_is_given(name: str) -> None:
    game = Game(OneWay(), start(), PlannedHand([]))
    assert AGENTS[name](1).decide(game.position()) == "salute"


@pytest.mark.parametrize("name", sorted(AGENTS))
def test_deciding_leaves_the_game_and_its_dice_alone(name: str) -> None:
    game = Game(DUEL, start(), PlannedHand([6, 6]))
    game.answer("lunge")
    before = (game.battle, game.question, list(game.log), game.throws)
    AGENTS[name](1).decide(game.position())
    assert (game.battle, game.question, game.log, game.throws) == before
    game.answer("parry")
    assert game.battle.touches == (2, 0)


def test_the_same_seed_fights_the_same_duel() -> None:
    one, two = fought("greedy", "militia", 3), fought("greedy", "militia", 3)
    assert one.log == two.log
    assert one.battle == two.battle


def test_greedy_is_touched_less_often_than_militia_is() -> None:
    """Greedy always dodges; each fights as often from the one side as from the other."""
    by_greedy = by_militia = 0
    for seed in range(30):
        there, back = fought("greedy", "militia", seed), fought("militia", "greedy", seed)
        by_greedy += there.battle.touches[0] + back.battle.touches[1]
        by_militia += there.battle.touches[1] + back.battle.touches[0]
    assert by_greedy > by_militia
