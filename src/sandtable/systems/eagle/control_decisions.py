"""The decisions of control: whose is settled next, whom a unit conforms to, and pursuits to be stopped."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sandtable.game.ask.faces import Face, Stake
from sandtable.game.ask.questions import Choose, Kind
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.control import added, die
from sandtable.systems.eagle.control_facts import trial_of
from sandtable.systems.eagle.dice import AVERAGE
from sandtable.systems.eagle.resolutions import CONTROL
from sandtable.systems.eagle.words import name


class PickControl(Choose[int], frozen=True, kw_only=True):
    """Choose the unit whose control is settled next (control.order)."""

    decision: str = "decision.control-order"
    rule = "control.order"
    title = "Which unit tests its control?"
    kind = Kind.ORDER

    def waiting_units(self) -> tuple[int, ...]:
        return self.options

    def words(self, battle: EagleBattle) -> str:
        del battle
        return "Which unit's control is tested next?"

    def label(self, battle: EagleBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: EagleBattle, option: int) -> Face:
        """A unit, and the modifier of its die."""
        return Face("Test its control", _die(battle, option), option)


def _die(battle: EagleBattle, unit: int, change: int = 0) -> str:
    """The die of a control test and its modifier."""
    test = trial_of(battle, battle.units[unit], change)
    modifier = added(test).whole
    thrown = "AvD" if die(test) is AVERAGE else "D6"
    return f"{thrown} {modifier:+d}" if modifier else thrown


def _test(battle: EagleBattle, unit: int, change: int = 0) -> tuple[Stake, ...]:
    """The control test of a unit, which concerns no other."""
    return (Stake(unit, unit, "Control test", CONTROL, trial_of(battle, battle.units[unit], change)),)


class Conform(Choose[int | None], frozen=True, kw_only=True):
    """Choose the unit to which another conforms, or None to take a control test (control.conform)."""

    decision: str = "decision.conform"
    rule = "control.conform"
    title = "Conform, or test?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"Does {name(battle, self.unit)} conform to another unit, or take a control test?"

    def label(self, battle: EagleBattle, option: int | None) -> str:
        return "Take a control test" if option is None else f"Conform to {name(battle, option)}"

    def face(self, battle: EagleBattle, option: int | None) -> Face:
        if option is None:
            return Face("Test", _die(battle, self.unit), self.unit)
        note = "no test; it moves as its guide does"
        return Face(f"Conform to {name(battle, option)}", note, self.unit, option)

    def stakes(self, battle: EagleBattle, option: int | None) -> tuple[Stake, ...]:
        """The control test, unless the unit conforms."""
        return _test(battle, self.unit) if option is None else ()


class LeaderModifier(Choose[int], frozen=True, kw_only=True):
    """Choose what a leader does to the control die of his unit (control.mod.leader)."""

    decision: str = "decision.leader-control-modifier"
    rule = "control.mod.leader"
    title = "Change the control die?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"How does the leader with {name(battle, self.unit)} change its control die?"

    def label(self, battle: EagleBattle, option: int) -> str:
        del battle
        return f"{option:+d} to the die" if option else "leave the die as it is"

    def face(self, battle: EagleBattle, option: int) -> Face:
        title = f"{option:+d}" if option else "Leave the die"
        return Face(title, _die(battle, self.unit, option), self.unit)

    def stakes(self, battle: EagleBattle, option: int) -> tuple[Stake, ...]:
        """The control test with this modifier."""
        return _test(battle, self.unit, option)


class Leash(StrEnum):
    """What the owner of a pursuing or looting unit does about it (control.pursuit-choice, control.loot)."""

    TEST = "test"
    LET_RUN = "let it run"
    STOP = "stop"


LEASHES: Final = {
    Leash.TEST: "Take a control test to stop it",
    Leash.LET_RUN: "Let the pursuit run on",
    Leash.STOP: "Stop the pursuit",
}


class StopPursuit(Choose[Leash], frozen=True, kw_only=True):
    """Choose whether a pursuit goes on (control.pursuit-choice)."""

    decision: str = "decision.stop-pursuit"
    rule = "control.pursuit-choice"
    title = "Stop the pursuit?"

    unit: int

    def words(self, battle: EagleBattle) -> str:
        return f"{name(battle, self.unit)} is pursuing: does it go on?"

    def label(self, battle: EagleBattle, option: Leash) -> str:
        del battle
        return LEASHES[option]

    def face(self, battle: EagleBattle, option: Leash) -> Face:
        match option:
            case Leash.TEST:
                return Face("Test to stop it", _die(battle, self.unit), self.unit)
            case Leash.LET_RUN:
                return Face("Let it run", "the pursuit goes on", self.unit)
            case Leash.STOP:
                return Face("Stop it", "it is under control", self.unit)

    def stakes(self, battle: EagleBattle, option: Leash) -> tuple[Stake, ...]:
        """The control test, if the unit takes one."""
        return _test(battle, self.unit) if option is Leash.TEST else ()
