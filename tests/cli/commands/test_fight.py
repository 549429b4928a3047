"""Battles between agents on the command line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

import sandtable.systems.liberty as liberty
from tests.cli.conftest import RunCommand

TRENTON = Path(liberty.__file__).parent / "scenarios" / "trenton-1776.toml"
FOUGHT = ("fight", "trenton-1776", "--agents", "militia", "--seed", "5")


def test_a_battle_tells_winner_degree_turns_and_losses_by_unit(run: RunCommand) -> None:
    ran = run(*FOUGHT, "--json")
    assert ran.code == 0
    found = ran.json
    assert (found["system"], found["scenario"]) == ("liberty", "trenton-1776")
    assert (found["sides"], found["agents"]) == (["American", "Hessian"], ["militia", "militia"])
    (battle,) = found["battles"]
    assert 1 <= battle["turns"] <= 8
    assert battle["degree"] in ("draw", "minor victory", "major victory")
    assert (battle["winner"] is None) == (battle["degree"] == "draw")
    assert [unit["number"] for unit in battle["units"]] == list(range(1, 16))
    assert all(unit["began"] == "STEADY" for unit in battle["units"])


def test_progress_goes_to_standard_error(run: RunCommand) -> None:
    ran = run(*FOUGHT)
    assert "turn 1" in ran.err
    assert "turn 1" not in ran.out
    assert "Stirling's brigade" in ran.out


def test_the_same_seed_fights_the_same_battle(run: RunCommand) -> None:
    assert run(*FOUGHT, "--json").out == run(*FOUGHT, "--json").out


def test_several_battles_are_counted(run: RunCommand) -> None:
    found = run("fight", "trenton-1776", "--agents", "militia", "--battles", "2", "--json").json
    assert [battle["seed"] for battle in found["battles"]] == [1, 2]
    assert sum(found["wins"]) + found["draws"] == 2
    shown = run("fight", "trenton-1776", "--agents", "militia", "--battles", "2").out
    assert "turns on average" in shown


def test_a_reading_is_chosen_by_rule_and_number(run: RunCommand) -> None:
    found = run(*FOUGHT, "--reading", "morale.trigger.unsaved=1", "--json").json
    assert found["readings"] == {"morale.trigger.unsaved": 1}


def test_a_scenario_file_of_ones_own_is_fought_as_well(run: RunCommand, tmp_path: Path) -> None:
    own = tmp_path / "my-trenton.toml"
    shutil.copy(TRENTON, own)
    ours = run("fight", own, "--agents", "militia", "--seed", "5", "--json").json
    assert ours["battles"] == run(*FOUGHT, "--json").json["battles"]


def test_units_that_come_on_later_are_fought_with(run: RunCommand, own_trenton: Path) -> None:
    """deploy.reserve"""
    late = 'arrivals = [{ unit = "lossberg", turn = 1, edge = "right", x = 60, y = 24 }]'
    text = own_trenton.read_text().replace("arrivals = []", late)
    own_trenton.write_text(re.sub(r'(id = "lossberg",.*?)disorder = 2', r"\1disorder = 0", text))
    assert run("lint", own_trenton).code == 0
    told = run("fight", own_trenton, "--agents", "militia", "--json").json
    units = told["battles"][0]["units"]
    (late_one,) = [unit for unit in units if unit["name"] == "Fusilier Regiment Lossberg"]
    assert late_one["began"] == "STEADY, not on the table"
    assert "not on the table" not in late_one["state"]


def test_a_battle_from_ones_own_file_is_recorded_and_verified(
    run: RunCommand, own_trenton: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "mine.battle.json"
    found = run("fight", own_trenton, "--agents", "militia", "--record", kept, "--json").json
    assert found["scenario"] == "my-trenton"
    assert found["battles"][0]["turns"] <= 2
    assert run("verify", kept).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["trentn-1776"], "did you mean trenton-1776"),
        (["trenton-1776", "--agents", "napoleon"], "allowed are captain, greedy, militia"),
        (["trenton-1776", "--agents", "militia,militia,militia"], "two sides"),
        (["trenton-1776", "--reading", "morale.need"], "RULE=N"),
        (["trenton-1776", "--reading", "morale.need=1"], "only one reading"),
        (["trenton-1776", "--reading", "morale.trigger.unsaved=7"], "has no reading 7"),
        (["trenton-1776", "--battles", "0"], "--battles"),
        (["trenton-1776", "--battles", "2", "--record", "x.json"], "one battle"),
    ],
)
def test_what_cannot_be_fought_is_refused(run: RunCommand, arguments: list[str], words: str) -> None:
    ran = run("fight", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert words in ran.err


def test_a_missing_scenario_file_is_bad_data(run: RunCommand, tmp_path: Path) -> None:
    ran = run("fight", tmp_path / "nowhere.toml")
    assert (ran.code, ran.out) == (1, "")
    assert "there is no such file" in ran.err


def test_a_record_that_cannot_be_written_says_so(run: RunCommand, tmp_path: Path) -> None:
    ran = run(*FOUGHT, "--record", tmp_path / "no" / "such" / "folder.json")
    assert (ran.code, ran.out) == (1, "")
    assert "cannot be written" in ran.err
