"""The events of a melee besides losses."""

from __future__ import annotations

from sandtable.game.present.english import counted
from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.events import ColdSteelEvent
from sandtable.systems.coldsteel.words import name


class UnitStruck(ColdSteelEvent, frozen=True):
    """A unit struck at an enemy: its dice and the wounds it scored (melee.strike-steps).

    The losses follow when all blows of the step have been struck.
    """

    rules = ("melee.strike-steps",)

    unit: int
    target: int
    dice: int
    wounds: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """Nothing changes: the losses come later (casualties.order)."""
        return battle

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        who, whom = name(after, self.unit), name(after, self.target)
        return f"{who} strikes {whom} with {counted(self.dice, 'die')}: {counted(self.wounds, 'wound')}"
