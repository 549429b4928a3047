"""What happens when light troops shoot."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import EagleEvent


class UnitShot(EagleEvent, frozen=True):
    """A light unit shot at an enemy with so many dice and gave him so many points (shooting.hit)."""

    unit: int
    target: int
    dice: int
    points: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The points are taken by an event of their own (turn.combat.dp-at-once)."""
        return battle
