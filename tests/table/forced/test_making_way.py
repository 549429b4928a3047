"""Making way: stepping aside by the shortest distance, and coming into contact the shortest way."""

from __future__ import annotations

import math

import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.forced import is_swept, pose_beside, shortest_way, step_aside
from sandtable.table.forced.making_way import is_clear
from sandtable.table.measure import gap, is_overlapping, is_touching
from sandtable.table.space import Body, Field, Piece, Point, Pose, Scene, block, corners

LINE = block(4, files=4, width=200, depth=200)
RIDER = block(1, files=1, width=100, depth=200)
FIELD = Field(7200, 4800)


def rider(x: int, y: int, heading: int = 0) -> Body:
    return Body(1, 0, Pose(x, y, heading), RIDER)


def apart(one: Pose, other: Pose) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


def test_who_is_clear_stays() -> None:
    line = Body(0, 0, Pose(3600, 2000), LINE)
    assert step_aside(rider(3600, 1800), Scene(FIELD, (line, rider(3600, 1800)))) == Pose(3600, 1800)


def test_aside_is_as_short_as_it_can_be() -> None:
    """Half an inch into the left flank of a line: half an inch to the left."""
    line, man = Body(0, 0, Pose(3600, 2000), LINE), rider(3200, 2000)
    assert step_aside(man, Scene(FIELD, (line, man))) == Pose(3150, 2000)


def test_aside_is_on_the_table_and_off_barred_ground() -> None:
    """A line along the bottom edge: behind it there is no room, so he comes out in front of it."""
    line, man = Body(0, 0, Pose(3600, 200), LINE), rider(3600, 200)
    assert step_aside(man, Scene(FIELD, (line, man))) == Pose(3600, 400)
    pond = Piece(
        "pond", "pond", tuple(Point(x, y) for x, y in ((3000, 200), (4200, 200), (4200, 900), (3000, 900)))
    )
    wet = Scene(Field(7200, 4800, (pond,)), (line, man))
    assert is_clear(Body(1, 0, step_aside(man, wet, ("pond",)), RIDER), wet, ("pond",))


@settings(max_examples=40, deadline=None)
@given(x=st.integers(3250, 3950), y=st.integers(1850, 2150), heading=st.integers(0, 3599))
def test_no_shorter_step_of_a_fine_fan_would_clear_him(x: int, y: int, heading: int) -> None:
    line, man = Body(0, 0, Pose(3600, 2000), LINE), rider(x, y, heading)
    scene = Scene(FIELD, (line, man))
    there = step_aside(man, scene)
    assert is_clear(Body(1, 0, there, RIDER), scene)
    gone = apart(there, Pose(x, y))
    for tenth in range(0, 3600, 30):
        way = math.radians(tenth / 10)
        short = gone * 0.97 - 3
        if short > 0:
            at = Pose(round(x + short * math.sin(way)), round(y + short * math.cos(way)), heading)
            assert gap(Body(1, 0, at, RIDER), line) < 0  # however little: touching is not standing clear


def test_the_shortest_way_into_contact() -> None:
    line, man = Body(0, 0, Pose(3600, 3000), LINE), rider(3600, 1000)
    there = pose_beside(man, line, Scene(FIELD, (line, man)))
    assert there == Pose(3600, 2800)
    assert is_touching(Body(1, 0, there, RIDER), line)


def test_where_others_stand_he_comes_to_another_side() -> None:
    line, man = Body(0, 0, Pose(3600, 3000), LINE), rider(3600, 1000)
    behind = Body(2, 0, Pose(3600, 2800), LINE)
    there = Body(1, 0, pose_beside(man, line, Scene(FIELD, (line, man, behind))), RIDER)
    assert is_touching(there, line)
    assert not is_overlapping(there, behind)


@settings(max_examples=60, deadline=None)
@given(
    start=st.tuples(st.integers(1000, 6000), st.integers(1000, 4000), st.integers(0, 3599)),
    end=st.tuples(st.integers(1000, 6000), st.integers(1000, 4000), st.integers(0, 3599)),
)
def test_swept_is_the_hull_of_both_ends(start: tuple[int, int, int], end: tuple[int, int, int]) -> None:
    """Differential: shapely's convex hull, except within a hair of touching."""
    man = rider(3600, 2400)
    hull = shapely.MultiPoint([*corners(Pose(*start), LINE), *corners(Pose(*end), LINE)]).convex_hull
    gap = hull.distance(shapely.Polygon(corners(Pose(3600, 2400), RIDER)))
    if not 0.5 < gap < 5:
        assert is_swept(man, Pose(*start), LINE, Pose(*end), LINE) is (gap <= 0.5)


def test_a_detour_round_a_wall_is_the_way_round_its_nearer_end() -> None:
    """From 3 in below a wall that ends 4 in to the right to 3 in above it: twice 5 in, and its breadth."""
    wall = tuple(Point(x, y) for x, y in ((-800, 300), (400, 300), (400, 310), (-800, 310)))
    found = shortest_way(Point(0, 0), (Point(0, 610),), (wall,), 0)
    assert math.isclose(found, 2 * math.hypot(400, 300) + 10, abs_tol=0.1)


def test_there_is_no_way_out_of_a_ring() -> None:
    ring = tuple(Point(x, y) for x, y in ((-90, -90), (90, -90), (90, 90), (-90, 90)))
    sides = [
        (Point(a.x, a.y), Point(b.x, b.y), Point(b.x * 1.1, b.y * 1.1), Point(a.x * 1.1, a.y * 1.1))
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
    ]
    assert shortest_way(Point(0, 0), (Point(500, 0),), sides, 5) == math.inf


def test_the_distance_kept_is_the_one_there_is_room_for() -> None:
    """Who starts nearer to a wall than the clearance may leave it."""
    wall = tuple(Point(x, y) for x, y in ((-500, 10), (500, 10), (500, 20), (-500, 20)))
    assert shortest_way(Point(0, 0), (Point(0, -300),), (wall,), 50) == 300.0
