"""Retreats on the table: which way, how far, what stops them, and what becomes of garrisons."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link, Removal, Step
from sandtable.systems.coldsteel.events import UnitRetreated, UnitsRemoved
from sandtable.systems.coldsteel.morale_events import GarrisonDrivenOut, RetreatBarred
from sandtable.systems.coldsteel.retreating import Stop, fall_back, room_on, way_of
from sandtable.systems.coldsteel.trials import retreat, take_test
from sandtable.systems.coldsteel.troops import Figure, Formation
from sandtable.table.forced import direction_of, drifted_pose
from sandtable.table.measure import gap
from sandtable.table.space import HALF_TURN, Pose, centre, inches, standing
from tests.systems.coldsteel.parade_ground import (
    GUNS,
    HUSSARS,
    Played,
    battle,
    box,
    figures,
    garrison,
    house,
    play,
    readings_of,
    unit,
)

SERGEANT = (Figure.SERGEANT,)


def middle(one: ColdSteelUnit) -> tuple[float, float]:
    """The middle of a unit's footprint, in inches."""
    x, y = centre(standing(one), one.shape)
    return round(x / 100, 2), round(y / 100, 2)


def centred(number: int, x: float, y: float, facing: float = 0, **state: Any) -> ColdSteelUnit:
    """A unit with the middle of its footprint at x, y."""
    made = unit(number, x, y, facing, **state)
    here = centre(standing(made), made.shape)
    pose = Pose(2 * inches(x) - round(here.x), 2 * inches(y) - round(here.y), standing(made).heading)
    return replace(made, pose=pose)


def fails(
    fought: ColdSteelBattle, unit: int = 0, faces: tuple[int, ...] = (2, 3), **play_with: Any
) -> Played:
    """A unit without an Officer throws a failing test."""
    return play(take_test, fought, unit, faces=faces, **play_with)


def lines(*units: ColdSteelUnit, **state: Any) -> ColdSteelBattle:
    return battle(*units, step=Step.FIRST_MORALE, **state)


# --------------------------------------------------------------------- which way, how far
def test_a_retreat_leads_from_the_middle_of_the_nearest_enemy_through_its_own() -> None:
    """morale-11: morale.retreat.direction, morale.fail"""
    fought = lines(centred(0, 33, 24), centred(1, 30, 20, side=1, profile=GUNS))
    played = fails(fought)
    assert middle(played.battle.units[0]) == (figures("morale-11")["x"], figures("morale-11")["y"])
    assert standing(played.battle.units[0]).heading == standing(fought.units[0]).heading
    assert played.battle.units[0].failed


def test_a_living_sergeant_halves_the_retreat() -> None:
    """morale-12: leaders.sergeant"""
    fought = lines(centred(0, 33, 24, command=SERGEANT), centred(1, 30, 20, side=1, profile=GUNS))
    played = fails(fought)
    assert middle(played.battle.units[0]) == (figures("morale-12")["x"], figures("morale-12")["y"])


def test_a_retreat_is_the_same_for_every_arm_formation_and_ground() -> None:
    """morale.retreat.fixed: cavalry in column with its musician, over rough ground, goes back 6 in."""
    marsh = box("marsh", 0, 20, 72, 30)
    drummers = (Figure.MUSICIAN,)
    horse = centred(0, 33, 24, profile=HUSSARS, formation=Formation.COLUMN, command=drummers, models=4)
    foe = centred(1, 33, 12, side=1, profile=GUNS)
    played = play(retreat, lines(horse, foe, pieces=(marsh,)), 0, 600.0)
    assert middle(played.battle.units[0]) == (33, 30)
    assert not played.battle.units[0].manoeuvred


def test_with_no_enemy_on_the_table_a_unit_makes_for_its_own_edge() -> None:
    """morale.retreat.direction"""
    gone = replace(unit(1, 10, 10, side=1), pose=None)
    played = fails(lines(centred(0, 30, 20), gone))
    assert middle(played.battle.units[0]) == (30, 14)
    played = fails(lines(gone_as(gone, 0), centred(1, 30, 20, side=1), active=1), 1)
    assert middle(played.battle.units[1]) == (30, 26)


def gone_as(gone: ColdSteelUnit, number: int) -> ColdSteelUnit:
    return replace(gone, id=number, side=0)


def test_if_two_middles_are_the_same_a_unit_makes_for_its_own_edge() -> None:
    """morale.retreat.direction"""
    one, other = centred(0, 30, 20), centred(1, 30, 20, side=1)
    assert way_of(lines(one, other), one, 1) == pytest.approx((0, -1))


def test_of_enemies_equally_near_the_owner_chooses_from_whom_to_retreat() -> None:
    """morale.retreat-tie, morale.retreat.direction"""
    fought = lines(centred(0, 30, 24), centred(1, 30, 14, side=1), centred(2, 30, 34, side=1))
    played = fails(fought, answers=(2,))
    assert played.asked == ("morale.retreat-tie",)
    assert middle(played.battle.units[0])[1] < 24
    played = fails(fought, answers=(1,))
    assert middle(played.battle.units[0])[1] > 24


def test_a_garrison_counts_as_an_enemy_with_the_middle_of_its_building() -> None:
    """morale.retreat.direction, geometry.distance"""
    home = house(28, 10, 32, 14)
    fought = lines(centred(0, 30, 20), garrison(1, home, side=1), pieces=(home,))
    assert middle(fails(fought).battle.units[0]) == (30, 26)


def test_a_square_falls_back_by_its_middle() -> None:
    """geometry.precision, formation.shrink-square"""
    square = unit(0, 30, 20, formation=Formation.SQUARE, models=17)
    assert square.hub is not None
    fought = lines(square, centred(1, 27, square.hub.y / 100 - 4, side=1, profile=GUNS))
    played = play(retreat, fought, 0, 600.0)
    there = played.battle.units[0]
    assert there.hub == (square.hub.x + 360, square.hub.y + 480)
    assert there.shape == square.shape


# --------------------------------------------------------------------- the edge of the table
def test_a_unit_that_would_cross_the_edge_leaves_the_table_and_is_lost() -> None:
    """morale-13: morale.retreat.edge"""
    expected = figures("morale-13")
    for command, lost in (((), "lost_without_sergeant"), (SERGEANT, "lost_with_sergeant")):
        line = unit(0, 20, 41.5, 180, command=command)
        fought = lines(line, centred(1, 20, 30, side=1))
        played = fails(fought)
        assert (played.told(UnitsRemoved) == (UnitsRemoved((0,), Removal.LEFT),)) is expected[lost]
        assert (played.battle.units[0].pose is None) is expected[lost]


def test_a_unit_that_comes_exactly_to_the_edge_stays() -> None:
    """morale.retreat.edge"""
    fought = lines(unit(0, 20, 40.5, 180), centred(1, 20, 30, side=1))
    assert middle(fails(fought).battle.units[0]) == (20, 47.25)


def test_a_unit_that_is_stopped_short_of_the_edge_is_not_lost() -> None:
    """morale.retreat.edge, morale.retreat.blocked"""
    fought = lines(
        unit(0, 20, 42, 180), centred(1, 20, 30, side=1), pieces=(box("building", 10, 45, 30, 47),)
    )
    played = fails(fought)
    assert middle(played.battle.units[0]) == (20, 44.25)
    assert not played.told(UnitsRemoved)


# --------------------------------------------------------------------- what stops it
def test_a_retreat_stops_an_inch_short_of_an_enemy_behind() -> None:
    """morale-18: morale.retreat.blocked"""
    line = centred(0, 20, 20, 180)
    behind = unit(2, 20, 26.25, side=1)
    fought = lines(line, centred(1, 20, 16, side=1, profile=GUNS), behind)
    played = fails(fought)
    x, y = middle(played.battle.units[0])
    assert (x, y) == (20, figures("morale-18")["y"])
    assert y - 20 == figures("morale-18")["moved"]


def test_a_retreat_stops_at_once_if_it_would_come_nearer_to_an_enemy_within_an_inch() -> None:
    """morale.retreat.blocked: it stays, and nothing else befalls it."""
    line = centred(0, 20, 20, 180)
    behind = unit(2, 20, 22.75, side=1)
    fought = lines(line, centred(1, 20, 18.25, side=1), behind)
    played = fails(fought)
    assert played.told(RetreatBarred) == (RetreatBarred(0),)
    assert played.battle.units[0].pose == line.pose
    assert played.battle.units[0].removed is None
    assert played.battle.units[0].failed


def test_a_retreat_past_an_enemy_within_an_inch_goes_on_if_it_comes_no_nearer() -> None:
    """morale.retreat.blocked: 0.5 in beside its way."""
    line, beside = centred(0, 20, 20, 180), unit(2, 25.75, 22, 90, side=1, models=16)
    fought = lines(line, centred(1, 20, 16, side=1, profile=GUNS), beside)
    way = way_of(fought, line, 1)
    assert fall_back(fought, line, way, 600).gone == 600


@pytest.mark.parametrize("kind", ["building", "river or lake"])
def test_a_retreat_stops_where_it_meets_a_building_or_impassable_ground(kind: str) -> None:
    """morale.retreat.blocked"""
    line, block = centred(0, 20, 20, 180), box(kind, 10, 23, 30, 30)
    fought = lines(line, centred(1, 20, 16, side=1, profile=GUNS), pieces=(block,))
    assert middle(fails(fought).battle.units[0]) == (20, 22.25)


def test_a_retreat_goes_over_rough_ground_and_obstacles() -> None:
    """morale.retreat.blocked, morale.retreat.fixed"""
    line, wood = centred(0, 20, 20, 180), box("wood", 10, 23, 30, 30)
    fought = lines(line, centred(1, 20, 16, side=1, profile=GUNS), pieces=(wood,))
    assert middle(fails(fought).battle.units[0]) == (20, 26)


def test_a_unit_that_stands_over_water_on_a_bridge_may_fall_back_off_it() -> None:
    """morale.retreat.blocked: what it stands in it does not meet."""
    water = box("river or lake", 0, 18, 72, 22)
    column = centred(0, 20, 20, formation=Formation.COLUMN)
    fought = lines(column, centred(1, 20, 10, side=1, profile=GUNS), pieces=(water,))
    assert middle(fails(fought).battle.units[0]) == (20, 26)


def test_a_distance_short_by_less_than_comparisons_allow_stops_nobody() -> None:
    """geometry.inclusive"""
    assert room_on((Stop(300, 350),), 320) == 320
    assert room_on((Stop(300, 350),), 400) == 300
    assert room_on((), 400) == 400


# --------------------------------------------------------------------- friends
def test_a_retreat_passes_through_friends_and_goes_on_until_it_is_clear() -> None:
    """morale-20: morale.retreat.friends"""
    friend = unit(2, 20, 27, models=26, files=13)
    assert friend.shape.depth == 150
    fought = lines(centred(0, 20, 20, 180), centred(1, 20, 10, side=1, profile=GUNS), friend)
    played = fails(fought)
    x, y = middle(played.battle.units[0])
    assert (x, y) == (20, figures("morale-20")["y"])
    assert y - 20 == figures("morale-20")["moved"]


def test_a_retreat_past_one_friend_onto_another_goes_on_past_him_too() -> None:
    """morale.retreat.friends"""
    fought = lines(
        centred(0, 20, 20, 180),
        centred(1, 20, 10, side=1, profile=GUNS),
        unit(2, 20, 27),
        unit(3, 20, 28.6),
    )
    assert middle(fails(fought).battle.units[0]) == (20, 29.35)


def test_a_retreat_that_cannot_get_past_a_friend_stops_at_the_last_free_place() -> None:
    """morale.retreat.friends: an enemy, or the edge of the table, is too close behind him."""
    friend = unit(2, 20, 27)
    foe = centred(1, 20, 10, side=1, profile=GUNS)
    fought = lines(centred(0, 20, 20, 180), foe, friend, unit(3, 20, 30.5, side=1))
    assert middle(fails(fought).battle.units[0]) == (20, 24.75)
    at_the_edge = lines(centred(0, 20, 20, 180), foe, friend, size=(72, 28))
    assert middle(fails(at_the_edge).battle.units[0]) == (20, 24.75)


def test_a_retreat_with_no_free_place_on_its_way_stays_where_it_began() -> None:
    """morale.retreat.friends"""
    friend = unit(2, 20, 22.25)
    foe = centred(1, 20, 10, side=1, profile=GUNS)
    wall = box("river or lake", 0, 22.5, 72, 40)
    line = centred(0, 20, 20, 180)
    played = fails(lines(line, foe, friend, pieces=(wall,)))
    assert played.battle.units[0].pose == line.pose


def test_friends_in_a_building_are_not_passed() -> None:
    """morale.retreat.blocked"""
    home = house(15, 23, 25, 30)
    fought = lines(
        centred(0, 20, 20, 180),
        centred(1, 20, 10, side=1, profile=GUNS),
        garrison(2, home),
        pieces=(home,),
    )
    assert middle(fails(fought).battle.units[0]) == (20, 22.25)


# --------------------------------------------------------------------- charged this turn
def charged_from_two_sides() -> ColdSteelBattle:
    line = unit(0, 20, 20, command=SERGEANT, charged_by=(1, 2))
    front = unit(1, 20, 20, 180, side=1, charged=0)
    flank = unit(2, 24.5, 19.5, 270, side=1, charged=0)
    links = (Link(1, 0, 3), Link(2, 0, 3))
    readings = readings_of("morale-19")
    return battle(line, front, flank, step=Step.SECOND_MORALE, turn=3, links=links, readings=readings)


def test_who_still_touches_a_charger_after_its_retreat_is_destroyed() -> None:
    """morale-19 (a): morale.retreat.still-engaged, morale.retreat.blocked"""
    played = fails(charged_from_two_sides(), answers=(1,))
    assert played.told(UnitRetreated)
    assert played.battle.units[0].removed is Removal.OVERRUN
    assert figures("morale-19")["a"] == "destroyed"
    assert played.battle.links == ()


def test_who_gets_clear_of_all_chargers_fights_no_melee() -> None:
    """morale-19 (b): morale.retreat.still-engaged, leaders.sergeant, geometry.engaged-zero"""
    played = fails(charged_from_two_sides(), answers=(2,))
    expected = figures("morale-19")["b"]
    pose = standing(played.battle.units[0])
    assert (pose.x, pose.y) == (inches(expected["front_x"]), inches(expected["front_y"]))
    assert played.battle.units[0].removed is None
    assert played.battle.links == ()


def test_who_cannot_move_at_all_from_its_charger_is_overrun() -> None:
    """morale.retreat.still-engaged"""
    line, charger = unit(0, 20, 20), unit(1, 20, 20, 180, side=1, charged=0)
    behind = unit(2, 20, 17.75, side=1)
    links, readings = (Link(1, 0, 3),), readings_of("morale-15")
    fought = battle(line, charger, behind, step=Step.SECOND_MORALE, turn=3, links=links, readings=readings)
    played = fails(fought)
    assert played.told(UnitsRemoved) == (UnitsRemoved((0,), Removal.OVERRUN),)
    assert not played.told(UnitRetreated)


# --------------------------------------------------------------------- garrisons
HOME = house(30, 20, 34, 24)


def held(**state: Any) -> ColdSteelUnit:
    return garrison(0, HOME, models=16, **state)


def test_a_garrison_is_driven_out_by_the_wall_farthest_from_the_nearest_enemy() -> None:
    """bldg-03: building.retreat, formation.column"""
    enemy = unit(1, 32, 17, 0, side=1, models=6, formation=Formation.ATTACK_COLUMN)
    enemy = replace(enemy, shape=replace(enemy.shape, width=400, depth=200))
    fought = lines(held(), enemy, pieces=(HOME,))
    played = fails(fought, faces=(1, 2))
    assert played.told(GarrisonDrivenOut)
    there, expected = played.battle.units[0], figures("bldg-03")
    assert there.formation is Formation.COLUMN
    assert (there.building, there.files) == ("", 2)
    assert standing(there) == Pose(3200, inches(expected["y1"]), 0)
    assert inches(expected["x1"]) - inches(expected["x0"]) == there.shape.width
    assert inches(expected["y1"]) - inches(expected["y0"]) == there.shape.depth


def test_a_sergeant_keeps_a_garrison_nearer_to_its_building() -> None:
    """building.retreat, leaders.sergeant"""
    fought = lines(held(command=SERGEANT), unit(1, 32, 15, side=1), pieces=(HOME,))
    played = fails(fought, faces=(1, 3))
    assert standing(played.battle.units[0]) == Pose(3200, 3300, 0)


def test_the_owner_chooses_between_walls_and_between_enemies_equally_far() -> None:
    """building.retreat-wall-tie, building.retreat-enemy-tie, building.retreat"""
    by_the_door = unit(1, 32, 24, 180, side=1, models=8, formation=Formation.COLUMN)
    below = unit(2, 32, 20, 0, side=1, models=8, formation=Formation.COLUMN)
    fought = lines(held(), by_the_door, below, pieces=(HOME,))
    played = fails(fought, faces=(1, 2), answers=(1,))
    assert played.asked == ("building.retreat-enemy-tie",)
    corner = unit(1, 27, 17, 45, side=1, models=2, formation=Formation.COLUMN)
    fought = lines(held(), corner, pieces=(HOME,))
    played = fails(fought, faces=(1, 2), answers=(900,))
    assert played.asked == ("building.retreat-wall-tie",)
    assert standing(played.battle.units[0]) == Pose(3400 + 600 + 600, 2200, 900)


def test_a_garrison_driven_off_the_table_is_lost() -> None:
    """building.retreat"""
    home = house(30, 38, 34, 42)
    fought = lines(garrison(0, home, models=16), unit(1, 32, 35, side=1), pieces=(home,))
    played = fails(fought, faces=(1, 2))
    assert played.told(UnitsRemoved) == (UnitsRemoved((0,), Removal.LEFT),)


def test_if_there_is_no_room_behind_the_farthest_wall_the_next_is_tried() -> None:
    """building.retreat, formation.reform-legal"""
    enemy = unit(1, 27, 17, side=1)
    taken = unit(2, 32, 34)
    fought = lines(held(), enemy, taken, pieces=(HOME,))
    played = fails(fought, faces=(1, 2))
    assert standing(played.battle.units[0]) == Pose(4600, 2200, 900)


def test_a_garrison_with_no_room_behind_any_wall_is_destroyed() -> None:
    """building.retreat"""
    lake = box("river or lake", 0, 0, 72, 19, "south")
    others = (
        box("river or lake", 0, 25, 72, 48, "north"),
        box("river or lake", 0, 19, 29, 25, "west"),
        box("river or lake", 35, 19, 72, 25, "east"),
    )
    fought = lines(held(), unit(1, 27, 10, side=1), pieces=(HOME, lake, *others))
    played = fails(fought, faces=(1, 2))
    assert played.told(UnitsRemoved) == (UnitsRemoved((0,), Removal.DESTROYED),)


def test_with_no_enemy_on_the_table_a_garrison_leaves_towards_its_own_edge() -> None:
    """building.retreat, morale.retreat.direction"""
    fought = lines(held(), replace(unit(1, 0, 0, side=1), pose=None), pieces=(HOME,))
    played = fails(fought, faces=(1, 2))
    assert standing(played.battle.units[0]).heading == HALF_TURN


def test_a_garrison_just_charged_gets_away_from_its_charger() -> None:
    """building.retreat, morale.retreat.still-engaged"""
    charger = unit(1, 32, 20, side=1, charged=0)
    links, readings = (Link(1, 0, 2),), readings_of("morale-15")
    fought = lines(held(), charger, pieces=(HOME,), turn=2, links=links, readings=readings)
    played = fails(fought, faces=(1, 2))
    assert standing(played.battle.units[0]) == Pose(3200, 3600, 0)
    assert played.battle.links == ()


# --------------------------------------------------------------------- against small steps
SPOTS = st.tuples(st.integers(8, 50), st.integers(8, 40), st.integers(0, 35))
ROUNDED = 3.0
"""What rounding poses to the grid, and the steps of the twin, may make of a gap."""


def _crowd(spots: list[tuple[int, int, int]]) -> list[ColdSteelUnit]:
    """Units at some of these places, none over another; every third is a friend of the first."""
    placed: list[ColdSteelUnit] = []
    for x, y, turn in spots:
        side = 0 if len(placed) % 3 == 0 else 1
        one = unit(len(placed), x, y, turn * 10, side=side, models=12)
        if all(gap(one, other, "footprint") > 0 for other in placed):
            placed.append(one)
    return placed


@settings(max_examples=40, deadline=None)
@given(st.lists(SPOTS, min_size=4, max_size=8, unique=True), st.integers(0, 3599))
def test_a_retreat_agrees_with_a_twin_that_looks_at_every_step(
    spots: list[tuple[int, int, int]], heading: int
) -> None:
    """morale.retreat.blocked, morale.retreat.edge, morale.retreat.friends"""
    crowd = _crowd(spots)
    line, others = crowd[0], crowd[1:]
    fought, way = lines(*crowd), direction_of(heading)
    back = fall_back(fought, line, way, 600)
    keeps = {foe.id: min(100.0, gap(line, foe, "footprint")) for foe in others if foe.side}
    for gone in range(0, round(back.gone) + 1, 4):
        there = replace(line, pose=drifted_pose(standing(line), way, gone))
        for foe in others:
            assert not foe.side or gap(there, foe, "footprint") > keeps[foe.id] - ROUNDED
    if back.lost:
        return
    ended = replace(line, pose=back.to)
    assert all(gap(ended, other, "footprint") > -ROUNDED for other in others)
    if back.gone < 600:
        further = replace(line, pose=drifted_pose(standing(line), way, back.gone + 20))
        blocked = any(gap(further, foe, "footprint") < keeps[foe.id] + ROUNDED for foe in others if foe.side)
        on_friend = any(gap(further, one, "footprint") < ROUNDED for one in others if not one.side)
        assert blocked or on_friend
