"""Events of commanders."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.elan.battle import ElanBattle, Fate, Leader
from sandtable.systems.elan.events import ElanEvent
from sandtable.systems.elan.words import begun, the, the_leader, way
from sandtable.table.space import Point, Pose

LOST: Final = {
    Fate.KILLED: "is lost to the army",
    Fate.MORTAL: "is lost to the army",
    Fate.OUT: "leaves the field",
    Fate.CAPTURED: "is captured",
    Fate.GONE: "has nothing left to command and leaves the field",
}


def with_leader(battle: ElanBattle, number: int, leader: Leader) -> ElanBattle:
    """The battle with one commander changed."""
    return replace(battle, leaders=(*battle.leaders[:number], leader, *battle.leaders[number + 1 :]))


class LeaderAttached(ElanEvent, frozen=True):
    """A commander joined a unit (turn.attach, leaders.attach-range)."""

    rules = ("leaders.attach-range",)

    leader: int
    unit: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Attach him and mark his change (leaders.with-unit)."""
        leader = replace(battle.leaders[self.leader], attached_to=self.unit, pose=None, changed=True)
        return with_leader(battle, self.leader, leader)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return begun(f"{the_leader(after, self.leader)} joins {the(after, self.unit)}")


class LeaderDetached(ElanEvent, frozen=True):
    """A commander left his unit in the Attach phase and was placed beside it (leaders.attach-range)."""

    rules = ("leaders.attach-range",)

    leader: int
    to: Pose

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Place him and mark his change."""
        leader = replace(battle.leaders[self.leader], attached_to=None, pose=self.to, changed=True)
        return with_leader(battle, self.leader, leader)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return begun(f"{the_leader(after, self.leader)} leaves his unit")


class LeaderPlaced(ElanEvent, frozen=True):
    """A commander was placed and detached by the rule named.

    leaders.casualty.scratch and other rules
    """

    leader: int
    to: Pose
    rule: str

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Place him without marking a change."""
        leader = replace(battle.leaders[self.leader], attached_to=None, pose=self.to)
        return with_leader(battle, self.leader, leader)

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return begun(f"{the_leader(after, self.leader)} is placed beside a unit")


class LeaderMoved(ElanEvent, frozen=True):
    """A detached commander moved, or stayed and gave up his move (leaders.movement)."""

    rules = ("leaders.movement",)

    leader: int
    to: Pose
    stays: bool = False

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Move him and mark his move of this turn."""
        return with_leader(
            battle, self.leader, replace(battle.leaders[self.leader], pose=self.to, moved=True)
        )

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        pose = before.leaders[self.leader].pose
        gone = "" if pose is None else way(before, Point(pose.x, pose.y), Point(self.to.x, self.to.y))
        rides = f"rides {gone}" if gone else "stays where he is"
        return begun(f"{the_leader(after, self.leader)} {rides}")


class LeadershipChanged(ElanEvent, frozen=True):
    """A wound or heroism changed a commander's leadership for the rest of the battle.

    leaders.casualty.wounded-in-command, leaders.casualty.heroism
    """

    rules = ("leaders.casualty.results",)

    leader: int
    leadership: int

    def apply(self, battle: ElanBattle) -> ElanBattle:
        leader = replace(battle.leaders[self.leader], leadership=self.leadership)
        return with_leader(battle, self.leader, leader)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return begun(f"{the_leader(after, self.leader)} has leadership +{self.leadership} from now on")


class LeaderLost(ElanEvent, frozen=True):
    """A commander left play (leaders.casualty.results, leaders.unattached-safe, leaders.gone-brigade)."""

    rules = ("leaders.casualty.results",)

    leader: int
    fate: Fate
    last: Pose

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Take him off the table, keep his place for his successor, and list him if he was carried off.

        leaders.replacement, leaders.casualty.mortal-or-not
        """
        lost = battle.leaders[self.leader]
        leader = replace(lost, attached_to=None, pose=None, fate=self.fate, last=self.last)
        if self.fate is Fate.MORTAL:
            battle = replace(battle, carried_off=(*battle.carried_off, lost.name))
        return with_leader(battle, self.leader, leader)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return begun(f"{the_leader(after, self.leader)} {LOST[self.fate]}")


class LeaderSucceeded(ElanEvent, frozen=True):
    """A successor of leadership +0 took over a brigade or division (leaders.replacement)."""

    rules = ("leaders.replacement",)

    leader: int
    to: Pose

    def apply(self, battle: ElanBattle) -> ElanBattle:
        """Put the successor in the place of the lost commander."""
        lost = battle.leaders[self.leader]
        name = lost.name if lost.name.endswith("'s successor") else f"{lost.name}'s successor"
        leader = replace(lost, name=name, leadership=0, pose=self.to, fate=None, last=None)
        return with_leader(battle, self.leader, leader)

    def sentence(self, before: ElanBattle, after: ElanBattle) -> str:
        return f"A successor takes over: {the_leader(after, self.leader)}"
