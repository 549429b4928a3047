"""The ground in inches: what rules ask of the open table."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from sandtable.game.ask.refusal import Refusal, Refused
from sandtable.game.rules.rulebook import Readings
from sandtable.systems.elan.figures import Scale
from sandtable.systems.elan.flanks import Edge
from sandtable.systems.elan.ground import ground_of
from sandtable.systems.elan.ground.inches import InchGround
from sandtable.systems.elan.ground.values import Entrance, Gait, Leave
from sandtable.systems.elan.leader_decisions import PlaceScratched
from sandtable.systems.elan.shapes import solid
from sandtable.systems.elan.terrain import Cover
from sandtable.systems.elan.troops import Formation
from sandtable.table.movement import Advance, Oblique, Retire, Turn, Wheel, check
from sandtable.table.space import Point, Pose, inches
from tests.systems.elan.bivouac import GUNS, HORSE, LIGHT, answered, area, battle, leader, line, unit
from tests.systems.elan.test_elan_roster import figures

FAR_ENEMY = unit(1, 50, 70, 180, side=1)


# --------------------------------------------------------------------- measuring
def test_distance_runs_from_footprint_to_footprint() -> None:
    """scale.measuring: a line 1 in deep behind y = 10, another whose front is at y = 15."""
    ground = InchGround(battle(unit(0, 20, 10), unit(1, 20, 15, 180, side=1)))
    assert ground.gap(0, 1) == 500
    assert ground.gaps(0)[1] == 500
    assert ground.home_gap(0) == 900
    assert ground.home_gap(1) == 5600


def test_a_commander_is_measured_from_his_marker_or_as_his_unit() -> None:
    """scale.measuring"""
    people = (leader(0, 1, 20, 5), leader(1, attached_to=1))
    ground = InchGround(battle(unit(0, 20, 10), unit(1, 20, 15, 180, side=1), leaders=people))
    assert ground.leader_gap(0, 0) == 400
    assert ground.leader_gap(1, 0) == 500
    assert ground.leader_gap(1, 1) == 0
    assert ground.leaders_gap(0, 1) == 1000


def test_a_limit_is_inside_and_a_hundredth_is_nothing() -> None:
    """scale.tolerance"""
    ground = InchGround(battle(unit(0, 20, 10)))
    assert ground.is_within(1800, 1800)
    assert ground.is_within(1801, 1800)
    assert not ground.is_within(1802, 1800)


def test_of_equally_near_units_all_are_named() -> None:
    ground = InchGround(
        battle(
            unit(0, 30, 10),
            unit(1, 20, 20, 180, side=1),
            unit(2, 40, 20, 180, side=1),
            unit(3, 60, 20, 180, side=1),
        )
    )
    assert ground.nearest(0, (1, 2, 3)) == (1, 2)


# --------------------------------------------------------------------- looking
def test_fire_into_more_than_half_behind_the_front_line_is_flank_fire() -> None:
    """fire-15: geometry.front-line, geometry.fire-arc, geometry.in-arc, shooting.flank, scale.measuring"""
    target, firer = unit(0, 13, 10), unit(1, 20, 9.5, 270, side=1)
    ground = InchGround(battle(target, firer))
    assert ground.fire_range(1, 0) == 400
    assert ground.is_in_arc(1, 0)
    assert ground.is_flank_fire(0, 1)
    ahead = InchGround(battle(target, unit(1, 20, 10.5, 270, side=1)))
    assert not ahead.is_flank_fire(0, 1)
    half = InchGround(battle(target, unit(1, 20, 10, 270, side=1)))
    assert half.is_flank_fire(0, 1)
    assert figures("fire-15")["start"] == 3


def test_squares_skirmishers_and_garrisons_have_no_flank() -> None:
    """formation.no-flank"""
    for formation in (Formation.SQUARE, Formation.GARRISON):
        ground = InchGround(battle(unit(0, 13, 10, formation=formation), unit(1, 30, 2, 270, side=1)))
        assert not ground.is_flank_fire(0, 1)
        assert ground.edge_attacked(0, 1, Pose(3000, 200, 2700)) is Edge.FRONT


@pytest.mark.parametrize(("rear", "inside"), [(27.3, True), (27.5, False)])
def test_the_arc_of_fire_opens_by_22_and_a_half_degrees(rear: float, inside: bool) -> None:  # noqa: FBT001 - of a table
    """geometry.fire-arc: 10.5 in ahead it reaches 3 + 10.5 tan(22.5) = 7.35 in aside of the middle at x = 20.

    The target is a march column that looks east, its rear edge from y = 19.5 to 20.5.
    """
    column = unit(1, rear + 6, 20, 90, side=1, formation=Formation.MARCH_COLUMN)
    assert InchGround(battle(unit(0, 20, 10), column)).is_in_arc(0, 1) is inside
    assert InchGround(battle(unit(0, 20, 10, formation=Formation.SQUARE), column)).is_in_arc(0, 1)


def test_third_units_woods_and_higher_ground_block_sight() -> None:
    """geometry.los, geometry.los-terrain, geometry.los-height"""
    one, two = unit(0, 20, 10), unit(1, 20, 30, 180, side=1)
    assert InchGround(battle(one, two)).sees(0, 1)
    assert not InchGround(battle(one, two, unit(2, 20, 20, side=0))).sees(0, 1)
    assert InchGround(battle(one, two, unit(2, 20, 20, side=0))).sees(0, 1, over=(2,))
    wood = area("wood", (10, 18), (30, 18), (30, 19), (10, 19))
    assert not InchGround(battle(one, two, pieces=(wood,))).sees(0, 1)
    thin = area("orchard", (10, 18), (30, 18), (30, 24), (10, 24))
    assert InchGround(battle(one, two, pieces=(thin,))).sees(0, 1)
    thick = area("orchard", (10, 18), (30, 18), (30, 24.2), (10, 24.2))
    assert not InchGround(battle(one, two, pieces=(thick,))).sees(0, 1)
    hill = area("hill", (10, 18), (30, 18), (30, 24), (10, 24), level=1)
    assert not InchGround(battle(one, two, pieces=(hill,))).sees(0, 1)


def test_a_unit_sees_three_inches_into_a_wood() -> None:
    """geometry.los-terrain"""
    wood = area("wood", (10, 20), (30, 20), (30, 40), (10, 40))
    near = InchGround(battle(unit(0, 20, 10), unit(1, 20, 22.9, 180, side=1), pieces=(wood,)))
    deep = InchGround(battle(unit(0, 20, 10), unit(1, 20, 23.1, 180, side=1), pieces=(wood,)))
    assert near.sees(0, 1)
    assert not deep.sees(0, 1)


def test_height_is_that_of_the_middle_of_a_footprint() -> None:
    """terrain.uphill"""
    hill = area("hill", (10, 20), (30, 20), (30, 40), (10, 40), level=2)
    ground = InchGround(battle(unit(0, 20, 10), unit(1, 20, 25, 180, side=1), pieces=(hill,)))
    assert (ground.rise(0, 1), ground.rise(1, 0)) == (2, -2)


def test_a_hedge_within_an_inch_covers_against_fire_that_crosses_it() -> None:
    """terrain.cover-applies"""
    hedge = line("hedge", (10, 20), (30, 20))
    firer = unit(1, 20, 30, 180, side=1)
    assert InchGround(battle(unit(0, 20, 19.5), firer, pieces=(hedge,))).cover_from_fire(0, 1) is Cover.LIGHT
    assert InchGround(battle(unit(0, 20, 18.9), firer, pieces=(hedge,))).cover_from_fire(0, 1) is Cover.NONE
    assert InchGround(battle(unit(0, 20, 21.5), firer, pieces=(hedge,))).cover_from_fire(0, 1) is Cover.NONE


def test_works_protect_only_on_the_side_away_from_their_front() -> None:
    """terrain.cover-applies, terrain.types"""
    work = line("breastwork", (10, 20), (30, 20), front=0)
    behind = InchGround(battle(unit(0, 20, 19.5), unit(1, 20, 30, 180, side=1), pieces=(work,)))
    assert behind.cover_from_fire(0, 1) is Cover.FORTIFIED_LIGHT
    assert behind.held_cover(0).is_fortified
    before = InchGround(battle(unit(0, 20, 20.5, 180), unit(1, 20, 10, side=1), pieces=(work,)))
    assert before.cover_from_fire(0, 1) is Cover.NONE


def test_an_area_covers_a_unit_of_which_half_is_inside() -> None:
    """terrain.cover-applies"""
    wood = area("wood", (17, 0), (60, 0), (60, 30), (17, 30))
    half = InchGround(battle(unit(0, 17, 10), FAR_ENEMY, pieces=(wood,)))
    less = InchGround(battle(unit(0, 16.9, 10), FAR_ENEMY, pieces=(wood,)))
    assert (half.cover_from_fire(0, 1), less.cover_from_fire(0, 1)) == (Cover.HEAVY, Cover.NONE)
    assert less.kinds_under(0) == ("wood",)


def test_in_melee_only_lines_that_the_enemy_crossed_cover() -> None:
    """melee-15: terrain.cover-applies"""
    hedge = line("hedge", (10, 20), (30, 20))
    ground = InchGround(battle(unit(0, 20, 19.5), unit(1, 20, 30, 180, side=1), pieces=(hedge,)))
    assert ground.cover_in_melee(0, ("the hedge",)) is Cover.LIGHT
    assert ground.cover_in_melee(0, ()) is Cover.NONE


# --------------------------------------------------------------------- voluntary moves
def moved(ground: InchGround, leave: Leave, *plan: object) -> object:
    return answered(lambda: ground.travel(leave), plan)


def verdict(ground: InchGround, leave: Leave, *plan: object) -> bool:
    body = ground.unit(leave.unit)
    return check(body, plan, ground.terms(leave), ground.scene).is_legal  # type: ignore[arg-type] # legs


def test_a_wheel_costs_the_arc_of_the_outer_front_corner() -> None:
    """move-08: movement.wheel, movement.wheel-limit"""
    ground = InchGround(battle(unit(0, 20, 10), FAR_ENEMY))
    trek = moved(ground, Leave(unit=0, span=900), Wheel("right", 450), Advance(428))
    assert trek.gone == pytest.approx(100 * math.pi / 4 * 6 + 428, abs=0.1)  # type: ignore[attr-defined] # a trek
    assert not verdict(ground, Leave(unit=0, span=900), Wheel("right", 450), Advance(433))


def test_a_tactical_move_may_wheel_at_both_ends_and_incline() -> None:
    """movement.wheel, movement.incline"""
    ground, leave = InchGround(battle(unit(0, 20, 10), FAR_ENEMY)), Leave(unit=0, span=900)
    assert verdict(ground, leave, Wheel("right", 100), Advance(300), Wheel("left", 100))
    assert not verdict(ground, leave, Advance(200), Wheel("left", 100), Advance(200))
    assert verdict(ground, leave, Oblique("left", 225, 500))
    assert not verdict(ground, leave, Oblique("left", 226, 500))


def test_halves_do_not_add_up_and_a_column_moves_on_half_its_rate() -> None:
    """move-01: formation.rate-used, movement.action.not-cumulative, movement.half-scope"""
    hedge = line("hedge", (10, 14), (30, 14))
    column = unit(0, 20, 10, formation=Formation.COLUMN)
    ground, leave = (
        InchGround(battle(column, FAR_ENEMY, pieces=(hedge,))),
        Leave(unit=0, span=1200, halved=True),
    )
    trek = moved(ground, leave, Advance(600))
    assert (trek.gone, trek.halved, trek.disordering) == (600, True, ())  # type: ignore[attr-defined] # a trek
    assert not verdict(ground, leave, Advance(605))
    assert figures("move-01")["distance"] == 6


def test_a_march_stays_more_than_eighteen_inches_from_every_enemy() -> None:
    """move-02: movement.march"""
    ground = InchGround(battle(unit(0, 50, 20), unit(1, 50, 50, 180, side=1)))
    leave = Leave(unit=0, span=1800, gait=Gait.MARCH)
    assert not verdict(ground, leave, Advance(1200))
    assert verdict(ground, leave, Advance(1150))
    assert figures("move-02")["distance"] == 18


def test_a_march_may_begin_with_a_wheel_unless_read_otherwise() -> None:
    """move-17: movement.wheel-march, movement.wheel-conflict"""
    leave = Leave(unit=0, span=1800, gait=Gait.MARCH)
    fought = (unit(0, 50, 20), unit(1, 50, 70, 180, side=1))
    assert verdict(InchGround(battle(*fought)), leave, Wheel("right", 300), Advance(100))
    assert not verdict(InchGround(battle(*fought)), leave, Advance(100), Wheel("right", 300))
    other = battle(*fought, readings=Readings((("movement.wheel-conflict", 1),)))
    assert not verdict(InchGround(other), leave, Wheel("right", 300), Advance(100))


def test_retiring_costs_half_the_move() -> None:
    """move-04: movement.action.retire"""
    ground, leave = InchGround(battle(unit(0, 50, 40), FAR_ENEMY)), Leave(unit=0, span=900)
    assert verdict(ground, leave, Retire(450))
    assert not verdict(ground, leave, Retire(455))
    assert figures("move-04")["distance"] == 4.5


def test_light_infantry_marches_half_its_march_through_a_wood() -> None:
    """move-10: movement.march-half"""
    wood = area("wood", (40, 25), (60, 25), (60, 30), (40, 30))
    column = unit(0, 50, 20, profile=LIGHT, formation=Formation.COLUMN)
    ground = InchGround(battle(column, unit(1, 5, 70, 180, side=1), pieces=(wood,)))
    leave = Leave(unit=0, span=3600, gait=Gait.MARCH)
    assert verdict(ground, leave, Advance(1800))
    assert not verdict(ground, leave, Advance(1810))
    heavy = battle(unit(0, 50, 20, formation=Formation.COLUMN), unit(1, 5, 70, 180, side=1), pieces=(wood,))
    assert not verdict(InchGround(heavy), leave, Advance(600))


def test_a_march_column_keeps_its_bonus_only_on_the_road() -> None:
    """move-03: movement.road-bonus, movement.road-bonus-how, movement.march-column-rate"""
    road = line("road", (50, 0), (50, 72))
    for scale, span, expected in ((Scale.LARGE, 3600, 4200), (Scale.SMALL, 2400, 2800)):
        column = unit(0, 50, 10, formation=Formation.MARCH_COLUMN, scale=scale)
        ground = InchGround(battle(column, pieces=(road,), scale=scale))
        leave = Leave(unit=0, span=span, gait=Gait.MARCH, by_road=True)
        assert verdict(ground, leave, Advance(expected))
        assert not verdict(ground, leave, Advance(expected + 5))
    off = InchGround(battle(unit(0, 52, 10, formation=Formation.MARCH_COLUMN), pieces=(road,)))
    assert not verdict(off, Leave(unit=0, span=3600, gait=Gait.MARCH, by_road=True), Advance(100))
    assert (figures("move-03")["large"], figures("move-03")["small"]) == (42, 28)


def test_friends_are_passed_for_half_the_move_and_named() -> None:
    """movement.action.interpenetrate, movement.interpenetrate-who"""
    fought = battle(
        unit(0, 20, 10, formation=Formation.COLUMN), unit(1, 20, 13, side=0), unit(2, 20, 70, 180, side=1)
    )
    ground, leave = InchGround(fought), Leave(unit=0, span=1200)
    trek = moved(ground, leave, Advance(600))
    assert (trek.halved, trek.passed) == (True, (1,))  # type: ignore[attr-defined] # a trek
    assert not verdict(ground, leave, Advance(400))
    assert not verdict(ground, Leave(unit=0, span=3600, gait=Gait.MARCH), Advance(600))


def test_no_move_comes_nearer_than_an_inch_to_an_enemy() -> None:
    """movement.no-contact, movement.blocked"""
    ground, leave = InchGround(battle(unit(0, 20, 10), unit(1, 20, 15, 180, side=1))), Leave(unit=0, span=900)
    assert verdict(ground, leave, Advance(400))
    assert not verdict(ground, leave, Advance(405))
    trek = moved(ground, leave, Advance(300))
    assert ground.nears(0, trek)  # type: ignore[arg-type] # a trek


def test_guns_are_pushed_straight_ahead_or_back() -> None:
    """move-06: movement.manhandle, movement.gun-turn"""
    ground = InchGround(battle(unit(0, 20, 10, profile=GUNS), FAR_ENEMY))
    leave = Leave(unit=0, span=300, gait=Gait.MANHANDLE)
    assert verdict(ground, leave, Advance(300))
    assert verdict(ground, leave, Retire(300))
    assert not verdict(ground, leave, Wheel("left", 10))
    assert not verdict(ground, leave, Oblique("left", 100, 200))


def test_cavalry_keeps_out_of_woods_except_in_march_column_by_road() -> None:
    """terrain.closed, terrain.path"""
    wood, road = area("wood", (40, 20), (60, 20), (60, 30), (40, 30)), line("road", (50, 0), (50, 72))
    for formation, may in ((Formation.COLUMN, False), (Formation.MARCH_COLUMN, True)):
        horse = unit(0, 50, 15, profile=HORSE, formation=formation)
        ground = InchGround(battle(horse, pieces=(wood, road)))
        assert verdict(ground, Leave(unit=0, span=1800), Advance(1000)) is may


def test_a_commander_rides_anywhere_but_near_an_enemy() -> None:
    """leaders.movement-free"""
    fought = battle(unit(0, 20, 10), unit(1, 40, 20, 180, side=1), leaders=(leader(0, 1, 20, 5), leader(1)))
    ground = InchGround(fought)
    there = answered(lambda: ground.ride(0, 2400, march=False), (Advance(450),))
    assert (there.x, there.y) == (2000, 950)
    with pytest.raises(Refused, match=r"1\.06 in"):
        answered(lambda: ground.ride(0, 100, march=False), (Advance(106),))
    with pytest.raises(Refused, match=r"leaders\.movement-free"):
        answered(lambda: ground.ride(0, 4000, march=False), (Turn(531), Advance(2400)))
    with pytest.raises(Refused, match=r"leaders\.march"):
        answered(lambda: ground.ride(0, 7200, march=True), (Advance(2000),))


# --------------------------------------------------------------------- turns, formations, garrisons
def test_a_turn_needs_room() -> None:
    """movement.quarter-turn, geometry.turning"""
    alone = battle(unit(0, 20, 20), FAR_ENEMY)
    assert InchGround(alone).open_changes(0, (), turning=True).turns == (900, -900, 1800)
    beside = battle(unit(0, 20, 20), unit(1, 20, 22, side=0), FAR_ENEMY)
    assert InchGround(beside).open_changes(0, (), turning=True).turns == (1800,)


def test_a_change_of_formation_keeps_the_middle_of_the_front() -> None:
    """formation.change-centre, geometry.turning"""
    ground = InchGround(
        battle(unit(0, 20, 20, formation=Formation.COLUMN), unit(1, 24, 20, side=0), FAR_ENEMY)
    )
    line_up, square = ground.stance(0, Formation.LINE), ground.stance(0, Formation.SQUARE)
    assert line_up.to == ground.unit(0).pose
    assert not ground.has_room(0, line_up)
    assert not ground.has_room(0, square)
    apart = InchGround(
        battle(unit(0, 20, 20, formation=Formation.COLUMN), unit(1, 24.6, 20, side=0), FAR_ENEMY)
    )
    assert apart.has_room(0, apart.stance(0, Formation.SQUARE))


HOUSES = area("built-up", (20, 20), (26, 20), (26, 26), (20, 26), id="houses")


def test_a_free_sector_within_an_inch_can_be_garrisoned() -> None:
    """formation.garrison-exit, terrain.sector"""
    near = InchGround(battle(unit(0, 23, 19), FAR_ENEMY, pieces=(HOUSES,)))
    (stance,) = near.garrison(0)
    assert (stance.sector, stance.shape.width, stance.to) == ("houses", 600, Pose(2300, 2600, 0))
    assert InchGround(battle(unit(0, 23, 18.9), FAR_ENEMY, pieces=(HOUSES,))).garrison(0) == ()
    assert InchGround(battle(unit(0, 23, 19, profile=GUNS), FAR_ENEMY, pieces=(HOUSES,))).garrison(0) == ()


def test_a_garrison_leaves_by_any_free_side() -> None:
    """formation.garrison-exit, melee.result.garrison"""
    inside = replace(unit(0, 23, 26, formation=Formation.GARRISON), shape=solid(600, 600), sector="houses")
    ground = InchGround(battle(inside, unit(1, 23, 29.5, 180, side=1), pieces=(HOUSES,)))
    out = ground.sorties(0, (Formation.COLUMN,))
    assert sorted(stance.to.heading for stance in out) == [900, 1800, 2700]
    back = ground.driven_out(0, Formation.COLUMN, 1)
    assert (back.to, back.shape.width) == (Pose(2300, 1700, 1800), 200)


def test_a_garrison_leaves_beside_whoever_stands_before_the_middle_of_a_side() -> None:
    """formation.garrison-exit: a friend 2 in wide takes the middle; a column as wide stands beside him"""
    inside = replace(unit(0, 23, 26, formation=Formation.GARRISON), shape=solid(600, 600), sector="houses")
    friend = unit(2, 23, 29, formation=Formation.COLUMN, side=0)
    ground = InchGround(battle(inside, FAR_ENEMY, friend, pieces=(HOUSES,)))
    north = [stance.to for stance in ground.sorties(0, (Formation.COLUMN,)) if stance.to.heading == 0]
    assert north == [Pose(2500, 2900, 0)]
    wall = unit(2, 23, 27, formation=Formation.LINE, side=0)
    assert wall.shape.width >= 600
    shut = InchGround(battle(inside, FAR_ENEMY, wall, pieces=(HOUSES,)))
    assert 0 not in [stance.to.heading for stance in shut.sorties(0, (Formation.LINE,))]


def test_a_garrison_shut_in_on_all_sides_does_not_leave() -> None:
    """formation.garrison-exit: lines 6 in wide before all four sides, then before three of them"""
    inside = replace(unit(0, 23, 26, formation=Formation.GARRISON), shape=solid(600, 600), sector="houses")
    walls = [unit(2, 23, 27), unit(3, 23, 19, 180), unit(4, 19, 23, 270), unit(5, 27, 23, 90)]
    for count, opened in ((4, False), (3, True)):
        ground = InchGround(battle(inside, FAR_ENEMY, *walls[:count], pieces=(HOUSES,)))
        assert ground.has_sortie(0, (Formation.LINE,)) is opened is bool(ground.sorties(0, (Formation.LINE,)))


# --------------------------------------------------------------------- placing
def test_a_commander_is_put_down_within_an_inch_and_away_from_enemies() -> None:
    """leaders.attach-range, leaders.unattached-safe"""
    ground = InchGround(battle(unit(0, 20, 10), unit(1, 20, 11.5, 180, side=1)))
    there = answered(lambda: ground.beside(PlaceScratched, 0, 0), Point(2000, 800))
    assert (there.x, there.y) == (2000, 800)
    with pytest.raises(Refused, match=r"2\.9 in away; it must be within 1\.0 in"):
        answered(lambda: ground.beside(PlaceScratched, 0, 0), Point(2000, 610))


def test_a_place_is_refused_with_what_was_measured() -> None:
    fought = battle(unit(0, 20, 10), unit(1, 20, 11.5, 180, side=1))
    ground = InchGround(fought)
    question = PlaceScratched(0, fought.units[0], 100, (1,), 105, (), ground.scene, leader=0)
    far, close = question.judge(Point(2000, 700)), question.judge(Point(2000, 1060))
    assert isinstance(far, Refusal)
    assert (far.measured, far.limit) == (2.0, 1.0)
    assert isinstance(close, Refusal)
    assert close.measured == 0.9
    assert all(question.judge(place) == place for place in question.sensible())
    assert question.read([2000, 850]) == Point(2000, 850)


def test_a_commander_is_caught_by_an_enemy_within_an_inch() -> None:
    """leaders.unattached-safe"""
    fought = battle(unit(0, 20, 10), unit(1, 40, 20, 180, side=1), leaders=(leader(0, 1, 40, 21), leader(1)))
    assert InchGround(fought).caught_by(0) == ()
    assert InchGround(fought).caught_by(1) == (0,)


def test_reinforcements_come_on_with_their_rear_on_the_edge() -> None:
    """setup.arrivals"""
    column = unit(0, 50, 10, formation=Formation.MARCH_COLUMN)
    ground = InchGround(battle(column, unit(1, 50, 70, 180, side=1)))
    south = Entrance("bottom", Point(5100.0, 0.0))
    assert [place.to for place in ground.entrances(0, south)] == [Pose(5100, 600, 0)]
    taken = unit(2, 51.2, 6, formation=Formation.MARCH_COLUMN)
    beside = InchGround(battle(column, unit(1, 50, 70, 180, side=1), taken)).entrances(0, south)
    assert [place.to for place in beside] == [Pose(5020, 600, 0), Pose(5220, 600, 0)]
    near = InchGround(battle(column, unit(1, 51, 10, 180, side=1)))
    assert all(abs(place.to.x - 5100) > 600 for place in near.entrances(0, south))


def test_a_unit_faces_any_way_for_which_there_is_room() -> None:
    """rally.face, movement.gun-turn"""
    ground = InchGround(battle(unit(0, 20, 20, profile=GUNS), FAR_ENEMY))
    assert answered(lambda: ground.face_rallied(0), (Turn(333),)).heading == 333
    assert answered(lambda: ground.face_rallied(0), ()) == ground.unit(0).pose


@pytest.mark.parametrize(("x", "y", "hides"), [(38, 48, True), (26, 60, False), (50, 36, False)])
def test_a_friend_on_a_slanting_line_of_sight_hides_the_target(x: float, y: float, *, hides: bool) -> None:
    """geometry.los: three columns, the line runs to the north-east far from the edges of the table"""
    column = Formation.COLUMN
    viewer, target = unit(0, 20, 30, 45, formation=column), unit(1, 56, 66, 225, side=1, formation=column)
    fought = battle(viewer, target, unit(2, x, y, 45, formation=column))
    assert ground_of(fought).sees(0, 1) is not hides
    assert ground_of(fought).in_line(0, 1, (2,)) == ([2] if hides else [])


def test_one_of_two_enemies_is_enough_to_be_near_a_commander() -> None:
    """scale.measuring: with a unit he is as near as his unit, alone as near as he stands"""
    foes = unit(1, 50, 25, 180, side=1), unit(2, 90, 60, 180, side=1)
    for staff in (leader(0, attached_to=0), leader(0, x=50, y=20)):
        fought = battle(unit(0, 50, 20), *foes, leaders=(staff, leader(1)))
        assert ground_of(fought).enemy_is_near(0, inches(6))
        assert not ground_of(fought).enemy_is_near(0, inches(4))
