"""The table as a map of characters."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from sandtable.cli.pages.board import BoardMap, roster_table
from sandtable.cli.pages.character_map import cells, letters, scale_to_fit
from sandtable.game.present.painting import Card
from sandtable.game.present.view import BodyView, View
from sandtable.table.space import Field, Piece, Point, Pose, block

LINE = block(4, files=4, width=200, depth=200)
SIDES = ("Red", "Blue")


def _view(*units: tuple[int, Pose | None], pieces: tuple[Piece, ...] = ()) -> View:
    bodies = tuple(
        BodyView(number, side, pose, LINE.bases, Card(f"unit {number}", "foot", "ready", (("hits", 2),)))
        for number, (side, pose) in enumerate(units)
    )
    return View(
        system="toy",
        seat=None,
        turn=1,
        phase="",
        active=0,
        waiting_for=None,
        prompt=None,
        can_undo=False,
        outcome=None,
        field=Field(4800, 2400, pieces),
        bodies=bodies,
    )


def _drawn(view: View, *, encoding: str = "utf-8") -> list[str]:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=stream, width=60, highlight=False)
    console.print(BoardMap(view, SIDES))
    stream.seek(0)
    return [line.rstrip() for line in stream.read().splitlines()]


def test_a_unit_is_drawn_where_it_stands_with_its_number_and_facing() -> None:
    """Eight inches from 20 to 28 and two inches deep, on a map of a character to the inch."""
    drawn = _drawn(_view((0, Pose(2400, 1200, 0))))
    (row,) = [line for line in drawn[:12] if "■" in line]
    assert row[4:] == " " * 20 + "■■■↑1■■■"
    assert drawn.index(row) == 6  # 12 rows of 2 inches: the unit fills those from 12 down to 10


@pytest.mark.parametrize(
    ("heading", "arrow"),
    [(0, "↑"), (450, "↗"), (900, "→"), (1350, "↘"), (1800, "↓"), (2250, "↙"), (2700, "←"), (3599, "↑")],
)
def test_the_arrow_points_where_the_unit_faces(heading: int, arrow: str) -> None:
    drawn = "\n".join(_drawn(_view((0, Pose(2400, 1200, heading))))[:12])
    assert f"{arrow}1" in drawn


def test_sides_are_told_apart_without_colours() -> None:
    drawn = "\n".join(_drawn(_view((0, Pose(1000, 1200)), (1, Pose(3000, 1200)))))
    assert "■" in drawn
    assert "□" in drawn


def test_a_unit_off_the_table_is_not_drawn() -> None:
    assert not any("■" in line for line in _drawn(_view((0, None)))[:12])


def test_a_terminal_without_such_characters_gets_plain_ones() -> None:
    drawn = "\n".join(_drawn(_view((0, Pose(1000, 1200)), (1, Pose(3000, 1200, 1800))), encoding="ascii"))
    assert "^1" in drawn
    assert "v2" in drawn
    assert drawn.isascii()


def test_ground_is_drawn_in_letters_that_the_legend_explains() -> None:
    wood = Piece("w", "wood", polygon=(Point(0, 0), Point(1000, 0), Point(1000, 1200), Point(0, 1200)))
    wall = Piece("f", "wall", line=(Point(2000, 0), Point(2000, 2400)))
    drawn = _drawn(_view(pieces=(wood, wall)))
    assert sum(line[4:].count("w") for line in drawn[:12]) == 10 * 6
    assert all("a" in line[4:] for line in drawn[:12])
    assert "w wood" in drawn[-1]
    assert "a wall" in drawn[-1]


def test_every_kind_of_ground_has_a_letter_of_its_own() -> None:
    kinds = ("wood", "wall", "water", "walkway", "aw")
    found = letters(Piece(kind, kind) for kind in kinds)
    assert list(found) == list(kinds)
    assert len(set(found.values())) == len(kinds)


def test_the_largest_scale_that_fits_is_taken() -> None:
    field = Field(7200, 4800)
    assert scale_to_fit(field, 80, 40).per_inch == 1
    assert scale_to_fit(field, 220, 80).per_inch == 3
    assert scale_to_fit(field, 40, 40).columns <= 40


def test_the_rulers_count_inches() -> None:
    drawn = _drawn(_view())
    assert drawn[0].split() == ["24"]
    assert [line.split()[0] for line in drawn[:12] if line.split()] == ["24", "18", "12", "6", "0"]
    assert drawn[12].split()[:3] == ["0", "6", "12"]


def test_a_piece_of_ground_covers_as_many_characters_as_its_area() -> None:
    field = Field(4800, 2400)
    triangle = Piece("t", "hill", polygon=(Point(0, 0), Point(4800, 0), Point(0, 2400)))
    covered = len(set(cells(triangle, scale_to_fit(field, 48, 40))))
    assert covered == pytest.approx(48 * 12 / 2, rel=0.06)


def test_the_roster_lists_every_unit_with_markers_and_place() -> None:
    stream = io.StringIO()
    Console(file=stream, width=120).print(roster_table(_view((0, Pose(1000, 1200, 900)), (1, None)), SIDES))
    shown = stream.getvalue()
    assert "10 12" in shown
    assert "hits 2" in shown
    assert "90" in shown
    assert "off the table" in shown
