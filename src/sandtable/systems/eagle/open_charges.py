"""Charges open to units on the table: which enemies each may charge now, and how.

The rights by class are in ``charge_rights``, the geometry is in ``charge_ways``.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.systems.eagle.arriving import landing
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charge_rights import Charger, bars, can_charge
from sandtable.systems.eagle.charge_ways import RANGE, ChargeWay, way_to
from sandtable.systems.eagle.nearness import enemies_within
from sandtable.systems.eagle.records import GUIDED, Control
from sandtable.systems.eagle.repeating import charged_of, charger_of, must_charge
from sandtable.systems.eagle.supports import stands_behind
from sandtable.systems.eagle.troops import TroopClass

NO_CHARGE: Final = (Control.WAITS, Control.RUNS_ON)
"""Units under these controls declare no charge (pursuit.continue, control.loot, army.scenario)."""


def open_ways(battle: EagleBattle, unit: EagleUnit) -> tuple[ChargeWay, ...]:
    """The charges that a unit may declare, one for each enemy that it may charge and can reach.

    charge.who.li, charge.who.lc, charge.who.others, charge.bars.all, charge.range, charge.path
    """
    if not may_declare(battle, unit):
        return ()
    targets = [enemy for enemy in enemies_within(battle, unit, RANGE) if may_charge(battle, unit, enemy)]
    ways = (way_to(_behind_chariots(battle, unit, target), unit, target) for target in targets)
    return tuple(way for way in ways if way is not None)


def _behind_chariots(battle: EagleBattle, unit: EagleUnit, target: int) -> EagleBattle:
    """The table as LC find it that charge the target of the chariots before them: with those gone ahead.

    charge.lc.support: otherwise the chariots that they support would always be in their way
    """
    for number in backed_chariots(battle, unit, target):
        chariots = battle.units[number]
        way = way_to(battle, chariots, target)
        laid = None if way is None else landing(battle, chariots, way)
        if laid is not None and laid.touches:
            battle = battle.with_unit(replace(chariots, pose=laid.to))
    return battle


def may_declare(battle: EagleBattle, unit: EagleUnit) -> bool:
    """May a unit declare a charge this turn?

    charge.bars.all: no bar holds and its control allows it; control.conform and control.follow-eagle: it may
    if its guide does; control.repeat: if it repeats a charge
    """
    if unit.control in NO_CHARGE or unit.pursuing or unit.looting:
        return False
    if unit.control is Control.REPEATS and not must_charge(battle, unit):
        return False
    if unit.control in GUIDED and (unit.guide is None or battle.charge_of(unit.guide) is None):
        return False
    return not bars(as_charger(battle, unit))


def as_charger(battle: EagleBattle, unit: EagleUnit, target: int | None = None) -> Charger:
    """The facts of a unit for the rights to charge, against a target if there is one.

    charge.bars.all, control.halt, charge.lc.support
    """
    halted, backs = unit.control is Control.HALTED, bool(backed_chariots(battle, unit, target))
    return replace(charger_of(battle, unit), halted=halted, backs_chariots=backs)


def may_charge(battle: EagleBattle, unit: EagleUnit, target: int) -> bool:
    """May a unit charge this enemy, by its kind and state? (charge.who.li, charge.who.lc)"""
    return can_charge(as_charger(battle, unit, target), charged_of(battle.units[target]))


def backed_chariots(battle: EagleBattle, unit: EagleUnit, target: int | None) -> tuple[int, ...]:
    """The chariots directly before LC that have declared a charge at a target (charge.lc.support)."""
    if unit.troop_class is not TroopClass.LC or target is None:
        return ()
    chargers = (battle.units[charge.unit] for charge in battle.charges if charge.target == target)
    return tuple(
        one.id
        for one in chargers
        if one.troop_class is TroopClass.CH and one.side == unit.side and stands_behind(unit, one)
    )
