"""What hangs on fire, charges and melees: the resolution of each, with its facts from the table."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.faces import Stake
from sandtable.systems.elan.aim import fire_facts
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Engagement
from sandtable.systems.elan.charge_facts import charger_facts, fire_on, open_reactions
from sandtable.systems.elan.charge_ways import way_to
from sandtable.systems.elan.charges import ChargeFacts, CounterchargeFacts, EvadeFacts, Receiving
from sandtable.systems.elan.contact import engagement
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Onset
from sandtable.systems.elan.melee_facts import Duel, Slope
from sandtable.systems.elan.melee_ground import contact, fighter
from sandtable.systems.elan.options import Reading, is_other
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.resolutions import CHARGE, COUNTERCHARGE, EVADE, MELEE, VOLLEY
from sandtable.systems.elan.shooting import VolleyFacts
from sandtable.systems.elan.trials import morale_facts

ANSWERS: Final = {
    Reaction.STAND_AND_FIRE: "it stands and fires",
    Reaction.STAND: "it stands",
    Reaction.FORM_SQUARE: "it forms square",
    Reaction.EVADE: "it evades",
    Reaction.COUNTERCHARGE: "it countercharges",
    Reaction.FLEE: "it flees",
}
STANDING: Final = (Reaction.STAND, Reaction.STAND_AND_FIRE)
"""The reactions after which a charge that goes home leads to a melee as the units stand."""


# --------------------------------------------------------------------- fire
def fire_stake(battle: ElanBattle, unit: ElanUnit, enemy: ElanUnit, title: str) -> Stake:
    """A volley, and the morale test of its target (turn.firing, morale.trigger)."""
    facts = VolleyFacts(fire=fire_facts(battle, unit.id, enemy.id), struck=morale_facts(battle, enemy))
    return Stake(unit.id, enemy.id, title, VOLLEY, facts)


# --------------------------------------------------------------------- charges
def charge_stakes(battle: ElanBattle, charger: int, target: int, title: str) -> tuple[Stake, ...]:
    """A charge for each reaction open to its target, and the melee if it stands (charge.sequence)."""
    onset = way_to(battle, charger, target)
    if onset is None:
        return ()
    open_to_it = open_reactions(battle, onset)
    answers = [_answered(battle, onset, one, f"{title}, {ANSWERS[one]}") for one in open_to_it]
    stands = any(one in STANDING for one in open_to_it)
    return (*answers, *(_melee_after(battle, onset, title) if stands else ()))


def reaction_stakes(
    battle: ElanBattle, charger: int, target: int, reaction: Reaction, title: str
) -> tuple[Stake, ...]:
    """A charge with a given reaction of its target, and the melee if it stands (charge.reactions)."""
    onset = way_to(battle, charger, target)
    if onset is None:
        return ()
    answer = _answered(battle, onset, reaction, f"{title}, {ANSWERS[reaction]}")
    return (answer, *(_melee_after(battle, onset, title) if reaction in STANDING else ()))


def _answered(battle: ElanBattle, onset: Onset, reaction: Reaction, title: str) -> Stake:
    """A charge with a given reaction of its target (charge.reactions)."""
    by, against = onset.charger, onset.target
    charger = charger_facts(battle, by)
    match reaction:
        case Reaction.COUNTERCHARGE:
            meeting = CounterchargeFacts(charger=charger, countercharger=charger_facts(battle, against))
            return Stake(by, against, title, COUNTERCHARGE, meeting)
        case Reaction.EVADE | Reaction.FLEE:
            return Stake(by, against, title, EVADE, _evade(battle, onset))
        case Reaction.STAND | Reaction.STAND_AND_FIRE | Reaction.FORM_SQUARE:
            facts = ChargeFacts(
                charger=charger,
                reaction=Receiving(reaction),
                fire=fire_on(battle, onset),
                commander=battle.leadership_with(against),
            )
            return Stake(by, against, title, CHARGE, facts)


def _evade(battle: ElanBattle, onset: Onset) -> EvadeFacts:
    """An evade straight away from the charger over open ground (charge.evade, charge.evade-pursuit)."""
    written, gap = battle.figures.written, ground_of(battle).gap(onset.charger, onset.target)
    return EvadeFacts(
        scale=battle.scale,
        mounted=battle.units[onset.target].is_mounted,
        gap=written(gap),
        reach=written(onset.reach - onset.wheel),
    )


# --------------------------------------------------------------------- melee
def _melee_after(battle: ElanBattle, onset: Onset, title: str) -> tuple[Stake, ...]:
    """The melee after a charge that reaches a standing target, as the units would lie (melee.sequence)."""
    charger = battle.units[onset.charger]
    closing = ground_of(battle).close(onset.charger, onset.target, onset.to)
    if closing is None or battle.is_in_contact(onset.target):
        return ()
    disordered = charger.disordered or bool(onset.disordering)
    there = battle.with_unit(replace(charger, pose=closing.to, disordered=disordered))
    met = engagement(there, charger.id, onset.target, onset.start, onset.crossed)
    facts = _duel(there, met, charger.id)
    return (Stake(onset.charger, onset.target, f"{title}: the melee", MELEE, facts),)


def melee_stakes(battle: ElanBattle, unit: ElanUnit, enemy: ElanUnit, title: str) -> tuple[Stake, ...]:
    """The melee of two units in contact with each other only (melee.group)."""
    if battle.foes_of(unit.id) != (enemy.id,) or battle.foes_of(enemy.id) != (unit.id,):
        return ()
    one = next(one for one in battle.engagements if unit.id in one.pair)
    attacker = next(iter(one.charging), unit.id)
    by, against = attacker, sum(one.pair) - attacker
    return (Stake(by, against, title, MELEE, _duel(battle, one, attacker)),)


def _duel(battle: ElanBattle, one: Engagement, attacker: int) -> Duel:
    """Two units in contact, one of which charged (melee.halt, terrain.uphill, terrain.cover-applies)."""
    defender = sum(one.pair) - attacker
    ours, theirs = contact(battle, attacker, one), contact(battle, defender, one)
    slope = Slope.DEFENDER if ours.enemy_uphill else Slope.ATTACKER if theirs.enemy_uphill else Slope.LEVEL
    return Duel(
        scale=battle.scale,
        attacker=fighter(battle, battle.units[attacker]),
        defender=fighter(battle, battle.units[defender]),
        countercharge=theirs.charging,
        edge=theirs.edge,
        cover=ours.enemy_cover,
        slope=slope,
        broken_ground=ours.broken_ground,
        rout_from_cavalry=is_other(battle, Reading.RESULT_ORDER),
    )
