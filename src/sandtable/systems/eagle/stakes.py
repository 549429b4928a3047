"""What hangs on shooting, charges, combats and pursuits: resolutions with their facts from the table."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.game.ask.faces import Stake
from sandtable.systems.eagle.aim import shooting_at
from sandtable.systems.eagle.arriving import landing
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.charge_rights import can_counter_charge, can_evade
from sandtable.systems.eagle.charge_ways import ChargeWay
from sandtable.systems.eagle.clashes import fighter_of, has_advantage
from sandtable.systems.eagle.contact import bases_upon, contacts_of
from sandtable.systems.eagle.events import ContactMade
from sandtable.systems.eagle.flight import Chase, Run
from sandtable.systems.eagle.hacking import HackFacts, PursuitFacts
from sandtable.systems.eagle.losses import order_of
from sandtable.systems.eagle.melee_facts import Duel, as_read
from sandtable.systems.eagle.open_charges import as_charger
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.records import Flight, Role
from sandtable.systems.eagle.resolutions import FLIGHT, MELEE, PURSUIT, SHOOTING
from sandtable.systems.eagle.shooting import ShootingFacts


# --------------------------------------------------------------------- shooting
def shooting_facts(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> ShootingFacts:
    """A shooting of a unit, as it stands and faces, at an enemy (shooting.sequence)."""
    return ShootingFacts(
        shooting=shooting_at(battle, unit, enemy),
        target=order_of(enemy),
        one_base_an_event=battle.is_other(Reading.FURTHER_DISORDER),
    )


def shooting_stake(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit, title: str) -> Stake:
    """A shooting, and the disorder of its target (shooting.hit)."""
    return Stake(unit.id, enemy.id, title, SHOOTING, shooting_facts(battle, unit, enemy))


# --------------------------------------------------------------------- charges
def charge_stakes(
    battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit, way: ChargeWay, title: str
) -> Iterator[Stake]:
    """The combat after a charge, and the enemy's other answers to it (charge.response.stand)."""
    facts = as_charger(battle, enemy)
    if can_evade(facts):
        yield evade_stake(enemy, unit.id, f"{title}: it evades")
    duel = duel_after(battle, unit, enemy, way)
    if duel is None:
        return
    yield Stake(unit.id, enemy.id, f"{title}: it stands", MELEE, duel)
    if way.side == "front" and can_counter_charge(facts):
        yield Stake(unit.id, enemy.id, f"{title}: it counter-charges", MELEE, countered(duel))


def evade_stake(unit: EagleUnit, enemy: int, title: str) -> Stake:
    """How far a unit evades from an enemy (charge.evade)."""
    return Stake(unit.id, enemy, title, FLIGHT, Run(mounted=unit.is_mounted, flight=Flight.EVADE))


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
    return duel_of(there, unit.id, enemy.id)


def countered(duel: Duel) -> Duel:
    """The same first round if the charged unit counter-charges (charge.counter)."""
    return replace(duel, second=replace(duel.second, role=Role.CHARGE, charged_in=True))


# --------------------------------------------------------------------- combat
def combat_stakes(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit) -> Iterator[Stake]:
    """The next round of two units that touch only each other, and a pursuit if one of them runs.

    melee.contact, after.pursue.detail
    """
    if battle.foes_of(unit.id) != (enemy.id,) or battle.foes_of(enemy.id) != (unit.id,):
        return
    duel = duel_of(battle, unit.id, enemy.id)
    yield Stake(unit.id, enemy.id, f"Combat with {enemy.name}", MELEE, duel)
    yield pursuit_stake(battle, unit, enemy, f"Pursuit if {enemy.name} routs")
    yield pursuit_stake(battle, enemy, unit, f"{enemy.name} pursues if it routs")


def duel_of(battle: EagleBattle, unit: int, enemy: int) -> Duel:
    """A round of combat of one unit against one, without supports (melee.procedure)."""
    return Duel(
        first=fighter_of(battle, unit, (enemy,), below=has_advantage(battle, (enemy,), (unit,))),
        second=fighter_of(battle, enemy, (unit,), below=has_advantage(battle, (unit,), (enemy,))),
        read=as_read(battle.readings),
    )


# --------------------------------------------------------------------- pursuits
def pursuit_stake(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit, title: str) -> Stake:
    """A rout of an enemy in contact and the pursuit of a unit over a clear way (after.free-hack)."""
    longer = battle.is_other(Reading.EXTRA_INCH)
    quarry = Run(mounted=enemy.is_mounted, flight=Flight.ROUT, extra_inch_longer=longer)
    facts = PursuitFacts(
        chase=Chase(quarry=quarry, pursuer_mounted=unit.is_mounted),
        hack=HackFacts(bases=bases_upon(unit, enemy), troop_class=unit.troop_class, victims=enemy.bases),
    )
    return Stake(unit.id, enemy.id, title, PURSUIT, facts)


def chase_stake(battle: EagleBattle, unit: EagleUnit, enemy: EagleUnit, title: str) -> Stake:
    """How far a unit pursues an enemy that has already run (movement.unformed-move.dice)."""
    longer = battle.is_other(Reading.EXTRA_INCH)
    facts = Run(mounted=unit.is_mounted, flight=Flight.PURSUE, extra_inch_longer=longer)
    return Stake(unit.id, enemy.id, title, FLIGHT, facts)
