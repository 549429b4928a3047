"""Greedy: looks one answer ahead by exact odds and takes what leaves its side best off by the score."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from sandtable.dice import RandomHand
from sandtable.game.battle.position import Position
from sandtable.game.drivers.search import TooManyFutures, expectation, sample

MOST_ANSWERS = 12
MOST_FUTURES = 200
SAMPLES = 4


class Greedy:
    """Weighs each sensible answer by the average score after it; equals are settled at random."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def decide(self, position: Position[Any]) -> object:
        """The answer that is worth most on average."""
        answers = list(position.question.sensible())
        if len(answers) == 1:
            return answers[0]
        self._random.shuffle(answers)
        return max(answers[:MOST_ANSWERS], key=lambda answer: self._worth(position, answer))

    def _worth(self, position: Position[Any], answer: object) -> float:
        """The average of the score after *answer*: exact where the tree is small, sampled where it is not."""
        try:
            worth = partial(_score, position)
            return expectation(position, answer, worth, at_most=MOST_FUTURES)
        except TooManyFutures:
            return sum(self._one_way(position, answer) for _ in range(SAMPLES)) / SAMPLES

    def _one_way(self, position: Position[Any], answer: object) -> float:
        hand = RandomHand(self._random.getrandbits(64))
        fork = sample(position, answer, hand)
        fork.close()
        return _score(position, fork.battle)


def _score(position: Position[Any], battle: Any) -> float:
    """How far the seat is ahead."""
    system, seat = position.system, position.seat
    return system.score(battle, seat) - system.score(battle, 1 - seat)
