"""Limits: each includes the limit itself, and a hundredth of an inch beyond is beyond (movement.measure)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.systems.liberty.aim import aim, targets, whole_inches
from sandtable.systems.liberty.approach import Way, inches_needed, is_in_range, short_move
from sandtable.systems.liberty.battle import General
from sandtable.systems.liberty.breaking import _witnesses
from sandtable.systems.liberty.charge_ways import legal_targets, ways_to
from sandtable.systems.liberty.charges import Approach
from sandtable.systems.liberty.command import is_in_command, is_supported
from sandtable.systems.liberty.melee_facts import Edge
from sandtable.systems.liberty.obstacles import obstacles_at
from sandtable.systems.liberty.profiles import SpecialRule
from sandtable.table.measure import QUARTERS, arc_of, is_enfiladed
from sandtable.table.space import Point, Pose, block
from tests.systems.liberty.charge_parade import field
from tests.systems.liberty.parade import LIGHTS, battle, fence, unit

LINE = block(4, files=4, width=200, depth=200)
"""Four bases of infantry in line: half width 4 in, half depth 1 in."""


@pytest.mark.parametrize(
    ("gap", "profile", "commanded"),
    [(12.0, "", True), (12.01, "", False), (30.0, LIGHTS, True), (30.01, LIGHTS, False)],
)
def test_a_general_commands_to_his_limit_and_no_farther(gap: float, profile: str, *, commanded: bool) -> None:
    """command.range.measure, special.independent: his base reaches half an inch to each side of x = 10."""
    one = unit(0, 10.5 + gap + 4, 20, **({"profile": profile} if profile else {}))  # type: ignore[arg-type]
    morgan = General("Morgan", 0, "first", Pose(1000, 2000, 0), None)
    assert is_in_command(battle(one, generals=(morgan,)), one) is commanded


@pytest.mark.parametrize(("gap", "supported"), [(12.0, True), (12.01, False)])
def test_two_friends_support_to_twelve_inches(gap: float, *, supported: bool) -> None:
    """dice.reroll.supported.who: one touches, the other's nearest edge is so far off."""
    units = unit(0, 36, 20), unit(1, 28, 20), unit(2, 36 + 8 + gap, 20)
    assert is_supported(battle(*units), units[0]) is supported


@pytest.mark.parametrize(("gap", "supported"), [(10.0, True), (10.01, False)])
def test_one_friend_supports_a_steady_unit_to_ten_inches(gap: float, *, supported: bool) -> None:
    """special.steady"""
    firm = replace(unit(0, 20, 20), special=(SpecialRule.STEADY,))
    units = firm, unit(1, 20 + 8 + gap, 20)
    assert is_supported(battle(*units), firm) is supported


@pytest.mark.parametrize(("gap", "tests"), [(6.0, [1]), (6.01, [])])
def test_friends_see_a_unit_broken_to_six_inches(gap: float, tests: list[int]) -> None:
    """morale.trigger.broken.where"""
    scene = battle(unit(0, 20, 20), unit(1, 28 + gap, 20))
    assert _witnesses(scene, 0, (0,)) == tests


@pytest.mark.parametrize(
    ("x", "y", "arc"),
    [
        (500, 200, "front"),
        (500, 199, "right"),
        (501, 200, "right"),
        (-500, 200, "front"),
        (-500, 199, "left"),
        (0, 100, "front"),
        (0, 99, "right"),
        (500, -200, "rear"),
        (500, -199, "right"),
        (0, -100, "rear"),
        (-1, -99, "left"),
    ],
)
def test_a_point_just_behind_the_border_of_an_arc_is_not_in_it(x: int, y: int, arc: str) -> None:
    """shooting.arcs.formula: w = 4 and d = 1 in about the centre, |x| - w <= y - d."""
    assert arc_of(Pose(0, 100, 0), LINE, Point(x, y), QUARTERS) == arc


@pytest.mark.parametrize(("y", "edges"), [(13.0, {Edge.FRONT}), (13.01, {Edge.FRONT, Edge.FLANK})])
def test_a_base_just_behind_the_border_of_the_front_starts_in_the_flank(y: float, edges: set[Edge]) -> None:
    """charge.facing.count, charge.facing.arcs: the border runs from the target's corner at (40, 20) down to
    the right; the charger's bases have their centres at x = 46, where it lies at y = 14, and at y - 3, y - 1,
    y + 1 and y + 3. With two of four bases behind it the charging player may choose."""
    scene = field(unit(0, 45, y, 270), unit(1, 36, 20, 180, side=1))
    assert {way.edge for way in ways_to(scene, scene.units[0], scene.units[1])} == edges


@pytest.mark.parametrize(
    ("beyond", "aside", "raked"),
    [
        (1000, 350, True),
        (1000, 351, False),
        (400, 200, True),
        (400, 201, False),
        (1, 100, True),
        (0, 100, False),
        (0, 0, False),
    ],
)
def test_a_target_is_enfiladed_to_the_limit_of_the_formula(beyond: int, aside: int, *, raked: bool) -> None:
    """shooting.enfilade.formula: W = 8 and D = 2 in, so (s - 1) x 8 <= 2 x a."""
    for side in (1, -1):
        for way in (1, -1):
            assert is_enfiladed(Pose(0, 0, 0), LINE, Point(side * (400 + beyond), way * aside - 100)) is raked


@pytest.mark.parametrize(("distance", "fires"), [(6.0, False), (6.01, True)])
def test_six_inches_exactly_leave_no_time(distance: float, *, fires: bool) -> None:
    """charge.response.distance"""
    assert Approach(distance).leaves_time is fires


@pytest.mark.parametrize(("distance", "reaches", "needed"), [(15.0, True, 15), (15.01, False, 16)])
def test_a_charge_reaches_its_limit_and_no_farther(distance: float, needed: int, *, reaches: bool) -> None:
    """charge.range.potential, charge.short: infantry has 12 and at most 3 in."""
    way = Way(distance=distance)
    assert (is_in_range(way), inches_needed(way)) == (reaches, needed)
    scene = field(unit(0, 36, 10), unit(1, 36, 10 + distance, 180, side=1))
    assert bool(legal_targets(scene, scene.units[0])) is reaches


def test_a_charge_that_falls_short_stops_no_nearer_than_four_inches() -> None:
    """charge.short, movement.proximity.detail: 13 in rolled against 14.005 in lead to 4 in and no nearer."""
    assert short_move(Way(distance=14.005), 13).total == 10.0
    assert short_move(Way(distance=14.0), 13).total == 10.0


@pytest.mark.parametrize(("gap", "at"), [(0.5, (0,)), (0.51, ())])
def test_a_unit_stands_at_an_obstacle_to_half_an_inch(gap: float, at: tuple[int, ...]) -> None:
    """terrain.obstacle.position"""
    one = unit(0, 36, 20)
    assert obstacles_at(one, battle(one, pieces=(fence((20, 20 + gap), (52, 20 + gap)),)).field) == at


@pytest.mark.parametrize(("gap", "range_"), [(27.0, 28), (27.99, 28), (28.0, None)])
def test_a_musket_carries_to_twenty_eight_inches_and_the_fraction_of_an_inch(
    gap: float, range_: int | None
) -> None:
    """shooting.range.round, weapons.smoothbore: the range runs from the centre, an inch behind the front."""
    scene = battle(unit(0, 36, 5), unit(1, 36, 5 + gap, 180, side=1))
    assert bool(targets(scene, scene.units[0])) is (range_ is not None)
    fire = aim(scene, scene.units[0], scene.units[1])
    assert fire is not None
    assert fire.range == (29 if range_ is None else range_)
    assert [whole_inches(length) for length in (1099.6, 1100.0, 1100.4)] == [10, 11, 11]
