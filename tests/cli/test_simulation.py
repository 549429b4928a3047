"""Running the battles of a plan: what is missing is fought, and a break keeps what is done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli.errors import Misuse
from sandtable.cli.simulation import Workers, format_named, keep_report, run_plan
from sandtable.lab.runs.battle import FailedBattle, Result
from sandtable.lab.runs.folder import FileFormat
from sandtable.lab.runs.plan import Plan
from tests.lab.conftest import battle
from tests.lab.made_up import FOUND

SCENARIO: dict[str, Any] = {"id": "rug", "sides": [{"name": "Red"}, {"name": "Blue"}]}


def plan(battles: int) -> Plan:
    """So many battles."""
    return Plan("liberty", SCENARIO, ("militia", "militia"), battles=battles)


class MadeUp(Workers):
    """Workers that make up battles: Red wins the even ones, and the fourth fails or is broken off."""

    breaks_off = False

    def fight(self, plan: Plan, numbers: list[int], failed: Path) -> Iterator[Result]:
        """Battles with these numbers."""
        del plan, failed
        for number in numbers:
            if number == 3 and self.breaks_off:
                raise KeyboardInterrupt
            if number == 3:
                yield FailedBattle(number, number, ("militia", "militia"), "it broke", "", "")
            else:
                yield battle(number, number % 2 if number != 5 else None, 0, 1)


class BrokenOff(MadeUp):
    """The same, until somebody breaks it off."""

    breaks_off = True


def test_a_plan_is_fought_whole_and_each_tenth_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_plan(plan(6), None, MadeUp())
    assert found.is_whole
    assert [result.number for result in found.results] == [0, 1, 2, 3, 4, 5]
    assert capsys.readouterr().err.splitlines() == [
        "1 of 6: Red 100 %, Blue 0 %",
        "2 of 6: Red 50 %, Blue 50 %",
        "3 of 6: Red 67 %, Blue 33 %",
        "4 of 6: Red 67 %, Blue 33 %, 1 failed",
        "5 of 6: Red 75 %, Blue 25 %, 1 failed",
        "6 of 6: Red 60 %, Blue 20 %, 1 failed",
    ]


def test_of_many_battles_every_tenth_is_told_and_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    run_plan(plan(25), None, MadeUp())
    told = [line.partition(":")[0] for line in capsys.readouterr().err.splitlines()]
    assert told == [f"{done} of 25" for done in (*range(2, 25, 2), 25)]


def test_a_run_that_was_broken_off_goes_on_where_it_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = run_plan(plan(6), tmp_path / "run", BrokenOff())
    assert (first.is_whole, len(first.results)) == (False, 3)
    capsys.readouterr()
    second = run_plan(plan(6), tmp_path / "run", MadeUp())
    assert (second.is_whole, len(second.results)) == (True, 6)
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "3 battles are in the folder already"
    assert told[1].startswith("4 of 6: ")


def test_the_report_of_a_run_is_kept_beside_it(tmp_path: Path) -> None:
    keep_report(tmp_path, FOUND)
    assert "The Rug, fought 40 times" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert '"scenario": "rug"' in (tmp_path / "findings.json").read_text(encoding="utf-8")


def test_a_file_format_is_known_by_its_name() -> None:
    assert format_named("parquet") is FileFormat.PARQUET
    with pytest.raises(Misuse, match="did you mean parquet"):
        format_named("parket")
