"""The facts that a roster card supplies for a resolution; places and set of figures come from the table."""

from __future__ import annotations

from sandtable.game.kit.roster_cards import Given, Plain, Unsuited, stated, under
from sandtable.systems.elan.charge_ways import NEVER
from sandtable.systems.elan.charges import Charger, CounterchargeFacts, EvadeFacts, Receiving
from sandtable.systems.elan.compulsory_dice import Compelled
from sandtable.systems.elan.drill import is_horse
from sandtable.systems.elan.elan_tests import ElanTest, Purpose
from sandtable.systems.elan.leader_casualties import Bereft
from sandtable.systems.elan.melee_facts import Fighter
from sandtable.systems.elan.morale import MoraleFacts
from sandtable.systems.elan.paper.units import Marks, listed
from sandtable.systems.elan.profiles import Profile
from sandtable.systems.elan.reactions import Charged, Reaction, reactions
from sandtable.systems.elan.roster import roster
from sandtable.systems.elan.shooting import Fire, Target, fire_dice
from sandtable.systems.elan.troops import Arm, Formation


# --------------------------------------------------------------------- fire and tests
def firer(profile: str, marks: Marks) -> Given:
    """The unit that fires (shooting.who-may)."""
    unit = listed(profile, marks)
    if marks.retreating or marks.in_contact:
        why = "in retreat" if marks.retreating else "in contact"
        raise Unsuited(f"{unit.name} is {why} and does not fire; it must be in neither (shooting.who-may)")
    if not fire_dice(unit.arm, unit.weapon, marks.formation, marks.bases):
        raise Unsuited(f"{unit.name} has no dice to fire with in {marks.formation} (shooting.dice)")
    return under("fire", _fire(unit, marks))


def _fire(unit: Profile, marks: Marks) -> dict[str, Plain]:
    return stated(
        Fire,
        arm=unit.arm,
        formation=marks.formation,
        weapon=unit.weapon,
        quality=unit.cls,
        trait=unit.firing_trait,
        bases=marks.bases,
        lost=marks.lost,
        disordered=marks.disordered,
    )


def target(profile: str, marks: Marks) -> Given:
    """The unit that is fired at, and tests for it in the Morale phase."""
    aimed = _aimed_at(listed(profile, marks), marks)
    return {**under("fire.target", aimed), **under("struck", _struck(profile, marks))}


def _aimed_at(unit: Profile, marks: Marks) -> dict[str, Plain]:
    return stated(Target, arm=unit.arm, formation=marks.formation)


def _struck(profile: str, marks: Marks) -> dict[str, Plain]:
    unit = listed(profile, marks)
    garrison = {"sheltered": True} if marks.formation is Formation.GARRISON else {}
    return stated(
        MoraleFacts,
        quality=unit.cls,
        commander=marks.leadership,
        bases=marks.bases,
        lost=marks.lost,
        hit=marks.hit,
        in_contact=marks.in_contact,
        **garrison,
    )


def tester(profile: str, marks: Marks) -> Given:
    """The unit that tests in the Morale phase."""
    return _struck(profile, marks)


def elan_tester(profile: str, marks: Marks) -> Given:
    """The unit that takes an élan test; a retreating unit takes it to rally (rally.test)."""
    unit = listed(profile, marks)
    rallies = {"purpose": Purpose.RALLY} if marks.retreating else {}
    return stated(ElanTest, quality=unit.cls, leadership=marks.leadership or 0, **rallies)


def led(profile: str, marks: Marks) -> Given:
    """A unit that was hit, and the commander with it (leaders.hit-check)."""
    return _led(listed(profile, marks).name, marks)


def bereft(profile: str, marks: Marks) -> Given:
    """A unit that was removed, and the commander who was with it (leaders.lost-unit)."""
    return _led(roster().profile(profile).name, marks)


def _led(name: str, marks: Marks) -> Given:
    if marks.commander is None:
        raise Unsuited(f"no commander is with {name}; mark him first if there is one (leaders.hit-check)")
    return stated(Bereft, leadership=marks.leadership)


# --------------------------------------------------------------------- charges
def charger(profile: str, marks: Marks) -> Given:
    """The unit that charges and is fired at."""
    unit = listed(profile, marks)
    return {
        **under("charger", _charging(unit, marks)),
        **under("fire.target", _aimed_at(unit, marks)),
    }


def _charging(unit: Profile, marks: Marks) -> dict[str, Plain]:
    """A unit that may charge at all (charge.who)."""
    if unit.arm is Arm.ARTILLERY or marks.formation in NEVER:
        raise Unsuited(f"{unit.name} in {marks.formation} does not charge (charge.who)")
    if marks.halted or marks.retreating:
        why = "marked Halt" if marks.halted else "in retreat"
        raise Unsuited(f"{unit.name} is {why} and does not charge (charge.who)")
    return stated(
        Charger,
        quality=unit.cls,
        bases=marks.bases,
        lost=marks.lost,
        disordered=marks.disordered,
        commander=marks.leadership,
    )


def charged(profile: str, marks: Marks) -> Given:
    """The unit that receives a charge; without fire it stands (charge.reactions)."""
    unit = listed(profile, marks)
    if marks.retreating:
        raise Unsuited(f"{unit.name} is in retreat and must flee from a charge (charge.flee)")
    facts: dict[str, Plain] = {
        **under("fire", _fire(unit, marks)),
        "commander": marks.leadership,
    }
    answers = reactions(Charged(arm=unit.arm, formation=marks.formation))
    return facts if Reaction.STAND_AND_FIRE in answers else {**facts, "reaction": str(Receiving.STAND)}


def meeting_charger(profile: str, marks: Marks) -> Given:
    """The unit that charges and is countercharged."""
    return under("charger", _charging(listed(profile, marks), marks))


def countercharger(profile: str, marks: Marks) -> Given:
    """Cavalry that countercharges (charge.reactions)."""
    unit = listed(profile, marks)
    asked = Charged(
        arm=unit.arm,
        formation=marks.formation,
        disordered=marks.disordered,
        halted=marks.halted,
        retreating=marks.retreating,
        in_contact=marks.in_contact,
    )
    if Reaction.COUNTERCHARGE not in reactions(asked):
        raise Unsuited(f"{unit.name} cannot countercharge as it is; formed cavalry in order can")
    made = Charger(
        quality=unit.cls,
        bases=marks.bases,
        lost=marks.lost,
        disordered=marks.disordered,
        commander=marks.leadership,
    )
    CounterchargeFacts(countercharger=made)
    return under("countercharger", _charging(unit, marks))


def compelled(profile: str, marks: Marks) -> Given:
    """The unit that makes a compulsory or evade move."""
    return stated(Compelled, mounted=_is_mounted(profile, marks))


def evader(profile: str, marks: Marks) -> Given:
    """The unit that moves straight away from its charger."""
    return stated(EvadeFacts, mounted=_is_mounted(profile, marks))


def _is_mounted(profile: str, marks: Marks) -> bool:
    """Does it move as mounted troops: mounted cavalry or horse artillery? (troops.arms)"""
    unit = listed(profile, marks)
    on_foot = unit.arm is Arm.CAVALRY and not is_horse(unit.arm, marks.formation)
    return unit.mounted and not on_foot


# --------------------------------------------------------------------- melee
def attacker(profile: str, marks: Marks) -> Given:
    """The unit that charged into the melee."""
    return under("attacker", _fighter(profile, marks))


def defender(profile: str, marks: Marks) -> Given:
    """The unit that was charged."""
    return under("defender", _fighter(profile, marks))


def _fighter(profile: str, marks: Marks) -> dict[str, Plain]:
    unit = listed(profile, marks)
    return stated(
        Fighter,
        arm=unit.arm,
        formation=marks.formation,
        weapon=unit.weapon,
        weight=unit.weight,
        quality=unit.cls,
        trait=unit.melee_trait,
        bases=marks.bases,
        lost=marks.lost,
        disordered=marks.disordered,
        commander=marks.commander is not None,
    )
