"""Rooms: every game that is open in this process, and how one is picked up from the database."""

from __future__ import annotations

import asyncio
import time
from asyncio import Task

from sandtable import systems
from sandtable.server.games.computer import Computer
from sandtable.server.games.house_rules import difference
from sandtable.server.games.journal import Heading, read_act, read_heading, written
from sandtable.server.games.keys import new_game_id
from sandtable.server.games.room import Broken, Room
from sandtable.server.games.state import GameState
from sandtable.server.limits import Limits
from sandtable.server.store import Conflict, GameRow, KeptGame, Status, Store


class NoSuchGame(Exception):
    """There is no game with that id."""


class TooManyGames(Exception):
    """No more games are taken on now."""


class Rooms:
    """The rooms of this process, by the id of their game."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self.store = store
        self.limits = limits
        self.computer = Computer(limits)
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, Task[Room]] = {}

    async def close(self) -> None:
        """Stop every agent and let the store finish."""
        await self.computer.close()
        await self.store.close()

    # ------------------------------------------------------------- making and finding
    async def make(self, heading: Heading, *, title: str, listed: bool, to_play: bool = True) -> Room:
        """Store a new game and open its room; one that is not to be played never counts as unfinished."""
        if to_play and await self.store.unfinished() >= self.limits.unfinished_games:
            raise TooManyGames("this table has as many unfinished games as it can hold; finish one first")
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
            room.last_used = time.monotonic()
            return room
        if id not in self._opening:
            self._opening[id] = asyncio.create_task(self._pick_up(id))
        try:
            return await asyncio.shield(self._opening[id])
        finally:
            self._opening.pop(id, None)

    async def refresh(self, id: str) -> Room:
        """The room of a game, picked up anew if another process has written acts since."""
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
        self.computer.play_in(room)
        return room

    def _room_of(self, kept: KeptGame) -> Room:
        heading = read_heading(kept.game.heading)
        if heading.system not in systems.names():
            raise Broken(f'this game is of the system "{heading.system}", which this table does not have')
        if otherwise := difference(heading.system, heading.house_rules):
            raise Broken(otherwise)
        state = GameState(heading)
        for act in kept.acts:
            state.apply(read_act(act))
        room = Room(kept.game.id, state, self.store)
        room.pick_up(kept.snapshots)
        return room

    def _make_space(self) -> None:
        """Close rooms without listeners, the longest unused first; the database has all of them."""
        over = len(self._rooms) - self.limits.rooms
        if over <= 0:
            return
        idle = [room for room in self._rooms.values() if self._is_idle(room)]
        for room in sorted(idle, key=lambda room: room.last_used)[:over]:
            room.is_void = True
            del self._rooms[room.id]

    def _is_idle(self, room: Room) -> bool:
        return not room.is_watched and not room.lock.locked() and not self.computer.plays_in(room.id)

    # ------------------------------------------------------------- acting in a room
    def acting(self, id: str) -> Acting:
        """The room of a game with its lock held; afterwards the computer plays if it is asked."""
        return Acting(self, id)


class Acting:
    """Holds the lock of a room for one act; afterwards the computer plays if it is asked."""

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
            raise Conflict("the game was loaded again in the meantime: try again")
        self._room = room
        return room

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        assert self._room is not None
        self._room.lock.release()
        if kind is None:
            self._rooms.computer.play_in(self._room)
