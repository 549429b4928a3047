"""What is lost with a unit besides itself: the order of friends near by, and its leaders."""

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
"""The value of what a leader could still do."""
WITHOUT_HEIR: Final = 0.2
"""His further value for each turn to come, if no second takes over from him."""
WOUND: Final = 0.4
"""The share of his value that a wound costs: an action, and half-way to his death."""

DECIDES: Final = 2.0
"""The further cost of losing a unit with which its army would break."""


class UnitRisk(NamedTuple):
    """The cost to a side, besides the unit itself, if it is lost and if it retires, in break values."""

    lost: float
    retires: float


NOTHING: Final = UnitRisk(0.0, 0.0)


@by_identity(most=4)
def stakes(battle: EagleBattle) -> tuple[UnitRisk, ...]:
    """What depends on each unit, by its number."""
    return tuple(_stake(battle, unit) for unit in battle.units)


def _stake(battle: EagleBattle, unit: EagleUnit) -> UnitRisk:
    """The cost to friends of a unit that routs or retires, and of its leaders (morale.dp.who)."""
    if unit.pose is None or unit.routing:
        return NOTHING
    leaders = battle.attached_to(unit.id)
    fallen = tuple(leader_shock(battle, leader) for leader in leaders)
    lost = _struck(battle, unit, (unit_shock(battle, unit, Fate.LOST), *fallen))
    retires = _struck(battle, unit, (unit_shock(battle, unit, Fate.RETIRES),))
    lost += sum(leader_worth(battle, leader) for leader in leaders)
    return UnitRisk(lost + (DECIDES if would_break(battle, unit) else 0.0), retires)


def would_break(battle: EagleBattle, unit: EagleUnit) -> bool:
    """Would an army break by the loss of a unit and the leaders with it? (victory.break)"""
    counts = value_of(unit) + sum(_counts(leader) for leader in battle.attached_to(unit.id))
    now = army(battle, unit.side)
    return Army(now.value, now.lost + counts).is_broken


def _struck(battle: EagleBattle, unit: EagleUnit, shocks: tuple[Shock | None, ...]) -> float:
    """The cost of some shocks to all units that they strike, except the unit itself."""
    points: dict[int, int] = {}
    for shock in shocks:
        for number, dp in () if shock is None else shock.struck:
            points[number] = points.get(number, 0) + dp
    return sum(_cost(battle.units[number], dp) for number, dp in points.items() if number != unit.id)


def _cost(unit: EagleUnit, points: int) -> float:
    order = order_of(unit)
    return value_of(unit) * wear(order, take(order, points, Cause.MORALE))


def leader_worth(battle: EagleBattle, leader: Leader) -> float:
    """The cost of losing a leader: his break value, and what he could still do.

    victory.value; Britons have no second in command (leaders.second-in-command.britons)
    """
    counts = _counts(leader) + COMMAND
    nation = battle.camps[leader.side].nation
    if replacement_turn(battle.turn, nation, second=leader.second) is not None:
        return counts
    return counts + WITHOUT_HEIR * max(battle.turn_limit - battle.turn, 0)


def risk_worth(battle: EagleBattle, leader: Leader) -> float:
    """The expected cost of a round of combat to a leader in it, by his risk roll.

    leaders.risk.when, leaders.risk.timing
    """
    return _risk(at_risk_of(battle, leader)) * leader_worth(battle, leader)


@lru_cache(maxsize=64)
def _risk(leader: AtRisk) -> float:
    weights = {Harm.KILLED: 1.0, Harm.WOUNDED: WOUND, Harm.CRIPPLED: WOUND}
    return sum(weights.get(harm, 0.0) * float(chance) for harm, chance in odds(do(risk, leader)).items())


def _counts(leader: Leader) -> int:
    return break_values()[Loss.GENERAL if leader.general else Loss.LEADER]
