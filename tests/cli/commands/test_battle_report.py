"""Battle reports on the command line: written to a file beside the printed result."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import RunCommand

FOUGHT = ("fight", "trenton-1776", "--agents", "militia", "--seed", "5")


def test_a_fight_writes_its_report_and_prints_its_result(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "trenton.html"
    ran = run(*FOUGHT, "--report", file)
    assert ran.code == 0
    assert "Stirling's brigade" in ran.out
    assert f"the report is in {file}" in ran.err
    page = file.read_text(encoding="utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "26 December 1776" in page
    assert "Stirling&#x27;s brigade" in page or "Stirling's brigade" in page
    assert "played by militia" in page


def test_with_json_nothing_but_json_is_printed(run: RunCommand, tmp_path: Path) -> None:
    ran = run(*FOUGHT, "--report", tmp_path / "trenton.html", "--json")
    assert ran.json["scenario"] == "trenton-1776"


def test_a_record_replayed_gives_the_very_report_of_the_fight(run: RunCommand, tmp_path: Path) -> None:
    kept, first, second = (tmp_path / name for name in ("t.battle.json", "first.html", "second.html"))
    assert run(*FOUGHT, "--record", kept, "--report", first).code == 0
    ran = run("replay", kept, "--report", second)
    assert ran.code == 0
    assert f"the report is in {second}" in ran.err
    assert first.read_bytes() == second.read_bytes()


def test_a_record_replayed_to_a_step_is_told_up_to_there(run: RunCommand, tmp_path: Path) -> None:
    kept, file = tmp_path / "t.battle.json", tmp_path / "part.html"
    assert run(*FOUGHT, "--record", kept).code == 0
    assert run("replay", kept, "--to", "6", "--report", file, "--json").json["step"] >= 6
    assert "Undecided" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("report.pdf", "a report is an HTML file"),
        ("report", "a report is an HTML file"),
        ("no/such/folder/report.html", "the report cannot be written here"),
        ("folder.html", "this is a folder"),
    ],
)
def test_where_no_report_can_stand_the_result_is_printed_all_the_same(
    run: RunCommand, tmp_path: Path, name: str, words: str
) -> None:
    (tmp_path / "folder.html").mkdir()
    ran = run(*FOUGHT, "--report", tmp_path / name)
    assert ran.code == 1
    assert "Stirling's brigade" in ran.out
    assert words in ran.err
    assert str(tmp_path / name) in ran.err
    assert "Traceback" not in ran.err
    assert not (tmp_path / name).is_file()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_may_not_be_written_is_said_so(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "old.html"
    file.write_text("old")
    file.chmod(0o400)
    ran = run(*FOUGHT, "--report", file)
    assert ran.code == 1
    assert "the report cannot be written here" in ran.err


def test_a_report_tells_one_battle(run: RunCommand) -> None:
    ran = run("fight", "trenton-1776", "--battles", "2", "--report", "x.html")
    assert (ran.code, ran.out) == (2, "")
    assert "--report tells one battle" in ran.err


def test_the_toy_system_is_told_of_like_any_other(run: RunCommand, with_toy: None, tmp_path: Path) -> None:
    file = tmp_path / "palms.html"
    assert run("fight", "toy/potted-palms", "--agents", "militia", "--report", file).code == 0
    assert "The Potted Palms" in file.read_text(encoding="utf-8")
