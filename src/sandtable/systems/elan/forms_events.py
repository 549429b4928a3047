"""What can happen to units in the Movement phase besides moving: they form up otherwise, and turn."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import ElanEvent, UnitFormed
from sandtable.table.space.pose import Pose


class UnitReformed(UnitFormed, frozen=True, kw_only=True):
    """A unit changed its formation as part of its move, or as all of it, by the rule named.

    movement.action.formation, movement.action.skirmish, movement.action.garrison, formation.dismount
    """

    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It stands in its new formation and has acted (movement.once)."""
        return battle.with_unit(replace(self.formed(battle.units[self.unit]), moved=True))


class UnitTurned(ElanEvent, frozen=True):
    """A unit turned on its centre as part of its move, or as all of it, by the rule named.

    movement.action.about-face, movement.quarter-turn, movement.gun-turn
    """

    unit: int
    to: Pose
    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It faces another way and has acted (movement.once)."""
        return battle.with_unit(replace(battle.units[self.unit], pose=self.to, moved=True))
