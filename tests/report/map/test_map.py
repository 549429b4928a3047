"""The maps of a report: ground by the words of its kind, units by their arm, names apart."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.game.files.scenario_rows import Side
from sandtable.game.present.painting import Glyph
from sandtable.report.map import labels
from sandtable.report.map.blocks import Blocks, manners
from sandtable.report.map.ground import STYLES, ground, key, style_of
from sandtable.report.map.labels import Box, UnitLabel
from sandtable.report.map.sheet import Sheet, is_inside, ring_points
from sandtable.report.page.chart import Curve, chart
from sandtable.report.page.markup import joined, tag
from sandtable.table.space import Field, Piece, Point, Pose, block

SQUARE = (Point(1000, 1000), Point(2500, 1000), Point(2500, 2200), Point(1000, 2200))
LINE = (Point(300, 300), Point(2000, 900), Point(3300, 700))


@pytest.mark.parametrize(
    ("kind", "style"),
    [
        ("hill", "Hill"),
        ("gentle hill", "Hill"),
        ("forest", "Wood"),
        ("light-wood", "Wood"),
        ("brush", "Brush"),
        ("scrub or broken ground", "Brush"),
        ("orchard or tall crops", "Orchard"),
        ("vineyard", "Vineyard"),
        ("marsh", "Marsh"),
        ("stream or ford", "Water"),
        ("ford or shallow river", "Water"),
        ("fordable-river", "Water"),
        ("deep river or cliff", "Water"),
        ("road or bridge", "Road"),
        ("bridge", "Bridge"),
        ("fence", "Fence"),
        ("wall, hedge or fence", "Wall"),
        ("building", "Buildings"),
        ("village or camp", "Buildings"),
        ("built-up", "Buildings"),
        ("redoubt", "Fieldwork"),
        ("breastwork", "Fieldwork"),
        ("quicksilver", "Other ground"),
    ],
)
def test_ground_is_drawn_by_the_first_word_of_its_kind(kind: str, style: str) -> None:
    assert style_of(Piece("somewhere", kind, polygon=SQUARE)).name == style


@pytest.mark.parametrize("word", [*(style.words[0] for style in STYLES), "quicksilver"])
@pytest.mark.parametrize("shape", ["area", "strip", "line"])
def test_every_style_draws_areas_strips_and_lines(word: str, shape: str) -> None:
    piece = (
        Piece("somewhere", word, polygon=SQUARE, level=1)
        if shape == "area"
        else Piece("somewhere", word, line=LINE, width=200 if shape == "strip" else 0)
    )
    drawn = ground(Field(3600, 2400, (piece,)), Sheet(Field(3600, 2400)))
    assert len(list(ElementTree.fromstring(drawn).iter())) > 1
    assert drawn == ground(Field(3600, 2400, (piece,)), Sheet(Field(3600, 2400)))


def test_the_key_names_what_is_on_the_field_and_nothing_else() -> None:
    pieces = (
        Piece("a", "fence", line=LINE),
        Piece("b", "hill", polygon=SQUARE),
        Piece("c", "hill", polygon=SQUARE),
    )
    assert [style.name for style in key(Field(3600, 2400, pieces))] == ["Hill", "Fence"]


def test_hachures_point_uphill_whichever_way_round_a_polygon_is_given() -> None:
    sheet = Sheet(Field(3600, 2400))
    for ring in (sheet.spots(SQUARE), sheet.spots(SQUARE[::-1])):
        for x, y, dx, dy in ring_points(ring, 25.0):
            assert is_inside(ring, x + 2 * dx, y + 2 * dy)
            assert dx * dx + dy * dy == pytest.approx(1)


# --------------------------------------------------------------------- units
def test_a_side_called_red_is_drawn_dark_and_one_called_blue_light() -> None:
    red, blue = Side(id="red", name="Red", edge="top"), Side(id="blue", name="Blue", edge="bottom")
    first, second = Side(id="a", name="Romans", edge="top"), Side(id="b", name="Britons", edge="bottom")
    assert manners((red, blue)) == ("dark", "light")
    assert manners((blue, red)) == ("light", "dark")
    assert manners((first, second)) == ("light", "dark")


def test_a_block_has_a_rectangle_for_each_base_and_is_drawn_once() -> None:
    sides = (Side(id="a", name="A", edge="top"), Side(id="b", name="B", edge="bottom"))
    blocks = Blocks(Sheet(Field(7200, 4800)), sides)
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
