"""Recoils on the table: which way, how far, what stops them, and the friends in the way."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.rules.rulebook import Readings
from sandtable.systems.tricorn.battle import Due, Removal, Step, TricornBattle, TricornUnit
from sandtable.systems.tricorn.disorder_events import UnitRecoiled, UnitRemoved, UnitWithdrew
from sandtable.systems.tricorn.morale import Effect
from sandtable.systems.tricorn.morale_events import (
    FriendRunInto,
    GarrisonDrivenOut,
    GroundBarred,
    MoraleTested,
)
from sandtable.systems.tricorn.nearness import distance, middle_of
from sandtable.systems.tricorn.officer_events import OfficerLost
from sandtable.systems.tricorn.options import Reading
from sandtable.systems.tricorn.pushes import Push, push_by_fire, push_in_melee
from sandtable.systems.tricorn.recoiling import carry_out, recoil
from sandtable.systems.tricorn.terrain import (
    BRIDGE,
    FORD,
    REDOUBT,
    RIVER,
    STREAM,
    STRONG_POINT,
    VILLAGE,
    WOOD,
)
from sandtable.systems.tricorn.troops import Formation
from sandtable.table.forced import direction_of
from sandtable.table.measure import gap
from sandtable.table.room import about_centre
from sandtable.table.space import Piece, Pose, inches, standing
from tests.systems.tricorn.parade_ground import (
    GUNS,
    HORSE,
    MUSKETS,
    RECRUITS,
    Played,
    area,
    battery_in,
    battle,
    box,
    garrison,
    officer,
    play,
    strip,
    unit,
)
from tests.systems.tricorn.worked import figures

BACK = Push(direction_of(1800))
"""Straight down the table, which is straight back for a unit that looks up it."""


def driven(*others: TricornUnit, profile: str = MUSKETS, **state: Any) -> TricornBattle:
    """A unit at (20, 20) that looks up the table, its rear at 19 if it is Foot, with others about it."""
    kept = {name: state.pop(name) for name in ("markers", "formation") if name in state}
    return battle(unit(0, 20, 20, profile=profile, **kept), *others, step=Step.CONSULT, **state)


def at(fought: TricornBattle, number: int = 0) -> tuple[float, float, float]:
    """Where the middle of a unit's front is, in inches, and its facing in degrees."""
    pose = fought.units[number].pose
    assert pose is not None
    return pose.x / 100, pose.y / 100, pose.heading / 10


def recoiled(fought: TricornBattle, push: Push = BACK, number: int = 0, **planned: Any) -> Played:
    return play(recoil, fought, number, push, **planned)


# ----------------------------------------------------------------------- which way
def test_a_unit_touched_on_its_front_alone_goes_straight_back_and_keeps_its_facing() -> None:
    """recoil.path, melee.recoil.distance"""
    fought = driven(unit(1, 21, 20, 180, side=1))
    done = recoiled(fought, push_in_melee(fought, 0, 1)).battle
    assert at(done) == (20, 19, 0)


@pytest.mark.parametrize(
    ("profile", "formation", "depth"),
    [
        (MUSKETS, Formation.LINE, 1.0),
        (MUSKETS, Formation.COLUMN, 1.0),
        (HORSE, Formation.LINE, 1.5),
        (HORSE, Formation.COLUMN, 1.5),
    ],
)
def test_a_recoil_is_one_base_depth_in_any_formation(
    profile: str, formation: Formation, depth: float
) -> None:
    """melee.recoil.distance, formation.base-depth"""
    done = recoiled(driven(profile=profile, formation=formation)).battle
    assert at(done) == (20, 20 - depth, 0)


def test_a_unit_pressed_in_front_and_flank_goes_aslant_and_faces_the_primary() -> None:
    """recoil.path, movement.flank-contact.recoil, formation.base-depth: geo-recoil-two"""
    known = figures("geo-recoil-two")
    fought = battle(
        unit(0, 30, 30.5), unit(1, 30, 30.5, 180, side=1), unit(2, 28.5, 30, 90, side=1), step=Step.MELEE
    )
    assert middle_of(fought.units[0]) == (3000, 3000)
    done = recoiled(fought, push_in_melee(fought, 0, 1)).battle
    x, y = middle_of(done.units[0])
    assert x / 100 - 30 == pytest.approx(known["x"], abs=0.01)
    assert y / 100 - 30 == pytest.approx(known["y"], abs=0.01)
    # The primary's centre is at (30, 31): 0.71 in to the left and 1.71 in ahead.
    assert at(done)[2] == pytest.approx(360 - 22.5, abs=0.3)


def test_a_unit_attacked_from_one_flank_goes_the_way_its_attacker_looks() -> None:
    """recoil.path, movement.flank-contact.recoil"""
    fought = battle(unit(0, 30, 30.5), unit(1, 28.5, 30, 90, side=1), step=Step.MELEE)
    done = recoiled(fought, push_in_melee(fought, 0, 1)).battle
    x, y = middle_of(done.units[0])
    assert (x, y) == pytest.approx((3100, 3000), abs=1)
    assert at(done)[2] == pytest.approx(270, abs=0.5)


def test_a_unit_pressed_alike_from_opposite_sides_cannot_recoil_and_is_disordered() -> None:
    """recoil.path, recoil.blocked"""
    fought = battle(
        unit(0, 30, 30.5), unit(1, 28.5, 30, 90, side=1), unit(2, 31.5, 30, 270, side=1), step=Step.MELEE
    )
    push = push_in_melee(fought, 0, 1)
    assert push.way is None
    done = recoiled(fought, push).battle
    assert (at(done), done.units[0].markers) == ((30, 30.5, 0), 1)


def test_a_unit_turns_only_as_far_as_others_leave_it_room() -> None:
    """recoil.path"""
    fought = battle(
        unit(0, 30, 30.5),
        unit(1, 28.5, 30, 90, side=1),
        unit(2, 31, 31.6),
        unit(3, 31, 29.4),
        step=Step.MELEE,
    )
    done = recoiled(fought, push_in_melee(fought, 0, 1)).battle
    there = done.units[0]
    assert 270 < at(done)[2] < 360
    farther = replace(there, pose=about_centre(there, there.shape, standing(there).heading - 10))
    # One degree more towards the enemy, and it would stand upon a neighbour.
    assert min(gap(there, done.units[other], "footprint") for other in (2, 3)) >= -2.5
    assert min(gap(farther, done.units[other], "footprint") for other in (2, 3)) < -2.5


def test_frontal_fire_drives_straight_back_and_fire_from_aside_along_its_line() -> None:
    """shooting.recoil-direction"""
    fought = driven(unit(1, 22, 24, 180, side=1), unit(2, 14, 19.5, 90, side=1))
    frontal = Due(0, (1,), nearest=1, origin=middle_of(fought.units[1]))
    assert at(recoiled(fought, push_by_fire(fought, frontal)).battle) == (20, 19, 0)
    aside = Due(0, (1, 2), nearest=2, aside=True, origin=middle_of(fought.units[2]))
    done = recoiled(fought, push_by_fire(fought, aside)).battle
    assert middle_of(done.units[0]) == pytest.approx((2100, 1950), abs=1)
    assert at(done)[2] == 270


def test_a_unit_still_faces_where_a_shooter_stood_who_has_left_the_table() -> None:
    """shooting.recoil-direction"""
    fought = driven(unit(1, 14, 19.5, 90, side=1))
    aside = Due(0, (1,), nearest=1, aside=True, origin=middle_of(fought.units[1]))
    fought = fought.with_unit(replace(fought.units[1], pose=None, removed=Removal.ELIMINATED))
    assert at(recoiled(fought, push_by_fire(fought, aside)).battle)[2] == 270


def test_a_winner_that_is_driven_back_faces_the_enemy_primary_where_he_stands_by_then() -> None:
    """recoil.path, movement.flank-contact.recoil"""
    fought = battle(unit(0, 30, 30.5), unit(1, 28.5, 30, 90, side=1), step=Step.MELEE)
    push = push_in_melee(fought, 0, 1)
    gone = fought.with_unit(replace(fought.units[1], pose=Pose(2000, 3000, 900)))
    moved = fought.with_unit(replace(fought.units[1], pose=Pose(2650, 3500, 900)))
    assert at(recoiled(gone, push).battle)[2] == 270
    # Its centre is at (31, 30) by then, his at (26, 35).
    assert at(recoiled(moved, push).battle)[2] == pytest.approx(315, abs=0.2)


# ----------------------------------------------------------------------- how often, and who never
def test_a_unit_recoils_once_from_a_melee() -> None:
    """melee.one-recoil"""
    once = recoiled(driven()).battle
    assert at(recoiled(once).battle) == at(once) == (20, 19, 0)


def test_guns_never_recoil() -> None:
    """recoil.artillery, melee.artillery-no-recoil"""
    assert at(recoiled(driven(profile=GUNS)).battle) == (20, 20, 0)
    done = play(carry_out, driven(profile=GUNS, markers=3), 0, Effect.ELIMINATED, BACK)
    assert [type(event) for event in done.events] == [UnitRemoved]


def test_a_recoil_is_no_move_and_minds_no_zone_of_control() -> None:
    """recoil.counts"""
    done = recoiled(driven(unit(1, 20, 16, side=1))).battle
    assert at(done) == (20, 19, 0)
    assert (done.units[0].moved, done.units[0].rallied) == (False, False)


# ----------------------------------------------------------------------- what stops it
def test_a_recoil_ends_a_tenth_short_of_an_enemy_and_costs_a_marker() -> None:
    """recoil.blocked"""
    done = recoiled(driven(unit(1, 20, 18.5, side=1)))
    assert at(done.battle) == (20, 19.6, 0)
    assert [event.markers for event in done.told(GroundBarred)] == [1]
    assert done.battle.units[0].markers == 1


def test_a_unit_that_would_recoil_onto_an_enemy_it_touches_does_not_move() -> None:
    """recoil.blocked"""
    done = recoiled(driven(unit(1, 20, 19, side=1))).battle
    assert (at(done), done.units[0].markers) == ((20, 20, 0), 1)


def test_one_marker_for_a_blocked_way_in_a_combat() -> None:
    """recoil.blocked"""
    fought = driven(unit(1, 20, 19, side=1), markers=2)
    done = play(carry_out, fought, 0, Effect.WITHDRAW, BACK, faces=(3,)).battle
    # 2 held, 1 for both times it was blocked, and the permanent one: 4.
    assert (done.units[0].markers, done.units[0].removed) == (4, Removal.ELIMINATED)
    assert len(play(carry_out, fought, 0, Effect.WITHDRAW, BACK, faces=(3,)).told(GroundBarred)) == 1


def test_at_four_markers_a_blocked_unit_is_eliminated_on_the_spot_with_its_officer() -> None:
    """recoil.blocked, disorder.max, leaders.fate, leaders.fate.detail, troops.strength"""
    staff = (officer(0, command=0, attached=0), officer(1, 71, 47, side=1, command=1))
    done = recoiled(driven(unit(1, 20, 19, side=1), markers=3, officers=staff))
    assert done.battle.units[0].removed is Removal.ELIMINATED
    assert done.battle.units[0].pose is None
    assert [event.officer for event in done.told(OfficerLost)] == [0]


def test_an_officer_recoils_with_his_unit() -> None:
    """leaders.fate, leaders.fate.detail"""
    staff = (officer(0, command=0, attached=0), officer(1, 71, 47, side=1, command=1))
    done = recoiled(driven(officers=staff)).battle
    assert done.officers[0].attached == 0


def test_impassable_ground_stops_a_recoil_a_tenth_short_and_a_wood_or_stream_does_not() -> None:
    """recoil.blocked, terrain.compulsory"""
    river = recoiled(driven(pieces=(box(RIVER, 0, 15, 72, 18.5),))).battle
    assert (at(river), river.units[0].markers) == ((20, 19.6, 0), 1)
    for kind in (WOOD, STREAM):
        done = recoiled(driven(pieces=(box(kind, 0, 15, 72, 18.5),))).battle
        assert (at(done), done.units[0].markers) == ((20, 19, 0), 0)


@pytest.mark.parametrize(
    ("kind", "formation", "gone"),
    [
        (FORD, Formation.COLUMN, 1.0),
        (FORD, Formation.LINE, 0.4),
        (BRIDGE, Formation.COLUMN, 1.0),
        (BRIDGE, Formation.LINE, 0.4),
    ],
)
def test_a_ford_or_bridge_carries_a_recoil_that_keeps_to_it(
    kind: str, formation: Formation, gone: float
) -> None:
    """recoil.blocked, terrain.overlap: a bridge serves columns only, and neither is wide enough for a line"""
    bank = 17.5 if formation is Formation.COLUMN else 18.5
    ground = (box(RIVER, 0, 10, 72, bank), strip(kind, 2, (20, 10), (20, bank)))
    assert at(recoiled(driven(formation=formation, pieces=ground)).battle) == (20, 20 - gone, 0)


def place_behind(kind: str = VILLAGE) -> Piece:
    """A place whose outline is 0.5 in behind the unit that recoils."""
    return box(kind, 18, 14.5, 22, 18.5)


def test_an_empty_place_or_a_friendly_garrison_stops_a_recoil_at_its_outline_and_nobody_checks() -> None:
    """terrain.compulsory"""
    place = place_behind()
    for others in ((), (garrison(1, place, markers=2),)):
        done = recoiled(driven(*others, pieces=(place,)))
        assert at(done.battle) == (20, 19.5, 0)
        assert done.battle.units[0].markers == 0
        assert done.told(FriendRunInto) == ()


def test_a_place_held_by_the_enemy_stops_a_recoil_as_he_does() -> None:
    """terrain.compulsory, recoil.blocked"""
    place = place_behind()
    done = recoiled(driven(garrison(1, place, side=1), pieces=(place,))).battle
    assert (at(done), done.units[0].markers) == ((20, 19.6, 0), 1)


def test_a_unit_forced_over_the_edge_even_in_part_is_gone() -> None:
    """movement.table-edge"""
    there = battle(unit(0, 20, 1.9), step=Step.CONSULT)
    done = recoiled(there)
    assert [event.how for event in done.told(UnitRemoved)] == [Removal.OFF_TABLE]
    just = battle(unit(0, 20, 2), step=Step.CONSULT)
    assert at(recoiled(just).battle) == (20, 1, 0)


# ----------------------------------------------------------------------- friends in the way
def test_a_friend_that_fails_makes_room_and_the_recoil_is_completed() -> None:
    """morale.recoiled-into, morale.recoiled-into.fail, recoil.friend-holds: morale-recoiled-into-muskets"""
    fought = driven(unit(1, 20, 18.6, markers=1))
    done = recoiled(fought, faces=(15,))
    assert [event.target for event in done.told(MoraleTested)] == [
        figures("morale-recoiled-into-muskets")["target"]
    ]
    assert (at(done.battle), at(done.battle, 1)) == ((20, 19, 0), (20, 17.6, 0))
    assert [event.unit for event in done.told(UnitRecoiled)] == [1, 0]


def test_a_friend_that_passes_holds_the_recoil_in_contact() -> None:
    """recoil.friend-holds, morale.recoiled-into: morale-recoiled-into-muskets"""
    done = recoiled(driven(unit(1, 20, 18.6, markers=1)), faces=(13,)).battle
    assert (at(done), at(done, 1)) == ((20, 19.6, 0), (20, 18.6, 0))
    assert done.units[0].markers == 0


def test_a_friend_without_markers_checks_and_stands_whatever_it_throws() -> None:
    """morale.recoiled-into.levels, recoil.friend-holds"""
    done = recoiled(driven(unit(1, 20, 18.6)), faces=(20,)).battle
    assert (at(done), at(done, 1)) == ((20, 19.6, 0), (20, 18.6, 0))


def test_a_friend_held_close_leaves_the_unit_in_contact_with_the_enemy() -> None:
    """recoil.friend-holds"""
    fought = driven(unit(1, 20, 19), unit(2, 20, 20, 180, side=1))
    done = recoiled(fought, push_in_melee(fought, 0, 2), faces=(1,)).battle
    assert at(done) == (20, 20, 0)
    assert distance(done.units[0], done.units[2]) == 0


def test_a_friend_who_is_run_into_goes_the_way_of_whoever_did_and_keeps_its_facing() -> None:
    """recoil.pushed, morale.recoiled-into.levels: recoil-friend-facing-east"""
    known = figures("recoil-friend-facing-east")
    fought = battle(unit(0, 20, 20, 180), unit(1, 20.5, 22.9, 90, markers=1), step=Step.CONSULT)
    done = recoiled(fought, Push(direction_of(0)), faces=(14,)).battle
    x, y, facing = at(done, 1)
    assert (x - 20.5, round(y - 22.9, 2), facing) == (known["dx"], known["dy"], known["facing"])


def test_a_friend_who_is_run_into_leaves_its_contact() -> None:
    """recoil.pushed"""
    fought = driven(unit(1, 22.5, 19, markers=1), unit(2, 24.5, 19, 180, side=1))
    assert distance(fought.units[1], fought.units[2]) == 0
    done = recoiled(fought, faces=(14,)).battle
    assert at(done, 1) == (22.5, 18, 0)
    assert distance(done.units[1], done.units[2]) == pytest.approx(inches(1))


@pytest.mark.parametrize(("profile", "gone"), [(MUSKETS, "trained_in"), (RECRUITS, "recruits_in")])
def test_by_the_other_reading_only_recruits_recoil_at_one_marker_on_the_table(
    profile: str, gone: str
) -> None:
    """morale.recoiled-into.levels, recoil.friend-holds: reading-one-marker-friend"""
    readings = Readings(((Reading.ONE_MARKER_SPARED, 1),))
    fought = driven(unit(1, 20, 18.6, profile=profile, markers=1), readings=readings)
    done = recoiled(fought, faces=(15,)).battle
    went = figures("reading-one-marker-friend")[gone]
    assert at(done, 1) == (20, 18.6 - went, 0)
    assert at(done) == (20, 19 if went else 19.6, 0)


def test_chains_are_carried_out_last_in_first_out() -> None:
    """morale.recoiled-into.chain, recoil.order"""
    fought = driven(unit(1, 20, 18.6, markers=1), unit(2, 20, 17.2, markers=1))
    done = recoiled(fought, faces=(20, 20))
    assert [(event.unit, event.by) for event in done.told(FriendRunInto)] == [(1, 0), (2, 1)]
    assert [event.unit for event in done.told(UnitRecoiled)] == [2, 1, 0]
    assert [at(done.battle, number)[1] for number in range(3)] == [19, 17.6, 16.2]


def test_the_nearest_friend_checks_first_and_one_that_holds_spares_those_behind() -> None:
    """recoil.order"""
    fought = driven(unit(1, 18.4, 18.5, markers=1), unit(2, 21.6, 18.8, markers=1))
    done = recoiled(fought, faces=(20, 20))
    assert [event.unit for event in done.told(FriendRunInto)] == [2, 1]
    held = recoiled(fought, faces=(1,))
    assert [event.unit for event in held.told(FriendRunInto)] == [2]
    assert at(held.battle) == (20, 19.8, 0)


def test_of_friends_equally_near_the_owner_says_who_checks_first() -> None:
    """recoil.order, recoil.equal-friends"""
    fought = driven(unit(1, 18.4, 18.6, markers=1), unit(2, 21.6, 18.6, markers=1))
    done = recoiled(fought, answers=(2,), faces=(20, 1))
    assert done.asked == ("recoil.equal-friends",)
    assert [(event.unit, event.passed) for event in done.told(MoraleTested)] == [(2, False), (1, True)]
    assert (at(done.battle, 2), at(done.battle)) == ((21.6, 17.6, 0), (20, 19.6, 0))


def test_a_friend_beside_the_way_is_not_run_into_and_one_touched_at_its_end_is() -> None:
    """morale.recoiled-into.once"""
    beside = driven(unit(1, 23, 20, markers=1), unit(2, 17, 19, markers=1))
    assert recoiled(beside).told(FriendRunInto) == ()
    touched = recoiled(driven(unit(1, 20, 18, markers=1)), faces=(1,))
    assert len(touched.told(FriendRunInto)) == 1
    assert recoiled(driven(unit(1, 20, 17.97, markers=1))).told(FriendRunInto) == ()


def test_a_friend_checks_once_for_a_unit_that_recoils_and_then_withdraws_through_it() -> None:
    """morale.recoiled-into.once"""
    fought = driven(unit(1, 20, 18.6, markers=1), markers=2)
    done = play(carry_out, fought, 0, Effect.WITHDRAW, BACK, faces=(1, 5))
    assert len(done.told(FriendRunInto)) == 1
    assert [event.distance for event in done.told(UnitWithdrew)] == [500]


@pytest.mark.parametrize("markers", [3, 4])
def test_a_unit_that_is_eliminated_runs_into_friends_before_it_goes(markers: int) -> None:
    """morale.recoiled-into.once, morale.row.3, morale.row.4"""
    fought = driven(unit(1, 20, 18.6, markers=1), markers=markers)
    done = play(carry_out, fought, 0, Effect.ELIMINATED, BACK, faces=(20,))
    assert [type(event) for event in done.events] == [
        FriendRunInto,
        MoraleTested,
        UnitRecoiled,
        UnitRecoiled,
        UnitRemoved,
    ]
    assert [event.how for event in done.told(UnitRemoved)] == [Removal.ELIMINATED]


def test_a_friend_at_three_markers_that_fails_is_eliminated_and_the_recoil_completed() -> None:
    """morale.recoiled-into.levels, recoil.friend-holds"""
    done = recoiled(driven(unit(1, 20, 18.6, markers=3)), faces=(10,)).battle
    assert done.units[1].removed is Removal.ELIMINATED
    assert at(done) == (20, 19, 0)


def test_a_friend_at_two_markers_that_fails_withdraws_the_way_it_was_pushed() -> None:
    """morale.recoiled-into.levels, recoil.pushed"""
    done = recoiled(driven(unit(1, 20, 18.6, markers=2)), faces=(12, 3)).battle
    # Its centre goes from 18.1 by 1 in of recoil and 3 in of withdrawal, and it looks down the table.
    assert (at(done, 1), done.units[1].markers) == ((20, 13.6, 180), 3)
    assert at(done) == (20, 19, 0)


def test_guns_run_into_that_are_abandoned_stay_and_hold_the_recoil() -> None:
    """recoil.friend-holds, morale.recoiled-into.levels"""
    done = recoiled(driven(unit(1, 20, 18.6, profile=GUNS, markers=2)), faces=(12,)).battle
    assert done.units[1].is_abandoned
    assert at(done) == (20, 19.6, 0)


def test_abandoned_guns_do_not_check_and_are_passed_over_to_the_other_side() -> None:
    """morale.recoiled-into.once, artillery.abandoned"""
    left = unit(1, 20, 18.6, profile=GUNS, formation=Formation.ABANDONED)
    done = recoiled(driven(left))
    assert done.told(FriendRunInto) == ()
    # The battery is 2 in deep: its rear is at 16.6, so the front of the Muskets comes to 16.6.
    assert at(done.battle) == (20, 16.6, 0)
    assert recoiled(driven(replace(left, side=1, command=1))).battle.units[0].pose == Pose(2000, 1660)


def test_a_friend_beyond_abandoned_guns_may_leave_no_room_to_pass_them() -> None:
    """artillery.abandoned, recoil.friend-holds"""
    left = unit(1, 20, 18.6, profile=GUNS, formation=Formation.ABANDONED)
    done = recoiled(driven(left, unit(2, 20, 16.5)), faces=(1,))
    assert [event.unit for event in done.told(FriendRunInto)] == [2]
    # It cannot end upon the guns, whose front is at 18.6.
    assert at(done.battle) == (20, 19.6, 0)


# ----------------------------------------------------------------------- garrisons
def held(*others: TricornUnit, x: float = 30, y: float = 20, **state: Any) -> TricornBattle:
    """A village of 4 by 4 in about a point, with a garrison, and an enemy who touches it from the north."""
    place = box(VILLAGE, x - 2, y - 2, x + 2, y + 2, id="village")
    return battle(
        garrison(0, place, markers=state.pop("markers", 0)),
        unit(1, x, y + 2, 180, side=1),
        *others,
        pieces=(place, *state.pop("pieces", ())),
        step=Step.MELEE,
        **state,
    )


def test_a_garrison_is_put_outside_in_line_on_the_side_away_from_the_enemy() -> None:
    """terrain.garrison.recoil"""
    fought = held()
    done = recoiled(fought, push_in_melee(fought, 0, 1))
    assert len(done.told(GarrisonDrivenOut)) == 1
    one = done.battle.units[0]
    assert (at(done.battle), one.formation, one.is_garrison) == ((30, 18, 0), Formation.LINE, False)
    assert (one.shape.width, one.shape.depth) == (300, 100)
    assert done.battle.garrison_of("village") is None
    assert at(recoiled(done.battle, push_in_melee(fought, 0, 1)).battle) == (30, 18, 0)


def test_a_garrison_under_fire_leaves_on_the_side_away_from_the_nearest_shooter_that_hit() -> None:
    """terrain.garrison.recoil, shooting.recoil-direction"""
    fought = held(unit(2, 34, 20.5, 270, side=1))
    due = Due(0, (1, 2), nearest=2, origin=middle_of(fought.units[2]))
    assert at(recoiled(fought, push_by_fire(fought, due)).battle) == (28, 20, 90)


def test_a_garrison_slides_along_its_side_to_a_free_place() -> None:
    """terrain.garrison.recoil"""
    fought = held(unit(2, 31, 17.5))
    done = recoiled(fought, push_in_melee(fought, 0, 1)).battle
    # Its neighbour's left flank is at 29.5: three inches of line end there.
    assert at(done) == (28, 18, 0)
    beside = held(unit(2, 27, 17.5, formation=Formation.COLUMN))
    assert at(recoiled(beside, push_in_melee(beside, 0, 1)).battle) == (30, 18, 0)


def test_a_garrison_with_no_free_place_stays_in_and_is_disordered() -> None:
    """terrain.garrison.recoil, recoil.blocked"""
    fought = held(unit(2, 30, 17.5, formation=Formation.LINE))
    done = recoiled(fought, push_in_melee(fought, 0, 1)).battle
    assert done.units[0].is_garrison
    assert done.units[0].markers == 1


def test_a_withdrawal_of_a_garrison_is_counted_from_outside() -> None:
    """terrain.garrison.recoil, withdraw.path"""
    fought = held(markers=2)
    push = push_in_melee(fought, 0, 1)
    done = play(carry_out, fought, 0, Effect.WITHDRAW, push, faces=(4,)).battle
    # Outside its centre is at 17.5; 4 in on, and it looks away from the enemy.
    assert (at(done), done.units[0].markers, done.units[0].permanent) == ((30, 13, 180), 3, 1)


def test_a_garrison_that_cannot_get_out_does_not_begin_to_withdraw() -> None:
    """terrain.garrison.recoil, recoil.blocked"""
    fought = held(unit(2, 30, 17.5), markers=2)
    done = play(carry_out, fought, 0, Effect.WITHDRAW, push_in_melee(fought, 0, 1))
    assert done.battle.units[0].removed is Removal.ELIMINATED


def test_a_garrison_is_not_put_over_the_edge_of_the_table() -> None:
    """terrain.garrison.recoil, movement.table-edge"""
    assert recoiled(near := held(y=2.4), push_in_melee(near, 0, 1)).battle.units[0].is_garrison
    corner = held(x=2, y=10)
    assert at(recoiled(corner, push_in_melee(corner, 0, 1)).battle) == (2, 8, 0)


@pytest.mark.parametrize(
    ("x", "enemy", "expected"),
    [
        (2.32, (3.38, 25.06, 225), (1.77, 22.43, 45)),
        (2.32, (3.38, 22.94, 315), (1.77, 25.57, 135)),
        (69.68, (68.62, 25.06, 135), (70.23, 22.43, 315)),
        (69.68, (68.62, 22.94, 45), (70.23, 25.57, 225)),
    ],
)
def test_a_garrison_slides_along_its_side_away_from_either_end_of_the_table(
    x: float, enemy: tuple[float, float, float], expected: tuple[float, float, float]
) -> None:
    """terrain.garrison.recoil: a chateau set askew, one corner 0.2 in from the edge of the table

    A line of 3 by 1 in at 45 degrees reaches 1.5 + 1.0 in times 0.7071 aside of the middle of its front.
    """
    corners = ((x - 2.12, 24), (x, 26.12), (x + 2.12, 24), (x, 21.88))
    place = area(STRONG_POINT, *corners, id="chateau")
    fought = battle(garrison(0, place), unit(1, *enemy, side=1), pieces=(place,), step=Step.MELEE)
    done = recoiled(fought, push_in_melee(fought, 0, 1)).battle
    assert at(done) == pytest.approx(expected, abs=0.0101)
    assert not done.units[0].is_garrison


def test_guns_in_a_redoubt_stay() -> None:
    """recoil.artillery, terrain.redoubt"""
    place = box(REDOUBT, 28, 18, 31, 21)
    fought = battle(battery_in(0, place, 29.5, 20.5), unit(1, 29.5, 21, 180, side=1), pieces=(place,))
    assert recoiled(fought, push_in_melee(fought, 0, 1)).events == ()


@pytest.mark.parametrize(
    ("guns", "stops"),
    [(None, 22.0), (Formation.UNLIMBERED, 22.1), (Formation.ABANDONED, 22.0)],
    ids=["empty", "manned", "abandoned"],
)
def test_abandoned_guns_do_not_hold_a_redoubt_against_those_who_recoil(
    guns: Formation | None, stops: float
) -> None:
    """terrain.compulsory, recoil.blocked: an outline stops them; an enemy in it does so 0.1 in before"""
    place = box(REDOUBT, 34, 18, 38, 21)
    held = () if guns is None else (replace(battery_in(2, place, 36, 20, 180, side=1), formation=guns),)
    fought = battle(
        unit(0, 36, 22.6), unit(1, 36, 22.6, 180, side=1), *held, pieces=(place,), step=Step.MELEE
    )
    done = recoiled(fought, push_in_melee(fought, 0, 1)).battle
    assert at(done) == (36, stops, 0)


def test_a_garrison_is_not_put_into_an_empty_place_beside_its_own() -> None:
    """terrain.garrison.recoil: the side away from the enemy is taken up by another village"""
    other = box(VILLAGE, 28, 13, 32, 17.5, id="other")
    fought = held(pieces=(other,))
    done = recoiled(fought, push_in_melee(fought, 0, 1)).battle
    free = recoiled(held(), push_in_melee(held(), 0, 1)).battle
    assert at(free) == (30, 18, 0)
    assert at(done) != (30, 18, 0)
