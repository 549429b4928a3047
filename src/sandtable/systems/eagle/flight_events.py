"""Events of pursuits and of the units they catch."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.records import Role


class PursuitGoesOn(EagleEvent, frozen=True):
    """A unit pursued without a catch, and keeps pursuing until a control test stops it.

    after.pursue.detail, pursuit.continue
    """

    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It has no quarry."""
        return battle.with_unit(replace(battle.units[self.unit], pursuing=True, quarry=None))


class QuarryCaught(EagleEvent, frozen=True):
    """A pursuer caught its quarry, which is in rout (after.caught, after.retire.caught)."""

    unit: int
    quarry: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The router stays where it is; its pursuer follows it until it is stopped (rout.continue)."""
        battle = battle.with_unit(replace(battle.units[self.unit], pursuing=True, quarry=self.quarry))
        return battle.with_unit(replace(battle.units[self.quarry], caught=True))


class HackStruck(EagleEvent, frozen=True):
    """A pursuer struck a free hack at a unit that it had caught (after.free-hack)."""

    unit: int
    quarry: int
    dice: int
    lost: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Nothing changes; later events remove the bases (troops.casualty)."""
        return battle


class PursuerMet(EagleEvent, frozen=True):
    """A pursuer ran into fresh enemies and is in combat with them (after.pursue.new-enemy)."""

    unit: int
    target: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It fights its next round as a pursuer, and its pursuit ends (melee.role)."""
        return battle.with_unit(
            replace(battle.units[self.unit], role=Role.PURSUE, pursuing=False, quarry=None)
        )


class RoutResumed(EagleEvent, frozen=True):
    """A router that was caught and still has bases runs on (rout.continue)."""

    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Unless it is caught again, it is eliminated at the end of the phase (rout.eliminate)."""
        return battle.with_unit(replace(battle.units[self.unit], caught=False, taken=True))
