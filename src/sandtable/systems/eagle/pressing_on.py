"""Pressing on after combat: following up, being pinned, and cavalry that passes through.

after.follow-up, after.pinned, after.pass-through
"""

from __future__ import annotations

from sandtable.game.ask.questions import tell
from sandtable.systems.eagle.after_decisions import FollowWhom
from sandtable.systems.eagle.battle import EagleBattle
from sandtable.systems.eagle.book import points_of
from sandtable.systems.eagle.combat_events import (
    AfterMoveChosen,
    ContactLost,
    UnitFollowedUp,
    UnitPassedThrough,
    UnitStood,
)
from sandtable.systems.eagle.contact import contacts_of, touched_at
from sandtable.systems.eagle.due import backers_of, crossed, goes_along, pending, way_of
from sandtable.systems.eagle.engagements import Aftermath
from sandtable.systems.eagle.events import ContactMade, UnitShifted
from sandtable.systems.eagle.giving_ground import (
    distance_through,
    do_touch,
    follow_up,
    ground_swept,
    pass_through,
)
from sandtable.systems.eagle.holding_ground import Relief, ask_relief, relieve
from sandtable.systems.eagle.leader_moves import swept
from sandtable.systems.eagle.losses import disorder
from sandtable.systems.eagle.records import AfterMove, Cause, Record, Role
from sandtable.systems.eagle.troops import TroopClass
from sandtable.table.space import Pose, standing


# ------------------------------------------------------------------- following up
def holders_of(battle: EagleBattle, unit: int) -> tuple[int, ...]:
    """The unbroken enemies that still touch a unit (after.pinned)."""
    one = battle.units[unit]
    return tuple(foe for foe in battle.foes_of(unit) if do_touch(one, battle.units[foe]))


async def follow(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """A winner follows up or decides to pursue, or is pinned where it stands.

    after.follow-up, after.follow-up.which, after.pinned
    """
    unit = aftermath.unit
    if holders_of(battle, unit):
        return await pinned(battle, aftermath)
    target = await whom_to_follow(battle, aftermath)
    if target is None or way_of(battle, target) is AfterMove.PURSUE:
        return await tell(battle, AfterMoveChosen(unit, AfterMove.PURSUE, "after.follow-up.which"))
    return await follow_him_up(battle, aftermath, target)


async def whom_to_follow(battle: EagleBattle, aftermath: Aftermath) -> int | None:
    """The opponent that a winner follows; its owner chooses if they do different things.

    after.follow-up.which, decision.which-opponent; none if all are gone
    """
    here = tuple(foe for foe in aftermath.opponents if battle.units[foe].pose is not None)
    if not here:
        return None
    ways = {foe: way_of(battle, foe) for foe in here}
    if len(set(ways.values())) > 1:
        side = battle.units[aftermath.unit].side
        return await FollowWhom(side, here, unit=aftermath.unit)
    return max(here, key=lambda foe: aftermath.lengths[aftermath.opponents.index(foe)])


async def pinned(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """A unit still pinned by an enemy stays in contact with it, as formed as before (after.pinned).

    Supporters that were to go with it stay too (result.supporters.move).
    """
    unit, backers = aftermath.unit, backers_of(battle, aftermath)
    battle = await _relieve_following(battle, unit)
    battle = await _stay(battle, unit, Record.FOLLOW_UP, Role.FOLLOW_UP, "after.pinned")
    for backer in backers:
        battle = await _stay(battle, backer, Record.FOLLOW_UP, Role.STAND, "result.supporters.move")
    return battle


async def _stay(battle: EagleBattle, unit: int, record: Record, role: Role, rule: str) -> EagleBattle:
    """A unit stays where it is, and loses contact with enemies that it no longer touches."""
    battle = await tell(battle, UnitStood(unit, record, role, rule))
    return await _let_go(battle, unit)


async def follow_him_up(battle: EagleBattle, aftermath: Aftermath, target: int) -> EagleBattle:
    """A unit follows up an enemy that fell back, with its supporters, or stays if it has no room.

    after.follow-up, after.follow-up.which, charge.contact, result.supporters.move
    """
    unit, backers = aftermath.unit, backers_of(battle, aftermath)
    was, to = standing(battle.units[unit]), follow_up(battle, battle.units[unit], battle.units[target])
    if to is None:
        for number in (unit, *backers):
            battle = await _stay(battle, number, Record.STAND, Role.STAND, "after.follow-up.which")
        return battle
    battle = await _relieve_following(battle, unit)
    pieces = ground_swept(battle, battle.units[unit], to)
    battle = await tell(battle, UnitFollowedUp(unit, target, to))
    battle = await swept(battle, unit, was)
    battle = await _let_go(battle, unit)
    battle = await _meet(battle, unit, target)
    battle = await crossed(battle, unit, pieces)
    for backer in backers:
        battle = await _follow_behind(battle, backer, was, to)
    return battle


async def _relieve_following(battle: EagleBattle, unit: int) -> EagleBattle:
    """A Legion that follows up may relieve its ranks (after.follow-up, after.relieve.who)."""
    said = await ask_relief(battle, unit, (Relief.RELIEVE, Relief.NONE))
    return await relieve(battle, unit) if said is Relief.RELIEVE else battle


async def _let_go(battle: EagleBattle, unit: int) -> EagleBattle:
    """A unit loses contact with enemies that fell back and that it no longer touches."""
    one = battle.units[unit]
    for foe in battle.foes_of(unit):
        if not do_touch(one, battle.units[foe]):
            battle = await tell(battle, ContactLost(unit, foe))
    return battle


async def _meet(battle: EagleBattle, unit: int, target: int) -> EagleBattle:
    """Every further enemy touched by a follow-up is in contact too (charge.contact)."""
    known = battle.touching(unit)
    new = tuple(foe for foe in touched_at(battle, battle.units[unit]) if foe not in known)
    if not new:
        return battle
    return await tell(battle, ContactMade(contacts_of(battle, unit, new, "front", target)))


async def _follow_behind(battle: EagleBattle, backer: int, was: Pose, to: Pose) -> EagleBattle:
    """A counted supporter moves up with the unit before it, as far and in the same direction.

    result.supporters.move
    """
    one = battle.units[backer]
    pose = standing(one)
    there = Pose(pose.x + to.x - was.x, pose.y + to.y - was.y, pose.heading)
    pieces = ground_swept(battle, one, there)
    battle = await tell(battle, UnitShifted(backer, there, "result.supporters.move"))
    battle = await swept(battle, backer, pose)
    battle = await tell(battle, UnitStood(backer, Record.FOLLOW_UP, Role.STAND, "result.supporters.move"))
    return await crossed(battle, backer, pieces)


# -------------------------------------------------------------------- passing through
async def ride_through(battle: EagleBattle, aftermath: Aftermath) -> EagleBattle:
    """All cavalry of a combat that passes through does so, measured from the poses before any moved.

    after.pass-through, after.pass-through.detail, result.inconclusive.li
    """
    riders = [
        one
        for one in pending(battle)
        if one.combat == aftermath.combat
        and one.move is AfterMove.PASS_THROUGH
        and not goes_along(battle, one)
    ]
    riders.sort(key=lambda one: one.unit != aftermath.unit)
    ways = {
        one.unit: distance_through(
            battle, battle.units[one.unit], _present(battle, one), backers_of(battle, one)
        )
        for one in riders
    }
    ridden: list[int] = []
    for one in riders:
        opponents = _present(battle, one)
        battle, passed = await _pass(battle, one, ways[one.unit], opponents)
        ridden += opponents if passed else ()
    return await _trampled(battle, tuple(dict.fromkeys(ridden)))


def _present(battle: EagleBattle, aftermath: Aftermath) -> tuple[int, ...]:
    return tuple(foe for foe in aftermath.opponents if battle.units[foe].pose is not None)


async def _pass(
    battle: EagleBattle, aftermath: Aftermath, distance: int, opponents: tuple[int, ...]
) -> tuple[EagleBattle, bool]:
    """One unit passes through its opponents with its supporters, or halts in contact if it cannot get clear.

    after.pass-through.detail; enemy leaders on its way are swept up (command.leader.move-rules)
    """
    unit, backers = aftermath.unit, backers_of(battle, aftermath)
    for number in (unit, *backers):
        one = battle.units[number]
        heading = standing(battle.units[unit]).heading
        to = pass_through(battle, one, heading, distance, opponents)
        if to is None:
            rule = "after.pass-through.detail"
            battle = await tell(battle, UnitStood(number, Record.STAND, Role.STAND, rule))
        else:
            battle = await tell(battle, UnitPassedThrough(number, to))
            battle = await swept(battle, number, standing(one))
    return battle, battle.units[unit].record is Record.PASS_THROUGH


async def _trampled(battle: EagleBattle, units: tuple[int, ...]) -> EagleBattle:
    """LI that cavalry has passed through take one more point (result.inconclusive.li)."""
    rule = "result.inconclusive.li"
    for unit in units:
        if battle.units[unit].troop_class is TroopClass.LI and battle.units[unit].pose is not None:
            battle = await disorder(battle, unit, points_of(rule), Cause.COMBAT, rule)
    return battle
