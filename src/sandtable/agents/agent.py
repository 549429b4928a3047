"""The interface of an agent: it answers the question of a position."""

from __future__ import annotations

from typing import Any, Protocol

from sandtable.game.battle.position import Position


class Agent(Protocol):
    """A computer player. It sees what its seat sees, and no throw before it is made."""

    def decide(self, position: Position[Any]) -> object:
        """The answer to the waiting question."""
