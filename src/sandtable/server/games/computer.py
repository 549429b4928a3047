"""The computer's part in games: it answers for the seats of agents, and questions that need no asking.

One task plays in each room where the computer is to answer. It ends when a person is asked.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import Task
from typing import Final

from sandtable.game.ask.refusal import Refused
from sandtable.game.files.record import as_plain_data
from sandtable.server.games import journal
from sandtable.server.games.room import Room
from sandtable.server.limits import Limits
from sandtable.server.workers.agent_workers import AgentWorkers, Failed, simpler, task_for

LOG: Final = logging.getLogger("sandtable.server")


class Thinking:
    """An agent that decides in a room now."""

    def __init__(self, seat: int, agent: str) -> None:
        self.seat = seat
        self.agent = agent
        self.is_hurried = False
        self.task: Task[object] | None = None


class Computer:
    """Plays in every room where the computer is to answer."""

    def __init__(self, limits: Limits) -> None:
        self.workers = AgentWorkers(limits.workers, patience=limits.patience)
        self._thinking: dict[str, Thinking] = {}
        self._playing: dict[str, Task[None]] = {}

    async def close(self) -> None:
        """Stop playing and end the agents."""
        for task in tuple(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        await self.workers.close()

    def plays_in(self, id: str) -> bool:
        """Does the computer play in a game now?"""
        return id in self._playing

    def thinking_agent(self, id: str) -> str | None:
        """The agent that thinks in a game now, if one does."""
        thinking = self._thinking.get(id)
        return None if thinking is None else thinking.agent

    def hurry(self, id: str) -> bool:
        """Stop the agent that thinks in a game, so that it moves now; False if none thinks there."""
        thinking = self._thinking.get(id)
        if thinking is None or thinking.task is None or thinking.task.done():
            return False
        thinking.is_hurried = True
        thinking.task.cancel()
        return True

    def play_in(self, room: Room) -> None:
        """Begin to play in a room, if the computer is to answer there and does not play already."""
        if room.is_void or room.is_over or room.id in self._playing or not _is_due(room):
            return
        task = asyncio.create_task(self._play(room))
        self._playing[room.id] = task
        task.add_done_callback(lambda done: self._ended(room, done))

    def _ended(self, room: Room, task: Task[None]) -> None:
        self._playing.pop(room.id, None)
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            LOG.error("game %s: the computer stopped playing: %s", room.id, fault, exc_info=fault)
            room.is_void = True
            room.notify()

    async def _play(self, room: Room) -> None:
        """Answer until a person is asked."""
        while not room.is_void and not room.is_over and _is_due(room):
            async with room.lock:
                seat, foregone = room.waiting_for, room.foregone_answer()
                if seat is not None and foregone and not room.is_void:
                    await room.answer(seat, as_plain_data(foregone[0]))
                    continue
            if seat is not None:
                await self._let_decide(room, seat)

    async def _let_decide(self, room: Room, seat: int) -> None:
        """One decision of an agent; a simpler one takes over if it fails."""
        agent = room.state.agent_for(seat)
        if agent is None or room.is_void:
            return
        step = room.state.step
        thinking = self._thinking[room.id] = Thinking(seat, agent)
        room.notify()
        try:
            answer = await self._decision(room, thinking)
        finally:
            del self._thinking[room.id]
        async with room.lock:
            if room.state.step != step or room.waiting_for != seat:
                return
            try:
                await room.answer(seat, answer)
            except Refused as refused:
                raise Failed(f"an answer of {agent} is refused: {refused}") from None

    async def _decision(self, room: Room, thinking: Thinking) -> object:
        """The answer of an agent, or of the simpler ones that step in for it."""
        agent = thinking.agent
        while True:
            task = task_for(room.game, agent, room.state.heading.secret, room.state.step)
            thinking.task = asyncio.create_task(self.workers.decide(task))
            try:
                return await thinking.task
            except asyncio.CancelledError:
                if not thinking.is_hurried:
                    thinking.task.cancel()
                    raise
                thinking.is_hurried = False
                words = f"{agent} is told to move now; {simpler(agent)} decides this for it"
                agent = await _take_over(room, thinking.seat, agent, words, for_good=False)
            except Failed as fault:
                LOG.warning("game %s: %s fails: %s", room.id, agent, fault)
                words = f"{agent} cannot go on ({fault}); {simpler(agent)} takes over"
                agent = await _take_over(room, thinking.seat, agent, words, for_good=True)


def _is_due(room: Room) -> bool:
    """Is the computer to answer now: for an agent's seat, or because the question needs no asking?"""
    seat = room.waiting_for
    return seat is not None and (bool(room.foregone_answer()) or room.state.agent_for(seat) is not None)


async def _take_over(room: Room, seat: int, agent: str, words: str, *, for_good: bool) -> str:
    """Have a simpler agent play for a seat; its name."""
    successor = simpler(agent)
    if successor == agent and for_good:
        raise Failed(f"even {agent} cannot decide here")
    async with room.lock:
        await room.commit(journal.TookOver(seat, successor, words, for_good))
    return successor
