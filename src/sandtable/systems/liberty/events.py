"""What can happen to a battle of liberty. Every change of it is one of these."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from sandtable.game.battle import Outcome
from sandtable.game.questions import Event
from sandtable.systems.liberty.battle import DueTest, LibertyBattle, Order, Regiment, Step
from sandtable.systems.liberty.morale import Cause, Result
from sandtable.table.pose import Pose


class LibertyEvent(Event[LibertyBattle], frozen=True, tag=True):
    """Something that happened in a battle of liberty."""

    reveals: ClassVar[bool] = False


class InitiativeWon(LibertyEvent, frozen=True):
    """A side took the initiative for the whole game (turn.initiative)."""

    side: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It acts first in every turn."""
        return replace(battle, first=self.side, active=self.side)


class StepBegan(LibertyEvent, frozen=True):
    """The acting player went on to the next step of his turn."""

    step: Step

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Only the step changes."""
        phase = "Command" if self.step is Step.ORDERS else "Shooting"
        return replace(battle, step=self.step, phase=phase)


class MarkersTaken(LibertyEvent, frozen=True):
    """One disorder marker came off each of the acting player's units that carried any (turn.command.b)."""

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Fewer by one, never below none."""
        for unit in battle.on_table(battle.active):
            if unit.disorder:
                battle = battle.with_unit(replace(unit, disorder=unit.disorder - 1))
        return battle


class OrderCarriedOut(LibertyEvent, frozen=True):
    """A unit succeeded with its order; its under-fire markers come off (underfire.remove)."""

    unit: int
    order: Order
    may_shoot: bool

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It has had its order for this turn."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, order=self.order, may_shoot=self.may_shoot, under_fire=0))


class OrderFailed(LibertyEvent, frozen=True):
    """A unit failed its ORDER test: it does nothing of the order (orders.fail.disordered)."""

    unit: int
    order: Order

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It has had its order all the same, and its under-fire markers come off."""
        unit = battle.units[self.unit]
        return battle.with_unit(replace(unit, order=self.order, may_shoot=False, under_fire=0))


class UnitMoved(LibertyEvent, frozen=True):
    """A unit ended a move somewhere else."""

    unit: int
    to: Pose

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It stands there now; a General attached to it goes along (leaders.attach.how)."""
        moved = replace(battle.units[self.unit], pose=self.to)
        generals = tuple(
            replace(general, pose=self.to.shifted(0, -moved.shape.depth))
            if general.attached_to == self.unit
            else general
            for general in battle.generals
        )
        return replace(battle.with_unit(moved), generals=generals)


class UnitShot(LibertyEvent, frozen=True):
    """A unit fired its volley of this turn."""

    unit: int
    target: int
    dice: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It shoots once."""
        return battle.with_unit(replace(battle.units[self.unit], may_shoot=False))


class UnitHit(LibertyEvent, frozen=True):
    """A volley struck a unit: an under-fire marker, the hits not saved, and a test if one is due.

    underfire.gain, underfire.detail, morale.trigger.count
    """

    unit: int
    lost: int
    tests: bool

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """One test for all the shooting of a phase, whoever hit it."""
        unit = battle.units[self.unit]
        hit = replace(unit, hits=unit.hits + self.lost, under_fire=unit.under_fire + 1)
        due = DueTest(self.unit, Cause.SHOOTING)
        if self.tests and due not in battle.tests_due:
            battle = replace(battle, tests_due=(*battle.tests_due, due))
        return battle.with_unit(hit)


class UnitDisordered(LibertyEvent, frozen=True):
    """A unit was disordered: one marker in its own turn, two in the enemy's, never more.

    disorder.own-phase, disorder.enemy-phase, disorder.markers.cap
    """

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Markers do not pile up."""
        unit = battle.units[self.unit]
        markers = 1 if unit.side == battle.active else 2
        return battle.with_unit(replace(unit, disorder=max(unit.disorder, markers), may_shoot=False))


class UnitBroken(LibertyEvent, frozen=True):
    """A unit was BROKEN and taken off the table; friends near it have to test (morale.trigger.broken)."""

    unit: int
    shaken_friends: tuple[int, ...]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It tests for nothing any more; the others test for it."""
        gone: Regiment = replace(battle.units[self.unit], pose=None, broken=True, may_shoot=False)
        due = tuple(due for due in battle.tests_due if due.unit != self.unit)
        due += tuple(DueTest(friend, Cause.FRIEND_BROKEN) for friend in self.shaken_friends)
        return replace(battle.with_unit(gone), tests_due=due)


class UnitsToTest(LibertyEvent, frozen=True):
    """A unit was passed through, and both units have to test for it (movement.interpenetrate.test)."""

    units: tuple[int, ...]

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """The unit passed through first, the mover after it."""
        due = tuple(DueTest(unit, Cause.PASSED_THROUGH) for unit in self.units)
        return replace(battle, tests_due=(*battle.tests_due, *due))


class MoraleTested(LibertyEvent, frozen=True):
    """A unit took the test that was due."""

    due: DueTest
    result: Result

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Strike it off; a test never repeats for the same cause (morale.no-chain-limit)."""
        at = battle.tests_due.index(self.due)
        return replace(battle, tests_due=battle.tests_due[:at] + battle.tests_due[at + 1 :])


class PlayerTurnBegan(LibertyEvent, frozen=True):
    """A player turn began: his units may be given orders again (turn.players)."""

    side: int
    turn: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """All orders of his last turn are forgotten."""
        units = tuple(
            replace(unit, order=None, may_shoot=False) if unit.side == self.side else unit
            for unit in battle.units
        )
        step, phase = Step.ORDERS, "Command"
        return replace(battle, units=units, active=self.side, turn=self.turn, step=step, phase=phase)


class BattleEnded(LibertyEvent, frozen=True):
    """The battle ended (victory.end)."""

    outcome: Outcome

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """Nothing happens after it."""
        return replace(battle, outcome=self.outcome)
