"""The events of a unit's morale step besides the test."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.coldsteel.battle import ColdSteelBattle
from sandtable.systems.coldsteel.events import ColdSteelEvent, UnitRetreated
from sandtable.systems.coldsteel.troops import Figure, Formation
from sandtable.systems.coldsteel.words import name
from sandtable.table.space import Pose, Shape


class SoldiersMutinied(ColdSteelEvent, frozen=True):
    """Flogged Soldiers failed their test: they murder their Officer and rout.

    ``officer`` says whether he was alive (cards.flogged-soldiers).
    """

    rules = ("cards.flogged-soldiers",)

    unit: int
    officer: bool

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """The Officer is lost (cards.flogged-scope)."""
        if not self.officer:
            return battle
        unit = battle.units[self.unit]
        left = tuple(figure for figure in unit.command if figure is not Figure.OFFICER)
        return battle.with_unit(replace(unit, command=left, models=unit.models - 1))

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        who = f"The flogged soldiers of {name(after, self.unit)}"
        return f"{who} murder their officer" if self.officer else f"{who} will stand no more"


class GarrisonDrivenOut(ColdSteelEvent, frozen=True):
    """A garrison that failed its test was placed in column outside its building (building.retreat)."""

    rules = ("building.retreat",)

    unit: int
    building: str
    files: int
    shape: Shape
    to: Pose

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """It is a retreat like any other (charge.engagement-persists)."""
        retreated = UnitRetreated(self.unit, Formation.COLUMN, self.files, self.shape, self.to)
        return retreated.apply(battle)

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"{name(after, self.unit)} is driven out of {after.building(self.building).name}"


class RetreatBarred(ColdSteelEvent, frozen=True):
    """A unit that is not engaged had to retreat but could not move (morale.retreat.blocked)."""

    rules = ("morale.retreat.blocked",)

    unit: int

    def apply(self, battle: ColdSteelBattle) -> ColdSteelBattle:
        """Nothing changes: it stays without further penalty."""
        return battle

    def sentence(self, before: ColdSteelBattle, after: ColdSteelBattle) -> str:
        return f"{name(after, self.unit)} should fall back, but cannot"
