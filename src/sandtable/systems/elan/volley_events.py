"""What can happen in a Firing phase only: targets named, fire held, volleys."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanBattle, Shot
from sandtable.systems.elan.events import ElanEvent, with_marks


class TargetNamed(ElanEvent, frozen=True):
    """A unit's target was named; it fires when all are (shooting.declare)."""

    firer: int
    target: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It has one target (shooting.who-may)."""
        shots = (*battle.shots, Shot(self.firer, self.target))
        return replace(battle, shots=shots, done=(*battle.done, self.firer))


class FireHeld(ElanEvent, frozen=True):
    """A unit that could have fired holds its fire (shooting.declare)."""

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It is not asked again in this phase."""
        return replace(battle, done=(*battle.done, self.unit))


class UnitFired(ElanEvent, frozen=True):
    """A unit fired: the hits it scored and those of fatigue on itself, which count when they are applied.

    shooting.who-may, shooting.fatigue-self, turn.simultaneous-hits
    """

    firer: int
    target: int
    hits: int
    fatigue: int = 0

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """A unit fires once per turn."""
        fired = with_marks(battle, battle.units[self.firer], "fired")
        return replace(fired, shots=tuple(shot for shot in battle.shots if shot.firer != self.firer))
