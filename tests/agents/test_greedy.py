"""Greedy: how many answers it weighs, and how, if their consequences are few or many."""

from __future__ import annotations

from typing import Any, cast

import pytest

from sandtable.agents import Greedy, greedy
from sandtable.game.battle.position import Position
from sandtable.game.drivers.search import TooManyFutures


class Asked:
    """A question with answers that are worth their own number."""

    def __init__(self, *answers: int) -> None:
        self._answers = answers

    def sensible(self) -> tuple[int, ...]:
        """All of them."""
        return self._answers


class Scored:
    """A system in which a battle is a pair of scores."""

    def score(self, battle: tuple[float, float], side: int) -> float:
        """The score of a side."""
        return battle[side]


class Standing:
    """A position of the first seat."""

    system, seat = Scored(), 0

    def __init__(self, *answers: int) -> None:
        self.question = Asked(*answers)


def at(*answers: int) -> Position[Any]:
    """A position whose question has these answers."""
    return cast("Position[Any]", Standing(*answers))


class Fork:
    """A battle that was tried."""

    def __init__(self, battle: tuple[float, float]) -> None:
        self.battle = battle

    def close(self) -> None:
        """It is done with."""


@pytest.fixture
def exact(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every answer has few consequences; the limits that were asked for."""
    asked: list[int] = []

    def weighed(position: Any, answer: int, worth: Any, *, at_most: int) -> float:
        asked.append(at_most)
        found: float = worth((float(answer), 0.0))
        return found

    monkeypatch.setattr(greedy, "expectation", weighed)
    return asked


def test_of_twelve_answers_the_best_is_always_found(exact: list[int]) -> None:
    assert {Greedy(seed).decide(at(*range(12))) for seed in range(60)} == {11}
    assert set(exact) == {200}, "up to 200 futures are weighed exactly"


def test_of_thirteen_answers_one_is_left_out_at_random(exact: list[int]) -> None:
    found = [Greedy(seed).decide(at(*range(13))) for seed in range(60)]
    assert set(found) == {11, 12}
    assert len(exact) == 60 * 12


def test_one_answer_needs_no_weighing_and_two_do(exact: list[int]) -> None:
    assert Greedy(1).decide(at(7)) == 7
    assert exact == []
    assert Greedy(1).decide(at(3, 7)) == 7
    assert len(exact) == 2


def test_the_score_of_the_opponent_counts_against_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        greedy, "expectation", lambda position, answer, worth, at_most: worth((float(answer), answer * 2.0))
    )
    assert {Greedy(seed).decide(at(1, 2, 3)) for seed in range(5)} == {1}


def test_an_answer_with_too_many_consequences_is_worth_the_mean_of_four_samples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first answer is worth 3 by four samples of 0, 2, 4 and 6; the others are known."""
    samples: list[float] = []

    def weighed(position: Any, answer: int, worth: Any, *, at_most: int) -> float:
        if answer == 0:
            raise TooManyFutures
        return 2.9 if answer == 1 else 2.0

    def sampled(position: Any, answer: int, hand: object) -> Fork:
        samples.append(2.0 * (len(samples) % 4))
        return Fork((samples[-1], 0.0))

    monkeypatch.setattr(greedy, "expectation", weighed)
    monkeypatch.setattr(greedy, "sample", sampled)
    assert Greedy(1).decide(at(0, 1, 2)) == 0
    assert samples == [0.0, 2.0, 4.0, 6.0]
    monkeypatch.setattr(greedy, "expectation", lambda *args, **more: weighed(*args, **more) + 0.2)
    assert Greedy(1).decide(at(0, 1, 2)) == 1
