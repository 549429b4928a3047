"""Pursuing: a unit runs after a fleeing enemy, strikes it if caught, and charges fresh enemies in its way.

after.pursue, after.free-hack, after.pursue.new-enemy; distances are those of ``flight``
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from sandtable.game.ask.questions import do, tell
from sandtable.game.battle.battle import scene_of
from sandtable.systems.eagle import losses
from sandtable.systems.eagle.answering import evades_late
from sandtable.systems.eagle.arcs import arc_of, front_centre
from sandtable.systems.eagle.arriving import camp_goings, enter_camp, touch
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import apart_of
from sandtable.systems.eagle.charge_ways import moved, scene_against
from sandtable.systems.eagle.combat_events import aftermath_of
from sandtable.systems.eagle.contact import bases_upon, bounded, touched_at
from sandtable.systems.eagle.due import comrades, crossed
from sandtable.systems.eagle.engagements import Track
from sandtable.systems.eagle.events import UnitFled
from sandtable.systems.eagle.fleeing import ground_on, honest
from sandtable.systems.eagle.flight import Run, catches, run
from sandtable.systems.eagle.flight_events import HackStruck, PursuerMet, PursuitGoesOn, QuarryCaught
from sandtable.systems.eagle.flush import lay
from sandtable.systems.eagle.giving_ground import ground_swept
from sandtable.systems.eagle.ground import goings_of
from sandtable.systems.eagle.hacking import HackFacts, dice, hack
from sandtable.systems.eagle.leader_moves import swept
from sandtable.systems.eagle.movement import without
from sandtable.systems.eagle.nearness import SLACK
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.passage import pass_through
from sandtable.systems.eagle.records import Flight
from sandtable.table import forced
from sandtable.table.charge import bodies_on_ways
from sandtable.table.forced import FlightTerms, Tried, flee
from sandtable.table.measure import gap
from sandtable.table.movement import Advance, Keep, Turn, leg_end
from sandtable.table.space import (
    INCH,
    TOLERANCE,
    Body,
    Pose,
    Scene,
    as_inches,
    hundredths,
    standing,
    turn_between,
)

OUT_OF_TOUCH: Final = int(2 * TOLERANCE)
"""The nearest that a pursuer comes to a quarry that it does not catch."""


class Chased(NamedTuple):
    """A pursuit: its heading, its reach, its quarry, and the distance to it.

    ``quarry`` is none if there is none or it is out of reach; the ``outrun`` are not touched, and an inch is
    kept from the ``crowded``, against which there is no room to lie.
    """

    heading: int
    reach: int
    quarry: int | None = None
    needed: int = 0
    outrun: tuple[int, ...] = ()
    crowded: tuple[int, ...] = ()


class Ended(NamedTuple):
    """Where a pursuit ends, after what distance, and the fresh enemy met or the quarry caught."""

    to: Pose
    gone: int
    met: int | None = None
    caught: int | None = None


# --------------------------------------------------------------------- the pursuit
async def pursue(battle: EagleBattle, unit: int, quarry: int | None, *, first: bool = True) -> EagleBattle:
    """A unit makes its full unformed move after a quarry that has just fled, or straight ahead.

    after.pursue, after.pursue.detail: it turns along the quarry's track and follows it
    """
    track = None if quarry is None else battle.track_of(quarry)
    one = battle.units[unit]
    heading = standing(one).heading if track is None else track.heading
    reach = await _distance(battle, one, first=first)
    return await _run_after(battle, unit, chased(battle, one, heading, reach, track))


async def run_ahead(battle: EagleBattle, unit: int, heading: int) -> EagleBattle:
    """A pursuer without a quarry goes on in a direction (pursuit.continue)."""
    reach = await _distance(battle, battle.units[unit], first=False)
    return await _run_after(battle, unit, Chased(heading, reach))


async def _distance(battle: EagleBattle, unit: EagleUnit, *, first: bool) -> int:
    """The distance of a pursuit by all its dice, in hundredths of an inch.

    movement.unformed-move.dice, movement.unformed-move.bonus
    """
    longer = battle.is_other(Reading.EXTRA_INCH)
    runner = Run(mounted=unit.is_mounted, flight=Flight.PURSUE, first=first, extra_inch_longer=longer)
    return await do(run, runner) * INCH


def chased(battle: EagleBattle, unit: EagleUnit, heading: int, reach: int, track: Track | None) -> Chased:
    """Whether a pursuer reaches its quarry: its actual distance plus the gap before it.

    after.pursue.detail
    """
    if track is None or battle.units[track.unit].pose is None:
        return Chased(heading, reach)
    fled = battle.units[track.unit]
    start = Body(fled.id, fled.side, track.start, fled.shape)
    between = hundredths(max(gap(unit, start, "footprint"), 0.0))
    between = 0 if between <= OUT_OF_TOUCH else between
    if catches(as_inches(reach), as_inches(track.distance), as_inches(between)):
        return Chased(heading, reach, fled.id, track.distance + between)
    return Chased(heading, reach, outrun=(fled.id,))


async def _run_after(battle: EagleBattle, unit: int, chase: Chased) -> EagleBattle:
    """A pursuer runs until it catches its quarry, meets a fresh enemy that stands, or has gone its distance.

    after.pursue.new-enemy.detail: an enemy that evades lets it go on with the rest of its move; a shaken
    pursuer halts before fresh enemies
    """
    if battle.units[unit].shaken and not battle.is_other(Reading.SHAKEN_PURSUERS):
        chase = _halting(battle, battle.units[unit], chase)
    while True:
        ended = _ended(battle, battle.units[unit], chase)
        if ended.met is None:
            break
        battle, gone = await evades_late(battle, ended.met, unit)
        if not gone:
            break
    return await _arrived(battle, battle.units[unit], chase, ended)


def _halting(battle: EagleBattle, unit: EagleUnit, chase: Chased) -> Chased:
    """A pursuit that keeps an inch from all fresh enemies (after.pursue.new-enemy.detail)."""
    known = (chase.quarry, *chase.outrun)
    fresh = (one.id for one in battle.unbroken(1 - unit.side) if one.id not in known)
    return chase._replace(crowded=tuple(fresh))


# --------------------------------------------------------------------- on the table
def _ended(battle: EagleBattle, unit: EagleUnit, chase: Chased) -> Ended:
    """Where a pursuit ends as things stand; friends do not shield enemies beyond them.

    An enemy against which it has no room, already nearer than an inch, stops it and is not charged again.

    after.pursue.detail, after.pursue.new-enemy.detail, charge.contact, movement.table-edge, control.loot
    """
    scene = scene_against(battle, unit.side)
    taken = _moved(battle, unit, chase, scene)
    if chase.quarry is not None and is_at_hand(unit, battle.units[chase.quarry]):
        return Ended(standing(unit), 0, caught=chase.quarry)
    at_start = _overlapped(battle, unit, chase)
    if at_start is not None:
        return _upon(battle, unit, chase, standing(unit), 0, at_start)
    way = taken
    if taken.halt is not None and taken.halt.why == "friend":
        friends = tuple(one.id for one in battle.on_table(unit.side) if one.id != unit.id)
        way = _moved(battle, unit, chase, without(scene, friends))
    stop = way.halt
    into = stop.body if stop is not None and stop.why == "body" and stop.body not in chase.crowded else None
    before = stop is not None and (chase.quarry is None or stop.at < chase.needed)
    if into is not None and into != chase.quarry and before:
        return _upon(battle, unit, chase, way.end, way.gone, into)
    if chase.quarry is None or (before and into is None):
        return _spent(battle, unit, chase, taken)
    to = _caught_at(battle, unit, chase, way.end if into == chase.quarry else None)
    if to is None:
        return _ended(battle, unit, _without_room(chase, chase.quarry))
    return Ended(to, chase.needed, caught=chase.quarry)


def _spent(battle: EagleBattle, unit: EagleUnit, chase: Chased, taken: Tried) -> Ended:
    """The end of a pursuit that ran into no enemy; it charges a fresh enemy beside its end.

    after.pursue.new-enemy, after.pursue.new-enemy.detail
    """
    if not taken.gone:
        return Ended(standing(unit), 0)
    known = (chase.quarry, *chase.outrun, *chase.crowded)
    beside = touched_at(battle, replace(unit, pose=taken.end))
    foe = next((enemy for enemy in beside if enemy not in known), None)
    if foe is not None:
        return _upon(battle, unit, chase, taken.end, taken.gone, foe)
    return Ended(taken.end, taken.gone)


def _without_room(chase: Chased, foe: int) -> Chased:
    """A pursuit that has no room to lie against an enemy, and stops an inch short of it (charge.contact)."""
    quarry = None if chase.quarry == foe else chase.quarry
    return chase._replace(quarry=quarry, crowded=(*chase.crowded, foe))


def _moved(battle: EagleBattle, unit: EagleUnit, chase: Chased, scene: Scene) -> Tried:
    """How far a pursuer gets: friends and routers are passed, enemies and closed ground stop it.

    movement.table-edge, movement.passage.detail
    """
    friends = (one.id for one in battle.on_table(unit.side) if one.id != unit.id)
    known = (chase.quarry, *chase.outrun, *chase.crowded)
    routers = (one.id for one in battle.routers(1 - unit.side) if one.id not in known)
    flight = FlightTerms(
        chase.reach,
        chase.heading,
        choose=("any",),
        facing="turned first",
        keeps=_keeps(chase),
        slack=SLACK,
        goings=(*camp_goings(battle, unit), *goings_of(battle, unit)),
        passable=(*friends, *routers),
    )
    taken = honest(battle, unit, flee(unit, flight, scene), ()).taken
    assert taken is not None, "a way is always taken, however short"
    return taken


def _keeps(chase: Chased) -> tuple[Keep, ...]:
    """The distances that a pursuer keeps from units it does not catch or has no room against."""
    outrun = (Keep(chase.outrun, OUT_OF_TOUCH, rule="after.pursue.detail"),) if chase.outrun else ()
    apart = apart_of("charge.contact")
    crowded = (Keep(chase.crowded, apart, rule="charge.contact"),) if chase.crowded else ()
    return (*outrun, *crowded)


def _overlapped(battle: EagleBattle, unit: EagleUnit, chase: Chased) -> int | None:
    """A fresh enemy that the pursuer runs into as it turns to its way; the first if several."""
    if standing(unit).heading == chase.heading:
        return None
    there = Body(unit.id, unit.side, turned(unit, chase.heading), unit.shape)
    known = (chase.quarry, *chase.outrun, *chase.crowded)
    enemies = (one for one in battle.unbroken(1 - unit.side) if one.id not in known)
    return next((one.id for one in enemies if gap(there, bounded(one)) < -TOLERANCE), None)


def is_at_hand(unit: EagleUnit, quarry: EagleUnit) -> bool:
    """Does a unit still touch its quarry, which could not get away? (movement.table-edge)"""
    return gap(unit, bounded(quarry)) <= OUT_OF_TOUCH


def _upon(battle: EagleBattle, unit: EagleUnit, chase: Chased, at: Pose, gone: int, foe: int) -> Ended:
    """The end of a pursuit that meets a fresh enemy at a pose: laid against it as in a charge.

    charge.contact: friends in the way shift it along the enemy's edge, and without room it stops an inch
    short; charge.face: the side was judged as the move began
    """
    laid = lay(battle, unit, at, foe, arc_of(battle.units[foe], front_centre(unit)))
    if not laid.touches:
        return _ended(battle, unit, _without_room(chase, foe))
    return Ended(laid.to, gone, met=foe)


def turned(unit: EagleUnit, heading: int) -> Pose:
    """A unit turned on its centre to a heading."""
    pose = standing(unit)
    turn = turn_between(pose.heading, heading)
    return leg_end(Turn(turn), pose, unit.shape) if turn else pose


def _caught_at(battle: EagleBattle, unit: EagleUnit, chase: Chased, touch_at: Pose | None) -> Pose | None:
    """Where a pursuer stops that has caught its quarry: flush on the edge towards it; none without room.

    after.pursue.detail, charge.contact: without a slide, where it ran into the quarry or where its throw
    ended; a pursuer whose own way leads past the quarry is laid there all the same
    """
    assert chase.quarry is not None
    scene, quarry = scene_against(battle, unit.side), battle.units[chase.quarry]
    course = forced.PursuitTerms(chase.quarry, chase.heading, chase.needed, chase.reach)
    edge = forced.facing_edge(scene, course)
    at = touch_at or moved(turned(unit, chase.heading), chase.heading, chase.needed, unit)
    laid = lay(battle, unit, at, chase.quarry, edge)
    if laid.touches and is_at_hand(replace(unit, pose=laid.to), quarry):
        return laid.to
    return forced.lay_against(unit, scene.bodies[chase.quarry], edge, scene)


# --------------------------------------------------------------------- what comes of it
async def _arrived(battle: EagleBattle, before: EagleUnit, chase: Chased, ended: Ended) -> EagleBattle:
    """A pursuer stands at the end of its move, unformed, and the effects of its move apply.

    movement.unformed-move.state, after.pursue.new-enemy, after.retire.caught
    """
    unit = before.id
    battle = await tell(battle, UnitFled(unit, Flight.PURSUE, ended.to, chase.heading, ended.gone))
    if ended.caught is not None:
        battle = await _catch(battle, unit, ended.caught)
    elif ended.met is None:
        battle = await tell(battle, PursuitGoesOn(unit))
    if battle.units[unit].pose is not None:
        battle = await _meet(battle, before, ended.met)
    battle = await _run_through(battle, before, chase.heading, ended)
    return await enter_camp(battle, unit)


async def _meet(battle: EagleBattle, before: EagleUnit, met: int | None) -> EagleBattle:
    """A pursuer is in contact with the fresh enemy that it met, and with all others it touches.

    after.pursue.new-enemy, after.pursue.new-enemy.detail, charge.contact
    """
    unit = before.id
    if met is None:
        met = next(iter(touched_at(battle, battle.units[unit])), None)
    if met is None:
        return battle
    side = arc_of(battle.units[met], front_centre(before))
    battle = await tell(battle, PursuerMet(unit, met))
    return await touch(battle, unit, met, side)


async def _run_through(battle: EagleBattle, before: EagleUnit, heading: int, ended: Ended) -> EagleBattle:
    """The effects of rough ground, friends and enemy leaders on the way that a pursuer went.

    terrain.rough.detail, movement.passage.detail, command.leader.move-rules
    """
    unit = before.id
    if ended.to == before.pose:
        return battle
    start = replace(before, pose=turned(before, heading))
    way = (Advance(ended.gone),) if ended.gone else ()
    pieces = (*ground_on(battle, start, way), *ground_swept(battle, replace(before, pose=ended.to), ended.to))
    friends = tuple(one.id for one in battle.on_table(before.side) if one.id != unit)
    gone = leg_end(way[0], standing(start), before.shape) if way else standing(start)
    passed = bodies_on_ways([(standing(start), gone)], before.shape, friends, scene_of(battle))[0]
    battle = await crossed(battle, unit, tuple(dict.fromkeys(pieces)))
    battle = await pass_through(battle, unit, passed)
    return await swept(battle, unit, standing(before))


# --------------------------------------------------------------------- catching
async def _catch(battle: EagleBattle, unit: int, quarry: int) -> EagleBattle:
    """A pursuer catches its quarry: one that retired routs on the spot, and a free hack strikes it.

    after.retire.caught, after.caught, morale.dp.once
    """
    if not battle.units[quarry].routing:
        own = aftermath_of(battle, quarry)
        battle = await losses.rout_begins(battle, quarry, comrades(battle, own) if own is not None else ())
    battle = await tell(battle, QuarryCaught(unit, quarry))
    return await free_hack(battle, unit, quarry)


async def free_hack(battle: EagleBattle, unit: int, quarry: int) -> EagleBattle:
    """A pursuer strikes the unit that it has caught, which does not strike back.

    after.free-hack, after.free-hack.detail: a die for every figure of its front bases that touch
    """
    one, victim = battle.units[unit], battle.units[quarry]
    facts = HackFacts(bases=bases_upon(one, victim), troop_class=one.troop_class, victims=victim.bases)
    lost = await do(hack, facts)
    battle = await tell(battle, HackStruck(unit, quarry, dice(facts).whole, lost))
    return await losses.casualties(battle, quarry, lost, "after.free-hack")
