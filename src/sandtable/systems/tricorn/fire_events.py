"""Events of the firing step: shots and supports declared, hits, and the units that must consult the table."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.tricorn.battle import Due, Shot, TricornBattle
from sandtable.systems.tricorn.events import TricornEvent


class FireDeclared(TricornEvent, frozen=True):
    """A unit was named to fire at an enemy (shooting.simultaneous)."""

    unit: int
    target: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """No die is thrown before both sides have declared all their shots."""
        return replace(battle, shots=(*battle.shots, Shot(self.unit, self.target)))


class SupportDeclared(TricornEvent, frozen=True):
    """A unit gave up its own fire to support another's (shooting.support.condition)."""

    unit: int
    shooter: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """It supports that one shot only."""
        shots = tuple(
            replace(shot, supporters=(*shot.supporters, self.unit)) if shot.shooter == self.shooter else shot
            for shot in battle.shots
        )
        return replace(battle, shots=shots)


class UnitFired(TricornEvent, frozen=True):
    """A unit fired: with which Combat Value, how many hits it scored, and whether from long range.

    combat.hit, combat.over-six
    """

    unit: int
    target: int
    value: int
    hits: int
    long: bool = False

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """Markers are placed when all have fired (shooting.resolution-order)."""
        return battle


class LongRangeTested(TricornEvent, frozen=True):
    """A unit tested its morale for hits from long range (shooting.hit.long-artillery)."""

    unit: int
    target: int
    hits: int
    gained: int

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """The markers it gained are an event of their own."""
        return battle


class FireEnded(TricornEvent, frozen=True):
    """All fire of a step has been settled; these units have to consult the morale table.

    shooting.resolution-order
    """

    dues: tuple[Due, ...]

    def apply(self, battle: TricornBattle) -> TricornBattle:
        """They consult it in the next step; the shots are cleared."""
        return replace(battle, dues=self.dues, shots=())
