"""Events of disorder and its results: markers, recoils, withdrawals, abandoned guns, lost units."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.present.english import counted
from sandtable.systems.tricorn.battle import Removal, TricornBattle, whole
from sandtable.systems.tricorn.events import TricornEvent, with_officer
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.words import direction, name
from sandtable.table.space import Pose, as_inches


class MarkersGained(TricornEvent, frozen=True):
    """A unit gained Disorder Markers, some of them perhaps permanent (shooting.hit, melee.hit).

    ``converted`` is the number of its present markers that become permanent (morale.row.2.permanent.adds, the
    other reading).
    """

    rules = ("disorder.max",)

    unit: int
    count: int
    permanent: int = 0
    converted: int = 0

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """They are counted without limit (disorder.max)."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(
                unit,
                markers=unit.markers + self.count,
                permanent=unit.permanent + self.permanent + self.converted,
            )
        )

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        unit = name(after, self.unit)
        if not self.count:
            return f"One of the Disorder Markers of {unit} becomes permanent"
        kind = "permanent Disorder Marker" if self.permanent else "Disorder Marker"
        return f"{unit} takes {counted(self.count, kind)}"


class UnitRecoiled(TricornEvent, frozen=True):
    """A unit recoiled: how far, and where it stands now (melee.recoil.distance, recoil.path)."""

    rules = ("recoil.path",)

    unit: int
    to: Pose
    distance: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """A recoil does not count as a move; the unit has recoiled in this combat.

        recoil.counts, melee.one-recoil
        """
        unit = replace(battle.units[self.unit], pose=self.to, sidestepped=())
        recoiled = tuple(dict.fromkeys((*battle.recoiled, self.unit)))
        return replace(battle.with_unit(unit), recoiled=recoiled)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        unit = before.units[self.unit]
        if not self.distance:
            return f"{unit.name} cannot recoil"
        return f"{unit.name} recoils {as_inches(self.distance):g} in {direction(unit, self.to)}"


class UnitWithdrew(TricornEvent, frozen=True):
    """A unit withdrew with its back to the enemy (morale.row.2.distance, withdraw.path)."""

    rules = ("withdraw.path",)

    unit: int
    to: Pose
    distance: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It no longer fires in this step (withdraw.later)."""
        unit = replace(battle.units[self.unit], pose=self.to, sidestepped=(), withdrew=True)
        return battle.with_unit(unit)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        unit = before.units[self.unit]
        if not self.distance:
            return f"{unit.name} turns to withdraw but cannot move"
        return f"{unit.name} withdraws {as_inches(self.distance):g} in {direction(unit, self.to)}"


class GunsAbandoned(TricornEvent, frozen=True):
    """The crews of a battery left their guns (morale.row.2.artillery)."""

    rules = ("artillery.abandoned",)

    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The guns stay and do nothing; an attached officer is detached.

        artillery.abandoned, leaders.fate.detail
        """
        left = replace(battle.units[self.unit], formation=Formation.ABANDONED)
        officer = battle.officer_with(self.unit)
        battle = battle.with_unit(left)
        if officer is None or left.pose is None:
            return battle
        place = whole(left.pose.at(0, -left.shape.depth / 2))
        return with_officer(battle, replace(officer, attached=None, place=place))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"The crews of {name(after, self.unit)} abandon their guns"


REMOVAL_RULES: Final = {
    Removal.ELIMINATED: "morale.row.4",
    Removal.CAPTURED: "artillery.abandoned",
    Removal.OFF_TABLE: "movement.table-edge",
}
"""The rule of each way in which a unit leaves play."""


class UnitRemoved(TricornEvent, frozen=True):
    """A unit left play (army.loss-count)."""

    unit: int
    how: Removal

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It leaves the table whole (troops.strength)."""
        unit = replace(
            battle.units[self.unit], pose=None, removed=self.how, garrison="", emplaced=None, sidestepped=()
        )
        return replace(
            battle.with_unit(unit), dues=tuple(due for due in battle.dues if due.unit != self.unit)
        )

    def cites(self) -> tuple[str, ...]:
        return (REMOVAL_RULES[self.how],)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.unit)} is {self.how}"
