"""A call at the desk: who asks, for which game, with what; and how an endpoint is declared."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple, TypeVar

from msgspec import Struct

from sandtable.server.games.room import Room, Stale
from sandtable.server.games.rooms import Rooms
from sandtable.server.http.faults import NO_KEY, NOT_NOW, WRONG_KEY, Denied
from sandtable.server.limits import Limits
from sandtable.server.wire.fields import Readiness
from sandtable.server.workers.clerks import Clerks

T = TypeVar("T")

UMPIRE = -1
"""The umpire's chair among the seats."""


class Reckoning:
    """Room for a few long computations at a time, so that the table goes on meanwhile."""

    def __init__(self, limits: Limits) -> None:
        self._free = asyncio.Semaphore(limits.reckoning_at_once)
        self._most = limits.reckoning_at_once + limits.reckoning_waiting
        self._count = 0

    async def do(self, work: Callable[[], T]) -> T:
        """Have something computed beside the table."""
        if self._count >= self._most:
            raise Denied(NOT_NOW, "too much is being computed just now; try again in a moment")
        self._count += 1
        try:
            async with self._free:
                return await asyncio.to_thread(work)
        finally:
            self._count -= 1


class Call(NamedTuple):
    """A request as the desk gets it: decoded, but nothing is known of the key yet."""

    rooms: Rooms
    readiness: Readiness
    reckoning: Reckoning
    clerks: Clerks
    path: dict[str, str]
    query: Any
    body: Any
    key: str | None

    @property
    def game(self) -> str:
        """The id of the game it is about."""
        return self.path["game"]

    async def room(self) -> Room:
        """The room of the game it is about, as the database has it."""
        return await self.rooms.refresh(self.game)

    def seat_in(self, room: Room) -> int | None:
        """The seat that the key opens, UMPIRE for the umpire's chair, None without a key."""
        return who(room, self.key)

    def player_in(self, room: Room) -> int:
        """The seat of a player; anybody else is sent away."""
        if self.key is None:
            raise Denied(NO_KEY, "this takes the key of a seat, as Authorization: Bearer KEY")
        seat = self.seat_in(room)
        if seat is None or seat == UMPIRE:
            raise Denied(WRONG_KEY, "this takes the key of a seat; the umpire's opens none")
        return seat

    def require_umpire(self, room: Room) -> None:
        """Only the umpire may."""
        if self.key is None:
            raise Denied(NO_KEY, "this takes the umpire's key, as Authorization: Bearer KEY")
        if self.seat_in(room) != UMPIRE:
            raise Denied(WRONG_KEY, "this takes the umpire's key")


def who(room: Room, key: str | None) -> int | None:
    """The seat that a key opens; a key that opens nothing is refused."""
    if key is None:
        return None
    if room.line.is_umpire(key):
        return UMPIRE
    seat = room.line.seat_of(key)
    if seat is None:
        raise Denied(WRONG_KEY, "this key opens no seat of this game")
    return seat


def require_step(room: Room, step: int) -> None:
    """Refuse what was meant for another moment of the game."""
    if step != room.line.step:
        raise Stale(f"the game is at step {room.line.step} by now, not at step {step}")


def require_question(room: Room, question: int) -> None:
    """Refuse what was meant for another question than the one that waits, though it may look the same."""
    room.require_changeable()
    if question != room.line.question:
        waits = f"question {room.line.question} waits by now"
        raise Stale(f"question {question} no longer waits, {waits}: look again and answer that")


class Letter(Struct, frozen=True):
    """JSON that was written elsewhere, with the status it is sent with."""

    content: bytes
    status: int


class Page(Struct, frozen=True):
    """A page of its own, to be read as it is: everything it shows is in it."""

    text: str


Who = Literal["anybody", "seat", "umpire"]


class Endpoint(NamedTuple):
    """One thing that can be asked for: how, where, what goes in, what comes out, and what is done.

    ``result`` is a type, or several of which it is one.
    """

    method: Literal["GET", "POST"]
    path: str
    name: str
    summary: str
    do: Callable[[Call], Awaitable[object]]
    result: Any
    body: Any = None
    query: type[Struct] | None = None
    who: Who = "anybody"
    is_reckoning: bool = False
    makes_game: bool = False
    is_record: bool = False
    is_on_paper: bool = False
    """Is it about no battle, its body handed on as it came, and what is wrong told as the lab tells it?"""

    @property
    def needs_battle(self) -> bool:
        """Does it look at a battle or change one, and so needs all that geometry needs?"""
        on_table = self.is_reckoning and not self.is_on_paper
        return "{game}" in self.path or self.makes_game or on_table


__all__ = [
    "UMPIRE",
    "Call",
    "Endpoint",
    "Letter",
    "Page",
    "Reckoning",
    "require_question",
    "require_step",
    "who",
]
