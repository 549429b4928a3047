"""What two units could do to each other from where they stand: shooting, charges, combat, pursuit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sandtable.game.ask.faces import Stake
from sandtable.systems.eagle.aim import barred, facing, shooters
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charge_rights import can_charge
from sandtable.systems.eagle.charge_ways import RANGE, ChargeWay, way_to
from sandtable.systems.eagle.nearness import distance, is_within
from sandtable.systems.eagle.open_charges import as_charger
from sandtable.systems.eagle.repeating import charged_of
from sandtable.systems.eagle.stakes import charge_stakes, combat_stakes, shooting_stake
from sandtable.table.measure import nearest_to_point
from sandtable.table.space import centre, heading_between, standing

NEAREST: Final = 4
"""The number of nearest enemies for which possible bouts are shown."""


def bouts(battle: EagleBattle, unit: EagleUnit) -> Iterator[Stake]:
    """What a unit could do to each enemy and that enemy to it, the nearest enemies first."""
    if unit.pose is None or unit.routing:
        return
    enemies = sorted(
        battle.unbroken(1 - unit.side), key=lambda enemy: (distance(battle, unit.id, enemy.id), enemy.id)
    )
    for enemy in enemies[:NEAREST]:
        yield from combat_stakes(battle, unit, enemy)
        yield from _against(battle, unit, enemy, f"Shoot at {enemy.name}", f"Charge {enemy.name}")
        yield from _against(battle, enemy, unit, f"{enemy.name} shoots", f"{enemy.name} charges")


def _against(
    battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit, shoots: str, charges: str
) -> Iterator[Stake]:
    """The shooting and the charge of one unit on another, where they are open to it."""
    shooter = shooter_at(battle, unit, enemy)
    if shooter is not None:
        yield shooting_stake(battle, shooter, enemy, shoots)
    way = charge_open_to(battle, unit, enemy)
    if way is not None:
        yield from charge_stakes(battle, unit, enemy, way, charges)


def shooter_at(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> EagleUnit | None:
    """A unit that can shoot at an enemy, turned to it if more bases can then shoot (shooting.turn)."""
    if barred(battle, unit):
        return None
    middle = centre(standing(unit), unit.shape)
    turned = facing(battle, unit, heading_between(middle, nearest_to_point(enemy, middle)))
    ways = [one for one in (unit, turned) if one is not None]
    best = max(ways, key=lambda one: len(shooters(battle, one, enemy)))
    return best if shooters(battle, best, enemy) else None


def charge_open_to(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> ChargeWay | None:
    """The way of a charge that a unit could declare if both stay where they are (turn.charge.declare)."""
    if battle.is_engaged(unit.id) or not is_within(distance(battle, unit.id, enemy.id), RANGE):
        return None
    if not can_charge(as_charger(battle, unit, enemy.id), charged_of(enemy)):
        return None
    return way_to(battle, unit, enemy.id)
