"""Moves into contact: attacks after other moves, flanks, zones, foot upon mounted troops."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.systems.tricorn.attacks import attacks
from sandtable.systems.tricorn.battle import Removal, Step, TricornBattle
from sandtable.systems.tricorn.choices import NO_CHANGE, STAND, Action, ActionKind
from sandtable.systems.tricorn.contact import foes, is_in_contact
from sandtable.systems.tricorn.disorder_events import UnitRemoved
from sandtable.systems.tricorn.events import StepBegan
from sandtable.systems.tricorn.foot_charge import Answer
from sandtable.systems.tricorn.forming import Form
from sandtable.systems.tricorn.garrisons import Exit
from sandtable.systems.tricorn.movement_events import BreakOffTried, UnitBrokeOff, UnitStood
from sandtable.systems.tricorn.moving import carry_out
from sandtable.systems.tricorn.rates import FULL_MOVE, HALF
from sandtable.systems.tricorn.troops import Formation
from sandtable.systems.tricorn.zones import in_zone
from sandtable.table.movement import AboutFace, Advance, Retire, Shift, Wheel
from sandtable.table.room import Place
from sandtable.table.space import Pose
from tests.systems.tricorn.parade_ground import GUNS, HORSE, battle, box, garrison, moved, play, unit
from tests.systems.tricorn.worked import figures

MOVE = Action(ActionKind.MOVE)
FORM = Action(ActionKind.FORM)
VILLAGE = box("village", 34, 27, 38, 31)


# --------------------------------------------------------------------- attacks
def test_an_attack_moves_into_contact_and_ends_the_move() -> None:
    """movement.contact, movement.no-reaction"""
    here = battle(unit(0, 36, 24, profile=HORSE), unit(1, 36, 30, 180, side=1))
    told = play(carry_out, here, 0, Action(ActionKind.ATTACK, 1), answers=((Advance(600),),))
    assert told.asked == ("move.start-melee",)
    assert [foe.id for foe in foes(told.battle, 0)] == [1]
    assert told.battle.units[0].named


def test_a_column_forms_line_and_attacks_with_what_is_left_of_its_move() -> None:
    """formation.change, movement.contact, movement.allowance: half of a 6 in move is left"""
    column = unit(0, 36, 24, formation=Formation.COLUMN)
    near, far = unit(1, 36.75, 27.9, side=1), unit(1, 36.75, 29.5, side=1)  # 2.9 and 4.5 in off
    formed = Form(Formation.LINE, 75)
    told = play(
        carry_out,
        battle(column, near),
        0,
        FORM,
        answers=(formed, Action(ActionKind.ATTACK, 1), (Advance(290),)),
    )
    assert told.asked == ("move.formation", "move.action", "move.start-melee")
    assert [foe.id for foe in foes(told.battle, 0)] == [1]
    assert play(carry_out, battle(column, far), 0, FORM, answers=(formed, ())).asked == (
        "move.formation",
        "move.path",
    )


def test_after_forming_line_one_may_move_on_or_stand_instead_of_attacking() -> None:
    """movement.contact, formation.change"""
    here = battle(unit(0, 36, 24, formation=Formation.COLUMN), unit(1, 36.75, 27.9, side=1))
    formed = Form(Formation.LINE, 75)
    stood = play(carry_out, here, 0, FORM, answers=(formed, STAND))
    assert moved(stood.battle.units[0].pose) == (0.75, 0.0)
    went = play(carry_out, here, 0, FORM, answers=(formed, MOVE, (Advance(150),)))
    assert moved(went.battle.units[0].pose) == (0.75, 1.5)


def test_a_garrison_comes_out_and_attacks_with_what_is_left_of_its_move() -> None:
    """terrain.garrison, movement.contact"""
    here = battle(garrison(0, VILLAGE), unit(1, 43, 29, 90, side=1), pieces=(VILLAGE,))
    answers = (Exit(VILLAGE.id, 900), Action(ActionKind.ATTACK, 1), (Advance(300),))
    told = play(carry_out, here, 0, Action(ActionKind.LEAVE), answers=answers)
    assert told.asked == ("move.garrison", "move.action", "move.start-melee")
    assert is_in_contact(told.battle, 1)


def test_the_flank_is_open_from_where_the_whole_move_began() -> None:
    """geometry.flank-zone.contact: having gone round him before forming up does not open an enemy's flank"""
    enemy, here = unit(1, 36, 30, side=1), unit(0, 33.2, 29.5, 90)
    ahead = replace(here, began=Place(Pose(3320, 3050, 900), here.shape))
    share = FULL_MOVE * 14 // 60  # 1.4 in: enough for the 1.3 in straight ahead, too little for a wheel
    assert [one.target for one in attacks(battle(here, enemy), here, share)] == [1]
    assert attacks(battle(ahead, enemy), ahead, share) == ()


def test_where_a_move_began_is_forgotten_with_the_step() -> None:
    """movement.allowance, movement.zoc.followup: a follow-up begins where the unit stands then"""
    told = play(carry_out, battle(unit(0, 36, 24)), 0, MOVE, answers=((Advance(300),), NO_CHANGE))
    half_way = told.battle.units[0]
    assert (half_way.spent, half_way.began) == (HALF, Place(Pose(3600, 2400, 0), half_way.shape))
    rested = StepBegan(Step.FIRE).apply(told.battle).units[0]
    assert (rested.spent, rested.began) == (0, None)


def test_an_enemy_behind_is_attacked_after_an_about_face() -> None:
    """movement.contact"""
    here = battle(unit(0, 36, 24), unit(1, 36, 20.5, 180, side=1))
    told = play(carry_out, here, 0, Action(ActionKind.ATTACK, 1), answers=((AboutFace(), Advance(150)),))
    assert [foe.id for foe in foes(told.battle, 0)] == [1]


def test_who_cannot_wheel_at_once_attacks_after_going_a_part_of_the_way() -> None:
    """movement.contact: a friend before its right corner leaves no room for a wheel from where it stands"""
    friend, enemy = unit(2, 39.2, 24.6), unit(1, 41.5, 27.5, 90, side=1)
    horse = unit(0, 36, 24, profile=HORSE)
    (found,) = attacks(battle(horse, enemy, friend), horse, FULL_MOVE)
    assert found.target == 1
    assert {type(way[0]) for way in found.ways} == {Advance}
    (free,) = attacks(battle(horse, enemy), horse, FULL_MOVE)
    assert {type(way[0]) for way in free.ways} == {Wheel}


def test_who_is_contacted_in_flank_does_not_turn() -> None:
    """movement.flank-contact.no-turn"""
    here = battle(unit(0, 30, 27.5, 90, profile=HORSE), unit(1, 36, 27, 180, side=1))
    told = play(carry_out, here, 0, Action(ActionKind.ATTACK, 1), answers=((Advance(450),),))
    assert told.battle.units[1] == here.units[1]
    assert is_in_contact(told.battle, 1)


def test_who_began_in_a_zone_contacts_nobody_else_beyond_it() -> None:
    """movement.zoc.effect: the slant leads out of the zone, but the move began in it"""
    horse, pinning = unit(0, 39.5, 25, profile=HORSE), unit(1, 36, 28, 180, side=1)
    column = unit(2, 41, 26.86, 180, side=1, formation=Formation.COLUMN)
    here = battle(horse, pinning, column)
    assert in_zone(here, pinning, horse)
    assert [attack.target for attack in attacks(here, horse, FULL_MOVE)] == [1]
    apart = battle(horse, unit(1, 10, 28, 180, side=1), column)
    assert [attack.target for attack in attacks(apart, horse, FULL_MOVE)] == [2]


def test_a_side_step_into_contact_is_remembered() -> None:
    """geometry.edge-contact"""
    here = battle(unit(0, 32, 24, profile=HORSE), unit(1, 36, 24.2, side=1))
    told = play(carry_out, here, 0, Action(ActionKind.ATTACK, 1), answers=((Shift("right", 100),),))
    assert told.battle.units[0].sidestepped == (1,)
    assert is_in_contact(told.battle, 0)


def test_abandoned_guns_on_the_way_are_taken_and_the_move_goes_on() -> None:
    """artillery.abandoned"""
    guns = unit(1, 36, 26, 180, side=1, profile=GUNS, formation=Formation.ABANDONED)
    here = battle(unit(0, 36, 24), guns)
    told = play(carry_out, here, 0, MOVE, answers=((Advance(600),),))
    assert told.told(UnitRemoved) == (UnitRemoved(1, Removal.CAPTURED),)
    assert moved(told.battle.units[0].pose) == (0.0, 6.0)


def foot_against_horse() -> TricornBattle:
    return battle(unit(0, 36, 24), unit(1, 36, 28, 180, side=1, profile=HORSE, markers=2))


def test_foot_that_passes_its_test_closes_and_the_horse_may_break_off() -> None:
    """muskets-charge-mounted (movement.muskets-v-mounted.test, movement.muskets-v-mounted.break-off)"""
    expected = figures("muskets-charge-mounted")
    told = play(
        carry_out,
        foot_against_horse(),
        0,
        Action(ActionKind.ATTACK, 1),
        answers=((Advance(400),), Answer.BREAK_OFF, (Retire(500),)),
        faces=(expected["muskets_target"], expected["cavalry_target"]),
    )
    assert told.asked == ("move.charge-mounted", "react.mounted-break-off", "react.break-off-distance")
    assert told.told(BreakOffTried) == (BreakOffTried(1, passed=True),)
    assert told.told(UnitBrokeOff)[0].to == Pose(3600, 3300, 1800)
    assert not is_in_contact(told.battle, 0)
    assert moved(told.battle.units[0].pose) == (0.0, 4.0)


def test_foot_that_comes_upon_mounted_beside_its_target_is_tested_too() -> None:
    """movement.muskets-v-mounted.test, movement.muskets-v-mounted.break-off"""
    target, horse = unit(1, 35, 28, 180, side=1), unit(2, 38.1, 28, 180, side=1, profile=HORSE, markers=2)
    here = battle(unit(0, 36.5, 24), target, horse)
    attack = Action(ActionKind.ATTACK, 1)
    told = play(carry_out, here, 0, attack, answers=((Advance(400),), Answer.STAY), faces=(1,))
    assert told.asked == ("move.start-melee", "react.mounted-break-off")
    assert [foe.id for foe in foes(told.battle, 0)] == [1, 2]
    failed = play(carry_out, here, 0, attack, answers=((Advance(400),),), faces=(20,))
    assert moved(failed.battle.units[0].pose) == pytest.approx((0.5, 3.0), abs=0.021)


def test_horse_that_fails_to_break_off_stays_in_contact() -> None:
    """movement.muskets-v-mounted.break-off.fail, movement.break-off.fail"""
    told = play(
        carry_out,
        foot_against_horse(),
        0,
        Action(ActionKind.ATTACK, 1),
        answers=((Advance(400),), Answer.BREAK_OFF),
        faces=(14, 11),
    )
    assert is_in_contact(told.battle, 1)
    assert told.battle.units[1].broke_off


def test_horse_may_stay_without_a_test() -> None:
    """react.mounted-break-off"""
    told = play(
        carry_out,
        foot_against_horse(),
        0,
        Action(ActionKind.ATTACK, 1),
        answers=((Advance(400),), Answer.STAY),
        faces=(14,),
    )
    assert is_in_contact(told.battle, 1)


def test_foot_that_fails_halts_an_inch_short() -> None:
    """movement.muskets-v-mounted.fail, movement.muskets-v-mounted.order"""
    told = play(
        carry_out,
        foot_against_horse(),
        0,
        Action(ActionKind.ATTACK, 1),
        answers=((Advance(400),),),
        faces=(15,),
    )
    assert moved(told.battle.units[0].pose) == pytest.approx((0.0, 3.0), abs=0.021)


def test_foot_that_fails_when_nearer_stays() -> None:
    """movement.muskets-v-mounted.order"""
    here = battle(unit(0, 36, 24), unit(1, 36, 24.6, 180, side=1, profile=HORSE, markers=2))
    told = play(carry_out, here, 0, Action(ActionKind.ATTACK, 1), answers=((Advance(60),),), faces=(15,))
    assert told.told(UnitStood)
