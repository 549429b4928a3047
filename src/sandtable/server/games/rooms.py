"""Rooms: every game that is open in this process, and how one is picked up from the database."""

from __future__ import annotations

import asyncio
import logging
import time
from asyncio import Task
from typing import Final

from sandtable import systems
from sandtable.game.ask.refusal import Refused
from sandtable.server.games import journal
from sandtable.server.games.house_rules import difference
from sandtable.server.games.journal import Heading, read_act, read_heading, written
from sandtable.server.games.keys import new_game_id
from sandtable.server.games.room import Broken, Room
from sandtable.server.games.state import GameState
from sandtable.server.limits import Limits
from sandtable.server.store import Conflict, GameRow, KeptGame, Status, Store
from sandtable.server.workers.agent_workers import Failed, Opponents, simpler, task_for

LOG: Final = logging.getLogger("sandtable.server")


class NoSuchGame(Exception):
    """There is no game with that id."""


class TooManyGames(Exception):
    """No more games are taken on now."""


class Thinking:
    """An agent that decides in a room just now."""

    def __init__(self, seat: int, agent: str) -> None:
        self.seat = seat
        self.agent = agent
        self.is_hurried = False
        self.task: Task[object] | None = None


class Rooms:
    """The rooms of this process, by the id of their game."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.opponents = Opponents(limits.workers, patience=limits.patience)
        self.thinking: dict[str, Thinking] = {}
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, Task[Room]] = {}
        self._playing: dict[str, Task[None]] = {}

    async def close(self) -> None:
        """Stop every agent and let the store finish."""
        for task in tuple(self._playing.values()):
            task.cancel()
        await asyncio.gather(*self._playing.values(), return_exceptions=True)
        await self.opponents.close()
        await self.store.close()

    def __len__(self) -> int:
        return len(self._rooms)

    # ------------------------------------------------------------- making and finding
    async def make(self, heading: Heading, *, title: str, listed: bool, to_play: bool = True) -> Room:
        """Keep a new game and open its room; one that is not to be played is no unfinished game."""
        if to_play and await self.store.unfinished() >= self.limits.unfinished_games:
            raise TooManyGames("there are as many unfinished games here as can be; finish one first")
        now = round(time.time() * 1000)
        scenario = str(heading.scenario["id"])
        id = new_game_id()
        row = GameRow(
            id, heading.system, scenario, title, Status.GATHERING.value, listed, now, now, written(heading)
        )
        await self.store.make(row)
        room = self._rooms[id] = Room(id, GameState(heading), self.store)
        self._make_space()
        return room

    def open(self, id: str) -> Room | None:
        """The room of a game if it is open here."""
        room = self._rooms.get(id)
        return None if room is None or room.is_void else room

    async def find(self, id: str) -> Room:
        """The room of a game, picked up from the database if it is not open here."""
        room = self.open(id)
        if room is not None:
            room.used = time.monotonic()
            return room
        if id not in self._opening:
            self._opening[id] = asyncio.create_task(self._pick_up(id))
        try:
            return await asyncio.shield(self._opening[id])
        finally:
            self._opening.pop(id, None)

    async def refresh(self, id: str) -> Room:
        """The room of a game as the database has it, should another process have played on in it."""
        room = await self.find(id)
        async with room.lock:
            if await self.store.acts_of(id) > room.state.number:
                room.is_void = True
        return await self.find(id) if room.is_void else room

    async def _pick_up(self, id: str) -> Room:
        kept = await self.store.find(id)
        if kept is None:
            raise NoSuchGame(f'there is no game "{id}" here')
        room = await asyncio.to_thread(self._room_of, kept)
        self._rooms[id] = room
        self._make_space()
        async with room.lock:
            await room.carry_on()
        self.stir(room)
        return room

    def _room_of(self, kept: KeptGame) -> Room:
        heading = read_heading(kept.game.heading)
        if heading.system not in systems.names():
            raise Broken(f'this game is of the system "{heading.system}", which is not here')
        if otherwise := difference(heading.system, heading.house_rules):
            raise Broken(otherwise)
        state = GameState(heading)
        for act in kept.acts:
            state.take(read_act(act))
        room = Room(kept.game.id, state, self.store)
        room.pick_up(kept.snapshots)
        return room

    def _make_space(self) -> None:
        """Let the rooms go that were not used for longest and that nobody watches: all is in the database."""
        over = len(self._rooms) - self.limits.rooms
        if over <= 0:
            return
        idle = [room for room in self._rooms.values() if self._is_idle(room)]
        for room in sorted(idle, key=lambda room: room.used)[:over]:
            room.is_void = True
            del self._rooms[room.id]

    def _is_idle(self, room: Room) -> bool:
        return not room.is_watched and not room.lock.locked() and room.id not in self._playing

    # ------------------------------------------------------------- acting in a room
    def acting(self, id: str) -> Acting:
        """The room of a game with its lock held; afterwards agents play if they are to."""
        return Acting(self, id)

    def stir(self, room: Room) -> None:
        """Have the computer play in a room, if it is its turn there and it does not play already."""
        if room.is_void or room.is_over or room.id in self._playing or not self._is_due(room):
            return
        task = asyncio.create_task(self._play(room))
        self._playing[room.id] = task
        task.add_done_callback(lambda done: self._ended(room, done))

    def _is_due(self, room: Room) -> bool:
        seat = room.waiting_for
        return seat is not None and (bool(room.foregone()) or room.state.player(seat) is not None)

    def _ended(self, room: Room, task: Task[None]) -> None:
        self._playing.pop(room.id, None)
        fault = None if task.cancelled() else task.exception()
        if fault is not None:
            LOG.error("game %s: the computer stopped playing: %s", room.id, fault, exc_info=fault)
            room.is_void = True
            room.tell_all()

    async def _play(self, room: Room) -> None:
        """Answer for the computer's seats, and what goes without saying, until a person is asked."""
        while not room.is_void and not room.is_over and self._is_due(room):
            async with room.lock:
                seat, foregone = room.waiting_for, room.foregone()
                if seat is not None and foregone and not room.is_void:
                    await room.answer(seat, journal.as_read(foregone[0]))
                    continue
            if seat is not None:
                await self._let_decide(room, seat)

    async def _let_decide(self, room: Room, seat: int) -> None:
        """One decision of an agent; a simpler one takes over if it fails."""
        agent = room.state.player(seat)
        if agent is None or room.is_void:
            return
        step = room.state.step
        thinking = self.thinking[room.id] = Thinking(seat, agent)
        room.tell_all()
        try:
            answer = await self._decision(room, thinking)
        finally:
            del self.thinking[room.id]
        async with room.lock:
            if room.state.step != step or room.waiting_for != seat:
                return
            try:
                await room.answer(seat, answer)
            except Refused as refused:
                raise Failed(f"an answer of {agent} is refused: {refused}") from None

    async def _decision(self, room: Room, thinking: Thinking) -> object:
        """What an agent answers, or the simpler ones that step in for it."""
        agent = thinking.agent
        while True:
            task = task_for(room.game, agent, room.state.heading.secret, room.state.step)
            thinking.task = asyncio.create_task(self.opponents.decide(task))
            try:
                return await thinking.task
            except asyncio.CancelledError:
                if not thinking.is_hurried:
                    thinking.task.cancel()
                    raise
                thinking.is_hurried = False
                words = f"{agent} is told to move now; {simpler(agent)} decides this for it"
                agent = await self._take_over(room, thinking.seat, agent, words, for_good=False)
            except Failed as fault:
                LOG.warning("game %s: %s fails: %s", room.id, agent, fault)
                words = f"{agent} cannot go on ({fault}); {simpler(agent)} takes over"
                agent = await self._take_over(room, thinking.seat, agent, words, for_good=True)

    async def _take_over(self, room: Room, seat: int, agent: str, words: str, *, for_good: bool) -> str:
        successor = simpler(agent)
        if successor == agent and for_good:
            raise Failed(f"even {agent} cannot decide here")
        async with room.lock:
            await room.keep(journal.TookOver(seat, successor, words, for_good))
        return successor

    def thinking_agent(self, id: str) -> str | None:
        """The agent that thinks in a game now, if one does."""
        thinking = self.thinking.get(id)
        return None if thinking is None else thinking.agent

    def hurry(self, id: str) -> bool:
        """Stop an agent's thinking, if one thinks there: it is to move now."""
        thinking = self.thinking.get(id)
        if thinking is None or thinking.task is None or thinking.task.done():
            return False
        thinking.is_hurried = True
        thinking.task.cancel()
        return True


class Acting:
    """A room with its lock held while somebody acts in it; agents play afterwards if they are to."""

    __slots__ = ("_id", "_room", "_rooms")

    def __init__(self, rooms: Rooms, id: str) -> None:
        self._rooms = rooms
        self._id = id
        self._room: Room | None = None

    async def __aenter__(self) -> Room:
        room = self._rooms.open(self._id) or await self._rooms.find(self._id)
        await room.lock.acquire()
        if room.is_void:
            room.lock.release()
            raise Conflict("the game was picked up anew in the meantime: try again")
        self._room = room
        return room

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        assert self._room is not None
        self._room.lock.release()
        if kind is None:
            self._rooms.stir(self._room)
