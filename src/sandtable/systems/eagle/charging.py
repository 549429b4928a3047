"""Charges declared: which units may charge which this turn, and the questions to their owners.

For how a charge is made, read ``closing``; for its geometry, ``charge_ways``.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.eagle.arriving import landing
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charge_events import ChargeDeclared
from sandtable.systems.eagle.charge_rights import Charger, bars, can_charge
from sandtable.systems.eagle.charge_ways import RANGE, ChargeWay, way_to
from sandtable.systems.eagle.nearness import enemies_within, may_have_enemies_within, nearest_of
from sandtable.systems.eagle.records import GUIDED, Control
from sandtable.systems.eagle.repeating import charged_of, charger_of, must_charge
from sandtable.systems.eagle.steps import step_done
from sandtable.systems.eagle.supports import stands_behind
from sandtable.systems.eagle.troops import TroopClass

DECISION: Final = "decision.charge"
REPEAT: Final = "decision.repeat-target"

NO_CHARGE: Final = (Control.WAITS, Control.RUNS_ON)
"""Units under these controls declare no charge (pursuit.continue, control.loot, army.scenario)."""


# --------------------------------------------------------------------- the step
async def charges_step(battle: EagleBattle) -> EagleBattle:
    """A side declares all its charges, unit by unit; guides before the units that conform to them.

    turn.charge.declare, turn.initiative.use
    """
    for unit in in_turn(battle, battle.active):
        battle = await declare(battle, unit)
    return await step_done(battle)


def in_turn(battle: EagleBattle, side: int) -> tuple[int, ...]:
    """The units of a side near an enemy, in the order in which they declare.

    A unit that may charge only if another does comes after it: guided units, and LC behind chariots
    (control.conform, charge.lc.support). Leaders alone neither charge nor are charged (charge.leader-only).
    """
    perhaps = may_have_enemies_within(battle, side, RANGE)
    near = perhaps
    if battle.routers(1 - side):
        # The first list counts routers as enemies.
        near = [one for one in perhaps if enemies_within(battle, one, RANGE)]
    if not near:
        return ()
    near.sort(key=lambda one: (_links(battle, one), one.troop_class is TroopClass.LC, one.id))
    return tuple(one.id for one in near)


def _links(battle: EagleBattle, unit: EagleUnit) -> int:
    """The number of guides between a unit and one that acts for itself (control.conform)."""
    count, one = 0, unit
    while one.control in GUIDED and one.guide is not None and count < len(battle.units):
        count, one = count + 1, battle.units[one.guide]
    return count


async def declare(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit declares a charge or none; one that repeats a charge must charge the nearest enemy that it can.

    decision.charge, control.repeat
    """
    one = battle.units[unit]
    ways = {way.target: way for way in open_ways(battle, one)}
    if not ways:
        return battle
    forced = must_charge(battle, one)
    if forced:
        nearest = nearest_of(battle, unit, tuple(ways))
        target = await _nearest(one, nearest)
    else:
        said = await Choose(DECISION, one.side, (None, *ways), about=(unit,))
        if said is None:
            return battle
        target = said
    way = ways[target]
    return await tell(battle, ChargeDeclared(unit, target, way.side, way.heading, forced))


async def _nearest(unit: EagleUnit, nearest: tuple[int, ...]) -> int:
    """The target of a repeated charge: the nearest enemy; the owner chooses between equals.

    control.repeat, decision.repeat-target
    """
    if len(nearest) == 1:
        return nearest[0]
    return await Choose(REPEAT, unit.side, nearest, about=(unit.id,))


# --------------------------------------------------------------------- rights
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
