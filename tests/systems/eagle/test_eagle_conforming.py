"""Units that do as others do: conforming, following the Eagle, repeating the last move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.systems.eagle import manoeuvres
from sandtable.systems.eagle.battle import EagleBattle, Step
from sandtable.systems.eagle.conforming import Dressing, guided_move, shared_dice
from sandtable.systems.eagle.engagements import March
from sandtable.systems.eagle.events import UnitActed, UnitFled
from sandtable.systems.eagle.manoeuvre_decisions import Activity, ActivityKind, Next
from sandtable.systems.eagle.records import Control, Flight, Record, Removal
from sandtable.systems.eagle.repeating import could_charge, is_standing, must_charge, repeat_move
from sandtable.table.movement import Advance, Leg, Oblique, Retire, Turn, Wheel
from sandtable.table.space import Pose
from tests.systems.eagle.arena import (
    ALA,
    ARCHERS,
    AUXILIARY,
    BATAVI,
    LEGION,
    VEXILLATION,
    WARBAND,
    Played,
    battle,
    box,
    play,
    unit,
)

Figures = Callable[[str], dict[str, Any]]
CONFORMS: dict[str, Any] = {"control": Control.CONFORMS, "guide": 1}


def led(
    *legs: Leg, average: int = 0, d6s: tuple[int, ...] = (), guide: str = BATAVI, **state: Any
) -> EagleBattle:
    """A unit 1 in beside a guide that has moved along some legs already."""
    follower = unit(0, 20, 10, **{**CONFORMS, **state})
    marched = March(1, legs, average, d6s)
    guiding = unit(1, 27, 16, profile=guide, moved=True, taken=True, record=Record.ADVANCE)
    return battle(follower, guiding, unit(2, 60, 40, 180, side=1), marches=(marched,))


def follows(fought: EagleBattle, *answers: object) -> Played:
    """What the follower does."""
    return play(guided_move, fought, 0, answers=answers)


# --------------------------------------------------------------------- conforming
def test_a_unit_that_conforms_uses_the_dice_of_its_guide_and_tires_by_them(case: Figures) -> None:
    """control-conform-dice: control.conform, movement.fatigue"""
    expected = case("control-conform-dice")
    fought = led(Advance(600), average=4, d6s=(6,))
    full = follows(fought, Dressing(0)).battle.units[0]
    least = follows(fought, Dressing(50)).battle.units[0]
    assert (full.pose, least.pose) == (Pose(2000, 1600), Pose(2000, 1550))
    assert [expected["low"], expected["high"]] == [5.5, 6.0]
    assert (full.dp, least.dp) == (expected["dps"], expected["dps"])


def test_infantry_beside_cavalry_leaves_out_the_die_it_could_not_roll(case: Figures) -> None:
    """control-conform-dice: control.conform, movement.within8.cavalry"""
    expected = case("control-conform-dice")
    fought = led(Advance(1000), average=3, d6s=(2, 5), guide=ALA)
    assert shared_dice(fought.units[0], fought.marches[0]).d6s == (2,)
    after = follows(fought).battle.units[0]
    assert after.pose == Pose(2000, 1000 + round(expected["beside_cav_max"] * 100))
    assert after.dp == expected["beside_cav_dps"]


def test_cavalry_that_moved_before_uses_both_dice_of_its_guide() -> None:
    """control.conform, movement.cavalry.moved-before"""
    rider = unit(0, 20, 10, profile=ALA, rode_before=True)
    assert shared_dice(rider, March(1, (), 3, (2, 5))).d6s == (2, 5)
    assert shared_dice(unit(0, 20, 10, profile=ALA), March(1, (), 3, (2, 5))).d6s == (2,)


def test_a_unit_marches_no_farther_than_its_own_class_may() -> None:
    """control.conform, movement.march"""
    assert follows(led(Advance(1200), guide=ALA)).battle.units[0].pose == Pose(2000, 1800)


def test_a_unit_within_eight_inches_of_an_enemy_does_not_march_with_its_guide() -> None:
    """control.conform, movement.march.limits: it stands"""
    fought = led(Advance(300))
    near = battle(*fought.units[:2], unit(2, 13, 16, 180, side=1), marches=fought.marches)
    assert follows(near).battle.units[0].pose == Pose(2000, 1000)


def test_a_wheel_is_repeated_about_its_own_inner_corner() -> None:
    """control.conform: same angle and side"""
    after = follows(led(Wheel("left", 300), Advance(200), average=5, d6s=(2,)), Dressing(0)).battle.units[0]
    # The left front corner stays at (17, 10) while the unit, 6 in wide, swings by 30 degrees: the middle of
    # its front comes to (19.6, 11.5), and from there it goes 1 in to the left and 1.73 in up.
    assert after.pose == Pose(1860, 1323, 3300)


def test_a_unit_stops_short_where_a_rule_or_a_body_stops_it() -> None:
    """control.conform, movement.stop-at-4"""
    fought = led(Advance(600), average=4, d6s=(3,))
    foe = unit(2, 18, 17, 180, side=1)
    near = battle(*fought.units[:2], foe, marches=fought.marches)
    assert follows(near).battle.units[0].pose == Pose(2000, 1300)


def test_a_formed_unit_stands_if_its_guide_turned_as_only_lights_can() -> None:
    """control.conform, control.follow-eagle: the same move is impossible"""
    after = follows(led(Turn(900), Advance(300), average=4, guide=ARCHERS))
    assert after.battle.units[0].pose == Pose(2000, 1000)
    assert after.told(UnitActed) == (UnitActed(0, Record.STAND),)


def test_a_light_unit_wheels_with_a_formed_guide() -> None:
    """control.conform"""
    fought = led(Wheel("right", 200), Advance(100), average=5, profile=ARCHERS)
    after = follows(fought, Dressing(0)).battle.units[0]
    assert after.pose is not None
    assert after.pose.heading == 200


def test_only_units_that_may_step_step_back_with_their_guide() -> None:
    """control.conform, movement.side-step.detail"""
    assert follows(led(Retire(200), profile=BATAVI)).battle.units[0].pose == Pose(2000, 800)
    assert follows(led(Retire(200), profile=AUXILIARY)).battle.units[0].pose == Pose(2000, 1000)


def test_a_steadied_unit_does_not_go_along() -> None:
    """command.steady.limits"""
    assert follows(led(Advance(600), average=4, d6s=(3,), steadied=True)).battle.units[0].pose == Pose(
        2000, 1000
    )


def test_a_unit_that_follows_takes_its_own_points_for_ground() -> None:
    """control.conform, terrain.rough.mi"""
    fought = led(Advance(600), average=4, d6s=(3,))
    rough = battle(*fought.units, pieces=(box("wood", 16, 11, 24, 14),), marches=fought.marches)
    assert follows(rough, Dressing(0)).battle.units[0].dp == 1


def test_those_who_conform_move_directly_after_their_guide_and_may_be_guides_themselves() -> None:
    """turn.activation, control.conform: conforming runs in a chain"""
    fought = led(Advance(600), average=4, d6s=(3,))
    third = unit(3, 13, 10, control=Control.CONFORMS, guide=0)
    line = battle(*fought.units, third, marches=fought.marches)
    once = play(manoeuvres.manoeuvre_step, line, answers=(Dressing(0),)).battle
    assert (once.units[0].taken, once.units[3].taken) == (True, False)
    twice = play(manoeuvres.manoeuvre_step, once, answers=(Dressing(10),)).battle
    assert twice.units[3].pose == Pose(1300, 1590)


def test_a_legion_unit_follows_its_eagle(case: Figures) -> None:
    """control-eagle: control.follow-eagle: same kind of move, same direction, no further"""
    fought = led(Advance(400), average=4, profile=VEXILLATION, guide=LEGION, control=Control.FOLLOWS)
    assert follows(fought, Dressing(0)).battle.units[0].pose == Pose(2000, 1400)
    assert case("control-eagle")["roll6"] == "follow-eagle"


# --------------------------------------------------------------------- repeating
def repeats(last: Record, *others: Any, faces: tuple[int, ...] = (), **state: Any) -> Played:
    """What a unit does that repeats its last move."""
    mover = unit(0, 20, 20, control=Control.REPEATS, last=last, **state)
    return play(repeat_move, battle(mover, *others), 0, faces=faces)


def foe(x: float, y: float, facing: float = 180, number: int = 1, **state: Any) -> Any:
    """An enemy."""
    return unit(number, x, y, facing, side=1, **state)


def test_an_advance_is_repeated_straight_ahead_with_all_dice_near_the_enemy() -> None:
    """control.repeat, movement.fatigue"""
    played = repeats(Record.ADVANCE, foe(27, 21, 270), faces=(4, 6))
    after = played.battle.units[0]
    assert (after.pose, after.dp, after.record) == (Pose(2000, 3000), 1, Record.ADVANCE)


def test_an_advance_is_repeated_as_a_march_far_from_the_enemy_and_stops_where_it_must() -> None:
    """control.repeat, movement.march.limits"""
    assert repeats(Record.ADVANCE, foe(20, 45)).battle.units[0].pose == Pose(2000, 2800)
    assert repeats(Record.ADVANCE, foe(20, 33)).battle.units[0].pose == Pose(2000, 2500)


def test_a_withdrawal_is_repeated_away_from_the_nearest_enemy_and_faced_that_way() -> None:
    """control.repeat"""
    after = repeats(Record.WITHDRAW, foe(20, 27), faces=(3, 2)).battle.units[0]
    # The middle of the unit, half an inch behind its front, goes 5 in and the unit looks down the table.
    assert after.pose == Pose(2000, 1900 - 500, 1800)
    assert after.record is Record.WITHDRAW


@pytest.mark.parametrize(
    "last", [Record.CHARGE, Record.COUNTER_CHARGE, Record.FOLLOW_UP, Record.PASS_THROUGH]
)
def test_a_charge_is_repeated_towards_the_nearest_enemy_ahead(last: Record) -> None:
    """control.repeat, movement.deviation: at most 22.5 degrees off straight ahead"""
    played = repeats(last, foe(29, 26, profile=WARBAND, ranks=(4, 4), formed=False), faces=(3, 1))
    march = played.battle.march_of(0)
    assert march is not None
    assert march.legs == (Oblique("right", 225, 400),)


def test_a_unit_that_could_charge_stands_and_must_do_so_in_the_charge_phase() -> None:
    """control.repeat"""
    mover = unit(0, 20, 20, control=Control.REPEATS, last=Record.CHARGE)
    near, far = battle(mover, foe(20, 23)), battle(mover, foe(20, 25))
    assert (could_charge(near, mover), could_charge(far, mover)) == (True, False)
    assert is_standing(near, mover)
    assert must_charge(near, mover)
    assert not must_charge(near, unit(0, 20, 20, control=Control.REPEATS, last=Record.ADVANCE))
    assert not must_charge(near, unit(0, 20, 20, control=Control.FREE, last=Record.CHARGE))


@pytest.mark.parametrize("last", [Record.RETIRE, Record.EVADE])
def test_a_retirement_is_repeated_without_a_head_start_and_shocks_nobody(last: Record) -> None:
    """control.repeat, movement.unformed-move.dice, morale.dp.once"""
    friend = unit(2, 28, 20)
    played = repeats(last, foe(20, 27), friend, faces=(3, 2), formed=False)
    (fled,) = played.told(UnitFled)
    assert (fled.how, fled.distance, fled.heading) == (Flight.RETIRE, 500, 1800)
    assert played.battle.units[2].dp == 0


@pytest.mark.parametrize("last", [Record.STAND, Record.FALL_BACK])
def test_a_unit_that_stood_stands_again_but_may_redress(last: Record) -> None:
    """control.repeat"""
    mover = unit(0, 20, 20, profile=BATAVI, control=Control.REPEATS, last=last, dp=2)
    fought = battle(mover, foe(20, 40))
    assert [one.kind for one in manoeuvres.activities(fought, mover)] == [
        ActivityKind.REDRESS,
        ActivityKind.STAND,
    ]
    after = play(manoeuvres.manoeuvre_step, fought, answers=(Activity(ActivityKind.REDRESS),)).battle.units[0]
    assert (after.dp, after.taken) == (1, True)


def test_a_shaken_unit_does_not_repeat_what_brings_it_nearer() -> None:
    """control.repeat"""
    for last in (Record.ADVANCE, Record.CHARGE):
        mover = unit(0, 20, 20, control=Control.REPEATS, last=last, dp=5, shaken=True)
        assert is_standing(battle(mover, foe(20, 40)), mover)


def test_forced_repeats_come_before_all_free_units_in_their_owners_order() -> None:
    """turn.activation"""
    forced: dict[str, Any] = {"control": Control.REPEATS, "last": Record.ADVANCE}
    fought = battle(
        unit(0, 20, 20), unit(1, 30, 20, **forced), unit(2, 40, 20, **forced), foe(20, 47, number=3)
    )
    played = play(manoeuvres.manoeuvre_step, fought, answers=(Next(unit=2),))
    assert [one.taken for one in played.battle.units[:3]] == [False, False, True]
    last = play(manoeuvres.manoeuvre_step, played.battle)
    assert last.battle.units[1].pose == Pose(3000, 2800)


# --------------------------------------------------------------------- the end of the phase
def test_routers_that_outran_their_pursuers_are_gone_when_the_phase_ends() -> None:
    """rout.eliminate: those who were caught again stay, and nobody goes before both sides have moved"""
    runner = unit(0, 20, 20, routing=True, shaken=True, formed=False)
    held = unit(1, 30, 20, routing=True, shaken=True, formed=False, caught=True)
    fought = battle(runner, held, foe(20, 40, number=2, control=Control.EXEMPT, taken=True), active=1)
    first = play(manoeuvres.manoeuvre_step, fought).battle
    assert first.units[0].removed is None
    last = play(
        manoeuvres.manoeuvre_step, battle(*fought.units, step=Step.SECOND_MANOEUVRES, active=1)
    ).battle
    assert [one.removed for one in last.units[:2]] == [Removal.ELIMINATED, None]


def test_a_unit_that_loots_on_writes_that_down() -> None:
    """control.repeat, control.last-move, control.loot"""
    looter = unit(0, 20, 20, looting="wagons", control=Control.RUNS_ON, last=Record.LOOT, formed=False)
    after = play(manoeuvres.manoeuvre_step, battle(looter)).battle
    assert after.units[0].record is Record.LOOT
