"""Options of charges, fire and melee."""

from __future__ import annotations

from typing import Any, Final

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose
from sandtable.systems.elan.aim import fire_facts
from sandtable.systems.elan.battle import Charge, ElanBattle
from sandtable.systems.elan.breakthrough import Breakthrough
from sandtable.systems.elan.charge_answers import AfterEvade
from sandtable.systems.elan.charge_ways import way_to
from sandtable.systems.elan.compulsory_dice import Compelled, flight_tallies
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.melee_ground import Group
from sandtable.systems.elan.painting.parties import named
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.shooting import dice, to_hit
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.weapons import band
from sandtable.systems.elan.wording.names import length, name, names, sector
from sandtable.table.space import FULL_TURN, HALF_TURN, Pose, standing

Question = Choose[Any]


# --------------------------------------------------------------------- charges
def declare(battle: ElanBattle, question: Question, option: int | None, label: str) -> Face:
    """A charge at an enemy, drawn where it would make contact (charge.declare)."""
    charger = named(question)
    if option is None:
        return Face("No charge", subject=charger)
    note = label.partition(": ")[2]
    return Face(f"Charge {name(battle, option)}", note, charger, option, _contact(battle, charger, option))


def _contact(battle: ElanBattle, charger: int, target: int) -> Pose | None:
    """Where a charger would come to lie."""
    onset = way_to(battle, charger, target)
    closing = None if onset is None else ground_of(battle).close(charger, target, onset.to)
    return None if closing is None else closing.to


def next_charge(battle: ElanBattle, question: object, option: Charge, label: str) -> Face:
    """The charge that is carried out next (charge.sequence)."""
    del question, label
    place = _contact(battle, option.charger, option.target)
    return Face("Charge now", name(battle, option.target), option.charger, option.target, place)


REACTIONS: Final = {
    Reaction.STAND_AND_FIRE: ("Stand and fire", "at the best range"),
    Reaction.STAND: ("Stand", "without fire"),
    Reaction.COUNTERCHARGE: ("Countercharge", "ride to meet the charge"),
    Reaction.FLEE: ("Flee", "it is in retreat"),
}


def reaction(battle: ElanBattle, question: Question, option: Reaction, label: str) -> Face:
    """The reaction of a charged unit (charge.reactions)."""
    unit, charger = named(question), named(question, 1)
    if option is Reaction.FORM_SQUARE:
        stance = ground_of(battle).stance(unit, Formation.SQUARE)
        note = label.partition(" on ")[2]
        return Face("Form square", f"on {note}", unit, place=stance.to, shape=stance.shape)
    if option is Reaction.EVADE:
        return Face("Evade", _flight(battle, unit), unit)
    title, note = REACTIONS[option]
    aims = option in (Reaction.STAND_AND_FIRE, Reaction.COUNTERCHARGE)
    return Face(title, note, unit, charger if aims else None)


def _flight(battle: ElanBattle, unit: int) -> str:
    """The length of an evade in words (charge.evade, movement.compulsory-rate)."""
    facts = Compelled(scale=battle.scale, mounted=battle.units[unit].is_mounted)
    return ", ".join(f"{name} {tally.total:g}" for name, tally in flight_tallies(facts).items())


def after_evade(battle: ElanBattle, question: Question, option: AfterEvade, label: str) -> Face:
    """How a unit stands after its evade (charge.evade)."""
    unit = named(question)
    pose = standing(battle.units[unit])
    if option is AfterEvade.ABOUT:
        pose = ground_of(battle).turned(unit, (pose.heading + HALF_TURN) % FULL_TURN)
    return Face(label, "free", unit, place=pose)


# --------------------------------------------------------------------- fire
def shot(battle: ElanBattle, question: Question, option: int | None, label: str) -> Face:
    """Fire at an enemy: dice, the number to hit, range (shooting.target)."""
    firer = named(question)
    if option is None:
        return Face(label, subject=firer)
    facts = fire_facts(battle, firer, option)
    far = length(battle, battle.figures.span(facts.range))
    reached = band(facts.weapon, facts.scale, facts.range)
    note = f"{dice(facts).whole} dice, hits on {to_hit(facts).whole}+, {far}, {reached}"
    return Face(f"Fire at {name(battle, option)}", note, firer, option)


# --------------------------------------------------------------------- melee
def melee(battle: ElanBattle, question: Question, option: Group, label: str) -> Face:
    """The melee that is fought next (melee.group)."""
    ours = tuple(unit for unit in option if battle.units[unit].side == question.seat)
    theirs = tuple(unit for unit in option if battle.units[unit].side != question.seat)
    title = f"{names(battle, ours)} v {names(battle, theirs)}"
    return Face(title, label.rpartition(": ")[2], ours[0], theirs[0])


def spare_dice(battle: ElanBattle, question: Question, option: tuple[int, ...], label: str) -> Face:
    """The enemies that get a spare die (melee.multiple-rest)."""
    del battle
    unit, enemies = named(question), question.about[1]
    assert isinstance(enemies, tuple)
    target = enemies[option[0]] if len(option) == 1 and enemies[option[0]] >= 0 else None
    return Face(f"Against {label}", "one more die", unit if unit >= 0 else None, target)


def breakthrough(battle: ElanBattle, question: object, option: Breakthrough | None, label: str) -> Face:
    """A winner that breaks through, or stays (melee.breakthrough-how)."""
    del question
    if option is None:
        return Face(label)
    if option.sector:
        stances = ground_of(battle).garrison(option.unit)
        stance = next(one for one in stances if one.sector == option.sector)
        title, note = f"Occupy {sector(battle, option.sector)}", name(battle, option.unit)
        return Face(title, note, option.unit, place=stance.to, shape=stance.shape)
    return Face("Break through", label.rpartition(", ")[2], option.unit)
