"""What can happen in a Charge phase only: charges declared, carried out and answered."""

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
        """It is carried out when all are declared."""
        charges = (*battle.charges, Charge(self.charger, self.target))
        return replace(battle, charges=charges, done=(*battle.done, self.charger))


class ChargeForgone(ElanEvent, frozen=True):
    """A unit that could have charged does not (charge.declare)."""

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It is not asked again in this phase."""
        return replace(battle, done=(*battle.done, self.unit))


class ChargeBegan(ElanEvent, frozen=True):
    """A charge is carried out (charge.sequence)."""

    charger: int
    target: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Its turn does not come again."""
        return _begun(battle, self.charger)


class ChargeLapsed(ElanEvent, frozen=True):
    """A charge came to its turn and could not be carried out on its target (charge.target-gone)."""

    charger: int
    target: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Its turn does not come again."""
        return _begun(battle, self.charger)


class ChargeAnswered(ElanEvent, frozen=True):
    """The target of a charge reacted to it (charge.reactions)."""

    target: int
    charger: int
    reaction: Reaction

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """What it does then is told when it does it."""
        return battle


class SquareTried(ElanEvent, frozen=True):
    """Infantry tried to form square against cavalry (charge.form-square)."""

    unit: int
    formed: bool

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """It tries once per turn (charge.reaction-once)."""
        return with_marks(battle, battle.units[self.unit], "tried_square")


class HomeTested(ElanEvent, frozen=True):
    """A unit took its test to charge home (charge.home)."""

    unit: int
    passed: bool

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Where it goes then is told when it goes."""
        return battle


class EvaderCaught(ElanEvent, frozen=True):
    """A unit that evaded or fled was overtaken by its charger (charge.evade-pursuit, charge.flee)."""

    target: int
    charger: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """The contact or the rout that comes of it is told by itself."""
        return battle


def _begun(battle: ElanBattle, charger: int) -> ElanBattle:
    """The battle once the turn of a unit's charge has come."""
    charges = (
        replace(charge, begun=True) if charge.charger == charger else charge for charge in battle.charges
    )
    return replace(battle, charges=tuple(charges))
