"""Events of the firing step: shots and supports declared, hits, and the units that must consult the table."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.present.english import counted
from sandtable.systems.tricorn.battle import Due, Shot, TricornBattle
from sandtable.systems.tricorn.events import TricornEvent
from sandtable.systems.tricorn.words import name, names


class FireDeclared(TricornEvent, frozen=True):
    """A unit was named to fire at an enemy (shooting.simultaneous)."""

    rules = ("shooting.simultaneous",)

    unit: int
    target: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """No die is thrown before both sides have declared all their shots."""
        return replace(battle, shots=(*battle.shots, Shot(self.unit, self.target)))

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.unit)} declares fire at {name(after, self.target)}"


class SupportDeclared(TricornEvent, frozen=True):
    """A unit gave up its own fire to support another's (shooting.support.condition)."""

    rules = ("shooting.support.condition",)

    unit: int
    shooter: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It supports that one shot only."""
        shots = tuple(
            replace(shot, supporters=(*shot.supporters, self.unit)) if shot.shooter == self.shooter else shot
            for shot in battle.shots
        )
        return replace(battle, shots=shots)

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        return f"{name(after, self.unit)} supports the fire of {name(after, self.shooter)}"


class UnitFired(TricornEvent, frozen=True):
    """A unit fired: with which Combat Value, how many hits it scored, and whether from long range.

    combat.hit, combat.over-six
    """

    rules = ("combat.hit",)

    unit: int
    target: int
    value: int
    hits: int
    long: bool = False

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """Markers are placed when all have fired (shooting.resolution-order)."""
        return battle

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        who, whom = name(after, self.unit), name(after, self.target)
        how = " at long range" if self.long else ""
        result = counted(self.hits, "hit") if self.hits else "missed"
        return f"{who} fires at {whom}{how} with Combat Value {self.value}: {result}"


class LongRangeTested(TricornEvent, frozen=True):
    """A unit tested its morale for hits from long range (shooting.hit.long-artillery)."""

    rules = ("shooting.hit.long-artillery",)

    unit: int
    target: int
    hits: int
    gained: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The markers it gained are an event of their own."""
        return battle

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        unit, shooter = name(after, self.unit), name(after, self.target)
        hits, result = counted(self.hits, "hit"), "is shaken" if self.gained else "stands firm"
        return f"{unit} takes a Morale Test ({hits} by {shooter} at long range) and {result}"


class FireEnded(TricornEvent, frozen=True):
    """All fire of a step has been settled; these units have to consult the morale table.

    shooting.resolution-order
    """

    rules = ("shooting.resolution-order",)

    dues: tuple[Due, ...]

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """They consult it in the next step; the shots are cleared."""
        return replace(battle, dues=self.dues, shots=())

    @property
    def is_detail(self) -> bool:  # type: ignore[override]  # it depends on the event
        """Fire that caused no marker is only a detail."""
        return not self.dues

    def sentence(self, before: TricornBattle, after: TricornBattle) -> str:
        if not self.dues:
            return "The fire ends; no unit has to consult the morale table"
        return f"{names(after, tuple(due.unit for due in self.dues))} must consult the morale table"
