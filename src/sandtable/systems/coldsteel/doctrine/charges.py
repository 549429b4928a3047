"""Charges: whom to charge, by which wheel, and whether it is worth it."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.systems.coldsteel import charging
from sandtable.systems.coldsteel.arcs import is_in_arc
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit
from sandtable.systems.coldsteel.charge_ways import Charge, ChargeWay
from sandtable.systems.coldsteel.doctrine.facts import can_meet, onset
from sandtable.systems.coldsteel.doctrine.worth import GONE

SHARED: Final = 0.5
"""How much of the fire counts of a target that others have charged before: it shoots at one of them."""
EAGER: Final = 1.0
"""What our own losses weigh against theirs."""


class Onset(NamedTuple):
    """A charge and what it is worth."""

    worth: float
    way: ChargeWay


def best_charge(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Onset | None:
    """The charge that is worth most, if a unit can make any."""
    found = [Onset(charge_worth(battle, unit, way), way) for way in sensible_ways(battle, unit)]
    return max(found, key=lambda one: one.worth, default=None)


def sensible_ways(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[ChargeWay, ...]:
    """For each target the least wheel, and the widest either way."""
    by_target: dict[int, list[ChargeWay]] = {}
    for way in charging.ways(battle, unit):
        by_target.setdefault(way.charge.target, []).append(way)
    found: dict[Charge, ChargeWay] = {}
    for ways in by_target.values():
        ends = ways[0], min(ways, key=_wheel), max(ways, key=_wheel)
        found |= {way.charge: way for way in ends}
    return tuple(found.values())


def _wheel(way: ChargeWay) -> int:
    return way.charge.wheel


def charge_worth(battle: ColdSteelBattle, unit: ColdSteelUnit, way: ChargeWay) -> float:
    """What a charge is worth: what it costs the target less what it costs us, the fire that meets it counted.

    charge.defender-fire; nobody shoots at units locked in melee (shooting.no-melee-targets)
    """
    target = battle.units[way.charge.target]
    there = replace(unit, pose=way.to)
    met = can_meet(battle, target) and is_in_arc(target, there)
    worth = _net(battle, unit, target, met=met)
    if met and target.charged_by:
        worth += SHARED * (_net(battle, unit, target, met=False) - worth)
    return min(worth, GONE)


def _net(battle: ColdSteelBattle, unit: ColdSteelUnit, target: ColdSteelUnit, *, met: bool) -> float:
    ours, theirs = onset(battle, unit, target, met=met)
    return theirs - EAGER * ours
