"""The folder of a run: battles are stored as they end, and an interrupted run continues."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.game.files.typed_files import BadFile
from sandtable.lab.runs.battle import FailedBattle, Result
from sandtable.lab.runs.folder import RunFolder, finished, read_run
from sandtable.lab.runs.plan import Plan


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
