"""Distances, arcs, sight, room and buildings: what is measured on the table."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.game.battle.battle import scene_of
from sandtable.systems.coldsteel.arcs import faces_of, faces_towards, is_in_arc
from sandtable.systems.coldsteel.battle import ColdSteelBattle, ColdSteelUnit, Link
from sandtable.systems.coldsteel.buildings import building_of
from sandtable.systems.coldsteel.nearness import (
    all_within,
    distance,
    distance_to,
    enemies_within,
    is_touching,
    nearest_of,
)
from sandtable.systems.coldsteel.precision import is_within
from sandtable.systems.coldsteel.room import is_legal
from sandtable.systems.coldsteel.sight import TERMS, seen_from, sees_in_arc, visible
from sandtable.systems.coldsteel.terrain import Going, Sight, kind_of, kinds
from sandtable.systems.coldsteel.troops import Formation
from sandtable.table.measure import gap
from sandtable.table.room import Place
from sandtable.table.sight import sightings
from sandtable.table.space import Piece, Point, Pose, centre, corners, degrees, inches, standing
from tests.systems.coldsteel.parade_ground import (
    GUNS,
    HUSSARS,
    LIGHT,
    area,
    battle,
    box,
    figures,
    garrison,
    house,
    unit,
    wall,
)


# --------------------------------------------------------------------- distances
def test_distances_are_from_footprint_to_footprint() -> None:
    """geometry.distance, geometry.table"""
    fought = battle(unit(0, 20, 10), unit(1, 20, 20, 180, side=1))
    assert distance(fought, 0, 1) == pytest.approx(1000)
    column = unit(1, 20, 20, 180, side=1, formation=Formation.COLUMN)
    assert distance(battle(unit(0, 40, 10), column), 0, 1) == pytest.approx(100 * math.hypot(14.75, 10))


def test_a_garrison_is_measured_by_its_building() -> None:
    """geometry.distance, formation.garrison"""
    home = house(30, 20, 34, 24)
    fought = battle(unit(0, 32, 15), garrison(1, home, side=1), pieces=(home,))
    assert distance(fought, 0, 1) == pytest.approx(500)


def test_units_in_melee_are_at_nothing_even_where_losses_opened_a_gap() -> None:
    """geometry.engaged-zero"""
    units = unit(0, 20, 10), unit(1, 20, 13, 180, side=1)
    assert distance(battle(*units), 0, 1) == pytest.approx(300)
    locked = battle(*units, links=(Link(0, 1, 1),))
    assert distance(locked, 0, 1) == 0
    assert nearest_of(locked, 0, (1,)) == (1,)


@pytest.mark.parametrize(
    ("hundredths", "limit", "within"), [(600, 6, True), (600.4, 6, True), (601, 6, False), (1200, 12, True)]
)
def test_a_limit_includes_its_exact_value_and_what_is_lost_in_rounding(
    hundredths: float, limit: float, *, within: bool
) -> None:
    """geometry.inclusive"""
    assert is_within(hundredths, limit) is within


def test_bodies_a_hundredth_apart_or_across_are_touching() -> None:
    """geometry.precision"""
    here = unit(0, 20, 10)
    for y, touching in ((10.0, True), (10.01, True), (9.99, True), (10.03, False)):
        assert is_touching(here, unit(1, 20, y, 180, side=1)) is touching


def test_enemies_at_exactly_twelve_inches_are_near_and_friends_never_are() -> None:
    """morale.mod.cavalry is measured so: geometry.inclusive"""
    here = unit(0, 20, 10)
    others = unit(1, 20, 22, 180, side=1), unit(2, 31, 10), unit(3, 50, 40, side=1, profile=HUSSARS)
    assert enemies_within(battle(here, *others), here, 12) == (1,)


def test_the_distance_to_a_point_is_from_the_nearest_point_of_the_footprint() -> None:
    """geometry.distance"""
    assert distance_to(unit(0, 20, 10), Point(2000, 1300)) == pytest.approx(300)
    assert distance_to(unit(0, 20, 10), Point(2750, 1000)) == pytest.approx(300)


# --------------------------------------------------------------------- arcs
def corner_at(x: float, y: float) -> ColdSteelBattle:
    """A line at (36, 12) that faces north, and an enemy 2 in deep whose north-west corner is at x, y."""
    enemy = unit(1, x + 1.5, y, side=1, profile=GUNS)
    return battle(unit(0, 36, 12), replace(enemy, pose=Pose(inches(x + 1.5), inches(y), 0)))


def test_the_arc_opens_at_45_degrees_from_each_front_corner() -> None:
    """shoot-13: geometry.front-arc"""
    expected = figures("shoot-13")
    for key, x in (("a", 45), ("b", 46)):
        fought = corner_at(x, 17)
        assert (
            min(corner.x for corner in corners(standing(fought.units[1]), fought.units[1].shape)) == 100 * x
        )
        assert is_in_arc(fought.units[0], fought.units[1]) is expected[key]


def test_what_lies_behind_the_line_of_the_front_is_in_no_arc() -> None:
    """geometry.front-arc: y >= 0, the edge included"""
    line = unit(0, 36, 12)
    assert is_in_arc(line, unit(1, 36, 14, side=1, profile=GUNS)), "its rear lies behind, its front ahead"
    assert not is_in_arc(line, unit(1, 42.1, 11.9, side=1, profile=GUNS)), "beside it and behind its front"
    assert not is_in_arc(line, unit(1, 36, 8, side=1, profile=GUNS))


def test_skirmishers_look_all_round() -> None:
    """geometry.all-round"""
    loose = unit(0, 36, 24, profile=LIGHT, formation=Formation.SKIRMISH)
    assert faces_of(loose) == ()
    assert is_in_arc(loose, unit(1, 36, 2, side=1))
    assert not is_in_arc(unit(0, 36, 24, profile=LIGHT), unit(1, 36, 2, side=1))


@settings(deadline=None, max_examples=80)
@given(x=st.floats(4, 68), y=st.floats(4, 44), facing=st.integers(0, 359), turn=st.integers(0, 359))
def test_the_four_faces_of_a_square_cover_every_direction(x: float, y: float, facing: int, turn: int) -> None:
    """geometry.all-round"""
    square = unit(0, 36, 24, facing, formation=Formation.SQUARE)
    guns = unit(1, x, y, turn, side=1, profile=GUNS)
    assume(gap(square, guns, "footprint") > -1)
    assert is_in_arc(square, guns)
    assert faces_towards(square, guns)


def test_a_square_looks_with_the_nearest_of_the_faces_that_may() -> None:
    """geometry.face-choice"""
    square = unit(0, 36, 26.63, formation=Formation.SQUARE)
    assert faces_towards(square, unit(1, 36, 35, 180, side=1)) == ("front",)
    assert faces_towards(square, unit(1, 50, 24, 270, side=1)) == ("right",)
    wide = unit(1, 45, 35, 225, side=1)
    assert len(faces_towards(square, wide)) == 2, "it stands off the corner, as far from either face"


# --------------------------------------------------------------------- sight
def sees(*bodies_between: ColdSteelUnit, pieces: tuple[Piece, ...] = (), y: float = 10) -> bool:
    """Does a battery at (36, y) facing north see an enemy line at (36, 40)?"""
    between = tuple(replace(one, id=number) for number, one in enumerate(bodies_between, start=2))
    fought = battle(unit(0, 36, y, profile=GUNS), unit(1, 36, 40, 180, side=1), *between, pieces=pieces)
    return sees_in_arc(fought, fought.units[0], (1,)) == (1,)


def test_formed_troops_of_either_side_hide_what_is_behind_them() -> None:
    """geometry.los, geometry.los-blockers"""
    assert sees()
    assert not sees(unit(2, 36, 20)), "a friend"
    assert not sees(unit(2, 36, 20, side=1)), "an enemy"
    assert sees(unit(2, 44, 20)), "one that stands aside"


def test_one_clear_line_of_five_is_enough() -> None:
    """geometry.los: the centre and four corners"""
    hides_four = unit(2, 34, 39, profile=HUSSARS, formation=Formation.COLUMN)
    assert sees(hides_four)


def test_skirmishers_hide_nobody() -> None:
    """geometry.los-blockers"""
    assert sees(unit(2, 36, 20, profile=LIGHT, formation=Formation.SKIRMISH))


def test_buildings_hide_what_is_behind_them_but_neither_viewer_nor_target_inside() -> None:
    """geometry.los-blockers: a garrison blocks only as its building, and sees out of its own"""
    home = house(28, 20, 44, 24)
    assert not sees(pieces=(home,))
    fought = battle(unit(0, 36, 10), garrison(1, home, side=1), pieces=(home,))
    assert sees_in_arc(fought, fought.units[0], (1,)) == (1,)
    assert sees_in_arc(fought, fought.units[1], (0,)) == (0,)


@pytest.mark.parametrize(("depth", "seen"), [(3.0, True), (3.2, False)])
def test_sight_passes_three_inches_of_wood_and_no_more(depth: float, *, seen: bool) -> None:
    """shoot-14: geometry.los-woods"""
    assert sees(pieces=(box("wood", 10, 20, 60, 20 + depth),)) is seen


def test_wood_in_several_pieces_adds_up() -> None:
    """geometry.los-woods: in total"""
    one, other = box("wood", 10, 20, 60, 22, id="one"), box("wood", 10, 30, 60, 32, id="other")
    assert sees(pieces=(one,))
    assert not sees(pieces=(one, other))


def test_a_wood_of_five_lines_is_seen_through_where_the_shallowest_is_thin_enough() -> None:
    """shoot-14: the only five lines cross from 3.0 to 4.4 inches; one is clear"""
    slanted = area("wood", (20, 20), (60, 20), (60, 25.2), (20, 21.7))
    assert figures("shoot-14")["visible"] is True
    assert sees(pieces=(slanted,))
    assert not sees(pieces=(area("wood", (20, 19.5), (60, 19.5), (60, 25.2), (20, 23.2)),))


def test_a_hill_hides_what_is_beyond_it_but_not_those_upon_it() -> None:
    """geometry.los-blockers"""
    assert not sees(pieces=(box("hill", 10, 18, 60, 24),))
    assert sees(pieces=(box("hill", 10, 4, 60, 24),)), "the viewer's own hill"
    assert sees(pieces=(box("hill", 10, 30, 60, 46),)), "the target's own hill"


def test_guns_on_a_ridge_see_over_troops_below() -> None:
    """los-01: geometry.los-hill"""
    ridge = box("hill", 10, 4, 60, 12)
    blocking = unit(2, 36, 17.5, formation=Formation.LINE, models=30, files=30)
    assert not sees(blocking)
    assert sees(blocking, pieces=(ridge,)) is figures("los-01")["visible"]
    on_the_ridge_too = unit(2, 36, 11.9, formation=Formation.LINE, models=30, files=30)
    assert not sees(on_the_ridge_too, pieces=(box("hill", 10, 4, 60, 14),), y=10)


@pytest.mark.parametrize(
    "kind", ["marsh", "stream or ford", "orchard or tall crops", "road or bridge", "river or lake"]
)
def test_other_ground_never_hides(kind: str) -> None:
    """geometry.los-blockers"""
    assert sees(pieces=(box(kind, 10, 15, 60, 30),))
    assert sees(pieces=(wall((10, 20), (60, 20)),))


def test_what_touches_the_front_is_seen_whatever_stands_between() -> None:
    """geometry.contact-visible"""
    fought = battle(unit(0, 36, 10), unit(1, 41, 10, 180, side=1))
    assert seen_from(fought, fought.units[0], "front", (1,)) == (1,)
    assert is_in_arc(fought.units[0], unit(1, 41, 10, side=1, profile=GUNS))


@pytest.mark.parametrize("mirrored", [1, -1])
def test_an_arc_opens_exactly_45_degrees_from_each_front_corner(mirrored: int) -> None:
    """geometry.front-arc: 20 in ahead the arc of a 9 in front ends 24.5 in to either side."""
    line = unit(0, 36, 10)
    small: dict[str, Any] = {"models": 4, "formation": Formation.COLUMN, "side": 1}
    assert is_in_arc(line, unit(1, 36 + mirrored * (24.5 + 0.75), 30, **small))
    assert not is_in_arc(line, unit(1, 36 + mirrored * (24.6 + 0.75), 30, **small))


def test_who_touches_a_column_behind_its_front_is_not_seen_by_that_alone() -> None:
    """geometry.contact-visible: contact is with the front edge, or with skirmishers anywhere."""
    column = unit(0, 36, 10, formation=Formation.COLUMN)
    at_its_rear = unit(1, 36.75, 1, 315, side=1)
    beside = (unit(2, 37.52, 4.1, models=4, formation=Formation.COLUMN), unit(3, 41.27, 6.5))
    other_side = unit(4, 34.48, 6.2, models=16, formation=Formation.COLUMN)
    fought = battle(column, at_its_rear, *beside, other_side)
    assert is_touching(column, at_its_rear)
    assert visible(fought, column, (1,)) == ()
    assert visible(battle(column, at_its_rear, *beside, unit(4, 10, 10)), column, (1,)) == (1,)


def test_who_touches_skirmishers_anywhere_is_seen_however_he_is_hidden() -> None:
    """geometry.contact-visible"""
    rifles = unit(0, 36, 25.12, profile=LIGHT, formation=Formation.SKIRMISH)
    middle = centre(standing(rifles), rifles.shape)
    corner = middle.x / 100 + 8.625, middle.y / 100 - 1.125
    foe = unit(1, *corner, 315, side=1)
    small: dict[str, Any] = {"models": 2, "formation": Formation.COLUMN}
    hiding = (
        unit(2, corner[0] - 1.58, corner[1] - 0.01, **small),
        unit(3, corner[0] - 1.37, corner[1] + 3.02, **small),
        unit(4, corner[0] - 6.87, corner[1] - 0.01, **small),
        unit(5, corner[0] + 0.77, corner[1] + 1.77, 90, **small),
    )
    fought = battle(rifles, foe, *hiding)
    eye = (middle,)
    assert not any(look.sees for look in sightings(scene_of(fought), 0, (1,), TERMS, eye))
    assert sees_in_arc(fought, rifles, (1,)) == (1,)


def test_a_square_looks_from_the_middle_of_the_face_that_shoots() -> None:
    """geometry.los, geometry.face-choice"""
    square = unit(0, 36, 26.63, formation=Formation.SQUARE)
    screen = unit(2, 36, 29, formation=Formation.LINE)
    fought = battle(square, unit(1, 36, 40, 180, side=1), screen, unit(3, 60, 24, 270, side=1))
    assert sees_in_arc(fought, square, (1, 3)) == (3,)
    assert visible(fought, square, (1, 3)) == (3,)


# --------------------------------------------------------------------- ground
def test_the_kinds_of_ground_are_those_of_the_table() -> None:
    """terrain.types; apart from buildings none of them protects (terrain.no-cover)"""
    assert len(kinds()) == 10, "nine that can be drawn, and the steep hill"
    assert kind_of("hill").going is Going.OPEN
    assert kind_of("steep hill").going is Going.ROUGH
    assert kind_of("wall, hedge or fence").going is Going.OBSTACLE
    assert kind_of("building").sight is Sight.BLOCKS


@settings(deadline=None, max_examples=30)
@given(turn=st.integers(0, 3599))
def test_a_building_has_four_walls_that_look_four_ways(turn: int) -> None:
    """building.shape"""
    pose = Pose(2000, 2000, turn)
    ring = tuple(pose.at(x, y) for x, y in ((-300, -200), (300, -200), (300, 200), (-300, 200)))
    found = building_of(Piece("house", "building", tuple(Point(round(p.x), round(p.y)) for p in ring)))
    assert found is not None
    walls = [found.wall(heading) for heading in found.headings]
    assert sorted(round(wall.width / 100) for wall in walls) == [4, 4, 6, 6]
    assert len({wall.heading for wall in walls}) == 4
    north = walls[0]
    assert min(north.heading, 3600 - north.heading) <= 450
    for edge in walls:
        out = edge.local(found.middle)
        assert abs(out.x) < 3
        assert out.y < -190


def test_a_building_that_is_no_rectangle_is_none() -> None:
    """building.shape"""
    assert building_of(area("building", (0, 0), (4, 0), (5, 4), (0, 4))) is None
    assert building_of(box("wood", 0, 0, 4, 4)) is None


# --------------------------------------------------------------------- room
def test_who_reforms_keeps_an_inch_from_enemies_or_no_nearer_than_before() -> None:
    """formation.reform-legal"""
    here = unit(0, 20, 20)
    far, near = unit(1, 20, 23, 180, side=1), unit(1, 20, 20.5, 180, side=1)
    there = Place(Pose(2000, 2150, 0), here.shape)
    assert is_legal(battle(here, far), here, there), "an inch and a half is left"
    assert not is_legal(battle(here, far), here, Place(Pose(2000, 2210, 0), here.shape))
    assert is_legal(battle(here, near), here, Place(Pose(2000, 2000, 0), here.shape)), "no nearer"
    assert not is_legal(battle(here, near), here, Place(Pose(2000, 2020, 0), here.shape)), "nearer"


def test_nobody_reforms_over_the_edge_onto_others_or_into_houses_and_rivers() -> None:
    """formation.reform-legal, movement.impassable; other ground forbids nothing (formation.reform-terrain)"""
    here = unit(0, 20, 20)
    assert not is_legal(battle(here), here, Place(Pose(400, 2000, 0), here.shape))
    assert is_legal(battle(here), here, Place(Pose(450, 2000, 0), here.shape))
    friend = unit(1, 20, 26)
    assert not is_legal(battle(here, friend), here, Place(Pose(2000, 2500, 0), here.shape))
    assert is_legal(battle(here, friend), here, Place(Pose(2000, 2450, 0), here.shape)), "friends may touch"
    for kind, allowed in (("building", False), ("river or lake", False), ("wood", True), ("marsh", True)):
        ground = box(kind, 18, 24, 22, 28)
        assert (
            is_legal(battle(here, pieces=(ground,)), here, Place(Pose(2000, 2500, 0), here.shape)) is allowed
        )


def test_a_turn_that_fits_is_legal_whatever_lies_between() -> None:
    """movement.swept: re-forming is checked by where it ends"""
    here = unit(0, 20, 20)
    friends = unit(1, 27, 21.5), unit(2, 13, 21.5)
    assert is_legal(battle(here, *friends), here, Place(Pose(2000, 1850, degrees(180)), here.shape))


def test_the_walls_of_a_building_are_named_clockwise_from_the_north() -> None:
    """building.shape"""
    found = building_of(house(30, 24, 36, 30))
    assert found is not None
    assert found.headings == (0, 900, 1800, 2700)
    names = [found.wall_name(heading) for heading in found.headings]
    assert [name[0] for name in names] == ["n", "e", "s", "w"]


@pytest.mark.parametrize(("skew", "stands"), [(0, True), (2, True), (10, False), (60, False)])
def test_a_building_has_right_angles_but_for_the_rounding_of_its_corners(skew: int, *, stands: bool) -> None:
    """building.shape: two hundredths of an inch over six inches is no slant, a tenth is"""
    ring = ((3000, 2400), (3600, 2400), (3600 + skew, 3000), (3000 + skew, 3000))
    found = building_of(Piece("house", "building", tuple(Point(float(x), float(y)) for x, y in ring)))
    assert (found is not None) is stands


@pytest.mark.parametrize("engaged", [True, False])
def test_an_enemy_in_melee_with_a_unit_is_at_no_distance(*, engaged: bool) -> None:
    """geometry.engaged-zero: though the figures stand three inches apart"""
    links = (Link(0, 1, 1),) if engaged else ()
    fought = battle(unit(0, 36, 20), unit(1, 36, 23, 180, side=1), unit(2, 60, 40, 180, side=1), links=links)
    ((enemy, away),) = all_within(fought, fought.units[0], 500.0)
    assert enemy == 1
    assert away == pytest.approx(0.0 if engaged else 300.0)
