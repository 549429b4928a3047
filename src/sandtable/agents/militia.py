"""Militia: any sensible answer at random. For testing, and the least opponent a better one must beat."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.game.battle.position import Position


class Militia:
    """Plays one of the sensible answers at random; the same seed plays the same battle."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def decide(self, position: Position[Any]) -> object:
        """Any of them will do."""
        return position.question.any_answer(self._draw)

    def _draw(self, count: int) -> int:
        return int(self._random() * count)
