"""Battles on a cluster: how they are divided, what a death costs, and equality with local battles.

Most tests use a simulated cluster. One starts a real one and is skipped without Ray: ``make extras`` runs it.
"""

from __future__ import annotations

import os
import signal
import sys
import warnings
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sandtable import __version__
from sandtable.game.rules.house_rules import BadHouseRule
from sandtable.lab.runs import cluster
from sandtable.lab.runs.battle import FailedBattle, Result
from sandtable.lab.runs.cluster import NoCluster, PackedResult, chunks_of, fight_on_cluster
from sandtable.lab.runs.plan import Plan
from sandtable.lab.runs.processes import fight_all
from tests.lab.conftest import battle


# ------------------------------------------------------------------ a cluster that is only played
class WorkerDied(Exception):
    """Stands for Ray's error about a dead worker."""


class TaskFailed(Exception):
    """Stands for Ray's error about an exception in a worker, which it carries."""

    def __init__(self, cause: Exception) -> None:
        self.cause = cause


class Stage:
    """A simulated Ray in one process: workers fight when asked for results, and die on cue."""

    def __init__(self) -> None:
        self.hired = 0
        self.given: list[list[int]] = []
        self.deadly: deque[int] = deque()
        self.stillborn = 0
        self.version = __version__
        self.fight: Callable[[int], PackedResult] = lambda number: packed(battle(number, 0, 1.0, 2.0))

    def init(self, **_: object) -> None:
        """Connect."""

    def shutdown(self) -> None:
        """Disconnect."""

    def cluster_resources(self) -> dict[str, float]:
        """Two cores."""
        return {"CPU": 2.0}

    def remote(self, **_: object) -> Callable[[type], SimpleNamespace]:
        """A class of workers."""
        return lambda _: SimpleNamespace(remote=self._hire)

    def _hire(self, _: bytes) -> SimpleNamespace:
        self.hired += 1
        up: Any = self.version
        if self.stillborn:
            self.stillborn -= 1
            up = WorkerDied("it fell over its own feet")
        actor = SimpleNamespace(version=SimpleNamespace(remote=lambda: (up,)), is_dead=False)
        give = SimpleNamespace(remote=lambda numbers: self._told(actor, numbers))
        actor.fight = SimpleNamespace(options=lambda **_: give)
        return actor

    def _told(self, actor: SimpleNamespace, numbers: list[int]) -> Iterator[tuple[Any]]:
        self.given.append(numbers)
        return self._battles(actor, numbers)

    def _battles(self, actor: SimpleNamespace, numbers: list[int]) -> Iterator[tuple[Any]]:
        for number in numbers:
            if number in self.deadly and not actor.is_dead:
                self.deadly.remove(number)
                actor.is_dead = True
            if actor.is_dead:
                yield (WorkerDied("killed"),)
                return
            try:
                yield (self.fight(number),)
            except BadHouseRule as fault:
                yield (TaskFailed(fault),)

    def wait(self, words: list[Any], **_: object) -> tuple[list[Any], list[Any]]:
        """The last reference asked about is ready first."""
        return words[-1:], words[:-1]

    def get(self, word: tuple[Any]) -> Any:
        """The value of a reference."""
        if isinstance(word[0], Exception):
            raise word[0]
        return word[0]

    def kill(self, _: object) -> None:
        """Stop a worker."""


def packed(result: Result, record: bytes = b"") -> PackedResult:
    return PackedResult(msgspec.msgpack.encode(result), record)


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """Replace Ray by the simulated one."""
    played = Stage()
    faults = ModuleType("ray.exceptions")
    vars(faults).update(RayActorError=WorkerDied, RayTaskError=TaskFailed, RayError=WorkerDied)
    monkeypatch.setitem(sys.modules, "ray", played)
    monkeypatch.setitem(sys.modules, "ray.exceptions", faults)
    monkeypatch.setattr(cluster, "is_installed", lambda: True)
    return played


def numbers_of(results: list[Result]) -> list[int]:
    return sorted(result.number for result in results)


def fought(plan: Plan, many: int, failed: Path) -> list[Result]:
    return list(fight_on_cluster(plan, range(many), address="auto", failed=failed))


def test_every_battle_is_fought_once_in_chunks_by_as_many_workers_as_there_are_cores(
    stage: Stage, plan: Plan, tmp_path: Path
) -> None:
    assert numbers_of(fought(plan, 100, tmp_path)) == list(range(100))
    assert stage.hired == 2
    sizes = [len(chunk) for chunk in stage.given]
    assert sizes[:4] == [13, 11, 10, 9]  # an eighth of the rest, as two workers get four chunks each
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-8:] == [1] * 8  # so all workers end at about the same time


def test_no_worker_is_hired_for_nothing(stage: Stage, plan: Plan, tmp_path: Path) -> None:
    assert fought(plan, 0, tmp_path) == []
    assert fought(plan, 1, tmp_path) == [battle(0, 0, 1.0, 2.0)]
    assert stage.hired == 1


def test_a_worker_that_dies_costs_its_battle_in_flight_which_is_fought_again_alone(
    stage: Stage, plan: Plan, tmp_path: Path
) -> None:
    stage.deadly.append(17)
    results = fought(plan, 100, tmp_path)
    assert numbers_of(results) == list(range(100))
    assert not [result for result in results if isinstance(result, FailedBattle)]
    assert stage.hired == 3
    assert [17] in stage.given
    again = [number for chunk in stage.given for number in chunk if number < 17]
    assert len(again) == len(set(again)), "what was told before the death is not fought again"


def test_a_battle_that_kills_its_worker_twice_is_told_as_broken_and_the_others_go_on(
    stage: Stage, plan: Plan, tmp_path: Path
) -> None:
    stage.deadly.extend((3, 3))
    results = fought(plan, 20, tmp_path)
    assert numbers_of(results) == list(range(20))
    (broken,) = (result for result in results if isinstance(result, FailedBattle))
    assert (broken.number, broken.seed) == (3, plan.planned_battle(3).seed)
    assert "died twice" in broken.words


def test_the_record_of_a_battle_that_broke_comes_home(stage: Stage, plan: Plan, tmp_path: Path) -> None:
    wreck = FailedBattle(0, 11, ("militia", "militia"), "it broke", "battle-000000.json", "")
    stage.fight = lambda _: packed(wreck, b"the record")
    assert fought(plan, 1, tmp_path / "failed") == [wreck]
    assert (tmp_path / "failed" / "battle-000000.json").read_bytes() == b"the record"


def test_workers_of_another_sandtable_are_not_used(stage: Stage, plan: Plan, tmp_path: Path) -> None:
    stage.version = "0.0.7"
    with pytest.raises(NoCluster, match=r"the cluster has Sandtable 0\.0\.7"):
        fought(plan, 4, tmp_path)


def test_one_worker_may_die_before_it_comes_up_but_not_all(stage: Stage, plan: Plan, tmp_path: Path) -> None:
    stage.stillborn = 1
    assert numbers_of(fought(plan, 8, tmp_path)) == list(range(8))
    stage.stillborn = 9
    with pytest.raises(NoCluster, match="die at the start: it fell over its own feet"):
        fought(plan, 8, tmp_path)


def test_a_house_rule_that_fits_no_table_stops_the_run_there_as_here(
    stage: Stage, plan: Plan, tmp_path: Path
) -> None:
    def refuse(_: int) -> PackedResult:
        raise BadHouseRule("states.dice must be a whole number")

    stage.fight = refuse
    with pytest.raises(BadHouseRule, match=r"states\.dice must be a whole number"):
        fought(plan, 8, tmp_path)


def test_without_ray_it_is_said_how_to_come_by_it(
    monkeypatch: pytest.MonkeyPatch, plan: Plan, tmp_path: Path
) -> None:
    monkeypatch.setattr(cluster, "is_installed", lambda: False)
    with pytest.raises(NoCluster, match=r"pip install sandtable\[ray\]"):
        fought(plan, 4, tmp_path)


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_where_nobody_listens_it_is_said_at_once(
    stage: Stage, plan: Plan, tmp_path: Path, address: str
) -> None:
    with pytest.raises(NoCluster, match=f'no cluster answers at "{address}"'):
        list(fight_on_cluster(plan, range(2), address=address, failed=tmp_path))


@pytest.mark.parametrize(("battles", "workers"), [(1, 1), (7, 2), (100, 3), (5000, 16)])
def test_chunks_hold_every_battle_in_order_and_none_is_large(battles: int, workers: int) -> None:
    chunks = list(chunks_of(range(battles), workers))
    assert [number for chunk in chunks for number in chunk] == list(range(battles))
    assert max(map(len, chunks)) <= 25


# ------------------------------------------------------------------ a real one
@pytest.fixture
def real_ray() -> Iterator[None]:
    """The real Ray, with its own warnings ignored."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("ray", reason="Ray is not installed; make extras runs this")
        yield


@pytest.mark.usefixtures("real_ray")
def test_a_real_cluster_fights_the_same_battles_though_a_worker_is_killed(plan: Plan, tmp_path: Path) -> None:
    many = replace(plan, battles=16, house_rules={"combatdice.table.infantry.shoot": 5})
    found: list[Result] = []
    for result in fight_on_cluster(many, range(16), address="local", workers=2, failed=tmp_path):
        if not found:
            os.kill(_workers()[0], signal.SIGKILL)
        found.append(result)
    at_home = fight_all(many, range(16), jobs=2, failed=tmp_path)
    assert sorted(found, key=lambda one: one.number) == sorted(at_home, key=lambda one: one.number)
    assert not _workers()


def _workers() -> list[int]:
    """The worker processes below this one."""
    parents, names = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            names[int(entry.name)] = (entry / "cmdline").read_text()
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended in the meantime
    return [pid for pid, name in names.items() if name.startswith("ray::Fighter") and _is_below(pid, parents)]


def _is_below(pid: int, parents: dict[int, int]) -> bool:
    while pid in parents:
        pid = parents[pid]
        if pid == os.getpid():
            return True
    return False
