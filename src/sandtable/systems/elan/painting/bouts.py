"""What two units could do to each other from where they stand: fire, charges, and the melee after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.game.ask.faces import Stake
from sandtable.systems.elan.aim import fire_facts, may_fire, targets
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Engagement, Step
from sandtable.systems.elan.charge_answers import charger_facts, fire_on, open_reactions
from sandtable.systems.elan.charges import ChargeFacts, CounterchargeFacts, EvadeFacts, Receiving
from sandtable.systems.elan.contact import engagement
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Onset
from sandtable.systems.elan.melee_facts import Duel, Slope
from sandtable.systems.elan.melee_ground import contact, fighter
from sandtable.systems.elan.options import Reading, is_other
from sandtable.systems.elan.painting.overlays import charge_open_to
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.resolutions import CHARGE, COUNTERCHARGE, EVADE, MELEE, VOLLEY
from sandtable.systems.elan.shooting import VolleyFacts
from sandtable.systems.elan.trials import morale_facts

BEFORE_CHARGES: Final = (Step.DEPLOYMENT, Step.ATTACHING, Step.INITIATIVE, Step.COMMAND, Step.DECLARING)
"""The steps in which a unit may still charge this turn (turn.sequence)."""

ANSWERS: Final = {
    Reaction.STAND_AND_FIRE: "it stands and fires",
    Reaction.STAND: "it stands",
    Reaction.FORM_SQUARE: "it forms square",
    Reaction.EVADE: "it evades",
    Reaction.COUNTERCHARGE: "it countercharges",
    Reaction.FLEE: "it flees",
}


def bouts(battle: ElanBattle, unit: ElanUnit) -> Iterator[Stake]:
    """What a unit could do to each enemy and each enemy to it, the nearest enemy first."""
    if unit.pose is None:
        return
    gaps = ground_of(battle).gaps(unit.id)
    for enemy in sorted(battle.enemies_of(unit.side), key=lambda enemy: (gaps[enemy.id], enemy.id)):
        yield from _engaged(battle, unit, enemy)
        yield from _against(battle, unit, enemy, f"Fire at {enemy.name}", f"Charge {enemy.name}")
        yield from _against(battle, enemy, unit, f"{enemy.name} fires", f"{enemy.name} charges")


def _against(battle: ElanBattle, unit: ElanUnit, enemy: ElanUnit, fire: str, charge: str) -> Iterator[Stake]:
    """One unit's fire and charge on another, as far as they are open to it."""
    if may_fire(battle, unit) and enemy.id in targets(battle, unit.id):
        facts = VolleyFacts(fire=fire_facts(battle, unit.id, enemy.id), struck=morale_facts(battle, enemy))
        yield Stake(unit.id, enemy.id, fire, VOLLEY, facts)
    if unit.side != battle.active or battle.step in BEFORE_CHARGES:
        onset = charge_open_to(battle, unit, enemy)
        if onset is not None:
            yield from _charge(battle, onset, charge)


# --------------------------------------------------------------------- charges
def _charge(battle: ElanBattle, onset: Onset, title: str) -> Iterator[Stake]:
    """A charge for each reaction open to its target, and the melee if it stands (charge.sequence)."""
    stands = False
    for reaction in open_reactions(battle, onset):
        yield _answered(battle, onset, reaction, f"{title}, {ANSWERS[reaction]}")
        stands |= reaction in (Reaction.STAND, Reaction.STAND_AND_FIRE)
    if stands and not battle.is_in_contact(onset.target):
        duel = _duel_after(battle, onset)
        if duel is not None:
            yield Stake(onset.charger, onset.target, f"{title}: the melee", MELEE, duel)


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
def _duel_after(battle: ElanBattle, onset: Onset) -> Duel | None:
    """The melee after a charge that reaches a standing target, as the units would lie (melee.sequence)."""
    charger = battle.units[onset.charger]
    closing = ground_of(battle).close(onset.charger, onset.target, onset.to)
    if closing is None:
        return None
    disordered = charger.disordered or bool(onset.disordering)
    there = battle.with_unit(replace(charger, pose=closing.to, disordered=disordered))
    return _duel(there, engagement(there, charger.id, onset.target, onset.start, onset.crossed), charger.id)


def _engaged(battle: ElanBattle, unit: ElanUnit, enemy: ElanUnit) -> Iterator[Stake]:
    """The melee of two units in contact with each other only (melee.group)."""
    if battle.foes_of(unit.id) != (enemy.id,) or battle.foes_of(enemy.id) != (unit.id,):
        return
    one = next(one for one in battle.engagements if unit.id in one.pair)
    attacker = next(iter(one.charging), unit.id)
    by, against = attacker, sum(one.pair) - attacker
    yield Stake(by, against, f"Melee with {enemy.name}", MELEE, _duel(battle, one, attacker))


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
