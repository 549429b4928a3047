"""Events of pursuits and of the units they catch."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.present.english import counted
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.records import Role
from sandtable.systems.eagle.words import name


class PursuitGoesOn(EagleEvent, frozen=True):
    """A unit pursued without a catch, and keeps pursuing until a control test stops it.

    after.pursue.detail, pursuit.continue
    """

    rules = ("after.pursue.detail",)

    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It has no quarry."""
        return battle.with_unit(replace(battle.units[self.unit], pursuing=True, quarry=None))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} catches no enemy and keeps pursuing"


class QuarryCaught(EagleEvent, frozen=True):
    """A pursuer caught its quarry, which is in rout (after.caught, after.retire.caught)."""

    rules = ("after.caught",)

    unit: int
    quarry: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The router stays where it is; its pursuer follows it until it is stopped (rout.continue)."""
        battle = battle.with_unit(replace(battle.units[self.unit], pursuing=True, quarry=self.quarry))
        return battle.with_unit(replace(battle.units[self.quarry], caught=True))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} catches {name(after, self.quarry)}"


class HackStruck(EagleEvent, frozen=True):
    """A pursuer struck a free hack at a unit that it had caught (after.free-hack)."""

    rules = ("after.free-hack",)

    unit: int
    quarry: int
    dice: int
    lost: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Nothing changes; later events remove the bases (troops.casualty)."""
        return battle

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        struck = f"{name(after, self.unit)} strikes at {name(after, self.quarry)}"
        lost = counted(self.lost, "base") if self.lost else "no base"
        return f"{struck}: {counted(self.dice, 'die')}, {lost} lost"


class PursuerMet(EagleEvent, frozen=True):
    """A pursuer ran into fresh enemies and is in combat with them (after.pursue.new-enemy)."""

    rules = ("after.pursue.new-enemy",)

    unit: int
    target: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It fights its next round as a pursuer, and its pursuit ends (melee.role)."""
        return battle.with_unit(
            replace(battle.units[self.unit], role=Role.PURSUE, pursuing=False, quarry=None)
        )

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} runs into {name(after, self.target)}"


class RoutResumed(EagleEvent, frozen=True):
    """A router that was caught and still has bases runs on (rout.continue)."""

    rules = ("rout.continue",)

    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Unless it is caught again, it is eliminated at the end of the phase (rout.eliminate)."""
        return battle.with_unit(replace(battle.units[self.unit], caught=False, taken=True))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{name(after, self.unit)} runs on"
