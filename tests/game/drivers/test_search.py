"""The search driver: exact futures up to the next decision, and sampled play with dice of one's own."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import fsum
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.dice import Count, PlannedHand, RandomHand
from sandtable.game.ask.questions import Choose, Decision, Do, do, tell
from sandtable.game.ask.refusal import Refused
from sandtable.game.battle.position import Position
from sandtable.game.drivers.odds import NoPolicy
from sandtable.game.drivers.play import Game
from sandtable.game.drivers.search import TooManyFutures, expectation, futures, sample
from sandtable.game.rules.rulebook import Readings
from tests.conformance.duel.system import DUEL, TRICKS, BoutEnded, Duel, DuelChoice, DuelSystem, Touched


def duel(system: DuelSystem = DUEL, *faces: int) -> Game[Duel]:
    """A cut against a riposte, the flourish left over."""
    start = replace(
        DUEL.muster(DUEL.scenario("dawn"), Readings()), tricks=("cut", "riposte"), spare=("flourish",)
    )
    return Game(system, start, PlannedHand(faces))


def defending() -> Position[Duel]:
    """The defender is to parry or dodge a lunge."""
    game = duel()
    game.answer("lunge")
    return game.position()


def test_an_answer_without_dice_has_one_future_that_stops_at_the_next_decision() -> None:
    (future,) = futures(duel().position(), "lunge")
    assert future.chance == 1
    assert future.battle.phase == "lunge"
    assert future.question == DuelChoice("defence", 1, ("parry", "dodge"), about=("lunge",))


def test_a_parry_lets_through_none_one_or_two_touches_in_1_2_1_of_4() -> None:
    found = {future.battle.touches[0]: future for future in futures(defending(), "parry")}
    assert {touches: future.chance for touches, future in found.items()} == {0: 0.25, 1: 0.5, 2: 0.25}
    for future in found.values():
        assert future.question is None
        assert future.battle.turn == 2


def test_a_dodge_is_worth_a_third_of_a_touch_less_than_a_parry() -> None:
    position = defending()
    parry, dodge = (
        expectation(position, answer, lambda battle: battle.touches[0]) for answer in ("parry", "dodge")
    )
    assert parry == pytest.approx(1)
    assert dodge == pytest.approx(2 / 3)


def test_a_policy_takes_the_decisions_it_speaks_of_and_leaves_the_others_open() -> None:
    """A policy that always parries a lunge, and does not cover the opening of the next bout."""

    def parries(question: Decision[Any]) -> object:
        if question.decision != "defence":
            raise NoPolicy(question.decision)
        return "parry"

    def says_nothing(question: Decision[Any]) -> object:
        raise NoPolicy(question.decision)

    position = duel().position()
    ways = futures(position, "lunge", policy=parries)
    assert {way.battle.touches[0]: way.chance for way in ways} == {0: 0.25, 1: 0.5, 2: 0.25}
    assert futures(position, "lunge", policy=says_nothing) == futures(position, "lunge")


def test_an_answer_that_is_not_offered_has_no_future() -> None:
    with pytest.raises(Refused, match="is not offered here"):
        futures(defending(), "bite")


def test_looking_ahead_leaves_the_game_and_its_dice_alone() -> None:
    game = duel(DUEL, 6, 6)
    game.answer("lunge")
    before = (game.battle, game.question, list(game.log), game.throws)
    futures(game.position(), "parry")
    sample(game.position(), "parry", RandomHand(1))
    assert (game.battle, game.question, game.log, game.throws) == before
    game.answer("parry")
    assert game.battle.touches == (2, 0)


class Flurry(DuelSystem):
    """Dice, a decision, dice, an event, and dice again in one procedure."""

    def next(self, battle: Duel) -> Do[Duel] | None:
        """One flurry after another."""
        return do(flurry, battle)


async def flurry(battle: Duel) -> Duel:
    """Throws on both sides of a decision, the second depending on the first."""
    opening = await Count(3, at_least=4)
    press = await Choose("attack", battle.active, ("press", "rest"))
    if press == "press":
        hits = await Count(opening + 1, at_least=5)
        battle = await tell(battle, Touched(battle.active, hits))
        lost = await Count(hits, at_least=6)
        battle = await tell(battle, Touched(1 - battle.active, lost))
    return await tell(battle, BoutEnded())


def test_dice_that_have_fallen_are_not_thrown_again_when_looking_ahead() -> None:
    game = duel(Flurry(), 6, 6, 1)
    ways = futures(game.position(), "press")
    assert max(future.battle.touches[0] for future in ways) == 3
    nobody = fsum(future.chance for future in ways if future.battle.touches == (0, 0))
    assert nobody == pytest.approx((2 / 3) ** 3)


def test_the_chances_of_all_futures_add_up_to_one_and_agree_with_sampled_play() -> None:
    """With 4000 plays a gap of 5 in 100 comes by chance less than once in ten million times."""
    position = duel(Flurry(), 6, 6, 1).position()
    ways = futures(position, "press")
    assert fsum(future.chance for future in ways) == pytest.approx(1)
    expected: defaultdict[tuple[int, int], float] = defaultdict(float)
    for future in ways:
        expected[future.battle.touches] += future.chance
    hand, plays = RandomHand(11), 4000
    played = Counter(sample(position, "press", hand).checkpoint.battle.touches for _ in range(plays))
    assert played.keys() <= expected.keys()
    for touches, chance in expected.items():
        assert abs(played[touches] / plays - chance) < 0.05


def test_a_tree_that_is_wider_than_allowed_is_refused() -> None:
    position = duel(Flurry(), 6, 6, 1).position()
    ways = len(futures(position, "press"))
    assert len(futures(position, "press", at_most=ways)) == ways
    with pytest.raises(TooManyFutures, match=f"may go on in more than {ways - 1} ways"):
        futures(position, "press", at_most=ways - 1)


def test_a_sample_plays_on_to_the_next_question_with_dice_of_its_own() -> None:
    fork = sample(defending(), "parry", PlannedHand([1, 6, 6]))
    assert fork.battle.touches == (2, 0)
    assert fork.question is not None
    assert fork.question.seat == 1


def test_what_the_seat_cannot_know_is_imagined_anew_for_each_sample() -> None:
    position, hand = duel().position(), RandomHand(3)
    imagined = Counter(sample(position, "salute", hand).battle.tricks for _ in range(200))
    assert set(imagined) == {("cut", "flourish"), ("cut", "riposte")}
    assert min(imagined.values()) > 50
    assert {trick for pair in imagined for trick in pair} == set(TRICKS)
