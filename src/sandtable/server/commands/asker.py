"""Who asks: the game, the key that is shown, and the seat that it opens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import Struct

from sandtable.server.commands.service import Service
from sandtable.server.denied import Denial, Denied
from sandtable.server.games.room import Room
from sandtable.server.games.rooms import Acting

T = TypeVar("T")

UMPIRE: Final = -1
"""The umpire's chair among the seats."""


class KeyWords(Struct, frozen=True):
    """What is said of a missing or wrong key, which depends on how a client shows its key."""

    seat_needed: str
    not_the_umpires: str
    needed_to_talk: str
    umpire_needed: str = "this needs the umpire's key"


class Asker:
    """A client that asks about one game, or about none if *game* is empty."""

    __slots__ = ("_keys", "_words", "game", "key", "seat", "service")

    def __init__(self, service: Service, words: KeyWords, game: str = "", key: str | None = None) -> None:
        self.service = service
        self.game = game
        self.key = key
        self.seat: int | None = None
        """The seat that the key opened when it was last looked up."""
        self._words = words
        self._keys: tuple[str, ...] | None = None

    # ------------------------------------------------------------- the game
    async def room(self) -> Room:
        """The room of the game, as the database has it."""
        return await self.service.rooms.refresh(self.game)

    def acting(self) -> Acting:
        """The room of the game with its lock held, to act in it."""
        return self.service.rooms.acting(self.game)

    async def compute(self, work: Callable[[], T]) -> T:
        """The result of a long computation, made beside the event loop."""
        return await self.service.computations.run(work)

    # ------------------------------------------------------------- the seat
    def seat_in(self, room: Room) -> int | None:
        """The seat that the key opens, UMPIRE for the umpire's chair, None without a key.

        Hashing a key is slow, so the seat is looked up again only when a key of the game has changed.
        """
        if not self.is_current(room):
            self.seat = _seat_of(room, self.key)
            self._keys = room.state.keys
        return self.seat

    def is_current(self, room: Room) -> bool:
        """Was the seat looked up since a key of the game last changed?"""
        return self._keys is room.state.keys

    def eyes_in(self, room: Room) -> int | None:
        """The seat with whose eyes the table is seen; None, a spectator, for the umpire as well."""
        seat = self.seat_in(room)
        return None if seat == UMPIRE else seat

    def player_in(self, room: Room) -> int:
        """The seat of a player; Denied for all others."""
        self.require_key(self._words.seat_needed)
        seat = self.seat_in(room)
        if seat is None or seat == UMPIRE:
            raise Denied(Denial.WRONG_KEY, self._words.not_the_umpires)
        return seat

    def speaker_in(self, room: Room) -> int | None:
        """The seat of a player who talks, None for the umpire; Denied for spectators."""
        self.require_key(self._words.needed_to_talk)
        return self.eyes_in(room)

    def require_umpire(self, room: Room) -> None:
        """Deny all but the umpire."""
        self.require_key(self._words.umpire_needed)
        if self.seat_in(room) != UMPIRE:
            raise Denied(Denial.WRONG_KEY, "this needs the umpire's key")

    def require_key(self, words: str) -> None:
        """Deny a client that shows no key, in these words."""
        if self.key is None:
            raise Denied(Denial.NO_KEY, words)


def _seat_of(room: Room, key: str | None) -> int | None:
    """The seat that a key opens; Denied if it opens nothing."""
    if key is None:
        return None
    if room.state.is_umpire(key):
        return UMPIRE
    seat = room.state.seat_of(key)
    if seat is None:
        raise Denied(Denial.WRONG_KEY, "this key does not open a seat of this game")
    return seat


def require_seat(room: Room, seat: int) -> None:
    """Deny a seat that the game does not have."""
    count = len(room.state.names)
    if seat >= count:
        raise Denied(Denial.NOT_THERE, f"there is no seat {seat}; seats are numbered 0 to {count - 1}")
