"""How the target of a charge answers: reactions, squares, reaction fire, evades and flight."""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from sandtable.game.ask.questions import do, tell
from sandtable.systems.elan.battle import Charge, ElanBattle, Removal
from sandtable.systems.elan.charge_decisions import AfterEvade, ChooseReaction, FaceAfterEvade
from sandtable.systems.elan.charge_events import ChargeAnswered, ChargeBegan, ChargeLapsed, SquareTried
from sandtable.systems.elan.charge_facts import can_fire_at, charger_facts, fire_on, open_reactions
from sandtable.systems.elan.charge_ways import way_to
from sandtable.systems.elan.charges import ChargeFacts, Receiving, answered
from sandtable.systems.elan.compulsory_dice import Compelled, formation_in_flight, length
from sandtable.systems.elan.events import Deed, UnitDisordered, UnitFormed, UnitMoved
from sandtable.systems.elan.falling import flee_from, give_way
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.values import Facing, Flight, Onset
from sandtable.systems.elan.leading import displace
from sandtable.systems.elan.reactions import Reaction
from sandtable.systems.elan.removing import remove
from sandtable.systems.elan.shooting import at_charger, volley
from sandtable.systems.elan.troops import Formation
from sandtable.systems.elan.volley_events import UnitFired
from sandtable.systems.elan.volleys import apply_hits
from sandtable.table.space import FULL_TURN, HALF_TURN, centre, heading_between, standing


class Received(Struct, frozen=True, kw_only=True):
    """A charge whose target has reacted.

    ``onset`` is the charger's way at that moment, None if the charge could not be carried out. ``hits`` are
    those of reaction fire on the charger, ``heading`` is the line of an evade or flight.
    """

    charge: Charge
    onset: Onset | None = None
    reaction: Reaction = Reaction.STAND
    hits: int = 0
    heading: int = 0


async def receive(battle: ElanBattle, charge: Charge) -> tuple[ElanBattle, Received]:
    """Carry out the reaction of a charge's target: form square, evade or fire.

    charge.sequence, turn.charge; a charger already in contact, because another unit charged it, does not move
    """
    charger, target = charge.charger, charge.target
    onset = None if battle.is_in_contact(charger) else way_to(battle, charger, target)
    if onset is None:
        return await tell(battle, ChargeLapsed(charger, target)), Received(charge=charge)
    battle = await tell(battle, ChargeBegan(charger, target))
    options = open_reactions(battle, onset)
    reaction = options[0]
    if len(options) > 1:
        seat = battle.units[target].side
        reaction = await ChooseReaction(seat, options, target=target, charger=charger)
    battle = await tell(battle, ChargeAnswered(target, charger, reaction))
    return await _react(battle, Received(charge=charge, onset=onset, reaction=reaction), onset)


async def _react(battle: ElanBattle, received: Received, onset: Onset) -> tuple[ElanBattle, Received]:
    """Carry out a reaction before the charger tests or moves (charge.sequence)."""
    reaction = received.reaction
    match reaction:
        case Reaction.STAND | Reaction.COUNTERCHARGE:
            return battle, received
        case Reaction.FORM_SQUARE:
            battle = await form_square(battle, onset)
            in_square = battle.units[onset.target].formation is Formation.SQUARE
            fires = in_square and can_fire_at(battle, onset.target, onset.charger)
            hits = 0
            if fires:
                battle, hits = await fire_at_charger(battle, onset)
            return battle, replace(received, hits=hits)
        case Reaction.STAND_AND_FIRE:
            battle, hits = await fire_at_charger(battle, onset)
            return battle, replace(received, hits=hits)
        case Reaction.EVADE | Reaction.FLEE:
            before = battle
            if reaction is Reaction.EVADE:
                battle = await evade(battle, onset)
            else:
                battle = await flee_from(battle, onset.target, onset.charger)
            return battle, replace(received, heading=line_of(before, battle, onset))
        case _:
            assert_never(reaction)


# --------------------------------------------------------------------- square and fire
async def form_square(battle: ElanBattle, onset: Onset) -> ElanBattle:
    """Infantry tests to form square; if it fails it keeps its formation and is disordered.

    charge.form-square, charge.form-square-fail
    """
    unit = battle.units[onset.target]
    facts = ChargeFacts(
        charger=charger_facts(battle, onset.charger),
        reaction=Receiving.FORM_SQUARE,
        fire=fire_on(battle, onset),
        commander=battle.leadership_with(unit.id),
    )
    answer = await do(answered, facts)
    formed = answer.formation is Formation.SQUARE
    battle = await tell(battle, SquareTried(unit.id, formed))
    if formed:
        stance = ground_of(battle).stance(unit.id, Formation.SQUARE)
        return await tell(battle, UnitFormed(unit.id, stance.formation, stance.shape, stance.to))
    if unit.disordered:
        return battle
    return await tell(battle, UnitDisordered(unit.id, "charge.form-square-fail"))


async def fire_at_charger(battle: ElanBattle, onset: Onset) -> tuple[ElanBattle, int]:
    """The charged unit fires and the hits apply at once; this is its fire for the turn.

    charge.reaction-fire, charge.sequence
    """
    firer, charger = onset.target, onset.charger
    done = await do(volley, at_charger(fire_on(battle, onset)))
    battle = await tell(battle, UnitFired(firer, charger, done.hits, done.fatigue))
    hits, fatigue = Counter({charger: done.hits}), Counter({firer: done.fatigue})
    return await apply_hits(battle, hits, fatigue), done.hits


# --------------------------------------------------------------------- evading
async def evade(battle: ElanBattle, onset: Onset) -> ElanBattle:
    """A unit evades: it moves the compulsory distance directly away from its charger.

    charge.evade, compulsory.full, compulsory.friends, geometry.table-edge. A unit that cannot move half the
    distance goes as far as it can and stops there.
    """
    number = onset.target
    battle = await _limbered(battle, number)
    facts = Compelled(scale=battle.scale, mounted=battle.units[number].is_mounted)
    span = battle.figures.span(await do(length, facts))
    flown = await ground_of(battle).flee(_away(onset, span))
    battle = await tell(battle, UnitMoved(number, flown.to, Deed.EVADED))
    battle = await give_way(battle, number, flown.passed)
    if flown.left:
        return await remove(battle, number, Removal.LEFT)
    if flown.disordering and not battle.units[number].disordered:
        battle = await tell(battle, UnitDisordered(number, "terrain.when-disordered"))
    return await _face_about(await displace(battle, number), number)


async def _limbered(battle: ElanBattle, unit: int) -> ElanBattle:
    """Deployed horse guns limber before they evade (charge.reactions, charge.evade)."""
    one = battle.units[unit]
    formation = formation_in_flight(one.arm, one.formation)
    if formation is one.formation:
        return battle
    stance = ground_of(battle).stance(unit, formation)
    return await tell(battle, UnitFormed(unit, stance.formation, stance.shape, stance.to))


async def _face_about(battle: ElanBattle, unit: int) -> ElanBattle:
    """Skirmishers and cavalry may face about for free at the end of an evade (charge.evade)."""
    one = battle.units[unit]
    if not (one.formation.is_loose or one.is_cavalry):
        return battle
    chosen = await FaceAfterEvade(one.side, tuple(AfterEvade), unit=unit)
    if chosen is AfterEvade.AWAY:
        return battle
    about = (standing(one).heading + HALF_TURN) % FULL_TURN
    return await tell(battle, UnitMoved(unit, ground_of(battle).turned(unit, about), Deed.PLACED))


def _away(onset: Onset, span: int = 0) -> Flight:
    """A flight of this distance directly away from a charger (charge.evade, charge.flee)."""
    return Flight(unit=onset.target, span=span, threat=onset.charger, facing=Facing.AWAY, homeward=False)


def line_of(before: ElanBattle, after: ElanBattle, onset: Onset) -> int:
    """The line of a unit's flight from its charger, or the line it would have taken if it was stopped.

    charge.evade-pursuit
    """
    was, now = before.units[onset.target], after.units[onset.target]
    if now.pose is not None:
        start, end = centre(standing(was), was.shape), centre(now.pose, now.shape)
        if start != end:
            return heading_between(start, end)
    return ground_of(before).way_of_flight(_away(onset))
