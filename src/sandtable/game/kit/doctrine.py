"""A doctrine: a system's knowledge of how to play well, for the computer opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from sandtable.game.battle.position import Position


class Doctrine(Protocol):
    """How to play one system: it uses no dice and no clock, and answers equal positions equally."""

    def decide(self, position: Position[Any]) -> object:
        """The answer to the waiting question."""
