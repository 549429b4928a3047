"""A scenario becomes poses and a field, and whatever does not fit together in it is found and named."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LinearRing, Polygon

from sandtable.game.files.scenario import Ground, Scenario, Side, UnitEntry, load_scenario, problems
from sandtable.game.files.typed_files import BadFile, convert
from sandtable.table.space import Edge, Piece, Point, Pose
from tests.game.files.nursery import Toys, changed, found, raw, red


def test_a_sound_scenario_has_no_problems() -> None:
    assert found(raw()) == ()


def test_inches_and_degrees_become_hundredths_and_tenths() -> None:
    scenario = convert(raw(), Scenario, "toy.toml")
    assert scenario.units[2].pose() == Pose(1250, 3000, 1800)
    assert scenario.units[3].pose() is None


def test_the_ground_and_the_edges_become_a_field() -> None:
    field = convert(raw(), Scenario, "toy.toml").field()
    assert (field.width, field.depth) == (4800, 3600)
    assert field.pieces == (
        Piece("copse", "wood", polygon=(Point(100, 2000), Point(650, 2000), Point(650, 2400)), level=1),
        Piece("rail", "fence", line=(Point(3000, 2000), Point(4000, 2225))),
    )
    assert field.edges == (Edge("bottom", "red"), Edge("top", "blue"))


def test_a_unit_arrives_itself_or_with_its_brigade() -> None:
    scenario = convert(raw(), Scenario, "toy.toml")
    assert [scenario.arrives(unit) for unit in scenario.units] == [False, False, False, True]
    scenario = convert(changed("arrivals[0]", {"brigade": "blues", "turn": 2}), Scenario, "toy.toml")
    assert [scenario.arrives(unit) for unit in scenario.units] == [False, False, True, True]


@pytest.mark.parametrize(
    ("path", "value", "key", "words"),
    [
        ("turn_limit", 0, "turn_limit", "it must be 1 or more"),
        ("first_player", "green", "first_player", "allowed are red, blue, roll"),
        ("first_deploy", "bleu", "first_deploy", "did you mean blue?"),
        (
            "sides[1].edge",
            "up",
            "sides[1].edge",
            'there is no edge "up"; allowed are bottom, top, left, right',
        ),
        ("sides[1].edge", "south", "sides[1].edge", "the bottom edge already belongs to red"),
        ("sides[1].id", "red", "sides[1].id", '"red" is the id of sides[0] already'),
        ("terrain[1].id", "copse", "terrain[1].id", '"copse" is the id of terrain[0] already'),
        ("units[1].id", "r1", "units[1].id", '"r1" is the id of units[0] already'),
        ("units[1].id", "duke", "units[1].id", '"duke" is the id of leaders[0] already'),
        ("objectives[1].id", "middle", "objectives[1].id", "every id must be unique"),
        (
            "terrain[0].kind",
            "woods",
            "terrain[0].kind",
            "allowed are wood, fence, lake, bridge; did you mean wood?",
        ),
        ("terrain[0].polygon", [[1, 1], [2, 2]], "terrain[0].polygon", "at least 3 points, not 2"),
        (
            "terrain[0].polygon",
            [[1, 1], [49, 1], [1, 5]],
            "terrain[0].polygon[1]",
            "(49, 1) lies off the table",
        ),
        (
            "terrain[0].polygon",
            [[1, 1], [5, 5], [5, 1], [1, 5]],
            "terrain[0].polygon",
            "(1, 1)-(5, 5) and (5, 1)-(1, 5)",
        ),
        ("terrain[0].polygon", [[1, 1], [5, 1], [3, 1]], "terrain[0].polygon", "crosses or touches itself"),
        ("terrain[0].width", 2, "terrain[0].width", "a width belongs to a polyline"),
        ("terrain[0].polyline", [[1, 1], [2, 2]], "terrain[0]", "either a polygon or a polyline"),
        ("terrain[1].polyline", [], "terrain[1]", "either a polygon or a polyline"),
        ("terrain[1].polyline", [[1, 1]], "terrain[1].polyline", "at least 2 points"),
        ("terrain[1].polyline", [[1, 1], [1, 1]], "terrain[1].polyline[1]", "(1, 1) is listed twice"),
        ("terrain[1].polyline", [[1, 1], [1, 36.5]], "terrain[1].polyline[1]", "which is 48 x 36 in"),
        ("terrain[1].width", -1, "terrain[1].width", "must be 0 or more"),
        ("units[0].side", "rde", "units[0].side", "did you mean red?"),
        ("units[0].profile", "blok", "units[0].profile", "did you mean block?"),
        ("units[0].profile", "", "units[0].profile", 'there is no profile ""'),
        ("units[0].brigade", "redd", "units[0].brigade", "allowed are reds, blues; did you mean reds?"),
        ("units[0].brigade", "blues", "units[0].brigade", "blues is a brigade of blue, not red"),
        ("units[0].x", ..., "units[0]", "must have both x and y, or neither"),
        ("arrivals", [], "units[3]", "b2 has no x and y, and no arrival brings it on"),
        ("leaders[1].profile", "cheif", "leaders[1].profile", "did you mean chief?"),
        (
            "leaders[0].attached_to",
            "r9",
            "leaders[0].attached_to",
            'there is no unit "r9"; allowed are r1, r2, b1, b2',
        ),
        ("leaders[0].attached_to", "b1", "leaders[0].attached_to", "b1 is a unit of blue"),
        ("arrivals[0].turn", 7, "arrivals[0].turn", "turn 7 never comes; it must be from 1 to 6"),
        ("arrivals[0].turn", 0, "arrivals[0].turn", "it must be from 1 to 6"),
        ("arrivals[0].unit", "b3", "arrivals[0].unit", 'there is no unit "b3"'),
        ("arrivals[0].brigade", "blues", "arrivals[0]", "either a unit or a brigade"),
        ("arrivals[0].edge", "norht", "arrivals[0].edge", "did you mean north?"),
        ("arrivals[0].y", 35, "arrivals[0]", "(24, 35) does not lie on the top edge"),
        ("objectives[0].area", [], "objectives[0].area", "at least 3 points, not 0"),
        ("objectives[1].x", 50, "objectives[1]", "(50, 3) lies off the table"),
        ("objectives[1].x", ..., "objectives[1]", "must have both x and y, or neither"),
        ("special[0].units", ["r1", "r7"], "special[0].units[1]", 'there is no unit "r7"'),
        ("units[1].x", 15.5, "units[1]", "Second Red overlaps First Red (units[0]) by 0.5 in"),
        ("units[0].x", 1.75, "units[0]", "First Red stands 0.25 in over the left edge"),
        ("units[0].y", 1.5, "units[0]", "First Red stands 0.5 in over the bottom edge"),
        ("units[2].y", 34.5, "units[2]", "First Blue stands 0.5 in over the top edge"),
        ("name", "The cursed nursery", "name", "a toy battle must not be cursed"),
    ],
)
def test_what_does_not_fit_is_found_with_its_key_and_what_would_be_right(
    path: str, value: object, key: str, words: str
) -> None:
    told = [problem for problem in found(changed(path, value)) if problem.key == key]
    assert any(words in problem.words for problem in told), found(changed(path, value))
    assert told[0].path == "toy.toml"


def test_units_that_only_touch_do_not_overlap() -> None:
    assert found(changed("units[1].x", 16)) == ()
    assert found(changed("units[1].x", 15.98)) == ()
    assert len(found(changed("units[1].x", 15.97))) == 1


def test_units_placed_askew_overlap_by_their_real_outlines() -> None:
    """A block turned by 45 degrees whose bounding box, but not its outline, reaches into the other."""
    apart = {**red(2), "x": 20.0, "y": 8.0, "facing": 45}
    close = {**apart, "x": 15.0, "y": 5.0}
    assert found(changed("units[1]", apart)) == ()
    assert [problem.key for problem in found(changed("units[1]", close))] == ["units[1]"]


def test_a_unit_that_arrives_is_not_on_the_table_even_where_its_place_is_given() -> None:
    content = changed("units[3].x", 12.5)
    content["units"][3]["y"] = 30
    assert found(content) == ()


def test_nobody_begins_in_impassable_ground_unless_something_lies_over_it() -> None:
    content = raw()
    content["terrain"] = [{"id": "lake", "kind": "lake", "polygon": [[13, 0], [30, 0], [30, 12], [13, 12]]}]
    told = found(content)
    assert [problem.key for problem in told] == ["units[0]", "units[1]"]
    assert "25% of First Red stands in impassable ground (impassable: lake)" in told[0].words
    content["terrain"].append({"id": "dyke", "kind": "bridge", "polyline": [[0, 3], [40, 3]], "width": 2})
    assert found(content) == ()


def test_a_unit_may_stand_against_impassable_ground() -> None:
    content = raw()
    content["terrain"] = [{"id": "lake", "kind": "lake", "polygon": [[14, 0], [18, 0], [18, 12], [14, 12]]}]
    assert found(content) == ()


def test_every_problem_is_listed_not_only_the_first() -> None:
    content = changed("units[0].side", "rde")
    content["turn_limit"] = 0
    assert {problem.key for problem in found(content)} >= {"turn_limit", "units[0].side", "arrivals[0].turn"}


def test_a_side_needs_an_opponent_and_units() -> None:
    content = raw()
    content["sides"] = [{"id": "red", "name": "Red", "edge": "bottom"}]
    assert "sides" in {problem.key for problem in found(content)}
    content = changed("sides[1].id", "green")
    assert any("green has no units" in problem.words for problem in found(content))


def test_too_many_points_or_units_are_refused_instead_of_measured() -> None:
    ring = [[1 + number / 100, 1] for number in range(100)] + [[1.5, 9]]
    assert any("at most 100" in problem.words for problem in found(changed("terrain[0].polygon", ring)))
    crowd = [{**red(number), "x": 10, "y": 10} for number in range(201)]
    told = found(changed("units", crowd))
    assert any("at most 200 may" in problem.words for problem in told)
    assert not any("overlaps" in problem.words for problem in told)


def test_brigades_that_are_listed_count_instead_of_those_with_leaders() -> None:
    content = raw()
    content["brigades"] = [
        {"id": "reds", "side": "red", "commander": "duke"},
        {"id": "blues", "side": "bleu", "commander": "eral"},
    ]
    keys = [problem.key for problem in found(content)]
    assert "brigades[1].side" in keys
    assert "brigades[1].commander" in keys
    assert "brigades[0].commander" not in keys


def test_a_scenario_with_problems_is_refused_with_the_first_and_the_number_of_the_others(
    tmp_path: Path,
) -> None:
    file = tmp_path / "toy.toml"
    file.write_text("""
id = "toy"
name = "The nursery"
date = "today"
place = "the floor"
history = "None."
table = { width = 48, depth = 36 }
turn_limit = 0
first_player = "red"
sides = [{ id = "red", name = "Red", edge = "up" }, { id = "blue", name = "Blue", edge = "top" }]
units = [
  { id = "a", side = "red", name = "A", profile = "block", x = 10, y = 10 },
  { id = "b", side = "blue", name = "B", profile = "block", x = 20, y = 10 },
]
""")
    with pytest.raises(BadFile, match=r"toy\.toml: turn_limit: .* \(and 1 more problems\)"):
        load_scenario(file, Scenario, Toys())
    file.write_text(file.read_text().replace("turn_limit = 0", "turn_limit = 9").replace('"up"', '"south"'))
    assert load_scenario(file, Scenario, Toys()).turn_limit == 9


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("units[0].facing", 360, "units[0].facing"),
        ("units[0].facing", "north", "units[0].facing"),
        ("units[0].x", float("nan"), "units[0].x"),
        ("units[0].x", 1e300, "units[0].x"),
        ("table.width", 0, "table.width"),
        ("units[0].fromation", "line", "units[0].fromation"),
        ("terrain[0].polygon", [[1, 2, 3]], "terrain[0].polygon[0]"),
        ("units[0].id", "", "units[0].id"),
    ],
)
def test_values_no_scenario_can_have_are_refused_when_it_is_read(path: str, value: object, key: str) -> None:
    with pytest.raises(BadFile) as caught:
        convert(changed(path, value), Scenario, "toy.toml")
    assert caught.value.problem.key == key


# --------------------------------------------------------------------- a system's own rows
class CardSide(Side, frozen=True, kw_only=True):
    edge: str = "bottom"
    break_point: int


class House(Ground, frozen=True, kw_only=True):
    capacity: int = 0


class CardUnit(UnitEntry, frozen=True, kw_only=True):
    card: str = ""


class CardScenario(Scenario, frozen=True, kw_only=True):
    """As a system would: rows of its own and keys of its own."""

    sides: tuple[CardSide, ...]
    terrain: tuple[House, ...] = ()
    units: tuple[CardUnit, ...]
    cards: str = "none"
    hex_corners: str = ""


def test_a_system_adds_keys_of_its_own_and_the_common_checks_still_hold() -> None:
    content = raw()
    content["cards"] = "dealt"
    content["sides"] = [{**side, "break_point": 4} for side in content["sides"]]
    content["units"][0]["card"] = "steady"
    content["terrain"][0]["capacity"] = 2
    scenario = convert(content, CardScenario, "toy.toml")
    assert scenario.units[0].card == "steady"
    assert problems(scenario, Toys()) == ()
    del content["sides"][0]["break_point"]
    with pytest.raises(BadFile) as caught:
        convert(content, CardScenario, "toy.toml")
    assert caught.value.problem.key == "sides[0].break_point"


# --------------------------------------------------------------------- outlines
SPOTS = st.tuples(st.integers(0, 12), st.integers(0, 12))


@settings(max_examples=300, deadline=None)
@given(st.lists(SPOTS, min_size=3, max_size=7))
def test_an_outline_is_refused_exactly_where_shapely_finds_it_not_simple_or_empty(
    ring: list[tuple[int, int]],
) -> None:
    told = found(changed("terrain[0].polygon", [list(spot) for spot in ring]))
    refused = any(problem.key == "terrain[0].polygon" for problem in told)
    repeated = any(here == there for here, there in zip(ring, ring[1:] + ring[:1], strict=True))
    sound = not repeated and LinearRing(ring).is_simple and Polygon(ring).is_valid and Polygon(ring).area > 0
    assert refused is not sound
