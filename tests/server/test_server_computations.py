"""Computations and questions of the lab: a few at a time, some wait, and the rest are sent away."""

from __future__ import annotations

import asyncio
import threading

import pytest

from sandtable.server.commands.service import Computations
from sandtable.server.denied import Denial, Denied
from sandtable.server.limits import Limits
from sandtable.server.workers import lab_workers
from sandtable.server.workers.lab_workers import LabWorkers


def test_two_are_computed_one_waits_and_the_fourth_is_sent_away() -> None:
    computing, gate, lock = [0, 0], threading.Event(), threading.Lock()

    def work() -> int:
        with lock:
            computing[0] += 1
            computing[1] = max(computing)
        gate.wait(20)
        with lock:
            computing[0] -= 1
        return 7

    async def asked() -> list[int]:
        computations = Computations(Limits(computations_at_once=2, computations_waiting=1))
        three = [asyncio.create_task(computations.run(work)) for _ in range(3)]
        while computing[0] < 2:
            await asyncio.sleep(0.001)
        with pytest.raises(Denied) as denied:
            await computations.run(work)
        assert denied.value.denial is Denial.NOT_NOW
        gate.set()
        found = await asyncio.gather(*three)
        return [*found, await computations.run(work)]

    assert asyncio.run(asked()) == [7, 7, 7, 7]
    assert computing == [0, 2]


class SlowProcess:
    """A process that answers when it is allowed to."""

    pid: int | None = None
    gate: asyncio.Event

    def __init__(self, module: str) -> None:
        del module

    async def ask(self, text: bytes) -> bytes:
        """Wait, then answer."""
        self.pid = len(text)
        await self.gate.wait()
        return b'{"body":{},"is_fault":false}'

    async def close(self) -> None:
        """It is done with."""


def test_one_question_of_the_lab_is_answered_one_waits_and_the_third_is_sent_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lab_workers, "LineProcess", SlowProcess)

    async def asked() -> int:
        SlowProcess.gate = asyncio.Event()
        workers = LabWorkers(Limits(lab_workers=1, computations_waiting=1))
        assert workers.asked == 0
        two = [asyncio.create_task(workers.answer(b"{}")) for _ in range(2)]
        await asyncio.sleep(0)
        assert workers.asked == 2
        with pytest.raises(Denied, match="too much is being computed"):
            await workers.answer(b"{}")
        SlowProcess.gate.set()
        found = await asyncio.gather(*two)
        assert not any(answer.is_fault for answer in found)
        assert workers.asked == 0
        await workers.close()
        return len(found)

    assert asyncio.run(asked()) == 2


def test_an_answer_of_the_lab_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_workers, "LineProcess", SlowProcess)

    async def asked() -> None:
        SlowProcess.gate = asyncio.Event()
        workers = LabWorkers(Limits(lab_workers=1, answer_within=0.3))
        with pytest.raises(Denied, match=r"this takes longer than 0\.3 seconds"):
            await workers.answer(b"{}")
        SlowProcess.gate.set()
        assert not (await workers.answer(b"{}")).is_fault

    asyncio.run(asked())
