"""Live updates: one WebSocket of one seat or spectator.

Two loops share a socket: one reads what the client says and calls the command for it, the other sends what is
new. An update is made from the state when it is sent, so a slow client gets fewer and larger updates and
nothing queues up.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import Future
from typing import Any, Final, assert_never

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from sandtable.server.commands import play, updates
from sandtable.server.commands.asker import Asker, KeyWords
from sandtable.server.commands.service import Service
from sandtable.server.denied import Denial, Denied
from sandtable.server.games.room import Room
from sandtable.server.http.faults import OUR_FAULT, status_and_trouble
from sandtable.server.http.sockets import connection_of
from sandtable.server.limits import Bucket
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
from sandtable.server.wire.play import AtQuestion, Done, GiveAnswer, Say

LOG: Final = logging.getLogger("sandtable.server")
SPECTATOR: Final = "spectators watch; to play, say hello with the key of a seat"
BY_HELLO: Final = KeyWords(
    seat_needed=SPECTATOR,
    not_the_umpires="the umpire rules by POST; this needs the key of a seat",
    needed_to_talk=SPECTATOR,
)
"""What is said of keys that are shown in a hello."""

KEY_CLOSED: Final = 4403
CLOSED_FOR_NOW: Final = 4503
MESSAGE: Final[msgspec.json.Decoder[Any]] = msgspec.json.Decoder(FromClient)
AS_JSON: Final = msgspec.json.Encoder()
Socket = WebSocket[Any, Any, Any]
Request = AnswerMessage | UndoMessage | RedoMessage | SayMessage


class Signal:
    """Wakes one waiter; if it is set while he is busy, his next wait ends immediately."""

    __slots__ = ("_is_set", "_waiting")

    def __init__(self) -> None:
        self._is_set = False
        self._waiting: Future[None] | None = None

    def set(self) -> None:
        """Wake the waiter."""
        self._is_set = True
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def wait(self) -> None:
        """Wait until it is set, unless it was set since the last wait."""
        if not self._is_set:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        self._is_set = False


class Live:
    """One client at one game."""

    def __init__(self, service: Service, game: str, socket: Socket) -> None:
        self._rooms = service.rooms
        self._asker = Asker(service, BY_HELLO, game)
        self._socket = socket
        self._connection = connection_of(socket.scope)
        self._changed = Signal()
        self._bucket = Bucket(service.limits.messages)
        self._watches_picture = True
        self._known: int | None = None
        self._room: Room | None = None
        self._status = ""

    async def attend(self) -> None:
        """Greet the client, then carry out what it asks and send updates until it goes."""
        try:
            room = await self._greet()
        except (WebSocketDisconnect, TimeoutError):
            return
        self._room = room
        room.add_listener(self._on_change)
        self._changed.set()
        sending = asyncio.create_task(self._send_updates())
        try:
            await self._read_messages()
        except WebSocketDisconnect:
            pass
        finally:
            self._room.remove_listener(self._on_change)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _greet(self) -> Room:
        """Read the hello; the room of the game if its key opens a seat there."""
        async with asyncio.timeout(self._rooms.limits.hello_within):
            text = await self._socket.receive_data(mode="text")
        hello = self._decoded(text)
        if not isinstance(hello, Hello):
            raise Denied(Denial.NOT_UNDERSTOOD, 'the first message must be {"type": "hello"}')
        room = await self._asker.room()
        self._asker.key = hello.key
        self._asker.seat_in(room)
        self._watches_picture = hello.watch == "picture"
        self._known = hello.since if hello.since is not None and hello.since <= room.state.number else None
        if self._watches_picture:
            async with room.lock:
                await room.load_whole()
        return room

    def _decoded(self, text: str | bytes) -> Any:
        most = self._rooms.limits.message
        if len(text) > most:
            raise Denied(Denial.NOT_UNDERSTOOD, f"a message has at most {most:,} characters")
        try:
            return MESSAGE.decode(text)
        except (ValueError, RecursionError) as fault:
            raise Denied(Denial.NOT_UNDERSTOOD, f"this message is not understood: {fault}") from None

    # ------------------------------------------------------------- messages from the client
    async def _read_messages(self) -> None:
        while True:
            request = self._decoded(await self._socket.receive_data(mode="text"))
            if isinstance(request, Hello):
                raise Denied(Denial.NOT_UNDERSTOOD, "hello must be the first message, and is sent once")
            await self._send(await self._reply(request))

    async def _reply(self, request: Request) -> DoneMessage | DeniedMessage:
        """Carry a request out; the reply goes out once it is durable."""
        try:
            if not self._bucket.take():
                raise Denied(Denial.TOO_FAST, "too many messages in a short time; wait a moment")
            done = await self._carry_out(request)
            return DoneMessage(request.ref, done.number, done.step)
        except Exception as fault:
            found = status_and_trouble(fault)
            if found is None:
                LOG.exception("game %s: a message broke down", self._asker.game)
                found = OUR_FAULT, Trouble("an error occurred here; it was logged, and nothing was changed")
            return DeniedMessage(request.ref, *found)

    async def _carry_out(self, request: Request) -> Done:
        match request:
            case AnswerMessage():
                return await play.answer(self._asker, GiveAnswer(request.question, request.answer))
            case UndoMessage():
                return await play.undo(self._asker, AtQuestion(request.question))
            case RedoMessage():
                return await play.redo(self._asker, AtQuestion(request.question))
            case SayMessage():
                return await play.say(self._asker, Say(request.words))
            case _:
                assert_never(request)

    # ------------------------------------------------------------- updates to the client
    def _on_change(self) -> None:
        """Have an update sent, unless the change is none of this client's concern."""
        room = self._room
        if room is None or room.is_void or self._watches_picture or self._concerns_bot(room):
            self._changed.set()

    def _concerns_bot(self, room: Room) -> bool:
        """Is the bot's seat asked, or has its key or the status of the game changed?"""
        is_asked = room.waiting_for is not None and room.waiting_for == self._asker.seat
        return is_asked or not self._asker.is_current(room) or room.status.value != self._status

    async def _send_updates(self) -> None:
        while True:
            await self._changed.wait()
            try:
                update = await self._update()
            except Denied as fault:
                await self._socket.close(KEY_CLOSED, str(fault))
                return
            except Exception as fault:
                LOG.error("game %s: no update can be made: %s", self._asker.game, fault, exc_info=fault)
                await self._socket.close(CLOSED_FOR_NOW, "the game cannot be shown now; connect again")
                return
            if self._is_to_be_sent(update):
                await self._send(update)

    def _is_to_be_sent(self, update: Update) -> bool:
        """A screen is sent every update; a bot only those that ask it or change the status."""
        before, self._status = self._status, update.status
        return self._watches_picture or update.prompt is not None or update.status != before

    async def _update(self) -> Update:
        """The update to be sent now; it is made of durable state only."""
        while True:
            room = await self._current_room()
            if not self._watches_picture and not room.lock.locked():
                return updates.prompt_update(self._asker, room)
            async with room.lock:
                if room.is_void:
                    continue
                if not self._watches_picture:
                    return updates.prompt_update(self._asker, room)
                update = await updates.picture_update(self._asker, room, self._known)
                self._known = update.number
                return update

    async def _current_room(self) -> Room:
        """The room that is listened to; a void one is replaced by the game picked up anew."""
        assert self._room is not None
        if self._room.is_void:
            room = await self._rooms.find(self._asker.game)
            self._room.remove_listener(self._on_change)
            room.add_listener(self._on_change)
            self._room = room
        return self._room

    async def _send(self, message: Update | DoneMessage | DeniedMessage) -> None:
        text = AS_JSON.encode(message)
        if self._connection is not None and self._connection.try_send(text):
            return
        try:
            await self._socket.send_data(text.decode(), mode="text")
        except (WebSocketException, RuntimeError) as fault:
            raise WebSocketDisconnect(detail=str(fault)) from None
