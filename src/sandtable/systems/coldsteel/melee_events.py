"""What can happen in a melee besides losses."""

from __future__ import annotations

from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.events import ColdSteelEvent


class UnitStruck(ColdSteelEvent, frozen=True):
    """A unit struck at an enemy with so many dice and scored so many wounds (melee.strike-steps).

    It changes nothing by itself: the models fall when all blows of the step have been struck.
    """

    unit: int
    target: int
    dice: int
    wounds: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The losses come after it (casualties.order)."""
        return battle
