"""A position: a point in a battle as one seat knows it, from which futures can be tried.

An agent gets this and nothing else. It holds no dice and nothing that is hidden from the seat: futures are
tried with other dice, and the system fills in what the seat cannot know.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from sandtable.game.ask.questions import Decision
from sandtable.game.battle.battle import Battle
from sandtable.game.battle.log import Answered
from sandtable.game.kit.system import System

B = TypeVar("B", bound=Battle[Any])


class Position(Struct, Generic[B], frozen=True, gc=False):
    """The question of a seat, the battle as the seat knows it, and the answers since the last checkpoint."""

    system: System[B]
    question: Decision[Any]
    battle: B
    checkpoint: B
    since: tuple[Answered, ...]

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.question.seat
