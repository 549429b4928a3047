"""Withdrawals, abandoned guns and officers at risk on the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.abandoned import abandon
from sandtable.systems.tricorn.aim import barred
from sandtable.systems.tricorn.battle import Removal, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.disorder_events import GunsAbandoned, UnitRecoiled, UnitRemoved, UnitWithdrew
from sandtable.systems.tricorn.morale import Effect
from sandtable.systems.tricorn.morale_events import FriendRunInto, GroundBarred, MoraleTested, OfficerSpared
from sandtable.systems.tricorn.nearness import middle_of
from sandtable.systems.tricorn.officer_events import OfficerLost
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.pushes import Push, push_in_melee
from sandtable.systems.tricorn.recoiling import carry_out
from sandtable.systems.tricorn.removing import remove
from sandtable.systems.tricorn.risk import officer_risk
from sandtable.systems.tricorn.terrain import REDOUBT, RIVER, VILLAGE, WOOD
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.forced import direction_of
from tests.systems.tricorn.parade_ground import (
    GUNS,
    HORSE,
    MUSKETS,
    Played,
    battery_in,
    battle,
    box,
    officer,
    play,
    unit,
)
from tests.systems.tricorn.worked import chance, figures

BACK = Push(direction_of(1800))


def shaken(*others: TricornUnit, profile: str = MUSKETS, **state: Any) -> TricornBattle:
    """A unit with two markers at (20, 30) that looks up the table, and others about it."""
    first = unit(0, 20, 30, profile=profile, markers=state.pop("markers", 2))
    return battle(first, *others, step=Step.CONSULT, **state)


def withdrawn(fought: TricornBattle, *faces: int, push: Push = BACK, **planned: Any) -> Played:
    return play(carry_out, fought, 0, Effect.WITHDRAW, push, faces=faces, **planned)


def went(done: Played) -> float:
    """How many inches a unit gave ground in all."""
    gone = [event.distance for event in done.told(UnitRecoiled)]
    return sum([*gone, *(event.distance for event in done.told(UnitWithdrew))]) / 100


def at(fought: TricornBattle, number: int = 0) -> tuple[float, float, float]:
    """Where the middle of a unit's front is, in inches, and its facing in degrees."""
    pose = fought.units[number].pose
    assert pose is not None
    return pose.x / 100, pose.y / 100, pose.heading / 10


# ----------------------------------------------------------------------- the path
def test_foot_recoils_and_withdraws_one_die_with_its_back_to_the_enemy() -> None:
    """morale.row.2, morale.row.2.distance, morale.row.2.permanent.adds: morale-withdraw-foot"""
    known = figures("morale-withdraw-foot")
    done = withdrawn(shaken(), 4)
    assert went(done) == known["distance_in"]
    # Its centre goes from 29.5 to 24.5; it has turned, so its front is half an inch on.
    assert at(done.battle) == (20, 24, 180)
    one = done.battle.units[0]
    assert (one.markers, one.permanent) == (known["markers"], known["permanent"])
    assert one.withdrew


def test_horse_withdraws_two_dice() -> None:
    """morale.row.2.distance, formation.base-depth"""
    done = withdrawn(shaken(profile=HORSE), 5, 3)
    assert [event.distance for event in done.told(UnitRecoiled)] == [150]
    assert [event.distance for event in done.told(UnitWithdrew)] == [800]


def test_by_the_other_reading_a_marker_held_becomes_permanent() -> None:
    """morale.row.2.permanent.adds: reading-permanent-converts"""
    readings = Readings(((Reading.PERMANENT_CONVERTS, 1),))
    one = withdrawn(shaken(readings=readings), 4).battle.units[0]
    known = figures("reading-permanent-converts")
    assert (one.markers, one.permanent) == (known["markers"], known["permanent"])
    held = shaken(readings=readings)
    held = held.with_unit(replace(held.units[0], permanent=2))
    assert withdrawn(held, 4).battle.units[0].permanent == 2


def test_a_withdrawal_goes_on_along_the_recoil_even_where_that_was_aslant() -> None:
    """withdraw.path, recoil.path"""
    fought = battle(unit(0, 30, 30.5, markers=2), unit(1, 28.5, 30, 90, side=1), step=Step.MELEE)
    push = push_in_melee(fought, 0, 1)
    done = withdrawn(fought, 3, push=push).battle
    # One inch of recoil and three of withdrawal to the right, facing that way, its centre half an inch back.
    assert at(done) == pytest.approx((34.5, 30, 90), abs=0.02)


def test_a_unit_that_has_recoiled_as_loser_only_withdraws() -> None:
    """melee.one-recoil, withdraw.path"""
    done = withdrawn(replace(shaken(), recoiled=(0,)), 4)
    assert done.told(UnitRecoiled) == ()
    assert at(done.battle) == (20, 25, 180)


def test_terrain_does_not_shorten_a_withdrawal() -> None:
    """withdraw.path, terrain.compulsory"""
    assert at(withdrawn(shaken(pieces=(box(WOOD, 10, 10, 30, 28),)), 4).battle) == (20, 24, 180)


def test_a_withdrawal_is_blocked_by_an_enemy_and_four_markers_are_the_end() -> None:
    """recoil.blocked, withdraw.path, morale.row.2.permanent.adds, disorder.max: withdraw-blocked"""
    known = figures("withdraw-blocked")
    done = withdrawn(shaken(unit(1, 20, 26, side=1)), 5)
    assert went(done) == known["distance_in"]
    one = done.battle.units[0]
    assert (one.markers, one.removed) == (known["markers"], Removal.ELIMINATED)
    assert len(done.told(GroundBarred)) == 1


def test_a_withdrawal_stops_at_an_empty_village_without_a_marker_and_before_a_river_with_one() -> None:
    """terrain.compulsory, recoil.blocked"""
    village = withdrawn(shaken(pieces=(box(VILLAGE, 18, 22, 22, 26),)), 6).battle
    assert (at(village), village.units[0].markers) == ((20, 26, 180), 3)
    river = withdrawn(shaken(markers=1, pieces=(box(RIVER, 0, 20, 72, 26),)), 6).battle
    assert (at(river), river.units[0].markers) == ((20, 26.1, 180), 3)


def test_a_unit_that_withdraws_over_the_edge_is_gone_and_takes_its_officer_along() -> None:
    """movement.table-edge, leaders.fate.detail"""
    staff = (officer(0, command=0, attached=0), officer(1, 71, 47, side=1, command=1))
    fought = battle(unit(0, 20, 6, markers=2), step=Step.CONSULT, officers=staff)
    assert withdrawn(fought, 4).battle.units[0].pose is not None
    done = withdrawn(fought, 5)
    assert [event.how for event in done.told(UnitRemoved)] == [Removal.OFF_TABLE]
    assert [event.officer for event in done.told(OfficerLost)] == [0]


def test_a_unit_that_withdrew_does_not_fire_in_that_step() -> None:
    """withdraw.later"""
    fought = replace(shaken(unit(1, 20, 21, side=1, markers=0)), step=Step.FIRE)
    done = withdrawn(fought, 2).battle
    assert "withdraw.later" in {refusal.rule for refusal in barred(done, done.units[0])}


# ----------------------------------------------------------------------- friends
def test_a_withdrawal_passes_through_friends_who_check_as_they_are_reached() -> None:
    """withdraw.path, morale.recoiled-into.once"""
    done = withdrawn(shaken(unit(1, 20, 25), unit(2, 20, 27)), 6, 20, 20)
    assert [event.unit for event in done.told(FriendRunInto)] == [2, 1]
    assert at(done.battle) == (20, 22, 180)


def test_a_withdrawal_that_would_end_on_a_friend_goes_on_until_it_is_clear() -> None:
    """withdraw.path"""
    done = withdrawn(shaken(unit(1, 20, 25.5)), 4, 1)
    # Its front would come to 24; the friend's rear is at 24.5, so its own rear comes to that.
    assert at(done.battle) == (20, 23.5, 180)
    assert [event.distance for event in done.told(UnitWithdrew)] == [450]


def test_a_withdrawal_that_cannot_get_clear_ends_before_the_friend_and_is_blocked() -> None:
    """withdraw.path, recoil.blocked"""
    fought = shaken(unit(1, 20, 25.5), unit(2, 20, 23.8, side=1), markers=1)
    done = withdrawn(fought, 4, 1)
    assert (at(done.battle), done.battle.units[0].markers) == ((20, 25.5, 180), 3)


def test_a_friend_that_fails_as_a_withdrawal_reaches_it_goes_the_same_way() -> None:
    """withdraw.path, recoil.pushed, morale.recoiled-into.levels"""
    done = withdrawn(shaken(unit(1, 20, 26, 90, markers=1)), 2, 20).battle
    assert at(done, 1) == (20, 25, 90)


def test_a_withdrawal_ends_clear_of_abandoned_guns_of_either_side() -> None:
    """artillery.abandoned, withdraw.path"""
    for side in (0, 1):
        left = unit(1, 20, 26, profile=GUNS, formation=Formation.ABANDONED, side=side)
        done = withdrawn(shaken(left), 4)
        assert done.told(FriendRunInto) == ()
        assert at(done.battle) == (20, 23, 180)


def test_a_unit_hemmed_in_turns_only_as_far_as_others_leave_it_room() -> None:
    """withdraw.path, recoil.blocked"""
    fought = battle(
        unit(0, 20, 30, markers=1),
        unit(1, 20, 31.2),
        unit(2, 20, 28.8),
        unit(3, 21.5, 29.5, 270, side=1),
        step=Step.MELEE,
    )
    done = withdrawn(fought, 6, push=Push(direction_of(900))).battle
    assert middle_of(done.units[0]) == pytest.approx((2000, 2950), abs=1)
    assert 0 < at(done)[2] < 45
    assert done.units[0].markers == 3


# ----------------------------------------------------------------------- guns
def battery(*others: TricornUnit, **state: Any) -> TricornBattle:
    return battle(unit(0, 20, 30, profile=GUNS, markers=2), *others, step=Step.CONSULT, **state)


def test_crews_abandon_their_guns_which_stay_and_take_no_permanent_marker() -> None:
    """morale.row.2.artillery, artillery.abandoned"""
    done = play(carry_out, battery(), 0, Effect.ABANDON, BACK)
    one = done.battle.units[0]
    assert [type(event) for event in done.events] == [GunsAbandoned]
    assert (at(done.battle), one.is_abandoned, one.markers, one.permanent) == ((20, 30, 0), True, 2, 0)


def test_guns_abandoned_before_an_enemy_who_touches_them_are_captured_at_once() -> None:
    """artillery.abandoned"""
    done = play(abandon, battery(unit(1, 20, 30, 180, side=1)), 0)
    assert [event.how for event in done.told(UnitRemoved)] == [Removal.CAPTURED]
    far = play(abandon, battery(unit(1, 20, 30.1, 180, side=1)), 0)
    assert far.battle.units[0].is_abandoned


def test_guns_in_a_redoubt_are_captured_by_whoever_touches_the_works() -> None:
    """artillery.abandoned, terrain.redoubt"""
    place = box(REDOUBT, 28, 18, 31, 21)
    fought = battle(battery_in(0, place, 29.5, 20.5), unit(1, 31, 19.5, 270, side=1), pieces=(place,))
    assert play(abandon, fought, 0).battle.units[0].removed is Removal.CAPTURED


def test_an_officer_with_abandoned_guns_is_merely_detached() -> None:
    """leaders.fate.detail"""
    staff = (officer(0, command=0, attached=0), officer(1, 71, 47, side=1, command=1))
    done = play(abandon, battery(unit(1, 20, 30, 180, side=1), officers=staff), 0)
    chief = done.battle.officers[0]
    assert done.told(OfficerLost) == ()
    assert (chief.attached, chief.place, chief.lost) == (None, (2000, 2900), False)


# ----------------------------------------------------------------------- officers
def led(*, chief: bool = False) -> TricornBattle:
    """Muskets with two markers and an officer with them."""
    staff = (
        officer(0, command=None if chief else 0, chief=chief, attached=0),
        officer(1, 71, 47, side=1, command=1),
    )
    return battle(unit(0, 20, 30, markers=2), step=Step.VOLLEY, officers=staff)


def test_an_officer_falls_on_eleven_or_twelve() -> None:
    """leaders.casualty.roll, leaders.casualty.trigger, leaders.casualty.step: officer-casualty"""
    known = figures("officer-casualty")
    falls: Fraction = chance(do(officer_risk, led(), 0), lambda done: done.officers[0].lost)
    assert falls == known["p_casualty"]
    assert play(officer_risk, led(), 0, faces=(5, 6)).told(OfficerLost) == (OfficerLost(0),)
    assert play(officer_risk, led(), 0, faces=(5, 5)).told(OfficerSpared) == (OfficerSpared(0, 0),)


def test_nobody_is_at_risk_who_is_not_attached() -> None:
    """leaders.casualty.trigger"""
    alone = battle(unit(0, 20, 30, markers=2), officers=(officer(0, 20, 30, command=0), officer(1, side=1)))
    assert play(officer_risk, alone, 0).events == ()


def test_the_fall_of_a_commander_in_chief_is_told_of_his_army() -> None:
    """leaders.fate"""
    done = play(officer_risk, led(chief=True), 0, faces=(6, 6)).battle
    assert (done.officers[0].lost, done.camps[0].chief_lost, done.camps[0].generals_lost) == (True, True, 0)


def test_an_officer_is_lost_with_his_unit() -> None:
    """leaders.fate, leaders.fate.detail, troops.strength"""
    done = play(remove, led(), 0, Removal.ELIMINATED)
    assert [type(event) for event in done.events] == [OfficerLost, UnitRemoved]
    assert done.battle.camps[0].generals_lost == 1
    assert done.battle.lost(0) == (done.battle.units[0],)


def test_a_withdrawal_is_told_in_its_order() -> None:
    """morale.row.2, morale.recoiled-into.chain"""
    done = withdrawn(shaken(unit(1, 20, 26, markers=1)), 3, 1)
    kinds = [type(event) for event in done.events]
    assert kinds[:2] == [UnitRecoiled, FriendRunInto]
    assert kinds[2:4] == [MoraleTested, UnitWithdrew]
