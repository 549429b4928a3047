"""Checking files on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

import sandtable.systems.liberty as liberty
from tests.cli.conftest import RunCommand

HERE = Path(liberty.__file__).parent
COWPENS = HERE / "scenarios" / "cowpens-1781.toml"


def _kinds(run: RunCommand, *files: Path) -> list[tuple[str, bool]]:
    return [(file["kind"], file["ok"]) for file in run("lint", *files, "--json").json["files"]]


def test_files_are_told_apart_by_what_is_in_them(run: RunCommand, tmp_path: Path) -> None:
    record = tmp_path / "one.battle.json"
    run("fight", "trenton-1776", "--agents", "militia", "--record", record)
    renamed = tmp_path / "anything.toml"
    renamed.write_bytes((HERE / "rulebook.toml").read_bytes())
    assert _kinds(run, COWPENS, renamed, HERE / "profiles.toml", record) == [
        ("scenario", True),
        ("rulebook", True),
        ("profiles", True),
        ("record", True),
    ]


def test_a_good_file_is_ok_and_exit_code_0(run: RunCommand) -> None:
    ran = run("lint", COWPENS)
    assert ran.code == 0
    assert ran.out == f"{COWPENS}: ok (scenario)\n"


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("turn_limit = 10", "turn_limt = 10", "the closest are turn_limit"),
        ('profile = "british.light-infantry"', 'profile = "british.lite-infantry"', "british.light-infantry"),
        ('kind = "brush"', 'kind = "jungle"', "there is no kind of ground"),
        ("x = 44, y = 8.5", "x = 35, y = 9", "overlaps"),
        ("x = 22, y = 4,", "x = 1, y = 4,", "over the left edge"),
        ('edge = "top"', 'edge = "bottom"', "already belongs"),
    ],
)
def test_a_bad_scenario_is_told_by_file_key_and_what_is_allowed(
    run: RunCommand, tmp_path: Path, before: str, after: str, words: str
) -> None:
    file = tmp_path / "mine.toml"
    text = COWPENS.read_text()
    assert before in text
    file.write_text(text.replace(before, after))
    ran = run("lint", file)
    assert (ran.code, ran.err) == (1, "")
    assert "mine.toml: " in ran.out
    assert words in ran.out


def test_all_problems_of_a_scenario_are_listed(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = COWPENS.read_text().replace('kind = "brush"', 'kind = "jungle"')
    file.write_text(text.replace("turn_limit = 10", "turn_limit = 0"))
    problems = run("lint", file, "--json").json["files"][0]["problems"]
    assert [problem["key"] for problem in problems] == ["turn_limit", "terrain[2].kind", "terrain[3].kind"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("x = ", "not valid TOML"),
        ("x = 1", "unknown kind of file"),
        ('rule = "none"', "rule"),
        ("[[profile]]\nid = 'a'", "profile"),
    ],
)
def test_what_is_no_file_of_ours_is_said(run: RunCommand, tmp_path: Path, content: str, words: str) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(content)
    ran = run("lint", file)
    assert ran.code == 1
    assert words in ran.out


def test_a_missing_file_is_a_problem_not_a_traceback(run: RunCommand, tmp_path: Path) -> None:
    ran = run("lint", tmp_path / "cowpens.toml")
    assert ran.code == 1
    assert "there is no such file" in ran.out


@pytest.mark.usefixtures("with_toy")
def test_a_scenario_whose_system_cannot_be_told_asks_for_it(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('sides = []\nunits = [{ profile = "grenadier" }]\n')
    ran = run("lint", file)
    assert ran.code == 1
    assert "name it with --system" in ran.out
    told = run("lint", file, "--system", "liberty")
    assert told.code == 1
    assert "is missing" in told.out
    assert run("lint", file, "--system", "libery").code == 2


@pytest.mark.usefixtures("with_toy")
def test_army_lists_are_checked_by_the_system_they_are_for(run: RunCommand) -> None:
    assert run("lint", HERE / "profiles.toml", "--system", "liberty").code == 0
    ran = run("lint", HERE / "profiles.toml", "--system", "toy")
    assert ran.code == 1
    assert "toy keeps no army lists in files" in ran.out
