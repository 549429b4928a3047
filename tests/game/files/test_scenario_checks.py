"""Checks of a scenario at their limits: the last that is allowed, and the first that is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct

from sandtable.game.files.scenario import Scenario, problems
from sandtable.game.files.scenario_checks import MOST_ROWS
from sandtable.game.files.typed_files import convert
from tests.game.files.nursery import Raw, Toys, changed, found, raw, red


def words_at(key: str, content: Raw) -> list[str]:
    """What is wrong at a key."""
    return [problem.words for problem in found(content) if problem.key == key]


@pytest.mark.parametrize(("turns", "sound"), [(1, True), (10_000, True), (10_001, False), (0, False)])
def test_a_battle_lasts_from_one_turn_to_ten_thousand(turns: int, *, sound: bool) -> None:
    content = changed("turn_limit", turns)
    content["arrivals"][0]["turn"] = 1
    assert (not words_at("turn_limit", content)) is sound


def test_what_comes_on_may_do_so_in_the_first_and_in_the_last_turn() -> None:
    assert found(changed("arrivals[0].turn", 1)) == ()
    assert found(changed("arrivals[0].turn", 6)) == ()


ROWS: dict[str, Raw] = {
    "sides": {"id": "red", "edge": "bottom"},
    "terrain": {"id": "copse", "kind": "wood", "polygon": [[1, 1], [2, 1], [2, 2]]},
    "brigades": {"id": "reds", "side": "red"},
    "leaders": {"id": "duke", "side": "red"},
    "units": {"id": "r1", "side": "red", "profile": "block"},
    "arrivals": {"unit": "b2", "turn": 3},
    "objectives": {"id": "well"},
    "special": {"id": "dark", "text": "It is dark."},
}


@pytest.mark.parametrize("name", ROWS)
def test_a_list_of_more_than_300_rows_is_refused_before_it_is_compared(name: str) -> None:
    told = found({**raw(), name: [ROWS[name]] * 301})
    assert [(problem.key, problem.words) for problem in told] == [
        (name, "301 rows are too many; at most 300 are read")
    ]
    if name == "arrivals":
        assert found({**raw(), name: [ROWS[name]] * 300}) == ()


def test_ground_and_objectives_have_2000_points_together() -> None:
    """Twenty fences of 98 points, a copse of 20 and an objective of 20."""
    square = [[number, 0] for number in range(9)] + [[9, number] for number in range(9)] + [[9, 9], [0, 9]]
    fences: list[Any] = [
        {"id": f"fence {row}", "kind": "fence", "polyline": [[x / 4, row] for x in range(98)]}
        for row in range(20)
    ]
    copse = {"id": "copse", "kind": "wood", "polygon": square}
    content = {
        **raw(),
        "terrain": [*fences, copse],
        "objectives": [{"id": "middle", "area": square}, {"id": "well", "x": 3, "y": 3}],
    }
    assert found(content) == ()
    fences[0]["polyline"].append([30, 0])
    assert [problem.words for problem in found(content)] == [
        "2001 points of ground and objectives are too many; at most 2000 are read"
    ]


def test_an_outline_has_100_points_at_most() -> None:
    ring = [[1 + number / 10, 1] for number in range(99)] + [[1.5, 9]]
    assert found(changed("terrain[0].polygon", ring)) == ()
    told = words_at("terrain[0].polygon", changed("terrain[0].polygon", [*ring, [1.2, 8]]))
    assert told == ["101 points are too many; at most 100 are read"]


def test_an_outline_of_100_points_may_still_not_cross_itself() -> None:
    ring = [[1 + number / 10, 1] for number in range(98)] + [[1.5, 9], [5.5, 0.5]]
    assert (
        "crosses or touches itself" in words_at("terrain[0].polygon", changed("terrain[0].polygon", ring))[0]
    )


def test_an_area_has_three_points_and_a_line_two() -> None:
    assert found(changed("terrain[0].polygon", [[1, 1], [2, 1], [2, 2]])) == ()
    assert found(changed("terrain[1].polyline", [[1, 1], [2, 1]])) == ()


def test_two_hundred_units_may_stand_on_the_table() -> None:
    crowd = [{**red(number), "x": 10, "y": 10} for number in range(200)]
    told = found(changed("units", crowd))
    assert not any("at most" in problem.words for problem in told)
    assert sum("overlaps" in problem.words for problem in told) == 200 * 199 / 2


def test_a_side_belongs_to_both_names_of_an_edge_and_only_one_side_to_an_edge() -> None:
    assert found(changed("sides[1].edge", "high-y")) == ()
    assert words_at("sides[0].edge", changed("sides[0].edge", "top")) == []
    assert words_at("sides[1].edge", changed("sides[0].edge", "top")) == [
        "the top edge already belongs to red"
    ]


def test_who_deploys_first_need_not_be_said() -> None:
    assert found(changed("first_deploy", "")) == ()
    assert found(changed("first_deploy", "roll")) == ()
    assert found(changed("first_player", "roll")) == ()


@pytest.mark.parametrize("name", ["brigades", "special"])
def test_no_two_rows_of_a_list_have_one_id(name: str) -> None:
    rows = [{**ROWS[name], "id": "reds"}, {**ROWS[name], "id": "reds"}]
    assert words_at(f"{name}[1].id", {**raw(), name: rows}) == [
        f'"reds" is the id of {name}[0] already; every id must be unique'
    ]


def test_the_first_of_three_rows_with_one_id_is_named() -> None:
    rows = [{**ROWS["special"], "id": "dark"}] * 3
    assert words_at("special[2].id", {**raw(), "special": rows}) == [
        '"dark" is the id of special[0] already; every id must be unique'
    ]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("units[0].brigade", ""),
        ("units[0].brigade", ...),
        ("leaders[1].profile", ""),
        ("leaders[0].attached_to", ""),
        ("arrivals[0].edge", ""),
        ("arrivals[0]", {"unit": "b2", "turn": 3, "edge": "north"}),
        ("objectives[1]", {"id": "well"}),
        ("special[0].units", []),
        ("terrain[1].width", 2),
    ],
)
def test_what_may_be_left_open_is_no_problem(path: str, value: object) -> None:
    assert found(changed(path, value)) == ()


def test_a_unit_whose_side_is_unknown_is_not_blamed_for_its_brigade_too() -> None:
    told = [problem.key for problem in found(changed("units[0].side", "rde"))]
    assert "units[0].side" in told
    assert "units[0].brigade" not in told


def test_a_unit_may_have_any_brigade_where_no_brigade_is_known() -> None:
    content = raw()
    for leader in content["leaders"]:
        del leader["brigade"]
    assert found(content) == ()


def test_a_brigade_that_comes_on_must_be_known() -> None:
    content = changed("arrivals[0]", {"brigade": "blus", "turn": 3})
    assert words_at("arrivals[0].brigade", content) == [
        'there is no brigade "blus"; allowed are reds, blues; did you mean blues?'
    ]


def test_a_brigade_without_a_commander_is_no_problem() -> None:
    content = {**raw(), "brigades": [{"id": "reds", "side": "red"}, {"id": "blues", "side": "blue"}]}
    assert found(content) == ()


@pytest.mark.parametrize(("y", "sound"), [(36, True), (35.98, True), (35.97, False), (36.03, False)])
def test_what_comes_on_does_so_at_its_edge_within_two_hundredths(y: float, *, sound: bool) -> None:
    assert (found(changed("arrivals[0].y", y)) == ()) is sound


@pytest.mark.parametrize(
    ("path", "on", "off"),
    [
        ("objectives[1].x", 48.02, 48.03),
        ("objectives[1].x", -0.02, -0.03),
        ("objectives[1].y", 36.02, 36.03),
        ("objectives[1].y", -0.02, -0.03),
        ("units[0].x", 1.98, 1.97),
        ("units[0].y", 1.98, 1.97),
        ("units[2].x", 46.02, 46.03),
        ("units[2].y", 34.02, 34.03),
    ],
)
def test_what_sticks_out_over_an_edge_by_two_hundredths_is_still_on_the_table(
    path: str, on: float, off: float
) -> None:
    assert found(changed(path, on)) == ()
    assert len(found(changed(path, off))) == 1


def test_a_unit_that_sticks_out_over_two_edges_is_told_of_the_farther() -> None:
    content = changed("units[0].x", 1.5)
    content["units"][0]["y"] = 1
    assert words_at("units[0]", content) == ["First Red stands 1.0 in over the bottom edge of the table"]


def test_only_the_spot_off_the_table_is_named_with_its_number() -> None:
    content = changed("objectives[0].area", [[10, 10], [20, 10], [20, 40]])
    assert [problem.key for problem in found(content)] == ["objectives[0].area[2]"]


def test_the_second_of_two_equal_spots_of_a_line_is_named() -> None:
    content = changed("terrain[1].polyline", [[1, 1], [2, 2], [2, 2], [3, 3]])
    assert [problem.key for problem in found(content)] == ["terrain[1].polyline[2]"]


@pytest.mark.parametrize(("west", "sound"), [(13.98, True), (13.95, True), (13.9, False)])
def test_a_unit_may_reach_into_impassable_ground_by_a_sliver(west: float, *, sound: bool) -> None:
    """The block is 4 in wide and 2 in deep: a sliver is 0.02 in times 6 in, as 0.06 in of it are."""
    content = raw()
    lake = [[west, 0], [18, 0], [18, 12], [west, 12]]
    content["terrain"] = [{"id": "lake", "kind": "lake", "polygon": lake}]
    assert (found(content) == ()) is sound


def test_a_problem_of_the_ground_is_told_before_units_are_looked_for_in_it() -> None:
    content = changed("terrain[0]", {"id": "lake", "kind": "lake", "polygon": [[10, 0], [14, 0], [14, 40]]})
    keys = [problem.key for problem in found(content)]
    assert keys == ["terrain[0].polygon[2]"]


def test_a_scenario_without_a_path_is_named_by_its_id() -> None:
    told = problems(convert(changed("turn_limit", 0), Scenario, "toy.toml"), Toys())
    assert {problem.path for problem in told} == {"toy"}


def test_further_checks_are_made_where_nothing_else_is_wrong() -> None:
    def never(scenario: Scenario) -> list[tuple[str, str]]:
        return [("date", f"{scenario.id} is never fought today")]

    sound, unsound = (convert(content, Scenario, "toy") for content in (raw(), changed("turn_limit", 0)))
    assert [problem.key for problem in problems(sound, Toys(), check=never)] == ["date"]
    assert "date" not in [problem.key for problem in problems(unsound, Toys(), check=never)]


# --------------------------------------------------------------------- own profiles
class Profile(Struct, frozen=True):
    """A kind of toy."""

    id: str
    men: int = 1


class OwnToys(Scenario, frozen=True, kw_only=True):
    """A scenario that may bring its own kinds."""

    profiles: tuple[Profile, ...] = ()


class Menders(Toys):
    """A roster that allows toys with men."""

    def contradictions(self, profile: Profile) -> Iterator[tuple[str, str]]:
        """A toy without men."""
        if profile.men < 1:
            yield "men", "a toy has men"


def own(*profiles: Profile) -> list[tuple[str, str]]:
    """What is wrong with a scenario that brings these profiles."""
    content = {**raw(), "profiles": profiles}
    scenario = convert(content, OwnToys, "toy.toml")
    return [(problem.key, problem.words) for problem in problems(scenario, Menders())]


def test_a_profile_of_the_scenario_has_an_id_of_its_own_and_obeys_the_rules() -> None:
    assert own(Profile("giant")) == []
    assert own(Profile("giant"), Profile("block")) == [
        ("profiles[1].id", '"block" is a profile of the army lists already; give it another id')
    ]
    assert own(Profile("giant", men=0)) == [("profiles[0].men", "a toy has men")]
    assert own(Profile("giant"), Profile("giant")) == [
        ("profiles[1].id", '"giant" is the id of profiles[0] already; every id must be unique')
    ]
    assert own(*(Profile(f"giant {number}") for number in range(MOST_ROWS + 1)))[0][0] == "profiles"
