"""Events of leaders."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.game.present.english import counted
from sandtable.systems.eagle.battle import EagleBattle, Leader
from sandtable.systems.eagle.events import EagleEvent
from sandtable.systems.eagle.leader_risk import Harm
from sandtable.systems.eagle.words import leader_name, name, points, rode
from sandtable.table.space import Point


def with_leader(battle: EagleBattle, leader: Leader) -> EagleBattle:
    """The battle with one leader changed."""
    leaders = battle.leaders
    return replace(battle, leaders=(*leaders[: leader.id], leader, *leaders[leader.id + 1 :]))


def apart_from_unit(battle: EagleBattle, number: int) -> EagleBattle:
    """The battle with a leader no longer with his unit: his inspire actions are wasted.

    command.inspire.when
    """
    leader = battle.leaders[number]
    if leader.attached is None or not leader.inspired:
        return battle
    unit = battle.units[leader.attached]
    battle = battle.with_unit(replace(unit, inspired=unit.inspired - leader.inspired))
    return with_leader(battle, replace(leader, inspired=0))


class LeaderHarmed(EagleEvent, frozen=True):
    """A leader was wounded or crippled; ``actions`` are those he has left (leaders.wound.reconcile)."""

    rules = ("leaders.risk.table", "leaders.wound")

    leader: int
    harm: Harm
    actions: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """His unspent actions cannot exceed those he has left."""
        leader = battle.leaders[self.leader]
        harmed = replace(
            leader,
            actions=self.actions,
            left=min(leader.left, self.actions),
            crippled=leader.crippled or self.harm is Harm.CRIPPLED,
        )
        return with_leader(battle, harmed)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        who = leader_name(after, self.leader)
        if self.harm is Harm.CRIPPLED:
            return f"{who} is crippled and can only move"
        return f"{who} is wounded and has {counted(self.actions, 'action')} left"


class LeaderLost(EagleEvent, frozen=True):
    """A leader was killed, or lost with the routers he was with (leaders.zero, leaders.routed)."""

    leader: int
    killed: bool
    rule: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """The place and the unit are kept for his second in command (leaders.replacement.place)."""
        battle = apart_from_unit(battle, self.leader)
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

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        fate = "is killed" if self.killed else "is lost in the rout"
        return f"{leader_name(after, self.leader)} {fate}"


class LeaderAttached(EagleEvent, frozen=True):
    """A leader joined a unit (command.attach)."""

    leader: int
    unit: int
    rule: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """He stands with it and moves with it."""
        battle = apart_from_unit(battle, self.leader)
        return with_leader(battle, replace(battle.leaders[self.leader], place=None, attached=self.unit))

    def cites(self) -> tuple[str, ...]:
        return (self.rule,)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{leader_name(after, self.leader)} joins {name(after, self.unit)}"


class LeaderRode(EagleEvent, frozen=True):
    """A leader made a move by himself and stands alone; ``free`` in the Manoeuvre phase, else by an action.

    command.move, command.move.manoeuvre
    """

    rules = ("command.move",)

    leader: int
    place: Point
    free: bool

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """An action is spent, or his free move made."""
        battle = apart_from_unit(battle, self.leader)
        leader = replace(battle.leaders[self.leader], place=self.place, attached=None)
        spent = replace(leader, rode=True) if self.free else replace(leader, left=leader.left - 1)
        return with_leader(battle, spent)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return rode(before, self.leader, self.place)


class LeaderJoined(EagleEvent, frozen=True):
    """A leader spent an action to join a unit, leaving the one he was with (command.move)."""

    rules = ("command.move", "command.attach")

    leader: int
    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """He stands with it (command.attach)."""
        battle = apart_from_unit(battle, self.leader)
        leader = battle.leaders[self.leader]
        joined = replace(leader, place=None, attached=self.unit, left=leader.left - 1)
        return with_leader(battle, joined)

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{leader_name(after, self.leader)} joins {name(after, self.unit)}"


class UnitSteadied(EagleEvent, frozen=True):
    """A leader took a disorder point off the unit he is with; a shaken one rallies.

    command.steady, command.steady.rally, rally.shaken.leader
    """

    rules = ("command.steady",)

    leader: int
    unit: int
    dp: int
    rallied: bool

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """Neither moves again this turn (command.steady.no-move)."""
        unit, leader = battle.units[self.unit], battle.leaders[self.leader]
        steady = replace(unit, dp=self.dp, shaken=unit.shaken and not self.rallied, steadied=True)
        return with_leader(battle.with_unit(steady), replace(leader, left=leader.left - 1, steadied=True))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        left = "no disorder points left" if self.dp == 0 else f"{points(self.dp)} left"
        rallied = " and rallies it" if self.rallied else ""
        return f"{leader_name(after, self.leader)} steadies {name(after, self.unit)}{rallied}: {left}"


class UnitInspired(EagleEvent, frozen=True):
    """A leader inspired the unit he is with for this turn's combat (command.inspire)."""

    rules = ("command.inspire",)

    leader: int
    unit: int

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """It is wasted if the unit does not fight, or he is no longer with it (command.inspire.when)."""
        unit, leader = battle.units[self.unit], battle.leaders[self.leader]
        inspired = battle.with_unit(replace(unit, inspired=unit.inspired + 1))
        return with_leader(inspired, replace(leader, left=leader.left - 1, inspired=leader.inspired + 1))

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        return f"{leader_name(after, self.leader)} inspires {name(after, self.unit)}"


class LeaderSucceeded(EagleEvent, frozen=True):
    """A second in command took over from a leader killed two turns ago; none appears without a unit.

    leaders.second-in-command, leaders.replacement.place
    """

    rules = ("leaders.second-in-command",)

    leader: int
    unit: int | None
    actions: int
    name: str

    def apply(self, battle: EagleBattle) -> EagleBattle:
        """He has the dead leader's rank, and no second of his own (leaders.replacement.place)."""
        fallen = battle.leaders[self.leader]
        if self.unit is None:
            return with_leader(battle, replace(fallen, second=True))
        return with_leader(
            battle,
            replace(
                fallen,
                name=self.name,
                start=self.actions,
                actions=self.actions,
                left=self.actions,
                attached=self.unit,
                place=None,
                crippled=False,
                second=True,
                lost_in=0,
                fell_at=None,
                fell_with=None,
            ),
        )

    def sentence(self, before: EagleBattle, after: EagleBattle) -> str:
        if self.unit is None:
            return f"No unit is left for {self.name} to lead"
        return f"{self.name} takes over, with {name(after, self.unit)}"
