"""Live updates: one WebSocket of one seat or spectator.

Two loops share a socket: one hears what the client says and does it, the other sends what is new. What is new
is made from the state when it is sent, so a slow client gets fewer and larger updates and nothing queues up.
"""

from __future__ import annotations

import asyncio
from asyncio import Future
from typing import Any, Final, assert_never

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from msgspec.structs import replace

from sandtable.game.present.view import PromptView
from sandtable.server.commands.call import UMPIRE, require_question, who
from sandtable.server.commands.playing import answer
from sandtable.server.games import journal
from sandtable.server.games.room import Room
from sandtable.server.games.rooms import LOG, Rooms
from sandtable.server.games.seats import chat, game_seen, notes
from sandtable.server.http.faults import NO_KEY, NOT_UNDERSTOOD, OUR_FAULT, TOO_FAST, WRONG_KEY, Denied, told
from sandtable.server.http.sockets import wire_of
from sandtable.server.limits import Bucket
from sandtable.server.preview.views import prompt
from sandtable.server.wire.fields import Trouble
from sandtable.server.wire.messages import (
    AnswerMessage,
    DeniedMessage,
    DoneMessage,
    FromClient,
    Hello,
    RedoMessage,
    SayMessage,
    UndoMessage,
    Update,
)

BAD_MESSAGE: Final = 4400
WRONG: Final = 4403
NO_GAME: Final = 4404
NOT_NOW: Final = 4503
MESSAGE: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(FromClient)
AS_JSON: Final = msgspec.json.Encoder()
Socket = WebSocket[Any, Any, Any]
Said = AnswerMessage | UndoMessage | RedoMessage | SayMessage


class Bell:
    """A bell for one who waits; if it rings while he is busy, he hears it as soon as he waits again."""

    __slots__ = ("_has_rung", "_waiting")

    def __init__(self) -> None:
        self._has_rung = False
        self._waiting: Future[None] | None = None

    def ring(self) -> None:
        """Let him know."""
        self._has_rung = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def heard(self) -> None:
        """Wait until it rings, or has rung since it was last heard."""
        if not self._has_rung:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        self._has_rung = False


class Live:
    """One client at one game."""

    def __init__(self, rooms: Rooms, game: str, socket: Socket) -> None:
        self._rooms = rooms
        self._game = game
        self._socket = socket
        self._wire = wire_of(socket.scope)
        self._bell = Bell()
        self._bucket = Bucket(rooms.limits.messages)
        self._hello = Hello()
        self._seat: int | None = None
        self._keys: tuple[str, ...] | None = None
        self._known: int | None = None
        self._room: Room | None = None
        self._status = ""

    async def attend(self) -> None:
        """Greet the client, then hear and tell until it goes."""
        try:
            room = await self._greet()
        except (WebSocketDisconnect, TimeoutError):
            return
        self._room = room
        room.listen(self._heed)
        self._bell.ring()
        telling = asyncio.create_task(self._tell())
        try:
            await self._hear()
        except WebSocketDisconnect:
            pass
        finally:
            self._room.leave(self._heed)
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    async def _greet(self) -> Room:
        async with asyncio.timeout(self._rooms.limits.hello_within):
            text = await self._socket.receive_data(mode="text")
        hello = self._understood(text)
        if not isinstance(hello, Hello):
            raise Denied(NOT_UNDERSTOOD, 'the first message must be {"type": "hello"}')
        room = await self._rooms.refresh(self._game)
        self._hello = hello
        self._seat_in(room)
        self._known = hello.since if hello.since is not None and hello.since <= room.line.number else None
        if hello.watch == "picture":
            async with room.lock:
                await room.unfold()
        return room

    def _seat_in(self, room: Room) -> int | None:
        """The seat that the client's key opens, looked up again whenever a key of the game has changed.

        A seat that was opened anew is somebody else's.
        """
        keys = room.line.keys
        if keys is not self._keys:
            self._seat = who(room, self._hello.key)
            self._keys = keys
        return self._seat

    def _understood(self, text: str | bytes) -> Any:
        if len(text) > self._rooms.limits.message:
            raise Denied(NOT_UNDERSTOOD, f"a message has at most {self._rooms.limits.message:,} characters")
        try:
            return MESSAGE.decode(text)
        except (msgspec.MsgspecError, ValueError, RecursionError) as fault:
            raise Denied(NOT_UNDERSTOOD, f"this message is not understood: {fault}") from None

    # ------------------------------------------------------------- hearing
    async def _hear(self) -> None:
        while True:
            said = self._understood(await self._socket.receive_data(mode="text"))
            if isinstance(said, Hello):
                raise Denied(NOT_UNDERSTOOD, "hello is said once, first")
            await self._send(await self._reply(said))

    async def _reply(self, said: Said) -> DoneMessage | DeniedMessage:
        """Do what was asked; the reply goes out once it is durable."""
        try:
            if not self._bucket.take():
                raise Denied(TOO_FAST, "too many messages in too short a time; wait a moment")
            async with self._rooms.acting(self._game) as room:
                await self._do(room, said)
                return DoneMessage(said.ref, room.line.number, room.line.step)
        except Exception as fault:
            found = told(fault)
            if found is None:
                LOG.exception("game %s: a message broke down", self._game)
                found = OUR_FAULT, Trouble("something broke here; it was noted, and nothing was changed")
            return DeniedMessage(said.ref, *found)

    async def _do(self, room: Room, said: Said) -> None:
        seat = self._seat_in(room)
        if seat is None:
            raise Denied(NO_KEY, "spectators watch; to play, say hello with the key of a seat")
        if isinstance(said, SayMessage):
            await room.keep(journal.Said(None if seat == UMPIRE else seat, said.words))
            return
        if seat == UMPIRE:
            raise Denied(WRONG_KEY, "the umpire rules by POST; this takes the key of a seat")
        match said:
            case AnswerMessage():
                await answer(room, seat, said.question, said.answer)
            case UndoMessage():
                require_question(room, said.question)
                await room.undo(seat)
            case RedoMessage():
                require_question(room, said.question)
                await room.redo(seat)
            case _:
                assert_never(said)

    # ------------------------------------------------------------- telling
    def _heed(self) -> None:
        """Something has changed: it is told unless this client need not know."""
        room = self._room
        if room is None or room.is_void or self._hello.watch == "picture" or self._concerns(room):
            self._bell.ring()

    def _concerns(self, room: Room) -> bool:
        """A bot hears when it is asked and when the status changes; what others decide it need not know."""
        is_asked = room.waiting_for is not None and room.waiting_for == self._seat
        return is_asked or room.line.keys is not self._keys or room.status.value != self._status

    async def _tell(self) -> None:
        while True:
            await self._bell.heard()
            try:
                update = await self._update()
            except Denied as fault:
                await self._socket.close(WRONG, str(fault))
                return
            except Exception as fault:
                LOG.error("game %s: no update can be made: %s", self._game, fault, exc_info=fault)
                await self._socket.close(NOT_NOW, "the game cannot be shown now; connect again")
                return
            if self._is_worth_it(update):
                await self._send(update)

    def _is_worth_it(self, update: Update) -> bool:
        """Is it something a bot need know?"""
        before, self._status = self._status, update.status
        return self._hello.watch == "picture" or update.prompt is not None or update.status != before

    async def _update(self) -> Update:
        """What there is to be told; only what is durable is ever looked at."""
        while True:
            room = await self._present()
            if self._hello.watch == "prompt" and not room.lock.locked():
                return self._prompted(room)
            async with room.lock:
                if room.is_void:
                    continue
                if self._hello.watch == "prompt":
                    return self._prompted(room)
                update = await self._pictured(room)
                self._known = update.number
                return update

    async def _present(self) -> Room:
        """The room as it is now: one that was picked up anew takes the place of the old."""
        assert self._room is not None
        if self._room.is_void:
            room = await self._rooms.find(self._game)
            self._room.leave(self._heed)
            room.listen(self._heed)
            self._room = room
        return self._room

    def _prompted(self, room: Room) -> Update:
        """All that a bot needs."""
        eyes = self._eyes(room)
        is_fought = room.line.has_begun and not room.is_over and not room.foregone()
        return self._standing(room, eyes, prompt(room.game, eyes) if is_fought else None)

    def _standing(self, room: Room, eyes: int | None, asked: PromptView | None) -> Update:
        """How far the game is, and what the client is asked."""
        thinking = self._rooms.thinking.get(room.id)
        return Update(
            number=room.line.number,
            step=room.line.step,
            status=room.status.value,
            question=room.question,
            waiting_for=room.waiting_for,
            thinking=None if thinking is None else thinking.agent,
            seat=eyes,
            prompt=asked,
        )

    def _eyes(self, room: Room) -> int | None:
        """Whose eyes see it; the umpire sees no more than a spectator."""
        seat = self._seat_in(room)
        return None if seat == UMPIRE else seat

    async def _pictured(self, room: Room) -> Update:
        """All that a screen needs."""
        line, eyes, since = room.line, self._eyes(room), self._known
        log = (await room.telling(eyes)).since(since) if line.has_begun else None
        picture = room.picture(eyes) if line.has_begun else None
        known = since or 0
        return replace(
            self._standing(room, eyes, None if picture is None else picture.prompt),
            game=game_seen(room, self._rooms),
            picture=picture,
            entries_from=0 if log is None else log.start,
            entries=() if log is None else log.entries,
            said=chat(line, known),
            notes=notes(line, known),
        )

    async def _send(self, message: Update | DoneMessage | DeniedMessage) -> None:
        text = AS_JSON.encode(message)
        if self._wire is not None and self._wire.has_said(text):
            return
        try:
            await self._socket.send_data(text.decode(), mode="text")
        except (WebSocketException, RuntimeError) as fault:
            raise WebSocketDisconnect(detail=str(fault)) from None
