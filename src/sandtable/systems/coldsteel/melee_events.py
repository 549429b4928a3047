"""The events of a melee besides losses."""

from __future__ import annotations

from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.events import ColdSteelEvent


class UnitStruck(ColdSteelEvent, frozen=True):
    """A unit struck at an enemy: its dice and the wounds it scored (melee.strike-steps).

    The losses follow when all blows of the step have been struck.
    """

    unit: int
    target: int
    dice: int
    wounds: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """Nothing changes: the losses come later (casualties.order)."""
        return battle
