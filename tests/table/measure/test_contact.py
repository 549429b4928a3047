"""Contact: touching edges, corners and bases, and overlap."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon

from sandtable.table.measure import (
    bases_behind,
    bases_in_contact,
    contact,
    distance,
    is_overlapping,
    is_touching,
    sides_at,
)
from sandtable.table.measure.contact import _laid, _outlines, _touch, _touches
from sandtable.table.space import (
    COSINES,
    SIDES,
    SINES,
    TOLERANCE,
    Base,
    Body,
    Front,
    Point,
    Pose,
    Shape,
    Side,
    block,
    corners,
    parts,
)

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(6, files=2, width=200, depth=200)
MUSKETS = block(1, files=1, width=300, depth=100)
LEGION = Shape(
    tuple(
        Base(round((file - (files - 1) / 2) * 150), -rank * 150, 150, 100, rank)
        for rank, files in enumerate((4, 3, 3))
        for file in range(files)
    ),
    600,
    400,
)


def body(number: int, x: int, y: int, heading: int = 0, shape: Shape = LINE) -> Body:
    return Body(number, number % 2, Pose(x, y, heading), shape)


def test_lines_laid_front_to_front_touch_along_all_of_their_fronts() -> None:
    found = contact(body(0, 1000, 1000), body(1, 1000, 1000, 1800))
    assert found is not None
    assert found.kind == "edge"
    assert [(touch.mine, touch.theirs) for touch in found.touches] == [("front", "front")]
    assert found.length == pytest.approx(800)


def test_lines_that_stand_half_off_one_another_touch_along_half_of_their_fronts() -> None:
    found = contact(body(0, 1000, 1000), body(1, 1400, 1000, 1800))
    assert found is not None
    assert found.along("front") == pytest.approx(400)
    assert found.place == pytest.approx((1200, 1000))


def test_a_column_laid_on_a_flank_touches_it_with_its_front() -> None:
    found = contact(body(0, 600, -100, 2700, COLUMN), body(1, 0, 0))
    assert found is None
    found = contact(body(0, 400, -100, 2700, COLUMN), body(1, 0, 0))
    assert found is not None
    assert [(touch.mine, touch.theirs) for touch in found.touches] == [("front", "right")]
    assert found.length == pytest.approx(200)


def test_a_rear_attack_touches_the_rear() -> None:
    found = contact(body(0, 0, -200), body(1, 100, 0))
    assert found is not None
    assert [(touch.mine, touch.theirs) for touch in found.touches] == [("front", "rear")]
    assert found.length == pytest.approx(700)


def test_units_that_meet_their_diagonal_neighbours_touch_them_at_a_corner_only() -> None:
    first, second = body(0, 150, 0, 0, MUSKETS), body(2, 450, 0, 0, MUSKETS)
    enemies = body(1, 150, 0, 1800, MUSKETS), body(3, 450, 0, 1800, MUSKETS)
    straight, diagonal = contact(first, enemies[0]), contact(first, enemies[1])
    assert straight is not None
    assert diagonal is not None
    assert straight.kind == "edge"
    assert straight.length == pytest.approx(300)
    assert diagonal.kind == "corner"
    assert diagonal.length == 0
    assert diagonal.place == pytest.approx((300, 0))
    assert contact(second, enemies[0]) is not None


def test_a_corner_that_pokes_an_edge_is_a_touch_at_a_corner() -> None:
    found = contact(body(0, 0, 0), body(1, 0, 71, 2250, block(1, files=1, width=200, depth=200)))
    assert found is not None
    assert found.kind == "corner"
    assert found.place == pytest.approx((71, 0), abs=1)


def test_edges_turned_by_a_tenth_of_a_degree_still_lie_flush() -> None:
    found = contact(body(0, 1000, 1000), body(1, 1000, 1000, 1801))
    assert found is not None
    assert found.along("front") == pytest.approx(800, abs=1)


def test_a_gap_of_the_tolerance_is_contact_and_more_is_not() -> None:
    assert is_touching(body(0, 0, 0), body(1, 0, 2, 1800))
    assert not is_touching(body(0, 0, 0), body(1, 0, 3, 1800))


def test_an_overlap_of_the_tolerance_is_contact_and_more_is_overlap() -> None:
    assert not is_overlapping(body(0, 0, 0), body(1, 0, -2, 1800))
    assert is_overlapping(body(0, 0, 0), body(1, 0, -3, 1800))


def test_bases_in_direct_contact_cover_some_of_each_others_frontage() -> None:
    # a column of two files against the second and third base of a line, half a base to the right
    found = bases_in_contact(body(0, 100, 0, 1800, COLUMN), body(1, 0, 0))
    assert {(touch.mine, touch.theirs): round(touch.length) for touch in found} == {
        (0, 2): 100,
        (0, 3): 100,
        (1, 1): 100,
        (1, 2): 100,
    }
    assert {(touch.my_side, touch.their_side) for touch in found} == {("front", "front")}


def test_bases_that_meet_corner_to_corner_are_not_in_direct_contact() -> None:
    found = bases_in_contact(body(0, 0, 0, 1800, COLUMN), body(1, 0, 0))
    assert [(touch.mine, touch.theirs) for touch in found] == [(0, 2), (1, 1)]


def test_a_flank_attack_on_set_in_lines_finds_the_bases_behind_the_rectangle() -> None:
    legion = body(0, 0, 0, 0, LEGION)
    # all along the right side: the last base of each line, for its own depth
    found = bases_behind(legion, "right", Point(300, 0), Point(300, -400))
    assert [(place, round(length)) for place, length in found] == [(3, 100), (6, 100), (9, 100)]


def test_a_base_that_stands_behind_another_is_not_behind_the_front() -> None:
    found = bases_behind(body(0, 0, 0, 0, LEGION), "front", Point(-300, 0), Point(0, 0))
    assert [(place, round(length)) for place, length in found] == [(0, 150), (1, 150)]


def test_the_rear_of_set_in_lines_shows_the_last_line_and_what_it_leaves_open() -> None:
    found = bases_behind(body(0, 0, 0, 0, LEGION), "rear", Point(-300, -400), Point(300, -400))
    assert [(place, round(length)) for place, length in found] == [
        (0, 75),
        (3, 75),
        (7, 150),
        (8, 150),
        (9, 150),
    ]


def test_a_point_lies_on_one_side_along_an_edge_and_on_two_at_a_corner() -> None:
    line = body(0, 0, 0)
    assert sides_at(line, Point(100, 0)) == ("front",)
    assert sides_at(line, Point(400, 0)) == ("front", "right")
    assert sides_at(line, Point(-400, -200)) == ("rear", "left")
    assert sides_at(line, Point(0, -100)) == ()


poses = st.builds(Pose, st.integers(0, 1200), st.integers(0, 1200), st.integers(0, 3599))


@given(one=poses, other=poses)
@settings(max_examples=200, deadline=None)
def test_bodies_are_in_contact_exactly_when_they_are_no_farther_apart_than_the_tolerance(
    one: Pose, other: Pose
) -> None:
    here, there = Body(0, 0, one, COLUMN), Body(1, 1, other, LINE)
    apart = Polygon(corners(one, COLUMN)).distance(Polygon(corners(other, LINE)))
    if abs(apart - TOLERANCE) > 0.001:
        assert is_touching(here, there) == (apart < TOLERANCE)
        assert (contact(here, there) is not None) == is_touching(here, there)
    assert is_touching(here, there) == (distance(here, there) <= TOLERANCE)


@given(
    heading=st.integers(0, 3599), slide=st.integers(-900, 900), x=st.integers(0, 3000), y=st.integers(0, 3000)
)
@settings(max_examples=100, deadline=None)
def test_a_line_laid_flush_touches_along_the_common_stretch_whichever_way_it_faces(
    heading: int, slide: int, x: int, y: int
) -> None:
    here = Body(0, 0, Pose(x, y, heading), LINE)
    place = Pose(x, y, heading).shifted(slide, 0)
    there = Body(1, 1, Pose(place.x, place.y, (heading + 1800) % 3600), LINE)
    found = contact(here, there)
    common = max(800 - abs(slide), 0)
    if common > 5:
        assert found is not None
        assert found.along("front") == pytest.approx(common, abs=2)
    elif common == 0 and abs(slide) > 805:
        assert found is None


def as_points(here: Front, there: Front) -> tuple[Point, Point] | None:
    """The two ends of the stretch along which two edges lie flush, put together from points."""
    first, last = here.local(there.right), here.local(there.left)
    start, end = max(first.x, -here.width / 2), min(last.x, here.width / 2)
    if end - start <= TOLERANCE:
        return None
    slope = (last.y - first.y) / (last.x - first.x)
    gaps = [first.y + (x - first.x) * slope for x in (start, end)]
    if min(abs(gaps[0]), abs(gaps[1])) > TOLERANCE and gaps[0] * gaps[1] > 0.0:
        return None
    return here.at(start, 0), here.at(end, 0)


def test_edges_touch_along_the_stretch_that_their_points_tell() -> None:
    """Whether they are looked at alone, or among all edges, which leaves out those too far off."""
    random, met = Random(5), 0
    for _ in range(600):
        heading = random.randrange(3600)
        pose = Pose(random.randrange(4000), random.randrange(4000), heading)
        at = pose.at(random.randrange(-900, 900), random.randrange(-6, 7))
        facing = (heading + 1800 + random.randrange(-5, 6)) % 3600
        there = Front(Point(round(at.x), round(at.y)), facing, random.randrange(200, 900))
        here = Front(Point(pose.x, pose.y), heading, 800)
        side: Side = "front"
        rows = [(side, *edge.middle, edge.heading, edge.width) for edge in (here, there)]
        touch, ends = _touch(*rows), as_points(here, there)
        assert (touch and (touch.start, touch.end)) == ends
        assert _touches(rows[:1], rows[1:]) == ([touch] if touch else [])
        met += ends is not None
    assert met > 100


def test_the_edges_of_a_body_are_those_of_its_parts_where_it_stands() -> None:
    """Differential: each edge by the middle and the heading that the pose tells of it."""
    turned = Shape((Base(0, 0, 200, 100), Base(80, -90, 120, 60, turn=300)), 240, 200)
    for number, shape in enumerate((LINE, COLUMN, LEGION, turned)):
        pose = Pose(1000 + 7 * number, 2000, 37 + 811 * number)
        expected = []
        for part in parts(shape):
            for quarter, side in enumerate(SIDES):
                turn = (part.turn + quarter * 900) % 3600
                out, along = (part.half_width, part.half_depth)[:: 1 if quarter % 2 else -1]
                middle = pose.at(part.x + out * SINES[turn], part.y + out * COSINES[turn])
                named = SIDES[round(turn / 900) % 4] if part.turn else side
                expected.append((named, *middle, (pose.heading + turn) % 3600, 2 * along))
        assert _laid(_outlines(shape, "bases"), pose) == expected
