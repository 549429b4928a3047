"""A process beside the service is gone when it is closed, however it was stopped before."""

from __future__ import annotations

import asyncio
import os

import pytest

from sandtable.server.workers.line_process import LineProcess


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_process_that_was_stopped_half_way_is_gone_when_it_is_closed() -> None:
    async def stopped_and_closed() -> tuple[bool, bool]:
        process = LineProcess("tests.server.idle_lab_process")
        asked = asyncio.create_task(process.ask(b'"sweep"'))
        while process.pid is None:
            await asyncio.sleep(0.01)
        pid = process.pid
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        before = _is_there(pid)
        await process.close()
        return before, _is_there(pid)

    assert asyncio.run(stopped_and_closed()) == (True, False)
