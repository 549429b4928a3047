"""What two units could do to each other from where they stand: shooting, charges, combat, pursuit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.faces import Stake
from sandtable.systems.eagle.aim import barred, facing, shooters, shooting_at
from sandtable.systems.eagle.arriving import landing
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charge_rights import can_charge, can_counter_charge, can_evade
from sandtable.systems.eagle.charge_ways import RANGE, ChargeWay, way_to
from sandtable.systems.eagle.charging import as_charger
from sandtable.systems.eagle.clashes import fighter_of, has_advantage
from sandtable.systems.eagle.contact import contacts_of
from sandtable.systems.eagle.events import ContactMade
from sandtable.systems.eagle.flight import Chase, Run
from sandtable.systems.eagle.hacking import HackFacts, PursuitFacts
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.melee_facts import Duel, as_read
from sandtable.systems.eagle.nearness import distance, is_within
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.pursuing import bases_upon
from sandtable.systems.eagle.records import Flight, Role
from sandtable.systems.eagle.repeating import charged_of
from sandtable.systems.eagle.resolutions import FLIGHT, MELEE, PURSUIT, SHOOTING
from sandtable.systems.eagle.shooting import ShootingFacts
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
        yield from _engaged(battle, unit, enemy)
        yield from _against(battle, unit, enemy, f"Shoot at {enemy.name}", f"Charge {enemy.name}")
        yield from _against(battle, enemy, unit, f"{enemy.name} shoots", f"{enemy.name} charges")


def _against(
    battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit, shoots: str, charges: str
) -> Iterator[Stake]:
    """The shooting and the charge of one unit on another, where they are open to it."""
    shooting = shooting_open_to(battle, unit, enemy)
    if shooting is not None:
        yield Stake(unit.id, enemy.id, shoots, SHOOTING, shooting)
    way = charge_open_to(battle, unit, enemy)
    if way is not None:
        yield from _charge(battle, unit, enemy, way, charges)


def shooting_open_to(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> ShootingFacts | None:
    """A shooting of a unit at an enemy, turned to it if more bases can then shoot (shooting.turn)."""
    if barred(battle, unit):
        return None
    middle = centre(standing(unit), unit.shape)
    turned = facing(battle, unit, heading_between(middle, nearest_to_point(enemy, middle)))
    ways = [one for one in (unit, turned) if one is not None]
    best = max(ways, key=lambda one: len(shooters(battle, one, enemy)))
    if not shooters(battle, best, enemy):
        return None
    return ShootingFacts(
        shooting=shooting_at(battle, best, enemy),
        target=order_of(enemy),
        one_base_an_event=battle.is_other(Reading.FURTHER_DISORDER),
    )


# --------------------------------------------------------------------- charges
def charge_open_to(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> ChargeWay | None:
    """The way of a charge that a unit could declare if both stay where they are (turn.charge.declare)."""
    if battle.is_engaged(unit.id) or not is_within(distance(battle, unit.id, enemy.id), RANGE):
        return None
    if not can_charge(as_charger(battle, unit, enemy.id), charged_of(enemy)):
        return None
    return way_to(battle, unit, enemy.id)


def _charge(
    battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit, way: ChargeWay, title: str
) -> Iterator[Stake]:
    """The combat after a charge, and the enemy's other answers to it (charge.response.stand)."""
    facts = as_charger(battle, enemy)
    if can_evade(facts):
        runner = Run(mounted=enemy.is_mounted, flight=Flight.EVADE)
        yield Stake(enemy.id, unit.id, f"{title}: it evades", FLIGHT, runner)
    duel = duel_after(battle, unit, enemy, way)
    if duel is None:
        return
    yield Stake(unit.id, enemy.id, f"{title}: it stands", MELEE, duel)
    if way.side == "front" and can_counter_charge(facts):
        second = replace(duel.second, role=Role.CHARGE, charged_in=True)
        title = f"{title}: it counter-charges"
        yield Stake(unit.id, enemy.id, title, MELEE, replace(duel, second=second))


def duel_after(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit, way: ChargeWay) -> Duel | None:
    """The first round after a charge, as both would lie; none if there is no room to touch.

    charge.contact, melee.round
    """
    laid = landing(battle, unit, way)
    if not laid.touches:
        return None
    charger = replace(unit, pose=laid.to, role=Role.CHARGE, charged_in=True, rounds=1)
    there = battle.with_unit(charger)
    there = ContactMade(contacts_of(there, unit.id, (enemy.id,), way.side, enemy.id)).apply(there)
    return _duel(there, unit.id, enemy.id)


# --------------------------------------------------------------------- combat
def _engaged(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> Iterator[Stake]:
    """The next round of two units that touch only each other, and a pursuit if the enemy runs.

    melee.contact, after.pursue.detail
    """
    if battle.foes_of(unit.id) != (enemy.id,) or battle.foes_of(enemy.id) != (unit.id,):
        return
    duel = _duel(battle, unit.id, enemy.id)
    yield Stake(unit.id, enemy.id, f"Combat with {enemy.name}", MELEE, duel)
    yield Stake(unit.id, enemy.id, f"Pursuit if {enemy.name} routs", PURSUIT, pursuit(battle, unit, enemy))
    yield Stake(enemy.id, unit.id, f"{enemy.name} pursues if it routs", PURSUIT, pursuit(battle, enemy, unit))


def _duel(battle: EagleBattle, unit: int, enemy: int) -> Duel:
    """A round of combat of one unit against one, without supports (melee.procedure)."""
    return Duel(
        first=fighter_of(battle, unit, (enemy,), below=has_advantage(battle, (enemy,), (unit,))),
        second=fighter_of(battle, enemy, (unit,), below=has_advantage(battle, (unit,), (enemy,))),
        read=as_read(battle.readings),
    )


def pursuit(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> PursuitFacts:
    """A rout of an enemy in contact and the pursuit of a unit over a clear way (after.free-hack)."""
    longer = battle.is_other(Reading.EXTRA_INCH)
    quarry = Run(mounted=enemy.is_mounted, flight=Flight.ROUT, extra_inch_longer=longer)
    bases = max(1, bases_upon(unit, enemy))
    return PursuitFacts(
        chase=Chase(quarry=quarry, pursuer_mounted=unit.is_mounted),
        hack=HackFacts(bases=bases, troop_class=unit.troop_class, victims=enemy.bases),
    )
