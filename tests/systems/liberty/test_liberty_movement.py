"""The ADVANCE: its allowance, its legs and what stands in its way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.battle import scene_of
from sandtable.systems.liberty.battle import LibertyBattle
from sandtable.systems.liberty.movement import advance_allowance, advance_terms, half
from sandtable.systems.liberty.profiles import Formation
from sandtable.systems.liberty.retire import open_ways
from sandtable.table.check import Verdict, check
from sandtable.table.legs import Advance, Leg, Oblique, Shift, Wheel
from sandtable.table.measure import DEGREE, INCH
from tests.systems.liberty.parade import LIGHTS, SIX_POUNDERS, battle, fence, ground, unit

Case = Callable[[str], dict[str, Any]]

GRENADIERS = "british.grenadier-infantry"
LIGHT_DRAGOONS = "british.light-dragoon-regiment"


def judge(scene: LibertyBattle, *legs: Leg) -> Verdict:
    mover = scene.units[0]
    return check(mover, legs, advance_terms(scene, mover), scene_of(scene))


def refusals(scene: LibertyBattle, *legs: Leg) -> list[str]:
    return [obstacle.rule for obstacle in judge(scene, *legs).obstacles]


@pytest.mark.parametrize(
    ("profile", "formation", "inches"),
    [
        ("british.regular-infantry-regiment", None, 8),
        (LIGHT_DRAGOONS, None, 14),
        (LIGHTS, None, 10),
        (SIX_POUNDERS, Formation.LIMBERED_LINE, 12),
        (SIX_POUNDERS, Formation.UNLIMBERED_LINE, 4),
    ],
)
def test_the_rate_of_an_advance_by_type(profile: str, formation: Formation | None, inches: int) -> None:
    """movement.rates, movement.infantry, movement.cavalry.mounted, movement.skirmishers,
    movement.artillery.limbered, movement.artillery.unlimbered"""
    bases = 2 if profile == SIX_POUNDERS else 4
    mover = unit(0, 36, 10, profile=profile, bases=bases, formation=formation)
    assert advance_allowance(mover).total == inches


def test_under_fire_markers_slow_all_but_the_stalwart(case: Case) -> None:
    """lib-024: underfire.effect, special.stalwart, movement.allowance"""
    units = (unit(0, 36, 10, under_fire=2), unit(0, 36, 10, profile=GRENADIERS, under_fire=2))
    assert [advance_allowance(each).total for each in units] == case("lib-024")["allowance"]
    assert advance_allowance(unit(0, 36, 10, under_fire=9)).total == 0


def test_a_shift_is_half_a_move_rounded_up(case: Case) -> None:
    """lib-025: movement.shift, movement.rounding"""
    mover = unit(0, 36, 10, under_fire=1)
    assert half(advance_allowance(mover), "shift", "movement.shift").total == case("lib-025")["shift"]
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
    """movement.proximity, movement.proximity.detail: exactly 4 in is allowed."""
    scene = battle(unit(0, 36, 10), unit(1, 36, 20, 180, side=1))
    assert judge(scene, Advance(6 * INCH)).is_legal
    assert refusals(scene, Advance(6 * INCH + 10)) == ["movement.proximity"]


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
    ("kind", "rule"), [("building", "terrain.impassable"), ("river", "terrain.impassable")]
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


# --------------------------------------------------------------------- RETIRE from a test
def retired(scene: LibertyBattle) -> list[tuple[int, int, int]]:
    """The ways open to the first unit: angle, and where each ends in hundredths of an inch."""
    return [(way.angle, way.end.x, way.end.y) for way in open_ways(scene, scene.units[0])]


def test_a_unit_retires_straight_back_at_its_advance_rate_with_its_facing_kept() -> None:
    """morale.retire.move: without loss for under-fire markers."""
    scene = battle(unit(0, 36, 20, under_fire=2), unit(1, 36, 30, 180, side=1))
    assert retired(scene) == [(0, 3600, 1200)]


def test_a_unit_whose_rear_is_barred_retires_aslant_and_its_owner_picks_the_side() -> None:
    """morale.retire.move: 15 degrees to either side first; both are free, so both are offered."""
    pond = ground("river", (35.9, 5), (36.1, 5), (36.1, 10.5), (35.9, 10.5))
    scene = battle(unit(0, 36, 20, bases=3), unit(1, 36, 30, 180, side=1), pieces=(pond,))
    ways = open_ways(scene, scene.units[0])
    assert len(ways) == 2
    assert ways[0].angle == -ways[1].angle
    assert all(way.whole for way in ways)


def test_a_unit_with_no_free_way_goes_as_far_back_as_it_can() -> None:
    """morale.retire.move: the table edge stops it."""
    scene = battle(unit(0, 36, 5), unit(1, 36, 15, 180, side=1))
    (way,) = open_ways(scene, scene.units[0])
    assert (way.angle, way.end.y) == (0, 200)


def test_a_unit_that_cannot_move_at_all_stays() -> None:
    """morale.retire.stuck"""
    scene = battle(unit(0, 36, 2), unit(1, 36, 15, 180, side=1))
    assert open_ways(scene, scene.units[0]) == ()


def test_a_retiring_unit_passes_friends_in_good_order_and_others_only_if_it_must() -> None:
    """morale.retire.move, movement.interpenetrate.artillery"""
    friend = unit(2, 36, 17, profile=LIGHTS, bases=4)
    scene = battle(unit(0, 36, 20), unit(1, 36, 30, 180, side=1), friend)
    (way,) = open_ways(scene, scene.units[0])
    assert (way.angle, way.passed) == (0, (2,))
    aside = unit(2, 40.5, 13, profile=LIGHTS, bases=4, hits=8)
    beside = battle(unit(0, 36, 20, bases=3), unit(1, 36, 30, 180, side=1), aside)
    assert [(way.angle, way.passed) for way in open_ways(beside, beside.units[0])] == [(300, ())]
    behind = scene.with_unit(replace(friend, hits=8))
    assert [way.passed for way in open_ways(behind, behind.units[0])] == [(2,)]


def test_guns_retire_at_half_rate_through_difficult_ground() -> None:
    """movement.half.artillery"""
    brush = ground("brush", (20, 0), (52, 0), (52, 40), (20, 40))
    guns = unit(0, 36, 20, profile=SIX_POUNDERS, bases=2, formation=Formation.LIMBERED_LINE)
    scene = battle(guns, unit(1, 36, 30, 180, side=1), pieces=(brush,))
    assert retired(scene) == [(0, 3600, 2000 - 600)]
    assert retired(battle(guns, unit(1, 36, 30, 180, side=1))) == [(0, 3600, 2000 - 1200)]
