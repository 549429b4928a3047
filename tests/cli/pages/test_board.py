"""The table as a map of characters."""

from __future__ import annotations

import io

import pytest
from msgspec import structs
from rich.console import Console

from sandtable.cli.pages.board import BoardMap, roster_table
from sandtable.cli.pages.character_map import MapScale, cells, colour, letters, scale_to_fit
from sandtable.game.present.painting import Card
from sandtable.game.present.view import BodyView, View
from sandtable.table.space import Field, Piece, Point, Pose, Shape, block

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


def _drawn(view: View, *, encoding: str = "utf-8", width: int = 60) -> list[str]:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    console = Console(file=stream, width=width, highlight=False)
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


# --------------------------------------------------------------------- whole maps
FIELD = (
    Piece("h", "hill", polygon=(Point(100, 1500), Point(1500, 2300), Point(900, 1200))),
    Piece("r", "road", line=(Point(0, 300), Point(2000, 500), Point(4800, 2100)), width=150),
    Piece("w", "wall", line=(Point(3600, 0), Point(3600, 1000), Point(4700, 1000))),
)
THIN, COLUMN = block(3, files=3, width=150, depth=40), block(4, files=1, width=200, depth=200)
UNITS: tuple[tuple[int, Pose | None, Shape], ...] = (
    (0, Pose(2400, 1800, 300), LINE),
    (1, Pose(1200, 900, 900), COLUMN),
    (1, Pose(4300, 2000, 1800), THIN),
    (0, Pose(100, 2400, 0), COLUMN),
    (0, Pose(3000, 500, 450), LINE),
    (1, None, LINE),
)
"""A line aslant, columns across and at the edge, and a line thinner than a character."""

AN_INCH_A_CHARACTER = r"""
 24 ^4
    ##         hhh                           =v3=rrr
    ##      hhhhh       ##                    rrrrr
 18 ##  hhhhhhhh          #/1#            rrrrrr
     hhhhhhhhhh              ##        rrrrr
          hhhh                     rrrrrr
 12                             rrrrr   wwwwwwwwwww
        ===>2===            rrrrrr     wwwwwwwwwwww
                         rrrrr##       ww
  6      rrrrrrrrrrrrrrrrrr    /5#     ww
    rrrrrrrrrrrrrrr              ###   ww
  0                                #   ww
    0     6     12    18    24    30    36    42    48
     #  Red    =  Blue   h hill  r road  w wall
"""

TWO_INCHES_A_CHARACTER = r"""
 24 ^4                  v3=r
 18 #  hhh    /1        rrr
      hhh           rrrr
 12   =>2=       rrr wwwwwww
  6      rrrrrrrr/5  ww
  0 rrrrr          # ww
    0     12    24    36    48
     #  Red    =  Blue   h hill  r road
w wall
"""

HALF_AN_INCH_A_CHARACTER = r"""
 24 #^4#
    ####                        h
    ####                     hhh                                                                rrrr
    ####                 hhhhhh                                                       ===v3===rrrrrr
    ####              hhhhhhhh              ###                                          rrrrrrrrrrr
    ####          hhhhhhhhhhh              #######                                    rrrrrrrrrrr
 18 ####       hhhhhhhhhhhhh                  ###/1###                            rrrrrrrrrrr
    ####   hhhhhhhhhhhhhhhh                      ########                      rrrrrrrrrrr
        hhhhhhhhhhhhhhhhhh                           #####                 rrrrrrrrrrr
         hhhhhhhhhhhhhhhh                               #               rrrrrrrrrrr
              hhhhhhhhhh                                            rrrrrrrrrrr
                   hhhh                                          rrrrrrrrrrr
 12                                                          rrrrrrrrrrr
                                                          rrrrrrrrrrr       wwwwwwwwwwwwwwwwwwwwww
            =======>2=======                          rrrrrrrrrrr          wwwwwwwwwwwwwwwwwwwwwww
            ================                       rrrrrrrrrrr             ww
                                               rrrrrrrrrrr#                ww
                                            rrrrrrrrrrr #####              ww
  6                     rrrrrrrrrrrrrrrrrrrrrrrrrrr      ##/5##            ww
    rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr           ######          ww
    rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr                 ######        ww
    rrrrrrrrrrrrrrrrrrrr                                       ######      ww
                                                                 ###       ww
  0                                                                        ww
    0           6           12          18          24          30          36          42          48
     #  Red    =  Blue   h hill  r road  w wall
"""


@pytest.mark.parametrize(
    ("width", "wanted"),
    [(40, TWO_INCHES_A_CHARACTER), (60, AN_INCH_A_CHARACTER), (110, HALF_AN_INCH_A_CHARACTER)],
)
def test_a_whole_map_is_drawn_as_large_as_the_terminal_is_wide(width: int, wanted: str) -> None:
    bodies = tuple(
        BodyView(number, side, pose, shape.bases, Card(f"unit {number}", "foot", "ready"))
        for number, (side, pose, shape) in enumerate(UNITS)
    )
    view = structs.replace(_view(pieces=FIELD), bodies=bodies)
    assert "\n".join(_drawn(view, encoding="ascii", width=width)) == wanted.strip("\n")


def test_units_stand_on_the_colour_of_their_side() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=60, force_terminal=True, color_system="standard", highlight=False)
    console.print(BoardMap(_view((0, Pose(1000, 1200)), (1, Pose(3000, 1200))), SIDES))
    drawn = stream.getvalue()
    assert "\x1b[1;37;44m■" in drawn
    assert "\x1b[1;37;41m□" in drawn


# --------------------------------------------------------------------- characters
def test_a_table_of_48_by_24_inches_is_48_characters_by_12_lines() -> None:
    scale = MapScale(4800, 2400, 1.0)
    assert (scale.columns, scale.rows) == (48, 12)
    assert scale.place(Point(1200, 600)) == Point(12, 9)
    assert scale.cell(Point(1250, 650)) == (12, 8)
    assert scale.cell(Point(-50, 2500)) == (0, 0)
    assert scale.cell(Point(4800, 0)) == (47, 11)
    assert (MapScale(10, 10, 0.25).columns, MapScale(10, 10, 0.25).rows) == (1, 1)


def test_sixteen_points_lie_evenly_in_a_character() -> None:
    points = list(MapScale(4800, 2400, 1.0).points((3, 2)))
    assert len(points) == 16
    assert points[0] == Point(312.5, 1975)
    assert points[-1] == Point(387.5, 1825)


@pytest.mark.parametrize(
    ("columns", "rows", "per_inch"),
    [
        (144, 36, 3.0),
        (143, 36, 2.0),
        (144, 35, 2.0),
        (72, 18, 1.5),
        (48, 12, 1.0),
        (36, 9, 0.75),
        (24, 6, 0.5),
        (12, 3, 0.25),
        (11, 3, 11 / 48),
    ],
)
def test_the_scale_is_the_largest_at_which_both_measures_fit(
    columns: int, rows: int, per_inch: float
) -> None:
    assert scale_to_fit(Field(4800, 2400), columns, rows).per_inch == pytest.approx(per_inch)


def test_letters_run_out_after_twenty_six_kinds() -> None:
    kinds = [f"z{number}" for number in range(27)]
    found = list(letters(Piece(kind, kind) for kind in kinds).values())
    assert found[:3] == ["z", "a", "b"]
    assert found[26] == "?"
    assert len(set(found)) == 27


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("light wood", "green"),
        ("stream", "blue"),
        ("road", "yellow"),
        ("building", "magenta"),
        ("gentle hill", "bright_black"),
        ("quicksilver", "cyan"),
    ],
)
def test_ground_is_coloured_by_a_word_in_its_name(kind: str, wanted: str) -> None:
    assert colour(kind) == wanted


def test_a_line_without_width_covers_the_characters_within_half_of_one() -> None:
    scale = MapScale(4800, 2400, 1.0)
    along = Piece("f", "fence", line=(Point(1000, 1300), Point(1300, 1300)))
    assert set(cells(along, scale)) == {(column, 5) for column in (10, 11, 12)} | {(9, 5), (13, 5)}
    dot = Piece("f", "fence", line=(Point(1050, 1300), Point(1050, 1300)))
    assert list(cells(dot, scale)) == [(10, 5)]


def test_ground_at_the_rim_of_the_table_covers_the_last_characters() -> None:
    scale = MapScale(4800, 2400, 1.0)
    corner = Piece("c", "wood", polygon=(Point(4600, 0), Point(4800, 0), Point(4800, 400), Point(4600, 400)))
    assert set(cells(corner, scale)) == {(column, row) for column in (46, 47) for row in (10, 11)}
