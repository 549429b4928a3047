"""Events of shooting."""

from __future__ import annotations

from sandtable.game.present.english import counted
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.words import name, points


class UnitShot(EagleEvent, frozen=True):
    """A light unit shot at an enemy: the dice, and the points it gave (shooting.hit)."""

    rules = ("shooting.hit", "shooting.sequence")

    unit: int
    target: int
    dice: int
    points: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Nothing changes; another event marks the points (turn.combat.dp-at-once)."""
        return battle

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        struck = f"for {points(self.points)}" if self.points else "without effect"
        shot = f"{name(after, self.unit)} shoots at {name(after, self.target)}"
        return f"{shot} with {counted(self.dice, 'die')}, {struck}"
