"""The decision after a breakthrough: which enemy is charged."""

from __future__ import annotations

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.charge_ways import ways_to
from sandtable.systems.liberty.words import name


class ChargeOnward(Choose[int | None], frozen=True, kw_only=True):
    """Choose the enemy that a unit charges after its breakthrough, or None to hold (breakthrough.charge)."""

    decision: str = "breakthrough-target"
    rule = "breakthrough.charge"
    title = "Which enemy does it charge?"

    unit: int

    def parties(self) -> tuple[int, ...]:
        return (self.unit,) if self.unit >= 0 else ()

    def words(self, battle: LibertyBattle) -> str:
        return f"{name(battle, self.unit)} breaks through: which enemy does it charge?"

    def label(self, battle: LibertyBattle | None, option: int | None) -> str:
        """An enemy by its name; without a battle, by its number."""
        if battle is None:
            return "Hold" if option is None else f"Charge enemy {option}"
        return "Hold its ground" if option is None else f"Charge {name(battle, option)}"

    def face(self, battle: LibertyBattle, option: int | None) -> Face:
        """An enemy, and where the determined charge would end."""
        label = self.label(battle, option)
        if option is None:
            return Face(label, subject=self.unit)
        ways = ways_to(battle, battle.units[self.unit], battle.units[option], determined=True)
        return Face(label, "with determination", self.unit, option, ways[0].end if ways else None)
