"""Sliding: which of many ways run into a body before anything else, against rays cast by another library."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable

from shapely import LineString, Polygon, box
from shapely import Point as Spot
from shapely.geometry.base import BaseGeometry

from sandtable.table import compiled
from sandtable.table.compiled import Mode
from sandtable.table.forced import Slider
from sandtable.table.movement import Course, Going, Keep, LegTerms, Passing, Terms
from sandtable.table.movement.legs import ExactPose
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, Shape, block

Scatter = Callable[[int, int, int], Scene]
Outline = Callable[[Pose | ExactPose, Shape], Polygon]
Ways = list[tuple[Pose, int]]

LINE = block(4, files=4, width=200, depth=200)
NORTH, EAST = 0, 900
DISTANCE = 1500
DOUBT = 3.0
"""Meetings nearer to one another than this are not told apart by casting rays."""


def slider(scene: Scene, keeps: tuple[Keep, ...] = (), passed: tuple[int, ...] = ()) -> Slider:
    said = Terms(
        DISTANCE,
        (LegTerms("advance"),),
        goings=(Going("water", entry="barred"),),
        keeps=keeps,
        passing=(Passing(passed),) if passed else (),
    )
    return Slider(Course(scene.bodies[0], said, scene))


def upon(one: Slider, ways: Ways, distance: int, body: int) -> list[bool]:
    """Of several ways, which run into a body before anything else halts them."""
    halts = [one.run(pose, way, distance).halt for pose, way in ways]
    return [halt is not None and (halt.why, halt.body) == ("body", body) for halt in halts]


# --------------------------------------------------------------------- worked by hand
HERE = Pose(3000, 1000)
ENEMY = Body(1, 1, Pose(3000, 1700), LINE)
"""Its rear, 2 in behind its front, is 5 in ahead."""


def upon_the_enemy(*others: Body, pieces: tuple[Piece, ...] = (), keeps: tuple[Keep, ...] = ()) -> list[bool]:
    """Whether a line that goes 6 in straight ahead, or to its right, runs into the enemy."""
    scene = Scene(Field(6000, 6000, pieces), (Body(0, 0, HERE, LINE), ENEMY, *others))
    return upon(slider(scene, keeps), [(HERE, NORTH), (HERE, EAST)], 600, 1)


def test_a_way_runs_into_who_stands_ahead_and_not_into_who_stands_beside_it(mode: Mode) -> None:
    assert upon_the_enemy() == [True, False]


def test_who_stands_no_nearer_than_a_way_is_long_is_not_run_into(mode: Mode) -> None:
    scene = Scene(Field(6000, 6000), (Body(0, 0, HERE, LINE), ENEMY))
    assert [upon(slider(scene), [(HERE, NORTH)], gone, 1) for gone in (499, 505)] == [[False], [True]]


def test_another_body_or_barred_ground_between_is_met_before(mode: Mode) -> None:
    assert upon_the_enemy(Body(2, 0, Pose(3300, 1300), LINE)) == [False, False]
    pond = Piece("pond", "water", polygon=(Point(2900, 1100), Point(3100, 1100), Point(3000, 1200)))
    assert upon_the_enemy(pieces=(pond,)) == [False, False]


def test_who_is_kept_away_from_is_come_near_to_before_he_is_run_into(mode: Mode) -> None:
    assert upon_the_enemy(keeps=(Keep((1,), 100),)) == [False, False]


def test_who_may_be_passed_is_run_into_by_nobody(mode: Mode) -> None:
    scene = Scene(Field(6000, 6000), (Body(0, 0, HERE, LINE), ENEMY))
    assert upon(slider(scene, passed=(1,)), [(HERE, NORTH)], 600, 1) == [False]


def test_who_stands_beyond_the_edge_of_the_table_is_not_reached(mode: Mode) -> None:
    # The line leaves the table of 10 in to the right after 5 in, a way of which 8 in lead to the column.
    column = Body(1, 1, Pose(1700, 1000), block(2, files=1, width=200, depth=200))
    here, field = Pose(300, 1000), Field(1000, 6000)
    line = Body(0, 0, here, block(2, files=2, width=200, depth=200))
    assert upon(slider(Scene(field, (line, column))), [(here, EAST)], 2000, 1) == [False]
    assert upon(slider(Scene(Field(3000, 6000), (line, column))), [(here, EAST)], 2000, 1) == [True]


# --------------------------------------------------------------------- against rays
def corners(figure: BaseGeometry) -> list[tuple[float, float]]:
    parts = [figure] if isinstance(figure, Polygon) else list(getattr(figure, "geoms", ()))
    return [corner for part in parts for corner in part.exterior.coords]


def first_touch(mover: BaseGeometry, other: BaseGeometry, heading: int) -> float:
    """How far a figure slides until it touches another: where rays from the corners of either hit."""
    turn = math.radians(heading / 10)
    dx, dy = 9000 * math.sin(turn), 9000 * math.cos(turn)
    found = math.inf
    for corners_of, target, way in ((mover, other, 1), (other, mover, -1)):
        for x, y in corners(corners_of):
            hit = LineString([(x, y), (x + way * dx, y + way * dy)]).intersection(target)
            if not hit.is_empty:
                found = min(found, hit.distance(Spot(x, y)))
    return found


def off_table(figure: BaseGeometry, field: Field, heading: int) -> float:
    """How far a figure slides until a corner of it reaches the edge of the table."""
    turn = math.radians(heading / 10)
    dx, dy = 9000 * math.sin(turn), 9000 * math.cos(turn)
    edge = box(0, 0, field.width, field.depth).exterior
    rays = [(LineString([(x, y), (x + dx, y + dy)]), Spot(x, y)) for x, y in corners(figure)]
    return min(float(ray.intersection(edge).distance(start)) for ray, start in rays)


def runs_into(
    figure: Polygon, target: Polygon, bars: Iterable[Polygon], field: Field, way: int
) -> bool | None:
    """Whether a slide runs into the target first, by rays; none where it is too close to call."""
    small, large = (figure.buffer(grown, join_style="mitre") for grown in (-DOUBT, DOUBT))
    soon, late = first_touch(large, target, way), first_touch(small, target, way)
    others = list(bars)
    sooner = [first_touch(large, other, way) for other in others]
    later = [first_touch(small, other, way) for other in others]
    if late + DOUBT < min([DISTANCE, off_table(large, field, way), *sooner]):
        return True
    if soon - DOUBT > min([DISTANCE, off_table(small, field, way), *later]):
        return False
    return None


def some_ways(rng: random.Random, scene: Scene) -> Ways:
    """Ways from where the mover stands, with other facings too."""
    start = scene.bodies[0].pose
    assert start is not None
    headings = (start.heading, *(rng.randrange(3600) for _ in range(3)))
    return [(Pose(start.x, start.y, heading), rng.randrange(3600)) for heading in headings for _ in range(5)]


def test_a_way_runs_into_a_body_where_rays_meet_it_first(scatter: Scatter, outline: Outline) -> None:
    rng, told = random.Random(11), {True: 0, False: 0}
    for seed in range(16):
        scene = scatter(seed, 9, 5)
        mover, friends = scene.bodies[0], (2, 4)
        stood = {body.id: outline(body.pose, body.shape) for body in scene.bodies if body.pose}
        ponds = [Polygon(piece.polygon) for piece in scene.field.pieces if piece.kind == "water"]
        ways = some_ways(rng, scene)
        for target in (1, 3, 5):
            found = upon(slider(scene, passed=friends), ways, DISTANCE, target)
            bars = [*(stood[body] for body in (1, 3, 5, 6, 7, 8) if body != target), *ponds]
            for (pose, way), runs in zip(ways, found, strict=True):
                figure = outline(pose, mover.shape)
                if any(figure.distance(other) < 2 * DOUBT for other in (stood[target], *bars)):
                    continue
                expected = runs_into(figure, stood[target], bars, scene.field, way)
                if expected is not None:
                    told[expected] += 1
                    assert runs is expected, (seed, target, pose, way)
    assert told[True] > 30
    assert told[False] > 300


def test_no_slide_ends_on_a_friend_and_some_go_past_him_or_stop_short_of_him(
    scatter: Scatter, outline: Outline
) -> None:
    rng, turned_out = random.Random(14), {"past": 0, "short": 0}
    for seed in range(60, 90):
        scene, friends = scatter(seed, 9, 5), (2, 4, 6)
        one = slider(scene, passed=friends)
        stood = [outline(body.pose, body.shape) for body in scene.bodies if body.id in friends and body.pose]
        for pose, way in some_ways(rng, scene):
            run, turn = one.run(pose, way, DISTANCE), math.radians(way / 10)
            x, y = pose.x + run.gone * math.sin(turn), pose.y + run.gone * math.cos(turn)
            ended = outline(Pose(round(x), round(y), pose.heading), scene.bodies[0].shape)
            if run.gone:
                assert all(ended.buffer(-DOUBT).disjoint(friend) for friend in stood), (seed, pose, way)
            turned_out["past"] += run.gone > DISTANCE
            turned_out["short"] += run.halt is not None and run.halt.why == "friend"
    assert turned_out["past"] > 5
    assert turned_out["short"] > 5


def test_compiled_and_plain_slides_run_into_the_same(scatter: Scatter) -> None:
    before, told = compiled.mode(), []
    modes: tuple[Mode, Mode] = ("plain", "compiled")
    for wanted in modes:
        compiled.use(wanted)
        rng = random.Random(13)
        scenes = [scatter(seed, 9, 5) for seed in range(50, 60)]
        told.append(
            [
                [
                    slider(scene, (Keep((7,), 150),), (2, 4)).run(*way, DISTANCE)
                    for way in some_ways(rng, scene)
                ]
                for scene in scenes
            ]
        )
    compiled.use(before)
    assert told[0] == told[1]
    assert any(run.halt is not None and run.halt.why == "body" for runs in told[0] for run in runs)
