"""Events of the Movement phase other than moves: changes of formation and turns."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.present.english import compass
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.events import ElanEvent, UnitFormed
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.words import formed, sector_name, told
from sandtable.table.space import Pose


class UnitReformed(UnitFormed, frozen=True, kw_only=True):
    """A unit changed formation as part or all of its move, by the rule named.

    movement.action.formation, movement.action.skirmish, movement.action.garrison, formation.dismount
    """

    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Put the unit in its new formation and mark it as moved (movement.once)."""
        return battle.with_unit(replace(self.formed(battle.units[self.unit]), moved=True))

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        if self.formation is Formation.GARRISON:
            return told(after, self.unit, f"garrisons {sector_name(after, self.sector)}")
        left = self.rule == "movement.action.garrison"
        if left and self.formation is Formation.DISMOUNTED:
            return told(after, self.unit, "leaves the sector on foot")
        forms = formed(self.formation)
        return told(after, self.unit, *(("leaves the sector", forms) if left else (forms,)))


class UnitTurned(ElanEvent, frozen=True):
    """A unit turned on its centre as part or all of its move, by the rule named.

    movement.action.about-face, movement.quarter-turn, movement.gun-turn
    """

    unit: int
    to: Pose
    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Turn the unit and mark it as moved (movement.once)."""
        return battle.with_unit(replace(battle.units[self.unit], pose=self.to, moved=True))

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, f"turns to face {compass(self.to.heading)}")
