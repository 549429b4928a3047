"""Greedy: looks one answer ahead by exact odds and takes the answer with the best average score."""

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
    """Weighs each sensible answer by the average score after it; ties are broken at random."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def decide(self, position: Position[Any]) -> object:
        """The answer with the highest average score."""
        answers = list(position.question.sensible())
        if len(answers) == 1:
            return answers[0]
        self._random.shuffle(answers)
        return max(answers[:MOST_ANSWERS], key=lambda answer: self._worth(position, answer))

    def _worth(self, position: Position[Any], answer: object) -> float:
        """The average score after *answer*: exact if the tree is small, else sampled."""
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
    """The score of the seat minus the score of its opponent."""
    system, seat = position.system, position.seat
    return system.score(battle, seat) - system.score(battle, 1 - seat)
