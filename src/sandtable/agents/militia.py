"""Militia: a sensible answer at random, for tests and as the baseline that better agents must beat."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.game.battle.position import Position


class Militia:
    """Plays one of the sensible answers at random; the same seed plays the same battle."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def decide(self, position: Position[Any]) -> object:
        """A random sensible answer."""
        return position.question.any_answer(self._draw)

    def _draw(self, count: int) -> int:
        return int(self._random() * count)
