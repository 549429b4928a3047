"""Runs in parquet format: every battle is read back, an interrupted run continues, formats can be mixed.

These tests need pyarrow; without it all but the last are skipped: ``make extras`` runs them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.game.files.typed_files import BadFile
from sandtable.lab.findings.study import Study
from sandtable.lab.runs import folder, parquet
from sandtable.lab.runs.battle import FailedBattle, Result
from sandtable.lab.runs.folder import FileFormat, RunFolder, read_run
from sandtable.lab.runs.parquet import read_part, write_part
from sandtable.lab.runs.plan import Plan
from tests.lab.conftest import battle

WRECK = FailedBattle(
    7, 9, ("militia", "captain"), "RuntimeError: no further", "battle-000007.json", "at line 3"
)
STUDIED = replace(battle(8, None, 1.0, -2.5), study=Study({"fire.to-hit": 3, "morale": 1}, (0.5, -1.25)))


@pytest.fixture
def arrow() -> Any:
    """The library that reads and writes parquet."""
    return pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed; make extras runs this")


@pytest.mark.usefixtures("arrow")
def test_a_battle_comes_back_from_a_part_as_it_was(results: tuple[Result, ...], tmp_path: Path) -> None:
    every = (*results, WRECK, STUDIED, battle(9, 1, 3.0))
    write_part(tmp_path / "part.parquet", every)
    assert read_part(tmp_path / "part.parquet") == every


def test_tools_of_others_find_a_column_for_each_figure(arrow: Any, tmp_path: Path) -> None:
    write_part(tmp_path / "part.parquet", (battle(9, 1, 3.0, worn=(2, 4)), WRECK))
    table = arrow.read_table(tmp_path / "part.parquet").to_pydict()
    assert table["kind"] == ["fought", "broken"]
    assert table["winner"] == [1, None]
    assert table["worn"] == [[2, 4], None]
    assert table["units"][0] == [{"stands": True, "state": "STEADY", "deeds": 1}]


@pytest.mark.usefixtures("arrow")
def test_a_run_kept_as_parquet_is_read_back_and_goes_on(
    plan: Plan, results: tuple[Result, ...], tmp_path: Path
) -> None:
    with RunFolder.open(tmp_path, plan, FileFormat.PARQUET) as kept:
        for result in results[:3]:
            kept.add(result)
            assert read_run(tmp_path)[1][-1] == result  # before the folder is closed
    assert not (tmp_path / "battles.jsonl").read_bytes()
    with RunFolder.open(tmp_path, plan, FileFormat.PARQUET) as kept:
        assert kept.missing() == [3, 4, 5]
        for result in results[3:]:
            kept.add(result)
    assert read_run(tmp_path) == (plan, results)
    parts = sorted(file.name for file in tmp_path.glob("*.parquet"))
    assert parts == ["battles-000001.parquet", "battles-000002.parquet"]


@pytest.mark.usefixtures("arrow")
def test_a_run_that_broke_off_before_it_was_folded_loses_nothing(
    plan: Plan, results: tuple[Result, ...], tmp_path: Path
) -> None:
    broken_off = RunFolder.open(tmp_path, plan, FileFormat.PARQUET)
    for result in results[:4]:
        broken_off.add(result)
    broken_off._file.close()  # as after a crash
    with (tmp_path / "battles.jsonl").open("ab") as lines:
        lines.write(b'{"type":"fought","num')
    with RunFolder.open(tmp_path, plan, FileFormat.PARQUET) as kept:
        assert kept.missing() == [4, 5]
    assert read_run(tmp_path)[1] == results[:4]


@pytest.mark.usefixtures("arrow")
def test_battles_that_stand_in_lines_and_in_a_part_are_one(
    plan: Plan, results: tuple[Result, ...], tmp_path: Path
) -> None:
    with RunFolder.open(tmp_path, plan) as kept:
        for result in results[:3]:
            kept.add(result)
    write_part(tmp_path / "battles-000001.parquet", results[1:4])
    assert read_run(tmp_path)[1] == results[:4]
    with RunFolder.open(tmp_path, plan, FileFormat.PARQUET) as kept:
        assert kept.missing() == [4, 5]


@pytest.mark.usefixtures("arrow")
def test_a_run_may_go_on_in_the_other_form(plan: Plan, results: tuple[Result, ...], tmp_path: Path) -> None:
    for number, form in enumerate(
        (FileFormat.LINES, FileFormat.PARQUET, FileFormat.LINES, FileFormat.PARQUET)
    ):
        with RunFolder.open(tmp_path, plan, form) as kept:
            kept.add(results[number])
    assert read_run(tmp_path)[1] == results[:4]


@pytest.mark.usefixtures("arrow")
def test_many_battles_are_folded_before_the_run_ends(
    plan: Plan, results: tuple[Result, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder, "FOLDED", 2)
    with RunFolder.open(tmp_path, plan, FileFormat.PARQUET) as kept:
        for result in results[:5]:
            kept.add(result)
        assert len(list(tmp_path.glob("*.parquet"))) == 2
    assert read_run(tmp_path)[1] == results[:5]


@pytest.mark.usefixtures("arrow")
def test_a_part_that_is_none_is_refused_by_name(plan: Plan, tmp_path: Path) -> None:
    with RunFolder.open(tmp_path, plan):
        (tmp_path / "battles-000001.parquet").write_bytes(b"PAR1 and then nothing")
    with pytest.raises(BadFile, match=r"battles-000001\.parquet: cannot be read as battles"):
        read_run(tmp_path)


def test_without_pyarrow_it_is_said_how_to_come_by_it(
    monkeypatch: pytest.MonkeyPatch, plan: Plan, tmp_path: Path
) -> None:
    monkeypatch.setattr(parquet, "is_installed", lambda: False)
    with pytest.raises(BadFile, match=r"pip install sandtable\[parquet\]"):
        RunFolder.open(tmp_path, plan, FileFormat.PARQUET)
    with RunFolder.open(tmp_path, plan):
        (tmp_path / "battles-000001.parquet").write_bytes(b"PAR1")
    with pytest.raises(BadFile, match=r"pip install sandtable\[parquet\]"):
        read_run(tmp_path)
