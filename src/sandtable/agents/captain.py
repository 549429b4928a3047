"""Captain: plays by the doctrine of the system; for a system without one it looks one answer ahead."""

from __future__ import annotations

from typing import Any

from sandtable.agents.greedy import Greedy
from sandtable.game.battle.position import Position


class Captain:
    """Plays by the doctrine: the same position gets the same answer, whatever the seed."""

    def __init__(self, seed: int) -> None:
        self._unschooled = Greedy(seed)

    def decide(self, position: Position[Any]) -> object:
        """The answer of the doctrine."""
        doctrine = position.system.doctrine()
        return self._unschooled.decide(position) if doctrine is None else doctrine.decide(position)
