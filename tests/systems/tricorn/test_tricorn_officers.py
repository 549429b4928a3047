"""Officers on the table: their moves, joining units, getting out of the way, and coming on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refused
from sandtable.systems.tricorn.battle import Activation, Allowance, Command, Officer, TricornBattle
from sandtable.systems.tricorn.command_events import OfficerAppeared, OfficerStayed
from sandtable.systems.tricorn.nearness import distance_to, place_of
from sandtable.systems.tricorn.officer_decisions import Errand, Join
from sandtable.systems.tricorn.officer_events import OfficerEscaped, OfficerLost, OfficerMoved
from sandtable.systems.tricorn.officers import (
    appear_with,
    beside,
    can_ride,
    give_way,
    joinable,
    may_move,
    move_officer,
    ride_of,
)
from sandtable.table.space import Point, inches
from tests.systems.tricorn.parade_ground import battle, box, officer, play, strip, unit

RIVER = "river"


def at(x: float, y: float) -> Point:
    """A place in inches."""
    return Point(inches(x), inches(y))


def with_officer_active(*units: object, who: Officer, **state: object) -> TricornBattle:
    """A battle in which one officer of the first side is active."""
    others = (officer(1, 71, 47, side=1, command=1),)
    active = Activation(0, who.command, 0, Allowance.FULL)
    return battle(*units, officers=(who, *others), activation=active, **state)  # type: ignore[arg-type] # plain


# --------------------------------------------------------------------- his own move
def test_an_officer_rides_up_to_12_inches_in_any_direction() -> None:
    """leaders.move, move.officer"""
    fought = with_officer_active(unit(0, 40, 30), who=officer(0, 20, 20, command=0))
    done = play(move_officer, fought, answers=(Errand.RIDE, at(20, 8)))
    assert done.told(OfficerMoved) == (OfficerMoved(0, at(20, 8)),)
    assert place_of(done.battle, done.battle.officers[0]) == at(20, 8)
    assert not may_move(done.battle), "once in an activation"
    with pytest.raises(Refused, match="within 12"):
        play(move_officer, fought, answers=(Errand.RIDE, at(20, 7.9)))


def test_his_base_stays_on_the_table() -> None:
    """leaders.move, leaders.base: it is 1 in across"""
    fought = with_officer_active(unit(0, 40, 30), who=officer(0, 5, 5, command=0))
    play(move_officer, fought, answers=(Errand.RIDE, at(0.5, 0.5)))
    with pytest.raises(Refused, match="off the table"):
        play(move_officer, fought, answers=(Errand.RIDE, at(0.4, 0.5)))


def test_terrain_does_not_slow_him_but_he_rides_around_impassable_ground() -> None:
    """leaders.move"""
    wood = box("wood", 10, 21, 30, 30)
    through = with_officer_active(unit(0, 40, 40), who=officer(0, 20, 20, command=0), pieces=(wood,))
    play(move_officer, through, answers=(Errand.RIDE, at(20, 32)))
    water = box(RIVER, 0, 22, 30, 24)
    barred = with_officer_active(unit(0, 40, 40), who=officer(0, 20, 20, command=0), pieces=(water,))
    with pytest.raises(Refused, match="the way there"):
        play(move_officer, barred, answers=(Errand.RIDE, at(20, 26)))
    short = box(RIVER, 18, 22, 21, 23)
    around = with_officer_active(unit(0, 40, 40), who=officer(0, 20, 20, command=0), pieces=(short,))
    play(move_officer, around, answers=(Errand.RIDE, at(20, 26)))
    with pytest.raises(Refused, match="cannot be entered"):
        play(move_officer, around, answers=(Errand.RIDE, at(20, 22.5)))


def test_he_rides_neither_through_enemies_nor_into_their_zone() -> None:
    """leaders.move: a zone reaches 4 in before the front"""
    enemy = unit(1, 20, 26, 180, side=1)
    fought = with_officer_active(unit(0, 60, 10), enemy, who=officer(0, 20, 18, command=0))
    play(move_officer, fought, answers=(Errand.RIDE, at(20, 21.4)))
    with pytest.raises(Refused, match="stopping is not allowed"):
        play(move_officer, fought, answers=(Errand.RIDE, at(20, 22.6)))
    with pytest.raises(Refused, match="the way there"):
        play(move_officer, fought, answers=(Errand.RIDE, at(20, 29.5)))


def test_out_of_a_zone_in_which_he_stands_he_may_always_ride() -> None:
    """leaders.move"""
    enemy = unit(1, 20, 26, 180, side=1)
    fought = with_officer_active(unit(0, 60, 10), enemy, who=officer(0, 20, 23, command=0))
    done = play(move_officer, fought, answers=(Errand.RIDE, at(20, 15)))
    assert done.told(OfficerMoved) == (OfficerMoved(0, at(20, 15)),)


def test_he_may_stay_and_then_moves_no_more() -> None:
    """leaders.move"""
    fought = with_officer_active(unit(0, 40, 30), who=officer(0, 20, 20, command=0))
    done = play(move_officer, fought, answers=(Errand.STAY,))
    assert done.told(OfficerStayed) == (OfficerStayed(0),)
    assert not may_move(done.battle)


@pytest.mark.parametrize(
    ("allowance", "here", "may"),
    [
        (Allowance.HALF, True, True),
        (Allowance.FULL, True, True),
        (Allowance.NONE, True, False),
        (Allowance.FULL, False, False),
    ],
)
def test_he_moves_whatever_the_roll_unless_he_declined(
    allowance: Allowance, *, here: bool, may: bool
) -> None:
    """leaders.move, turn.passed-move, turn.active-general-lost"""
    who = officer(0, 20, 20, command=0) if here else officer(0, command=0, lost=True)
    fought = with_officer_active(unit(0, 40, 30), who=who)
    assert fought.activation is not None
    fought = replace(fought, activation=replace(fought.activation, allowance=allowance))
    assert may_move(fought) is may


# --------------------------------------------------------------------- joining and leaving units
def test_a_general_joins_units_of_his_own_command_and_a_chief_any() -> None:
    """leaders.attach, move.officer"""
    units = (unit(0, 20, 24), unit(1, 26, 24, command=1), unit(2, 60, 24))
    commands = (Command("a", 0, 0, 2), Command("b", 0, 1, 1))
    general = with_officer_active(*units, who=officer(0, 20, 20, command=0), commands=commands)
    assert joinable(general, general.officers[0]) == (0,)
    chief = with_officer_active(*units, who=officer(0, 20, 20, chief=True), commands=commands)
    assert joinable(chief, chief.officers[0]) == (0, 1)
    done = play(move_officer, chief, answers=(Join(1),))
    assert done.battle.officers[0].attached == 1
    assert done.battle.officers[0].place is None


def test_one_officer_is_attached_to_a_unit_at_most() -> None:
    """leaders.attach"""
    staff = (officer(0, 20, 20, command=0), officer(1, side=0, chief=True, attached=0))
    fought = battle(unit(0, 20, 24), unit(1, 26, 24), officers=staff)
    assert joinable(fought, fought.officers[0]) == (1,)


def test_he_comes_as_far_as_his_base_touches_the_unit() -> None:
    """leaders.attach, leaders.move: 12 in of riding and half an inch of base"""
    near = with_officer_active(unit(0, 20, 34), who=officer(0, 20, 20, command=0))
    assert near.units[0].pose is not None
    rear = distance_to(near.units[0], at(20, 20)) / 100
    touching = with_officer_active(unit(0, 20, 34), who=officer(0, 20, 20 + rear - 12.5, command=0))
    assert joinable(touching, touching.officers[0]) == (0,)
    short = with_officer_active(unit(0, 20, 34), who=officer(0, 20, 20 + rear - 12.6, command=0))
    assert joinable(short, short.officers[0]) == ()


@pytest.mark.parametrize(("end", "joins"), [(72, ()), (22, (0,))])
def test_he_joins_nobody_across_a_river_that_he_cannot_ride_round(end: float, joins: tuple[int, ...]) -> None:
    """leaders.move, leaders.attach: 5 in straight on, but impassable ground lies between"""
    river = strip(RIVER, 1, (0, 23), (end, 23))
    fought = with_officer_active(unit(0, 20, 26), who=officer(0, 20, 20, command=0), pieces=(river,))
    assert joinable(fought, fought.officers[0]) == joins


def test_he_joins_nobody_through_the_zone_of_an_enemy_in_which_that_unit_does_not_stand() -> None:
    """leaders.move: the zone and the enemy himself shut him off from who stands behind both"""
    wall = [unit(number, 3 * number - 4.5, 24, 180, side=1) for number in range(1, 9)]
    fought = with_officer_active(unit(0, 12, 30), *wall, who=officer(0, 12, 19, command=0))
    assert joinable(fought, fought.officers[0]) == ()
    alone = with_officer_active(unit(0, 12, 30), who=officer(0, 12, 19, command=0))
    assert joinable(alone, alone.officers[0]) == (0,)


def test_into_a_zone_he_rides_only_to_join_a_unit_that_stands_in_it() -> None:
    """leaders.move"""
    enemy = unit(2, 20, 26, 180, side=1)
    in_it, behind_it = unit(0, 20, 23), unit(1, 30, 30)
    fought = with_officer_active(in_it, behind_it, enemy, who=officer(0, 20, 18, command=0))
    assert 0 in joinable(fought, fought.officers[0])


def test_he_leaves_a_unit_from_any_point_of_its_edge() -> None:
    """leaders.attach: 12 in from the edge, not from the middle"""
    fought = with_officer_active(unit(0, 20, 20), who=officer(0, command=0, attached=0))
    done = play(move_officer, fought, answers=(Errand.RIDE, at(20, 32)))
    assert done.battle.officers[0].attached is None
    assert done.battle.officers[0].place == at(20, 32)
    with pytest.raises(Refused, match="within 12"):
        play(move_officer, fought, answers=(Errand.RIDE, at(20, 32.1)))


def test_an_attached_officer_goes_wherever_his_unit_goes() -> None:
    """leaders.attach, command.radius.measure: he stands at the middle of its rectangle"""
    fought = with_officer_active(unit(0, 20, 20), who=officer(0, command=0, attached=0))
    depth = fought.units[0].shape.depth
    assert place_of(fought, fought.officers[0]) == Point(2000, 2000 - depth / 2)
    pose = fought.units[0].pose
    assert pose is not None
    moved = fought.with_unit(replace(fought.units[0], pose=pose.shifted(0, 600)))
    assert place_of(moved, moved.officers[0]) == Point(2000, 2600 - depth / 2)


# --------------------------------------------------------------------- out of the way
def contacted(*friends: object, place: tuple[float, float] = (20, 20)) -> TricornBattle:
    """A unit of side 0 that has come on from 20, 10 to 20, 21, and an enemy officer on its way."""
    staff = (officer(0, 1, 1, command=0), officer(1, *place, side=1, command=1))
    return battle(unit(0, 20, 21), *friends, officers=staff)  # type: ignore[arg-type] # units all


def test_an_officer_whom_an_enemy_move_touches_makes_off_behind_the_nearest_friends() -> None:
    """leaders.contacted, officer.escape"""
    fought = contacted(unit(1, 20, 30, 180, side=1), unit(2, 40, 30, 180, side=1))
    swept = (unit(0, 20, 10), fought.units[0])
    done = play(give_way, fought, 0, swept)
    (gone,) = done.told(OfficerEscaped)
    assert gone.unit == 1
    behind = fought.units[1].shape.depth
    assert gone.place == Point(2000, 3000 + behind + 50), "touching its far side"
    assert done.battle.officers[1].attached is None


def test_with_no_friends_within_12_inches_he_is_lost() -> None:
    """leaders.contacted"""
    fought = contacted(unit(1, 20, 32.4, 180, side=1))
    swept = (unit(0, 20, 10), fought.units[0])
    assert play(give_way, fought, 0, swept).told(OfficerLost) == (OfficerLost(1),)
    near = contacted(unit(1, 20, 32, 180, side=1))
    assert play(give_way, near, 0, swept).told(OfficerLost) == ()


def test_his_player_chooses_among_equally_near_friends() -> None:
    """officer.escape"""
    fought = contacted(unit(1, 15, 30, 180, side=1), unit(2, 25, 30, 180, side=1))
    swept = (unit(0, 20, 10), fought.units[0])
    done = play(give_way, fought, 0, swept, answers=(2,))
    assert done.asked == ("officer.escape",)
    assert done.told(OfficerEscaped)[0].unit == 2


def test_an_officer_beside_the_way_or_with_a_unit_is_left_alone() -> None:
    """leaders.contacted"""
    swept = (unit(0, 20, 10), unit(0, 20, 21))
    aside = contacted(unit(1, 20, 30, 180, side=1), place=(30, 20))
    assert play(give_way, aside, 0, swept).events == ()
    staff = (officer(0, 1, 1, command=0), officer(1, side=1, command=1, attached=1))
    attached = battle(unit(0, 20, 21), unit(1, 20, 23, 180, side=1), officers=staff)
    assert play(give_way, attached, 0, swept).events == ()


# --------------------------------------------------------------------- coming on
def test_a_general_appears_with_the_first_unit_of_his_command() -> None:
    """setup.arrivals"""
    fought = with_officer_active(unit(0, 30, 5), who=officer(0, command=0, entry=at(30, 0)))
    done = play(appear_with, fought, 0)
    (came,) = done.told(OfficerAppeared)
    assert distance_to(fought.units[0], came.place) == pytest.approx(50)
    assert may_move(done.battle), "it is no move of his"
    assert play(appear_with, done.battle, 0).events == (), "he appears once"


def test_an_officer_can_ride_exactly_if_some_place_is_open_to_him() -> None:
    """leaders.move: near enemies and their zones, at the edge, at and in a river, or in the open"""
    horse = [unit(one, 20 + 9 * one, 24, 180, side=1, profile="heavy-trained") for one in range(4)]
    other, river = officer(1, 71, 47, side=1, command=1), box(RIVER, 0, 0, 60, 12)
    found = []
    for x, y in [(x / 2, y / 2) for x in range(1, 100, 14) for y in range(1, 60, 5)]:
        fought = battle(*horse, officers=(officer(0, x, y), other), pieces=(river,))
        found.append(can_ride(fought, fought.officers[0]))
        assert found[-1] is ride_of(fought, fought.officers[0]).has_place
    assert {True, False} == set(found)


@pytest.mark.parametrize(
    ("x", "y", "place"),
    [(36, 24, (36, 22.5)), (36, 1, (34, 0.5)), (1.5, 1, (3.5, 0.5))],
    ids=["behind", "at the left flank", "at the right flank"],
)
def test_an_officer_touches_his_unit_behind_it_or_where_the_table_has_room(
    x: float, y: float, place: tuple[float, float]
) -> None:
    """leaders.attach: a line of 3 by 1 in, a base an inch across"""
    found = beside(unit(0, x, y), battle().field)
    assert (found.x / 100, found.y / 100) == pytest.approx(place)
