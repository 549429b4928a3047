"""The maps of a report: ground by the legend of its system, units by their arm, names apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import systems
from sandtable.game.present.painting import Drawn, Glyph, Manner, SideView
from sandtable.game.rules.rulebook import Readings
from sandtable.report.drawing.liveries import PLAIN, liveries
from sandtable.report.drawing.symbols import symbol
from sandtable.report.map import labels
from sandtable.report.map.blocks import Blocks
from sandtable.report.map.ground import ground, key
from sandtable.report.map.labels import Box, UnitLabel
from sandtable.report.map.sheet import Sheet, is_inside, ring_points
from sandtable.report.map.vegetation import crowns
from sandtable.report.page.chart import Curve, chart
from sandtable.report.page.markup import Markup, joined, tag
from sandtable.report.page.style import STYLE
from sandtable.table.space import Field, Piece, Point, Pose, block

SQUARE = (Point(1000, 1000), Point(2500, 1000), Point(2500, 2200), Point(1000, 2200))
LINE = (Point(300, 300), Point(2000, 900), Point(3300, 700))
HILLY = Drawn("hill", Manner.HILL, "Hill")
HEDGED = Drawn("fence", Manner.FENCE, "Fence")


@pytest.mark.parametrize("manner", Manner)
@pytest.mark.parametrize("shape", ["area", "strip", "line"])
def test_every_manner_draws_areas_strips_and_lines(manner: Manner, shape: str) -> None:
    piece = (
        Piece("somewhere", "quicksilver", polygon=SQUARE, level=1)
        if shape == "area"
        else Piece("somewhere", "quicksilver", line=LINE, width=200 if shape == "strip" else 0)
    )
    field, legend = Field(3600, 2400, (piece,)), (Drawn("quicksilver", manner, "Quicksilver"),)
    drawn = ground(field, legend, Sheet(field))
    assert len(list(ElementTree.fromstring(drawn).iter())) > 1
    assert drawn == ground(field, legend, Sheet(field))


@pytest.mark.parametrize("name", systems.names())
def test_the_legend_of_a_system_has_every_kind_of_ground_of_its_scenarios(name: str) -> None:
    system = systems.load(name)
    for scenario in system.scenarios():
        field = system.muster(system.scenario(scenario), Readings()).field
        drawn = {one.kind for one in system.painter().legend(field)}
        assert drawn >= {piece.kind for piece in field.pieces}, scenario


def test_hills_lie_under_fences_whichever_comes_first() -> None:
    pieces = (Piece("a", "fence", line=LINE), Piece("b", "hill", polygon=SQUARE))
    field, legend = Field(3600, 2400, pieces), (HEDGED, HILLY)
    drawn = ground(field, legend, Sheet(field))
    assert drawn.index("hill-wash") < drawn.index("fence")


def test_the_key_names_each_kind_of_ground_once_in_the_order_of_the_layers() -> None:
    steep = Drawn("steep hill", Manner.HILL, "Hill")
    assert key((HEDGED, HILLY, steep)) == ("Hill", "Fence")


def test_hachures_point_uphill_whichever_way_round_a_polygon_is_given() -> None:
    sheet = Sheet(Field(3600, 2400))
    for ring in (sheet.spots(SQUARE), sheet.spots(SQUARE[::-1])):
        for x, y, dx, dy in ring_points(ring, 25.0):
            assert is_inside(ring, x + 2 * dx, y + 2 * dy)
            assert dx * dx + dy * dy == pytest.approx(1)


# --------------------------------------------------------------------- units
def test_sides_have_the_liveries_of_their_flags_and_never_one_tone() -> None:
    def pair(first: str, second: str) -> tuple[str, ...]:
        return liveries((SideView(first, "", ""), SideView(second, "", "")))

    assert pair("Red", "Blue") == ("dark madder", "light prussian")
    assert pair("Blue", "Red") == ("light prussian", "dark madder")
    assert pair("Romans", "Prussians") == ("dark madder", "light prussian")
    assert pair("Gauls", "Russians") == ("dark madder", "light olive")
    assert pair("Gauls", "Picts") == ("light prussian", "dark madder")


@pytest.mark.parametrize("glyph", Glyph)
def test_every_arm_has_figures_that_fit_on_its_base(glyph: Glyph) -> None:
    drawn = ElementTree.fromstring(tag("g", symbol(glyph, 28.0, 28.0)))
    assert len(drawn)
    for circle in drawn.iter("circle"):
        assert abs(float(circle.get("cx", ""))) + float(circle.get("r", "")) < 14
        assert 0 < float(circle.get("cy", "")) < 28


def test_the_classes_of_a_drawing_have_styles() -> None:
    sheet, legend = Sheet(Field(3600, 2400)), [Drawn(one, one, one) for one in Manner]
    pieces = tuple(Piece(one, one, polygon=SQUARE) for one in Manner)
    drawn = tag("g", ground(Field(3600, 2400, pieces), legend, sheet), crowns(), *_blocks(sheet))
    classes = {name for found in re.findall(r'class="([^"]*)"', drawn) for name in found.split()}
    assert {name for name in classes - {"light", "dark"} if f".{name}" not in STYLE} == set()


def _blocks(sheet: Sheet) -> Iterator[Markup]:
    blocks = Blocks(sheet, tuple(" ".join(livery) for livery in PLAIN))
    for side in (0, 1):
        for glyph in Glyph:
            yield blocks.at(Pose(1000, 1000, 0), block(2, files=2, width=200, depth=200), side, glyph)
    yield blocks.definitions()


def test_a_block_has_a_rectangle_for_each_base_and_is_drawn_once() -> None:
    blocks = Blocks(Sheet(Field(7200, 4800)), ("light prussian", "dark madder"))
    shape = block(5, files=2, width=200, depth=200)
    for x in (1000, 2000, 3000):
        blocks.at(Pose(x, 1000, 900), shape, 1, Glyph.FOOT)
    (unit,) = ElementTree.fromstring(tag("svg", blocks.definitions()))
    bases = [element for element in unit.iter("rect") if element.get("class") == "base"]
    assert len(bases) == 5


# --------------------------------------------------------------------- names
PAPER = Box(0, 0, 1000, 660)


def name(words: str, x: float, y: float, wide: float = 110, high: float = 28) -> UnitLabel:
    return UnitLabel(words, "", Box(x, y, x + wide, y + high), "light")


def collisions(placed: list[labels.PlacedLabel], names: list[UnitLabel]) -> list[str]:
    """Names that overlap a unit, another name, or the edge of the paper."""
    boxes = [one.box for one in placed]
    units = [one.unit for one in names]
    return [
        one.name.words
        for place, one in enumerate(placed)
        if any(one.box.overlap(other) > 0 for other in (*units, *boxes[:place], *boxes[place + 1 :]))
        or one.box.left < PAPER.left
        or one.box.right > PAPER.right
        or one.box.top < PAPER.top
        or one.box.bottom > PAPER.bottom
    ]


def test_names_of_a_line_of_battle_shoulder_to_shoulder_do_not_collide() -> None:
    names = [name(f"Maryland Continentals {number}", 200 + 112 * number, 300) for number in range(5)]
    assert collisions(labels.place(names, PAPER), names) == []


def test_a_name_at_the_edge_stays_on_the_paper() -> None:
    names = [name("South Carolina militia", 885, 630), name("Virginia militia", 2, 2)]
    assert collisions(labels.place(names, PAPER), names) == []


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 6)), min_size=1, max_size=16, unique=True))
@settings(max_examples=40, deadline=None)
def test_units_with_room_around_them_get_names_that_touch_nothing(cells: list[tuple[int, int]]) -> None:
    names = [name(f"Regiment {x} of {y}", 20 + 165 * x, 15 + 90 * y) for x, y in cells]
    assert collisions(labels.place(names, PAPER), names) == []


def test_every_name_is_written_whole() -> None:
    long = name("Maryland and Delaware Continentals", 450, 300)
    (placed,) = labels.place([long], PAPER, taken=[Box(0, 325, 1000, 345), Box(0, 280, 1000, 300)])
    written = "".join(ElementTree.fromstring(tag("g", labels.draw([placed]))).itertext())
    assert written.replace(" ", "") == long.words.replace(" ", "")


# --------------------------------------------------------------------- charts
def test_the_higher_value_stands_higher_on_a_chart() -> None:
    curves = (Curve("A", "light", (0.0, 4.0, 9.0)), Curve("B", "dark", (0.0, 6.0, 2.0)))
    tree = ElementTree.fromstring(chart("Score", curves, ("start", "1", "2")))
    dots = [float(dot.get("cy", "")) for dot in tree.iter("circle")]
    assert dots[0] == dots[3]
    assert dots[2] < dots[4] < dots[1] < dots[5] < dots[0]
    assert "A from 0 to 9; B from 0 to 2" in "".join(tree.itertext())


def test_a_chart_of_nothing_but_noughts_and_of_losses_can_be_drawn() -> None:
    for values in ((0.0, 0.0), (-3.0, -12.0), (0.0, 4321.0)):
        drawn = chart("Score", (Curve("A", "light", values),), ("start", "1"))
        heights = [float(dot.get("cy", "")) for dot in ElementTree.fromstring(drawn).iter("circle")]
        assert all(0 <= height <= 210 for height in heights)


def test_markup_is_kept_and_plain_text_is_escaped() -> None:
    assert joined((tag("b", "&"), "<", tag("path", d='"'))) == '<b>&amp;</b>&lt;<path d="&quot;"/>'
