"""Processes that answer questions of the lab (``lab_process``), so that the event loop never waits."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import msgspec

from sandtable.server.denied import Denial, Denied
from sandtable.server.limits import Limits
from sandtable.server.workers.lab_process import LabAnswer
from sandtable.server.workers.line_process import BrokeOff, LineProcess

MODULE: Final = "sandtable.server.workers.lab_process"
LOG: Final = logging.getLogger("sandtable.server")


class LabWorkers:
    """A few processes that answer questions; a question waits until one is free."""

    def __init__(self, limits: Limits) -> None:
        self._workers = [LineProcess(MODULE) for _ in range(limits.lab_workers)]
        # The worker that was busy last comes first, so that another is started only when it is needed.
        self._free: asyncio.LifoQueue[LineProcess] = asyncio.LifoQueue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._most = limits.lab_workers + limits.computations_waiting
        self._patience = limits.answer_within
        self._count = 0

    async def answer(self, request: bytes) -> LabAnswer:
        """The answer to a question, or the fault in it; Denied if too many wait or it takes too long."""
        if self._count >= self._most:
            raise Denied(Denial.NOT_NOW, "too much is being computed just now; try again in a moment")
        self._count += 1
        try:
            worker = await self._free.get()
            try:
                return await self._answered(worker, request)
            finally:
                self._free.put_nowait(worker)
        finally:
            self._count -= 1

    async def _answered(self, worker: LineProcess, request: bytes) -> LabAnswer:
        text = request.decode(errors="replace")
        try:
            async with asyncio.timeout(self._patience):
                line = await worker.ask(msgspec.json.encode(text))
        except TimeoutError:
            words = f"this takes longer than {self._patience:g} seconds; ask for less"
            raise Denied(Denial.NOT_NOW, words) from None
        except BrokeOff as fault:
            LOG.error("a lab worker %s over a question: %s", fault, text[:500])
            raise Denied(Denial.BROKEN, "an error occurred over this question; it was logged") from None
        return msgspec.json.decode(line, type=LabAnswer)

    @property
    def asked(self) -> int:
        """How many questions are being answered or wait."""
        return self._count

    async def close(self) -> None:
        """End every process."""
        for worker in self._workers:
            await worker.close()
