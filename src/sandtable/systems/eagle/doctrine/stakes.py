"""What hangs on a unit besides itself: comrades near by who would take its fate to heart, and its leaders."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from sandtable.game.ask.questions import do
from sandtable.game.battle.by_identity import by_identity
from sandtable.game.drivers.odds import odds
from sandtable.systems.eagle.army_break import Army, Loss, break_values
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit, Leader
from sandtable.systems.eagle.disorder import Fate, take
from sandtable.systems.eagle.doctrine.worth import value_of, wear
from sandtable.systems.eagle.engagements import Shock
from sandtable.systems.eagle.leader_losses import at_risk_of
from sandtable.systems.eagle.leader_risk import AtRisk, Harm, replacement_turn, risk
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.records import Cause
from sandtable.systems.eagle.shocks import leader_shock, unit_shock
from sandtable.systems.eagle.victory import army

COMMAND: Final = 0.5
"""What a leader is worth for what he could yet do."""
WITHOUT_HEIR: Final = 0.2
"""What he is worth besides for each turn to come if nobody takes over from him."""
WOUND: Final = 0.4
"""What a wound costs of what he is worth: an action, and it is the half of his death."""

DECIDES: Final = 2.0
"""What hangs besides on a unit with which its army would break."""


class Stake(NamedTuple):
    """What it costs a side besides the unit itself if it is lost, and if it retires, in break values."""

    lost: float
    retires: float


NOTHING: Final = Stake(0.0, 0.0)


@by_identity(most=4)
def stakes(battle: EagleBattle) -> tuple[Stake, ...]:
    """What hangs on each unit, by its number."""
    return tuple(_stake(battle, unit) for unit in battle.units)


def _stake(battle: EagleBattle, unit: EagleUnit) -> Stake:
    """What hangs on a unit: routs, retirements and lost leaders strike friends near by (morale.dp.who)."""
    if unit.pose is None or unit.routing:
        return NOTHING
    leaders = battle.attached_to(unit.id)
    fallen = tuple(leader_shock(battle, leader) for leader in leaders)
    lost = _struck(battle, unit, (unit_shock(battle, unit, Fate.LOST), *fallen))
    retires = _struck(battle, unit, (unit_shock(battle, unit, Fate.RETIRES),))
    lost += sum(leader_worth(battle, leader) for leader in leaders)
    return Stake(lost + (DECIDES if would_break(battle, unit) else 0.0), retires)


def would_break(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Would an army break by the loss of a unit and of the leaders with it? (victory.break)"""
    counts = value_of(unit) + sum(_counts(leader) for leader in battle.attached_to(unit.id))
    now = army(battle, unit.side)
    return Army(now.value, now.lost + counts).is_broken


def _struck(battle: EagleBattle, unit: EagleUnit, shocks: tuple[Shock | None, ...]) -> float:
    """What some shocks together cost all whom they strike, the unit itself left out."""
    points: dict[int, int] = {}
    for shock in shocks:
        for number, dp in () if shock is None else shock.struck:
            points[number] = points.get(number, 0) + dp
    return sum(_cost(battle.units[number], dp) for number, dp in points.items() if number != unit.id)


def _cost(unit: EagleUnit, points: int) -> float:
    order = order_of(unit)
    return value_of(unit) * wear(order, take(order, points, Cause.MORALE))


def leader_worth(battle: EagleBattle, leader: Leader) -> float:
    """What the loss of a leader costs: what it counts for, and the want of him (victory.value).

    Nobody takes over from a British one (leaders.second-in-command.britons).
    """
    counts = _counts(leader) + COMMAND
    nation = battle.camps[leader.side].nation
    if replacement_turn(battle.turn, nation, second=leader.second) is not None:
        return counts
    return counts + WITHOUT_HEIR * max(battle.turn_limit - battle.turn, 0)


def risk_worth(battle: EagleBattle, leader: Leader) -> float:
    """What a round of combat is expected to cost a leader who is in it, by the die that he throws after it.

    leaders.risk.when, leaders.risk.timing
    """
    return _risk(at_risk_of(battle, leader)) * leader_worth(battle, leader)


@lru_cache(maxsize=64)
def _risk(leader: AtRisk) -> float:
    weights = {Harm.KILLED: 1.0, Harm.WOUNDED: WOUND, Harm.CRIPPLED: WOUND}
    return sum(weights.get(harm, 0.0) * float(chance) for harm, chance in odds(do(risk, leader)).items())


def _counts(leader: Leader) -> int:
    return break_values()[Loss.GENERAL if leader.general else Loss.LEADER]
