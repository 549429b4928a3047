"""The service itself: the open games, and the threads and processes that compute for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sandtable.server.denied import Denial, Denied
from sandtable.server.games.rooms import Rooms
from sandtable.server.limits import Limits
from sandtable.server.store import Store
from sandtable.server.workers.kernel_loading import KernelLoading
from sandtable.server.workers.lab_workers import LabWorkers

T = TypeVar("T")


class Computations:
    """Runs a few long computations at a time in threads, so that the event loop goes on meanwhile."""

    def __init__(self, limits: Limits) -> None:
        self._free = asyncio.Semaphore(limits.computations_at_once)
        self._most = limits.computations_at_once + limits.computations_waiting
        self._count = 0

    async def run(self, work: Callable[[], T]) -> T:
        """The result of *work*; Denied if too many computations wait already."""
        if self._count >= self._most:
            raise Denied(Denial.NOT_NOW, "too much is being computed just now; try again in a moment")
        self._count += 1
        try:
            async with self._free:
                return await asyncio.to_thread(work)
        finally:
            self._count -= 1


class Service:
    """Everything that commands work with while the service runs."""

    def __init__(self, database: str, limits: Limits) -> None:
        self.limits = limits
        self.kernels = KernelLoading()
        self.computations = Computations(limits)
        self.lab_workers = LabWorkers(limits)
        self._database = database
        self._rooms: Rooms | None = None

    @property
    def rooms(self) -> Rooms:
        """The open games."""
        assert self._rooms is not None, "the service has not started"
        return self._rooms

    async def open(self) -> None:
        """Open the database and begin to load the kernels."""
        self._rooms = Rooms(await Store.open(self._database), self.limits)
        self.kernels.start()

    async def close(self) -> None:
        """Stop what computes, and close the database."""
        self.kernels.stop()
        await self.lab_workers.close()
        await self.rooms.close()

    async def require_ready(self) -> None:
        """Wait until the kernels are loaded; Denied if that takes too long."""
        if not await self.kernels.is_ready_within(self.limits.ready_within):
            raise Denied(Denial.NOT_NOW, "the table is still getting ready; try again in a moment")
