"""Charges made: evades, counter-charges and mutual charges, the other charges, and units moving up behind.

charge.order; the geometry of charges is in ``charge_ways`` and ``flush``.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec.structs import replace

from sandtable.game.ask.faces import Face
from sandtable.game.ask.questions import Choose, tell
from sandtable.systems.eagle import fleeing
from sandtable.systems.eagle.after_decisions import NextToCharge
from sandtable.systems.eagle.answering import chargers_of, evades_late
from sandtable.systems.eagle.arcs import arc_of, front_centre
from sandtable.systems.eagle.arriving import arrive, bring_up, camp_goings, complete, enter_camp, landing
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import apart_of, reach_of
from sandtable.systems.eagle.charge_events import AnswerGiven, ChargeMade, ChargeStayed
from sandtable.systems.eagle.charge_rights import can_hold_back
from sandtable.systems.eagle.charge_ways import ChargeWay, Slide, faced, moved, slide_to, way_to
from sandtable.systems.eagle.engagements import Answer, Charge, Reply
from sandtable.systems.eagle.open_charges import as_charger, may_charge
from sandtable.systems.eagle.records import Flight, Record
from sandtable.systems.eagle.steps import step_done
from sandtable.systems.eagle.words import name
from sandtable.table.movement import Keep
from sandtable.table.space import FULL_TURN, HALF_TURN, Pose, centre, heading_between, standing

__all__ = ["Halt", "HoldBack", "bring_up", "charge_moves_step"]


class Halt(StrEnum):
    """What a steady charger does if its target has evaded (decision.charge-halt)."""

    STAY = "stay where it is"
    GO_ON = "complete the charge move"


class HoldBack(Choose[Halt], frozen=True, kw_only=True):
    """Choose whether a steady charger stays where it is after its target has evaded (charge.evaded.halt)."""

    decision: str = "decision.charge-halt"
    rule = "charge.evaded.halt"
    title = "The enemy has evaded: go on?"

    unit: int
    target: int

    def parties(self) -> tuple[int, ...]:
        return self.unit, self.target

    def words(self, battle: EagleBattle) -> str:
        return f"{name(battle, self.target)} has evaded: does {name(battle, self.unit)} stay?"

    def label(self, battle: EagleBattle, option: Halt) -> str:
        del battle
        return str(option).capitalize()

    def face(self, battle: EagleBattle, option: Halt) -> Face:
        del battle
        if option is Halt.STAY:
            return Face("Stay", "where it is", self.unit)
        return Face("Go on", "its whole charge move", self.unit)


# --------------------------------------------------------------------- the step
async def charge_moves_step(battle: EagleBattle) -> EagleBattle:
    """Make one evade, one meeting of chargers or one charge, or end the step.

    turn.charge.moves, charge.order: all evades first, then counter-charges and mutual charges, then the rest
    """
    evaders = tuple(reply.unit for reply in _due_replies(battle, Answer.EVADE))
    if evaders:
        return await _evade(battle, await _next(battle, evaders))
    counters = tuple(reply.unit for reply in _due_replies(battle, Answer.COUNTER))
    if counters:
        return await _counter(battle, await _next(battle, counters))
    left = tuple(charge for charge in battle.charges if not charge.done and _is_there(battle, charge.unit))
    mutual = tuple(charge.unit for charge in left if _is_mutual(battle, charge))
    if mutual:
        return await _charge_each_other(battle, await _next(battle, mutual))
    if left:
        return await _charge(battle, await _next(battle, tuple(charge.unit for charge in left)))
    return await step_done(battle)


def _due_replies(battle: EagleBattle, answer: Answer) -> tuple[Reply, ...]:
    return tuple(
        reply
        for reply in battle.replies
        if reply.answer is answer and not reply.done and _is_there(battle, reply.unit)
    )


def _is_there(battle: EagleBattle, unit: int) -> bool:
    return battle.units[unit].pose is not None


async def _next(battle: EagleBattle, units: tuple[int, ...]) -> int:
    """The unit that moves next: the holder's units last, each side in the order its player chooses.

    charge.order, decision.after-order
    """
    other = tuple(unit for unit in units if battle.units[unit].side != battle.holder)
    equal = other or units
    if len(equal) == 1:
        return equal[0]
    return await NextToCharge(battle.units[equal[0]].side, equal)


# --------------------------------------------------------------------- evades
async def _evade(battle: EagleBattle, unit: int) -> EagleBattle:
    """A charged unit evades from the nearest of its chargers (charge.evade)."""
    battle = await fleeing.evade(battle, unit, chargers_of(battle, unit))
    return await tell(battle, AnswerGiven(unit))


# --------------------------------------------------------------------- meeting half-way
async def _counter(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit counter-charges a charger: they meet half-way, and both count as charging.

    charge.counter, charge.order; if the charger can no longer reach it, it stands
    """
    reply = battle.reply_of(unit)
    assert reply is not None
    assert reply.against is not None, "a counter-charge is made at somebody"
    charger = battle.units[reply.against]
    way = None
    if charger.pose is not None and not battle.is_engaged(charger.id) and not battle.is_engaged(unit):
        way = way_to(battle, charger, unit)
    if way is None:
        return await tell(battle, AnswerGiven(unit))
    return await _meet_half_way(battle, way, charger.id, standing(battle.units[unit]), Record.COUNTER_CHARGE)


def _is_mutual(battle: EagleBattle, charge: Charge) -> bool:
    """Do two units charge each other, this one of the side that declared first, and can it get there?

    charge.order
    """
    other = battle.charge_of(charge.target)
    if other is None or other.done or other.target != charge.unit:
        return False
    if battle.units[charge.unit].side == battle.holder or not _is_there(battle, charge.target):
        return False
    if battle.is_engaged(charge.unit) or battle.is_engaged(charge.target):
        return False
    return _way_between(battle, charge.unit, charge.target) is not None


async def _charge_each_other(battle: EagleBattle, unit: int) -> EagleBattle:
    """Two units that charge each other meet half-way, along the way of the one that declared first.

    charge.order
    """
    charge = battle.charge_of(unit)
    assert charge is not None
    found = _way_between(battle, unit, charge.target)
    assert found is not None, "only who can get there charges so"
    return await _meet_half_way(battle, found[0], unit, found[1], Record.CHARGE)


def _way_between(battle: EagleBattle, unit: int, target: int) -> tuple[ChargeWay, Pose] | None:
    """The way of a unit to one that charges it, and the pose of that one, turned to it if it may turn.

    charge.path: unformed units and lights first turn freely to face their target
    """
    one, other = battle.units[unit], battle.units[target]
    here, there = centre(standing(one), one.shape), centre(standing(other), other.shape)
    turned = faced(battle, other, heading_between(there, here)) if other.turns_freely else None
    for pose in (turned, standing(other)):
        if pose is not None:
            way = way_to(battle.with_unit(replace(other, pose=pose)), one, target)
            if way is not None:
                return way, pose
    return None


async def _meet_half_way(
    battle: EagleBattle, way: ChargeWay, charger: int, start: Pose, record: Record
) -> EagleBattle:
    """Charger and charged each go half the charger's way, and lie flush.

    charge.order, charge.counter, charge.contact: if one is stopped, the other goes the rest of the way
    """
    target, back = way.target, (way.heading + HALF_TURN) % FULL_TURN
    before = battle.units[target]
    wanted = way.distance - way.distance // 2
    slide = slide_to(battle.with_unit(replace(before, pose=start)), before, start, back, wanted, (charger,))
    to, left = moved(start, back, slide.gone, before), way._replace(distance=way.distance - slide.gone)
    laid = landing(battle.with_unit(replace(before, pose=to)), battle.units[charger], left)
    battle = await tell(battle, ChargeMade(target, charger, record, to, slide.gone, laid.touches))
    battle = await complete(battle, before, start, slide.passed)
    battle = await arrive(battle, charger, left, way.side)
    return await bring_up(battle, target, standing(before)) if _is_there(battle, target) else battle


# --------------------------------------------------------------------- charges
async def _charge(battle: EagleBattle, unit: int) -> EagleBattle:
    """A charger goes at its target where it now stands, if it can reach it, and otherwise carries on past.

    charge.order, charge.missed; a charger that an enemy has come up to in the meantime stays where it is
    """
    charge, one = battle.charge_of(unit), battle.units[unit]
    assert charge is not None
    if battle.is_engaged(unit):
        return await tell(battle, ChargeStayed(unit, "charge.order"))
    target = battle.units[charge.target]
    way = None
    if target.pose is not None and not target.routing:
        way = way_to(battle, one, charge.target)
    if way is None:
        return await _miss(battle, charge)
    return await arrive(battle, unit, way, "rear" if _has_evaded(battle, charge.target) else way.side)


def _has_evaded(battle: EagleBattle, unit: int) -> bool:
    """Has a unit evaded in this phase? If still reached, it is struck in the rear (charge.evade)."""
    track = battle.track_of(unit)
    return track is not None and track.how is Flight.EVADE


# --------------------------------------------------------------------- charges that miss
async def _miss(battle: EagleBattle, charge: Charge) -> EagleBattle:
    """A charger whose target is out of reach goes its 4 inches; a steady one may stay if the target evaded.

    charge.missed, charge.evaded.halt, decision.charge-halt
    """
    unit = battle.units[charge.unit]
    if _has_evaded(battle, charge.target) and can_hold_back(as_charger(battle, unit)):
        said = await HoldBack(unit.side, tuple(Halt), unit=unit.id, target=charge.target)
        if said is Halt.STAY:
            return await tell(battle, ChargeStayed(unit.id, "charge.evaded.halt"))
    return await _carry_on(battle, charge)


async def _carry_on(battle: EagleBattle, charge: Charge) -> EagleBattle:
    """A charger goes the full 4 inches in its direction, or up to an enemy in its way.

    charge.missed: an enemy that evades lets it go on, and it is laid against one that does not;
    charge.support.follow: units behind it may be moved up with it
    """
    unit = battle.units[charge.unit]
    pose = faced(battle, unit, charge.heading) or standing(unit)
    while True:
        slide = _onward(battle, unit, pose, charge.heading)
        if slide.met is None:
            break
        battle, gone = await evades_late(battle, slide.met, unit.id)
        if not gone:
            return await _run_into(battle, unit, pose, charge.heading, slide)
    to = moved(pose, charge.heading, slide.gone, unit)
    made = ChargeMade(unit.id, charge.target, Record.CHARGE, to, slide.gone, touches=False)
    battle = await tell(battle, made)
    battle = await complete(battle, unit, pose, slide.passed)
    if _is_there(battle, unit.id):
        battle = await bring_up(battle, unit.id, standing(unit))
    return await enter_camp(battle, unit.id)


def _onward(battle: EagleBattle, unit: EagleUnit, pose: Pose, heading: int) -> Slide:
    """How far a charger goes that has missed, and the first enemy in its way that it may charge.

    charge.missed: it stops an inch short of enemies it may not charge; control.loot: and at the enemy camp
    """
    enemies = battle.numbers_unbroken(1 - unit.side)
    fit = tuple(enemy for enemy in enemies if may_charge(battle, unit, enemy))
    unfit = tuple(enemy for enemy in enemies if enemy not in fit)
    keeps = (Keep(unfit, apart_of("charge.missed"), rule="charge.missed"),) if unfit else ()
    distance, camp = reach_of("charge.missed"), camp_goings(battle, unit)
    return slide_to(battle, unit, pose, heading, distance, fit, camp, keeps)


async def _run_into(
    battle: EagleBattle, unit: EagleUnit, pose: Pose, heading: int, slide: Slide
) -> EagleBattle:
    """A charger that has missed contacts another enemy on its way, as a charge (charge.missed)."""
    assert slide.met is not None
    side = arc_of(battle.units[slide.met], front_centre(unit))
    way = ChargeWay(slide.met, side, heading, pose.heading, slide.gone, slide.passed)
    return await arrive(battle, unit.id, way, side)
