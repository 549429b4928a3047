"""Crossings: when the leading rank comes up to a line and gets over it, checked with another geometry."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.table.compiled import Mode
from sandtable.table.forced import crossings
from sandtable.table.forced.drift import leading_rank, leading_side
from sandtable.table.movement.kernels.moving_boxes import slide_span
from sandtable.table.space import (
    COSINES,
    HAIR,
    SIDES,
    SINES,
    TOLERANCE,
    Body,
    Field,
    Piece,
    Point,
    Pose,
    Shape,
    apart,
    block,
    corners,
    rings,
)
from sandtable.table.space.scene import base_boxes

LINE = block(4, files=4, width=200, depth=200)
COLUMN = block(4, files=2, width=200, depth=200)


def hedge(*points: tuple[float, float]) -> Field:
    return Field(7200, 4800, (Piece("hedge", "hedge", line=tuple(Point(x, y) for x, y in points)),))


def whole(body: Body, heading: int, distance: int, field: Field) -> list[tuple[int, int]]:
    return [
        (round(found.reached), round(found.over))
        for found in crossings(body, heading, distance, field, ("hedge", "works"))
    ]


def test_the_front_rank_of_a_column_counts_and_not_the_whole_of_it() -> None:
    """A column 4 in deep whose front is 3 in from a hedge: its first rank is over after 5 in."""
    column = Body(0, 0, Pose(3600, 1000, 0), COLUMN)
    assert whole(column, 0, 800, hedge((0, 1300), (7200, 1300))) == [(300, 500)]


def test_one_who_goes_backwards_leads_with_his_last_rank() -> None:
    column = Body(0, 0, Pose(3600, 2000, 0), COLUMN)
    assert whole(column, 1800, 800, hedge((0, 1300), (7200, 1300))) == [(300, 500)]


def test_what_is_not_reached_is_not_crossed() -> None:
    line = Body(0, 0, Pose(3600, 1000, 0), LINE)
    assert whole(line, 0, 300, hedge((0, 1301), (7200, 1301))) == []
    assert whole(line, 0, 300, hedge((0, 1299), (7200, 1299))) == [(299, 499)]
    assert whole(line, 0, 800, hedge((0, 1300), (3100, 1300))) == [], "it ends beside the way"


def test_a_hedge_under_those_that_go_on_is_being_crossed_already() -> None:
    """The front rank of a column is over, the second has still to come."""
    column = Body(0, 0, Pose(3600, 1600, 0), COLUMN)
    assert whole(column, 0, 800, hedge((0, 1300), (7200, 1300))) == []


def test_to_go_back_over_a_hedge_is_a_new_crossing() -> None:
    line, column = Body(0, 0, Pose(3600, 1350, 0), LINE), Body(0, 0, Pose(3600, 1600, 0), COLUMN)
    hedged = hedge((0, 1300), (7200, 1300))
    assert whole(line, 1800, 800, hedged) == [(0, 50)]
    assert whole(column, 1800, 800, hedged) == [(0, 100)]


def test_a_rim_is_crossed_on_the_way_in_and_on_the_way_out() -> None:
    works = Piece(
        "works",
        "works",
        tuple(Point(x, y) for x, y in ((3000, 1200), (4200, 1200), (4200, 1800), (3000, 1800))),
    )
    line = Body(0, 0, Pose(3600, 1000, 0), LINE)
    assert whole(line, 0, 1200, Field(7200, 4800, (works,))) == [(200, 400), (800, 1000)]


@pytest.mark.parametrize(
    ("heading", "side"),
    [(0, 0), (450, 0), (451, 1), (900, 1), (1350, 2), (1800, 2), (2250, 2), (2700, 3), (3150, 0)],
)
def test_the_side_that_goes_first(heading: int, side: int) -> None:
    assert leading_side(Pose(0, 0, 0), heading) == SIDES[side]


@settings(max_examples=60, deadline=None)
@given(
    heading=st.integers(0, 3599),
    facing=st.integers(0, 3599),
    tilt=st.floats(-40, 40),
    off=st.integers(500, 1500),
)
def test_reached_and_over_agree_with_shapely(heading: int, facing: int, tilt: float, off: int) -> None:
    """The leading rank touches a long hedge first where it is reached, and last where it is over."""
    body = Body(0, 0, Pose(3600, 2400, facing), COLUMN)
    angle = math.radians(heading / 10 + tilt)
    middle = (3600 + off * math.sin(angle), 2400 + off * math.cos(angle))
    along = (math.cos(angle), -math.sin(angle))
    ends = tuple((round(middle[0] + k * along[0]), round(middle[1] + k * along[1])) for k in (-9000, 9000))
    found = crossings(body, heading, 4000, hedge(*ends), ("hedge",))
    rank = leading_rank(COLUMN, leading_side(Pose(0, 0, facing), heading))
    bases = [
        corners(Pose(3600, 2400, facing).shifted(base.x, base.y), _alone(base.width, base.depth))
        for base in rank
    ]
    figure = shapely.union_all([shapely.Polygon(base) for base in bases])
    line = shapely.LineString(ends)
    for crossing in found:
        for moved, touches in (
            (crossing.reached - 5, False),
            (crossing.reached + 5, True),
            (crossing.over + 5, False),
        ):
            there = shapely.affinity.translate(
                figure,
                moved * math.sin(math.radians(heading / 10)),
                moved * math.cos(math.radians(heading / 10)),
            )
            if crossing.reached > 5:
                assert there.intersects(line) is touches


def _alone(width: int, depth: int) -> Shape:
    return block(1, files=1, width=width, depth=depth)


def spans_one_by_one(body: Body, heading: int, piece: Piece) -> list[tuple[float, float]]:
    """From where to where each base of a body that slides lies across each line of a piece."""
    found = []
    for ring in rings(piece):
        for a, b in pairwise(ring):
            long, lean = apart(a, b) / 2, round(math.degrees(math.atan2(b.x - a.x, b.y - a.y)) * 10) % 3600
            line = [(a.x + b.x) / 2, (a.y + b.y) / 2, 0.0, long, SINES[lean], COSINES[lean], long, -1.0]
            for row in base_boxes(body):
                span = slide_span(list(row), 0, SINES[heading], COSINES[heading], line, 0, HAIR)
                found += [span] if span[0] < span[1] and span[1] > TOLERANCE else []
    return sorted(found)


@pytest.mark.parametrize("heading", [0, 137, 900, 1333, 1800, 2605])
def test_every_base_and_every_line_of_a_rim_is_looked_at(mode: Mode, heading: int) -> None:
    """The first that is reached of a body that goes forward is the first at which any base is."""
    rim = tuple(Point(x, y) for x, y in ((3000, 2600), (4200, 2600), (4200, 3200), (3000, 3200)))
    works = Piece("works", "works", rim)
    field = Field(7200, 4800, (works,))
    met = 0
    for x in range(2400, 4800, 171):
        for y in range(1500, 4000, 217):
            body = Body(0, 0, Pose(x, y, heading), LINE)
            ahead = [span for span in spans_one_by_one(body, heading, works) if span[0] >= -TOLERANCE]
            found = crossings(body, heading, 2000, field, ("works",))
            assert bool(found) <= bool(ahead)
            if found:
                met += 1
                assert found[0].reached in [pytest.approx(max(enter, 0.0)) for enter, _ in ahead]
                assert found[-1].over in [pytest.approx(leave) for _, leave in ahead]
    assert met > 10
