"""Events of units that act in step 2: moves, formations, strongholds, breaking off, following up."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.present.english import compass
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.events import TricornEvent
from sandtable.systems.tricorn.rates import CHANGE, GARRISON
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.words import FORMATIONS, name, way
from sandtable.table.movement import AboutFace, Plan, Retire, Shift, Wheel
from sandtable.table.space import Pose, Shape


class UnitStood(TricornEvent, frozen=True):
    """A unit stood still in step 2 (turn.one-action)."""

    rules = ("turn.one-action",)

    unit: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It has acted in the step."""
        return battle.with_unit(replace(battle.units[self.unit], named=True))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.unit)} stands where it is"


class UnitMoved(TricornEvent, frozen=True):
    """A unit moved: its legs, its new place and its formation (turn.one-action).

    ``sidestepped`` are the enemies it reached by a Side Step (geometry.edge-contact), ``through`` the formed
    friends it went through, who count as having moved too (movement.pass-through.both-moved). ``forced`` is
    the last turn in which it counts as Forced Marched, 0 if it made no Forced March (movement.forced-march),
    ``share`` the part of a Full Move that it used (movement.allowance).
    """

    rules = ("movement.allowance",)

    unit: int
    legs: Plan
    to: Pose
    shape: Shape
    formation: Formation
    sidestepped: tuple[int, ...] = ()
    through: tuple[int, ...] = ()
    forced: int = 0
    share: int = 0

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It stands at its new place and has moved (shooting.cv.moved.detail)."""
        unit = battle.units[self.unit]
        battle = battle.with_unit(
            replace(
                unit,
                pose=self.to,
                shape=self.shape,
                formation=self.formation,
                garrison="",
                emplaced=None,
                sidestepped=self.sidestepped,
                forced_until=max(unit.forced_until, self.forced),
                entry=None,
                moved=True,
                named=True,
                spent=unit.spent + self.share,
                began=unit.start if unit.pose is not None else None,
            )
        )
        for friend in self.through:
            battle = battle.with_unit(replace(battle.units[friend], passed=True))
        return battle

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        unit = before.units[self.unit]
        if unit.pose is None:
            return f"{unit.name} enters the table"
        gone = way(unit, self.to)
        if not gone:
            return f"{unit.name} turns to face {compass(self.to.heading)}"
        words = f"{unit.name} {self._verb()} {gone}"
        turned = any(isinstance(leg, AboutFace | Wheel) for leg in self.legs)
        return f"{words} and faces {compass(self.to.heading)}" if turned else words

    def _verb(self) -> str:
        if self.legs and all(isinstance(leg, Retire) for leg in self.legs):
            return "goes back"
        if self.forced:
            return "marches"
        is_aside = self.legs and all(isinstance(leg, Shift) for leg in self.legs)
        return "steps aside" if is_aside else "moves"


class UnitFormed(TricornEvent, frozen=True):
    """A unit changed its formation (formation.change)."""

    rules = ("formation.change",)

    unit: int
    formation: Formation
    to: Pose
    shape: Shape

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It counts as moving (formation.change)."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(
                unit,
                formation=self.formation,
                pose=self.to,
                shape=self.shape,
                moved=True,
                named=True,
                spent=unit.spent + CHANGE,
                began=unit.start,
            )
        )

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        match self.formation:
            case Formation.UNLIMBERED:
                words = "unlimbers"
            case Formation.LIMBERED:
                words = "limbers"
            case _:
                words = f"forms {FORMATIONS[self.formation]}"
        return f"{name(after, self.unit)} {words}, facing {compass(self.to.heading)}"


class UnitCameOut(TricornEvent, frozen=True):
    """A garrison came out of the place it held (terrain.garrison, terrain.redoubt)."""

    rules = ("terrain.garrison",)

    unit: int
    place: str
    to: Pose
    shape: Shape
    formation: Formation

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It stands before the outline, facing outward; it counts as moving."""
        return battle.with_unit(
            replace(
                battle.units[self.unit],
                pose=self.to,
                shape=self.shape,
                formation=self.formation,
                garrison="",
                emplaced=None,
                moved=True,
                named=True,
                spent=GARRISON,
            )
        )

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.unit)} comes out of {after.stronghold(self.place).name}"


class UnitGarrisoned(TricornEvent, frozen=True):
    """A Foot unit moved into a stronghold (terrain.garrison)."""

    rules = ("terrain.garrison",)

    unit: int
    place: str
    heading: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """Its body becomes the outline of the stronghold."""
        return battle.with_unit(
            replace(housed(battle, battle.units[self.unit], self.place, self.heading), moved=True, named=True)
        )

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.unit)} garrisons {after.stronghold(self.place).name}"


def housed(battle: TricornBattle, unit: TricornUnit, place: str, heading: int) -> TricornUnit:
    """A Foot unit turned into the garrison of a stronghold (terrain.garrison)."""
    held = battle.stronghold(place)
    return replace(
        unit,
        pose=held.pose(heading),
        shape=held.shape(heading),
        formation=Formation.GARRISON,
        garrison=place,
        sidestepped=(),
        entry=None,
    )


class DisorderRemovalTried(TricornEvent, frozen=True):
    """A unit tested to remove Disorder, or a crew to come back to its guns (rally.test, artillery.recrew)."""

    rules = ("rally.test",)

    unit: int
    passed: bool

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """If it passed, one marker is removed or the crew returns; either way it has tried.

        shooting.cv.moved.detail
        """
        unit = replace(battle.units[self.unit], rallied=True, named=True)
        if self.passed and unit.is_abandoned:
            unit = replace(unit, formation=Formation.UNLIMBERED)
        elif self.passed:
            unit = replace(unit, markers=unit.markers - 1)
        return battle.with_unit(unit)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.unit)} {'recovers' if self.passed else 'does not recover'}"


class BreakOffTried(TricornEvent, frozen=True):
    """A unit in contact tried to Break Off (movement.break-off.test)."""

    rules = ("movement.break-off.test",)

    unit: int
    passed: bool

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It may try once in an activation; an active unit has acted in the step.

        movement.break-off.once, movement.break-off.fail
        """
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, broke_off=True, named=unit.named or battle.is_active(unit)))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.unit)} {'manages' if self.passed else 'fails'} to break off"


class UnitFollowedUp(TricornEvent, frozen=True):
    """A Mounted unit followed up into a further melee (movement.follow-up)."""

    rules = ("movement.follow-up",)

    unit: int
    target: int
    to: Pose
    sidestepped: tuple[int, ...] = ()

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It may do so once in an activation; this is not a move of step 2 (movement.follow-up.detail)."""
        unit = replace(battle.units[self.unit], pose=self.to, sidestepped=self.sidestepped)
        return replace(battle.with_unit(unit), followed=(*battle.followed, self.unit))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.unit)} follows up into {name(after, self.target)}"


class UnitBrokeOff(TricornEvent, frozen=True):
    """A unit went straight back out of contact (movement.break-off.pass)."""

    rules = ("movement.break-off.pass",)

    unit: int
    to: Pose

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It keeps its facing; an active unit has made its move."""
        unit = battle.units[self.unit]
        return battle.with_unit(
            replace(unit, pose=self.to, sidestepped=(), moved=unit.moved or battle.is_active(unit))
        )

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        unit = before.units[self.unit]
        return f"{unit.name} breaks off and goes back {way(unit, self.to)}".rstrip()
