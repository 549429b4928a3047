"""Moves: their allowances, their legs and what stands in their way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import do
from sandtable.game.ask.refusal import Refusal
from sandtable.game.drivers.odds import odds
from sandtable.game.rules.rulebook import Readings
from sandtable.game.rules.tally import Tally
from sandtable.systems.liberty.battle import LibertyBattle, Order, Regiment
from sandtable.systems.liberty.marching import PlanMarch
from sandtable.systems.liberty.movement import (
    March,
    allowance,
    half,
    is_in_difficult,
    is_on_road,
    march_terms,
    moving_scene,
)
from sandtable.systems.liberty.order_decisions import standing
from sandtable.systems.liberty.orders import obstacles
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.rates import MarchDice, MarchFacts, march
from sandtable.systems.liberty.retire import open_ways
from sandtable.systems.liberty.shooting import Arm
from sandtable.table.forced import Tried
from sandtable.table.movement import Advance, Leg, Oblique, Shift, Verdict, Wheel, check
from sandtable.table.space import DEGREE, INCH, Piece, Point, Pose, inches
from tests.systems.liberty.parade import LIGHTS, SIX_POUNDERS, battle, fence, ground, unit

Case = Callable[[str], dict[str, Any]]

GRENADIERS = "british.grenadier-infantry"
LIGHT_DRAGOONS = "british.light-dragoon-regiment"


ADVANCE = March(Order.ADVANCE)
RUN = March(Order.RUN)


def rate(mover: Regiment, move: March = ADVANCE) -> Tally:
    return allowance(battle(mover), mover, move)


def judge(scene: LibertyBattle, *legs: Leg, move: March = ADVANCE) -> Verdict:
    mover = scene.units[0]
    terms = march_terms(scene, mover, move, allowance(scene, mover, move))
    return check(mover, legs, terms, moving_scene(scene))


def refusals(scene: LibertyBattle, *legs: Leg, move: March = ADVANCE) -> list[str]:
    return [obstacle.rule for obstacle in judge(scene, *legs, move=move).obstacles]


def road(*points: tuple[float, float], width: float = 2.5) -> Piece:
    line = tuple(Point(inches(x), inches(y)) for x, y in points)
    return Piece("the road", "road", line=line, width=inches(width))


@pytest.mark.parametrize(
    ("profile", "formation", "advance"),
    [
        ("british.regular-infantry-regiment", None, 8),
        (LIGHT_DRAGOONS, None, 14),
        (LIGHTS, None, 10),
        (SIX_POUNDERS, Formation.LIMBERED_LINE, 12),
        (SIX_POUNDERS, Formation.UNLIMBERED_LINE, 4),
    ],
)
def test_the_rate_of_an_advance_by_type(profile: str, formation: Formation | None, advance: int) -> None:
    """movement.rates, movement.infantry, movement.cavalry.mounted, movement.skirmishers,
    movement.artillery.limbered, movement.artillery.unlimbered"""
    bases = 2 if profile == SIX_POUNDERS else 4
    mover = unit(0, 36, 10, profile=profile, bases=bases, formation=formation)
    assert rate(mover).total == advance


def test_under_fire_markers_slow_all_but_the_stalwart(case: Case) -> None:
    """lib-024: underfire.effect, special.stalwart, movement.allowance"""
    units = (unit(0, 36, 10, under_fire=2), unit(0, 36, 10, profile=GRENADIERS, under_fire=2))
    assert [rate(each).total for each in units] == case("lib-024")["allowance"]
    assert rate(unit(0, 36, 10, under_fire=9)).total == 0


def test_a_shift_is_half_a_move_rounded_up(case: Case) -> None:
    """lib-025: movement.shift, movement.rounding"""
    mover = unit(0, 36, 10, under_fire=1)
    assert half(rate(mover), "shift", "movement.shift").total == case("lib-025")["shift"]
    scene = battle(mover)
    assert judge(scene, Shift("left", 400)).is_legal
    assert refusals(scene, Shift("left", 401)) == ["movement.shift.alone"]


def test_a_wheel_costs_the_arc_of_the_outer_corner(case: Case) -> None:
    """lib-026: movement.wheel, movement.wheel.geometry"""
    verdict = judge(battle(unit(0, 36, 10)), Wheel("right", 30 * DEGREE))
    assert verdict.is_legal
    assert verdict.cost / INCH == pytest.approx(case("lib-026")["cost"], abs=1e-5)
    assert verdict.left / INCH == pytest.approx(case("lib-026")["left"], abs=1e-5)


def test_what_is_left_after_a_wheel_goes_straight_ahead() -> None:
    """movement.wheel.geometry: wheels and straight legs mix up to the rate."""
    scene = battle(unit(0, 36, 10))
    assert judge(scene, Wheel("left", 30 * DEGREE), Advance(381)).is_legal
    assert refusals(scene, Wheel("left", 30 * DEGREE), Advance(390)) == ["movement.allowance"]


def test_guns_in_difficult_ground_have_half_their_allowance(case: Case) -> None:
    """lib-027: movement.half.artillery"""
    brush = ground("brush", (20, 0), (52, 0), (52, 40), (20, 40))
    guns = unit(0, 36, 10, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE, under_fire=1)
    scene = battle(guns, pieces=(brush,))
    half_inches = case("lib-027")["allowance"]
    assert judge(scene, Advance(half_inches * INCH)).is_legal
    assert not judge(scene, Advance(half_inches * INCH + 10)).is_legal
    assert judge(battle(guns), Advance(11 * INCH)).is_legal


def test_infantry_advances_through_difficult_ground_at_its_full_rate() -> None:
    """movement.infantry: only a RUN is stopped."""
    brush = ground("brush", (20, 12), (52, 12), (52, 40), (20, 40))
    assert judge(battle(unit(0, 36, 10), pieces=(brush,)), Advance(8 * INCH)).is_legal


def test_an_oblique_goes_forty_five_degrees_and_keeps_its_facing() -> None:
    """movement.oblique, movement.forward: measured along the slant."""
    scene = battle(unit(0, 36, 10))
    verdict = judge(scene, Oblique("right", 45 * DEGREE, 8 * INCH))
    assert verdict.is_legal
    assert (verdict.end.x, verdict.end.y, verdict.end.heading) == (3600 + 566, 1000 + 566, 0)
    assert not judge(scene, Oblique("right", 30 * DEGREE, 4 * INCH)).is_legal


def test_four_inches_are_kept_from_every_enemy() -> None:
    """movement.proximity, movement.proximity.detail: exactly 4 in is allowed.

    movement.measure: between nearest points, here two corners 3 in aside of one another, without rounding.
    """
    scene = battle(unit(0, 36, 10), unit(1, 36, 20, 180, side=1))
    assert judge(scene, Advance(6 * INCH)).is_legal
    assert refusals(scene, Advance(6 * INCH + 10)) == ["movement.proximity"]
    aside = battle(unit(0, 36, 10), unit(1, 47, 20, 180, side=1))
    assert judge(aside, Advance(735)).is_legal
    assert refusals(aside, Advance(745)) == ["movement.proximity"]


def test_a_unit_already_nearer_may_not_get_nearer() -> None:
    """movement.proximity.detail"""
    scene = battle(unit(0, 36, 10), unit(1, 36, 13, 180, side=1))
    assert "movement.proximity" in refusals(scene, Advance(50))
    assert judge(scene, Shift("left", 100)).is_legal


def test_friends_in_good_order_may_be_passed_if_there_is_room_to_clear() -> None:
    """movement.interpenetrate.free, movement.interpenetrate.barred"""
    friend = unit(1, 36, 13.5, profile=LIGHTS)
    assert judge(battle(unit(0, 36, 10), friend), Advance(8 * INCH)).is_legal
    assert not judge(battle(unit(0, 36, 10), friend), Advance(3 * INCH)).is_legal
    disordered = unit(1, 36, 13.5, profile=LIGHTS, disorder=1)
    assert not judge(battle(unit(0, 36, 10), disordered), Advance(8 * INCH)).is_legal


@pytest.mark.parametrize(
    ("kind", "rule"), [("building", "terrain.buildings"), ("river", "terrain.impassable")]
)
def test_impassable_ground_bars_the_way(kind: str, rule: str) -> None:
    """terrain.impassable, terrain.buildings"""
    block = ground(kind, (30, 14), (42, 14), (42, 18), (30, 18))
    scene = battle(unit(0, 36, 10), pieces=(block,))
    assert judge(scene, Advance(4 * INCH)).is_legal
    assert refusals(scene, Advance(5 * INCH)) == [rule]


def test_an_advance_stops_at_an_obstacle() -> None:
    """movement.obstacle.when"""
    scene = battle(unit(0, 36, 10), pieces=(fence((30, 14), (42, 14)),))
    assert judge(scene, Advance(4 * INCH)).is_legal
    assert refusals(scene, Advance(5 * INCH)) == ["movement.obstacle.when"]


def test_nobody_leaves_the_table() -> None:
    """edge.others"""
    scene = battle(unit(0, 36, 45))
    assert judge(scene, Advance(3 * INCH)).is_legal
    assert refusals(scene, Advance(4 * INCH)) == ["edge.others"]


# --------------------------------------------------------------------- RUN
@pytest.mark.parametrize(
    ("profile", "formation", "run"),
    [
        ("british.regular-infantry-regiment", None, 12),
        (LIGHT_DRAGOONS, None, 21),
        (LIGHTS, None, 15),
        (SIX_POUNDERS, Formation.LIMBERED_LINE, 18),
    ],
)
def test_the_rate_of_a_run_by_type(profile: str, formation: Formation | None, run: int) -> None:
    """movement.rates, orders.run, movement.open"""
    bases = 2 if profile == SIX_POUNDERS else 4
    assert rate(unit(0, 36, 10, profile=profile, bases=bases, formation=formation), RUN).total == run


def test_cavalry_on_foot_moves_like_infantry() -> None:
    """movement.cavalry.dismounted"""
    afoot = replace(unit(0, 36, 10, profile=LIGHT_DRAGOONS), dismounted=True, bases=3)
    assert (rate(afoot).total, rate(afoot, RUN).total) == (8, 12)


def test_a_run_is_made_of_straight_legs_and_wheels_only() -> None:
    """orders.run, movement.oblique"""
    scene = battle(unit(0, 36, 10))
    assert judge(scene, Wheel("right", 30 * DEGREE), Advance(7 * INCH), move=RUN).is_legal
    assert not judge(scene, Oblique("right", 45 * DEGREE, 4 * INCH), move=RUN).is_legal
    assert not judge(scene, Shift("right", 2 * INCH), move=RUN).is_legal


def test_a_run_stops_at_the_edge_of_difficult_ground(case: Case) -> None:
    """lib-030: movement.no-run, terrain.difficult.run"""
    wood = ground("forest", (20, 17.3), (52, 17.3), (52, 30), (20, 30))
    scene = battle(unit(0, 36, 10), pieces=(wood,))
    stop = inches(case("lib-030")["moved"])
    assert judge(scene, Advance(stop), move=RUN).is_legal
    assert refusals(scene, Advance(stop + 10), move=RUN) == ["movement.no-run"]


@pytest.mark.parametrize("profile", [LIGHTS, "continental.militia-cavalry"])
def test_skirmishers_and_scouts_run_through_difficult_ground(profile: str) -> None:
    """movement.ignore, movement.skirmishers, special.scouts"""
    wood = ground("forest", (20, 5), (52, 5), (52, 30), (20, 30))
    scene = battle(unit(0, 36, 10, profile=profile), pieces=(wood,))
    assert not is_in_difficult(scene, scene.units[0])
    assert obstacles(Order.RUN, standing(scene, scene.units[0])) == ()
    assert judge(scene, Advance(12 * INCH), move=RUN).is_legal


def test_nobody_else_may_run_who_stands_in_difficult_ground() -> None:
    """orders.by-type, movement.no-run, terrain.difficult.define: streams, rough ground, brush and forests."""
    for kind in ("stream", "rough", "brush", "forest"):
        patch = ground(kind, (39, 5), (52, 5), (52, 30), (39, 30))
        scene = battle(unit(0, 36, 10), pieces=(patch,))
        refused = obstacles(Order.RUN, standing(scene, scene.units[0]))
        assert [one.rule for one in refused] == ["movement.no-run"], kind
        assert obstacles(Order.RETREAT, standing(scene, scene.units[0])) == ()


def test_to_touch_difficult_ground_is_not_to_stand_in_it() -> None:
    """terrain.touch"""
    beside = ground("forest", (40, 5), (52, 5), (52, 30), (40, 30))
    scene = battle(unit(0, 36, 10), pieces=(beside,))
    assert not is_in_difficult(scene, scene.units[0])


def test_crops_and_hills_are_open_ground() -> None:
    """movement.open, terrain.table"""
    for kind in ("crops", "hill"):
        scene = battle(unit(0, 36, 10), pieces=(ground(kind, (20, 5), (52, 5), (52, 30), (20, 30)),))
        assert judge(scene, Advance(12 * INCH), move=RUN).is_legal, kind


@pytest.mark.parametrize("over", [0, 1, 2, 3])
def test_every_move_offered_at_the_very_edge_of_difficult_ground_stands(over: int) -> None:
    """terrain.touch, movement.no-run: to lie over the edge by no more than 0.02 in is to touch it."""
    wood = ground("forest", (20, 10), (52, 10), (52, 30), (20, 30))
    scene = battle(replace(unit(0, 36, 10), pose=Pose(3600, 1000 + over)), pieces=(wood,))
    mover = scene.units[0]
    assert is_in_difficult(scene, mover) is (over > 2)
    terms = march_terms(scene, mover, RUN, allowance(scene, mover, RUN))
    question = PlanMarch(0, mover, terms, moving_scene(scene), order=Order.RUN)
    for plan in question.sensible():
        assert not isinstance(question.judge(plan), Refusal), plan


@pytest.mark.parametrize("heading", [0, 900, 1800, 2700])
@pytest.mark.parametrize("over", [0, 1, 2])
def test_every_move_offered_at_the_very_edge_of_the_table_stands(heading: int, over: int) -> None:
    """edge.others: to stick out by no more than 0.02 in is to touch the edge."""
    for side, place in (("left", 400 - over), ("right", 6800 + over)):
        pose = Pose(place, 2400, heading) if heading % 1800 == 0 else Pose(3600, 4400 + over, heading)
        scene = battle(replace(unit(0, 36, 10), pose=pose))
        mover = scene.units[0]
        terms = march_terms(scene, mover, ADVANCE, allowance(scene, mover, ADVANCE))
        question = PlanMarch(0, mover, terms, moving_scene(scene), order=Order.ADVANCE)
        for plan in question.sensible():
            assert not isinstance(question.judge(plan), Refusal), (side, plan)


# --------------------------------------------------------------------- roads and March Column
def test_a_march_column_on_a_road_runs_fifteen_to_twenty_five_inches(case: Case) -> None:
    """lib-023: movement.road, movement.march-column, movement.march-column.when"""
    chances = odds(do(march, MarchFacts(order="RUN", road=True, march_column=True)), exact=True)
    values = case("lib-023")
    assert (min(chances), max(chances)) == (values["min"], values["max"])
    assert sum(inches * chance for inches, chance in chances.items()) == values["mean"]


def test_an_allowance_is_added_up_in_the_order_of_the_rules() -> None:
    """movement.allowance: rate, road, March Column, Double Time!, under fire."""
    column = unit(0, 36, 10, formation=Formation.MARCH_COLUMN, under_fire=1)
    move = March(Order.ADVANCE, road=True, column=True, dice=MarchDice(road=3, march=5, haste=2))
    tally = rate(column, move)
    assert tally.total == 17
    assert tally.rules == (
        "movement.rates",
        "movement.road",
        "movement.march-column",
        "action.double-time",
        "underfire.effect",
    )


def test_whoever_has_no_road_bonus_cannot_claim_one() -> None:
    """movement.skirmishers, movement.artillery.unlimbered, movement.cavalry.dismounted"""
    for arm in (Arm.SKIRMISHERS, Arm.UNLIMBERED):
        with pytest.raises(ValueError, match="no road bonus"):
            MarchFacts(arm=arm, road=True)
    for arm in (Arm.DISMOUNTED, Arm.LIMBERED):
        with pytest.raises(ValueError, match="no March Column bonus"):
            MarchFacts(arm=arm, march_column=True)


def test_with_the_road_bonus_every_base_keeps_to_the_road() -> None:
    """movement.road"""
    column = unit(0, 36, 12, formation=Formation.MARCH_COLUMN)
    scene = battle(column, pieces=(road((36, 0), (36, 40)),))
    claimed = March(Order.ADVANCE, road=True, dice=MarchDice(road=4))
    assert judge(scene, Advance(12 * INCH), move=claimed).is_legal
    assert refusals(scene, Wheel("right", 45 * DEGREE), Advance(5 * INCH), move=claimed) == ["movement.road"]
    assert judge(scene, Wheel("right", 45 * DEGREE), Advance(5 * INCH)).is_legal


def test_a_base_is_on_a_road_if_its_centre_is() -> None:
    """movement.road.on"""
    column, line = unit(0, 36, 12, formation=Formation.MARCH_COLUMN), unit(0, 36, 12)
    for mover, aside, on in (
        (column, 36.0, True),
        (column, 37.2, True),
        (column, 37.5, False),
        (line, 36, False),
    ):
        scene = battle(mover, pieces=(road((aside, 0), (aside, 40)),))
        assert is_on_road(scene, scene.units[0]) is on, aside


def test_a_unit_on_a_road_moves_as_in_the_open_whatever_the_road_crosses() -> None:
    """movement.road.on: a wood, a river under a bridge, a fence."""
    column = unit(0, 36, 12, formation=Formation.MARCH_COLUMN)
    wood = ground("forest", (20, 0), (52, 0), (52, 16), (20, 16))
    river = ground("river", (20, 16), (52, 16), (52, 18), (20, 18))
    rail = fence((30, 20), (42, 20))
    scene = battle(column, pieces=(wood, river, rail, road((36, 0), (36, 40))))
    assert not is_in_difficult(scene, scene.units[0])
    assert judge(scene, Advance(12 * INCH), move=RUN).is_legal
    assert "terrain.impassable" in refusals(scene, Oblique("left", 45 * DEGREE, 8 * INCH))


def test_a_march_bonus_keeps_out_of_difficult_ground() -> None:
    """movement.march-column.when"""
    column = unit(0, 36, 10, formation=Formation.MARCH_COLUMN)
    scene = battle(column, pieces=(ground("brush", (20, 14), (52, 14), (52, 30), (20, 30)),))
    claimed = March(Order.ADVANCE, column=True, dice=MarchDice(march=2))
    assert judge(scene, Advance(4 * INCH), move=claimed).is_legal
    assert refusals(scene, Advance(5 * INCH), move=claimed) == ["movement.march-column.when"]
    assert judge(scene, Advance(5 * INCH)).is_legal


# --------------------------------------------------------------------- artillery
def test_guns_never_cross_an_obstacle() -> None:
    """lib-028: movement.no-move.column, movement.artillery.limbered"""
    guns = unit(0, 36, 10, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE)
    scene = battle(guns, pieces=(fence((30, 14), (42, 14)),))
    assert judge(scene, Advance(4 * INCH)).is_legal
    assert refusals(scene, Advance(5 * INCH)) == ["movement.no-move.column"]


def test_guns_do_not_move_in_or_into_difficult_ground_in_the_other_reading() -> None:
    """movement.no-move, movement.no-move.column"""
    brush = ground("brush", (20, 14), (52, 14), (52, 30), (20, 30))
    readings = Readings((("movement.no-move.column", 1),))
    guns = unit(0, 36, 10, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE)
    outside = replace(battle(guns, pieces=(brush,)), readings=readings)
    assert judge(outside, Advance(4 * INCH)).is_legal
    assert refusals(outside, Advance(5 * INCH)) == ["movement.no-move"]
    inside = replace(outside, units=(replace(guns, pose=Pose(3600, 2000)),))
    assert allowance(inside, inside.units[0], ADVANCE).total == 0


def test_guns_that_stop_at_the_edge_of_difficult_ground_keep_their_rate() -> None:
    """movement.half.artillery"""
    brush = ground("brush", (20, 19), (52, 19), (52, 30), (20, 30))
    guns = unit(0, 36, 10, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE)
    scene = battle(guns, pieces=(brush,))
    assert judge(scene, Advance(9 * INCH)).is_legal
    assert not judge(scene, Advance(10 * INCH)).is_legal


# --------------------------------------------------------------------- works
def test_the_rim_of_a_redoubt_is_an_obstacle_from_both_sides() -> None:
    """terrain.table, movement.obstacle.when"""
    works = ground("redoubt", (30, 14), (42, 14), (42, 24), (30, 24))
    outside = battle(unit(0, 36, 10), pieces=(works,))
    assert judge(outside, Advance(4 * INCH)).is_legal
    assert refusals(outside, Advance(5 * INCH)) == ["movement.obstacle.when"]
    inside = battle(unit(0, 36, 20), pieces=(works,))
    assert judge(inside, Advance(4 * INCH)).is_legal
    assert refusals(inside, Advance(5 * INCH)) == ["movement.obstacle.when"]


# --------------------------------------------------------------------- friends
def test_shaken_friends_may_be_passed_but_routing_ones_may_not() -> None:
    """movement.interpenetrate.barred, movement.interpenetrate.test"""
    shaken = unit(1, 36, 13.5, profile=LIGHTS, hits=8)
    assert judge(battle(unit(0, 36, 10), shaken), Advance(8 * INCH)).passed == (1,)
    routing = replace(shaken, hits=0, routing=True)
    assert refusals(battle(unit(0, 36, 10), routing), Advance(8 * INCH)) == ["movement.forward"]


# --------------------------------------------------------------------- RETIRE from a test
def retired(scene: LibertyBattle) -> list[tuple[int, int, int]]:
    """The ways open to the first unit: angle, and where each ends in hundredths of an inch."""
    return [(way.angle, way.end.x, way.end.y) for way in ways_of(scene)]


def ways_of(scene: LibertyBattle) -> list[Tried]:
    return [way for _, way in open_ways(scene, scene.units[0])]


def test_a_unit_retires_straight_back_at_its_advance_rate_with_its_facing_kept() -> None:
    """morale.retire.move: without loss for under-fire markers."""
    scene = battle(unit(0, 36, 20, under_fire=2), unit(1, 36, 30, 180, side=1))
    assert retired(scene) == [(0, 3600, 1200)]


def test_a_unit_whose_rear_is_barred_retires_aslant_and_its_owner_picks_the_side() -> None:
    """morale.retire.move: 15 degrees to either side first; both are free, so both are offered."""
    pond = ground("river", (35.9, 5), (36.1, 5), (36.1, 10.5), (35.9, 10.5))
    scene = battle(unit(0, 36, 20, bases=3), unit(1, 36, 30, 180, side=1), pieces=(pond,))
    ways = ways_of(scene)
    assert len(ways) == 2
    assert ways[0].angle == -ways[1].angle
    assert all(way.whole for way in ways)


def test_a_unit_with_no_free_way_goes_as_far_back_as_it_can() -> None:
    """morale.retire.move: the table edge stops it."""
    scene = battle(unit(0, 36, 5), unit(1, 36, 15, 180, side=1))
    (way,) = ways_of(scene)
    assert (way.angle, way.end.y) == (0, 200)


def test_a_unit_that_cannot_move_at_all_stays() -> None:
    """morale.retire.stuck"""
    scene = battle(unit(0, 36, 2), unit(1, 36, 15, 180, side=1))
    assert ways_of(scene) == []


def test_a_retiring_unit_passes_friends_in_good_order_and_others_only_if_it_must() -> None:
    """morale.retire.move, movement.interpenetrate.artillery"""
    friend = unit(2, 36, 17, profile=LIGHTS, bases=4)
    scene = battle(unit(0, 36, 20), unit(1, 36, 30, 180, side=1), friend)
    (way,) = ways_of(scene)
    assert (way.angle, way.passed) == (0, (2,))
    aside = unit(2, 40.5, 13, profile=LIGHTS, bases=4, hits=8)
    beside = battle(unit(0, 36, 20, bases=3), unit(1, 36, 30, 180, side=1), aside)
    assert [(way.angle, way.passed) for way in ways_of(beside)] == [(300, ())]
    behind = scene.with_unit(replace(friend, hits=8))
    assert [way.passed for way in ways_of(behind)] == [(2,)]


def test_guns_retire_at_half_rate_through_difficult_ground() -> None:
    """movement.half.artillery"""
    brush = ground("brush", (20, 0), (52, 0), (52, 40), (20, 40))
    guns = unit(0, 36, 20, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE)
    scene = battle(guns, unit(1, 36, 30, 180, side=1), pieces=(brush,))
    assert retired(scene) == [(0, 3600, 2000 - 600)]
    assert retired(battle(guns, unit(1, 36, 30, 180, side=1))) == [(0, 3600, 2000 - 1200)]
