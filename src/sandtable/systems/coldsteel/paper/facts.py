"""The facts of a resolution that a roster card gives; ranges and nearness come from the real table."""

from __future__ import annotations

from msgspec import Struct

from sandtable.game.kit.roster_cards import Given, Plain, Unsuited, stated, under
from sandtable.systems.coldsteel.aim import shot_at, volley_at, working_card
from sandtable.systems.coldsteel.battle import ColdSteelUnit
from sandtable.systems.coldsteel.cards import Taker
from sandtable.systems.coldsteel.casualties import Struck
from sandtable.systems.coldsteel.melee_facts import Duel, Fighter
from sandtable.systems.coldsteel.morale import MoraleFacts, Stance
from sandtable.systems.coldsteel.paper.units import Marks, alone, listed
from sandtable.systems.coldsteel.shooting import Target


def _picked(facts: Struct, *names: str) -> dict[str, Plain]:
    """Some of the facts that the table would compute."""
    return stated(type(facts), **{name: getattr(facts, name) for name in names})


# --------------------------------------------------------------------- fire
def shooter(profile: str, marks: Marks) -> Given:
    """The unit that shoots with small arms; its files follow from its models unless it formed with more.

    shooting.who, shooting.formations, formation.shrink
    """
    unit = listed(profile, marks)
    if unit.is_artillery or unit.is_cavalry:
        why = "shoots with its guns" if unit.is_artillery else "is cavalry, which never shoots"
        raise Unsuited(f"{unit.profile.name} {why}; infantry fires volleys (shooting.who)")
    _must_be_able(unit, marks)
    fire = volley_at(alone(unit), unit, unit, inches=0)
    kept = ("files",) if marks.formed else ()
    names = ("troops", "formation", "models", *kept, "card", "fouled", "luck_spent")
    return under("fire", _picked(fire, *names))


def _must_be_able(unit: ColdSteelUnit, marks: Marks) -> None:
    """Refuse a unit that is locked in melee or failed its latest test (shooting.who, morale.status)."""
    if marks.engaged is Stance.LOCKED:
        raise Unsuited(f"{unit.profile.name} is locked in melee and does not shoot (shooting.who)")
    if unit.failed:
        raise Unsuited(f"{unit.profile.name} has failed its latest morale test and does not shoot")


def battery(profile: str, marks: Marks) -> Given:
    """The battery that shoots (artillery.when, artillery.unlimbered)."""
    unit = listed(profile, marks)
    if not unit.is_artillery:
        raise Unsuited(f"{unit.profile.name} has no guns; only artillery takes such a shot")
    _must_be_able(unit, marks)
    shot = shot_at(alone(unit), unit, unit, inches=0)
    return under("shot", _picked(shot, "card", "limbered", "manoeuvred", "luck_spent"))


def target(profile: str, marks: Marks) -> Given:
    """The target of small arms."""
    unit = listed(profile, marks)
    return {"fire.at_garrison": unit.is_garrison, **under("target", _ranks(unit))}


def bombarded(profile: str, marks: Marks) -> Given:
    """The target of guns, in a building or not (artillery.building)."""
    unit = listed(profile, marks)
    return {"shot.at_building": unit.is_garrison, **under("target", _ranks(unit))}


def _ranks(unit: ColdSteelUnit) -> dict[str, Plain]:
    return stated(Target, models=unit.models, command=unit.command)


def struck(profile: str, marks: Marks) -> Given:
    """The unit that takes losses."""
    unit = listed(profile, marks)
    return stated(Struck, ordinary=unit.ordinary, command=unit.command)


# --------------------------------------------------------------------- morale
def tester(profile: str, marks: Marks) -> Given:
    """The unit that tests (morale.when-measured)."""
    unit = listed(profile, marks)
    return stated(
        MoraleFacts,
        models=unit.models,
        command=unit.command,
        troops=unit.troop_class,
        formation=unit.formation,
        starting=unit.profile.models,
        card=unit.trait,
        by_muskets=unit.muskets_before,
        by_guns=unit.guns_before,
        stance=marks.engaged,
        rerolled=unit.rerolled,
        luck_spent=unit.lucky_used,
    )


# --------------------------------------------------------------------- melee
def attacker(profile: str, marks: Marks) -> Given:
    """The unit that charged, in this turn or an earlier one (charge.who)."""
    unit = listed(profile, marks)
    facts = _fights(unit)
    try:
        Duel(attacker=_fighter(unit))
    except ValueError as fault:
        raise Unsuited(f"{unit.profile.name}: {fault}") from None
    return {**under("attacker", facts), "continued": marks.engaged is Stance.LOCKED}


def defender(profile: str, marks: Marks) -> Given:
    """The unit that was charged."""
    return under("defender", _fights(listed(profile, marks)))


def _fighter(unit: ColdSteelUnit) -> Fighter:
    return Fighter(
        models=unit.models,
        command=unit.command,
        troops=unit.troop_class,
        formation=unit.formation,
        card=working_card(unit),
        luck_spent=unit.lucky_used,
    )


def _fights(unit: ColdSteelUnit) -> dict[str, Plain]:
    try:
        made = _fighter(unit)
    except ValueError as fault:
        raise Unsuited(str(fault)) from None
    return _picked(made, "models", "command", "troops", "formation", "card", "luck_spent")


# --------------------------------------------------------------------- cards
def dealt_to(profile: str, marks: Marks) -> Given:
    """The unit that is dealt a card (cards.deal)."""
    return under("unit", _taker(profile, marks))


def dealt_before(profile: str, marks: Marks) -> Given:
    """The unit that is dealt a card before it (cards.deal)."""
    return {"after_another": True, **under("other", _taker(profile, marks))}


def _taker(profile: str, marks: Marks) -> dict[str, Plain]:
    unit = listed(profile, marks)
    return stated(Taker, troops=unit.troop_class, command=unit.command)
