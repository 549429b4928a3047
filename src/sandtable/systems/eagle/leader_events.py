"""What can happen to leaders."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.eagle.battle import EagleBattle, Leader
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.leader_risk import Harm
from sandtable.table.pose import Point


def with_leader(battle: EagleBattle, leader: Leader) -> EagleBattle:
    """The battle with one leader changed."""
    leaders = battle.leaders
    return replace(battle, leaders=(*leaders[: leader.id], leader, *leaders[leader.id + 1 :]))


class LeaderHarmed(EagleEvent, frozen=True):
    """A leader was wounded or crippled; ``actions`` are those he has left (leaders.wound.reconcile)."""

    leader: int
    harm: Harm
    actions: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """What he has not spent yet cannot be more than he has."""
        leader = battle.leaders[self.leader]
        harmed = replace(
            leader,
            actions=self.actions,
            left=min(leader.left, self.actions),
            crippled=leader.crippled or self.harm is Harm.CRIPPLED,
        )
        return with_leader(battle, harmed)


class LeaderLost(EagleEvent, frozen=True):
    """A leader was killed, or lost with the routers he was with (leaders.zero, leaders.routed)."""

    leader: int
    killed: bool
    rule: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Where he fell and with whom is remembered for his second in command (leaders.replacement.place)."""
        leader = battle.leaders[self.leader]
        lost = replace(
            leader,
            place=None,
            attached=None,
            actions=0,
            left=0,
            lost_in=battle.turn,
            fell_at=battle.place_of(leader),
            fell_with=leader.attached,
            post_lost=True,
        )
        return with_leader(battle, lost)


class LeaderAttached(EagleEvent, frozen=True):
    """A leader joined a unit (command.attach)."""

    leader: int
    unit: int
    rule: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """He stands with it and goes where it goes."""
        return with_leader(battle, replace(battle.leaders[self.leader], place=None, attached=self.unit))


class LeaderPlaced(EagleEvent, frozen=True):
    """A leader stands alone at a place (command.leader.move-rules)."""

    leader: int
    place: Point
    rule: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """He is with no unit."""
        return with_leader(battle, replace(battle.leaders[self.leader], place=self.place, attached=None))
