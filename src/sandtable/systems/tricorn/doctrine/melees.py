"""Melees: what an attack is worth by the exact odds of the contact it makes, and how melees are fought.

The attack is made in a copy of the battle, and the rules then measure the primary, overlaps and flank
support. A second attacker counts for what it adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.systems.tricorn.arcs import range_to
from sandtable.systems.tricorn.attacks import PlanAttack, is_foot_against_mounted
from sandtable.systems.tricorn.battle import TricornBattle, TricornUnit
from sandtable.systems.tricorn.casualties import Attached
from sandtable.systems.tricorn.charging import attacks_open, contact_of
from sandtable.systems.tricorn.contact import foes
from sandtable.systems.tricorn.doctrine.chances import Balance, fight_cost, passes
from sandtable.systems.tricorn.doctrine.duels import Lie, marksman, shot
from sandtable.systems.tricorn.doctrine.lie import apart
from sandtable.systems.tricorn.melee_decisions import GiveSupport, PickFight, PickPrimary
from sandtable.systems.tricorn.melee_facts import Melee
from sandtable.systems.tricorn.melee_ground import Aid, Bout, help_for, is_frontal, melee_of, opponents
from sandtable.systems.tricorn.morale import Occasion
from sandtable.systems.tricorn.nearness import middle_of
from sandtable.systems.tricorn.rates import rate, share_open
from sandtable.systems.tricorn.shooting import band_at
from sandtable.systems.tricorn.trials import trial_of
from sandtable.table.movement import Plan, course_of, judge
from sandtable.table.space import INCH

GUNS_FIRST: Final = 0.6
"""How much of our guns' fire is lost at a target that a friend closes with."""
HOPELESS: Final = -0.6
"""An attack worth less than this alone is not saved by friends who join it."""
PARTNERS: Final = 2
"""How many friends are considered as partners of an attack."""


class Onset(NamedTuple):
    """An attack: its value, its question, and its path."""

    worth: float
    asked: PlanAttack
    plan: Plan
    there: TricornBattle


# --------------------------------------------------------------------- the odds of a contact
def facts_of(battle: TricornBattle, bout: Bout, saved: tuple[int, ...] = ()) -> Melee:
    """The facts of a melee at present, with all possible help except from units that save it."""
    ours = help_for(battle, bout.one, bout.other, saved)
    return melee_of(battle, bout, (ours, help_for(battle, bout.other, bout.one, saved)))


def balance(battle: TricornBattle, bout: Bout, saved: tuple[int, ...] = ()) -> Balance:
    """The expected cost of a melee to both sides."""
    return fight_cost(facts_of(battle, bout, saved))


def brings(battle: TricornBattle, side: int, enemy: int) -> float:
    """The value of the melee with an enemy for a side with its best primary; 0 without one.

    melee.primary
    """
    touching = [foe.id for foe in foes(battle, enemy)]
    able = [unit for unit in touching if battle.units[unit].side == side]
    primaries = [unit for unit in able if is_frontal(battle, enemy, unit)] or able
    return max((balance(battle, Bout(unit, enemy)).net for unit in primaries), default=0.0)


# --------------------------------------------------------------------- attacks
def best_attack(battle: TricornBattle, unit: TricornUnit) -> Onset | None:
    """The most valuable attack of a unit, with friends to join it if that is better; None if it can make
    none."""
    best: Onset | None = None
    for asked in attacks_open(battle, unit, share_open(battle, unit)):
        found = best_way(battle, unit, asked)
        if found is None:
            continue
        if HOPELESS < found.worth <= 0.0:
            found = _in_mass(battle, unit, found)
        if best is None or found.worth > best.worth:
            best = found
    return best


def best_way(battle: TricornBattle, unit: TricornUnit, asked: PlanAttack) -> Onset | None:
    """The best of the ways to attack an enemy."""
    before = brings(battle, unit.side, asked.target)
    found = [_tried(battle, unit, asked, plan, before) for plan in asked.ways]
    return max(found, key=lambda one: one.worth, default=None)


def _tried(battle: TricornBattle, unit: TricornUnit, asked: PlanAttack, plan: Plan, before: float) -> Onset:
    """What an attack adds to the melee with its target, less the fire it masks."""
    verdict = judge(course_of(asked.body, asked.terms, asked.scene), plan)
    to, stepped = contact_of(battle, unit, asked.target, verdict)
    there = battle.with_unit(replace(unit, pose=to, sidestepped=stepped, moved=True, named=True))
    worth = brings(there, unit.side, asked.target) - before
    worth -= sum(_turned_on(there, unit, foe.id) for foe in foes(there, unit.id) if foe.id != asked.target)
    if is_foot_against_mounted(unit, battle.units[asked.target]):
        worth *= passes(trial_of(battle, unit.id, Occasion.CHARGE_MOUNTED, (asked.target,)))
    return Onset(worth - _masked(battle, unit, asked.target), asked, plan, there)


def _turned_on(there: TricornBattle, unit: TricornUnit, enemy: int) -> float:
    """The cost of contact with another enemy, which may fight as well."""
    return max(-balance(there, Bout(unit.id, enemy)).net, 0.0) / 2


def _masked(battle: TricornBattle, unit: TricornUnit, target: int) -> float:
    """The fire of our guns that is lost once a friend touches its target (shooting.no-contact-fire)."""
    struck = battle.units[target]
    if any(True for _ in foes(battle, target)):
        return 0.0
    lost = 0.0
    for guns in battle.active_units():
        if guns.is_artillery and not guns.is_column and not guns.is_abandoned and guns.id != unit.id:
            length = range_to(guns, struck)
            band = None if length is None else band_at(guns.profile.weapon, length / INCH)
            if band is not None:
                lost += shot(marksman(battle, guns), marksman(battle, struck), Lie(band), moved=False)
    return GUNS_FIRST * lost


def _in_mass(battle: TricornBattle, unit: TricornUnit, alone: Onset) -> Onset:
    """The attack at half the joint value with the first friend that could join it and makes the sum positive;
    otherwise the attack alone."""
    target = alone.asked.target
    for friend in list(_partners(battle, unit, battle.units[target]))[:PARTNERS]:
        there = alone.there
        asked = next(
            (one for one in attacks_open(there, friend, share_open(there, friend)) if one.target == target),
            None,
        )
        joined = None if asked is None else best_way(there, friend, asked)
        if joined is not None and alone.worth + joined.worth > 0.0:
            return alone._replace(worth=(alone.worth + joined.worth) / 2)
    return alone


def _partners(battle: TricornBattle, unit: TricornUnit, target: TricornUnit) -> Iterator[TricornUnit]:
    """Friends of the command that have not acted yet and might reach an enemy."""
    for friend in battle.active_units():
        if friend.id == unit.id or friend.named or friend.passed or friend.is_artillery:
            continue
        if apart(middle_of(friend), middle_of(target)) <= rate(friend).good + 3.0:
            yield friend


# --------------------------------------------------------------------- the melee step
def choose_fight(battle: TricornBattle, question: PickFight) -> object:
    """The most valuable melee is fought first, so that its result helps the others."""
    waiting = opponents(battle)
    return max(
        question.options,
        key=lambda enemy: max(balance(battle, Bout(unit, enemy)).net for unit in waiting[enemy]),
    )


def choose_primary(battle: TricornBattle, question: PickPrimary) -> object:
    """The primary with the best expected melee."""
    return max(question.options, key=lambda unit: balance(battle, Bout(unit, question.enemy)).net)


def support(battle: TricornBattle, question: GiveSupport) -> object:
    """Help is given in the melee where it adds most, this one or a later one."""
    helper, primary, enemy = question.unit, question.primary, question.enemy
    side = battle.units[helper].side
    here = _help_worth(battle, Bout(primary, enemy), helper)
    others = [
        _help_worth(battle, _seen_from(battle, side, unit, foe), helper)
        for foe, units in opponents(battle).items()
        for unit in units
        if primary not in (unit, foe) and enemy not in (unit, foe)
    ]
    return Aid.SAVE if max(others, default=0.0) > here else Aid.GIVE


def _seen_from(battle: TricornBattle, side: int, unit: int, foe: int) -> Bout:
    return Bout(unit, foe) if battle.units[unit].side == side else Bout(foe, unit)


def _help_worth(battle: TricornBattle, bout: Bout, helper: int) -> float:
    """What a unit's help adds for a primary of its side."""
    return balance(battle, bout).net - balance(battle, bout, (helper,)).net


def general_helps(battle: TricornBattle, unit: int) -> float:
    """What a General adds by joining a unit before it fights, less his own risk.

    melee.cv.general, morale.mod.general-attached
    """
    gains = [0.0]
    for foe in foes(battle, unit):
        facts = facts_of(battle, Bout(unit, foe.id))
        led = replace(facts, one=replace(facts.one, attached=Attached.GENERAL))
        gains.append(fight_cost(led).net - fight_cost(facts).net)
    return max(gains)
