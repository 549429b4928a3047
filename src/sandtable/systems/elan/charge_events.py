"""Events of the Charge phase: charges declared, carried out and answered."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.elan.battle import Charge, ElanBattle
from sandtable.systems.elan.events import ElanEvent, with_marks
from sandtable.systems.elan.reactions import Reaction


class ChargeDeclared(ElanEvent, frozen=True):
    """A unit declared a charge on one target (charge.declare)."""

    charger: int
    target: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        charges = (*battle.charges, Charge(self.charger, self.target))
        return replace(battle, charges=charges, done=(*battle.done, self.charger))


class ChargeForgone(ElanEvent, frozen=True):
    """A unit that could charge declines to (charge.declare)."""

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return replace(battle, done=(*battle.done, self.unit))


class ChargeBegan(ElanEvent, frozen=True):
    """A charge is carried out (charge.sequence)."""

    charger: int
    target: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return _begun(battle, self.charger)


class ChargeLapsed(ElanEvent, frozen=True):
    """A charge could not be carried out on its target (charge.target-gone)."""

    charger: int
    target: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return _begun(battle, self.charger)


class ChargeAnswered(ElanEvent, frozen=True):
    """The target of a charge reacted to it (charge.reactions)."""

    target: int
    charger: int
    reaction: Reaction

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes: later events carry out the reaction."""
        return battle


class SquareTried(ElanEvent, frozen=True):
    """Infantry tried to form square against cavalry (charge.form-square)."""

    unit: int
    formed: bool

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """The unit may not try again this turn (charge.reaction-once)."""
        return with_marks(battle, battle.units[self.unit], "tried_square")


class HomeTested(ElanEvent, frozen=True):
    """A unit took its test to charge home (charge.home)."""

    unit: int
    passed: bool

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes: later events move the unit."""
        return battle


class EvaderCaught(ElanEvent, frozen=True):
    """A unit that evaded or fled was overtaken by its charger (charge.evade-pursuit, charge.flee)."""

    target: int
    charger: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes: later events record the contact or the rout."""
        return battle


def _begun(battle: ElanBattle, charger: int) -> ElanBattle:
    """The battle with a unit's charge marked as begun."""
    charges = (
        replace(charge, begun=True) if charge.charger == charger else charge for charge in battle.charges
    )
    return replace(battle, charges=tuple(charges))
