"""Battles in several processes; a process that dies; a battle that fails."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from sandtable import agents, systems
from sandtable.agents import Militia
from sandtable.game.battle.position import Position
from sandtable.game.drivers.replay import replay
from sandtable.game.files.record_files import load
from sandtable.lab.runs.battle import FailedBattle, FinishedBattle, Result
from sandtable.lab.runs.plan import Plan
from sandtable.lab.runs.processes import fight_all
from tests.lab.conftest import scenario


def test_the_same_battles_are_fought_by_two_processes_though_one_dies(
    plan: Plan, results: tuple[Result, ...], tmp_path: Path
) -> None:
    found: list[Result] = []
    for result in fight_all(plan, range(plan.battles), jobs=2, failed=tmp_path):
        if not found:
            os.kill(multiprocessing.active_children()[0].pid or 0, signal.SIGKILL)
        found.append(result)
    assert sorted(found, key=lambda result: result.number) == list(results)
    assert not multiprocessing.active_children()


def test_battles_that_change_sides_begin_with_the_same_dice(results: tuple[Result, ...]) -> None:
    assert [result.seed for result in results] == [11, 11, 12, 12, 13, 13]
    assert all(isinstance(result, FinishedBattle) for result in results)


def test_only_as_many_battles_are_studied_as_were_asked_for(results: tuple[Result, ...]) -> None:
    studied = [
        result for result in results if isinstance(result, FinishedBattle) and result.study is not None
    ]
    assert [battle.number for battle in studied] == [0]
    assert studied[0].study is not None
    assert studied[0].study.rules.keys() <= set(systems.load("liberty").rulebook().ids)


class Mutineer(Militia):
    """An agent that plays for a while and then fails."""

    patience = 25

    def decide(self, position: Position[Any]) -> object:
        self.patience -= 1
        if not self.patience:
            raise RuntimeError("no further")
        return super().decide(position)


def test_a_battle_that_fails_leaves_a_record_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(agents.AGENTS, "mutineer", Mutineer)
    plan = Plan("liberty", {**scenario(), "turn_limit": 2}, ("mutineer", "militia"), battles=2)
    broken = list(fight_all(plan, range(2), jobs=1, failed=tmp_path / "failed"))
    assert [type(one) for one in broken] == [FailedBattle, FailedBattle]
    first = broken[0]
    assert isinstance(first, FailedBattle)
    assert first.words == "RuntimeError: no further"
    assert "decide" in first.trace
    game = replay(load(tmp_path / "failed" / first.record), systems.load("liberty"))
    assert game.question is not None
    assert sum(entry.question.seat == 0 for entry in game.log if hasattr(entry, "question")) == 24
