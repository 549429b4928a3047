"""How a battle is drawn if its system says nothing about it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.game.ask.questions import Choose
from sandtable.game.files.scenario import Ground, Objective
from sandtable.game.present.painting import Manner, Overlay, Painter, Stroke, manner_of, middle
from sandtable.game.rules.rulebook import Readings
from sandtable.table.space import Piece, Point
from tests.game.skirmish import SKIRMISH, Skirmish

PAINTER: Painter[Skirmish] = Painter()
SQUARE = ((1.0, 2.0), (3.0, 2.0), (3.0, 6.0), (1.0, 6.0))
COPSE = replace(
    SKIRMISH.scenario("copse"),
    terrain=(
        Ground(id="wood-1", kind="wood", polygon=SQUARE),
        Ground(id="old-mill", kind="house", polygon=SQUARE),
        Ground(id="wood-2", kind="wood", name="Hag's Wood", polyline=((0.0, 0.0), (4.0, 0.0), (8.0, 6.0))),
    ),
    objectives=(
        Objective(id="the-mill", text="Hold it.", area=SQUARE),
        Objective(id="well", text="Drink.", x=1, y=2),
    ),
)
BATTLE = SKIRMISH.muster(COPSE, Readings())


def test_ground_is_named_at_its_middle_unless_its_id_only_says_its_kind() -> None:
    assert [(name.label, name.place) for name in PAINTER.names(BATTLE, COPSE)] == [
        ("Old mill", Point(200, 400)),
        ("Hag's Wood", Point(400, 200)),
    ]


def test_the_middle_of_a_piece_is_the_mean_of_its_points() -> None:
    assert middle(Piece("a", "wood", (Point(0, 0), Point(90, 0), Point(0, 30)))) == Point(30, 10)


def test_ground_is_drawn_in_the_manner_of_its_name_if_there_is_one() -> None:
    known = next(iter(Manner))
    assert manner_of(known.value) is known
    assert manner_of("marmalade") is Manner.OPEN
    legend = PAINTER.legend(BATTLE.field)
    assert [drawn.kind for drawn in legend] == ["wood", "house"]


def test_only_objectives_that_are_places_with_an_area_are_marked() -> None:
    (area,) = PAINTER.areas(BATTLE, COPSE)
    assert (area.id, area.label, area.words, area.side) == ("the-mill", "the mill", "Hold it.", None)
    assert area.polygon[2] == Point(300, 600)


@pytest.mark.parametrize(("about", "units"), [((1, 0), (0, 1)), ((True, "general", 1), (1,)), ((), ())])
def test_a_question_concerns_the_units_whose_numbers_it_names(
    about: tuple[object, ...], units: tuple[int, ...]
) -> None:
    question = Choose("order", 0, ("fire", "rest"), about=about)
    assert question.parties() == units
    assert [PAINTER.sheet(BATTLE, unit, question).need for unit in BATTLE.units] == [
        "asked" if unit.id in units else "" for unit in BATTLE.units
    ]
    assert question.face(BATTLE, "fire").subject == (units[0] if units else None)


def test_without_a_question_no_unit_is_asked_about() -> None:
    assert {PAINTER.sheet(BATTLE, unit, None).need for unit in BATTLE.units} == {""}


def test_what_is_not_said_of_a_system_is_not_drawn() -> None:
    assert PAINTER.overlays(BATTLE, BATTLE.units[0]) == ()
    assert PAINTER.deck(BATTLE) is None
    track = PAINTER.track(BATTLE, COPSE)
    assert (track.turn, track.last_turn, track.shared) == (1, 8, False)


def test_a_line_has_no_arrow_and_an_overlay_is_not_barred_unless_it_is_said() -> None:
    assert not Stroke((Point(0, 0), Point(1, 1))).arrow
    assert not Overlay("sight", ()).barred
