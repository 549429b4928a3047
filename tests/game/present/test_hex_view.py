"""Hexes for a screen: the grid with its ground, and where a body stands on a hex."""

from __future__ import annotations

from sandtable.game.ask.hex_moves import PlanHexMove
from sandtable.game.present.hex_view import (
    CellView,
    LinkView,
    SideLine,
    centred,
    grid_view,
    hex_move_view,
    pose_on,
)
from sandtable.table.hexes import Barrier, HexBody, HexField, HexGrid, HexGround, HexScene, HexTerms, Link
from sandtable.table.space import Pose, block

GRID = HexGrid(5, 5, "north-south", 600)
FARM, EAST = GRID.hex(2, 2), GRID.hex(3, 2)
BETWEEN = GRID.side_between(FARM, EAST)
LINE = block(2, files=2, width=100, depth=60)


def test_the_middle_of_a_body_stands_on_the_centre_of_its_hex() -> None:
    """It is 0.6 in deep: the middle of its front lies 0.3 in ahead of the centre."""
    x, y = round(GRID.centre(FARM).x), round(GRID.centre(FARM).y)
    assert pose_on(GRID, FARM, 900, LINE) == Pose(x + 30, y, 900)
    assert pose_on(GRID, FARM, 1800, LINE) == Pose(x, y - 30, 1800)


def test_the_bases_of_a_piece_that_is_put_at_a_point_lie_around_it() -> None:
    assert [(old.x, new.x) for old, new in zip(LINE.bases, centred(LINE), strict=True)] == [
        (base.x, base.x) for base in LINE.bases
    ]
    assert [new.y - old.y for old, new in zip(LINE.bases, centred(LINE), strict=True)] == [30, 30]


def test_a_grid_is_shown_with_its_ground_its_barriers_and_its_roads() -> None:
    wall, work = Barrier(BETWEEN, "wall", is_open=True), Barrier(BETWEEN, "work", protects=FARM)
    other_way = Barrier(BETWEEN, "work", protects=EAST)
    field = HexField(GRID, (HexGround(FARM, "wood", 2),), (wall, work, other_way), (Link(BETWEEN, "road"),))
    shown = grid_view(field)
    assert (shown.size, shown.corners, shown.columns, shown.rows) == (600, "north-south", 5, 5)
    assert shown.short_rows == GRID.short_rows
    assert shown.cells == (CellView(FARM, "wood", 2),)
    ends = GRID.side_ends(BETWEEN)
    assert shown.sides == (
        SideLine(*ends, "wall", is_open=True, front=None),
        SideLine(*ends, "work", is_open=False, front=900),
        SideLine(*ends, "work", is_open=False, front=2700),
    )
    (link,) = shown.links
    assert {link.start, link.end} == {GRID.centre(FARM), GRID.centre(EAST)}
    assert link == LinkView(link.start, link.end, "road")


def test_a_move_on_hexes_is_shown_with_its_mover_and_its_facings() -> None:
    body = HexBody(7, 0, FARM, 900)
    question = PlanHexMove("toy.move", 0, body, HexTerms(3), HexScene(HexField(GRID), (body,)))
    shown = hex_move_view(question, "general", LINE)
    assert (shown.mover, shown.hex, shown.facing, shown.allowance) == ("general", FARM, 900, 3)
    assert shown.pose == pose_on(GRID, FARM, 900, LINE)
    assert shown.bases == LINE.bases
    assert shown.facings == GRID.facings(question.terms.facing)
