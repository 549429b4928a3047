"""Events of morale tests, compulsory moves, and officers at risk."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.present.english import counted
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.events import TricornEvent, combat_settled
from sandtable.systems.tricorn.morale import Effect, Occasion
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.words import name, officer_name
from sandtable.table.space import Pose, Shape

OCCASIONS: Final = {
    Occasion.CONSULTATION: "",
    Occasion.LONG_RANGE: " under artillery fire from long range",
    Occasion.BREAK_OFF: " to break off",
    Occasion.CHARGE_MOUNTED: " to close with Mounted",
    Occasion.REMOVAL: " to remove Disorder",
    Occasion.RECOILED_INTO: " as friends run into it",
}
"""The occasions of tests, in words."""

EFFECTS: Final = {
    Effect.NONE: "stands",
    Effect.RECOIL: "must recoil",
    Effect.WITHDRAW: "must recoil and withdraw",
    Effect.ABANDON: "abandons its guns",
    Effect.ELIMINATED: "breaks up",
}
"""The results of the table, in words."""


class MoraleTested(TricornEvent, frozen=True):
    """A unit took a Morale Test against a target on 1D20 (morale.test)."""

    rules = ("morale.test",)

    unit: int
    occasion: Occasion
    target: int
    passed: bool

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The consequences are events of their own."""
        return battle

    def parties(self) -> tuple[int, ...]:
        return (self.unit,)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        result = "passes" if self.passed else "fails"
        words = f"{name(after, self.unit)} {result} its Morale Test{OCCASIONS[self.occasion]}"
        return f"{words} ({self.target} or less)"


class ConsultationBegan(TricornEvent, frozen=True):
    """A unit that gained markers by fire was named to consult the table (shooting.resolution-order)."""

    rules = ("shooting.resolution-order",)
    is_detail = True

    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It consults once; its consequences are a combat of their own (recoil.blocked)."""
        dues = tuple(due for due in battle.dues if due.unit != self.unit)
        return replace(combat_settled(battle), dues=dues)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.unit)} consults the morale table after the fire"


class TableConsulted(TricornEvent, frozen=True):
    """The morale table was consulted for a unit with its markers (morale.table, morale.when).

    ``passed`` is None without a test: with 1 marker except for Recruits, and with 4 (morale.row.1,
    morale.row.4).
    """

    rules = ("morale.table",)

    unit: int
    markers: int
    effect: Effect
    target: int
    passed: bool | None = None

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The effect is an event of its own."""
        return battle

    def parties(self) -> tuple[int, ...]:
        return (self.unit,)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        unit = f"{name(after, self.unit)}, with {counted(self.markers, 'marker')},"
        effect = EFFECTS[self.effect]
        if self.passed is None:
            return f"{unit} {effect} without a test"
        result = "passes" if self.passed else "fails"
        return f"{unit} {result} its Morale Test ({self.target} or less) and {effect}"


class FriendRunInto(TricornEvent, frozen=True):
    """A unit that gave ground ran into a friend, which checks its morale (morale.recoiled-into)."""

    rules = ("morale.recoiled-into",)

    unit: int
    by: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The friend checks once for each unit that moves in a combat (morale.recoiled-into.once)."""
        return replace(battle, jostled=(*battle.jostled, (self.unit, self.by)))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.by)} runs into {name(after, self.unit)}"


class GroundBarred(TricornEvent, frozen=True):
    """A unit could not go as far as it had to, and gains a marker (recoil.blocked)."""

    rules = ("recoil.blocked",)

    unit: int
    markers: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It gains one such marker in a combat; the marker causes no test (recoil.blocked)."""
        unit = battle.units[self.unit]
        battle = battle.with_unit(replace(unit, markers=unit.markers + self.markers))
        return replace(battle, blocked=(*battle.blocked, self.unit))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        markers = counted(self.markers, "Disorder Marker")
        return f"{name(after, self.unit)} has no room to recoil and takes {markers}"


class GarrisonDrivenOut(TricornEvent, frozen=True):
    """A garrison was driven out of its stronghold (terrain.garrison.recoil)."""

    rules = ("terrain.garrison.recoil",)

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

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.unit)} is driven out of {after.stronghold(self.place).name}"


class OfficerSpared(TricornEvent, frozen=True):
    """An officer came unhurt through a combat in which his unit gained a marker (leaders.casualty.roll)."""

    rules = ("leaders.casualty.roll",)

    officer: int
    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """Nothing changes."""
        return battle

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{officer_name(after, self.officer)} is unhurt"
