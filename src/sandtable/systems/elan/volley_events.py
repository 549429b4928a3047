"""Events of the Firing phase: targets named, fire held, volleys."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanBattle, Shot
from sandtable.systems.elan.events import ElanEvent, with_marks
from sandtable.systems.elan.words import counted, the, told


class TargetNamed(ElanEvent, frozen=True):
    """A unit's target was named; it fires once all targets are (shooting.declare)."""

    rules = ("shooting.declare", "shooting.target")

    firer: int
    target: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Record the shot: a unit has one target (shooting.who-may)."""
        shots = (*battle.shots, Shot(self.firer, self.target))
        return replace(battle, shots=shots, done=(*battle.done, self.firer))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.firer, f"aims at {the(after, self.target)}")


class FireHeld(ElanEvent, frozen=True):
    """A unit that could fire holds its fire (shooting.declare)."""

    rules = ("shooting.declare",)
    is_detail = True

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return replace(battle, done=(*battle.done, self.unit))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "holds fire")


class UnitFired(ElanEvent, frozen=True):
    """A unit fired: its hits, and the fatigue hits on itself, which later events apply.

    shooting.who-may, shooting.fatigue-self, turn.simultaneous-hits
    """

    rules = ("turn.firing", "shooting.who-may")

    firer: int
    target: int
    hits: int
    fatigue: int = 0

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Mark the unit as having fired this turn."""
        fired = with_marks(battle, battle.units[self.firer], "fired")
        return replace(fired, shots=tuple(shot for shot in battle.shots if shot.firer != self.firer))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        fires = f"fires at {the(after, self.target)}: {counted(self.hits, 'hit')}"
        tired = f"; fatigue costs the firing unit {counted(self.fatigue, 'hit')}" if self.fatigue else ""
        return told(after, self.firer, fires + tired)
