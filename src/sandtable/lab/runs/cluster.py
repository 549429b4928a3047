"""Battles of a plan on the machines of a Ray cluster, or on a local one.

A worker holds the plan and gets battles in chunks, with the next chunk already queued, so that it is never
idle. It reports each battle as it ends. If a worker dies, another one fights its current battle again; a
battle that kills two workers is reported as failed.

Ray comes with ``pip install sandtable[ray]``; every machine of the cluster needs the same Sandtable.
"""

from __future__ import annotations

import os
import socket
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import msgspec

from sandtable import __version__, systems
from sandtable.game.rules.house_rules import HouseRules
from sandtable.lab.runs.battle import FailedBattle, Result, fight
from sandtable.lab.runs.plan import Plan, starting_point

LOCAL: Final = "local"
"""The address for a cluster on this machine alone, for as long as the run lasts."""
CHUNK: Final = 25
SHARE: Final = 4
"""A chunk is at most 1/SHARE of a worker's part of the remaining battles, so that all workers end together.
"""
AHEAD: Final = 2
"""Chunks per worker: the one it fights and the one in its queue."""
DEATHS: Final = 2
"""A battle that kills this many workers is given up."""
FAILED_STARTS: Final = 3
"""The run stops after this many workers that die before they are ready."""
ANSWER_SECONDS: Final = 10.0
"""Seconds until an address must answer."""
START_SECONDS: Final = 120.0
"""Seconds until a worker must be ready."""


class NoCluster(Exception):
    """The cluster cannot be used; the message says why and what would help."""


class PackedResult(NamedTuple):
    """A result as bytes, and the record if the battle failed."""

    result: bytes
    record: bytes = b""


def is_installed() -> bool:
    """Is Ray installed?"""
    return find_spec("ray") is not None


def fight_on_cluster(
    plan: Plan, numbers: Iterable[int], *, address: str, failed: Path, workers: int | None = None
) -> Iterator[Result]:
    """Fight the battles with these numbers on a cluster and yield each as it ends, in any order."""
    wanted = list(numbers)
    if wanted:
        with cluster_workers(
            plan, address=address, failed=failed, workers=workers, battles=len(wanted)
        ) as crew:
            yield from crew.fight(wanted)


@contextmanager
def cluster_workers(
    plan: Plan, *, address: str, failed: Path, workers: int | None = None, battles: int | None = None
) -> Iterator[ClusterWorkers]:
    """Start workers that fight battles of a plan, and stop them when the block ends.

    There are *workers* of them, or one per core of the cluster; never more than *battles*.
    """
    if not is_installed():
        raise NoCluster("Ray is not installed: run pip install sandtable[ray]")
    with _connected(address, workers) as cores:
        size = workers or cores
        crew = ClusterWorkers(plan, size if battles is None else min(size, battles), failed)
        try:
            yield crew
        finally:
            crew.shut_down()


@contextmanager
def _connected(address: str, workers: int | None) -> Iterator[int]:
    """Connect to the cluster until the block ends; yields its number of cores."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no reports to third parties
    # Ray lowers the priority of its workers; on a local cluster there is nothing to yield to.
    os.environ.setdefault("RAY_worker_niceness", "0")
    import ray
    from ray.exceptions import RayError

    _require_answer(address)
    own = {"include_dashboard": False} | ({"num_cpus": workers} if workers else {})
    where = own if address == LOCAL else {"address": address}
    try:
        ray.init(**where, log_to_driver=False, configure_logging=False)
    except (RayError, ConnectionError, ValueError, RuntimeError, OSError) as fault:
        raise NoCluster(f'no cluster answers at "{address}": {fault}') from None
    try:
        yield max(1, int(ray.cluster_resources().get("CPU", 1)))
    finally:
        ray.shutdown()


def _require_answer(address: str) -> None:
    """Refuse an address that does not answer; Ray itself would retry for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return  # such as "auto": Ray finds the cluster itself
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER_SECONDS).close()
    except (OSError, OverflowError) as fault:
        raise NoCluster(f'no cluster answers at "{address}": {fault}') from None


def _unpacked(sent: PackedResult, failed: Path) -> Result:
    """Decode a result, and save the record of a battle that failed."""
    result = _RESULT.decode(sent.result)
    if isinstance(result, FailedBattle) and sent.record:
        failed.mkdir(parents=True, exist_ok=True)
        (failed / result.record).write_bytes(sent.record)
    return result


_RESULT: Final[msgspec.msgpack.Decoder[Result]] = msgspec.msgpack.Decoder(Result)


def _packed(result: Result, failed: Path) -> PackedResult:
    record = failed / result.record if isinstance(result, FailedBattle) and result.record else None
    return PackedResult(msgspec.msgpack.encode(result), b"" if record is None else record.read_bytes())


# --------------------------------------------------------------------- who is given what
class _Chunk(NamedTuple):
    """Battles that a worker was given: the stream of results, and the numbers not finished yet."""

    results: Any
    unfinished: deque[int]


class _Worker:
    """A worker, the reference to wait for until it is ready, and its chunks in order."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.starting: Any = actor.version.remote()
        self.chunks: deque[_Chunk] = deque()

    @property
    def awaited(self) -> Any:
        """The next reference to wait for; None if the worker is idle."""
        if self.starting is not None:
            return self.starting
        return self.chunks[0].results if self.chunks else None

    def give(self, numbers: list[int]) -> None:
        """Add battles to the worker's queue."""
        results = self.actor.fight.options(num_returns="streaming").remote(numbers)
        self.chunks.append(_Chunk(results, deque(numbers)))


class ClusterWorkers:
    """The workers of a cluster and the battles that wait for one of them."""

    def __init__(self, plan: Plan, size: int, failed: Path) -> None:
        import ray

        self._ray = ray
        self._plan = plan
        self._failed = failed
        self._deaths: Counter[int] = Counter()
        self._failed_starts = 0
        self._waiting: deque[list[int]] = deque()
        self._workers = [self._started() for _ in range(size)]

    def _started(self) -> _Worker:
        actor = self._ray.remote(num_cpus=1, max_restarts=0)(BattleActor)
        return _Worker(actor.remote(msgspec.msgpack.encode(self._plan)))

    def fight(self, numbers: Iterable[int]) -> Iterator[Result]:
        """Fight every battle once and yield each as it ends."""
        return (_unpacked(sent, self._failed) for sent in self._packed_results(list(numbers)))

    def _packed_results(self, numbers: list[int]) -> Iterator[PackedResult]:
        self._waiting.extend(chunks_of(numbers, len(self._workers)))
        while self._waiting or any(worker.chunks for worker in self._workers):
            self._hand_out()
            awaited = {worker.awaited: worker for worker in self._workers if worker.awaited is not None}
            ready, _ = self._ray.wait(list(awaited), num_returns=1, timeout=START_SECONDS, fetch_local=False)
            if not ready and all(worker.starting is not None for worker in self._workers):
                raise NoCluster(f"no worker of the cluster was ready within {START_SECONDS:.0f} seconds")
            for one in ready:
                yield from self._next_results(awaited[one])

    def _hand_out(self) -> None:
        for worker in self._workers:
            while worker.starting is None and self._waiting and len(worker.chunks) < AHEAD:
                worker.give(self._waiting.popleft())

    def _next_results(self, worker: _Worker) -> Iterator[PackedResult]:
        """Yield a worker's next result; replace the worker if it died."""
        from ray.exceptions import RayActorError, RayTaskError

        try:
            if worker.starting is not None:
                _require_same(self._ray.get(worker.starting))
                worker.starting = None
            else:
                yield from self._next_battle(worker)
        except RayActorError as fault:
            yield from self._replace(worker, fault)
        except RayTaskError as fault:  # an error that stops the whole run
            raise fault.cause from None

    def _next_battle(self, worker: _Worker) -> Iterator[PackedResult]:
        chunk = worker.chunks[0]
        try:
            reference = next(chunk.results)
        except StopIteration:
            assert not chunk.unfinished, f"a worker left out the battles {list(chunk.unfinished)}"
            worker.chunks.popleft()
            return
        sent: PackedResult = self._ray.get(reference)
        chunk.unfinished.popleft()
        yield sent

    def _replace(self, worker: _Worker, fault: Exception) -> Iterator[PackedResult]:
        """Replace a dead worker; its current battle is fought again in a chunk of its own."""
        if worker.starting is not None:
            self._failed_starts += 1
            if self._failed_starts == FAILED_STARTS:
                raise NoCluster(f"workers of the cluster die at the start: {fault}") from None
        unfinished = [number for chunk in worker.chunks for number in chunk.unfinished]
        self._workers[self._workers.index(worker)] = self._started()
        if len(unfinished) > 1:
            self._waiting.appendleft(unfinished[1:])
        for number in unfinished[:1]:
            self._deaths[number] += 1
            if self._deaths[number] < DEATHS:
                self._waiting.appendleft([number])
            else:
                words = "the worker that fought it died twice: killed from outside, or out of memory"
                planned = self._plan.planned_battle(number)
                yield PackedResult(
                    msgspec.msgpack.encode(FailedBattle(*planned, words=words, record="", trace=""))
                )

    def shut_down(self) -> None:
        """Stop all workers; battles that have not begun are not fought."""
        for worker in self._workers:
            self._ray.kill(worker.actor)


def chunks_of(numbers: Sequence[int], workers: int) -> Iterator[list[int]]:
    """Divide battles into chunks: large ones first, single battles last.

    >>> [len(chunk) for chunk in chunks_of(range(1000), 2)][:2]
    [25, 25]
    >>> [len(chunk) for chunk in chunks_of(range(30), 2)]
    [4, 4, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1]
    """
    at = 0
    while at < len(numbers):
        size = min(CHUNK, ceil((len(numbers) - at) / (workers * SHARE)))
        yield list(numbers[at : at + size])
        at += size


def _require_same(version: str) -> None:
    if version != __version__:
        raise NoCluster(
            f"the cluster has Sandtable {version}, this machine {__version__}: install the same version"
        )


# --------------------------------------------------------------------- inside a worker of the cluster
class BattleActor:
    """The part of a worker that runs on the cluster: it holds the starting point and fights battles."""

    def __init__(self, plan: bytes) -> None:
        self._plan = msgspec.msgpack.decode(plan, type=Plan)
        self._exits = ExitStack()
        house_rules = HouseRules.of(self._plan.house_rules)
        self._exits.enter_context(systems.by_house_rules(self._plan.system, house_rules))
        self._failed = Path(self._exits.enter_context(TemporaryDirectory()))
        self._start = starting_point(self._plan)

    def version(self) -> str:
        """The version of Sandtable on this worker; its answer also shows that the worker is ready."""
        return __version__

    def fight(self, numbers: list[int]) -> Iterator[PackedResult]:
        """Fight battles of the plan and yield each as it ends."""
        for number in numbers:
            closely = number < self._plan.studied
            result = fight(
                self._start, self._plan.planned_battle(number), closely=closely, failed=self._failed
            )
            yield _packed(result, self._failed)
