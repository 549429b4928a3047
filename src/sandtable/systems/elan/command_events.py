"""Events of brigade tests, morale and rally tests, and commanders hit."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from sandtable.systems.elan.activation import Activation
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.elan_tests import Rally
from sandtable.systems.elan.events import ElanEvent, TestTaken
from sandtable.systems.elan.leader_casualties import Casualty
from sandtable.systems.elan.morale import Morale


class BrigadeTested(ElanEvent, frozen=True):
    """A brigade made its activation test (command.activation.roll, command.activation.every-brigade)."""

    rule: ClassVar[str] = "command.activation.results"

    brigade: int
    result: Activation

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Mark the brigade as tested in this Command phase."""
        return replace(battle, done=(*battle.done, self.brigade))


class MoraleTested(TestTaken, frozen=True):
    """A unit took its morale test (morale.test)."""

    rule: ClassVar[str] = "morale.test"

    result: Morale

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """The unit is no longer due to test (turn.fixed-lists)."""
        return replace(TestTaken.apply(self, battle), done=(*battle.done, self.unit))


class RallyTested(TestTaken, frozen=True):
    """A retreating unit took its rally test (rally.test)."""

    rule: ClassVar[str] = "rally.test"

    result: Rally

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """The unit is no longer due to test (turn.fixed-lists)."""
        return replace(TestTaken.apply(self, battle), done=(*battle.done, self.unit))


class LeaderStruck(ElanEvent, frozen=True):
    """A commander rolled on the casualty table, because he was hit or his unit was removed.

    leaders.hit-check, leaders.lost-unit; later events carry out the result
    """

    rule: ClassVar[str] = "leaders.casualty.results"

    leader: int
    casualty: Casualty

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Nothing changes: later events carry out the result."""
        return battle


class WoundedSettled(ElanEvent, frozen=True):
    """After the battle it was rolled whether a commander who was carried off lives.

    leaders.casualty.mortal-or-not
    """

    rule: ClassVar[str] = "leaders.casualty.mortal-or-not"

    name: str
    lives: bool

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Remove him from the list of those carried off."""
        return replace(battle, carried_off=tuple(name for name in battle.carried_off if name != self.name))
