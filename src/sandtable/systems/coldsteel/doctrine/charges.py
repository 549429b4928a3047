"""Charges: which enemy to charge, by which wheel, and what it is worth."""

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
"""The part of a target's fire that is ignored if another unit has charged it: it shoots at one of them."""
EAGER: Final = 1.0
"""The weight of our own losses against the enemy's."""


class Onset(NamedTuple):
    """A charge and its worth."""

    worth: float
    way: ChargeWay


def best_charge(battle: ColdSteelBattle, unit: ColdSteelUnit) -> Onset | None:
    """The charge with the highest worth; None if a unit can make none."""
    found = [Onset(charge_worth(battle, unit, way), way) for way in sensible_ways(battle, unit)]
    return max(found, key=lambda one: one.worth, default=None)


def sensible_ways(battle: ColdSteelBattle, unit: ColdSteelUnit) -> tuple[ChargeWay, ...]:
    """For each target the least wheel, and the widest to each side."""
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
    """The worth of a charge: the target's losses less ours, defensive fire included.

    charge.defender-fire; units engaged in melee are not shot at (shooting.no-melee-targets)
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
