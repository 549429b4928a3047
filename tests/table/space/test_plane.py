"""Planes: whether a figure reaches into what half planes leave, against another library."""

from __future__ import annotations

import math

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.table.space import HalfPlane, Point, clipped, is_met

FAR = 20_000.0
"""A half plane is drawn as a square as wide as this."""

spots = st.builds(Point, st.integers(-1500, 1500), st.integers(-1500, 1500))
slacks = st.sampled_from((0.0, 0.5, 20.0))


def _plane(turn: int, c: int) -> HalfPlane:
    angle = math.radians(turn)
    return HalfPlane(math.cos(angle), math.sin(angle), float(c))


planes = st.lists(st.builds(_plane, st.integers(0, 359), st.integers(-1200, 1200)), min_size=1, max_size=4)


def drawn(plane: HalfPlane, slack: float) -> Polygon:
    """A half plane, widened by some slack, as a very large square."""
    a, b, c = plane
    x, y = a * (c + slack), b * (c + slack)
    out = [(x - b * FAR, y + a * FAR), (x + b * FAR, y - a * FAR)]
    return Polygon([*out, *[(px - a * FAR, py - b * FAR) for px, py in reversed(out)]])


@settings(max_examples=300, deadline=None)
@given(points=st.lists(spots, min_size=3, max_size=7), chosen=planes, slack=slacks)
def test_a_figure_is_met_where_shapely_finds_a_part_of_it_inside_all_half_planes(
    points: list[Point], chosen: list[HalfPlane], slack: float
) -> None:
    hull = MultiPoint(points).convex_hull
    assume(isinstance(hull, Polygon))
    assert isinstance(hull, Polygon)
    figure = [Point(x, y) for x, y in hull.exterior.coords[:-1]]
    inside: BaseGeometry = hull
    for plane in chosen:
        inside = inside.intersection(drawn(plane, slack))
    met = is_met(figure, chosen, slack)
    assert met is bool(clipped(figure, chosen, slack))
    if inside.area > 1.0:
        assert met
    elif inside.is_empty:
        grown: BaseGeometry = hull.buffer(0.1)
        for plane in chosen:
            grown = grown.intersection(drawn(plane, slack))
        assert not met or not grown.is_empty


def test_a_figure_is_met_between_its_corners_and_by_its_edge() -> None:
    square = [Point(0, 0), Point(0, 100), Point(100, 100), Point(100, 0)]
    left, right = HalfPlane(1.0, 0.0, 60.0), HalfPlane(-1.0, 0.0, -40.0)
    # Between 40 and 60 lies a strip of it, though none of its corners; from 100 on only its edge.
    assert is_met(square, (left, right))
    assert is_met(square, (HalfPlane(-1.0, 0.0, -100.0),))
    assert not is_met(square, (HalfPlane(-1.0, 0.0, -101.0),))
    assert is_met(square, (HalfPlane(-1.0, 0.0, -101.0),), slack=1.0)


def test_a_figure_that_reaches_into_each_half_plane_need_not_reach_into_what_they_share() -> None:
    # The wedge to the right of (140, 50), as wide as it is far: a square ends short of its point.
    square = [Point(0, 0), Point(0, 100), Point(100, 100), Point(100, 0)]
    half = math.sqrt(0.5)
    wedge = (HalfPlane(-half, half, -half * 90), HalfPlane(-half, -half, -half * 190))
    assert all(is_met(square, (plane,)) for plane in wedge)
    assert not is_met(square, wedge)
