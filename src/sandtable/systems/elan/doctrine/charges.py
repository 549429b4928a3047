"""Charges by exact odds: which enemy to charge, how to answer a charge, when to break through."""

from __future__ import annotations

from collections import Counter
from typing import Final

from msgspec.structs import replace

from sandtable.systems.elan.aim import fire_facts, may_fire, targets
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Engagement
from sandtable.systems.elan.breakthrough import PickBreakthrough, reach
from sandtable.systems.elan.charge_decisions import ChooseReaction, DeclareCharge, PickCharge
from sandtable.systems.elan.charge_facts import charger_facts, fire_on, open_reactions
from sandtable.systems.elan.charge_ways import way_to
from sandtable.systems.elan.charges import ChargeFacts, EvadeFacts, Receiving
from sandtable.systems.elan.doctrine.chances import (
    Balance,
    caught,
    charge_balance,
    melee_balance,
    volley_gain,
)
from sandtable.systems.elan.doctrine.ends import ends
from sandtable.systems.elan.doctrine.facts import clash, fighter_of
from sandtable.systems.elan.doctrine.lie import middle
from sandtable.systems.elan.doctrine.worth import GONE, HALT, standing_toll
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Onset
from sandtable.systems.elan.melee_facts import Duel, Slope
from sandtable.systems.elan.melee_ground import is_on_broken_ground
from sandtable.systems.elan.plan_decisions import PlanHexThrust, PlanThrust
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.trials import morale_facts
from sandtable.systems.elan.troops import Formation

LEAST: Final = 0.1
"""The least net worth of a charge that is made."""
WORST: Final = 0.4
"""The weight of the answer worst for the charger; the rest of the weight is on the average answer."""
FIRE_FORGONE: Final = 0.6
"""The weight of the volley that a charger forgoes."""
PRIZE: Final = 0.15
"""What each point of an objective adds to the worth of driving off its defender."""
MADNESS: Final = -0.4
"""A charge worth less than this is not made for the sake of an objective."""
TOGETHER: Final = 0.35
"""The bonus for a second charge at the same enemy."""
GROUND_LOST: Final = 0.15
"""The cost of evading."""
LONG_EVADE: Final = 40.0


# ----------------------------------------------------------------------- which enemy to charge
def declare(battle: ElanBattle, question: DeclareCharge) -> object:
    """The enemy that is best to charge, if any charge is worth it."""
    number = question.charger
    forgone = FIRE_FORGONE * best_volley(battle, number)
    best, most = None, LEAST + forgone
    for target in question.options:
        if target is not None:
            worth = charge_worth(battle, number, target)
            if worth > most:
                best, most = target, worth
    return best


def best_volley(battle: ElanBattle, number: int) -> float:
    """The worth of a unit's best volley from where it stands."""
    if not may_fire(battle, battle.units[number]):
        return 0.0
    return max((fire_worth(battle, number, target) for target in targets(battle, number)), default=0.0)


def fire_worth(battle: ElanBattle, firer: int, target: int) -> float:
    """The worth of a volley, by the facts on the table."""
    return volley_gain(fire_facts(battle, firer, target), morale_facts(battle, battle.units[target]))


def charge_worth(battle: ElanBattle, charger: int, target: int) -> float:
    """The worth of a charge: the enemy's cost less the charger's, over the enemy's answers."""
    onset = way_to(battle, charger, target)
    if onset is None:
        return -GONE
    answers = [_net(battle, onset, reaction) for reaction in open_reactions(battle, onset)]
    worth = WORST * min(answers) + (1.0 - WORST) * sum(answers) / len(answers)
    others = Counter(charge.target for charge in battle.charges)
    if others[target]:
        worth += TOGETHER
    return worth + _prize(battle, target) if worth > MADNESS else worth


def _prize(battle: ElanBattle, target: int) -> float:
    """The worth of the objective that a unit defends."""
    ground, hold = ground_of(battle), battle.figures.hold
    held = [prize for prize in battle.prizes if ground.is_within(ground.point_gap(target, prize.point), hold)]
    return PRIZE * sum(prize.points for prize in held)


def _net(battle: ElanBattle, onset: Onset, reaction: Reaction) -> float:
    """The net worth of a charge to the charger for a given answer."""
    ours, theirs = balance(battle, onset, reaction)
    return theirs - ours


def balance(battle: ElanBattle, onset: Onset, reaction: Reaction) -> Balance:
    """The expected cost of a charge to both units for a given answer."""
    match reaction:
        case Reaction.COUNTERCHARGE:
            return melee_balance(replace(duel_of(battle, onset), countercharge=True))
        case Reaction.EVADE:
            taken = _caught(battle, onset)
            ours, theirs = melee_balance(replace(duel_of(battle, onset), edge=Edge.REAR))
            return Balance(taken * ours + HALT, taken * theirs + (1 - taken) * GROUND_LOST)
        case Reaction.FLEE:
            left = GONE - standing_toll(battle.units[onset.target])
            return Balance(HALT, _caught(battle, onset) * left + GROUND_LOST)
        case _:
            return charge_balance(_facts(battle, onset, Receiving(reaction)), duel_of(battle, onset))


def _facts(battle: ElanBattle, onset: Onset, reaction: Receiving) -> ChargeFacts:
    commander = battle.leadership_with(onset.target) if battle.attached_to(onset.target) else None
    charger = charger_facts(battle, onset.charger)
    return ChargeFacts(
        charger=replace(charger, disordered=charger.disordered or bool(onset.disordering)),
        reaction=reaction,
        fire=fire_on(battle, onset),
        commander=commander,
    )


def duel_of(battle: ElanBattle, onset: Onset) -> Duel:
    """The melee that a charge would lead to, on its ground."""
    charger, target = battle.units[onset.charger], battle.units[onset.target]
    there = battle.with_unit(replace(charger, pose=onset.to))
    ground = ground_of(there)
    rise = ground.rise(charger.id, target.id)
    pair = (min(charger.id, target.id), max(charger.id, target.id))
    fighter = fighter_of(charger)
    return Duel(
        scale=battle.scale,
        attacker=replace(fighter, disordered=fighter.disordered or bool(onset.disordering)),
        defender=fighter_of(target),
        edge=ground.edge_attacked(target.id, charger.id, onset.start),
        cover=ground.cover_in_melee(target.id, onset.crossed),
        slope=Slope.DEFENDER if rise > 0 else Slope.ATTACKER if rise < 0 else Slope.LEVEL,
        broken_ground=is_on_broken_ground(there, Engagement(pair=pair, crossed=onset.crossed)),
    )


def _caught(battle: ElanBattle, onset: Onset) -> float:
    """The chance that a unit which evades or flees is caught."""
    written = battle.figures.written
    gap = written(ground_of(battle).gap(onset.charger, onset.target))
    facts = EvadeFacts(
        scale=battle.scale,
        mounted=battle.units[onset.target].is_mounted,
        gap=min(gap, LONG_EVADE),
        reach=min(max(written(onset.reach - onset.wheel), 0.0), LONG_EVADE),
    )
    return caught(facts)


def next_charge(battle: ElanBattle, question: PickCharge) -> object:
    """The charge with the highest worth goes first."""
    return max(question.options, key=lambda one: charge_worth(battle, one.charger, one.target))


# ----------------------------------------------------------------------- how to answer a charge
def react(battle: ElanBattle, question: ChooseReaction) -> object:
    """The answer that costs the charger most and the charged unit least; infantry squares against cavalry."""
    onset = way_to(battle, question.charger, question.target)
    assert onset is not None, "nobody reacts to a charge that cannot be made"
    return min(question.options, key=lambda reaction: _net(battle, onset, reaction))


# ----------------------------------------------------------------------- breaking through
def break_through(battle: ElanBattle, question: PickBreakthrough) -> object:
    """Occupy stormed sectors; otherwise break through only against enemies that are likely to be beaten."""
    options = [option for option in question.options if option is not None]
    for option in options:
        if option.sector:
            return option
    prospects = [(_prospect(battle, option.unit), -option.unit, option) for option in options]
    worth, _, option = max(prospects, key=lambda one: one[:2])
    return option if worth > LEAST else None


def _prospect(battle: ElanBattle, unit: int) -> float:
    """The worth of the best enemy in front of a winner and within its reach."""
    ground, span = ground_of(battle), reach(battle, unit)
    gaps = ground.gaps(unit)
    return max(
        (
            _upon(battle, battle.units[unit], foe)
            for foe in battle.enemies_of(battle.units[unit].side)
            if ground.is_within(gaps[foe.id], span) and ground.is_in_arc(unit, foe.id)
        ),
        default=0.0,
    )


def _upon(battle: ElanBattle, unit: ElanUnit, foe: ElanUnit) -> float:
    """The worth of attacking an enemy: one in retreat routs, others must be beaten."""
    if foe.retreating:
        return GONE - standing_toll(foe)
    if foe.formation is Formation.GARRISON:
        return 0.0
    flank = ground_of(battle).is_flank_fire(foe.id, unit.id)
    ours, theirs = clash(unit, foe, battle.scale, Edge.REAR if flank else Edge.FRONT)
    return theirs - ours


def thrust(battle: ElanBattle, question: PlanThrust | PlanHexThrust) -> object:
    """The way that reaches the enemy worth most; without one the unit stays."""
    unit = battle.units[question.body.id]
    ground = ground_of(battle)
    best: object = ()
    most = LEAST
    foes = tuple(middle(foe) for foe in battle.enemies_of(unit.side))
    for end in ends(question, unit.shape, foes):
        if isinstance(question, PlanHexThrust) and not end.contact:
            continue
        met = ground.touched(unit.id, end.pose)
        worth = max((_upon(battle, unit, battle.units[foe]) for foe in met), default=0.0)
        if worth > most:
            best, most = end.plan, worth
    return best
