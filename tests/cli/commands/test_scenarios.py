"""Listing scenarios, and finding one by its name."""

from __future__ import annotations

import pytest

from sandtable.cli.errors import Misuse
from sandtable.cli.reports import catalogue
from tests.cli.conftest import RunCommand


def test_every_scenario_is_listed_with_sides_units_and_turns(run: RunCommand) -> None:
    ran = run("scenarios")
    assert ran.code == 0
    row = next(line for line in ran.out.splitlines() if "cowpens-1781" in line)
    assert all(word in row for word in ("liberty", "Hannah's Cowpens", "1781-01-17", "16", "10"))


def test_json_has_the_same_facts(run: RunCommand) -> None:
    found = run("scenarios", "liberty", "--json").json["scenarios"]
    cowpens = next(row for row in found if row["id"] == "cowpens-1781")
    assert (cowpens["system"], cowpens["turns"], cowpens["units"]) == ("liberty", 10, 16)
    assert [(side["name"], side["units"]) for side in cowpens["sides"]] == [("American", 9), ("British", 7)]


@pytest.mark.usefixtures("with_toy")
def test_one_system_can_be_listed_alone(run: RunCommand) -> None:
    everywhere = {row["system"] for row in run("scenarios", "--json").json["scenarios"]}
    toy = {row["system"] for row in run("scenarios", "toy", "--json").json["scenarios"]}
    assert {"liberty", "toy"} <= everywhere
    assert toy == {"toy"}


@pytest.mark.usefixtures("with_toy")
def test_a_scenario_is_found_by_its_id_or_with_its_system() -> None:
    assert catalogue.find_scenario("hearthrug")[0].id == "toy"
    assert catalogue.find_scenario("toy/hearthrug")[1] == "hearthrug"


@pytest.mark.usefixtures("with_toy")
@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("hearthrag", "did you mean hearthrug"),
        ("toy/cowpens-1781", "toy has no scenario"),
        ("liberty/hearthrug", "liberty has no scenario"),
    ],
)
def test_a_scenario_nobody_has_is_refused_with_those_there_are(named: str, words: str) -> None:
    with pytest.raises(Misuse, match=words):
        catalogue.find_scenario(named)


@pytest.mark.usefixtures("with_toy")
def test_a_scenario_that_two_systems_have_needs_its_system(monkeypatch: pytest.MonkeyPatch) -> None:
    toy = catalogue.find_scenario("hearthrug")[0]
    monkeypatch.setattr(type(toy), "scenarios", lambda _: ("cowpens-1781",))
    with pytest.raises(Misuse, match="liberty/cowpens-1781 or toy/cowpens-1781"):
        catalogue.find_scenario("cowpens-1781")
