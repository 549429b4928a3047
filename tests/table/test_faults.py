"""What is wrong with a field is said in sentences."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Polygon

from sandtable.table.faults import faults, polygon_faults
from sandtable.table.ground import Edge, Field, Piece
from sandtable.table.pose import Point


def field(*pieces: Piece, edges: tuple[Edge, ...] = ()) -> Field:
    return Field(3000, 2000, pieces, edges)


SQUARE = (Point(0, 0), Point(500, 0), Point(500, 500), Point(0, 500))


def test_a_sound_field_has_no_faults() -> None:
    wall = Piece("wall", "wall", line=(Point(0, 600), Point(900, 600)))
    assert (
        faults(
            field(Piece("wood", "wood", polygon=SQUARE), wall, edges=(Edge("top", "a"), Edge("left", "b")))
        )
        == ()
    )


@pytest.mark.parametrize(
    ("piece", "fault"),
    [
        (Piece("p", "", polygon=SQUARE), "has no kind"),
        (Piece("p", "wood"), "either a polygon or a line"),
        (Piece("p", "wood", polygon=SQUARE, line=SQUARE), "and not both"),
        (Piece("p", "wood", polygon=SQUARE[:2]), "at least 3 corners"),
        (Piece("p", "wood", polygon=(*SQUARE, SQUARE[3])), "two corners in one place"),
        (Piece("p", "wood", polygon=(SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3])), "edges 1 and 3"),
        (Piece("p", "wood", polygon=(Point(0, 0), Point(9, 0), Point(4, 0))), "runs back over"),
        (Piece("p", "wood", polygon=(*SQUARE[:3], Point(-1, 500))), r"\(-0.01, 5.0\) off the table"),
        (Piece("p", "wood", polygon=SQUARE, width=100), "a polygon has no width"),
        (Piece("p", "wall", line=SQUARE[:1]), "at least 2 points"),
        (Piece("p", "wall", line=(SQUARE[0], SQUARE[0])), "two points in one place"),
        (Piece("p", "wall", line=SQUARE[:2], width=-5), "cannot be -0.05 in wide"),
        (Piece("p", "wall", line=(SQUARE[0], Point(float("nan"), 0))), "not a place on the table"),
        (Piece("p", "hill", polygon=SQUARE, level=-1), "the lowest level is 0"),
        (Piece("p", "works", line=SQUARE[:2], front=3600), "a heading is from 0 to 3599"),
    ],
)
def test_a_faulty_piece_is_named_with_what_is_wrong(piece: Piece, fault: str) -> None:
    found = faults(field(piece))
    assert len(found) == 1
    assert "'p'" in found[0]
    with pytest.raises(ValueError, match=fault):
        raise ValueError(found[0])


def test_the_table_itself_can_be_at_fault() -> None:
    double = Piece("wood", "wood", polygon=SQUARE)
    edges = (Edge("north", "a"), Edge("top", "a"), Edge("top", "b"))
    found = " / ".join(faults(field(double, double, edges=edges)))
    assert "2 pieces of ground are called 'wood'" in found
    assert "no edge 'north'" in found
    assert "the top edge has 2 owners" in found
    assert "both must exceed 0" in faults(Field(0, 2000))[0]


@given(points=st.lists(st.builds(Point, st.integers(0, 12), st.integers(0, 12)), min_size=3, max_size=7))
@settings(max_examples=300, deadline=None)
def test_a_polygon_is_simple_exactly_when_shapely_finds_it_valid(points: list[Point]) -> None:
    doubled = any(a == b for a, b in zip(points, [*points[1:], points[0]], strict=True))
    if not doubled:
        assert (polygon_faults(points) == ()) == Polygon(points).is_valid
