"""The decisions of guns and riders: whether they limber, unlimber, mount or dismount."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.forms_events import in_line, other_shape
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.rates import rates
from sandtable.systems.liberty.shooting import Arm
from sandtable.systems.liberty.words import name
from sandtable.table.space import DEGREE, Pose, standing

# ----------------------------------------------------------------- guns
LIMBERED: Final = {
    Formation.LIMBERED_LINE: "Limber up in line",
    Formation.LIMBERED_FILE: "Limber up in file",
}


class Limber(Choose[Formation | None], frozen=True, kw_only=True):
    """Choose how guns limber up before they move, or None to stay unlimbered (movement.limber)."""

    decision: str = "limber"
    rule = "movement.limber"
    title = "Limber up?"

    unit: int

    def words(self, battle: LibertyBattle) -> str:
        fast, slow = rates(Arm.LIMBERED).advance, rates(Arm.UNLIMBERED).advance
        who = name(battle, self.unit)
        return f"Does {who} limber up before it moves? It moves {fast} in limbered, {slow} in unlimbered"

    def label(self, battle: LibertyBattle, option: Formation | None) -> str:
        del battle
        return "Stay unlimbered" if option is None else LIMBERED[option]

    def face(self, battle: LibertyBattle, option: Formation | None) -> Face:
        unit, label = battle.units[self.unit], self.label(battle, option)
        if option is None:
            return Face(label, subject=unit.id)
        return Face(label, subject=unit.id, place=unit.pose, shape=unit.profile.shape(unit.bases, option))


class LimberToRun(Limber, frozen=True, kw_only=True):
    """Choose how guns limber up before a rout or a RETIRE result, or None (rout.limber)."""

    decision: str = "rout-limber"
    rule = "rout.limber"
    title = "Limber up to run?"

    def words(self, battle: LibertyBattle) -> str:
        return f"Does {name(battle, self.unit)} limber up to get away?"


class Unlimber(Choose[int | None], frozen=True, kw_only=True):
    """Choose the heading on which guns unlimber, or None to stay limbered (movement.unlimber)."""

    decision: str = "unlimber"
    rule = "movement.unlimber"
    title = "Unlimber?"

    unit: int

    def words(self, battle: LibertyBattle) -> str:
        return f"Does {name(battle, self.unit)} unlimber here? If it does, it cannot shoot this turn"

    def label(self, battle: LibertyBattle, option: int | None) -> str:
        del battle
        return "Stay limbered" if option is None else f"Unlimber, facing {option / DEGREE:g}°"

    def face(self, battle: LibertyBattle, option: int | None) -> Face:
        unit = battle.units[self.unit]
        if option is None:
            return Face(self.label(battle, option), subject=unit.id)
        pose, shape = standing(unit), unit.profile.shape(unit.bases, Formation.UNLIMBERED_LINE)
        place = Pose(pose.x, pose.y, option)
        return Face("Unlimber", f"facing {option / DEGREE:g}°", unit.id, place=place, shape=shape)


# ----------------------------------------------------------------- riders
class Riders(StrEnum):
    """What cavalry may do at the start or end of an ADVANCE (movement.mount)."""

    MOUNT = "mount"
    DISMOUNT = "dismount"
    STAY = "stay as they are"


class MountOrDismount(Choose[Riders], frozen=True, kw_only=True):
    """Choose whether cavalry mounts or dismounts (movement.mount)."""

    decision: str = "mount-dismount"
    rule = "movement.mount"
    title = "Mount or dismount?"

    unit: int

    def words(self, battle: LibertyBattle) -> str:
        unit = battle.units[self.unit]
        return f"Does {unit.name} {'mount' if unit.dismounted else 'dismount'} here?"

    def label(self, battle: LibertyBattle, option: Riders) -> str:
        if option is Riders.STAY:
            return "Stay dismounted" if battle.units[self.unit].dismounted else "Stay mounted"
        return option.capitalize()

    def face(self, battle: LibertyBattle, option: Riders) -> Face:
        """Cavalry in its other form, in line about its centre."""
        unit, label = battle.units[self.unit], self.label(battle, option)
        if option is Riders.STAY:
            return Face(label, subject=unit.id)
        shape = other_shape(unit)
        return Face(label, subject=unit.id, place=in_line(unit, shape).pose, shape=shape)
