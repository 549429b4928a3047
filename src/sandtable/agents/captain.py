"""Captain: fights by the doctrine of the system, and where a system has none looks one answer ahead."""

from __future__ import annotations

from typing import Any

from sandtable.agents.greedy import Greedy
from sandtable.game.battle.position import Position


class Captain:
    """Knows how a battle is fought: the same position gets the same answer, whatever the seed."""

    def __init__(self, seed: int) -> None:
        self._unschooled = Greedy(seed)

    def decide(self, position: Position[Any]) -> object:
        """What the doctrine of the system says."""
        doctrine = position.system.doctrine()
        return self._unschooled.decide(position) if doctrine is None else doctrine.decide(position)
