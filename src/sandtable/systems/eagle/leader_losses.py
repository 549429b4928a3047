"""Leaders in danger on the table: risk rolls, leaders who fall, and leaders whose unit is lost.

The dice are those of ``leader_risk``.
"""

from __future__ import annotations

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, Kind, do, tell
from sandtable.systems.eagle.battle import EagleBattle, Leader
from sandtable.systems.eagle.book import reach_of
from sandtable.systems.eagle.events import ShocksArose
from sandtable.systems.eagle.leader_events import LeaderAttached, LeaderHarmed, LeaderLost
from sandtable.systems.eagle.leader_risk import AtRisk, Harm, actions_after, risk
from sandtable.systems.eagle.nearness import SLACK, is_within
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.shocks import leader_shock
from sandtable.systems.eagle.words import leader_name, name
from sandtable.table.measure import distance_to_point


class JoinNearest(Choose[int], frozen=True, kw_only=True):
    """Choose which of the nearest units a leader joins who is left alone among enemies."""

    title = "Which unit does he join?"
    kind = Kind.ORDER

    leader: int
    token: str

    def subject(self) -> tuple[object, ...]:
        return self.leader, self.rule

    def parties(self) -> tuple[str, ...]:
        return (self.token,)

    def words(self, battle: EagleBattle) -> str:
        who = leader_name(battle, self.leader)
        return f"{who} has lost his unit: which of the nearest does he join?"

    def label(self, battle: EagleBattle, option: int) -> str:
        return name(battle, option)

    def face(self, battle: EagleBattle, option: int) -> Face:
        return Face(name(battle, option), "he joins it", target=option)


class JoinAfterLoss(JoinNearest, frozen=True, kw_only=True):
    """Choose the unit that a leader joins whose own was destroyed (leaders.unit-destroyed)."""

    decision: str = "decision.leader-actions"
    rule = "leaders.unit-destroyed"


class JoinWhenReached(JoinNearest, frozen=True, kw_only=True):
    """Choose the unit that a lone leader joins whom an enemy has come upon (command.leader.move-rules)."""

    decision: str = "decision.leader-actions"
    rule = "command.leader.move-rules"


async def risk_of_leaders(battle: EagleBattle, unit: int) -> EagleBattle:
    """Each leader with a unit that was shot at or fought takes his risk roll.

    leaders.risk.when, leaders.risk.timing; his death shocks friends near by (morale.dp.leader-lost)
    """
    for leader in battle.attached_to(unit):
        battle = await at_risk(battle, leader.id)
    return battle


def at_risk_of(battle: EagleBattle, leader: Leader) -> AtRisk:
    """The facts of a leader's risk roll (leaders.wound.reconcile)."""
    return AtRisk(
        start=leader.start,
        actions=leader.actions,
        crippled=leader.crippled,
        last_wound_kills=battle.is_other(Reading.LAST_WOUND),
    )


async def at_risk(battle: EagleBattle, number: int) -> EagleBattle:
    """One leader takes his risk roll (leaders.risk.one, leaders.risk.table, leaders.wound.reconcile)."""
    leader = battle.leaders[number]
    facts = at_risk_of(battle, leader)
    harm = await do(risk, facts)
    if harm is Harm.NONE:
        return battle
    if harm is Harm.KILLED:
        return await killed(battle, number, "leaders.risk.table")
    return await tell(battle, LeaderHarmed(number, harm, actions_after(facts, harm)))


async def killed(battle: EagleBattle, number: int, rule: str) -> EagleBattle:
    """A leader is killed, and friends near by are shocked (morale.dp.leader-lost, morale.dp.when)."""
    shock = leader_shock(battle, battle.leaders[number])
    battle = await tell(battle, LeaderLost(number, killed=True, rule=rule))
    return battle if shock is None else await tell(battle, ShocksArose((shock,)))


async def leaders_routed(battle: EagleBattle, unit: int) -> EagleBattle:
    """The leaders with a unit that begins to rout rout with it (leaders.routed, morale.dp.leader-lost)."""
    for leader in battle.attached_to(unit):
        shock = leader_shock(battle, leader)
        if shock is not None:
            battle = await tell(battle, ShocksArose((shock,)))
    return battle


async def lost_with_unit(battle: EagleBattle, unit: int) -> EagleBattle:
    """The leaders with routers that go are lost too, without a second shock (leaders.routed)."""
    for leader in battle.attached_to(unit):
        battle = await tell(battle, LeaderLost(leader.id, killed=False, rule="leaders.routed"))
    return battle


async def without_unit(battle: EagleBattle, unit: int) -> EagleBattle:
    """The leaders of a unit that loses its last base take a risk roll, then join another unit or are killed.

    leaders.unit-destroyed
    """
    for leader in battle.attached_to(unit):
        battle = await at_risk(battle, leader.id)
        if battle.leaders[leader.id].is_present:
            battle = await rejoin(battle, leader.id, JoinAfterLoss)
    return battle


async def rejoin(
    battle: EagleBattle, number: int, decision: type[JoinAfterLoss | JoinWhenReached]
) -> EagleBattle:
    """A leader joins the nearest unbroken friendly unit within 12 inches, or is killed.

    leaders.unit-destroyed, command.leader.move-rules: his owner chooses between units equally near
    """
    leader, rule = battle.leaders[number], decision.rule
    near = refuges(battle, leader, rule)
    if not near:
        return await killed(battle, number, rule)
    chosen = near[0]
    if len(near) > 1:
        chosen = await decision(leader.side, near, leader=number, token=leader.key)
    return await tell(battle, LeaderAttached(number, chosen, rule))


def refuges(battle: EagleBattle, leader: Leader, rule: str) -> tuple[int, ...]:
    """The nearest friendly units, his own excepted, that a leader without a unit may join by a rule."""
    place = battle.place_of(leader)
    lengths = [
        (distance_to_point(friend, place), friend.id)
        for friend in battle.unbroken(leader.side)
        if friend.id != leader.attached
    ]
    least = min((length for length, _ in lengths), default=None)
    if least is None or not is_within(least, reach_of(rule)):
        return ()
    return tuple(number for length, number in lengths if length <= least + SLACK)
