"""Volleys: all declared fire is thrown, markers are placed and officers checked; then morale tests are due.

Combat Values are those at the start of the step, so the facts of all shots are taken before any is thrown
(shooting.simultaneous).
"""

from __future__ import annotations

from typing import NamedTuple

from sandtable.game.ask.questions import do, tell
from sandtable.systems.tricorn.aim import aim_at, fire_of, target_of
from sandtable.systems.tricorn.battle import Due, Shot, TricornBattle, whole
from sandtable.systems.tricorn.disorder_events import MarkersGained
from sandtable.systems.tricorn.fire_events import FireEnded, LongRangeTested, UnitFired
from sandtable.systems.tricorn.nearness import middle_of
from sandtable.systems.tricorn.risk import officer_risk
from sandtable.systems.tricorn.shooting import Fire, Target, markers, shaken_at_long_range, shot, value
from sandtable.systems.tricorn.steps import step_done


class Fired(NamedTuple):
    """A thrown shot: its declaration, its facts, its distance, and its hits."""

    shot: Shot
    fire: Fire
    distance: float
    hits: int


async def volley_step(battle: TricornBattle) -> TricornBattle:
    """Throw and settle all fire of the step; without any the step is over at once.

    shooting.simultaneous, shooting.resolution-order
    """
    if not battle.shots:
        return await step_done(battle)
    at = {one.target: target_of(battle, one.target) for one in battle.shots}
    aimed = [(one, fire_of(battle, one), _distance(battle, one)) for one in battle.shots]
    fired: list[Fired] = []
    for one, fire, distance in aimed:
        scored = await do(shot, fire, at[one.target])
        worth = value(fire, at[one.target]).whole
        event = UnitFired(one.shooter, one.target, worth, scored, long=fire.is_long)
        battle = await tell(battle, event)
        fired.append(Fired(one, fire, distance, scored))
    return await settle(battle, at, tuple(fired))


def _distance(battle: TricornBattle, one: Shot) -> float:
    aim = aim_at(battle, one.shooter, one.target)
    assert aim is not None
    return aim.distance


async def settle(battle: TricornBattle, at: dict[int, Target], fired: tuple[Fired, ...]) -> TricornBattle:
    """For every target the markers and long-range tests, then its officer; then the list of units that must
    consult.

    shooting.resolution-order, morale.when
    """
    dues: list[Due] = []
    for unit in sorted(at):
        mine = tuple(one for one in fired if one.shot.target == unit)
        before = battle.units[unit].markers
        battle = await take(battle, unit, at[unit], mine)
        if battle.units[unit].markers > before:
            dues.append(due_of(battle, unit, mine))
    battle = await tell(battle, FireEnded(tuple(dues)))
    return await step_done(battle)


async def take(battle: TricornBattle, unit: int, at: Target, fired: tuple[Fired, ...]) -> TricornBattle:
    """Place the markers of a target, ordinary shots first; then check its officer for every shot that caused
    a marker.

    shooting.hit, shooting.hit.two, shooting.resolution-order, disorder.extra.flank,
    disorder.extra.mounted-fire, leaders.casualty.trigger, leaders.casualty.when
    """
    plain = [markers(one.fire, at, one.hits).whole for one in fired if not one.fire.is_long]
    if sum(plain):
        battle = await tell(battle, MarkersGained(unit, sum(plain)))
    hurting = sum(count > 0 for count in plain)
    for one in fired:
        if one.fire.is_long and one.hits:
            before = battle.units[unit].markers
            battle = await stand_far_fire(battle, unit, at, one)
            hurting += battle.units[unit].markers > before
    for _ in range(hurting):
        battle = await officer_risk(battle, unit)
    return battle


async def stand_far_fire(battle: TricornBattle, unit: int, at: Target, one: Fired) -> TricornBattle:
    """A unit tests for each hit of one battery at long range and gains the markers.

    shooting.hit.long-artillery, shooting.hit.long-artillery.detail
    """
    got = await do(shaken_at_long_range, one.fire, at, battle.units[unit].markers, one.hits)
    battle = await tell(battle, LongRangeTested(unit, one.shot.shooter, one.hits, got))
    return await tell(battle, MarkersGained(unit, got)) if got else battle


def due_of(battle: TricornBattle, unit: int, fired: tuple[Fired, ...]) -> Due:
    """The facts of fire that a unit's consultation depends on, taken when it was fired at.

    Every shooter counts, hit or miss (morale.mod.scope); the nearest that hit drives the unit back
    (shooting.recoil-direction).
    """
    nearest = min((one for one in fired if one.hits), key=lambda one: (one.distance, one.shot.shooter))
    return Due(
        unit,
        shooters=tuple(one.shot.shooter for one in fired),
        nearest=nearest.shot.shooter,
        aside=nearest.fire.flank,
        in_flank=any(one.fire.flank for one in fired),
        by_guns=any(one.fire.is_artillery and not one.fire.is_long for one in fired),
        cover=any(one.fire.cover for one in fired),
        uphill=any(one.fire.uphill for one in fired),
        stream=any(one.fire.stream for one in fired),
        origin=whole(middle_of(battle.units[nearest.shot.shooter])),
    )
