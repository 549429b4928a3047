"""Shooting on the table: who shoots at whom, with which bases, through what, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.game.ask.refusal import Refused
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.eagle.aim import Aim, aims, barred, can_shoot, is_covered, shooters, shooting_at
from sandtable.systems.eagle.battle import EagleUnit
from sandtable.systems.eagle.engagements import Track
from sandtable.systems.eagle.events import Disordered, UnitRemoved, UnitShifted
from sandtable.systems.eagle.leader_events import LeaderHarmed, LeaderLost
from sandtable.systems.eagle.options import Reading
from sandtable.systems.eagle.records import Flight, Record
from sandtable.systems.eagle.shooting import dice
from sandtable.systems.eagle.shooting_events import UnitShot
from sandtable.systems.eagle.troops import Formation
from sandtable.systems.eagle.volleys import shoot
from sandtable.table.space import Piece, Point, Pose, degrees, inches
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    LEGION,
    LIGHT_HORSE,
    SKIRMISHERS,
    WARBAND,
    battle,
    box,
    leader,
    play,
    touching,
    unit,
)

Case = Callable[[str], dict[str, Any]]


def slingers(number: int = 0, x: float = 20, y: float = 10, facing: float = 0, **state: Any) -> EagleUnit:
    """Four bases of archers, side 0, with the middle of their front at x, y."""
    return unit(number, x, y, facing, profile=ARCHERS, **state)


def warband(number: int = 1, x: float = 20, y: float = 13, facing: float = 180, **state: Any) -> EagleUnit:
    """Eight bases in two ranks of four, side 1."""
    return unit(number, x, y, facing, side=1, profile=WARBAND, **state)


def front_width(*units: EagleUnit) -> tuple[int, ...]:
    return shooters(battle(*units), units[0], units[1])


# -------------------------------------------------------------------- the case
def test_the_rear_lines_of_a_legion_in_combat_are_shot_at_and_its_first_is_not(case: Case) -> None:
    """shoot-engaged: shooting.engaged, shooting.target, shooting.supports"""
    legion = unit(1, 30, 20, side=1, profile=LEGION)
    foe = unit(2, 30, 20, 180)
    behind = slingers(x=30, y=13.5)
    fought = battle(behind, legion, foe, contacts=(touching(2, 1),))
    assert bool(aims(fought, fought.units[0])) is case("shoot-engaged")["allowed"]
    facts = shooting_at(fought, fought.units[0], fought.units[1])
    assert (facts.rear, dice(facts).total) == (True, 4)
    before = slingers(x=30, y=24, facing=180)
    ahead = battle(before, legion, unit(2, 30, 20, 180), contacts=(touching(2, 1),))
    assert not shooters(ahead, ahead.units[0], ahead.units[1])


# ------------------------------------------------------------------- which bases
def test_every_front_base_within_four_inches_shoots() -> None:
    """shooting.bases, shooting.range"""
    assert front_width(slingers(), warband()) == (0, 1, 2, 3)
    assert front_width(slingers(), warband(y=14.0)) == (0, 1, 2, 3)
    assert front_width(slingers(), warband(y=14.01)) == (0, 1, 2, 3)
    assert not front_width(slingers(), warband(y=14.02))


def test_only_the_bases_that_reach_a_target_aside_shoot() -> None:
    """shooting.bases: bases from x = 17 to 23, the target from x = 25.5 to 31.5, 3 in ahead"""
    assert front_width(slingers(), warband(x=28.5)) == (3,)
    assert not front_width(slingers(), warband(x=29))


def test_light_infantry_shoots_with_one_rank_and_light_cavalry_with_two() -> None:
    """shooting.bases, shooting.lc-ranks"""
    assert front_width(slingers(ranks=(2, 2)), warband()) == (0, 1)
    horse = unit(0, 20, 10, profile=LIGHT_HORSE)
    assert front_width(horse, warband()) == (0, 1, 2, 3)


def test_a_second_rank_base_shoots_if_either_of_two_before_it_does() -> None:
    """shooting.bases: a centred base of a second rank overlaps two front bases equally"""
    horse = unit(0, 20, 10, profile=LIGHT_HORSE, ranks=(2, 1))
    assert front_width(horse, warband()) == (0, 1, 2)
    assert front_width(horse, warband(x=25.25, y=13.8)) == (1, 2)


def test_a_target_behind_the_shooters_is_in_no_arc() -> None:
    """shooting.bases, formation.arcs"""
    assert not front_width(slingers(), warband(y=7))


def test_bodies_between_block_sight_and_routers_do_not() -> None:
    """shooting.sight, rout.state"""
    friend = unit(2, 20, 12, profile=ALA)
    assert not front_width(slingers(), warband(y=13.9), friend)
    fleeing = unit(2, 20, 12, profile=ALA, routing=True, formed=False, shaken=True)
    assert front_width(slingers(), warband(y=13.9), fleeing) == (0, 1, 2, 3)


# -------------------------------------------------------------------- who, at whom
def test_only_light_troops_shoot_and_none_in_combat_or_after_flight() -> None:
    """shooting.who"""
    legion = battle(unit(0, 20, 10, profile=LEGION), warband())
    assert [one.rule for one in barred(legion, legion.units[0])] == ["shooting.who"]
    locked = battle(slingers(y=13), warband(), contacts=(touching(1, 0),))
    assert not can_shoot(locked, locked.units[0])
    for how in (Flight.EVADE, Flight.RETIRE):
        track = Track(0, how, Pose(2000, 2000), 1800, 900)
        fled = battle(slingers(record=Record.ADVANCE), warband(), tracks=(track,))
        assert not can_shoot(fled, fled.units[0]), "even though it has moved since"
    shaken = battle(slingers(shaken=True, dp=5), warband())
    assert can_shoot(shaken, shaken.units[0])


def test_routers_are_not_shot_at() -> None:
    """shooting.turn, rout.state"""
    fought = battle(slingers(), warband(routing=True, shaken=True, formed=False))
    assert not aims(fought, fought.units[0])


def test_any_target_may_be_named_and_none_needs_to_be() -> None:
    """shooting.target, decision.shoot-target"""
    fought = battle(slingers(), warband(x=18, y=13), unit(2, 25, 13.5, 180, side=1, profile=SKIRMISHERS))
    assert {aim.target for aim in aims(fought, fought.units[0])} == {1, 2}
    passed = play(shoot, fought, 0, answers=(None,))
    assert (passed.battle, passed.asked) == (fought, ("decision.shoot-target",))


def test_light_troops_turn_on_the_spot_to_shoot() -> None:
    """shooting.turn: turning is no move and leaves the record as it is"""
    fought = battle(slingers(facing=180), warband())
    (aim,) = aims(fought, fought.units[0])
    assert aim == Aim(1, 0)
    played = play(shoot, fought, 0, answers=(aim,), faces=(1, 2, 3, 4))
    assert played.told(UnitShifted)[0].rule == "shooting.turn"
    assert played.battle.units[0].record is None
    assert not played.battle.units[0].rode


def test_any_facing_stands_from_which_the_target_can_be_shot_at() -> None:
    """shooting.turn"""
    fought = battle(slingers(), warband())
    played = play(shoot, fought, 0, answers=(Aim(1, degrees(10)),), faces=(1, 2, 3, 4))
    pose = played.battle.units[0].pose
    assert pose is not None
    assert pose.heading == degrees(10)
    with pytest.raises(Refused, match="is not offered here"):
        play(shoot, fought, 0, answers=(Aim(1, degrees(180)),))


def test_nobody_is_asked_who_can_aim_at_nobody() -> None:
    """shooting.range"""
    fought = battle(slingers(), warband(y=30))
    assert play(shoot, fought, 0).asked == ()


# ------------------------------------------------------------------- the facts
def test_cover_counts_if_half_of_the_bases_are_in_it() -> None:
    """terrain.cover"""
    half = battle(slingers(), warband(), pieces=(box("wood", 20, 12, 30, 20),))
    assert is_covered(half, half.units[0], half.units[1])
    less = battle(slingers(), warband(), pieces=(box("wood", 21.6, 12, 30, 20),))
    assert not is_covered(less, less.units[0], less.units[1])
    marsh = battle(slingers(), warband(), pieces=(box("marsh", 10, 12, 30, 20),))
    assert not is_covered(marsh, marsh.units[0], marsh.units[1])


def test_a_wall_covers_those_who_touch_it_from_the_other_side() -> None:
    """terrain.cover"""
    line = (Point(float(inches(10)), float(inches(12.95))), Point(float(inches(30)), float(inches(12.95))))
    wall = Piece("wall", "rampart, wall or ditch (linear)", line=line, width=10)
    before = battle(slingers(), warband(), pieces=(wall,))
    assert is_covered(before, before.units[0], before.units[1])
    around = battle(slingers(y=18, facing=180), warband(), pieces=(wall,))
    assert not is_covered(around, around.units[0], around.units[1])


def test_heavy_infantry_is_shot_at_from_the_rear_by_the_place_of_the_shooters_front() -> None:
    """shooting.rear"""
    legion = unit(1, 20, 13, 0, side=1, profile=LEGION)
    fought = battle(slingers(y=9), legion)
    assert shooting_at(fought, fought.units[0], fought.units[1]).rear
    turned = battle(slingers(y=9.5), unit(1, 20, 13, 180, side=1, profile=LEGION))
    assert not shooting_at(turned, turned.units[0], turned.units[1]).rear


def test_the_reading_of_the_sequence_reaches_the_dice() -> None:
    """shooting.sequence"""
    units = (slingers(dp=2), unit(1, 20, 13, 180, side=1, profile=LEGION))
    fought = battle(*units)
    other = battle(*units, readings=Readings(((Reading.HALVE_OR_DEDUCT, 1),)))
    assert not shooting_at(fought, *units).deduct_first
    assert shooting_at(other, *units).deduct_first


# --------------------------------------------------------------- what comes of it
def test_sixes_disorder_the_target_at_once() -> None:
    """shooting.hit, shooting.dice"""
    played = play(shoot, battle(slingers(), warband()), 0, answers=(Aim(1, 0),), faces=(6, 6, 2, 5))
    assert played.told(UnitShot) == (UnitShot(0, 1, 4, 2),)
    assert played.battle.units[1].dp == 2
    assert [event.rule for event in played.told(Disordered)] == ["shooting.hit"]


def test_leaders_with_a_unit_that_took_a_point_are_at_risk() -> None:
    """leaders.risk.when, leaders.risk.timing"""
    led = battle(slingers(), warband(), leaders=(leader(0, side=1, attached=1, start=2),))
    missed = play(shoot, led, 0, answers=(Aim(1, 0),), faces=(1, 2, 3, 4))
    assert missed.battle.units[1].dp == 0
    hit = play(shoot, led, 0, answers=(Aim(1, 0),), faces=(6, 1, 1, 1, 1, 3))
    assert [event.leader for event in hit.told(LeaderHarmed)] == [0]
    spared = play(shoot, led, 0, answers=(Aim(1, 0),), faces=(6, 1, 1, 1, 4))
    assert not spared.told(LeaderHarmed)


def test_a_shaken_unit_shot_to_the_last_base_is_gone_and_its_leader_rolls_once() -> None:
    """morale.shaken.base-loss, leaders.unit-destroyed"""
    last = warband(formation=Formation.LINE, ranks=(2,), shaken=True, dp=5)
    fought = battle(slingers(), last, leaders=(leader(0, side=1, attached=1),))
    played = play(shoot, fought, 0, answers=(Aim(1, 0),), faces=(6, 6, 6, 1, 2))
    assert len(played.told(UnitRemoved)) == 1
    assert len(played.told(LeaderLost)) == 1


@pytest.mark.parametrize(
    ("profile", "state", "shoots"),
    [
        (ARCHERS, {}, True),
        (ARCHERS, {"routing": True}, False),
        (LEGION, {}, False),
        (WARBAND, {}, False),
    ],
    ids=["archers", "routers", "legion", "warband"],
)
def test_only_lights_that_stand_shoot(profile: str, state: dict[str, Any], *, shoots: bool) -> None:
    """shooting.who"""
    one = unit(0, 36, 20, profile=profile, **state)
    fought = battle(one, unit(1, 36, 23, 180, side=1))
    assert bool(aims(fought, one)) is shoots
    assert can_shoot(fought, one) is shoots
