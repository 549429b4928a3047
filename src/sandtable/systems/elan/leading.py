"""Commanders on the table: their placement, loss, replacement and rides."""

from __future__ import annotations

from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec import Struct

from sandtable.game.ask.questions import do, tell
from sandtable.systems.elan.battle import ElanBattle, ElanUnit, Fate, Leader, Rank
from sandtable.systems.elan.command_events import LeaderStruck, WoundedSettled
from sandtable.systems.elan.events import UnitDisordered
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.leader_casualties import (
    Bereft,
    Casualty,
    Danger,
    Exposed,
    LeaderEnd,
    Whereabouts,
    in_danger,
    survives_wounds,
    unit_lost,
)
from sandtable.systems.elan.leader_decisions import PlaceDisplaced, PlaceScratched, PlaceSuccessor
from sandtable.systems.elan.leader_events import (
    LeaderLost,
    LeaderMoved,
    LeaderPlaced,
    LeadershipChanged,
    LeaderSucceeded,
)
from sandtable.systems.elan.rates import leader_rate
from sandtable.table.space import Point, Pose, centre, standing

FATES: Final = {
    Casualty.KILLED: Fate.KILLED,
    Casualty.MORTAL_OR_NOT: Fate.MORTAL,
    Casualty.OUT_FOR_THE_DAY: Fate.OUT,
}
"""How a commander leaves play by each casualty row that costs him.

leaders.casualty.killed, leaders.casualty.mortal-or-not, leaders.casualty.out-for-the-day
"""


_FATE: Final = attrgetter("fate")


# --------------------------------------------------------------------- his command, his place
def command_of(battle: ElanBattle, leader: Leader) -> tuple[int, ...]:
    """The units of a commander's command on the table: his brigade, or the army.

    No scenario assigns brigades to divisions, so a division commander may be with any unit of the army
    (leaders.attach-range).
    """
    if leader.rank is not Rank.BRIGADE:
        return battle.numbers_on_table(leader.side)
    brigade = leader.brigade
    return tuple([unit.id for unit in battle.on_table(leader.side) if unit.brigade == brigade])


def whereabouts(battle: ElanBattle, number: int) -> Point:
    """Where a commander is; while attached, the middle of his unit (scale.measuring)."""
    leader = battle.leaders[number]
    if leader.attached_to is not None:
        unit = battle.units[leader.attached_to]
        return centre(standing(unit), unit.shape)
    if leader.pose is None:
        raise ValueError(f"{leader.name} is not on the table: he is nowhere")
    return Point(leader.pose.x, leader.pose.y)


async def lose(battle: ElanBattle, number: int, fate: Fate) -> ElanBattle:
    """Remove a commander from play at the place where he is (leaders.with-unit, leaders.replacement)."""
    here = whereabouts(battle, number)
    return await tell(battle, LeaderLost(number, fate, Pose(round(here.x), round(here.y))))


# --------------------------------------------------------------------- in an enemy's way
async def displace(battle: ElanBattle, enemy: int) -> ElanBattle:
    """Move detached commanders out of the way of an enemy unit that ended its move on them.

    leaders.unattached-safe
    """
    mover = battle.units[enemy]
    if mover.pose is None:
        return battle
    ground = ground_of(battle)
    for number in ground.caught_by(enemy):
        battle = await take_refuge(battle, number)
    return battle


async def take_refuge(battle: ElanBattle, number: int) -> ElanBattle:
    """Place him beside the nearest friendly unit in range with a point clear of enemies, or capture him.

    leaders.unattached-safe
    """
    ground, side = ground_of(battle), battle.leaders[number].side
    gaps = sorted((ground.leader_gap(number, unit.id), unit.id) for unit in battle.on_table(side))
    for gap, unit in gaps:
        if ground.is_within(gap, battle.figures.refuge):
            pose = await ground.beside(PlaceDisplaced, number, unit)
            if pose is not None:
                return await tell(battle, LeaderPlaced(number, pose, "leaders.unattached-safe"))
    return await lose(battle, number, Fate.CAPTURED)


# --------------------------------------------------------------------- his unit is hit or lost
async def check(battle: ElanBattle, number: int, danger: Danger) -> ElanBattle:
    """Check a commander whose unit was hit, and carry out the result.

    leaders.hit-check, leaders.check-order
    """
    leader = battle.leaders[number]
    end = await do(in_danger, Exposed(leadership=leader.leadership, danger=danger))
    if end.casualty is None:
        return battle
    host = leader.attached_to
    assert host is not None, f"{leader.name} is with no unit: he cannot be hit"
    battle = await _struck(battle, number, end)
    if end.disorders_unit:
        return await tell(battle, UnitDisordered(host, "leaders.casualty.killed"))
    if end.where is not Whereabouts.DETACHED:
        return battle
    pose = await ground_of(battle).beside(PlaceScratched, number, host)
    if pose is None:
        return await take_refuge(battle, number)
    return await tell(battle, LeaderPlaced(number, pose, "leaders.casualty.scratch"))


async def bereave(battle: ElanBattle, number: int) -> ElanBattle:
    """Roll for a commander whose unit is removed; if he survives he goes to the nearest unit of his command.

    leaders.lost-unit
    """
    leader = battle.leaders[number]
    end = await do(unit_lost, Bereft(leadership=leader.leadership))
    battle = await _struck(battle, number, end)
    if end.where is Whereabouts.LOST:
        return battle
    ground, host = ground_of(battle), leader.attached_to
    others = (unit for unit in command_of(battle, leader) if unit != host)
    for _, unit in sorted((ground.leader_gap(number, unit), unit) for unit in others):
        pose = await ground.beside(PlaceDisplaced, number, unit)
        if pose is not None:
            return await tell(battle, LeaderPlaced(number, pose, "leaders.lost-unit"))
    return await lose(battle, number, Fate.GONE)


async def _struck(battle: ElanBattle, number: int, end: LeaderEnd) -> ElanBattle:
    """Carry out a casualty row for the commander himself (leaders.casualty.results)."""
    assert end.casualty is not None
    battle = await tell(battle, LeaderStruck(number, end.casualty))
    if end.where is Whereabouts.LOST:
        return await lose(battle, number, FATES[end.casualty])
    if end.leadership != battle.leaders[number].leadership:
        battle = await tell(battle, LeadershipChanged(number, end.leadership))
    return battle


async def disband(battle: ElanBattle, brigade: int) -> ElanBattle:
    """Remove the commander of a brigade whose last unit is gone and that expects no arrivals.

    leaders.gone-brigade
    """
    one = battle.brigades[brigade]
    if any(battle.units[unit].removed is None for unit in one.units):
        return battle
    if not battle.leaders[one.commander].is_present:
        return battle
    return await lose(battle, one.commander, Fate.GONE)


# --------------------------------------------------------------------- successors, the end
async def succeed(battle: ElanBattle) -> ElanBattle:
    """Successors replace lost commanders, the 1st side first; an army commander has no successor.

    leaders.replacement, leaders.gone-brigade
    """
    if not any(map(_FATE, battle.leaders)):
        return battle
    for side in (battle.first, 1 - battle.first):
        for number, leader in enumerate(battle.leaders):
            if leader.side == side and leader.fate is not None and leader.rank is not Rank.ARMY:
                battle = await _appoint(battle, number)
    return battle


async def _appoint(battle: ElanBattle, number: int) -> ElanBattle:
    """Place a successor beside the unit of his command nearest to where the lost commander was.

    A brigade without units on the table waits for its successor until it has one (leaders.replacement).
    """
    ground, leader = ground_of(battle), battle.leaders[number]
    assert leader.last is not None, f"nobody remembers where {leader.name} was lost"
    last = Point(leader.last.x, leader.last.y)
    gaps = sorted((ground.point_gap(unit, last), unit) for unit in command_of(battle, leader))
    for _, unit in gaps:
        pose = await ground.beside(PlaceSuccessor, number, unit)
        if pose is not None:
            return await tell(battle, LeaderSucceeded(number, pose))
    return battle


async def settle_wounds(battle: ElanBattle) -> ElanBattle:
    """After the battle each commander who was carried off lives or dies with equal chance.

    leaders.casualty.mortal-or-not
    """
    for name in battle.carried_off:
        battle = await tell(battle, WoundedSettled(name, await do(survives_wounds)))
    return battle


# --------------------------------------------------------------------- riding
class Ride(NamedTuple):
    """A detached commander who may ride, and whether at the march rate (move.commander)."""

    leader: int
    march: bool = False


class _Rides(Struct, frozen=True, gc=False):
    """The last answer of `rides`, with the commanders, enemies and side it was for."""

    leaders: tuple[Leader, ...]
    enemies: tuple[ElanUnit, ...]
    side: int
    of_each: list[tuple[Ride, ...]]
    found: tuple[Ride, ...]


_last: _Rides | None = None


def rides(battle: ElanBattle) -> tuple[Ride, ...]:
    """The rides of the active side's detached commanders who have not moved this turn.

    leaders.movement, leaders.movement-free, leaders.march; an attached commander moves only with his unit.
    Rides are found again only for commanders that changed, as long as enemies and side are the same.
    """
    global _last
    last, side, leaders = _last, battle.active, battle.leaders
    enemies = battle.enemies_of(side)
    before: tuple[Leader, ...] = ()
    of_each: list[tuple[Ride, ...]] = []
    if last is not None and last.enemies is enemies and last.side == side:
        if last.leaders is leaders:
            return last.found
        before, of_each = last.leaders, last.of_each.copy()
    if len(before) != len(leaders):
        before, of_each = (), [()] * len(leaders)
    for number, leader in enumerate(leaders):
        if leader.side == side and not (before and leader is before[number]):
            rests = leader.pose is None or leader.moved
            of_each[number] = () if rests else _rides_of(battle, number)
    found = tuple(chain.from_iterable(of_each))
    _last = _Rides(leaders, enemies, side, of_each, found)
    return found


def _rides_of(battle: ElanBattle, number: int) -> tuple[Ride, ...]:
    """The rides of one commander; the march rate needs every enemy to be far off (leaders.march)."""
    near = ground_of(battle).enemy_is_near(number, battle.figures.march)
    return (_ride(number),) if near else (_ride(number), _ride(number, march=True))


@cache
def _ride(leader: int, *, march: bool = False) -> Ride:
    """The ride of a commander, built once."""
    return Ride(leader, march)


async def ride(battle: ElanBattle, chosen: Ride) -> ElanBattle:
    """A detached commander rides by a path that his owner chooses (leaders.movement, leaders.march)."""
    rate = leader_rate(battle.scale)
    span = rate.span * (rate.march if chosen.march else 1)
    pose = await ground_of(battle).ride(chosen.leader, span, march=chosen.march)
    stays = pose == battle.leaders[chosen.leader].pose
    return await tell(battle, LeaderMoved(chosen.leader, pose, stays=stays))
