"""A position: a point in a battle as one seat knows it, from which futures can be tried.

It is all an agent is given. It holds no dice and nothing hidden from the seat: what follows from it is tried
with dice of its own, and what the seat cannot know is imagined by the system.
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
    """The question a seat is to answer, the battle as it knows it, and the way here from the last mark."""

    system: System[B]
    question: Decision[Any]
    battle: B
    checkpoint: B
    since: tuple[Answered, ...]

    @property
    def seat(self) -> int:
        """Who is to decide."""
        return self.question.seat
