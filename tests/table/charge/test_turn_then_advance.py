"""Lunges: the kernel that tells them all against rectangles that are swept and measured one by one."""

from __future__ import annotations

import random
from math import asin, cos, inf, pi, radians, sin

import pytest
from shapely import MultiPoint, Polygon

from sandtable.table import compiled
from sandtable.table.charge import Lunge, LungeOpening, Nearness, can_lunge, lunge_reach, lunges, stays_on
from sandtable.table.compiled import Mode
from sandtable.table.measure import gap
from sandtable.table.movement import Course, Going, LegTerms, MoveMark, Passing, PerInch, Terms
from sandtable.table.space import Base, Body, Field, Piece, Point, Pose, Scene, Shape, corners

NEAR = Nearness(touch=1.0, slack=0.5)
DOUBT = 4.0
"""Ways that differ by no more are not told apart by the plain twin."""
TURNS = (0, -100, 100, -250, 250, -450, 450)


def body(number: int, side: int, pose: Pose, width: int, depth: int) -> Body:
    return Body(number, side, pose, Shape((Base(0, 0, width, depth),), width, depth))


def house(left: float, bottom: float, right: float, top: float, kind: str = "house") -> Piece:
    ring = (Point(left, bottom), Point(right, bottom), Point(right, top), Point(left, top))
    return Piece(f"{kind} {left}", kind, ring)


def terms(allowance: int = 1200, *, slow: int = 900, passing: tuple[int, ...] = ()) -> Terms:
    return Terms(
        allowance,
        (LegTerms("advance"), LegTerms("wheel", PerInch(of="outer corner"))),
        goings=(Going("house", entry="barred"), Going("wood", mark="slow")),
        passing=(Passing(passing),) if passing else (),
        marks=(MoveMark("slow", slow),),
        outline="footprint",
    )


def course(scene: Scene, said: Terms | None = None) -> Course:
    return Course(scene.bodies[0], said or terms(), scene)


def by_turn(found: tuple[Lunge, ...]) -> dict[tuple[int, int], Lunge]:
    return {(lunge.turn, lunge.body): lunge for lunge in found}


# --------------------------------------------------------------------- worked by hand
@pytest.fixture
def line() -> Body:
    return body(0, 0, Pose(3000, 1000), 900, 150)


def test_a_body_goes_straight_ahead_to_the_first_touch(line: Body, mode: Mode) -> None:
    foe = body(1, 1, Pose(3000, 1700, 1800), 400, 300)
    (lunge,) = lunges(course(Scene(Field(6000, 4000), (line, foe))), (0,), (1,), "wheel", NEAR)
    assert lunge.end == Pose(3000, 1700)
    assert lunge.cost == pytest.approx(700, abs=1e-3)
    assert lunge.run == pytest.approx(700, abs=1e-3)


def test_two_bodies_abreast_are_touched_at_once_and_either_may_be_meant(line: Body, mode: Mode) -> None:
    foes = body(1, 1, Pose(2800, 1700, 1800), 300, 300), body(2, 1, Pose(3200, 1700, 1800), 300, 300)
    found = lunges(course(Scene(Field(6000, 4000), (line, *foes))), (0,), (1, 2), "wheel", NEAR)
    assert [lunge.body for lunge in found] == [1, 2]


def test_nobody_is_touched_through_another(line: Body, mode: Mode) -> None:
    foes = body(1, 1, Pose(2800, 1700, 1800), 300, 300), body(2, 1, Pose(3200, 1720, 1800), 300, 300)
    found = lunges(course(Scene(Field(6000, 4000), (line, *foes))), (0,), (1, 2), "wheel", NEAR)
    assert [lunge.body for lunge in found] == [1]


def test_a_wheel_costs_the_arc_of_the_outer_corner(line: Body, mode: Mode) -> None:
    scene = Scene(Field(6000, 4000), (line, body(1, 1, Pose(3450, 1700, 3000), 200, 200)))
    (lunge,) = lunges(course(scene), (300,), (1,), "wheel", NEAR)
    assert lunge.cost - lunge.run == pytest.approx(900 * pi / 6, abs=1e-3)
    assert lunge.end.heading == 300


def test_a_wheel_that_touches_ends_there_and_wider_ones_are_the_same(line: Body, mode: Mode) -> None:
    """The outer corner comes up from 900 to the left of the pivot; the foe's edge is 300 ahead of it."""
    scene = Scene(Field(6000, 4000), (line, body(1, 1, Pose(2600, 1300, 1800), 800, 200)))
    turns = (0, 100, 150, 200, 250, 300)
    found = [lunge for lunge in lunges(course(scene), turns, (1,), "wheel", NEAR) if lunge.run == 0.0]
    (lunge,) = found
    assert lunge.turn == 200
    assert lunge.cost == pytest.approx(900 * asin(300 / 900), abs=0.05)
    assert lunge.end.heading == 195
    assert abs(gap(body(0, 0, lunge.end, 900, 150), scene.bodies[1], "footprint")) <= 2.0


def test_who_stands_in_the_way_bars_it_unless_he_may_be_passed_and_cleared(line: Body, mode: Mode) -> None:
    foe, friend = body(1, 1, Pose(3000, 2000, 1800), 400, 300), body(2, 0, Pose(3300, 1400), 300, 100)
    scene = Scene(Field(6000, 4000), (line, foe, friend))
    assert not lunges(course(scene), (0,), (1,), "wheel", NEAR)
    passing = course(scene, terms(passing=(2,)))
    assert [lunge.end for lunge in lunges(passing, (0,), (1,), "wheel", NEAR)] == [Pose(3000, 2000)]
    near = Scene(Field(6000, 4000), (line, foe, body(2, 0, Pose(3300, 1960), 300, 100)))
    assert not lunges(course(near, terms(passing=(2,))), (0,), (1,), "wheel", NEAR), "it would end on him"


def test_barred_ground_and_the_side_of_the_table_bar_it(line: Body, mode: Mode) -> None:
    foe = body(1, 1, Pose(3000, 2000, 1800), 400, 300)
    barred = Scene(Field(6000, 4000, (house(3300, 1400, 3500, 1500),)), (line, foe))
    assert not lunges(course(barred), (0,), (1,), "wheel", NEAR)
    beside = Scene(Field(6000, 4000, (house(3450, 1400, 3600, 1500),)), (line, foe))
    assert lunges(course(beside), (0,), (1,), "wheel", NEAR), "along a wall one may go"
    # Wheeling to the right the left rear corner, 912 from the pivot, swings out to the left.
    for x, free in ((455, False), (470, True)):
        edge = body(0, 0, Pose(x, 1000), 900, 150)
        there = Scene(Field(6000, 4000), (edge, body(1, 1, Pose(900, 1800, 1800), 400, 300)))
        assert bool(lunges(course(there), (300,), (1,), "wheel", NEAR)) is free


def test_ground_with_a_mark_is_paid_for_by_a_shorter_reach(line: Body, mode: Mode) -> None:
    foe = body(1, 1, Pose(3000, 2100, 1800), 400, 300)
    for wood, reached in (((2900, 1400, 3100, 1500), False), ((3500, 1400, 3600, 1500), True)):
        scene = Scene(Field(6000, 4000, (house(*wood, kind="wood"),)), (line, foe))
        assert bool(lunges(course(scene), (0,), (1,), "wheel", NEAR)) is reached
    nearer = Scene(
        Field(6000, 4000, (house(2900, 1400, 3100, 1500, kind="wood"),)),
        (line, body(1, 1, Pose(3000, 1900, 1800), 400, 300)),
    )
    assert lunges(course(nearer), (0,), (1,), "wheel", NEAR), "9 in are left, and it is 9 in"


def test_a_reach_is_passed_by_no_more_than_the_slack(line: Body, mode: Mode) -> None:
    for far, reached in ((2200, True), (2201, False)):
        scene = Scene(Field(6000, 4000), (line, body(1, 1, Pose(3000, far, 1800), 400, 300)))
        assert bool(lunges(course(scene), (0,), (1,), "wheel", NEAR)) is reached


@pytest.mark.parametrize("first", ["wheel", "pivot"])
def test_there_is_a_lunge_at_somebody_if_any_lunge_touches_him_and_none_beyond_its_reach(
    first: LungeOpening, mode: Mode
) -> None:
    rng, told = random.Random(8), {True: 0, False: 0}
    for _ in range(40):
        mover = body(0, 0, Pose(3000, 2000, rng.randrange(3600)), rng.choice((300, 900)), 200)
        foes = [
            body(
                n, 1, Pose(rng.randrange(1200, 4800), rng.randrange(600, 3400), rng.randrange(3600)), 400, 300
            )
            for n in (1, 2, 3)
        ]
        scene = Scene(Field(6000, 4000, (house(2800, 2600, 3200, 2700),)), (mover, *foes))
        found = lunges(course(scene), TURNS, (1, 2, 3), first, NEAR)
        reach = lunge_reach(mover.shape, 450, 1200.0, first, NEAR)
        for foe in foes:
            touched = any(lunge.body == foe.id for lunge in found)
            assert can_lunge(course(scene), TURNS, (1, 2, 3), (foe.id,), first, NEAR) is touched
            assert not touched or gap(mover, foe, "footprint") <= reach
            told[touched] += 1
    assert min(told.values()) > 5


def test_a_pivot_is_free_and_judged_by_where_it_ends(line: Body, mode: Mode) -> None:
    behind = body(1, 1, Pose(3000, 600), 400, 300)
    scene = Scene(Field(6000, 4000), (line, behind))
    (lunge,) = lunges(course(scene), (1800,), (1,), "pivot", NEAR)
    assert lunge.end == Pose(3000, 600, 1800)
    assert lunge.cost == pytest.approx(250, abs=1e-3)
    crowded = Scene(Field(6000, 4000), (line, behind, body(2, 0, Pose(3000, 1300), 100, 100)))
    assert not lunges(course(crowded), (900,), (1,), "pivot", NEAR), "across it would lie on the friend"
    assert lunges(course(crowded), (1800,), (1,), "pivot", NEAR)


def test_who_touches_already_need_not_go_anywhere(line: Body, mode: Mode) -> None:
    scene = Scene(Field(6000, 4000), (line, body(1, 1, Pose(3000, 1000, 1800), 400, 300)))
    (lunge,) = lunges(course(scene), TURNS, (1,), "wheel", NEAR)
    assert (lunge.turn, lunge.cost, lunge.end) == (0, 0.0, Pose(3000, 1000))


def test_a_lunge_stays_on_a_road_or_leaves_it(mode: Mode) -> None:
    column = body(0, 0, Pose(3000, 1000), 150, 900)
    foe = body(1, 1, Pose(3000, 1800, 1800), 900, 150)
    for top, stays in ((1900, True), (1700, False)):
        road = house(2900, 0, 3100, top, kind="road")
        there = course(Scene(Field(6000, 4000, (road,)), (column, foe)))
        found = by_turn(lunges(there, (0, 300), (1,), "wheel", NEAR))
        assert stays_on(there, found[0, 1], ("road",)) is stays
        assert not stays_on(there, found[300, 1], ("road",))


# --------------------------------------------------------------------- against a plain twin
def rectangle(x: float, y: float, angle: float, width: float, depth: float) -> Polygon:
    """A footprint with the middle of its front at x, y, turned clockwise by an angle."""
    right, ahead = (cos(angle), -sin(angle)), (sin(angle), cos(angle))
    return Polygon(
        (x + r * right[0] + f * ahead[0], y + r * right[1] + f * ahead[1])
        for r, f in ((-width / 2, 0), (width / 2, 0), (width / 2, -depth), (-width / 2, -depth))
    )


def standing_figure(other: Body) -> Polygon:
    assert other.pose is not None
    return Polygon(corners(other.pose, other.shape))


def swept(mover: Body, turn: int, most: float) -> list[tuple[float, Polygon]]:
    """The figures of a mover along its way, each with what it has cost so far, finely cut."""
    assert mover.pose is not None
    x, y, start = mover.pose.x, mover.pose.y, radians(mover.pose.heading / 10)
    width, depth = mover.shape.width, mover.shape.depth
    inside = width / 2 if turn > 0 else -width / 2
    px, py = x + inside * cos(start), y - inside * sin(start)
    found, full = [], radians(abs(turn) / 10)
    steps = 4 * abs(turn)
    for step in range(steps + 1):
        angle = full * step / steps if steps else 0.0
        now = start + (angle if turn > 0 else -angle)
        at = px - inside * cos(now), py + inside * sin(now)
        found.append((width * angle, rectangle(*at, now, width, depth)))
    spent, heading = width * full, start + radians(turn / 10)
    mx, my = px - inside * cos(heading), py + inside * sin(heading)
    for run in range(1, int(most - spent) + 1):
        place = mx + run * sin(heading), my + run * cos(heading)
        found.append((spent + run, rectangle(*place, heading, width, depth)))
    return found


def first_touch(way: list[tuple[float, Polygon]], other: Polygon) -> float:
    """What a way has cost where it first touches a figure."""
    around = MultiPoint([point for _, figure in (way[0], way[-1]) for point in figure.exterior.coords])
    if around.convex_hull.distance(other) > 900:
        return inf
    return next((cost for cost, figure in way if figure.distance(other) <= 1.0), inf)


def random_scene(seed: int) -> Scene:
    rng = random.Random(seed)
    bodies = [body(0, 0, Pose(3000, 2000, rng.randrange(3600)), rng.choice((150, 500, 900)), 150)]
    tried = 0
    while len(bodies) < 7 and tried < 500:
        tried += 1
        far, angle = rng.uniform(250, 1400), rng.uniform(0, 2 * pi)
        pose = Pose(round(3000 + far * sin(angle)), round(2000 + far * cos(angle)), rng.randrange(3600))
        other = body(len(bodies), len(bodies) % 2, pose, rng.choice((200, 450)), rng.choice((150, 300)))
        if all(gap(other, one, "footprint") > 20 for one in bodies):
            bodies.append(other)
    return Scene(Field(6000, 4000), tuple(bodies))


def expected(scene: Scene, turn: int, most: float) -> dict[int, float | None]:
    """Which foes are touched first and at what cost, none of whom it is in doubt."""
    way = swept(scene.bodies[0], turn, most + DOUBT)
    costs = {other.id: first_touch(way, standing_figure(other)) for other in scene.bodies[1:]}
    first = min(costs.values())
    told: dict[int, float | None] = {}
    for other in scene.bodies[1:]:
        if other.side == 1:
            sure = costs[other.id] <= min([most, *(c for n, c in costs.items() if n != other.id)]) - DOUBT
            out = costs[other.id] > min(most, first) + DOUBT
            told[other.id] = costs[other.id] if sure else inf if out else None
    return told


def test_lunges_are_those_that_sweeping_finely_finds() -> None:
    assert sum(_agreed(random_scene(seed)) for seed in range(6)) > 10


def _agreed(scene: Scene) -> int:
    """How many lunges in a scene are found in both ways; none is found in one alone."""
    foes = [other.id for other in scene.bodies if other.side == 1]
    found = by_turn(lunges(course(scene), TURNS, foes, "wheel", NEAR))
    seen = 0
    for turn in TURNS:
        for foe, cost in expected(scene, turn, 1200).items():
            lunge = found.get((turn, foe))
            if cost is None or (lunge is None and _stands_for(found, foe, cost)):
                continue
            assert (lunge is None) == (cost == inf), (turn, foe, cost)
            if lunge is not None:
                seen += 1
                assert lunge.cost == pytest.approx(cost, abs=DOUBT)
                there = body(0, 0, lunge.end, scene.bodies[0].shape.width, 150)
                assert abs(gap(there, scene.bodies[foe], "footprint")) <= 2.0
    return seen


def _stands_for(found: dict[tuple[int, int], Lunge], foe: int, cost: float) -> bool:
    """Is there a lunge of a smaller wheel that ends in the midst of it, and so stands for wider ones?"""
    return any(
        lunge.body == foe and lunge.run == 0.0 and abs(lunge.cost - cost) <= DOUBT for lunge in found.values()
    )


def test_compiled_and_plain_lunges_are_the_same_to_the_bit() -> None:
    told: list[list[tuple[Lunge, ...]]] = []
    before = compiled.mode()
    modes: tuple[Mode, Mode] = ("plain", "compiled")
    for wanted in modes:
        compiled.use(wanted)
        scenes = [random_scene(seed) for seed in range(20, 26)]
        told.append(
            [
                lunges(course(scene), TURNS, (1, 3, 5), first, NEAR)
                for scene in scenes
                for first in ("wheel", "pivot")
            ]
        )
    compiled.use(before)
    assert told[0] == told[1]
    assert sum(map(len, told[0])) > 10
