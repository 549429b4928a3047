"""The folder of a run: battles are stored as they end, and an interrupted run continues."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from sandtable.game.files.typed_files import BadFile
from sandtable.lab.runs import folder
from sandtable.lab.runs.battle import FailedBattle, Result
from sandtable.lab.runs.folder import FileFormat, RunFolder, finished, read_plan, read_run
from sandtable.lab.runs.plan import Plan
from tests.lab.conftest import battle


def test_a_battle_that_was_added_is_read_back(
    plan: Plan, results: tuple[Result, ...], tmp_path: Path
) -> None:
    with RunFolder.open(tmp_path, plan) as kept:
        for result in results[:3]:
            kept.add(result)
            assert read_run(tmp_path)[1][-1] == result  # before the folder is closed
    assert read_run(tmp_path) == (plan, results[:3])


def test_an_interrupted_run_goes_on_where_it_was(
    plan: Plan, results: tuple[Result, ...], tmp_path: Path
) -> None:
    with RunFolder.open(tmp_path, plan) as kept:
        for number in (4, 0, 2):
            kept.add(results[number])
    with RunFolder.open(tmp_path, plan) as kept:
        assert kept.missing() == [1, 3, 5]
        for number in kept.missing():
            kept.add(results[number])
    assert read_run(tmp_path)[1] == results


@pytest.mark.parametrize("lost", [1, 40, 400])
def test_a_line_cut_off_in_the_writing_costs_only_its_battle(
    plan: Plan, results: tuple[Result, ...], tmp_path: Path, lost: int
) -> None:
    with RunFolder.open(tmp_path, plan) as kept:
        for result in results[:3]:
            kept.add(result)
    file = tmp_path / "battles.jsonl"
    file.write_bytes(file.read_bytes()[:-lost])
    with RunFolder.open(tmp_path, plan) as kept:
        assert kept.missing() == [2, 3, 4, 5]
        kept.add(results[2])
    assert read_run(tmp_path)[1] == results[:3]


def test_a_run_may_grow_but_not_change(plan: Plan, results: tuple[Result, ...], tmp_path: Path) -> None:
    with RunFolder.open(tmp_path, plan) as kept:
        kept.add(results[0])
    with RunFolder.open(tmp_path, replace(plan, battles=8)) as kept:
        assert kept.missing() == [1, 2, 3, 4, 5, 6, 7]
    with pytest.raises(BadFile, match=r"contains another run \(agents and seed differ\)"):
        RunFolder.open(tmp_path, replace(plan, agents=("greedy", "militia"), seed=3))
    assert read_run(tmp_path)[1] == results[:1]


def test_what_is_no_run_is_refused(plan: Plan, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="is not a run"):
        read_run(tmp_path)
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(BadFile, match="cannot be created"):
        RunFolder.open(file, plan)
    with RunFolder.open(tmp_path / "run", plan):
        pass
    (tmp_path / "run" / "battles.jsonl").write_text('{"type":"fought"}\n')
    with pytest.raises(BadFile, match="line 1: is not a battle"):
        read_run(tmp_path / "run")


def test_broken_battles_are_kept_apart(results: tuple[Result, ...]) -> None:
    wreck = FailedBattle(9, 9, ("militia", "militia"), "it broke", "", "")
    assert finished((*results, wreck)) == results


# --------------------------------------------------------------------- limits and parts
def test_a_plan_has_8_mebibytes_at_most(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_bytes(b" " * (8 * 1024 * 1024))
    with pytest.raises(BadFile, match="not valid JSON"):
        read_plan(tmp_path)
    (tmp_path / "plan.json").write_bytes(b" " * (8 * 1024 * 1024 + 1))
    with pytest.raises(BadFile, match="at most 8,388,608 bytes"):
        read_plan(tmp_path)


def small(battles: int) -> Plan:
    """A plan of so many battles that are never fought."""
    return Plan("liberty", {"id": "rug"}, ("militia", "militia"), battles=battles)


def test_battles_beyond_the_plan_are_not_read(tmp_path: Path) -> None:
    with RunFolder.open(tmp_path, small(4)) as kept:
        for number in range(4):
            kept.add(battle(number, 0, 0, 1))
    with RunFolder.open(tmp_path, small(3)) as kept:
        assert [result.number for result in kept.results()] == [0, 1, 2]
        assert kept.missing() == []
    assert [result.number for result in read_run(tmp_path)[1]] == [0, 1, 2]


def test_lines_are_moved_into_parts_when_there_are_many_and_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts are written as lines here, since the library for them may be missing."""
    monkeypatch.setattr(folder, "require_installed", lambda path: None)
    monkeypatch.setattr(folder, "write_part", _write_part)
    monkeypatch.setattr(folder, "read_part", _read_part)
    monkeypatch.setattr(folder, "FOLDED", 2)
    lines = tmp_path / "battles.jsonl"
    with RunFolder.open(tmp_path, small(9), FileFormat.PARQUET) as kept:
        kept.add(battle(0, 0, 0, 1))
        assert len(lines.read_bytes().splitlines()) == 1
        kept.add(battle(1, 0, 0, 1))
        assert lines.read_bytes() == b""
        kept.add(battle(2, 0, 0, 1))
    assert lines.read_bytes() == b""
    assert sorted(part.name for part in tmp_path.glob("*.parquet")) == [
        "battles-000001.parquet",
        "battles-000002.parquet",
    ]
    with RunFolder.open(tmp_path, small(9), FileFormat.PARQUET) as kept:
        assert kept.missing() == [3, 4, 5, 6, 7, 8]
    assert len(list(tmp_path.glob("*.parquet"))) == 2, "nothing new, so no part"
    assert [result.number for result in read_run(tmp_path)[1]] == [0, 1, 2]


def _write_part(path: Path, results: Iterable[Result]) -> None:
    path.write_bytes(b"\n".join(map(msgspec.json.encode, results)))


def _read_part(path: Path) -> tuple[Result, ...]:
    return tuple(msgspec.json.decode(line, type=Result) for line in path.read_bytes().splitlines())
