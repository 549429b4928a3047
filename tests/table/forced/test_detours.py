"""Detours: the plain numbers in which figures are crossed and kept off, against the figures of the plane."""

from __future__ import annotations

import math
import random
from itertools import pairwise

from shapely import LineString, Polygon
from shapely import Point as Spot

from sandtable.table.forced import (
    are_overlapping,
    bounds_of,
    grown_rectangle,
    is_point_inside,
    is_way_free,
    rectangle_around,
    rectangle_of_ways,
    shortest_way,
)
from sandtable.table.measure import distance_to_edges, nearest_of_figures
from sandtable.table.measure.distance import distance_to_line
from sandtable.table.space import Point, Pose, Segment, apart, block, corners, nearest_on_segment


def ring(rng: random.Random) -> tuple[Point, ...]:
    """A figure of three to six corners, seen all from one point inside."""
    x, y, count = rng.randrange(200, 800), rng.randrange(200, 800), rng.randint(3, 6)
    turns = [2 * math.pi * corner / count for corner in range(count)]
    fars = [rng.randrange(40, 200) for _ in turns]
    return tuple(
        Point(round(x + far * math.cos(turn)), round(y + far * math.sin(turn)))
        for turn, far in zip(turns, fars, strict=True)
    )


def spot(rng: random.Random) -> Point:
    return Point(rng.randrange(1000), rng.randrange(1000))


def test_a_point_is_as_far_from_a_line_as_from_the_nearest_of_its_stretches() -> None:
    rng = random.Random(4)
    for _ in range(200):
        figure, here = ring(rng), spot(rng)
        stretches = [Segment(a, b) for a, b in pairwise((*figure, figure[0]))]
        nearest = min((nearest_on_segment(one, here) for one in stretches), key=lambda one: apart(one, here))
        assert distance_to_edges(*here, figure) == (apart(nearest, here), *nearest)
        open_end = min(apart(nearest_on_segment(one, here), here) for one in stretches[:-1])
        assert distance_to_line(*here, figure)[0] == open_end


def test_the_nearest_points_of_figures_lie_on_them_and_as_far_apart_as_shapely_measures() -> None:
    rng = random.Random(5)
    apart_at_all = 0
    for _ in range(200):
        one, other = ring(rng), ring(rng)
        drawn = Polygon(one), Polygon(other)
        if drawn[0].intersects(drawn[1]):
            continue
        apart_at_all += 1
        length, here, there = nearest_of_figures(one, other)
        assert math.isclose(length, drawn[0].distance(drawn[1]), abs_tol=1e-6)
        assert drawn[0].distance(Spot(here)) < 1e-6
        assert drawn[1].distance(Spot(there)) < 1e-6
    assert apart_at_all > 50


def test_a_straight_way_is_free_where_shapely_finds_room_beside_every_figure() -> None:
    rng = random.Random(6)
    free = 0
    for _ in range(300):
        figures, start, end = [ring(rng) for _ in range(3)], spot(rng), spot(rng)
        way, drawn = LineString([start, end]), [Polygon(figure) for figure in figures]
        rooms = [min(20.0, one.distance(Spot(start)), one.distance(Spot(end))) for one in drawn]
        gaps = [one.distance(way) - room for one, room in zip(drawn, rooms, strict=True)]
        if any(abs(gap) < 1e-3 or not room for gap, room in zip(gaps, rooms, strict=True)):
            continue
        assert is_way_free(start, end, figures, 20.0) == (min(gaps) > 0.0)
        free += min(gaps) > 0.0
    assert free > 30


def test_a_point_lies_inside_a_figure_where_shapely_has_it() -> None:
    rng = random.Random(7)
    for _ in range(300):
        figure, here = ring(rng), spot(rng)
        drawn = Polygon(figure)
        if drawn.boundary.distance(Spot(here)) > 1e-6:
            assert is_point_inside(here, figure) == drawn.contains(Spot(here))


def test_a_way_that_may_be_so_long_at_the_most_is_the_shortest_of_all_if_it_is_no_longer() -> None:
    rng, found = random.Random(7), 0
    for _ in range(150):
        figures, start, goals = [ring(rng) for _ in range(3)], spot(rng), (spot(rng), spot(rng))
        plain, most = shortest_way(start, goals, figures, 0.0), rng.randrange(100, 1200)
        told = shortest_way(start, goals, figures, 0.0, most)
        assert told == (plain if plain <= most else math.inf)
        found += math.isfinite(told) and not is_way_free(start, goals[0], figures, 0.0)
    assert found > 5


def test_a_short_way_leads_round_nobody_who_stands_outside_of_the_box_of_such_ways() -> None:
    """Twice the clearance beside it the corners of rectangles are rounded (see ``rectangle_of_ways``)."""
    rng, line, spared, found = random.Random(6), block(3, files=3, width=60, depth=60), 0, 0
    for _ in range(200):
        start, goals, clearance = spot(rng), (spot(rng), spot(rng)), rng.choice((0.0, 20.0))
        poses = [Pose(rng.randrange(1000), rng.randrange(1000), rng.randrange(3600)) for _ in range(8)]
        figures, at_most = [corners(pose, line) for pose in poses], rng.randrange(300, 900)
        box = grown_rectangle(rectangle_of_ways(start, goals, at_most), 2 * clearance + 2)
        near = [figure for figure in figures if are_overlapping(rectangle_around(figure), box)]
        way = shortest_way(start, goals, figures, clearance, at_most)
        assert shortest_way(start, goals, near, clearance, at_most) == way
        spared += len(figures) - len(near)
        found += way < math.inf
    assert min(spared, found) > 50


def test_the_box_around_a_figure_is_remembered_as_long_as_it_is_that_figure() -> None:
    rng = random.Random(8)
    for _ in range(600):
        figure = ring(rng)
        plain = (min(x for x, _ in figure), min(y for _, y in figure))
        for _ in range(2):
            left, low, right, high = bounds_of(figure)
            assert (left, low) == plain
            assert (right, high) == (max(x for x, _ in figure), max(y for _, y in figure))
