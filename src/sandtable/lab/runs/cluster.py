"""The cluster: battles of a plan fought on the machines of a Ray cluster, or on a small one of one's own.

A worker has the plan at hand and is given battles a chunk at a time, with the next chunk waiting, so that it
is never idle. It tells of each battle as that ends: a worker that dies costs the battle it was fighting,
which is fought again by another. One that kills its worker twice is told as broken and left.

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
"""The address that means: a cluster of this machine alone, for as long as the run lasts."""
CHUNK: Final = 25
SHARE: Final = 4
"""A chunk is one part in so many of what each worker would have of the battles left: chunks grow small
towards the end, so that all workers end at about the same time."""
AHEAD: Final = 2
"""Chunks that each worker has: the one it fights and the one that waits."""
DEATHS: Final = 2
"""A battle that kills its worker so often is given up."""
FAILED_STARTS: Final = 3
"""So many workers that die before they come up mean that none will."""
ANSWER_SECONDS: Final = 10.0
"""Seconds within which an address must answer."""
START_SECONDS: Final = 120.0
"""Seconds until some worker must have come up."""


class NoCluster(Exception):
    """The battles cannot be fought there; the message says why and what would help."""


class PackedResult(NamedTuple):
    """A battle on its way home, as plain bytes: its result, and the record of one that broke."""

    result: bytes
    record: bytes = b""


def is_installed() -> bool:
    """Is Ray there?"""
    return find_spec("ray") is not None


def fight_on_cluster(
    plan: Plan, numbers: Iterable[int], *, address: str, failed: Path, workers: int | None = None
) -> Iterator[Result]:
    """Fight the battles of a plan with these numbers on a cluster, each told as it ends, in any order."""
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
    """Workers of a cluster that fight battles of a plan until they are sent home.

    There are as many as are wanted, else as it has room for; no more than there are *battles*.
    """
    if not is_installed():
        raise NoCluster("Ray is not installed here; pip install sandtable[ray] brings it")
    with _connected(address, workers) as cores:
        size = workers or cores
        crew = ClusterWorkers(plan, size if battles is None else min(size, battles), failed)
        try:
            yield crew
        finally:
            crew.shut_down()


@contextmanager
def _connected(address: str, workers: int | None) -> Iterator[int]:
    """How many battles the cluster can fight at once, for as long as we belong to it."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody's battles are anybody else's affair
    # Ray has its workers stand behind everything else; a cluster of our own has nothing else to do.
    os.environ.setdefault("RAY_worker_niceness", "0")
    import ray
    from ray.exceptions import RayError

    _require_answer(address)
    own = {"include_dashboard": False} | ({"num_cpus": workers} if workers else {})
    where = own if address == LOCAL else {"address": address}
    try:
        ray.init(**where, log_to_driver=False, configure_logging=False)
    except (RayError, ConnectionError, ValueError, RuntimeError, OSError) as fault:
        raise NoCluster(f'no cluster can be joined at "{address}": {fault}') from None
    try:
        yield max(1, int(ray.cluster_resources().get("CPU", 1)))
    finally:
        ray.shutdown()


def _require_answer(address: str) -> None:
    """Refuse an address where nobody listens at once; Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return  # such as auto: Ray knows by itself where to look
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER_SECONDS).close()
    except (OSError, OverflowError) as fault:
        raise NoCluster(f'no cluster can be joined at "{address}": {fault}') from None


def _unpacked(sent: PackedResult, failed: Path) -> Result:
    """The result of a battle; the record of one that broke is laid down here."""
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
    """Battles that a worker was given: what it tells of them, and the numbers of those it still owes."""

    results: Any
    unfinished: deque[int]


class _Worker:
    """A worker, the word that it has come up as long as that is awaited, and its chunks in their order."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.starting: Any = actor.version.remote()
        self.chunks: deque[_Chunk] = deque()

    @property
    def awaited(self) -> Any:
        """What is awaited of it next; None if it has nothing to do."""
        if self.starting is not None:
            return self.starting
        return self.chunks[0].results if self.chunks else None

    def give(self, numbers: list[int]) -> None:
        """Have it fight these battles after those it has."""
        results = self.actor.fight.options(num_returns="streaming").remote(numbers)
        self.chunks.append(_Chunk(results, deque(numbers)))


class ClusterWorkers:
    """Workers of a cluster, and the battles that wait for one of them."""

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
        """Every battle once, as they end."""
        return (_unpacked(sent, self._failed) for sent in self._packed_results(list(numbers)))

    def _packed_results(self, numbers: list[int]) -> Iterator[PackedResult]:
        self._waiting.extend(chunks_of(numbers, len(self._workers)))
        while self._waiting or any(worker.chunks for worker in self._workers):
            self._hand_out()
            awaited = {worker.awaited: worker for worker in self._workers if worker.awaited is not None}
            ready, _ = self._ray.wait(list(awaited), num_returns=1, timeout=START_SECONDS, fetch_local=False)
            if not ready and all(worker.starting is not None for worker in self._workers):
                raise NoCluster(f"no worker of the cluster came up within {START_SECONDS:.0f} seconds")
            for one in ready:
                yield from self._next_results(awaited[one])

    def _hand_out(self) -> None:
        for worker in self._workers:
            while worker.starting is None and self._waiting and len(worker.chunks) < AHEAD:
                worker.give(self._waiting.popleft())

    def _next_results(self, worker: _Worker) -> Iterator[PackedResult]:
        """What a worker tells next; of one that died, what follows from that."""
        from ray.exceptions import RayActorError, RayTaskError

        try:
            if worker.starting is not None:
                _require_same(self._ray.get(worker.starting))
                worker.starting = None
            else:
                yield from self._next_battle(worker)
        except RayActorError as fault:
            yield from self._replace(worker, fault)
        except RayTaskError as fault:  # what stops the whole run is raised here as it was there
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
        """Hire another in its place; the battle it was at is fought again alone, the rest as it was."""
        if worker.starting is not None:
            self._failed_starts += 1
            if self._failed_starts == FAILED_STARTS:
                raise NoCluster(f"workers of the cluster die before they come up: {fault}") from None
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
        """Send everybody home; what has not begun is not fought."""
        for worker in self._workers:
            self._ray.kill(worker.actor)


def chunks_of(numbers: Sequence[int], workers: int) -> Iterator[list[int]]:
    """Battles in chunks: large ones first, single battles at last.

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
        raise NoCluster(f"the cluster has Sandtable {version}, but here is {__version__}: install the same")


# --------------------------------------------------------------------- inside a worker of the cluster
class BattleActor:
    """A worker: it has what every battle of a plan begins from, and fights those it is given."""

    def __init__(self, plan: bytes) -> None:
        self._plan = msgspec.msgpack.decode(plan, type=Plan)
        self._exits = ExitStack()
        house_rules = HouseRules.of(self._plan.house_rules)
        self._exits.enter_context(systems.by_house_rules(self._plan.system, house_rules))
        self._failed = Path(self._exits.enter_context(TemporaryDirectory()))
        self._start = starting_point(self._plan)

    def version(self) -> str:
        """Which Sandtable fights here; once it answers, the worker has come up."""
        return __version__

    def fight(self, numbers: list[int]) -> Iterator[PackedResult]:
        """Fight battles of the plan and tell of each as it ends."""
        for number in numbers:
            closely = number < self._plan.studied
            result = fight(
                self._start, self._plan.planned_battle(number), closely=closely, failed=self._failed
            )
            yield _packed(result, self._failed)
