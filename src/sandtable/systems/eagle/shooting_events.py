"""Events of shooting."""

from __future__ import annotations

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import EagleEvent


class UnitShot(EagleEvent, frozen=True):
    """A light unit shot at an enemy: the dice, and the points it gave (shooting.hit)."""

    unit: int
    target: int
    dice: int
    points: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Nothing changes; another event marks the points (turn.combat.dp-at-once)."""
        return battle
