"""Pursuing: a unit runs after those who flee before it, strikes whom it catches, and charges whom it meets.

after.pursue, after.free-hack, after.pursue.new-enemy; distances are those of ``flight``
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.game.questions import do, tell
from sandtable.systems.eagle import losses
from sandtable.systems.eagle.answering import evades_late
from sandtable.systems.eagle.arcs import arc_of, front_centre
from sandtable.systems.eagle.arriving import camp_goings, enter_camp, touch
from sandtable.systems.eagle.battle import EagleBattle, EagleUnit
from sandtable.systems.eagle.book import apart_of
from sandtable.systems.eagle.charge_ways import scene_against
from sandtable.systems.eagle.combat_events import aftermath_of
from sandtable.systems.eagle.contact import bounded, meeting, touched_at
from sandtable.systems.eagle.due import comrades, crossed
from sandtable.systems.eagle.engagements import Track
from sandtable.systems.eagle.events import UnitFled
from sandtable.systems.eagle.fleeing import ground_on, honest
from sandtable.systems.eagle.flight import Run, catches, run
from sandtable.systems.eagle.flight_events import HackStruck, PursuerMet, PursuitGoesOn, QuarryCaught
from sandtable.systems.eagle.flush import lay
from sandtable.systems.eagle.ground import goings_of
from sandtable.systems.eagle.hacking import HackFacts, dice, hack
from sandtable.systems.eagle.leader_moves import swept
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.passage import pass_through
from sandtable.systems.eagle.records import Flight
from sandtable.table import compulsory, pursuit
from sandtable.table.body import Body, standing
from sandtable.table.compulsory import CompulsoryMove
from sandtable.table.distance import gap
from sandtable.table.legs import Turn, end
from sandtable.table.measure import INCH, TOLERANCE, as_inches, turn_between
from sandtable.table.pose import Pose
from sandtable.table.terms import Keep

OUT_OF_TOUCH: Final = int(2 * TOLERANCE)
"""So near a pursuer comes to a quarry at the most that it does not catch."""


class Chased(NamedTuple):
    """How a pursuit goes: along which heading, how far it may go, after whom, and how far it is to him.

    ``quarry`` is none if nobody is followed or he is out of reach; those ``outrun`` are not touched, and an
    inch is kept from the ``crowded``, against whom there is no room to lie.
    """

    heading: int
    reach: int
    quarry: int | None = None
    needed: int = 0
    outrun: tuple[int, ...] = ()
    crowded: tuple[int, ...] = ()


class Ended(NamedTuple):
    """Where a pursuit ends, by which move, and the fresh enemy that it met or the quarry that it caught."""

    to: Pose
    gone: int
    move: CompulsoryMove
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
    """A pursuer that has nobody to follow goes on in a direction (pursuit.continue)."""
    reach = await _distance(battle, battle.units[unit], first=False)
    return await _run_after(battle, unit, Chased(heading, reach))


async def _distance(battle: EagleBattle, unit: EagleUnit, *, first: bool) -> int:
    """How far all its dice take a pursuer, in hundredths of an inch.

    movement.unformed-move.dice, movement.unformed-move.bonus
    """
    longer = battle.is_other(Reading.EXTRA_INCH)
    runner = Run(mounted=unit.is_mounted, flight=Flight.PURSUE, first=first, extra_inch_longer=longer)
    return await do(run, runner) * INCH


def chased(battle: EagleBattle, unit: EagleUnit, heading: int, reach: int, track: Track | None) -> Chased:
    """Whether a pursuer gets to its quarry: as far as that one really went, and the gap before it.

    after.pursue.detail
    """
    if track is None or battle.units[track.unit].pose is None:
        return Chased(heading, reach)
    fled = battle.units[track.unit]
    start = Body(fled.id, fled.side, track.start, fled.shape)
    between = max(gap(unit, start, "footprint"), 0.0)
    between = 0.0 if between <= OUT_OF_TOUCH else between
    if catches(as_inches(reach), as_inches(track.distance), as_inches(between)):
        return Chased(heading, reach, fled.id, round(track.distance + between))
    return Chased(heading, reach, outrun=(fled.id,))


async def _run_after(battle: EagleBattle, unit: int, chase: Chased) -> EagleBattle:
    """A pursuer runs until it catches its quarry, meets a fresh enemy who stands, or has gone its distance.

    after.pursue.new-enemy.detail: one that evades lets it go on with what is left of its move
    """
    while True:
        ended = _ended(battle, battle.units[unit], chase)
        if ended.met is None:
            break
        battle, gone = await evades_late(battle, ended.met, unit)
        if not gone:
            break
    return await _arrived(battle, battle.units[unit], chase, ended)


# --------------------------------------------------------------------- on the table
def _ended(battle: EagleBattle, unit: EagleUnit, chase: Chased) -> Ended:
    """Where a pursuit ends as things stand.

    after.pursue.detail, after.pursue.new-enemy.detail, movement.table-edge, control.loot
    """
    move = _moved(battle, unit, chase)
    taken = move.taken
    assert taken is not None, "a way is always taken, however short"
    if chase.quarry is not None and is_at_hand(unit, battle.units[chase.quarry]):
        return Ended(standing(unit), 0, move, caught=chase.quarry)
    at_start = _overlapped(battle, unit, chase)
    if at_start is not None:
        return _upon(battle, unit, chase, move, None, at_start)
    stop = taken.halt
    into = stop.body if stop is not None and stop.why == "body" else None
    before = stop is not None and (chase.quarry is None or stop.at < chase.needed)
    if into is not None and into != chase.quarry and before:
        return _upon(battle, unit, chase, move, taken.end, into)
    if chase.quarry is None or (before and into is None):
        return Ended(taken.end if taken.gone else standing(unit), taken.gone, move)
    to = _caught_at(battle, unit, chase, taken.end if into == chase.quarry else None)
    if to is None:
        return _ended(battle, unit, _without_room(chase, chase.quarry))
    return Ended(to, chase.needed, move, caught=chase.quarry)


def _without_room(chase: Chased, foe: int) -> Chased:
    """A pursuit that has no room to lie against somebody, and stops an inch short of him (charge.contact)."""
    quarry = None if chase.quarry == foe else chase.quarry
    return chase._replace(quarry=quarry, crowded=(*chase.crowded, foe))


def _moved(battle: EagleBattle, unit: EagleUnit, chase: Chased) -> CompulsoryMove:
    """How far a pursuer gets: friends and routers are passed, enemies and closed ground stop it.

    movement.table-edge, movement.passage.detail
    """
    friends = (one.id for one in battle.on_table(unit.side) if one.id != unit.id)
    known = (chase.quarry, *chase.outrun, *chase.crowded)
    routers = (one.id for one in battle.routers(1 - unit.side) if one.id not in known)
    flight = compulsory.Flight(
        chase.reach,
        chase.heading,
        choose=("any",),
        facing="turned first",
        keeps=_keeps(chase),
        goings=(*camp_goings(battle, unit), *goings_of(battle, unit)),
        passable=(*friends, *routers),
    )
    return honest(battle, unit, compulsory.flee(unit, flight, scene_against(battle, unit.side)), ())


def _keeps(chase: Chased) -> tuple[Keep, ...]:
    """What a pursuer keeps from those it does not catch or has no room against."""
    outrun = (Keep(chase.outrun, OUT_OF_TOUCH, rule="after.pursue.detail"),) if chase.outrun else ()
    apart = apart_of("charge.contact")
    crowded = (Keep(chase.crowded, apart, rule="charge.contact"),) if chase.crowded else ()
    return (*outrun, *crowded)


def _overlapped(battle: EagleBattle, unit: EagleUnit, chase: Chased) -> int | None:
    """A fresh enemy so near that the pursuer runs into him as it turns to its way; the first if several."""
    if standing(unit).heading == chase.heading:
        return None
    there = Body(unit.id, unit.side, turned(unit, chase.heading), unit.shape)
    known = (chase.quarry, *chase.outrun, *chase.crowded)
    enemies = (one for one in battle.unbroken(1 - unit.side) if one.id not in known)
    return next((one.id for one in enemies if gap(there, bounded(one)) < -TOLERANCE), None)


def is_at_hand(unit: EagleUnit, quarry: EagleUnit) -> bool:
    """Does a unit still touch its quarry, who could not get away? (movement.table-edge)"""
    return gap(unit, bounded(quarry)) <= OUT_OF_TOUCH


def _upon(
    battle: EagleBattle, unit: EagleUnit, chase: Chased, move: CompulsoryMove, at: Pose | None, foe: int
) -> Ended:
    """How a pursuit ends that has run into a fresh enemy, at a pose unless he was there as it turned.

    Without room to lie against him it stops an inch short.

    charge.face: the side was judged as the move began; charge.contact
    """
    side = arc_of(battle.units[foe], front_centre(unit))
    if at is None:
        scene = scene_against(battle, unit.side)
        to = pursuit.lay_against(unit, scene.bodies[foe], side, scene)
    else:
        laid = lay(battle, unit, at, foe, side)
        to = laid.to if laid.touches else None
    if to is None:
        return _ended(battle, unit, _without_room(chase, foe))
    return Ended(to, 0 if at is None or move.taken is None else move.taken.gone, move, met=foe)


def turned(unit: EagleUnit, heading: int) -> Pose:
    """A unit turned on its centre to a heading."""
    pose = standing(unit)
    turn = turn_between(pose.heading, heading)
    return end(Turn(turn), pose, unit.shape) if turn else pose


def _caught_at(battle: EagleBattle, unit: EagleUnit, chase: Chased, touch_at: Pose | None) -> Pose | None:
    """Where a pursuer stops that has caught its quarry: flush on the edge turned to it; none without room.

    after.pursue.detail, charge.contact; one whose own way leads past it is laid there all the same
    """
    assert chase.quarry is not None
    scene = scene_against(battle, unit.side)
    course = pursuit.Chase(chase.quarry, chase.heading, chase.needed, chase.reach)
    edge = pursuit.facing_edge(scene, course)
    if touch_at is not None:
        laid = lay(battle, unit, touch_at, chase.quarry, edge)
        if laid.touches:
            return laid.to
    return pursuit.lay_against(unit, scene.bodies[chase.quarry], edge, scene)


# --------------------------------------------------------------------- what comes of it
async def _arrived(battle: EagleBattle, before: EagleUnit, chase: Chased, ended: Ended) -> EagleBattle:
    """A pursuer stands at the end of its move, unformed, and what it did takes effect.

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
    battle = await _run_through(battle, before, ended)
    return await enter_camp(battle, unit)


async def _meet(battle: EagleBattle, before: EagleUnit, met: int | None) -> EagleBattle:
    """A pursuer is in contact with the fresh enemy that it met, and with all others it touches.

    after.pursue.new-enemy, after.pursue.new-enemy.detail, charge.contact
    """
    unit = before.id
    others = touched_at(battle, battle.units[unit])
    target = met if met is not None else next(iter(others), None)
    if target is None:
        return battle
    side = arc_of(battle.units[target], front_centre(before))
    battle = await tell(battle, PursuerMet(unit, target))
    return await touch(battle, unit, target, side)


async def _run_through(battle: EagleBattle, before: EagleUnit, ended: Ended) -> EagleBattle:
    """Rough ground, friends and enemy leaders on the way of a pursuer.

    terrain.rough.detail, movement.passage.detail, command.leader.move-rules
    """
    unit = before.id
    battle = await crossed(battle, unit, ground_on(battle, before, ended.move.plan))
    passed = () if ended.move.taken is None else ended.move.taken.passed
    friends = tuple(one for one in passed if battle.units[one].side == before.side)
    battle = await pass_through(battle, unit, friends)
    return await swept(battle, unit, standing(before))


# --------------------------------------------------------------------- catching
async def _catch(battle: EagleBattle, unit: int, quarry: int) -> EagleBattle:
    """A pursuer catches its quarry: one that retired routs on the spot, and it strikes a free hack.

    after.retire.caught, after.caught, morale.dp.once
    """
    if not battle.units[quarry].routing:
        own = aftermath_of(battle, quarry)
        battle = await losses.rout_begins(battle, quarry, comrades(battle, own) if own is not None else ())
    battle = await tell(battle, QuarryCaught(unit, quarry))
    return await free_hack(battle, unit, quarry)


async def free_hack(battle: EagleBattle, unit: int, quarry: int) -> EagleBattle:
    """A pursuer strikes those it has caught, who do not answer.

    after.free-hack, after.free-hack.detail: a die for every figure of its front bases that touch
    """
    one, victim = battle.units[unit], battle.units[quarry]
    facts = HackFacts(bases=bases_upon(one, victim), troop_class=one.troop_class, victims=victim.bases)
    lost = await do(hack, facts)
    battle = await tell(battle, HackStruck(unit, quarry, dice(facts).whole, lost))
    return await losses.casualties(battle, quarry, lost, "after.free-hack")


def bases_upon(unit: EagleUnit, quarry: EagleUnit) -> int:
    """The front bases of a pursuer that touch a unit which it has caught; one at the least.

    after.free-hack.detail
    """
    met = meeting(unit, quarry)
    front = [] if met is None else [place for place in met.mine if unit.shape.bases[place].rank == 0]
    return max(len(front), 1)
