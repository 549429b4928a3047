"""The computer opponent as the table knows it: asked without the table ever waiting for it.

Each worker is a process of its own (see ``thinking``). One that dies, or takes longer than it may, is put
away and another started for the next task.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from hashlib import sha256
from itertools import count
from typing import Any, Final

import msgspec
from msgspec import Raw

from sandtable.agents import AGENTS
from sandtable.game.log import answers
from sandtable.game.play import Game
from sandtable.server.journal import step_of
from sandtable.server.thinking import Task, Thought
from sandtable.table import kernels

LONGEST_LINE: Final = 64 * 1024 * 1024
SIMPLEST: Final = "militia"


class Failed(Exception):
    """An agent has not come to an answer; the message says why."""


def simpler(agent: str) -> str:
    """Who takes over from an agent: one that thinks less."""
    return {"greedy": "captain"}.get(agent, SIMPLEST)


def task_for(game: Game[Any], agent: str, secret: str, step: int) -> Task:
    """The decision that waits, as a task; the agent's luck is its own, not that of the dice."""
    luck = sha256(f"sandtable agents {secret} {step}".encode()).digest()
    since = answers(game.log[game.mark.at :])
    throws = game.throws - sum(hasattr(entry, "throw") for entry in since)
    return Task(
        number=0,
        module=type(game.system).__module__,
        agent=agent,
        seed=int.from_bytes(luck[:8], "big"),
        battle=Raw(msgspec.json.encode(game.mark.battle)),
        steps=tuple(map(step_of, since)),
        throws=throws,
    )


class Worker:
    """One process that thinks about one task at a time."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._numbers = count(1)

    async def think(self, task: Task) -> object:
        """An agent's answer as plain data; Failed if there is none. Cancelling stops the process."""
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        number = next(self._numbers)
        try:
            process.stdin.write(msgspec.json.encode(msgspec.structs.replace(task, number=number)) + b"\n")
            await process.stdin.drain()
            line = await process.stdout.readline()
        except asyncio.CancelledError:
            self.stop()
            raise
        except (OSError, ValueError) as fault:
            self.stop()
            raise Failed(f"the process it thinks in broke off: {fault}") from None
        if not line:
            self.stop()
            raise Failed("the process it thinks in ended")
        thought = msgspec.json.decode(line, type=Thought)
        if thought.fault:
            raise Failed(thought.fault)
        return msgspec.json.decode(thought.answer)

    async def _running(self) -> Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "sandtable.server.thinking",
                kernels.mode(),
                stdin=PIPE,
                stdout=PIPE,
                limit=LONGEST_LINE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        return self._process

    @property
    def pid(self) -> int | None:
        """The number of its process, if it runs."""
        return None if self._process is None else self._process.pid

    def stop(self) -> None:
        """End the process; the next task starts another."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End the process and wait until it is gone."""
        process = self._process
        self.stop()
        if process is not None:
            await process.wait()
            process._transport.close()  # type: ignore[attr-defined]  # else its pipes complain when collected


class Opponents:
    """All workers; a task waits until one is free."""

    def __init__(self, workers: int, *, patience: float) -> None:
        self._workers = [Worker() for _ in range(workers)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._patience = patience

    async def decide(self, task: Task) -> object:
        """An agent's answer; Failed if it breaks down or takes too long."""
        assert task.agent in AGENTS
        worker = await self._free.get()
        try:
            async with asyncio.timeout(self._patience):
                return await worker.think(task)
        except TimeoutError:
            raise Failed(f"it has thought for longer than {self._patience:g} seconds") from None
        finally:
            self._free.put_nowait(worker)

    @property
    def pids(self) -> tuple[int, ...]:
        """The numbers of the processes that run."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    async def close(self) -> None:
        """End every worker."""
        for worker in self._workers:
            await worker.close()
