"""A doctrine: a system's own knowledge of how to fight, by which a computer opponent decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sandtable.game.battle.position import Position


class Doctrine(Protocol):
    """How to fight by the rules of one system: no dice, no clock, the same answer to the same position."""

    def decide(self, position: Position[Any]) -> object:
        """An answer to the question that waits."""
