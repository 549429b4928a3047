"""The facts of a charge on the table: the reactions open to its target, its fire, and the charger's tests."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.systems.elan.aim import fire_facts, may_fire
from sandtable.systems.elan.battle import ElanBattle
from sandtable.systems.elan.charges import Charger
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Onset
from sandtable.systems.elan.reactions import Charged, Reaction, reactions
from sandtable.systems.elan.shooting import Fire
from sandtable.systems.elan.troops import Formation


def open_reactions(battle: ElanBattle, onset: Onset) -> tuple[Reaction, ...]:
    """The reactions open to the target of a charge.

    charge.reactions; a target that has declared a charge itself has no other reaction (charge.mutual), and a
    square needs room (geometry.turning)
    """
    target = onset.target
    if any(charge.charger == target for charge in battle.charges):
        return (Reaction.STAND,)
    found = reactions(charged(battle, onset))
    if Reaction.FORM_SQUARE in found:
        ground = ground_of(battle)
        if not ground.has_room(target, ground.stance(target, Formation.SQUARE)):
            found = tuple(one for one in found if one is not Reaction.FORM_SQUARE)
    return found


def charged(battle: ElanBattle, onset: Onset) -> Charged:
    """The facts that decide how a target may react.

    charge.reactions, charge.in-contact, charge.reaction-once, geometry.front-line; a unit that has already
    evaded or countercharged may not countercharge (charge.after)
    """
    unit, charger = battle.units[onset.target], battle.units[onset.charger]
    edge = ground_of(battle).edge_attacked(unit.id, charger.id, onset.start)
    return Charged(
        arm=unit.arm,
        formation=unit.formation,
        horse_guns=unit.profile.is_horse_artillery,
        by_cavalry=charger.is_cavalry,
        from_front=edge is Edge.FRONT,
        disordered=unit.disordered,
        halted=unit.halted or unit.evaded or unit.countercharged,
        retreating=unit.retreating,
        in_contact=battle.is_in_contact(unit.id),
        can_fire=can_fire_at(battle, unit.id, charger.id),
        tried_square=unit.tried_square,
    )


def can_fire_at(battle: ElanBattle, unit: int, charger: int) -> bool:
    """Can a unit fire at its charger: has it not fired, and is the charger in its arc?

    Sight is not checked again (charge.reaction-fire, charge.reaction-once).
    """
    return may_fire(battle, battle.units[unit]) and ground_of(battle).is_in_arc(unit, charger)


def fire_on(battle: ElanBattle, onset: Onset) -> Fire:
    """The facts of reaction fire, with the charger placed where it would make contact.

    charge.reaction-fire
    """
    there = battle.with_unit(replace(battle.units[onset.charger], pose=onset.to))
    return fire_facts(there, onset.target, onset.charger)


def charger_facts(battle: ElanBattle, unit: int) -> Charger:
    """The facts of a unit that charges or countercharges, for its tests (charge.home-triggers)."""
    one = battle.units[unit]
    return Charger(
        quality=one.quality,
        bases=one.bases,
        lost=one.lost,
        disordered=one.disordered,
        commander=battle.leadership_with(unit) if battle.attached_to(unit) else None,
    )
