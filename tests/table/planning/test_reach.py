"""The reach: every pose in it is real, costs what the check says, and can be drawn."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from shapely.geometry import Polygon, box
from shapely.ops import unary_union

from sandtable.table import compiled
from sandtable.table.movement import (
    FREE,
    Advance,
    AngleStep,
    BySteps,
    Fixed,
    Going,
    Keep,
    LegTerms,
    MoveMark,
    Opening,
    Passing,
    PerInch,
    Terms,
    Wheel,
    Zone,
    check,
)
from sandtable.table.movement.terms import Share
from sandtable.table.planning import cell_outline, reach
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, block

pytestmark = pytest.mark.usefixtures("plain_kernels")

Scatter = Callable[[int, int, int], Scene]
AdvanceTerms = Callable[[Scene, Body], Terms]

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(4, files=2, width=200, depth=200)


def _terms(rng: random.Random, scene: Scene, body: Body) -> Terms:
    """Terms of many sorts."""
    enemies = tuple(other.id for other in scene.bodies if other.side != body.side)
    friends = tuple(other.id for other in scene.bodies if other.side == body.side and other.id != body.id)
    steps = BySteps((AngleStep(450, 100), AngleStep(900, 200)))
    price = rng.choice((PerInch(of="outer corner"), PerInch(), PerInch(of="farthest corner"), steps))
    legs = [LegTerms("advance"), LegTerms("wheel", price, when=rng.choice(("any", "ends", "start")), times=2)]
    legs += rng.sample(
        [
            LegTerms("oblique", widest=225),
            LegTerms("shift", PerInch(2.0), alone=rng.random() < 0.5),
            LegTerms("retire", PerInch(2.0), widest=225),
            LegTerms("about-face", Share(0.5), mark="half"),
            LegTerms("turn", PerInch(of="farthest corner")),
        ],
        2,
    )
    mark = rng.choice(("", "half"))
    return Terms(
        600,
        tuple(legs),
        goings=(
            Going("water", entry="barred"),
            Going("rough", multiplier=2.0, on=("advance", "oblique", "wheel")),
            Going("forest", mark=mark, touching=rng.random() < 0.3, toll=rng.choice((0, 100))),
        ),
        keeps=(
            Keep(enemies, rng.choice((100, 400))),
            Keep(enemies, 150, when="end"),
            *((Keep(enemies, 400, arc=450),) if rng.random() < 0.3 else ()),
        ),
        passing=(Passing(friends, mark=mark, toll=rng.choice((0, 50)), parallel=rng.choice((0, 220))),),
        marks=(MoveMark("half", 300),),
        opening=rng.choice((None, Opening(("hill",), ("water", "rough"), "front"))),
        outline=rng.choice(("bases", "footprint")),
    )


def test_every_pose_is_reached_by_a_plan_that_passes_the_check_at_the_cost_told(scatter: Scatter) -> None:
    rng = random.Random(4)
    for seed in range(12):
        scene = scatter(seed, 10, 7)
        body = scene.bodies[seed % 10]
        terms = _terms(rng, scene, body)
        found = reach(body, terms, scene)
        for reached in rng.sample(found.poses, min(len(found.poses), 25)):
            verdict = check(body, found.plan_to(reached), terms, scene)
            assert verdict.is_legal, verdict.obstacles
            assert verdict.end == reached.pose
            assert verdict.cost == pytest.approx(reached.cost, abs=1e-6)


def test_compiled_and_plain_kernels_reach_the_same_to_the_bit(scatter: Scatter) -> None:
    rng = random.Random(5)
    for seed in range(40):
        scene = scatter(seed, 10, 7)
        body = scene.bodies[seed % 10]
        terms = _terms(rng, scene, body)
        compiled.use("compiled")
        fast = reach(body, terms, scene)
        plans = [fast.plan_to(reached) for reached in fast.poses]
        compiled.use("plain")
        plain = reach(body, terms, scene)
        assert plain.poses == fast.poses
        assert [plain.plan_to(reached) for reached in plain.poses] == plans


def test_poses_come_in_order_of_cost_and_one_for_each_square_and_heading(
    scatter: Scatter, advance_terms: AdvanceTerms
) -> None:
    scene = scatter(3, 8, 4)
    found = reach(scene.bodies[0], advance_terms(scene, scene.bodies[0]), scene)
    costs = [reached.cost for reached in found.poses]
    assert costs == sorted(costs)
    start = scene.bodies[0].pose
    assert start is not None
    places = [
        (
            *found.cell_of(reached.pose),
            math.floor((reached.pose.heading - start.heading) % 3600 / 150 + 0.5) % 24,
        )
        for reached in found.poses
    ]
    assert len(set(places)) == len(places)


def test_on_open_ground_a_column_reaches_what_its_legs_pay_for() -> None:
    body = Body(0, 0, Pose(3000, 3000), COLUMN)
    terms = Terms(800, (LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner"))))
    found = reach(body, terms, Scene(Field(6000, 6000), (body,)))
    assert found.cells[0, 8] == 800
    assert (0, 9) not in found.cells
    assert (0, -1) not in found.cells
    cheapest = {reached.pose: reached.cost for reached in found.poses}
    wheel = check(body, (Wheel("right", 300), Advance(300)), terms, Scene(Field(6000, 6000), (body,)))
    assert cheapest[wheel.end] == pytest.approx(wheel.cost)


def test_every_short_enough_plan_of_two_legs_ends_in_a_square_that_is_reached() -> None:
    body = Body(0, 0, Pose(3000, 3000, 300), LINE)
    terms = Terms(800, (LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner"))))
    scene = Scene(Field(6000, 6000), (body,))
    found = reach(body, terms, scene)
    for turn in (150, 300, 450):
        for length in range(100, 500, 100):
            verdict = check(body, (Wheel("left", turn), Advance(length)), terms, scene)
            if verdict.is_legal:
                assert found.cells[found.cell_of(verdict.end)] <= verdict.cost + 1e-6


def test_the_reach_ends_at_barred_ground_and_halves_in_slow_ground() -> None:
    water = Piece(
        "pond", "water", polygon=(Point(0, 3350), Point(6000, 3350), Point(6000, 3600), Point(0, 3600))
    )
    body = Body(0, 0, Pose(3000, 3000), LINE)
    only_ahead = (LegTerms("advance"),)
    scene = Scene(Field(6000, 6000, (water,)), (body,))
    barred = reach(body, Terms(800, only_ahead, goings=(Going("water", entry="barred"),)), scene)
    assert max(reached.pose.y for reached in barred.poses) == 3350
    slow = reach(body, Terms(800, only_ahead, goings=(Going("water", multiplier=2.0),)), scene)
    # 3.5 in to the water, then 4.5 in of allowance for half as many inches in it.
    assert max(reached.pose.y for reached in slow.poses) == pytest.approx(3350 + 225, abs=2)


def test_zones_leave_only_what_the_check_allows() -> None:
    enemy = Body(1, 1, Pose(3000, 4000, 1800), COLUMN)
    body = Body(0, 0, Pose(3000, 3000), COLUMN)
    scene = Scene(Field(6000, 6000), (body, enemy))
    zone = Zone(1, (Point(2500, 3500), Point(2500, 4000), Point(3500, 4000), Point(3500, 3500)))
    terms = Terms(800, (LegTerms("advance"), LegTerms("shift", FREE, most=300)), zones=(zone,))
    found = reach(body, terms, scene)
    assert all(check(body, found.plan_to(reached), terms, scene).is_legal for reached in found.poses)
    assert any(reached.pose.y > 3520 for reached in found.poses)


def test_no_plan_has_more_legs_than_the_terms_allow() -> None:
    body = Body(0, 0, Pose(3000, 3000), COLUMN)
    legs = (LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner")))
    found = reach(body, Terms(800, legs, most_legs=2), Scene(Field(6000, 6000), (body,)))
    assert max(len(found.plan_to(reached)) for reached in found.poses) == 2


def test_free_turns_reach_every_heading() -> None:
    body = Body(0, 0, Pose(3000, 3000), COLUMN)
    terms = Terms(200, (LegTerms("advance"), LegTerms("turn", FREE), LegTerms("about-face", Fixed(100))))
    found = reach(body, terms, Scene(Field(6000, 6000), (body,)))
    assert len({reached.pose.heading for reached in found.poses}) == 24


def test_bands_are_outlines_of_what_costs_no_more() -> None:
    body = Body(0, 0, Pose(3000, 3000), COLUMN)
    terms = Terms(800, (LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner"))))
    found = reach(body, terms, Scene(Field(6000, 6000), (body,)))
    for limit, rings in found.bands((400, 800)):
        inside = [cell for cell, cost in found.cells.items() if cost <= limit]
        outer = sum(Polygon(ring).area for ring in rings if _clockwise(ring))
        holes = sum(Polygon(ring).area for ring in rings if not _clockwise(ring))
        assert outer - holes == pytest.approx(len(inside) * 100 * 100)


def _clockwise(ring: tuple[Point, ...]) -> bool:
    return not Polygon(ring).exterior.is_ccw


def test_the_outline_of_squares_is_that_of_their_union() -> None:
    rng = random.Random(1)
    for _ in range(60):
        cells = [(rng.randrange(6), rng.randrange(6)) for _ in range(rng.randint(1, 25))]
        rings = cell_outline(cells, 0, 0, 1)
        outer = unary_union([Polygon(ring) for ring in rings if _clockwise(ring)])
        holes = unary_union([Polygon(ring) for ring in rings if not _clockwise(ring)])
        union = unary_union([box(x, y, x + 1, y + 1) for x, y in cells])
        assert outer.difference(holes).symmetric_difference(union).area == pytest.approx(0)


def test_sectors_that_do_not_fill_the_circle_are_refused() -> None:
    body = Body(0, 0, Pose(3000, 3000), COLUMN)
    with pytest.raises(ValueError, match="do not fill a full turn"):
        reach(body, Terms(100, (LegTerms("advance"),)), Scene(Field(6000, 6000), (body,)), sector=160)
