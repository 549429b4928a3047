"""Events of the Charge phase: charges declared, carried out and answered."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.elan.battle import Charge, ElanBattle
from sandtable.systems.elan.events import ElanEvent, with_marks
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.words import the, told

REACTS: Final = {
    Reaction.STAND_AND_FIRE: "stands and fires",
    Reaction.STAND: "stands",
    Reaction.FORM_SQUARE: "tries to form square",
    Reaction.EVADE: "evades",
    Reaction.COUNTERCHARGE: "countercharges",
    Reaction.FLEE: "flees",
}


class ChargeDeclared(ElanEvent, frozen=True):
    """A unit declared a charge on one target (charge.declare)."""

    rules = ("charge.declare", "charge.who")

    charger: int
    target: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        charges = (*battle.charges, Charge(self.charger, self.target))
        return replace(battle, charges=charges, done=(*battle.done, self.charger))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.charger, f"declares a charge on {the(after, self.target)}")


class ChargeForgone(ElanEvent, frozen=True):
    """A unit that could charge declines to (charge.declare)."""

    rules = ("charge.declare",)
    is_detail = True

    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return replace(battle, done=(*battle.done, self.unit))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "does not charge")


class ChargeBegan(ElanEvent, frozen=True):
    """A charge is carried out (charge.sequence)."""

    rules = ("charge.sequence",)

    charger: int
    target: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return _begun(battle, self.charger)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.charger, f"charges {the(after, self.target)}")


class ChargeLapsed(ElanEvent, frozen=True):
    """A charge could not be carried out on its target (charge.target-gone)."""

    rules = ("charge.target-gone",)

    charger: int
    target: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        return _begun(battle, self.charger)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.charger, f"is no longer able to charge {the(after, self.target)}")


class ChargeAnswered(ElanEvent, frozen=True):
    """The target of a charge reacted to it (charge.reactions)."""

    rules = ("charge.reactions",)

    target: int
    charger: int
    reaction: Reaction

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes: later events carry out the reaction."""
        return battle

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.target, REACTS[self.reaction])


class SquareTried(ElanEvent, frozen=True):
    """Infantry tried to form square against cavalry (charge.form-square)."""

    rules = ("charge.form-square",)

    unit: int
    formed: bool

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """The unit may not try again this turn (charge.reaction-once)."""
        return with_marks(battle, battle.units[self.unit], "tried_square")

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        found = "forms square in time" if self.formed else "is caught before it can form square"
        return told(after, self.unit, found)


class HomeTested(ElanEvent, frozen=True):
    """A unit took its test to charge home (charge.home)."""

    rules = ("charge.home", "charge.home-triggers")

    unit: int
    passed: bool

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes: later events move the unit."""
        return battle

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "charges home" if self.passed else "does not charge home")


class EvaderCaught(ElanEvent, frozen=True):
    """A unit that evaded or fled was overtaken by its charger (charge.evade-pursuit, charge.flee)."""

    rules = ("charge.evade-pursuit",)

    target: int
    charger: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes: later events record the contact or the rout."""
        return battle

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.charger, f"overtakes {the(after, self.target)}")


def _begun(battle: ElanBattle, charger: int) -> ElanBattle:
    """The battle with a unit's charge marked as begun."""
    charges = (
        replace(charge, begun=True) if charge.charger == charger else charge for charge in battle.charges
    )
    return replace(battle, charges=tuple(charges))
