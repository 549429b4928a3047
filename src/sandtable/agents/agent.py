"""What an agent is: somebody who answers the question of a position."""

from __future__ import annotations

from typing import Any, Protocol

from sandtable.game.battle.position import Position


class Agent(Protocol):
    """A player that is not a person. It sees what its seat sees and cannot see a throw before it falls."""

    def decide(self, position: Position[Any]) -> object:
        """An answer to the question that waits."""
