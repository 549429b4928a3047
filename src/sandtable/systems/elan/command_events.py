"""Events of brigade tests, morale and rally tests, and commanders hit."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.elan.activation import HEADINGS, Activation
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.elan_tests import Rally
from sandtable.systems.elan.events import ElanEvent, TestTaken
from sandtable.systems.elan.leader_casualties import Casualty
from sandtable.systems.elan.morale import Morale
from sandtable.systems.elan.words import begun, the_leader, titled, told

STRUCK: Final = {
    Casualty.KILLED: "is killed",
    Casualty.MORTAL_OR_NOT: "is carried off, badly wounded, and may die",
    Casualty.OUT_FOR_THE_DAY: "is wounded and out for the day",
    Casualty.WOUNDED: "is wounded, but stays in command",
    Casualty.SCRATCH: "is scratched and leaves his unit",
    Casualty.HEROISM: "inspires all around him",
}


class BrigadeTested(ElanEvent, frozen=True):
    """A brigade made its activation test (command.activation.roll, command.activation.every-brigade)."""

    rules = ("command.activation.results",)

    brigade: int
    result: Activation

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Mark the brigade as tested in this Command phase."""
        return replace(battle, done=(*battle.done, self.brigade))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return begun(f"{after.brigades[self.brigade].name}: {HEADINGS[self.result]}")


class MoraleTested(TestTaken, frozen=True):
    """A unit took its morale test (morale.test)."""

    rules = ("morale.test",)

    result: Morale

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """The unit is no longer due to test (turn.fixed-lists)."""
        return replace(TestTaken.apply(self, battle), done=(*battle.done, self.unit))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "takes a morale test", self.result)


class RallyTested(TestTaken, frozen=True):
    """A retreating unit took its rally test (rally.test)."""

    rules = ("rally.test",)

    result: Rally

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """The unit is no longer due to test (turn.fixed-lists)."""
        return replace(TestTaken.apply(self, battle), done=(*battle.done, self.unit))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return told(after, self.unit, "takes a rally test", self.result)


class LeaderStruck(ElanEvent, frozen=True):
    """A commander rolled on the casualty table, because he was hit or his unit was removed.

    leaders.hit-check, leaders.lost-unit; later events carry out the result
    """

    rules = ("leaders.casualty.results",)

    leader: int
    casualty: Casualty

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes: later events carry out the result."""
        return battle

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return begun(f"{the_leader(after, self.leader)} {STRUCK[self.casualty]}")


class WoundedSettled(ElanEvent, frozen=True):
    """After the battle it was rolled whether a commander who was carried off lives.

    leaders.casualty.mortal-or-not
    """

    rules = ("leaders.casualty.mortal-or-not",)

    name: str
    lives: bool

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Remove him from the list of those carried off."""
        return replace(battle, carried_off=tuple(name for name in battle.carried_off if name != self.name))

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        ends = "recovers from" if self.lives else "dies of"
        return begun(f"{titled(self.name)} {ends} his wounds")
