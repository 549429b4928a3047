"""A process that reads lines and writes one line for each.

If it dies, or is stopped because it takes too long, the next line starts another.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

LONGEST_LINE: Final = 64 * 1024 * 1024


class BrokeOff(Exception):
    """The process did not answer a line; the message says why."""


class LineProcess:
    """One process that answers one line at a time."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._process: Process | None = None
        self._ended: list[Process] = []

    async def ask(self, line: bytes, *arguments: str) -> bytes:
        """The reply of the process to a line; a process that has to be started gets *arguments*.

        Cancelling stops the process.
        """
        process = await self._running(arguments)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line + b"\n")
            await process.stdin.drain()
            said = await process.stdout.readline()
        except asyncio.CancelledError:
            self.stop()
            raise
        except (OSError, ValueError) as fault:
            self.stop()
            raise BrokeOff(f"broke off: {fault}") from None
        if not said:
            self.stop()
            raise BrokeOff("ended")
        return said

    async def _running(self, arguments: tuple[str, ...]) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                self._module,
                *arguments,
                stdin=PIPE,
                stdout=PIPE,
                limit=LONGEST_LINE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        return self._process

    @property
    def pid(self) -> int | None:
        """The number of the process, if it runs."""
        return None if self._process is None else self._process.pid

    def stop(self) -> None:
        """End the process; the next line starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        self._ended = [*filter(_is_running, self._ended), process]
        if _is_running(process):
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End the process and wait until it is gone, as are those that were stopped before it."""
        self.stop()
        for process in self._ended:
            await process.wait()
            process._transport.close()  # type: ignore[attr-defined]  # else its pipes complain when collected
        self._ended.clear()


def _is_running(process: Process) -> bool:
    return process.returncode is None
