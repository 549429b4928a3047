"""What stands where, who touches whom, who sees whom, and what the ground counts as."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.systems.tricorn.arcs import aspect_of, fire_aspect, range_to
from sandtable.systems.tricorn.battle import TricornBattle
from sandtable.systems.tricorn.contact import contacts, flanks_touched, foes, touch_of
from sandtable.systems.tricorn.contacts_made import closed_to
from sandtable.systems.tricorn.going import (
    covered_from_fire,
    covered_in_contact,
    defends_bank,
    in_bad_going,
    is_uphill,
)
from sandtable.systems.tricorn.nearness import SLACK, distance, is_in_radius, is_within
from sandtable.systems.tricorn.ratings import Rating
from sandtable.systems.tricorn.sight import seen, sees_past_ground
from sandtable.systems.tricorn.troops import Category, Formation
from sandtable.systems.tricorn.zones import exerts_zone, in_zone, planes_of, zone_of
from sandtable.table.space import Point
from tests.systems.tricorn.parade_ground import (
    GUNS,
    HORSE,
    LIGHTS,
    battery_in,
    battle,
    box,
    garrison,
    officer,
    strip,
    unit,
)
from tests.systems.tricorn.worked import figures, readings


def sees(here: TricornBattle, one: int, other: int) -> bool:
    return bool(seen(here, here.units[one], (here.units[other],)))


# --------------------------------------------------------------------- contact
def test_units_flush_front_to_front_touch_along_their_fronts() -> None:
    here = battle(unit(0, 20, 20), unit(1, 20, 20, 180, side=1))
    touch = touch_of(here, 0, 1)
    assert touch is not None
    assert touch.pairs == (("front", "front"),)
    assert touch.along
    assert touch.is_frontal
    assert touch.flanks == ()


def test_a_hundredth_over_the_tolerance_is_no_contact() -> None:
    """geometry.distance"""
    assert contacts(battle(unit(0, 20, 20), unit(1, 20, 20.02, 180, side=1)))
    assert not contacts(battle(unit(0, 20, 20), unit(1, 20, 20.03, 180, side=1)))


def test_neighbours_who_only_meet_at_the_corner_do_not_count() -> None:
    """geo-corner-neighbours: an edge beats a point (geometry.distance)."""
    here = battle(
        unit(0, 1.5, 10),
        unit(1, 4.5, 10),
        unit(2, 1.5, 10, 180, side=1),
        unit(3, 4.5, 10, 180, side=1),
    )
    assert len(foes(here, 0)) == figures("geo-corner-neighbours")["opponents"]
    assert [foe.id for foe in foes(here, 0)] == [2]


def test_a_touch_at_a_point_counts_while_nobody_touches_along_an_edge() -> None:
    """geometry.distance"""
    here = battle(unit(0, 1.5, 10), unit(1, 4.5, 10, 180, side=1))
    touch = touch_of(here, 0, 1)
    assert touch is not None
    assert not touch.along
    assert touch.pairs == (("front", "front"),)


def test_a_front_against_a_flank_is_a_flank_contact_and_frontal_for_the_other() -> None:
    """geometry.edge-contact, disorder.extra.frontal-contact"""
    here = battle(unit(0, 20, 20), unit(1, 18.5, 19.5, 90, side=1, profile=HORSE))
    touch, other = touch_of(here, 0, 1), touch_of(here, 1, 0)
    assert touch is not None
    assert other is not None
    assert touch.flanks == ("left",)
    assert other.flanks == ()
    assert other.is_frontal
    assert flanks_touched(here, 0) == ("left",)


def test_flank_edges_that_merely_lie_together_count_for_nothing() -> None:
    """geometry.edge-contact"""
    beside = unit(0, 20, 20), unit(1, 23, 20, side=1)
    assert not contacts(battle(*beside))
    stepped = battle(beside[0], unit(1, 23, 20, side=1, sidestepped=(0,)))
    touch = touch_of(stepped, 0, 1)
    assert touch is not None
    assert touch.flanks == ("right",)


def test_who_stepped_against_a_flank_is_not_taken_in_flank_himself() -> None:
    """geometry.edge-contact: the enemy who stood still did not reach the touch by a Side Step"""
    here = battle(unit(0, 20, 20), unit(1, 23, 20, side=1, sidestepped=(0,)))
    his = touch_of(here, 1, 0)
    assert his is not None, "they are in contact all the same"
    assert his.flanks == ()
    assert flanks_touched(here, 1) == ()
    assert flanks_touched(here, 0) == ("right",)


def test_a_rear_corner_touched_at_a_point_is_a_flank_contact() -> None:
    """geometry.edges"""
    here = battle(unit(0, 20, 20), unit(1, 23, 19, 0, side=1))
    touch = touch_of(here, 0, 1)
    assert touch is not None
    assert touch.pairs == (("right", "front"),)


def test_a_garrison_is_touched_as_on_its_front_wherever_that_is() -> None:
    """terrain.garrison"""
    village = box("village", 20, 20, 24, 24)
    for x, y, facing in ((22, 24, 180), (20, 22, 90), (22, 20, 0)):
        here = battle(garrison(0, village), unit(1, x, y, facing, side=1), pieces=(village,))
        touch = touch_of(here, 0, 1)
        assert touch is not None
        assert touch.is_frontal
        assert touch.flanks == ()


def test_abandoned_guns_are_in_contact_with_nobody() -> None:
    """artillery.abandoned"""
    guns = unit(1, 20, 20, 180, side=1, profile=GUNS, formation=Formation.ABANDONED)
    assert not contacts(battle(unit(0, 20, 20), guns))


# --------------------------------------------------------------------- arcs, ranges, aspects
def test_where_fire_comes_from_is_told_by_the_lines_of_front_and_rear() -> None:
    """geo-flank-line (geometry.flank-zone.fire)"""
    target = unit(0, 0, 0.5)
    points = (Point(350, 50), Point(350, 40), Point(350, -60))
    assert [aspect_of(target, point) for point in points] == figures("geo-flank-line")["result"]


def test_a_garrison_has_neither_flank_nor_rear() -> None:
    """terrain.garrison"""
    village = box("village", 20, 20, 24, 24)
    held = garrison(0, village)
    assert fire_aspect(unit(1, 22, 10, side=1), held) == "front"


def test_range_runs_to_the_part_of_a_target_in_the_arc() -> None:
    """geometry.range, geometry.arc: at 22 degrees, 3 in ahead, the arc reaches 1.21 in beyond the corner."""
    shooter = unit(0, 20, 20)
    assert range_to(shooter, unit(1, 20, 24, 180, side=1)) == pytest.approx(400)
    assert range_to(shooter, unit(1, 24.1, 23, 180, side=1)) == pytest.approx(
        (300**2 + 110**2) ** 0.5, abs=0.1
    )
    assert range_to(shooter, unit(1, 24.3, 23, 180, side=1)) is not None  # its far corner lies 4 in ahead
    assert range_to(shooter, unit(1, 26, 23, 180, side=1)) is None


def test_a_foot_garrison_shoots_all_round_from_its_outline() -> None:
    """geometry.garrison-point"""
    village = box("village", 20, 20, 24, 24)
    held = garrison(0, village)
    assert range_to(held, unit(1, 22, 16, side=1)) == pytest.approx(400)
    assert range_to(held, unit(1, 28, 22, side=1)) == pytest.approx(250)


def test_guns_in_a_redoubt_keep_their_own_arc() -> None:
    """terrain.redoubt"""
    redoubt = box("redoubt", 20, 20, 23, 23)
    guns = battery_in(0, redoubt, 21.5, 22.5)
    assert range_to(guns, unit(1, 21.5, 26, 180, side=1)) == pytest.approx(350)
    assert range_to(guns, unit(1, 21.5, 16, side=1)) is None
    assert distance(guns, unit(1, 21.5, 26, 180, side=1)) == pytest.approx(300)


# --------------------------------------------------------------------- sight
def test_two_inches_of_wood_are_seen_through_and_no_more() -> None:
    """geo-los-wood (geometry.los)"""
    pair = unit(0, 20, 20), unit(1, 20, 28, 180, side=1)
    woods = [box("wood", 0, 22, 72, 22 + deep) for deep in (2.0, 2.1)]
    clear = [sees(battle(*pair, pieces=(wood,)), 0, 1) for wood in woods]
    assert clear == figures("geo-los-wood")["clear"]


def test_units_block_sight_but_not_from_higher_ground() -> None:
    """geometry.los, geometry.los.height"""
    units = unit(0, 20, 20), unit(1, 20, 30, 180, side=1), unit(2, 20, 25)
    wide = unit(3, 23, 25), unit(4, 17, 25)
    hill = box("hill", 15, 15, 25, 21)
    assert not sees(battle(*units, *wide), 0, 1)
    assert sees(battle(*units, *wide, pieces=(hill,)), 0, 1)


def test_a_village_blocks_unless_one_stands_in_it() -> None:
    """geometry.los"""
    village = box("village", 16, 23, 24, 27)
    assert not sees(battle(unit(0, 20, 20), unit(1, 20, 30, 180, side=1), pieces=(village,)), 0, 1)
    held = battle(unit(0, 20, 20), garrison(1, village, side=1), pieces=(village,))
    assert sees(held, 0, 1)


def test_works_redoubts_and_foot_garrisons_in_them_block_nothing() -> None:
    """geometry.los"""
    redoubt = box("redoubt", 17, 23, 23, 26)
    here = battle(
        unit(0, 20, 20), unit(1, 20, 30, 180, side=1), garrison(2, redoubt, side=1), pieces=(redoubt,)
    )
    assert sees(here, 0, 1)


def test_a_crest_between_hides_from_removal_but_units_do_not() -> None:
    """geometry.los.terrain-only"""
    crest = box("hill", 0, 21, 72, 22)
    pair = unit(0, 20, 20), unit(1, 20, 23, 180, side=1)
    hidden = battle(*pair, pieces=(crest,))
    assert not sees_past_ground(hidden, hidden.units[0], (hidden.units[1],))
    screened = battle(pair[0], unit(1, 20, 24, 180, side=1), *(unit(n, 3 * n + 14, 22) for n in (2, 3)))
    assert sees_past_ground(screened, screened.units[0], (screened.units[1],))


# --------------------------------------------------------------------- zones
@pytest.mark.parametrize(
    ("points", "case"),
    [
        (((2.5, 3.0), (2.9, 3.8), (2.8, 3.0), (0.0, 4.0)), "zoc-points"),
        (((1.9, 3.0), (2.5, 3.0)), "reading-narrow-zone"),
    ],
)
def test_a_zone_is_a_cone_of_four_inches(points: tuple[tuple[float, float], ...], case: str) -> None:
    """movement.zoc, movement.zoc.shape"""
    here = battle(unit(0, 20, 20), readings=readings(case))
    (ring,) = zone_of(here, here.units[0])
    places = [Point(2000 + 100 * x, 2000 + 100 * y) for x, y in points]
    inside = [all(plane.excess(place) <= SLACK for plane in planes_of(ring)) for place in places]
    assert inside == figures(case)["inside"]


def test_an_enemy_exactly_four_inches_ahead_is_in_the_zone() -> None:
    """movement.zoc.shape"""
    here = battle(unit(0, 20, 20), unit(1, 20, 24, 180, side=1))
    assert in_zone(here, here.units[0], here.units[1])
    farther = battle(unit(0, 20, 20), unit(1, 20, 24.01, 180, side=1))
    assert not in_zone(farther, farther.units[0], farther.units[1])


def test_a_zone_ends_at_a_village_and_behind_deep_wood() -> None:
    """movement.zoc.shape: as far as terrain does not block sight"""
    village, wood = box("village", 10, 21, 30, 25), box("wood", 10, 20.5, 30, 26)
    pair = unit(0, 20, 20), unit(1, 20, 23.2, 180, side=1)
    assert in_zone(battle(*pair), *pair)
    assert not in_zone(battle(*pair, pieces=(village,)), *pair)
    assert not in_zone(battle(*pair, pieces=(wood,)), *pair)
    near = unit(1, 20, 22.4, 180, side=1)
    assert in_zone(battle(pair[0], near, pieces=(wood,)), pair[0], near)


@pytest.mark.parametrize("formation", [Formation.COLUMN])
def test_columns_and_units_in_contact_exert_no_zone(formation: Formation) -> None:
    """movement.zoc.none, formation.column"""
    here = battle(unit(0, 20, 20, formation=formation), unit(1, 40, 20), unit(2, 40, 20, 180, side=1))
    assert not exerts_zone(here, here.units[0])
    assert not exerts_zone(here, here.units[1])
    alone = battle(unit(0, 20, 20))
    assert exerts_zone(alone, alone.units[0])


def test_limbered_and_abandoned_guns_and_garrisons_exert_no_zone() -> None:
    """movement.zoc.none"""
    village = box("village", 30, 20, 34, 24)
    here = battle(
        unit(0, 10, 20, profile=GUNS, formation=Formation.LIMBERED),
        unit(1, 15, 20, profile=GUNS, formation=Formation.ABANDONED),
        garrison(2, village),
        unit(3, 20, 20, profile=GUNS),
        pieces=(village,),
    )
    assert [exerts_zone(here, one) for one in here.units] == [False, False, False, True]


# --------------------------------------------------------------------- ground
def test_a_unit_half_in_a_wood_is_in_bad_going() -> None:
    """terrain.in-bad-going: exactly half counts"""
    wood = box("wood", 0, 20, 72, 30)
    for y, bad in ((20.5, True), (20.49, False)):
        here = battle(unit(0, 20, y), pieces=(wood,))
        assert in_bad_going(here, here.units[0]) is bad


def test_buildings_are_no_bad_going_in_combat() -> None:
    """terrain.in-bad-going"""
    village = box("village", 20, 20, 24, 24)
    here = battle(garrison(0, village), pieces=(village,))
    assert not in_bad_going(here, here.units[0])


def test_a_column_on_a_road_through_a_wood_is_on_good_ground() -> None:
    """terrain.overlap"""
    wood, road = box("wood", 10, 10, 40, 40), strip("road", 1.5, (25, 0), (25, 48))
    column = unit(0, 25, 25, formation=Formation.COLUMN)
    here = battle(column, unit(1, 25, 30), pieces=(wood, road))
    assert not in_bad_going(here, here.units[0])
    assert in_bad_going(here, here.units[1])


def test_uphill_is_told_by_the_levels_under_the_centres() -> None:
    """geometry.uphill"""
    hill = box("hill", 15, 10, 25, 19.6)
    here = battle(unit(0, 20, 20), unit(1, 20, 24, 180, side=1), pieces=(hill,))
    assert is_uphill(here, here.units[0], here.units[1])
    assert not is_uphill(here, here.units[1], here.units[0])


def test_works_cover_who_touches_them_against_what_comes_across() -> None:
    """terrain.cover, terrain.works"""
    works = strip("works", 0, (15, 20), (25, 20))
    here = battle(
        unit(0, 20, 20),
        unit(1, 20, 24, 180, side=1),
        unit(2, 20, 15, side=1),
        unit(3, 20, 20, 180, side=1),
        pieces=(works,),
    )
    behind, ahead, back, touching = here.units
    assert covered_from_fire(here, behind, ahead)
    assert not covered_from_fire(here, behind, back)
    assert covered_in_contact(here, behind, touching)
    away = battle(unit(0, 20, 19.9), unit(1, 20, 24, 180, side=1), pieces=(works,))
    assert not covered_from_fire(away, *away.units)


def test_works_that_look_one_way_have_one_inner_side() -> None:
    """terrain.cover"""
    works = replace(strip("works", 0, (15, 20), (25, 20)), front=0)
    inner = battle(unit(0, 20, 20), unit(1, 20, 24, 180, side=1), pieces=(works,))
    outer = battle(unit(0, 20, 20, 180), unit(1, 20, 16, side=1), pieces=(works,))
    assert covered_from_fire(inner, *inner.units)
    assert not covered_from_fire(outer, *outer.units)


@pytest.mark.parametrize(("y", "defends"), [(19.5, True), (18.5, True), (18.49, False), (20.6, False)])
def test_the_bank_of_a_stream_is_defended_from_within_an_inch(y: float, *, defends: bool) -> None:
    """terrain.stream-bank: near the stream, not more than half in it, the enemy beyond"""
    stream = strip("stream", 1, (0, 20), (72, 20))
    here = battle(unit(0, 20, y), unit(1, 20, 24, 180, side=1), unit(2, 20, 10, side=1), pieces=(stream,))
    assert defends_bank(here, here.units[0], here.units[1]) is defends
    assert not defends_bank(here, here.units[0], here.units[2])


def test_a_light_unit_in_line_is_as_wide_as_any_other() -> None:
    """formation.line"""
    assert unit(0, 0, 0, profile=LIGHTS).shape == unit(0, 0, 0).shape


# --------------------------------------------------------------------- command
@pytest.mark.parametrize(("x", "inside"), [(9.5, True), (9.51, False)])
def test_the_command_radius_runs_to_the_nearest_point_of_a_unit(x: float, *, inside: bool) -> None:
    """command.radius.measure: 8 in of an Average General, the border included"""
    here = battle(unit(0, x + 10, 20), officers=(officer(0, 10, 19.5, rating=Rating.AVERAGE, command=0),) * 2)
    assert is_in_radius(here, here.officers[0], here.units[0]) is inside


def test_limits_are_met_to_half_a_hundredth() -> None:
    """geometry.table: 6.00 is within 6, 6.01 is not"""
    assert is_within(600, 6)
    assert not is_within(601, 6)


@pytest.mark.parametrize(
    ("category", "closed"),
    [
        (Category.FOOT, {"river"}),
        (Category.MOUNTED, {"river", "village", "strong-point", "redoubt"}),
        (Category.ARTILLERY, {"marsh", "river", "village", "strong-point"}),
    ],
)
def test_the_ground_that_is_closed_to_each_arm(category: Category, closed: set[str]) -> None:
    """terrain.types: works are a line to cross, no ground to stand on"""
    assert set(closed_to(category)) == closed
