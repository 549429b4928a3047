"""Processes that fight the battles of a plan.

The process makes no difference to a battle. When a process dies (killed, out of memory), the unfinished
battles are fought again, each alone; a battle that kills its process again is reported as failed.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from sandtable import systems
from sandtable.game.rules.house_rules import HouseRules
from sandtable.lab.runs.battle import FailedBattle, Result, fight
from sandtable.lab.runs.plan import Plan, PlannedBattle, StartingPoint, starting_point

WAITING: Final = 2
"""Battles queued per process, so that none is idle."""
DEATHS: Final = 2
"""A battle that kills this many processes is given up."""


class _ProcessState(NamedTuple):
    """What a process needs for every battle."""

    plan: Plan
    start: StartingPoint
    failed: Path

    def fight(self, number: int) -> Result:
        """Fight a battle of the plan."""
        closely = number < self.plan.studied
        return fight(self.start, self.plan.planned_battle(number), closely=closely, failed=self.failed)


_state: _ProcessState | None = None
_FOR_PROCESS_LIFETIME: Final = ExitStack()
"""Contexts that stay open as long as the process lives."""


def fight_all(plan: Plan, numbers: Iterable[int], *, jobs: int, failed: Path) -> Iterator[Result]:
    """Fight the battles with these numbers and yield each as it ends, in any order."""
    wanted = list(numbers)
    if jobs == 1:
        state = _ProcessState(plan, starting_point(plan), failed)
        yield from map(state.fight, wanted)
        return
    with battle_processes(plan, jobs=min(jobs, max(1, len(wanted))), failed=failed) as processes:
        yield from processes.fight(wanted)


@contextmanager
def battle_processes(plan: Plan, *, jobs: int, failed: Path) -> Iterator[BattleProcesses]:
    """Start processes that fight battles of a plan, and stop them when the block ends."""
    processes = BattleProcesses(plan, failed, jobs)
    try:
        yield processes
    finally:
        processes.shut_down()


class BattleProcesses:
    """The pool of processes, with the battles that wait and those that are being fought."""

    def __init__(self, plan: Plan, failed: Path, jobs: int) -> None:
        self._plan, self._failed, self._jobs = plan, failed, jobs
        self._deaths: dict[int, int] = {}
        self._pool = self._started_pool(jobs)

    def _started_pool(self, jobs: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            jobs,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(self._plan, self._failed),
        )

    def fight(self, numbers: Iterable[int]) -> Iterator[Result]:
        """Fight every battle once and yield each as it ends."""
        waiting, in_flight = (
            deque(map(self._plan.planned_battle, numbers)),
            dict[Future[Result], PlannedBattle](),
        )
        while waiting or in_flight:
            while waiting and len(in_flight) < self._jobs * WAITING:
                planned = waiting.popleft()
                in_flight[self._pool.submit(_fight, planned.number)] = planned
            done, _ = wait(in_flight, return_when=FIRST_COMPLETED)
            if any(isinstance(future.exception(), BrokenProcessPool) for future in done):
                yield from self._after_a_death(in_flight)
                in_flight = {}
                continue
            for future in done:
                yield future.result()
                del in_flight[future]

    def _after_a_death(self, in_flight: dict[Future[Result], PlannedBattle]) -> Iterator[Result]:
        """Yield the finished battles; fight each of the others again in a process of its own."""
        self.shut_down()
        for future, planned in in_flight.items():
            if future.done() and not future.cancelled() and future.exception() is None:
                yield future.result()
            else:
                yield self._alone(planned)
        self._pool = self._started_pool(self._jobs)

    def _alone(self, planned: PlannedBattle) -> Result:
        for _ in range(DEATHS - 1):
            pool = self._started_pool(1)
            try:
                return pool.submit(_fight, planned.number).result()
            except BrokenProcessPool:
                continue
            finally:
                pool.shutdown(cancel_futures=True)
        words = "the process that fought it died twice: killed from outside, or out of memory"
        return FailedBattle(*planned, words=words, record="", trace="")

    def shut_down(self) -> None:
        """Stop all processes; battles that have not begun are not fought."""
        self._pool.shutdown(cancel_futures=True)


# --------------------------------------------------------------------- inside a process
def _begin(plan: Plan, failed: Path) -> None:
    """Prepare a new process; Ctrl-C is left to the main process."""
    global _state
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _FOR_PROCESS_LIFETIME.enter_context(systems.by_house_rules(plan.system, HouseRules.of(plan.house_rules)))
    _state = _ProcessState(plan, starting_point(plan), failed)


def _fight(number: int) -> Result:
    assert _state is not None, "the process was not made ready"
    return _state.fight(number)
