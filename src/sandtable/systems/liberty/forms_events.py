"""The events of a unit's form: guns limber and unlimber, cavalry dismounts and mounts."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.liberty.battle import LibertyBattle, Regiment
from sandtable.systems.liberty.events import LibertyEvent, stood
from sandtable.systems.liberty.profiles import DismountedSize, Formation
from sandtable.systems.liberty.roster import roster
from sandtable.systems.liberty.words import name
from sandtable.table.room import about_centre
from sandtable.table.space import DEGREE, Shape


class GunsLimbered(LibertyEvent, frozen=True):
    """A battery limbered up, in line or in file (movement.limber)."""

    rules = ("movement.limber",)

    unit: int
    formation: Formation

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The middle of its front edge stays; it changes no more this turn (movement.limber.detail)."""
        unit = battle.units[self.unit]
        shape = unit.profile.shape(unit.bases, self.formation)
        return stood(battle, replace(unit, formation=self.formation, shape=shape, changed=True))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        where = "in file" if self.formation is Formation.LIMBERED_FILE else "in line"
        return f"{name(after, self.unit)} limbers up {where}"


class GunsUnlimbered(LibertyEvent, frozen=True):
    """A battery unlimbered facing this heading (movement.unlimber)."""

    rules = ("movement.unlimber",)

    unit: int
    heading: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The middle of its front edge stays; it changes no more this turn (movement.limber.detail)."""
        unit = battle.units[self.unit]
        assert unit.pose is not None
        shape = unit.profile.shape(unit.bases, Formation.UNLIMBERED_LINE)
        pose = replace(unit.pose, heading=self.heading)
        down = replace(unit, formation=Formation.UNLIMBERED_LINE, shape=shape, pose=pose, changed=True)
        return stood(battle, down)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} unlimbers, facing {self.heading / DEGREE:g}°"


class RidersDismounted(LibertyEvent, frozen=True):
    """Cavalry dismounted (movement.mount)."""

    rules = ("movement.mount", "movement.mount.hits")

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """On fewer bases, in line about its centre, its hits rounded down (movement.mount.hits)."""
        unit = battle.units[self.unit]
        size = roster().dismounted.size(unit.bases)
        hits = unit.hits * size.auto_broken // unit.wear.broken
        afoot = replace(unit, bases=size.bases, dismounted=True, hits=hits, mounted_hits=unit.hits)
        return stood(battle, in_line(afoot, roster().dismounted.shape(unit.bases)))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} dismounts"


class RidersMounted(LibertyEvent, frozen=True):
    """Cavalry mounted again (movement.mount)."""

    rules = ("movement.mount", "movement.mount.hits")

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Its hits are rounded up; mounting heals no earlier hits (movement.mount.hits)."""
        unit = battle.units[self.unit]
        size = size_afoot(unit)
        whole = unit.profile.size(size.mounted).auto_broken
        hits = max(-(-unit.hits * whole // size.auto_broken), unit.mounted_hits)
        riders = replace(unit, bases=size.mounted, dismounted=False, hits=hits, mounted_hits=0)
        return stood(battle, in_line(riders, unit.profile.shape(size.mounted, Formation.LINE)))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} mounts"


def in_line(unit: Regiment, shape: Shape) -> Regiment:
    """A unit on its other bases, in line about its centre; it may not change again this turn."""
    assert unit.pose is not None
    pose = about_centre(unit, shape, unit.pose.heading)
    return replace(unit, formation=Formation.LINE, shape=shape, pose=pose, changed=True)


def size_afoot(unit: Regiment) -> DismountedSize:
    """The row of a dismounted unit in the table of sizes (movement.mount.rate)."""
    return next(size for size in roster().dismounted.sizes if size.bases == unit.bases)


def other_shape(unit: Regiment) -> Shape:
    """The shape of cavalry that mounts or dismounts (movement.mount)."""
    if unit.dismounted:
        return unit.profile.shape(size_afoot(unit).mounted, Formation.LINE)
    return roster().dismounted.shape(unit.bases)
