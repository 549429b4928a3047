"""Corridors: the hull of an edge's two places, beside shapely, and what lies in it."""

from __future__ import annotations

import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.charge import bodies_in, corridor, ground_in, interior
from sandtable.table.space import (
    Body,
    Field,
    Front,
    Layers,
    Piece,
    Point,
    Pose,
    Scene,
    area,
    block,
    corners,
    hull,
)
from tests.twins.corridors import lines_in

LINE = block(4, files=4, width=200, depth=200)
places = st.integers(0, 3000)
fronts = st.builds(
    Front, st.builds(Point, places, places), st.integers(0, 3599), st.sampled_from((200.0, 800.0))
)


def square(left: int, bottom: int, size: int) -> tuple[Point, ...]:
    return tuple(Point(left + x, bottom + y) for x, y in ((0, 0), (size, 0), (size, size), (0, size)))


@settings(deadline=None, max_examples=60)
@given(fronts, fronts)
def test_a_corridor_is_the_convex_hull_of_the_two_edges(start: Front, end: Front) -> None:
    points = (start.left, start.right, end.left, end.right)
    assert abs(area(corridor(start, end)) - shapely.MultiPoint(points).convex_hull.area) < 1e-3


@settings(deadline=None, max_examples=60)
@given(fronts, fronts, st.builds(Pose, places, places, st.integers(0, 3599)))
def test_a_body_is_in_a_corridor_if_it_overlaps_its_interior(start: Front, end: Front, pose: Pose) -> None:
    way = corridor(start, end)
    body = Body(0, 0, pose, LINE)
    found = bodies_in(interior(way), Scene(Field(4000, 4000), (body,)))
    if len(way) < 3:
        assert not found
        return
    shared = shapely.Polygon(corners(pose, LINE)).intersection(
        shapely.Polygon(way).buffer(-2, join_style="mitre")
    )
    if shared.area > 1:
        assert found == (0,)
    if shared.is_empty:
        assert found == ()


def test_points_on_a_line_have_no_interior() -> None:
    assert hull((Point(0, 0), Point(5, 0), Point(9, 0))) == (Point(0, 0), Point(9, 0))
    assert interior(hull((Point(0, 0), Point(5, 0), Point(9, 0)))) == ()


def test_those_spared_and_those_who_only_touch_do_not_stand_in_a_corridor() -> None:
    inside = interior(corridor(Front(Point(1000, 0), 0, 800), Front(Point(1000, 1500), 0, 800)))
    beside = Body(0, 0, Pose(1800, 800), LINE)
    within = Body(1, 0, Pose(1400, 800), LINE)
    scene = Scene(Field(4000, 4000), (beside, within))
    assert bodies_in(inside, scene) == (1,)
    assert bodies_in(inside, scene, spare=(1,)) == ()


def test_ground_lies_in_a_corridor_where_nothing_covers_it() -> None:
    """The corridor runs over the bridge, and beside it over the river."""
    river = Piece("river", "river", line=(Point(0, 700), Point(3000, 700)), width=200)
    bridge = Piece("bridge", "bridge", square(500, 500, 1000))
    field = Field(4000, 4000, (river, bridge))
    layers = Layers(covering="later")
    over = interior(corridor(Front(Point(1000, 0), 0, 800), Front(Point(1000, 1500), 0, 800)))
    beside = interior(corridor(Front(Point(1200, 0), 0, 800), Front(Point(1200, 1500), 0, 800)))
    assert ground_in(over, field, ("river",), layers) == ()
    assert ground_in(beside, field, ("river",), layers) == (0,)


def test_lines_and_outlines_are_met_where_they_run_through() -> None:
    inside = interior(corridor(Front(Point(1000, 0), 0, 800), Front(Point(1000, 1500), 0, 800)))
    across = Piece("across", "fence", line=(Point(0, 700), Point(3000, 700)))
    aside = Piece("aside", "fence", line=(Point(1400, 0), Point(1400, 1500)))
    rim = Piece("rim", "works", square(900, 1400, 800))
    around = Piece("around", "works", square(0, -500, 3000))
    field = Field(4000, 4000, (across, aside, rim, around))
    assert lines_in(inside, field, ("fence",)) == (0,)
    assert lines_in(inside, field, ("works",)) == (2,)
