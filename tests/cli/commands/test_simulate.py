"""``sandtable simulate`` and ``sandtable compare``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.lab.runs import cluster, parquet
from tests.cli.conftest import RunCommand

MILITIA = ("--agents", "militia", "--jobs", "1", "--study", "0")


def test_many_battles_are_summed_up(run: RunCommand) -> None:
    ran = run("simulate", "cowpens-1781", "--battles", "3", *MILITIA, "--json")
    found = json.loads(ran.out)
    assert found["battles"] == 3
    assert sum(side["won"] for side in found["sides"]) + found["drawn"] == 3
    assert "3 of 3: American" in ran.err


def test_a_run_is_kept_and_goes_on(run: RunCommand, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run("simulate", "cowpens-1781", "--battles", "2", *MILITIA, "--out", str(folder))
    again = run("simulate", "cowpens-1781", "--battles", "3", *MILITIA, "--out", str(folder))
    assert "2 battles are in the folder already" in again.err
    assert len((folder / "battles.jsonl").read_bytes().splitlines()) == 3
    assert json.loads((folder / "findings.json").read_text())["battles"] == 3
    assert "<h1>Hannah" in (folder / "report.html").read_text(encoding="utf-8")
    assert "favoured" in again.out


def test_two_runs_are_compared_in_pairs(run: RunCommand, tmp_path: Path) -> None:
    for name, more in (("a", ()), ("b", ("--reading", "tests.success.morale-conflict=1"))):
        run("simulate", "cowpens-1781", "--battles", "2", *MILITIA, "--out", str(tmp_path / name), *more)
    ran = run("compare", str(tmp_path / "a"), str(tmp_path / "b"), "--json")
    assert json.loads(ran.out)["pairs"] == 2
    assert (
        "2 pairs of battles with the same dice"
        in run("compare", str(tmp_path / "a"), str(tmp_path / "b")).out
    )


def test_another_run_in_the_folder_is_left_alone(run: RunCommand, tmp_path: Path) -> None:
    run("simulate", "cowpens-1781", "--battles", "1", *MILITIA, "--out", str(tmp_path))
    kept = (tmp_path / "battles.jsonl").read_bytes()
    ran = run("simulate", "guilford-1781", "--battles", "1", *MILITIA, "--out", str(tmp_path))
    assert ran.code == 1
    assert "contains another run (scenario differ" in ran.err
    assert (tmp_path / "battles.jsonl").read_bytes() == kept


def test_what_cannot_be_simulated_is_said(run: RunCommand, tmp_path: Path) -> None:
    assert 'there is no agent "genius"' in run("simulate", "cowpens-1781", "--agents", "genius").err
    ran = run("compare", str(tmp_path), str(tmp_path))
    assert (ran.code, "is not a run" in ran.err) == (1, True)


def test_another_form_than_the_two_is_refused(run: RunCommand) -> None:
    ran = run("simulate", "cowpens-1781", "--battles", "1", *MILITIA, "--format", "parket")
    assert (ran.code, "did you mean parquet?" in ran.err) == (2, True)


def test_what_is_not_installed_is_named(run: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in (cluster, parquet):
        monkeypatch.setattr(package, "is_installed", lambda: False)
    command = ("simulate", "cowpens-1781", "--battles", "1", *MILITIA)
    for more, extra in ((("--ray", "local"), "ray"), (("--format", "parquet"), "parquet")):
        ran = run(*command, *more)
        assert (ran.code, f"pip install sandtable[{extra}]" in ran.err) == (1, True)
