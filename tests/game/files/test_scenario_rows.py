"""The rows of a scenario file: what each may hold, what it means, and what is left out."""

from __future__ import annotations

import msgspec
import pytest

from sandtable.game.files.scenario import Objective, Scenario, Situation, UnitEntry
from sandtable.game.files.typed_files import BadFile, convert
from tests.game.files.nursery import Raw, changed, raw


def refused_key(content: Raw) -> str:
    """The key for which a scenario is refused when it is read."""
    with pytest.raises(BadFile) as caught:
        convert(content, Scenario, "toy.toml")
    return caught.value.problem.key


@pytest.mark.parametrize(
    ("path", "last", "beyond"),
    [
        ("units[0].x", 1000, 1000.01),
        ("units[0].x", -1000, -1000.01),
        ("objectives[1].x", 1000, 1000.01),
        ("objectives[1].x", -1000, -1000.01),
        ("table.width", 1000, 1000.01),
        ("table.width", 0.01, 0),
        ("units[0].facing", 0, -0.1),
        ("units[0].facing", 359.9, 360),
        ("terrain[0].level", 100, 101),
        ("terrain[0].level", -100, -101),
    ],
)
def test_a_number_may_be_as_large_as_its_limit(path: str, last: float, beyond: float) -> None:
    convert(changed(path, last), Scenario, "toy.toml")
    assert refused_key(changed(path, beyond)) == path


@pytest.mark.parametrize(
    "row",
    [
        "table",
        "sides[0]",
        "terrain[0]",
        "leaders[0]",
        "units[0]",
        "arrivals[0]",
        "objectives[0]",
        "special[0]",
        "brigades[0]",
        "situation",
    ],
)
def test_a_key_that_no_row_has_is_refused_where_it_stands(row: str) -> None:
    content = raw()
    content["brigades"] = [{"id": "reds", "side": "red"}, {"id": "blues", "side": "blue"}]
    content["situation"] = {"turn": 2}
    convert(content, Scenario, "toy.toml")
    name, _, place = row.partition("[")
    (content[name][int(place[:-1])] if place else content[name])["colour"] = "mauve"
    assert refused_key(content) == f"{row}.colour"


def test_a_key_that_no_scenario_has_is_refused() -> None:
    assert refused_key({**raw(), "weather": "fine"}) == "weather"


def test_an_objective_lies_on_whole_hundredths_of_an_inch() -> None:
    assert Objective(id="well", x=3.25, y=3.5).x == 3.25
    assert Objective(id="yard", area=((0.01, 0.02), (1, 0), (1, 1))).area is not None
    for wrong in ({"x": 3.255, "y": 3}, {"x": 3, "y": 3.255}, {"area": ((1, 2.005), (2, 2), (2, 3))}):
        with pytest.raises(ValueError, match="whole hundredths"):
            Objective(id="well", **wrong)


def test_only_what_is_given_of_a_unit_or_a_situation_is_written() -> None:
    unit = UnitEntry(id="r", side="red", profile="block")
    assert msgspec.to_builtins(unit) == {"id": "r", "side": "red", "profile": "block"}
    assert msgspec.to_builtins(Situation()) == {}


def test_what_a_row_does_not_say_is_nothing() -> None:
    unit = UnitEntry(id="r", side="red", profile="block", x=1, y=2)
    assert unit.facing == 0
    assert not unit.is_gone
    content = raw()
    del content["terrain"][0]["level"]
    del content["terrain"][1]["width"]
    copse, rail = convert(content, Scenario, "toy.toml").field().pieces
    assert copse.level == 0
    assert rail.width == 0


def test_a_scenario_that_says_no_more_than_its_units_is_fought_for_10_turns_on_6_by_4_feet() -> None:
    scenario = convert({"units": []}, Scenario, "toy.toml")
    assert (scenario.table.width, scenario.table.depth) == (72, 48)
    assert scenario.turn_limit == 10
    assert [(side.id, side.edge) for side in scenario.sides] == [("a", "bottom"), ("b", "top")]
    assert not scenario.is_under_way


def test_a_battle_is_under_way_if_the_file_says_so_or_units_are_in_contact() -> None:
    def scenario(**more: object) -> Scenario:
        return convert({**raw(), **more}, Scenario, "toy.toml")

    assert not scenario().is_under_way
    assert scenario(situation={}).is_under_way
    assert convert(changed("units[2].touches", ["r1"]), Scenario, "toy.toml").is_under_way


def test_a_place_needs_both_measures() -> None:
    assert UnitEntry(id="r", side="red", profile="block", x=1).pose() is None
    assert UnitEntry(id="r", side="red", profile="block", y=1).pose() is None


def test_no_unit_arrives_by_a_brigade_it_does_not_have() -> None:
    content = raw()
    content["units"][0]["brigade"] = ""
    scenario = convert(content, Scenario, "toy.toml")
    assert not scenario.arrives(scenario.units[0])
    assert not scenario.deploys(scenario.units[3])
