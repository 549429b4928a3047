"""The events of Generals, and of units that fail to rally or rout on."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.liberty.battle import General, LibertyBattle, Order
from sandtable.systems.liberty.events import LibertyEvent
from sandtable.systems.liberty.words import general_name, inches_between, name
from sandtable.table.space import Pose


class GeneralAttached(LibertyEvent, frozen=True):
    """A General joined a unit: his one move of the turn (leaders.attach.how, leaders.attach.distance)."""

    rules = ("leaders.attach.how",)

    general: int
    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """He touches the middle of its rear edge and goes where it goes (leaders.attach.place)."""
        unit = battle.units[self.unit]
        assert unit.pose is not None
        behind = unit.pose.shifted(0, -unit.shape.depth)
        general = battle.generals[self.general]
        return with_general(
            battle, self.general, replace(general, pose=behind, attached_to=unit.id, moved=True)
        )

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{general_name(after, self.general)} joins {name(after, self.unit)}"


class GeneralDetached(LibertyEvent, frozen=True):
    """A General left his unit and stands clear of it; his move is still open (leaders.detach.later)."""

    rules = ("leaders.detach.how",)

    general: int
    to: Pose

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """His command range is now that of a General who stands alone."""
        general = battle.generals[self.general]
        return with_general(
            battle, self.general, replace(general, pose=self.to, attached_to=None, detached=True)
        )

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{general_name(after, self.general)} leaves his unit"


class GeneralMoved(LibertyEvent, frozen=True):
    """A General made his one move of the turn (leaders.move.once)."""

    rules = ("leaders.move.once",)

    general: int
    to: Pose

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """He stands there and moves no more this turn."""
        return with_general(
            battle, self.general, replace(battle.generals[self.general], pose=self.to, moved=True)
        )

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        start = before.generals[self.general].pose
        assert start is not None
        return f"{general_name(after, self.general)} rides {inches_between(start, self.to)}"


class GeneralSetDown(LibertyEvent, frozen=True):
    """A General was displaced, or lost his unit, and was set down elsewhere unattached.

    leaders.overrun, leaders.displaced, leaders.unit-lost: this is not his move of the turn.
    """

    rules = ("leaders.overrun",)
    is_detail = True

    general: int
    to: Pose

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """He stands there unattached."""
        general = replace(battle.generals[self.general], pose=self.to, attached_to=None)
        return with_general(battle, self.general, general)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{general_name(after, self.general)} moves away"


class GeneralKilled(LibertyEvent, frozen=True):
    """A General was killed and is not replaced (leaders.killed, leaders.number)."""

    rules = ("leaders.killed",)

    general: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """He has no place, and his brigade is out of command."""
        return _off(battle, self.general)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{general_name(after, self.general)} is killed"


class GeneralTakenOff(LibertyEvent, frozen=True):
    """A General whose brigade has no unit left was taken off the table (leaders.overrun)."""

    rules = ("leaders.overrun",)

    general: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        return _off(battle, self.general)

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{general_name(after, self.general)} has no unit left to go to and leaves the field"


class RallyFailed(LibertyEvent, frozen=True):
    """A ROUTING unit failed to rally: its order is used up, and it runs on in step d.

    orders.rally.fail.routing. Its under-fire markers stay on, as they slow that move (underfire.detail).
    """

    rules = ("orders.rally.fail.routing",)

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It gets no other order in this turn."""
        return battle.with_unit(replace(battle.units[self.unit], order=Order.RALLY, may_shoot=False))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} fails to rally and will run on"


class UnitRanOn(LibertyEvent, frozen=True):
    """A unit that was already ROUTING made its rout move of step d (rout.repeat)."""

    rules = ("rout.repeat",)

    unit: int

    def apply(self, battle: LibertyBattle) -> LibertyBattle:
        """It moves once in a Command phase; its under-fire markers stay on (turn.command.no-order)."""
        return battle.with_unit(replace(battle.units[self.unit], ran=True))

    def sentence(self, before: LibertyBattle, after: LibertyBattle) -> str:
        return f"{name(after, self.unit)} runs on"


def with_general(battle: LibertyBattle, number: int, general: General) -> LibertyBattle:
    """The battle with one General changed."""
    generals = [*battle.generals]
    generals[number] = general
    return replace(battle, generals=tuple(generals))


def _off(battle: LibertyBattle, number: int) -> LibertyBattle:
    return with_general(battle, number, replace(battle.generals[number], pose=None, attached_to=None))
