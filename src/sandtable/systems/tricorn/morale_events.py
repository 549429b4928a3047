"""Events of morale tests, compulsory moves, and officers at risk."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.events import TricornEvent, combat_settled
from sandtable.systems.tricorn.morale import Effect, Occasion
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.space import Pose, Shape


class MoraleTested(TricornEvent, frozen=True):
    """A unit took a Morale Test against a target on 1D20 (morale.test)."""

    unit: int
    occasion: Occasion
    target: int
    passed: bool

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The consequences are events of their own."""
        return battle


class ConsultationBegan(TricornEvent, frozen=True):
    """A unit that gained markers by fire was named to consult the table (shooting.resolution-order)."""

    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It consults once; its consequences are a combat of their own (recoil.blocked)."""
        dues = tuple(due for due in battle.dues if due.unit != self.unit)
        return replace(combat_settled(battle), dues=dues)


class TableConsulted(TricornEvent, frozen=True):
    """The morale table was consulted for a unit with its markers (morale.table, morale.when).

    ``passed`` is None without a test: with 1 marker except for Recruits, and with 4 (morale.row.1,
    morale.row.4).
    """

    unit: int
    markers: int
    effect: Effect
    target: int
    passed: bool | None = None

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The effect is an event of its own."""
        return battle


class FriendRunInto(TricornEvent, frozen=True):
    """A unit that gave ground ran into a friend, which checks its morale (morale.recoiled-into)."""

    unit: int
    by: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The friend checks once for each unit that moves in a combat (morale.recoiled-into.once)."""
        return replace(battle, jostled=(*battle.jostled, (self.unit, self.by)))


class GroundBarred(TricornEvent, frozen=True):
    """A unit could not go as far as it had to, and gains a marker (recoil.blocked)."""

    unit: int
    markers: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It gains one such marker in a combat; the marker causes no test (recoil.blocked)."""
        unit = battle.units[self.unit]
        battle = battle.with_unit(replace(unit, markers=unit.markers + self.markers))
        return replace(battle, blocked=(*battle.blocked, self.unit))


class GarrisonDrivenOut(TricornEvent, frozen=True):
    """A garrison was driven out of its stronghold (terrain.garrison.recoil)."""

    unit: int
    place: str
    to: Pose
    shape: Shape

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It stands in Line outside, and the place is empty; this was its recoil (melee.one-recoil)."""
        unit = replace(
            battle.units[self.unit],
            pose=self.to,
            shape=self.shape,
            formation=Formation.LINE,
            garrison="",
            emplaced=None,
            sidestepped=(),
        )
        recoiled = tuple(dict.fromkeys((*battle.recoiled, self.unit)))
        return replace(battle.with_unit(unit), recoiled=recoiled)


class OfficerSpared(TricornEvent, frozen=True):
    """An officer came unhurt through a combat in which his unit gained a marker (leaders.casualty.roll)."""

    officer: int
    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """Nothing changes."""
        return battle
