"""Agents in processes of their own (``agent_process``), so that the event loop never waits for them.

A process that dies or takes too long is ended, and another is started for the next task.
"""

from __future__ import annotations

import asyncio
from hashlib import sha256
from itertools import count
from typing import Any, Final

import msgspec
from msgspec import Raw

from sandtable import systems
from sandtable.agents import AGENTS
from sandtable.game.battle.log import answers
from sandtable.game.drivers.play import Game
from sandtable.game.files.record import step_recorded
from sandtable.game.rules.house_rules import Plain
from sandtable.game.rules.rulebook import in_force
from sandtable.server.workers.agent_process import Task, Thought
from sandtable.server.workers.line_process import BrokeOff, LineProcess
from sandtable.table import compiled

SIMPLEST: Final = "militia"


class Failed(Exception):
    """An agent gave no answer; the message says why."""


def figures_in_force() -> dict[str, dict[str, Plain]]:
    """The figures that are set in this process, by the packages of their systems."""
    packages = (f"{systems.__name__}.{name}" for name in systems.names())
    return {package: dict(in_force(package).figures) for package in packages if in_force(package)}


def simpler(agent: str) -> str:
    """The agent that takes over from another: one that thinks less."""
    return {"greedy": "captain"}.get(agent, SIMPLEST)


def task_for(game: Game[Any], agent: str, secret: str, step: int) -> Task:
    """The decision that waits, as a task; the agent's seed says nothing about the dice of the game."""
    luck = sha256(f"sandtable agents {secret} {step}".encode()).digest()
    since = answers(game.log[game.checkpoint.at :])
    throws = game.throws - sum(hasattr(entry, "throw") for entry in since)
    return Task(
        number=0,
        module=type(game.system).__module__,
        agent=agent,
        seed=int.from_bytes(luck[:8], "big"),
        battle=Raw(msgspec.json.encode(game.checkpoint.battle)),
        steps=tuple(map(step_recorded, since)),
        throws=throws,
    )


class AgentWorker:
    """One process that thinks about one task at a time."""

    def __init__(self) -> None:
        self._process = LineProcess("sandtable.server.workers.agent_process")
        self._numbers = count(1)

    async def think(self, task: Task) -> object:
        """An agent's answer as plain data; Failed if there is none. Cancelling stops the process."""
        numbered = msgspec.structs.replace(task, number=next(self._numbers))
        try:
            house_rules = msgspec.json.encode(figures_in_force()).decode()
            line = await self._process.ask(msgspec.json.encode(numbered), compiled.mode(), house_rules)
        except BrokeOff as fault:
            raise Failed(f"the process it thinks in {fault}") from None
        thought = msgspec.json.decode(line, type=Thought)
        if thought.fault:
            raise Failed(thought.fault)
        return msgspec.json.decode(thought.answer)

    @property
    def pid(self) -> int | None:
        """The number of its process, if it runs."""
        return self._process.pid

    async def close(self) -> None:
        """End the process and wait until it is gone."""
        await self._process.close()


class AgentWorkers:
    """All workers; a task waits until one is free."""

    def __init__(self, workers: int, *, patience: float) -> None:
        self._workers = [AgentWorker() for _ in range(workers)]
        self._free: asyncio.Queue[AgentWorker] = asyncio.Queue()
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

    async def close(self) -> None:
        """End every worker."""
        for worker in self._workers:
            await worker.close()
